// @ts-check
/**
 * How a game lies at its start, as far as its zones and the sentences about its deal tell: cards without names, some of
 * them face down. Pure.
 * Invariant: no pile has more cards than were dealt to it.
 */
import { kindsOf } from "../model/zones.js";

/** @typedef {import("../model/zones.js").Zone & {start?:Array<[number, number]>}} Zone  start: down and up, by piles */
/** @typedef {import("../model/zones.js").Kind & {zone:Zone}} Kind */
/** @typedef {{piles:Record<string, number[]>, faces:Map<number, string>}} Start */
/** @typedef {ReadonlyMap<string, Record<string, unknown>>} Told  arguments of the sentences, by their keys */

/** What is drawn of a pile of which only the top is seen. */
const SQUARED_MAX = 1;
const CARD = "AS";

/** @param {readonly Zone[]} zones @param {unknown} [say] the rules as the server tells them @returns {Start} */
export function start(zones, say = []) {
  const told = new Map(Array.isArray(say) ? say.filter(Array.isArray).map(([key, args]) => [key, args ?? {}]) : []);
  /** @type {Start} */
  const made = { piles: {}, faces: new Map() };
  let handle = 0;
  for (const [pile, kind] of kindsOf(zones)) {
    const [down, up] = seen(kind, dealtTo(kind, told));
    const items = Array.from({ length: down + up }, () => handle++);
    made.piles[pile] = items;
    for (const item of items.slice(down)) made.faces.set(item, CARD);
  }
  return made;
}

/** @param {Kind} kind @param {Told} told @returns {[number, number]} face down, face up */
function dealtTo({ role, index, zone }, told) {
  const exact = zone.start?.[index];
  if (Array.isArray(exact)) return exact;
  const dealt = zone.dealt ?? 0;
  if (role === "stock") return [SQUARED_MAX, 0];
  if (role !== "tableau") return [0, dealt];
  const all = sizes(told.get("deal.columns.sizes"))?.[index] ?? dealt;
  const down = told.has("deal.topsOpen") ? all - 1 : isBeforeLastRow(zone, index) && told.has("deal.lastRowOpen") ? all
    : sizes(told.get("deal.down.sizes"))?.[index] ?? 0;
  return [Math.min(all, down), Math.max(0, all - down)];
}

/** @param {Record<string, unknown>} [args] @returns {number[]|undefined} */
function sizes(args) {
  const told = args?.sizes;
  return Array.isArray(told) ? told.map(Number) : undefined;
}

/** @param {Zone} zone @param {number} index */
function isBeforeLastRow({ places = [] }, index) {
  const rows = places.map(([, row]) => row);
  return rows[index] < Math.max(...rows);
}

/** @param {Kind} kind @param {[number, number]} dealt @returns {[number, number]} */
function seen({ zone }, [down, up]) {
  if (zone.spread || zone.places || zone.row) return [down, up];
  return up > 0 ? [0, Math.min(SQUARED_MAX, up)] : [Math.min(SQUARED_MAX, down), 0];
}
