// @ts-check
/**
 * What our seat may do, as the server last told or as the rules in the page found: which items may be lifted, and where
 * each of them may go, the best place first.
 * Promise: knows nothing of rules; an item that is not named cannot be lifted.
 */

/** @typedef {{to:ReadonlySet<string>, onto:ReadonlySet<number>}} Targets */
/** @typedef {import("../net/messages.js").Dests} Dests */
/**
 * @typedef {{d:readonly import("../net/messages.js").BoardDest[], tap:readonly string[]}
 *   & Partial<Omit<Dests, "d"|"tap">>} Told `dests` of patience or of a board, or what the rules in the page say
 */

/** @type {Targets} */
export const NOWHERE = { to: new Set(), onto: new Set() };

export class Choices {
  /** @type {Map<number, Targets>} */
  #targets = new Map();

  /** @param {Told} told */
  constructor({ v = 0, d, tap, send = [], finish = false, undo, redo }) {
    this.version = v;
    this.tap = tap;
    /** The foundation to which each card can be sent. */
    this.send = new Map(send);
    this.finish = finish;
    /** Whether a step of our own can be taken back; undefined: not told. */
    this.undo = undo;
    this.redo = redo;
    for (const [items, ...places] of d) {
      const to = new Set(places.flatMap((it) => (typeof it === "string" ? it.replace(/!$/, "") : [])));
      const onto = new Set(places.flatMap((it) => (typeof it === "object" && "onto" in it ? it.onto : [])));
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
