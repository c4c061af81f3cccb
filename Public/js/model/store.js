// @ts-check
/**
 * What is shown = what the server confirmed + what we have asked for and not heard about, played by the rules if they
 * are at hand, else guessed.
 * Promise: only server messages change the confirmed table; an intent vanishes exactly when its effect is confirmed
 * or refused, so nothing is shown twice and nothing jumps. Where the server has spoken of what is shown, it is heeded.
 * Invariant: `intents` are in the order in which the server will judge them; at most one is held back.
 */
import { afterEvent, fromSnap, moved, pileOf, tops, withItem } from "./table.js";
import { cardOf, isKnownDown, isOpen, turnedDown } from "./face.js";
import { pilesOf } from "./zones.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{piles: import("./table.js").Piles, faces: Map<number,string>}} Shown */
/** @typedef {import("./predictor.js").Choices} Choices */
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

/** Taps on the stock, and moves that the rules allow, may run ahead of the server this far. */
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
  /**
   * The rules in the page; they may be missing, or stop at any time.
   * @type {import("./predictor.js").Predictor|null}
   */
  predictor = null;
  /** @type {readonly import("../net/messages.js").LiveDrag[]} */
  #live = [];
  #next = 1;
  /** @type {Shown|null} */
  #shown = null;
  /**
   * Undefined: not asked yet.
   * @type {import("./predictor.js").Foreseen|null|undefined}
   */
  #foreseen;
  /**
   * For whom and by what it was foreseen: both may change at any time.
   * @type {{seat:number, predictor:object|null, turns:number}}
   */
  #foreseenFor = { seat: -1, predictor: null, turns: 0 };

  /** @param {import("../net/messages.js").Snap} snap */
  take(snap) {
    // A new deal keeps the room's epoch. A client that missed its snapshot knows it by its number or seal.
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

  /** @param {import("../net/messages.js").Dests} dests */
  allow(dests) {
    this.dests = dests;
    if (this.table && dests.v === this.table.version) this.predictor?.compare(this.table, dests);
  }

  /**
   * @param {readonly import("../net/messages.js").LiveDrag[]} live all that is in somebody's hand
   * @returns {boolean} whether more is to be shown than where hands are
   */
  hold(live) {
    const held = (/** @type {typeof live} */ hands) => hands.map(({ d, items }) => `${d}:${items}`).join(" ");
    if (held(live) === held(this.#live)) {
      this.#live = live;
      return false;
    }
    const before = String(this.#heldByOthers);
    this.#live = live;
    if (String(this.#heldByOthers) !== before) this.#unsee();
    return true;
  }

  /** All that is in somebody's hand. */
  get live() {
    return this.#live;
  }

  /** @param {string} op @param {{item?:number, to?:string, held?:boolean}} [more] @returns {Intent} */
  intend(op, more = {}) {
    const intent = {
      id: this.#next++, op, item: more.item ?? null, to: more.to ?? null,
      okVersion: null, landed: false, held: more.held ?? false,
    };
    this.intents = [...this.intents, intent];
    this.#unsee();
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
    this.#unsee();
  }

  /** Nothing that was asked will be heard of any more. */
  forget() {
    this.intents = [];
    this.#unsee();
  }

  /** @returns {Shown} */
  shown() {
    this.#heed();
    if (this.#shown) return this.#shown;
    if (!this.table) return { piles: {}, faces: new Map() };
    const { table } = this;
    const { piles, faces } = table;
    const pending = this.#pending;
    const foreseen = pending.length > 0 ? this.#foresee() : null;
    // What the rules cannot play is guessed, on top of what they could.
    this.#shown = pending.slice(foreseen?.played ?? 0)
      .reduce((shown, intent) => after(shown, intent, table), foreseen?.shown ?? { piles, faces });
    return this.#shown;
  }

  /** True while the legal destinations that were heard speak of what is shown. */
  get certain() {
    const { dests, table } = this;
    return this.intents.length === 0 && dests !== null && dests.v >= (table?.version ?? 0);
  }

  get mayRunAhead() {
    return this.intents.length < AHEAD_MAX && this.intents.every((it) => !it.held);
  }

  /**
   * Where an item may go; null: not known now.
   * @param {number} item @returns {string[]|null}
   */
  destinations(item) {
    return destinations(this.#legal(), item);
  }

  /**
   * The same as it was last heard, whatever was asked since.
   * @param {number} item @returns {string[]|null}
   */
  destinationsHeard(item) {
    return destinations(this.dests, item);
  }

  /** @param {number} item the seat of somebody else who holds it, or −1 */
  holder(item) {
    return this.#live.find(({ by, items }) => by !== this.seat && items.includes(item))?.by ?? -1;
  }

  /** @param {number} item */
  liftable(item) {
    if (this.seat < 0 || !this.table) return false;
    const legal = this.#legal();
    if (this.holder(item) >= 0) return false;
    if (legal) return legal.d.some((it) => it[0] === item);
    // Between a move and its answer: whatever looks liftable is; the server has the last word.
    const { piles, faces } = this.shown();
    const pile = pileOf(piles, item);
    if (!this.dests || pile === null || !isOpen(faces.get(item))) return false;
    const { role, zone } = this.table.kinds.get(pile) ?? {};
    if (role === "stock") return false;
    return zone?.spread === true || piles[pile][piles[pile].length - 1] === item;
  }

  /**
   * What is lifted by taking hold of a card: it itself, or where it only goes together with those under it, the first
   * of them that can be lifted; null: nothing.
   * @param {number} item @returns {number|null}
   */
  grasp(item) {
    if (this.liftable(item)) return item;
    const { piles } = this.shown();
    const under = piles[pileOf(piles, item) ?? ""] ?? [];
    for (let index = under.indexOf(item) - 1; index >= 0; index--) {
      if (this.liftable(under[index])) return under[index];
    }
    return null;
  }

  /**
   * The stock that can be turned now, or whose waste can be turned over; null: none.
   * @returns {string|null}
   */
  get turnable() {
    const legal = this.#legal();
    if (legal) return legal.tap[0] ?? null;
    const { table } = this;
    if (!table) return null;
    const { piles } = this.shown();
    const [stock] = pilesOf(table.kinds, "stock");
    const [waste] = pilesOf(table.kinds, "waste");
    if (stock === undefined) return null;
    const over = waste !== undefined && piles[waste].length > 0 && table.status.redeal;
    return piles[stock].length > 0 || over ? stock : null;
  }

  /**
   * Whether a step of our own can be taken back, or played again: each seat is told of its own.
   * @param {"undo"|"redo"} op
   */
  mayStep(op) {
    const { dests, seat, table } = this;
    if (!table || seat < 0) return false;
    return dests?.[op] ?? (table.seats.length === 1 && table.status[op] > 0);
  }

  /**
   * The foundation that a double click sends an item to.
   * @param {number} item @returns {string|null}
   */
  sendable(item) {
    return (this.#legal() ?? this.dests)?.send.find((it) => it[0] === item)?.[1] ?? null;
  }

  /**
   * The rule that forbids a drop on what is shown; null: none, or not known.
   * @param {number} item @param {string} to
   */
  whyNotDrop(item, to) {
    return (this.table && this.predictor?.whyNotDrop(this.table, this.#pending, item, to)) ?? null;
  }

  /**
   * The confirmed tops of some piles.
   * @param {string[]} names
   */
  tops(names) {
    return this.table ? tops(this.table, names) : {};
  }

  #prune() {
    const version = this.table?.version ?? 0;
    this.intents = this.intents.filter((it) => it.okVersion === null || (!it.landed && it.okVersion > version));
    this.#unsee();
  }

  #unsee() {
    this.#shown = null;
    this.#foreseen = undefined;
  }

  /** What was foreseen for another seat, or before the rules came or stopped, is seen no more. */
  #heed() {
    const { seat, predictor } = this;
    const turns = predictor?.turns ?? 0;
    const before = this.#foreseenFor;
    if (before.seat === seat && before.predictor === predictor && before.turns === turns) return;
    this.#foreseenFor = { seat, predictor, turns };
    this.#unsee();
  }

  get #pending() {
    return this.intents.filter((it) => !it.landed);
  }

  get #heldByOthers() {
    return this.#live.filter(({ by }) => by !== this.seat).map(({ items }) => items[0]);
  }

  #foresee() {
    this.#heed();
    if (this.#foreseen === undefined) {
      const { table, predictor } = this;
      const asked = table !== null && predictor !== null && this.seat >= 0;
      this.#foreseen = asked ? predictor.foresee(table, this.#pending, this.#heldByOthers) : null;
    }
    return this.#foreseen;
  }

  /**
   * What may be done with what is shown: in the server's words if it has spoken of it; null: not known.
   * @returns {Choices|null}
   */
  #legal() {
    if (this.certain) return this.dests;
    // Without the rules what was heard last counts until the next is heard.
    return this.#foresee()?.choices ?? (this.intents.length === 0 ? this.dests : null);
  }
}

/** @param {Choices|null} choices @param {number} item */
function destinations(choices, item) {
  const entry = choices?.d.find((it) => it[0] === item);
  return choices && (entry ?? []).slice(1).map((it) => String(it).replace("!", ""));
}

/**
 * Whether an event carries out an intent. Automatic moves may carry its cards further in the same event.
 * @param {Intent} intent @param {import("../net/messages.js").Ev} ev
 */
function lands({ op, item }, ev) {
  return item === null ? op === ev.op : ev.m.some(([, items]) => items.includes(item));
}

/** @param {Shown} shown @param {Intent} intent @param {Table} table @returns {Shown} */
function after(shown, { op, item, to }, table) {
  const { piles, faces } = shown;
  if (op === "tap" && to !== null) return afterTap(shown, to, table);
  if (item === null || to === null || !piles[to]) return shown;
  const from = pileOf(piles, item);
  if (from === null || from === to) return shown;
  const [away] = pilesOf(table.kinds, "foundation");
  const partner = piles[to][piles[to].length - 1];
  if (table.game.pairs !== undefined && away !== undefined && to !== away && partner !== undefined) {
    return { piles: moved(piles, [["mv", [item, partner], away]]), faces };
  }
  return { piles: moved(piles, [["mv", withItem(piles, item), to]]), faces };
}

/**
 * A stock turned: its cards go over without a face, which only the server knows, unless everybody knows it.
 * @param {Shown} shown @param {string} stock @param {Table} table
 */
function afterTap({ piles, faces }, stock, { kinds, game }) {
  const left = piles[stock] ?? [];
  const drawn = left.slice(-Math.max(1, game.draw)).reverse();
  const [waste] = pilesOf(kinds, "waste");
  const open = new Map(faces);
  for (const item of drawn) {
    const face = faces.get(item);
    if (face !== undefined) open.set(item, cardOf(face));
  }
  if (waste === undefined) {
    // One card on each column, from the left.
    const columns = pilesOf(kinds, "tableau");
    const moves = drawn.map((item, index) => /** @type {import("./table.js").Mv} */ (["mv", [item], columns[index]]));
    return { piles: moved(piles, moves.slice(0, columns.length)), faces: open };
  }
  if (left.length > 0) return { piles: moved(piles, [["mv", drawn, waste]]), faces: open };
  // Where face-down cards are known, these will be.
  const isOpenBook = [...faces.values()].some(isKnownDown);
  const hidden = new Map(faces);
  for (const item of piles[waste]) {
    const face = faces.get(item);
    if (isOpenBook && face !== undefined) hidden.set(item, turnedDown(face));
    else hidden.delete(item);
  }
  return { piles: { ...piles, [stock]: [...piles[waste]].reverse(), [waste]: [] }, faces: hidden };
}

/**
 * Whether two tell of one deal: what a sealed one reveals at its end does not make it another.
 * @param {import("../net/messages.js").Deal} a @param {import("../net/messages.js").Deal} b
 */
function isSameDeal(a, b) {
  if (a.kind === "open" || b.kind === "open") return a.kind === "open" && b.kind === "open" && a.n === b.n;
  return a.commit === b.commit;
}
