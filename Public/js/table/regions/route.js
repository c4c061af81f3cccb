// @ts-check
/** The way of what keys hold, from stop to stop. Invariant: it goes on from where it is when the board changes. */
import { nextStop, stops } from "./stops.js";

/** @typedef {import("./stops.js").Stop} Stop */

export class Route {
  /** @type {Stop|null} */
  #now = null;

  /** @param {import("../../model/store.js").BoardStore} store */
  constructor(store) {
    this.store = store;
  }

  /** Something else is held now. */
  begin() {
    this.#now = null;
  }

  /**
   * @param {import("../room.js").Lift} lift @param {string} key @param {boolean} rtl
   * @returns {Stop|null} null: nothing may go anywhere
   */
  next(lift, key, rtl) {
    const now = this.#now;
    const all = stops(this.store.shown(), lift.items, lift);
    const at = now ? all.findIndex(({ target }) => isSame(target, now.target)) : -1;
    this.#now = all[nextStop(all, at, key, rtl)] ?? null;
    return this.#now;
  }
}

/** @param {import("../../model/store.js").Target} a @param {import("../../model/store.js").Target} b */
const isSame = (a, b) => a.in === b.in && a.before === b.before && a.onto === b.onto;
