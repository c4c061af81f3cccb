// @ts-check
/**
 * What is shown = what the server confirmed + what we have asked for and not heard about.
 * Promise: only server messages change the confirmed table; an intent vanishes exactly when its effect is confirmed
 * or refused, so nothing is shown twice and nothing jumps.
 * Invariant: `intents` are in the order in which the server will judge them; at most one is held back.
 */
import { afterEvent, fromSnap, moved, pileOf, withItem } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{piles: import("./table.js").Piles, faces: Map<number,string>}} Shown */
/**
 * @typedef {object} Intent
 * @property {number} id
 * @property {string} op
 * @property {number|null} item moved by it
 * @property {string|null} to where it goes, or the pile that is pressed
 * @property {number|null} okVersion the version that the server's `ok` named
 * @property {boolean} landed its event was applied, so it is no longer added to the confirmed table
 * @property {boolean} held not sent yet: it waits for the answers before it
 */

/** Taps on the stock may run ahead of the server this far. */
const AHEAD_MAX = 8;

export class Store {
  /** @type {Table|null} */
  table = null;
  /** @type {import("../net/messages.js").Dests|null} */
  dests = null;
  /** Our seat; −1: watching. */
  seat = -1;
  /** @type {Intent[]} */
  intents = [];
  /** Counts the games seen at this table: what was asked or lifted belongs to one of them. */
  games = 0;
  #next = 1;
  /** @type {Shown|null} */
  #shown = null;

  /** @param {import("../net/messages.js").Snap} snap */
  take(snap) {
    // A new deal keeps the room's epoch; whoever missed its snapshot knows it by its number or seal.
    const { table } = this;
    if (!table || table.epoch !== snap.e || snap.why === "deal" || !isSameDeal(table.deal, snap.deal)) {
      this.games += 1;
      this.forget();
    }
    this.table = fromSnap(snap);
    this.dests = null;
    this.#prune();
  }

  /** @param {import("../net/messages.js").Ev} ev @returns {"applied"|"old"|"gap"|"hash"} */
  hear(ev) {
    if (!this.table) return "old";
    const next = afterEvent(this.table, ev);
    if (typeof next === "string") return next;
    this.table = next;
    if (ev.by === this.seat) {
      const intent = this.intents.find((it) => !it.landed && !it.held);
      if (intent && lands(intent, ev)) intent.landed = true;
    }
    this.#prune();
    return "applied";
  }

  /** @param {string} op @param {{item?:number, to?:string, held?:boolean}} [more] @returns {Intent} */
  intend(op, more = {}) {
    const intent = {
      id: this.#next++, op, item: more.item ?? null, to: more.to ?? null,
      okVersion: null, landed: false, held: more.held ?? false,
    };
    this.intents = [...this.intents, intent];
    this.#shown = null;
    return intent;
  }

  /** @param {Intent} intent @param {number} version */
  confirm(intent, version) {
    intent.okVersion = version;
    this.#prune();
  }

  /** @param {Intent} intent */
  reject(intent) {
    this.intents = this.intents.filter((it) => it !== intent);
    this.#shown = null;
  }

  /** Nothing that was asked will be heard of any more. */
  forget() {
    this.intents = [];
    this.#shown = null;
  }

  /** @returns {Shown} */
  shown() {
    if (this.#shown) return this.#shown;
    if (!this.table) return { piles: {}, faces: new Map() };
    const { game, piles, faces } = this.table;
    let shown = { piles, faces };
    for (const intent of this.intents) if (!intent.landed) shown = after(shown, intent, game.draw);
    this.#shown = shown;
    return shown;
  }

  /** True while the legal destinations at hand speak of what is shown. */
  get certain() {
    return this.intents.length === 0 && this.dests !== null;
  }

  get mayTapAhead() {
    return this.intents.length < AHEAD_MAX && this.intents.every((it) => !it.held);
  }

  /**
   * Where an item may go; null: not known now.
   * @param {number} item @returns {string[]|null}
   */
  destinations(item) {
    return this.certain ? this.destinationsHeard(item) : null;
  }

  /**
   * The same as it was last heard, whatever was asked since.
   * @param {number} item @returns {string[]|null}
   */
  destinationsHeard(item) {
    if (!this.dests) return null;
    const entry = this.dests.d.find((it) => it[0] === item);
    return entry ? entry.slice(1).map((it) => String(it).replace("!", "")) : [];
  }

  /** @param {number} item */
  liftable(item) {
    if (this.seat < 0 || !this.table) return false;
    if (this.certain && this.dests) return this.dests.d.some((it) => it[0] === item);
    // Between a move and its answer: whatever looks liftable is; the server has the last word.
    const { piles, faces } = this.shown();
    const pile = pileOf(piles, item);
    if (!this.dests || pile === null || pile === "stock" || !faces.has(item)) return false;
    return pile.startsWith("t") || piles[pile][piles[pile].length - 1] === item;
  }

  /**
   * The foundation that a double click sends an item to.
   * @param {number} item @returns {string|null}
   */
  sendable(item) {
    return this.dests?.send.find((it) => it[0] === item)?.[1] ?? null;
  }

  /**
   * The confirmed tops of some piles; a top whose face we do not know is not named.
   * @param {string[]} names
   */
  tops(names) {
    if (!this.table) return {};
    const { piles, faces } = this.table;
    /** @type {Record<string, number|null>} */
    const tops = {};
    for (const name of names) {
      const pile = piles[name] ?? [];
      const top = pile.length > 0 ? pile[pile.length - 1] : null;
      if (top === null || faces.has(top)) tops[name] = top;
    }
    return tops;
  }

  #prune() {
    const version = this.table?.version ?? 0;
    this.intents = this.intents.filter((it) => it.okVersion === null || (!it.landed && it.okVersion > version));
    this.#shown = null;
  }
}

/** @param {Intent} intent @param {import("../net/messages.js").Ev} ev */
function lands(intent, ev) {
  if (intent.item === null) return intent.op === ev.op;
  return ev.m.length > 0 && ev.m[0][2] === intent.to && ev.m[0][1].includes(intent.item);
}

/** @param {Shown} shown @param {Intent} intent @param {number} draw @returns {Shown} */
function after(shown, intent, draw) {
  const { piles, faces } = shown;
  if (intent.op === "tap" && intent.to === "stock") return afterTap(shown, draw);
  if (intent.item === null || intent.to === null || !piles[intent.to]) return shown;
  const from = pileOf(piles, intent.item);
  if (from === null || from === intent.to) return shown;
  return { piles: moved(piles, [["mv", withItem(piles, intent.item), intent.to]]), faces };
}

/**
 * The stock turned: its cards go over without a face, which only the server knows.
 * @param {Shown} shown @param {number} draw
 */
function afterTap({ piles, faces }, draw) {
  const { stock, waste } = piles;
  if (stock.length > 0) {
    const drawn = stock.slice(-draw).reverse();
    return { piles: moved(piles, [["mv", drawn, "waste"]]), faces };
  }
  const hidden = new Map(faces);
  for (const item of waste) hidden.delete(item);
  return { piles: { ...piles, stock: [...waste].reverse(), waste: [] }, faces: hidden };
}

/**
 * Whether two tell of one deal: what a sealed one reveals at its end does not make it another.
 * @param {import("../net/messages.js").Deal} a @param {import("../net/messages.js").Deal} b
 */
function isSameDeal(a, b) {
  if (a.kind === "open" || b.kind === "open") return a.kind === "open" && b.kind === "open" && a.n === b.n;
  return a.commit === b.commit;
}
