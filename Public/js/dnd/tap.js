// @ts-check
/**
 * Moving without dragging: tap a card, its destinations light up, tap one of them. Twice on the same card sends it to
 * a foundation. Invariant: at most one card is selected.
 */

/** @typedef {{act:"select", item:number}|{act:"deselect"}|{act:"move", item:number, to:string}
 *   |{act:"send", item:number}|{act:"none"}} TapAct */
/**
 * @typedef {object} TapWorld
 * @property {(item:number) => boolean} liftable
 * @property {(item:number) => string[]|null} destinations
 * @property {(item:number) => string|null} sendable
 */

const DOUBLE_MS = 350;

export class Taps {
  /** @type {number|null} */
  selected = null;
  /** @type {{item:number, time:number}|null} */
  #last = null;

  /**
   * @param {number|null} item the card under the tap @param {string|null} pile the target under it
   * @param {number} time @param {TapWorld} world @returns {TapAct}
   */
  tap(item, pile, time, world) {
    const twice = item !== null && this.#last?.item === item && time - this.#last.time < DOUBLE_MS;
    this.#last = item === null ? null : { item, time };
    if (twice && item !== null && world.sendable(item) !== null) {
      this.selected = null;
      this.#last = null;
      return { act: "send", item };
    }
    const held = this.selected;
    if (held !== null && held !== item && pile !== null && world.destinations(held)?.includes(pile)) {
      this.selected = null;
      return { act: "move", item: held, to: pile };
    }
    if (item !== null && item !== held && world.liftable(item)) {
      this.selected = item;
      return { act: "select", item };
    }
    this.selected = null;
    return held === null ? { act: "none" } : { act: "deselect" };
  }

  /** @returns {boolean} whether something was selected */
  clear() {
    const had = this.selected !== null;
    this.selected = null;
    return had;
  }
}
