// @ts-check
/** What the page of a board says: names of items, places and destinations. Pure; nothing names what is face down. */
import { cardName, plural } from "../model/words.js";
import { regionWith } from "./table.js";

/** @typedef {import("./store.js").Shown} Shown */
/** @typedef {import("./store.js").Target} Target */

/** @param {Pick<Shown, "contents">} shown @param {number} item */
export function itemName({ contents }, item) {
  const content = contents.get(item);
  if (!content) return "face-down card";
  return content.face ? cardName(content.face) : content.text;
}

/** @param {Shown} shown @param {readonly number[]} items */
export function itemsName(shown, items) {
  return items.length === 1 ? itemName(shown, items[0]) : plural(items.length, "item");
}

/**
 * Of what was wanted, and somebody has in their hand.
 * @param {Shown} shown @param {readonly number[]} items @param {string} who
 */
export const takenWords = (shown, items, who) =>
  `${capital(itemsName(shown, items))} ${items.length === 1 ? "is" : "are"} taken: ${who} was faster.`;

/** @param {Shown} shown @param {string} place */
export function placeName({ regions, piles, contents }, place) {
  const region = regionWith(regions, place);
  const facts = region?.places.find((it) => it.in === place);
  if (facts?.title) return facts.title;
  const title = (region?.title ?? "").replace(/ \(\d+\)$/, "");
  if (!region || region.places.length < 2) return title || "the board";
  // Piles have no names: they are counted, and known by what lies on top.
  const number = region.places.findIndex((it) => it.in === place) + 1;
  const top = (piles[place] ?? []).at(-1);
  const known = top !== undefined && contents.has(top) ? `, ${itemName({ contents }, top)} on top` : "";
  const on = top === undefined ? ", empty" : known;
  return `${title || "pile"} ${number}${on}`;
}

/**
 * Where something would go: `Favorites, before Green`.
 * @param {Shown} shown @param {Target} target
 */
export function targetName(shown, { in: place, before, onto }) {
  const name = placeName(shown, place);
  if (onto !== undefined) return `onto ${itemName(shown, onto)}`;
  const ordered = regionWith(shown.regions, place)?.places.find((it) => it.in === place)?.reorder;
  if (!ordered) return name;
  const items = shown.piles[place] ?? [];
  if (before === undefined) return items.length === 0 ? name : `${name}, at the end`;
  const at = items.indexOf(before);
  return `${name}, ${at === 0 ? "at the start, " : ""}before ${itemName(shown, before)}`;
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
