// @ts-check
/** Drags from outside the page over the board: which place is meant, and the gap and the light that show it. */
import { PAUSE_MS } from "../../hand.js";
import { gapIndex } from "./gap.js";
import { sizeIn } from "./flow.js";
import { placeFacts } from "../../../model/table.js";

/** @typedef {import("../../../model/store.js").Target} Target */

const NOBODY = new Set([-1]);
/** What comes has no size yet. */
const SIZE = { w: 140, h: 48 };

export class Outside {
  active = false;
  #changedAt = 0;

  /** @param {import("../page.js").BoardPage} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {number} clientX @param {number} clientY @returns {Target|null} */
  targetAt(clientX, clientY) {
    const { geometry, parting, room } = this.page;
    if (!this.active) geometry.measure([]);
    geometry.refresh();
    const at = geometry.onPage({ x: clientX, y: clientY });
    const place = geometry.placeAt(at, (it) => parting.shift(it));
    if (place === null) return null;
    const { regions, fixed } = room.store.shown();
    const lane = geometry.lane(place);
    const box = geometry.box(place);
    if (!placeFacts(regions, place)?.reorder || !lane || !box) return { in: place };
    const open = this.active && parting.now?.place === place ? parting.now.index : null;
    const calm = open !== null && performance.now() - this.#changedAt < PAUSE_MS;
    const local = { x: at.x - box.x, y: at.y - box.y - parting.shift(place) };
    const index = calm ? open : gapIndex(lane, NOBODY, [sizeIn(lane, SIZE)], open, local, fixed);
    const before = lane.slots[index]?.item;
    return before === undefined ? { in: place } : { in: place, before };
  }

  /** @param {Target|null} target */
  light(target) {
    const { parting, lights, room, geometry } = { ...this.page, lights: this.page.conduct.lights };
    if (!target) {
      if (this.active) {
        this.active = false;
        parting.close();
        lights.out();
      }
      return;
    }
    this.active = true;
    lights.on({ to: new Set([target.in]), onto: new Set(target.onto === undefined ? [] : [target.onto]) }, target);
    const lane = geometry.lane(target.in);
    if (!lane || !placeFacts(room.store.shown().regions, target.in)?.reorder) return parting.close();
    const at = lane.slots.findIndex(({ item }) => item === target.before);
    const index = at < 0 ? lane.slots.length : at;
    const { now } = parting;
    if (now?.place === target.in && now.index === index) return undefined;
    this.#changedAt = performance.now();
    return parting.open({
      moving: NOBODY, home: target.in, collapses: false, place: target.in, index, sizes: [sizeIn(lane, SIZE)],
    });
  }
}
