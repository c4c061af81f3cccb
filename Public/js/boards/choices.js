// @ts-check
/**
 * What our seat may do, as the server last told: which items may be lifted and where each of them may go.
 * Promise: knows nothing of rules; an item that is not named cannot be lifted.
 */

/** @typedef {{to:ReadonlySet<string>, onto:ReadonlySet<number>}} Targets */

/** @type {Targets} */
export const NOWHERE = { to: new Set(), onto: new Set() };

export class Choices {
  /** @type {Map<number, Targets>} */
  #targets = new Map();

  /** @param {import("../net/messages.js").BoardDests} dests */
  constructor(dests) {
    this.version = dests.v;
    this.tap = new Set(dests.tap);
    this.undo = dests.undo === true;
    this.redo = dests.redo === true;
    for (const [items, ...places] of dests.d) {
      /** @type {Set<string>} */
      const to = new Set();
      /** @type {Set<number>} */
      const onto = new Set();
      for (const place of places) {
        if (typeof place === "string") to.add(place.replace(/!$/, ""));
        else if (typeof place === "object" && "onto" in place) for (const item of place.onto) onto.add(item);
      }
      const targets = { to, onto };
      for (const item of Array.isArray(items) ? items : [items]) {
        if (typeof item === "number") this.#targets.set(item, targets);
      }
    }
  }

  /** @param {number} item */
  liftable(item) {
    return this.#targets.has(item);
  }

  /** @param {number} item @returns {Targets} */
  targets(item) {
    return this.#targets.get(item) ?? NOWHERE;
  }
}
