// @ts-check
/** Where things from outside can go: what a place may take, and the place that is meant without a mouse. Pure. */
import { pileOf, placeFacts, regionWith } from "../model/table.js";
import { BUNDLE, plainType, taken } from "./kinds.js";

/** @typedef {import("../model/table.js").Region} Region */
/** @typedef {import("../model/store.js").Target} Target */
/** @typedef {Pick<import("../model/store.js").BoardShown, "regions"|"piles">} Shown */

/**
 * Whether a place may take what an offer names. Files are let in wherever anything is taken: what they are, browsers
 * tell for sure only when they are dropped, and then a refusal can say why.
 * @param {readonly string[]} takes @param {readonly string[]} types
 */
export function welcomes(takes, types) {
  if (takes.length === 0) return false;
  return types.some((it) => it === "Files" || it === BUNDLE || taken(plainType(it), takes));
}

/**
 * The end of a region; of its first column, where it has several.
 * @param {Region} region @returns {Target}
 */
export const endOf = ({ name, places }) => ({ in: (places.find(({ reorder }) => reorder) ?? places[0])?.in ?? name });

/**
 * Behind an item, where the order counts; else in its place.
 * @param {Shown} shown @param {number} item @returns {Target}
 */
export function behind({ regions, piles }, item) {
  const place = pileOf(piles, item) ?? "";
  const items = piles[place] ?? [];
  const next = items[items.indexOf(item) + 1];
  return next !== undefined && placeFacts(regions, place)?.reorder ? { in: place, before: next } : { in: place };
}

/**
 * The place that a paste means: behind the item in focus, else the end of the region in focus, else the end of the
 * first region that takes some of it.
 * @param {Shown} shown @param {readonly string[]} types @param {number|null} item in focus
 * @param {string|null} focus the region in focus @returns {{region:Region, target:Target}|null}
 */
export function meant({ regions, piles }, types, item, focus) {
  const open = regions.filter(({ takes }) => welcomes(takes ?? [], types));
  const own = item === null ? open.find(({ name }) => name === focus) : regionWith(open, pileOf(piles, item));
  const region = own ?? open[0];
  if (!region) return null;
  return { region, target: own && item !== null ? behind({ regions, piles }, item) : endOf(region) };
}
