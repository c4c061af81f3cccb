// @ts-check
/**
 * A sealed deal is fair if what opens it at the end gives the commitment shown from the start, and deals the cards that
 * were played. What finds that out comes when there is something to find out.
 */
import { cardOf } from "./model/face.js";
import { later } from "./net/release.js";

/** @typedef {import("./seal/holds.js").Found} Found */
/** @typedef {Pick<import("./model/table.js").Table, "game"|"piles"|"seats">} Dealt */
/** @typedef {{table:Dealt|null, seen:ReadonlyMap<number, string>}} Seen  a table, and the faces that were seen there of
 *   this deal */

/**
 * What the page knows of the cards that were played.
 * @param {Seen} known @returns {import("./seal/holds.js").Played|null}
 */
export function playedOf({ table, seen }) {
  if (!table) return null;
  const count = Object.values(table.piles).reduce((sum, items) => sum + items.length, 0);
  const cards = new Map([...seen].map(([item, face]) => [item, cardOf(face)]));
  return { game: table.game.id, count, seats: table.seats.length, seen: cards };
}

/** The result of checking a seal. Invariant: it speaks of the deal that was asked about last. */
export class Verdict {
  #of = "";
  /** @type {Found|undefined} */
  #found;

  /**
   * Whether a deal was kept; undefined as long as it is not known.
   * @param {import("./seal/holds.js").Sealed} deal @param {Seen} played @param {() => void} known called when it is,
   *   later @param {import("./seal/holds.js").Mine|null} [mine] in a race
   * @param {import("./seal/holds.js").Bound|null} [bound] to a race
   * @returns {Found|undefined}
   */
  on(deal, played, known, mine = null, bound = null) {
    const { commit, seed = "", salt = "", start } = deal;
    const of = JSON.stringify([commit, seed, salt, start, played.seen.size, mine, bound]);
    if (of === this.#of) return this.#found;
    this.#of = of;
    this.#found = undefined;
    if (seed === "" || salt === "") return undefined;
    later(() => import("./seal/holds.js")).then(({ dealHolds }) => dealHolds(deal, playedOf(played), mine, bound))
      .catch(() => /** @type {Found} */ ({ holds: null, why: "cannot" }))
      .then((found) => {
        if (of !== this.#of) return;
        this.#found = found;
        known();
      });
    return undefined;
  }
}
