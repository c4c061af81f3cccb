// @ts-check
/**
 * Where a hand aims: from the pointer, or else from the middle of what is held, to a place and what it lands before.
 * Promise: reads no layout while nothing has changed; what it answers is legal as far as the server has told.
 */
import { inside, sizeIn } from "./flow.js";
import { gapIndex } from "./gap.js";
import { placeFacts, regionWith } from "../../../model/table.js";

/** @typedef {import("./flow-stage.js").FlowHolding} Holding */
/** @typedef {import("../../../model/store.js").Target} Target */
/** @typedef {{x:number, y:number}} XY */

/** In the middle of an item that takes drops itself; nearer its edges the gap is meant. */
const ONTO_MARGIN = 0.2;

export class Aim {
  /** @param {Pick<import("../page.js").BoardPage, "room"|"geometry"|"parting">} page */
  constructor({ room, geometry, parting }) {
    this.room = room;
    this.geometry = geometry;
    this.parting = parting;
  }

  /**
   * Finds out where the pointer is.
   * @param {Holding} holding @param {boolean} calm the gap has just moved: it stays where it is
   * @returns {{over:Target|null, forbidden:string|null}|null} null: as before
   */
  at(holding, calm) {
    const { geometry, parting } = this;
    const { lift, at, preview } = holding;
    const shift = (/** @type {string} */ place) => parting.shift(place);
    let point = geometry.onPage(holding.pointer);
    let place = geometry.placeAt(point, shift);
    // An item that would take it is meant, wherever that lies.
    const under = place === null ? null : this.#onto(holding, place, point);
    if (place !== null && under !== null) return { over: { in: place, onto: under }, forbidden: null };
    if (place === null || (place !== lift.home && !lift.to.has(place))) {
      // People aim with what they hold as often as with the finger.
      const [size] = preview.sizes;
      const middle = geometry.onPage({ x: at.x + size.w / 2, y: at.y + size.h / 2 });
      const near = geometry.placeAt(middle, shift);
      if (near !== null && lift.to.has(near)) {
        place = near;
        point = middle;
      }
    }
    if (place === null) return { over: null, forbidden: null };
    const onto = this.#onto(holding, place, point);
    if (onto !== null) return { over: { in: place, onto }, forbidden: null };
    if (!lift.to.has(place)) return { over: null, forbidden: place === lift.home ? null : place };
    const { regions, fixed } = this.room.store.shown();
    if (!placeFacts(regions, place)?.reorder) return { over: { in: place }, forbidden: null };
    const lane = geometry.lane(place);
    const box = geometry.box(place);
    if (!lane || !box) return null;
    const open = parting.now?.place === place ? parting.now.index : null;
    if (open !== null && calm) return null;
    const local = { x: point.x - box.x, y: point.y - box.y - parting.shift(place) };
    const moving = holding.collapses ? holding.moving : new Set([-1]);
    const index = gapIndex(lane, moving, this.sizesIn(holding, place), open, local, fixed);
    const before = lane.slots.filter(({ item }) => !moving.has(item))[index]?.item;
    return { over: before === undefined ? { in: place } : { in: place, before }, forbidden: null };
  }

  /**
   * What takes no drop but a tap may open under a hand that rests on it; the server knows.
   * @param {Holding} holding @param {XY} point on the page @returns {Target|null}
   */
  above({ lift }, point) {
    const shift = (/** @type {string} */ place) => this.parting.shift(place);
    const place = this.geometry.placeAt(point, shift);
    if (place === null || place === lift.home) return null;
    const region = regionWith(this.room.store.shown().regions, place);
    const box = region?.layout === "choice" ? this.geometry.box(place) : null;
    if (!box) return null;
    const local = { x: point.x - box.x, y: point.y - box.y - shift(place) };
    const slot = this.geometry.lane(place)?.slots.find(({ rect }) => inside(rect, local));
    return slot ? { in: place, onto: slot.item } : null;
  }

  /** @param {Holding} holding @param {string} place @param {XY} point */
  #onto({ lift, moving }, place, point) {
    const box = lift.onto.size > 0 ? this.geometry.box(place) : null;
    if (!box) return null;
    const local = { x: point.x - box.x, y: point.y - box.y - this.parting.shift(place) };
    for (const { item, rect: { x, y, w, h } } of this.geometry.lane(place)?.slots ?? []) {
      if (!lift.onto.has(item) || moving.has(item)) continue;
      const core = { x, y: y + h * ONTO_MARGIN, w, h: h * (1 - 2 * ONTO_MARGIN) };
      if (inside(core, local)) return item;
    }
    return null;
  }

  /** @param {Holding} holding @param {string} place */
  sizesIn({ lift, preview }, place) {
    const lane = this.geometry.lane(place);
    return preview.rects.map((rect) => (lane && place !== lift.home ? sizeIn(lane, rect) : rect));
  }
}
