// @ts-check
/**
 * Moving without dragging: tap a card, its destinations light up, tap one of them. Twice on the same card sends it to
 * a foundation, or to the best of its destinations. Where one tap is enough, that is done at once.
 * Invariant: at most one card is selected; one double tap never moves two cards.
 */

/** @typedef {{act:"select", item:number}|{act:"deselect"}|{act:"move", item:number, to:string}
 *   |{act:"send", item:number}|{act:"shake", item:number}|{act:"none"}} TapAct */
/** @typedef {Pick<import("../../model/store.js").Store<string>, "liftable"|"destinations"|"sendable">} TapWorld */

const DOUBLE_MS = 350;
/** After one tap has moved a card, the second of a double tap is not meant for the card that lies there then. */
const SECOND_MS = 250;

export class Taps {
  /** @type {number|null} */
  selected = null;
  /** @type {{item:number, time:number}|null} */
  #last = null;

  /** When a card was moved by one tap, in the taps' time. */
  #moved = -Infinity;

  /**
   * @param {number|null} item the card under the tap @param {string|null} pile the target under it
   * @param {number} time @param {TapWorld} world @param {boolean} [once] whether one tap is enough
   * @returns {TapAct}
   */
  tap(item, pile, time, world, once = false) {
    if (time - this.#moved < SECOND_MS) return { act: "none" };
    const twice = item !== null && this.#last?.item === item && time - this.#last.time < DOUBLE_MS;
    this.#last = item === null ? null : { item, time };
    if (item !== null && twice) {
      const best = this.#best(item, world);
      if (best.act === "move" || best.act === "send") return best;
    }
    const held = this.selected;
    if (held !== null && held !== item && pile !== null && world.destinations(held)?.includes(pile)) {
      this.selected = null;
      // It was meant as a place: the next tap on that card is the first one.
      this.#last = null;
      return { act: "move", item: held, to: pile };
    }
    if (once && item !== null && item !== held && world.liftable(item) && world.destinations(item) !== null) {
      const best = this.#best(item, world, false);
      if (best.act !== "shake") this.#moved = time;
      return best;
    }
    if (item !== null && item !== held && world.liftable(item)) {
      this.selected = item;
      return { act: "select", item };
    }
    this.selected = null;
    return held === null ? { act: "none" } : { act: "deselect" };
  }

  /**
   * @param {number} item @param {TapWorld} world @param {boolean} [home] a foundation before all others
   * @returns {TapAct}
   */
  #best(item, world, home = true) {
    const [to] = world.destinations(item) ?? [];
    const sends = world.sendable(item) !== null && (home || to === undefined);
    if (!sends && to === undefined) return { act: "shake", item };
    this.selected = null;
    this.#last = null;
    return sends ? { act: "send", item } : { act: "move", item, to };
  }

  /** @returns {boolean} whether something was selected */
  clear() {
    const had = this.selected !== null;
    this.selected = null;
    return had;
  }
}
