// @ts-check
/**
 * What the piles of a table are called, and what is said of a card that lies in one, in the reader's language.
 * Promise: every pile of every game has a name of its own. Nothing here names a card whose face is not given.
 */
import { capital, t } from "../words/say.js";
import { cardOf, isKnownDown } from "./face.js";
import { suitOf } from "./zones.js";
import { cardName } from "./words.js";

/** @typedef {import("./zones.js").Kinds} Kinds */
/** @typedef {Readonly<Record<string, readonly number[]>>} Piles  as they are seen */

/** @param {string} pile @param {Kinds} kinds @param {Piles} [piles] of a row, to count those that are left */
export function pileName(pile, kinds, piles = {}) {
  const kind = kinds.get(pile);
  if (!kind) return pile;
  const { role, index, zone } = kind;
  const n = String(index + 1);
  if (role === "foundation") {
    const suit = suitOf(kind);
    if (suit !== "") return t(zone.count > 4 ? "pile.foundationOfMany" : "pile.foundationOf",
      { suit: t(`suit.${suit}`), n: String(Math.floor(index / 4) + 1) });
    return zone.count > 1 ? t("pile.foundation", { n }) : t(zone.empty === "none" ? "pile.away" : "pile.oneFoundation");
  }
  if (role === "tableau" && zone.places) {
    const [x, y] = zone.places[index];
    const place = zone.places.filter(([left, row]) => row === y && left <= x).length;
    return t("pile.peak", { row: String(y + 1), n: String(place) });
  }
  if (role === "tableau" && zone.row) {
    const left = [...kinds.keys()].filter((it) => kinds.get(it)?.zone.row && (piles[it] ?? []).length > 0);
    return t("pile.row", { n: String(Math.max(0, left.indexOf(pile)) + 1) });
  }
  if (role === "tableau") return t("pile.tableau", { n });
  if (role === "cell") return t("pile.cell", { n });
  if (role === "reserve") return zone.count > 1 ? t("pile.reserveOf", { n }) : t("pile.reserve");
  if (role === "waste") return index > 0 ? t("pile.wasteOf", { n }) : t("pile.waste");
  return index > 0 ? t("pile.stockOf", { n }) : t("pile.stock");
}

/**
 * `king of spades, face down`.
 * @param {string|undefined} face
 */
export const faceName = (face) =>
  (isKnownDown(face) ? t("card.knownDown", { card: cardName(cardOf(face)) }) : cardName(face));

/**
 * `4 of clubs, column 3, 2 cards on top`.
 * @param {string|undefined} face @param {string} pile @param {number} above how many cards lie on it
 * @param {Kinds} kinds @param {Piles} [piles]
 */
export function cardLabel(face, pile, above, kinds, piles) {
  const names = { card: faceName(face), pile: pileName(pile, kinds, piles) };
  if (kinds.get(pile)?.zone.spread !== true || above === 0) return t("card.inPile", names);
  return t("card.under", { ...names, count: above });
}

/**
 * @param {string} pile @param {number} count @param {boolean} turnable the stock, or the waste over it
 * @param {Kinds} kinds @param {Piles} [piles]
 */
export function pileLabel(pile, count, turnable, kinds, piles) {
  if (count === 0 && turnable) return t("pile.turnOver");
  const name = capital(pileName(pile, kinds, piles));
  return count === 0 ? t("pile.isEmpty", { pile: name }) : t("pile.holds", { pile: name, count });
}
