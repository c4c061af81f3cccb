// @ts-check
/** Where things from outside can go: regions of a board as plain data, and the place that is meant without a mouse. */
import { BUNDLE, plainType, taken } from "./kinds.js";

/** @typedef {{in:string, title?:string, reorder?:boolean,
 *   items:ReadonlyArray<readonly [number, ...unknown[]]>}} RunFacts */
/** @typedef {{name:string, title?:string, label?:string, takes?:readonly string[], gives?:boolean,
 *   runs:readonly RunFacts[]}} RegionFacts */
/** @typedef {{in:string, before?:number, onto?:number}} Target */

/** @param {readonly RegionFacts[]} regions @param {string} place */
export function regionAt(regions, place) {
  return regions.find(({ name, runs }) => runs.some((run) => run.in === place) || name === place);
}

/** @param {readonly RegionFacts[]} regions @param {number} item */
export function regionOf(regions, item) {
  return regions.find(({ runs }) => runs.some(({ items }) => items.some(([handle]) => handle === item)));
}

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
 * @param {RegionFacts} region @returns {Target}
 */
export function endOf(region) {
  const run = region.runs.find(({ reorder }) => reorder) ?? region.runs[0];
  return { in: run?.in ?? region.name };
}

/**
 * Behind an item, where the order counts; else in its place.
 * @param {RegionFacts} region @param {number} item @returns {Target}
 */
export function behind(region, item) {
  const own = region.runs.find(({ items }) => items.some(([handle]) => handle === item));
  if (!own) return endOf(region);
  const runs = region.runs.filter((run) => run.in === own.in);
  const handles = runs.flatMap(({ items }) => items.map(([handle]) => handle));
  const next = handles[handles.indexOf(item) + 1];
  return runs.some(({ reorder }) => reorder) && next !== undefined ? { in: own.in, before: next } : { in: own.in };
}

/**
 * The place that a paste means: behind the item in focus, else the end of the region in focus, else the end of the
 * first region that takes some of it.
 * @param {readonly RegionFacts[]} regions @param {readonly string[]} types @param {number|null} item in focus
 * @param {string|null} focus the region in focus @returns {{region:RegionFacts, target:Target}|null}
 */
export function meant(regions, types, item, focus) {
  const open = regions.filter(({ takes }) => welcomes(takes ?? [], types));
  const own = item === null ? open.find(({ name }) => name === focus) : regionOf(open, item);
  const region = own ?? open[0];
  if (!region) return null;
  return { region, target: own && item !== null ? behind(region, item) : endOf(region) };
}
