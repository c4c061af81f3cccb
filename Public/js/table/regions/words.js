// @ts-check
/** What the page of a board says: names of items, places and destinations. Pure; nothing names what is face down. */
import { cardName } from "../../model/words.js";
import { t } from "../../words/say.js";
import { placeFacts, regionWith } from "../../model/table.js";

/** @typedef {import("../../model/store.js").BoardShown} Shown */

/** @param {Pick<Shown, "faces">} shown @param {number} item */
export function itemName({ faces }, item) {
  const content = faces.get(item);
  if (!content) return t("card.faceDown");
  return content.face ? cardName(content.face) : content.text;
}

/** @param {Shown} shown @param {readonly number[]} items */
export function itemsName(shown, items) {
  return items.length === 1 ? itemName(shown, items[0]) : t("boards.items", { count: items.length });
}

/** @param {import("../../model/table.js").Region|null} region its title without the count of what is there */
export const titleOf = (region) => (region?.title ?? "").replace(/ \(\d+\)$/, "");

/** @param {Shown} shown @param {string} place */
export function placeName({ regions, piles, faces }, place) {
  const region = regionWith(regions, place);
  const facts = region?.places.find((it) => it.in === place);
  if (facts?.title) return facts.title;
  const title = titleOf(region);
  if (!region || region.places.length < 2) return title || t("boards.theBoard");
  // Piles have no names: they are counted, and known by what lies on top.
  const n = String(region.places.findIndex((it) => it.in === place) + 1);
  const pile = { title: title || t("boards.pile"), n };
  const top = (piles[place] ?? []).at(-1);
  if (top === undefined) return t("boards.numberedEmpty", pile);
  if (!faces.has(top)) return t("boards.numbered", pile);
  return t("boards.numberedTop", { ...pile, item: itemName({ faces }, top) });
}

/**
 * Where something would go: `Favorites, before Green`.
 * @param {Shown} shown @param {import("../../model/store.js").Target} target
 */
export function targetName(shown, { in: place, before, onto }) {
  const name = placeName(shown, place);
  if (onto !== undefined) return t("boards.onto", { item: itemName(shown, onto) });
  const ordered = placeFacts(shown.regions, place)?.reorder;
  if (!ordered) return name;
  const items = shown.piles[place] ?? [];
  if (before === undefined) return items.length === 0 ? name : t("boards.atEnd", { place: name });
  const at = items.indexOf(before);
  return t(at === 0 ? "boards.atStart" : "boards.before", { place: name, item: itemName(shown, before) });
}
