// @ts-check
/**
 * One board as the server has confirmed it. Values, never changed in place: each event makes the next one.
 * Invariant: every handle lies in exactly one place, and what is face down has no content.
 */
import { contentText, viewHash } from "../model/hash.js";
import { moved } from "../model/table.js";

/** @typedef {import("../net/messages.js").Content} Content */
/** @typedef {import("../net/messages.js").BoardRegion} BoardRegion */
/** @typedef {Record<string, number[]>} Piles  the items of each place, in order */
/** @typedef {{in:string, title:string, reorder:boolean, capacity:number|null}} PlaceFacts */
/** @typedef {Omit<BoardRegion, "runs"> & {places:PlaceFacts[]}} Region */
/**
 * @typedef {object} Table
 * @property {string} room
 * @property {string} epoch
 * @property {number} version
 * @property {string} hash
 * @property {import("../net/messages.js").BoardGame} game
 * @property {Region[]} regions
 * @property {string[]} order the places in the snapshot's order
 * @property {Piles} piles
 * @property {ReadonlySet<number>} fixed items that nothing can be put before, though their place has an order
 * @property {Map<number, Content>} contents
 * @property {import("../net/messages.js").Selections} sel
 * @property {import("../net/messages.js").Status} status
 * @property {import("../net/messages.js").Seat[]} seats
 * @property {number} watching
 */

/** @param {import("../net/messages.js").BoardSnap} snap @returns {Table} */
export function fromSnap(snap) {
  /** @type {Piles} */
  const piles = {};
  const order = [];
  /** @type {Map<number, Content>} */
  const contents = new Map();
  const fixed = new Set();
  const regions = snap.regions.map((region) => regionOf(region));
  for (const region of snap.regions) {
    for (const run of region.runs ?? []) {
      if (!Object.hasOwn(piles, run.in)) {
        piles[run.in] = [];
        order.push(run.in);
      }
      for (const [item, content] of run.items) {
        piles[run.in].push(item);
        if (content !== undefined) contents.set(item, content);
        if (!run.reorder) fixed.add(item);
      }
    }
  }
  const { r, e, v, h, game, s, seats, watching, sel = [] } = snap;
  return {
    room: r, epoch: e, version: v, hash: h, game, regions, order, piles, fixed, contents, sel, status: s, seats,
    watching,
  };
}

/** @param {BoardRegion} region @returns {Region} */
function regionOf({ runs = [], ...facts }) {
  /** @type {Map<string, PlaceFacts>} */
  const places = new Map();
  for (const run of runs) {
    const known = places.get(run.in) ?? { in: run.in, title: "", reorder: false, capacity: null };
    known.title ||= run.title ?? "";
    known.reorder ||= run.reorder ?? false;
    known.capacity ??= run.capacity ?? null;
    places.set(run.in, known);
  }
  return { ...facts, places: [...places.values()] };
}

/**
 * The board after an event, or why it cannot be told: we had the event already, an event before it is missing, or the
 * result differs from the server's.
 * @param {Table} table @param {import("../net/messages.js").BoardEv} ev
 * @returns {Table|"old"|"gap"|"hash"}
 */
export function afterEvent(table, ev) {
  if (ev.v <= table.version) return "old";
  if (ev.p !== table.version) return "gap";
  const contents = new Map(table.contents);
  let { piles } = table;
  if (ev.gone && ev.gone.length > 0) {
    piles = without(piles, new Set(ev.gone));
    for (const item of ev.gone) contents.delete(item);
  }
  piles = moved(piles, ev.m);
  for (const [item, content] of ev.up) contents.set(item, content);
  for (const item of ev.dn) contents.delete(item);
  const next = {
    ...table, version: ev.v, hash: ev.h, piles, contents, fixed: stillFixed(table, ev),
    regions: ev.regions ? changed(table.regions, ev.regions) : table.regions, sel: ev.sel ?? table.sel, status: ev.s,
  };
  return boardHash(next) === ev.h ? next : "hash";
}

/** @param {{order:readonly string[], piles:Piles, contents:ReadonlyMap<number,Content>}} board */
export function boardHash({ order, piles, contents }) {
  const faces = new Map();
  for (const [item, content] of contents) faces.set(item, contentText(content));
  return viewHash({ order, piles, faces });
}

/** @param {Piles} piles @param {ReadonlySet<number>} gone @returns {Piles} */
function without(piles, gone) {
  return Object.fromEntries(Object.entries(piles).map(([name, items]) => [
    name, items.some((item) => gone.has(item)) ? items.filter((item) => !gone.has(item)) : items,
  ]));
}

/**
 * What was moved or has turned up lies among the others now; what comes where nothing has an order stays fixed.
 * @param {Table} table @param {import("../net/messages.js").BoardEv} ev
 */
function stillFixed({ fixed, regions }, ev) {
  const ordered = new Set(regions.flatMap(({ places }) => places.filter(({ reorder }) => reorder).map((it) => it.in)));
  const next = new Set(fixed);
  for (const [, items, to] of ev.m) {
    for (const item of items) {
      if (ordered.has(to)) next.delete(item);
      else next.add(item);
    }
  }
  for (const item of ev.gone ?? []) next.delete(item);
  return next;
}

/**
 * @param {Region[]} regions @param {readonly import("../net/messages.js").RegionChange[]} changes
 * @returns {Region[]}
 */
export function changed(regions, changes) {
  if (changes.length === 0) return regions;
  return regions.map((region) => {
    const change = changes.find(({ name }) => name === region.name);
    return change ? { ...region, ...change } : region;
  });
}

/** @param {readonly Region[]} regions @param {string} place */
export function regionWith(regions, place) {
  return regions.find(({ places }) => places.some((it) => it.in === place))
    ?? regions.find(({ name }) => name === place) ?? null;
}

/** @param {readonly Region[]} regions @param {string} place @returns {PlaceFacts|null} */
export function placeFacts(regions, place) {
  return regionWith(regions, place)?.places.find((it) => it.in === place) ?? null;
}
