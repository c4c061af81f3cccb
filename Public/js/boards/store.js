// @ts-check
/**
 * What is shown = what the server confirmed + what we have asked for and not heard about.
 * Promise: only server messages change the confirmed board; an intent vanishes exactly when its effect is confirmed or
 * refused, so nothing is shown twice and nothing jumps. Only what certainly moves is shown ahead.
 * Invariant: `intents` are in the order in which the server will judge them.
 */
import { moved, pileOf } from "../model/table.js";
import { Choices, NOWHERE } from "./choices.js";
import { afterEvent, changed, fromSnap, placeFacts, regionWith } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Region} Region */
/** @typedef {{in:string, before?:number, onto?:number}} Target */
/**
 * @typedef {object} Intent
 * @property {string} op
 * @property {number[]} items moved or tapped by it
 * @property {Target|null} to
 * @property {boolean} on of an edit
 * @property {number|null} okVersion the version that the server's `ok` named
 * @property {boolean} landed its event was applied, so it is no longer added to the confirmed board
 */
/**
 * @typedef {object} Shown
 * @property {Region[]} regions
 * @property {import("./table.js").Piles} piles
 * @property {ReadonlySet<number>} fixed
 * @property {ReadonlyMap<number, import("./table.js").Content>} contents
 * @property {import("../net/messages.js").Selections} sel
 */

/** @type {Shown} */
export const NOTHING = { regions: [], piles: {}, fixed: new Set(), contents: new Map(), sel: [] };

export class Store {
  /** @type {Table|null} */
  table = null;
  /** @type {Choices|null} */
  choices = null;
  /** Our seat; −1: watching. */
  seat = -1;
  /** @type {Intent[]} */
  intents = [];
  /** @type {readonly import("../net/messages.js").LiveDrag[]} */
  live = [];
  /** @type {readonly import("../net/messages.js").RegionChange[]} */
  #passing = [];
  /** @type {Shown|null} */
  #shown = null;

  /** @param {import("../net/messages.js").BoardSnap} snap */
  take(snap) {
    if (this.table?.epoch !== snap.e) this.forget();
    this.table = fromSnap(snap);
    this.choices = null;
    this.#prune();
  }

  /** @param {import("../net/messages.js").BoardEv} ev @returns {"applied"|"old"|"gap"|"hash"} */
  hear(ev) {
    if (!this.table) return "old";
    const next = afterEvent(this.table, ev);
    if (typeof next === "string") return next;
    this.table = next;
    const told = new Set((ev.regions ?? []).map(({ name }) => name));
    this.#passing = this.#passing.filter(({ name }) => !told.has(name));
    if (ev.by === this.seat) {
      const intent = this.intents.find((it) => !it.landed);
      if (intent && lands(intent, ev)) intent.landed = true;
    }
    this.#prune();
    return "applied";
  }

  /** @param {import("../net/messages.js").BoardDests} dests */
  allow(dests) {
    this.choices = new Choices(dests);
  }

  /**
   * @param {readonly import("../net/messages.js").LiveDrag[]} live
   * @param {readonly import("../net/messages.js").RegionChange[]} [passing] titles that follow a drag, until the next
   * @returns {boolean} whether more is to be shown than where hands are
   */
  hold(live, passing = []) {
    const held = (/** @type {typeof live} */ hands) => hands.map(({ d, items }) => `${d}:${items}`).join(" ");
    const same = held(live) === held(this.live);
    this.live = live;
    if (passing.length === 0 && this.#passing.length === 0) return !same;
    this.#passing = passing;
    this.#shown = null;
    return true;
  }

  /** @param {string} op @param {{items?:number[], to?:Target|null, on?:boolean}} more @returns {Intent} */
  intend(op, { items = [], to = null, on = false }) {
    const intent = { op, items, to, on, okVersion: null, landed: false };
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

  /**
   * It was asked anew: now it is judged after all others.
   * @param {Intent} intent
   */
  later(intent) {
    if (!this.intents.includes(intent)) return;
    this.intents = [...this.intents.filter((it) => it !== intent), intent];
    this.#shown = null;
  }

  /** Nothing that was asked will be heard of any more. */
  forget() {
    this.intents = [];
    this.#passing = [];
    this.#shown = null;
  }

  /** @returns {Shown} */
  shown() {
    if (this.#shown) return this.#shown;
    if (!this.table) return NOTHING;
    const { piles, fixed, contents, sel } = this.table;
    const regions = changed(this.table.regions, this.#passing);
    /** @type {Shown} */
    const confirmed = { regions, piles, fixed, contents, sel };
    this.#shown = this.intents.filter((it) => !it.landed)
      .reduce((shown, intent) => this.#after(shown, intent), confirmed);
    return this.#shown;
  }

  /** @param {number} item the seat that holds it, or −1 */
  holder(item) {
    return this.live.find(({ items, by }) => by !== this.seat && items.includes(item))?.by ?? -1;
  }

  /** @param {number} item */
  liftable(item) {
    return this.seat >= 0 && this.choices?.liftable(item) === true && this.holder(item) < 0;
  }

  /** @param {number} item */
  targets(item) {
    return this.seat < 0 ? NOWHERE : this.choices?.targets(item) ?? NOWHERE;
  }

  /**
   * What is selected by a seat.
   * @param {number} [seat] @returns {number[]}
   */
  selected(seat = this.seat) {
    return this.shown().sel.find(([by]) => by === seat)?.[1] ?? [];
  }

  /**
   * What we have selected in the region of an item: other regions have their own choices.
   * @param {number} item @returns {number[]}
   */
  selectedWith(item) {
    const { regions, piles } = this.shown();
    const place = pileOf(piles, item);
    const places = place === null ? [] : regionWith(regions, place)?.places ?? [];
    const peers = new Set(places.flatMap((it) => piles[it.in] ?? []));
    return this.selected().filter((it) => peers.has(it));
  }

  /**
   * All that travel when an item is lifted, it first; the server may know better.
   * @param {number} item @returns {number[]}
   */
  withItem(item) {
    const selected = this.selectedWith(item);
    return selected.includes(item) ? [item, ...selected.filter((it) => it !== item)] : [item];
  }

  /**
   * As they lie on the board: so they are put down, whichever of them was lifted.
   * @param {readonly number[]} items @returns {number[]}
   */
  inOrder(items) {
    const wanted = new Set(items);
    const { piles } = this.shown();
    const lying = (this.table?.order ?? []).flatMap((place) => piles[place].filter((item) => wanted.has(item)));
    const found = new Set(lying);
    return [...lying, ...items.filter((item) => !found.has(item))];
  }

  /**
   * Whether a move to a place is one in which the items leave where they were: then it can be shown ahead.
   * @param {number[]} items @param {Target} to
   */
  certainly(items, to) {
    const { regions, piles } = this.table ?? NOTHING;
    const here = regionWith(regions, to.in);
    if (to.onto !== undefined || !placeFacts(regions, to.in)?.reorder) return false;
    if (to.before !== undefined && !piles[to.in]?.includes(to.before)) return false;
    return items.every((item) => {
      const from = pileOf(piles, item);
      return from !== null && placeFacts(regions, from)?.reorder === true && regionWith(regions, from) === here;
    });
  }

  /** @param {Shown} shown @param {Intent} intent @returns {Shown} */
  #after(shown, { op, items, to, on }) {
    if ((op === "move" || op === "drop") && to && this.certainly(items, to)) {
      const present = items.filter((item) => pileOf(shown.piles, item) !== null);
      const pile = shown.piles[to.in] ?? [];
      // What it was to go before is not there any more: that is refused.
      if (to.before !== undefined && !pile.includes(to.before)) return shown;
      const before = slid(pile, present, to.before);
      return { ...shown, piles: moved(shown.piles, [before === undefined ? ["mv", present, to.in]
        : ["mv", present, to.in, before]]) };
    }
    if (op === "tap" && to && items.length > 0) return { ...shown, sel: this.#toggled(shown, items[0], to.in) };
    if (op === "edit" && to) {
      return { ...shown, regions: shown.regions.map((region) => {
        const others = (region.editing ?? []).filter((it) => it !== this.seat);
        return region.name === to.in ? { ...region, editing: on ? [...others, this.seat] : others } : region;
      }) };
    }
    return shown;
  }

  /** @param {Shown} shown @param {number} item @param {string} place */
  #toggled(shown, item, place) {
    const choice = regionWith(shown.regions, place)?.layout === "choice";
    const peers = new Set(shown.piles[place]);
    const mine = shown.sel.find(([by]) => by === this.seat)?.[1] ?? [];
    const next = choice ? [...mine.filter((it) => !peers.has(it)), item]
      : mine.includes(item) ? mine.filter((it) => it !== item) : [...mine, item];
    /** @type {import("../net/messages.js").Selections} */
    const sel = [];
    for (const [by, items] of shown.sel) {
      if (by !== this.seat) sel.push([by, choice ? items.filter((it) => !peers.has(it)) : items]);
    }
    return [...sel, /** @type {[number, number[]]} */ ([this.seat, next])];
  }

  #prune() {
    const version = this.table?.version ?? 0;
    this.intents = this.intents.filter((it) => it.okVersion === null || (!it.landed && it.okVersion > version));
    this.#shown = null;
  }
}

/**
 * The item to land before. If that item moves too, the next one that stays takes its place.
 * @param {readonly number[]} pile @param {readonly number[]} items @param {number} [before]
 */
export function slid(pile, items, before) {
  if (before === undefined) return undefined;
  const at = pile.indexOf(before);
  return at < 0 ? undefined : pile.slice(at).find((item) => !items.includes(item));
}

/**
 * Whether a pile is the same after some of it were put down there.
 * @param {readonly number[]} pile @param {readonly number[]} items in order @param {number} [before]
 */
export function unchanged(pile, items, before) {
  const next = slid(pile, items, before);
  const rest = pile.filter((item) => !items.includes(item));
  const at = next === undefined ? rest.length : rest.indexOf(next);
  const after = [...rest.slice(0, at), ...items, ...rest.slice(at)];
  return after.length === pile.length && after.every((item, index) => item === pile[index]);
}

/** @param {Intent} intent @param {import("../net/messages.js").BoardEv} ev */
function lands(intent, ev) {
  if (intent.op !== "move" && intent.op !== "drop") return intent.op === ev.op;
  return ev.m.some(([, items, to]) => to === intent.to?.in && items.includes(intent.items[0]));
}
