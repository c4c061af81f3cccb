// @ts-check
/**
 * One table as the server has confirmed it. Values, never changed in place: each event makes the next one.
 * Invariant: every handle lies in exactly one pile, and only cards that everybody may see have a face.
 */
import { viewHash } from "./hash.js";
import { kindsOf } from "./zones.js";

/** @typedef {import("../net/messages.js").Mv} Mv */
/** @typedef {Record<string, number[]>} Piles  deepest card first */
/**
 * @typedef {object} Table
 * @property {string} room
 * @property {string} epoch
 * @property {number} version
 * @property {string} hash
 * @property {string[]} order the piles in the snapshot's order
 * @property {import("./zones.js").Kinds} kinds what each pile is
 * @property {Piles} piles
 * @property {Map<number, string>} faces
 * @property {import("../net/messages.js").Game} game
 * @property {import("../net/messages.js").Deal} deal
 * @property {import("../net/messages.js").Status} status
 * @property {import("../net/messages.js").Seat[]} seats
 * @property {number} watching
 */

/** @param {import("../net/messages.js").Snap} snap @returns {Table} */
export function fromSnap(snap) {
  /** @type {Piles} */
  const piles = {};
  const faces = new Map();
  const order = [];
  for (const region of snap.regions) {
    for (const run of region.runs) {
      if (!Object.hasOwn(piles, run.in)) {
        piles[run.in] = [];
        order.push(run.in);
      }
      for (const [item, face] of run.items) {
        piles[run.in].push(item);
        if (face !== undefined) faces.set(item, face);
      }
    }
  }
  const { r, e, v, h, game, deal, s, seats, watching } = snap;
  const kinds = kindsOf(game.zones ?? []);
  return { room: r, epoch: e, version: v, hash: h, order, kinds, piles, faces, game, deal, status: s, seats, watching };
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

/**
 * The table after an event, or why it cannot be told: we had the event already, an event before it is missing, or the
 * result differs from the server's.
 * @param {Table} table @param {import("../net/messages.js").Ev} ev
 * @returns {Table|"old"|"gap"|"hash"}
 */
export function afterEvent(table, ev) {
  if (ev.v <= table.version) return "old";
  if (ev.p !== table.version) return "gap";
  const faces = new Map(table.faces);
  for (const [item, face] of ev.up) faces.set(item, face);
  for (const item of ev.dn) faces.delete(item);
  /** @type {import("../net/messages.js").Deal} */
  const deal = ev.reveal && table.deal.kind === "sealed" ? { ...table.deal, ...ev.reveal } : table.deal;
  const next = { ...table, version: ev.v, hash: ev.h, piles: moved(table.piles, ev.m), faces, deal, status: ev.s };
  return viewHash(next) === ev.h ? next : "hash";
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
 * @param {{piles: Piles, faces: ReadonlyMap<number, string>}} shown @param {readonly string[]} names
 */
export function tops({ piles, faces }, names) {
  /** @type {Record<string, number|null>} */
  const found = {};
  for (const name of names) {
    const pile = piles[name] ?? [];
    const top = pile.length > 0 ? pile[pile.length - 1] : null;
    if (top === null || faces.has(top)) found[name] = top;
  }
  return found;
}
