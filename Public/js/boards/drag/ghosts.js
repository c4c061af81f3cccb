// @ts-check
/**
 * Other people's hands: what they hold follows them smoothly between the rare messages, with name and colour.
 * Promise: an item that is let go flies from where the ghost was to where it lies. Nothing of this can be touched.
 */
import { pileOf, placeFacts, regionWith } from "../../model/table.js";
import { approach } from "../../view/motion.js";
import { sizeIn } from "./flow.js";
import { div } from "../look.js";
import { Preview } from "./preview.js";

/** @typedef {import("../../net/messages.js").LiveDrag} LiveDrag */
/**
 * @typedef {object} Ghost
 * @property {LiveDrag} drag
 * @property {Preview} preview
 * @property {number} x
 * @property {number} y
 * @property {string} home
 * @property {readonly number[]} lying all that lay at home when the board was last confirmed
 * @property {number} ending
 */

/** How fast a ghost approaches its last known place; 15 messages a second come in. */
const EASE_MS = 55;
/** The end of a drag may be heard before the move that ended it. */
const LINGER_MS = 160;

export class Ghosts {
  /** @type {Map<number, Ghost>} */
  #ghosts = new Map();
  /**
   * Drags whose move was seen: their list may name them a little longer.
   * @type {Set<number>}
   */
  #done = new Set();
  #frame = 0;
  #last = 0;
  /** @type {{key:string, moving:Set<number>, sizes:import("./flow.js").Size[]}} */
  #room = { key: "", moving: new Set(), sizes: [] };

  /**
   * @param {import("../../table/room.js").BoardRoom} room @param {import("../view.js").View} view
   * @param {import("./geometry.js").Geometry} geometry @param {import("./parting.js").Parting} parting
   */
  constructor(room, view, geometry, parting) {
    this.room = room;
    this.view = view;
    this.geometry = geometry;
    this.parting = parting;
  }

  /**
   * @param {readonly LiveDrag[]} live all drags but our own @param {(seat:number) => string} nameOf
   * @param {boolean} free whether our own hand is empty, so that others may part the items
   */
  hear(live, nameOf, free) {
    const alive = new Set(live.map(({ d }) => d));
    for (const d of this.#done) if (!alive.has(d)) this.#done.delete(d);
    for (const [d, ghost] of this.#ghosts) {
      if (!alive.has(d) && ghost.ending === 0) ghost.ending = window.setTimeout(() => this.#end(d), LINGER_MS);
    }
    for (const drag of live) {
      const ghost = this.#ghosts.get(drag.d);
      if (ghost) ghost.drag = drag;
      else if (!this.#done.has(drag.d)) this.#begin(drag, nameOf(drag.by));
    }
    for (const { preview, drag } of this.#ghosts.values()) preview.form(drag.f || "default");
    if (free) this.#part(live);
    if (this.#ghosts.size > 0 && this.#frame === 0) {
      this.#last = performance.now();
      this.#frame = requestAnimationFrame((now) => this.#step(now));
    }
  }

  /** @param {LiveDrag} drag @param {string} name */
  #begin(drag, name) {
    const { store } = this.room;
    const shown = store.shown();
    // What we have asked for ourselves and will be refused has not moved.
    const piles = store.table?.piles ?? {};
    const home = pileOf(piles, drag.items[0]);
    if (home === null || !this.view.elements.has(drag.items[0])) return;
    const rects = drag.items.map((item) => this.#rectOf(item));
    const preview = new Preview(this.view, shown, drag.items, rects, regionWith(shown.regions, home)?.preview);
    preview.root.classList.replace("hand", "ghost");
    preview.root.dataset.by = String(drag.by);
    const label = div("ghost-name");
    label.textContent = name;
    preview.root.append(label);
    this.view.layer.append(preview.root);
    preview.measure();
    const { x, y } = rects[0];
    this.#ghosts.set(drag.d, { drag, preview, home, lying: piles[home], ending: 0, x, y });
    preview.move(x, y);
  }

  /**
   * Where it lies on the board.
   * @param {number} item
   */
  #rectOf(item) {
    const place = pileOf(this.room.store.shown().piles, item) ?? "";
    const box = this.geometry.box(place);
    const rect = this.geometry.lane(place)?.slots.find((it) => it.item === item)?.rect;
    const { board } = this.geometry;
    if (!box || !rect) return { x: 0, y: 0, w: 80, h: 40 };
    return { ...rect, x: box.x + rect.x - board.x, y: box.y + rect.y - board.y };
  }

  /**
   * The latest hand over an ordered place opens the gap where it would land.
   * @param {readonly LiveDrag[]} live
   */
  #part(live) {
    const { regions } = this.room.store.shown();
    const drag = [...live].reverse().find(({ o }) => o !== undefined && placeFacts(regions, o)?.reorder);
    const ghost = drag ? this.#ghosts.get(drag.d) : undefined;
    const lane = drag?.o === undefined ? null : this.geometry.lane(drag.o);
    if (!drag || drag.o === undefined || !ghost || !lane || drag.onto !== undefined) return this.parting.close();
    const key = `${drag.d} ${drag.o} ${this.geometry.turn}`;
    if (key !== this.#room.key) {
      this.#room = { key, moving: new Set(drag.items), sizes: ghost.preview.rects.map((rect) => sizeIn(lane, rect)) };
    }
    const { moving, sizes } = this.#room;
    // In a grid more room would be in another row. Elsewhere what is held is still seen where it was.
    const collapses = ghost.home === drag.o && lane.kind === "wrap";
    const staying = lane.slots.filter(({ item }) => !(collapses && moving.has(item)));
    const at = staying.findIndex(({ item }) => item === drag.b);
    return this.parting.open({
      moving, home: ghost.home, collapses, place: drag.o, sizes, index: at < 0 ? staying.length : at, by: drag.by,
    });
  }

  /** @param {number} now */
  #step(now) {
    const share = approach(now - this.#last, EASE_MS);
    this.#last = now;
    for (const ghost of this.#ghosts.values()) {
      const goal = this.#goal(ghost);
      ghost.x += (goal.x - ghost.x) * share;
      ghost.y += (goal.y - ghost.y) * share;
      ghost.preview.move(ghost.x, ghost.y);
    }
    this.#frame = this.#ghosts.size > 0 ? requestAnimationFrame((next) => this.#step(next)) : 0;
  }

  /**
   * What is over a place there is over it here, whatever the shape of the two pages.
   * @param {Ghost} ghost
   */
  #goal({ drag, preview }) {
    const { board } = this.geometry;
    if (drag.x === undefined || drag.y === undefined) {
      const { x, y } = this.#rectOf(drag.items[0]);
      return { x: x + 6, y: y - 6 };
    }
    const frame = (drag.o !== undefined && this.geometry.root(drag.o)) || board;
    const [size] = preview.sizes;
    // Where a place has been scrolled otherwise than there, the hand is at the edge behind which it is.
    const seen = (drag.o !== undefined && this.geometry.window(drag.o)) || board;
    const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ length) =>
      Math.max(from, Math.min(from + length, at));
    const x = within(frame.x + (drag.x / 10000) * frame.w, seen.x, seen.w);
    const y = within(frame.y + (drag.y / 10000) * frame.h, seen.y, seen.h);
    return { x: x - board.x - size.w / 2, y: y - board.y - Math.min(size.h / 2, 28) };
  }

  /**
   * The board changes: whose items have gone elsewhere is empty-handed, and they fly from there.
   * @param {(element:HTMLElement, rect:DOMRect) => void} from
   */
  settle(from) {
    const piles = this.room.store.table?.piles ?? {};
    for (const [d, ghost] of this.#ghosts) {
      const { drag, preview, home } = ghost;
      if (pileOf(piles, drag.items[0]) === home && !reordered(ghost, piles[home])) {
        ghost.lying = piles[home];
        continue;
      }
      drag.items.forEach((item, at) => {
        const element = this.view.elements.get(item);
        const clone = preview.clones[at];
        if (element && clone) from(element, clone.getBoundingClientRect());
      });
      this.#done.add(d);
      this.#end(d);
    }
  }

  /** @param {number} d */
  #end(d) {
    const ghost = this.#ghosts.get(d);
    if (!ghost) return;
    clearTimeout(ghost.ending);
    ghost.preview.root.remove();
    this.#ghosts.delete(d);
  }

  clear() {
    for (const d of [...this.#ghosts.keys()]) this.#end(d);
  }
}

/**
 * Whether what is held was put elsewhere in its pile; others that come and go there leave it where it was.
 * @param {Ghost} ghost @param {readonly number[]} pile
 */
function reordered({ drag, lying }, pile) {
  const rest = (/** @type {readonly number[]} */ items) => items.filter((item) => !drag.items.includes(item)).join();
  return lying.join() !== pile.join() && rest(lying) === rest(pile);
}
