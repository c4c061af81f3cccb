// @ts-check
/**
 * One table as the server has confirmed it, whatever is played. Values, never changed in place: each event makes the
 * next one. Invariant: every handle lies in exactly one place, and only what everybody may see has a face.
 */
import { viewHash } from "./hash.js";
import { toldApart } from "./namesakes.js";
import { kindsOf } from "./zones.js";

/** @typedef {import("../net/messages.js").Mv} Mv */
/** @typedef {import("../net/messages.js").Content} Content */
/** @typedef {Record<string, number[]>} Piles  the items of each place, in order; of a pile the deepest card first */
/** @typedef {{in:string, title:string, reorder:boolean, capacity:number|null}} PlaceFacts */
/** @typedef {Omit<import("../net/messages.js").BoardRegion, "runs"> & {places:PlaceFacts[]}} Region */
/**
 * @template {string|Content} F what is seen of an item: the face of a card in patience, content on a board
 * @typedef {object} TableOf
 * @property {string} room
 * @property {string} epoch
 * @property {number} version
 * @property {string} hash
 * @property {F extends string ? import("../net/messages.js").Game : import("../net/messages.js").BoardGame} game
 * @property {F extends string ? import("../net/messages.js").Deal : undefined} deal
 * @property {import("./zones.js").Kinds} kinds what each pile of patience is
 * @property {Region[]} regions
 * @property {string[]} order the places in the snapshot's order
 * @property {Piles} piles
 * @property {ReadonlySet<number>} fixed items that nothing can be put before, though their place has an order
 * @property {ReadonlyMap<number, F>} faces
 * @property {import("../net/messages.js").Selections} sel
 * @property {import("../net/messages.js").Status} status
 * @property {import("../net/messages.js").Seat[]} seats
 * @property {number} watching
 * @property {import("../net/messages.js").Admission} admission
 * @property {import("../net/messages.js").Entry} [entry] of the race that is run here
 */
/** @typedef {TableOf<string>} Table of patience */
/** @typedef {TableOf<Content>} BoardTable */
/** @typedef {import("../net/messages.js").Snap|import("../net/messages.js").BoardSnap} AnySnap */
/** @typedef {import("../net/messages.js").Ev|import("../net/messages.js").BoardEv} AnyEv */

/**
 * @template {AnySnap} S
 * @param {S} snap @returns {S extends import("../net/messages.js").Snap ? Table : BoardTable}
 */
export function fromSnap(snap) {
  /** @type {Piles} */
  const piles = {};
  const order = [];
  const faces = new Map();
  const fixed = new Set();
  for (const { runs = [] } of snap.regions) {
    for (const { in: place, items, ...facts } of runs) {
      if (!Object.hasOwn(piles, place)) {
        piles[place] = [];
        order.push(place);
      }
      for (const [item, face] of items) {
        piles[place].push(item);
        if (face !== undefined) faces.set(item, face);
        if (!("reorder" in facts && facts.reorder)) fixed.add(item);
      }
    }
  }
  const { r, e, v, h, game, s, seats, watching } = snap;
  const regions = /** @type {import("../net/messages.js").BoardRegion[]} */ (snap.regions);
  const table = {
    room: r, epoch: e, version: v, hash: h, game, deal: "deal" in snap ? snap.deal : undefined,
    kinds: kindsOf("zones" in game ? game.zones : []), regions: regions.map((it) => regionOf(it)), order, piles,
    fixed, faces, sel: "sel" in snap ? snap.sel ?? [] : [], status: s, seats: toldApart(seats), watching,
    admission: admissionOf(snap), entry: "entry" in snap ? snap.entry : undefined,
  };
  return /** @type {any} */ (table);
}

/** @param {import("../net/messages.js").Admission} told in a snapshot, or with who is there */
export const admissionOf = ({ access, host, locked, chat }) => ({ access, host, locked, chat });

/** @param {import("../net/messages.js").BoardRegion} region @returns {Region} */
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
 * The table after an event, or why it cannot be told: we had the event already, an event before it is missing, or the
 * result differs from the server's.
 * @template {string|Content} F
 * @param {TableOf<F>} table @param {AnyEv} ev @returns {TableOf<F>|"old"|"gap"|"hash"}
 */
export function afterEvent(table, ev) {
  if (ev.v <= table.version) return "old";
  if (ev.p !== table.version) return "gap";
  const { gone = [], regions = [], sel = table.sel, reveal } = /** @type {any} */ (ev);
  const faces = new Map(table.faces);
  for (const item of gone) faces.delete(item);
  for (const [item, face] of ev.up) faces.set(item, /** @type {F} */ (face));
  for (const item of ev.dn) faces.delete(item);
  const next = {
    ...table, version: ev.v, hash: ev.h, piles: moved(without(table.piles, new Set(gone)), ev.m), faces,
    fixed: stillFixed(table, ev.m, gone), regions: changed(table.regions, regions), sel, status: ev.s,
    deal: reveal && table.deal?.kind === "sealed" ? { ...table.deal, ...reveal } : table.deal,
  };
  return viewHash(next) === ev.h ? next : "hash";
}

/**
 * The piles after some moves; the given ones stay as they are.
 * @param {Piles} piles @param {readonly Mv[]} moves @returns {Piles}
 */
export function moved(piles, moves) {
  const next = { ...piles };
  for (const [, items, to, before] of moves) {
    const taken = new Set(items);
    for (const pile of Object.keys(next)) {
      if (next[pile].some((item) => taken.has(item))) next[pile] = next[pile].filter((item) => !taken.has(item));
    }
    const target = next[to] ?? [];
    const at = before === undefined ? -1 : target.indexOf(before);
    next[to] = at < 0 ? [...target, ...items] : [...target.slice(0, at), ...items, ...target.slice(at)];
  }
  return next;
}

/** @param {Piles} piles @param {ReadonlySet<number>} gone @returns {Piles} */
function without(piles, gone) {
  if (gone.size === 0) return piles;
  return Object.fromEntries(Object.entries(piles).map(([name, items]) => [
    name, items.some((item) => gone.has(item)) ? items.filter((item) => !gone.has(item)) : items,
  ]));
}

/**
 * What was moved or has turned up lies among the others now; what comes where nothing has an order stays fixed.
 * @param {Pick<BoardTable, "fixed"|"regions">} table @param {readonly Mv[]} moves @param {readonly number[]} gone
 */
function stillFixed({ fixed, regions }, moves, gone) {
  const ordered = new Set(regions.flatMap(({ places }) => places.filter(({ reorder }) => reorder).map((it) => it.in)));
  const next = new Set(fixed);
  for (const [, items, to] of moves) {
    for (const item of items) {
      if (ordered.has(to)) next.delete(item);
      else next.add(item);
    }
  }
  for (const item of gone) next.delete(item);
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

/** @param {readonly Region[]} regions @param {string|null} place */
export function regionWith(regions, place) {
  return regions.find(({ places }) => places.some((it) => it.in === place))
    ?? regions.find(({ name }) => name === place) ?? null;
}

/** @param {readonly Region[]} regions @param {string} place @returns {PlaceFacts|null} */
export function placeFacts(regions, place) {
  return regionWith(regions, place)?.places.find((it) => it.in === place) ?? null;
}

/** @param {Piles} piles @param {number} item @returns {string|null} */
export function pileOf(piles, item) {
  for (const pile of Object.keys(piles)) if (piles[pile].includes(item)) return pile;
  return null;
}

/**
 * What travels with an item that may be lifted: everything on it. Where only the last card may be, that is nothing.
 * @param {Piles} piles @param {number} item @returns {number[]}
 */
export function withItem(piles, item) {
  const pile = pileOf(piles, item);
  return pile === null ? [item] : piles[pile].slice(piles[pile].indexOf(item));
}

/**
 * The tops of some piles; one whose face is not known is not named.
 * @param {{piles: Piles, faces: ReadonlyMap<number, unknown>}} shown @param {readonly string[]} names
 */
export function tops({ piles, faces }, names) {
  /** @type {Record<string, number|null>} */
  const found = {};
  for (const name of names) {
    const top = piles[name]?.at(-1) ?? null;
    if (top === null || faces.has(top)) found[name] = top;
  }
  return found;
}
