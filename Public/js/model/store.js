// @ts-check
/**
 * What is shown = what the server confirmed + what we have asked for and not heard about.
 * Promise: only server messages change the confirmed table; an intent vanishes exactly when its effect is confirmed or
 * refused, so nothing is shown twice and nothing jumps. Where the server has spoken of what is shown, it is heeded.
 * Invariant: `intents` are in the order in which the server will judge them; those that are held back come last.
 */
import { Choices, NOWHERE } from "./choices.js";
import { afterEvent, changed, fromSnap, pileOf, regionWith, tops } from "./table.js";

/** @typedef {{in:string, before?:number, onto?:number}} Target where something goes, before an item or onto one */
/**
 * @typedef {object} Intent
 * @property {string} op
 * @property {number[]} items moved or tapped by it
 * @property {Target|null} to where they go, or what is pressed
 * @property {boolean} on of an edit
 * @property {number|null} okVersion the version that the server's `ok` named
 * @property {boolean} landed its event was applied, so it is no longer added to the confirmed table
 * @property {boolean} held not sent yet: it waits for the answers before it
 */
/**
 * @template {string|import("./table.js").Content} F
 * @typedef {Pick<import("./table.js").TableOf<F>, "regions"|"piles"|"fixed"|"faces"|"sel">} ShownOf
 */
/**
 * @template {string|import("./table.js").Content} F
 * @typedef {object} ViewOf what an answer that has not come is foreseen from
 * @property {import("./table.js").TableOf<F>} table
 * @property {ShownOf<F>} confirmed
 * @property {readonly Intent[]} pending asked for, and not part of the confirmed table
 * @property {number} seat ours
 * @property {readonly number[]} held one item of each hand of somebody else
 */
/**
 * What is played decides how much of it can be shown ahead: `Foresight` knows it of patience, `Certainty` of boards.
 * @template {string|import("./table.js").Content} F
 * @typedef {object} AheadOf
 * @property {boolean} isBoard
 * @property {number} turns counts what changes all that it foresees
 * @property {(view:ViewOf<F>) => ShownOf<F>} shown
 * @property {(view:ViewOf<F>, heard:Choices|null) => Choices|null} choices what may be done with that
 * @property {(view:ViewOf<F>, shown:ShownOf<F>, item:number) => boolean} [looksLiftable] while the choices are not
 *   known
 * @property {(view:ViewOf<F>, shown:ShownOf<F>) => string|null} [turnable] the stock that looks as if it can be turned
 * @property {(view:ViewOf<F>, item:number, to:string) => string|null} [whyNotDrop] the rule that forbids a drop
 * @property {(intent:Intent, ev:import("./table.js").AnyEv) => boolean} lands whether an event carries an intent out
 * @property {(shown:ShownOf<F>, item:number, selected:readonly number[]) => number[]} travelling all that is lifted
 *   with an item, it first
 * @property {(table:import("./table.js").TableOf<F>, told:import("./choices.js").Told) => void} [heard]
 */

/** @typedef {ShownOf<string>} Shown of patience */
/** @typedef {ShownOf<import("./table.js").Content>} BoardShown */
/** @typedef {Store<import("./table.js").Content>} BoardStore */

/** @type {ShownOf<any>} */
export const NOTHING = { regions: [], piles: {}, fixed: new Set(), faces: new Map(), sel: [] };

const UNSEEN = new Set(["undo", "redo", "go", "resign"]);
/** While the game of a table has one of these there is nothing to be done in it: it is over, or has not begun. */
const RESTS = new Set(["won", "over", "waiting"]);

/** @template {string|import("./table.js").Content} F */
export class Store {
  /** @type {import("./table.js").TableOf<F>|null} */
  table = null;
  /**
   * What we may do, as it was last told.
   * @type {Choices|null}
   */
  choices = null;
  /**
   * The faces that were seen of this deal, also those of cards that lie face down by now.
   * @type {Map<number, F>}
   */
  seen = new Map();
  /** Our seat; −1: watching. */
  seat = -1;
  /** @type {Intent[]} */
  intents = [];
  /** Counts the games seen at this table: what was asked or lifted belongs to one of them. */
  games = 0;
  /**
   * All that is in somebody's hand.
   * @type {readonly import("../net/messages.js").LiveDrag[]}
   */
  live = [];
  /** @type {readonly import("../net/messages.js").RegionChange[]} */
  #passing = [];
  /** @type {ViewOf<F>|null} */
  #view = null;
  /** @type {ShownOf<F>|null} */
  #shown = null;
  #turns = 0;

  /** @param {AheadOf<F>} ahead */
  constructor(ahead) {
    this.ahead = ahead;
  }

  /** @param {import("./table.js").AnySnap} snap */
  take(snap) {
    // A new deal keeps the room's epoch. A client that missed its snapshot knows it by its number or seal.
    const { ahead, table } = this;
    const isNew = !table || table.epoch !== snap.e;
    const isDealt = snap.why === "deal" || (table !== null && !isSameDeal(table, snap));
    if (isNew || isDealt) this.forget();
    // The items of a board outlive its room's history.
    if (!table || isDealt || (isNew && !ahead.isBoard)) this.games += 1;
    this.table = /** @type {import("./table.js").TableOf<F>} */ (/** @type {unknown} */ (fromSnap(snap)));
    this.choices = null;
    if (isNew || isDealt) this.seen.clear();
    this.#see(this.table.faces);
    this.#prune();
  }

  /** @param {Iterable<[number, F]>} faces */
  #see(faces) {
    if (!this.ahead.isBoard) for (const [item, face] of faces) this.seen.set(item, face);
  }

  /** @param {import("./table.js").AnyEv} ev @returns {"applied"|"old"|"gap"|"hash"} */
  hear(ev) {
    if (!this.table) return "old";
    const next = afterEvent(this.table, ev);
    if (typeof next === "string") return next;
    this.table = next;
    this.#see(/** @type {Array<[number, any]>} */ (ev.up));
    const told = new Set(("regions" in ev ? ev.regions ?? [] : []).map(({ name }) => name));
    this.#passing = this.#passing.filter(({ name }) => !told.has(name));
    if (ev.by === this.seat) {
      const intent = this.intents.find((it) => !it.landed && !it.held);
      if (intent && this.ahead.lands(intent, ev)) intent.landed = true;
    }
    this.#prune();
    return "applied";
  }

  /** @param {import("./choices.js").Told} dests */
  allow(dests) {
    this.choices = new Choices(dests);
    if (this.table && dests.v === this.table.version) this.ahead.heard?.(this.table, dests);
  }

  /**
   * @param {readonly import("../net/messages.js").LiveDrag[]} live all that is in somebody's hand
   * @param {readonly import("../net/messages.js").RegionChange[]} [passing] titles that follow a drag, until the next
   * @returns {boolean} whether more is to be shown than where hands are
   */
  hold(live, passing = []) {
    const held = (/** @type {typeof live} */ hands) => hands.map(({ d, items }) => `${d}:${items}`).join(" ");
    const same = held(live) === held(this.live);
    const before = String(this.#heldByOthers);
    this.live = live;
    if (String(this.#heldByOthers) !== before) this.#unsee();
    if (passing.length === 0 && this.#passing.length === 0) return !same;
    this.#passing = passing;
    this.#unsee();
    return true;
  }

  /** @param {string} op @param {Partial<Pick<Intent, "items"|"to"|"on"|"held">>} [more] @returns {Intent} */
  intend(op, more = {}) {
    const intent = { op, items: [], to: null, on: false, held: false, ...more, okVersion: null, landed: false };
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

  /**
   * It was asked anew: now it is judged after all others.
   * @param {Intent} intent
   */
  later(intent) {
    if (!this.intents.includes(intent)) return;
    this.intents = [...this.intents.filter((it) => it !== intent), intent];
    this.#unsee();
  }

  /** Nothing that was asked will be heard of any more. */
  forget() {
    this.intents = [];
    this.#passing = [];
    this.#unsee();
  }

  /** Which table is confirmed: after a new deal a version may come again. */
  get edition() {
    return `${this.games} ${this.table?.version}`;
  }

  /** @returns {ShownOf<F>} */
  shown() {
    const view = this.#seen();
    if (!view) return NOTHING;
    this.#shown ??= this.ahead.shown(view);
    return this.#shown;
  }

  /** Everybody knows all cards that lie there. */
  get knowsAll() {
    const { faces, piles } = this.shown();
    return this.table !== null && Object.values(piles).every((items) => items.every((item) => faces.has(item)));
  }

  /** Nothing can be done in the game: it has ended, or it has not begun. */
  get isAtRest() {
    return RESTS.has(this.table?.status.status ?? "");
  }

  /** True while what was told of our choices speaks of what is shown. */
  get certain() {
    const { choices, table } = this;
    return this.intents.length === 0 && choices !== null && choices.version >= (table?.version ?? 0);
  }

  /** All that was asked is shown already, so that a move may go out before the answers to those before it. */
  get mayRunAhead() {
    return this.intents.every((it) => !it.held && !this.isUnseen(it.op));
  }

  /**
   * What it changes at patience is seen only when the server has answered.
   * @param {string} op
   */
  isUnseen(op) {
    return UNSEEN.has(op) && !this.ahead.isBoard;
  }

  /** @param {number} item the seat of somebody else who holds it, or −1 */
  holder(item) {
    return this.live.find(({ by, items }) => by !== this.seat && items.includes(item))?.by ?? -1;
  }

  /** @param {number} item */
  liftable(item) {
    const view = this.#seen();
    if (this.seat < 0 || !view || this.isAtRest || this.holder(item) >= 0) return false;
    const legal = this.#legal();
    if (legal) return legal.liftable(item);
    // Between a move and its answer: whatever looks liftable is; the server has the last word.
    return this.choices !== null && this.ahead.looksLiftable?.(view, this.shown(), item) === true;
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
   * Where an item may go, as far as that is known now.
   * @param {number} item
   */
  targets(item) {
    return this.seat < 0 ? NOWHERE : this.#legal()?.targets(item) ?? NOWHERE;
  }

  /**
   * The places of the same; null: not known now.
   * @param {number} item @returns {string[]|null}
   */
  destinations(item) {
    const legal = this.#legal();
    return legal && [...legal.targets(item).to];
  }

  /**
   * The foundation that a double click sends an item to.
   * @param {number} item @returns {string|null}
   */
  sendable(item) {
    return (this.#legal() ?? this.choices)?.send.get(item) ?? null;
  }

  /**
   * The stock that can be turned now, or whose waste can be turned over; null: none.
   * @returns {string|null}
   */
  get turnable() {
    if (this.isAtRest) return null;
    const legal = this.#legal();
    if (legal) return legal.tap[0] ?? null;
    const view = this.#seen();
    return (view && this.ahead.turnable?.(view, this.shown())) ?? null;
  }

  /**
   * Whether a step of our own can be taken back, or played again: each seat is told of its own.
   * @param {"undo"|"redo"} op
   */
  mayStep(op) {
    const { choices, seat, table } = this;
    if (!table || seat < 0 || table.entry?.undo === false) return false;
    return choices?.[op] ?? (table.seats.length === 1 && table.status[op] > 0);
  }

  /**
   * The rule that forbids a drop on what is shown; null: none, or not known.
   * @param {number} item @param {string} to
   */
  whyNotDrop(item, to) {
    const view = this.#seen();
    return (view && this.ahead.whyNotDrop?.(view, item, to)) ?? null;
  }

  /**
   * The confirmed tops of some piles.
   * @param {string[]} names
   */
  tops(names) {
    return this.table ? tops(this.table, names) : {};
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
    const places = regionWith(regions, pileOf(piles, item))?.places ?? [];
    const peers = new Set(places.flatMap((it) => piles[it.in] ?? []));
    return this.selected().filter((it) => peers.has(it));
  }

  /**
   * All that travel when an item is lifted, it first; the server may know better.
   * @param {number} item @returns {number[]}
   */
  withItem(item) {
    return this.ahead.travelling(this.shown(), item, this.selectedWith(item));
  }

  /**
   * As they lie on the table: so they are put down, whichever of them was lifted.
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
   * What may be done with what is shown: in the server's words if it has spoken of it; null: not known.
   * @returns {Choices|null}
   */
  #legal() {
    if (this.certain) return this.choices;
    const view = this.#seen();
    return view ? this.ahead.choices(view, this.choices) : this.choices;
  }

  get #heldByOthers() {
    return this.live.filter(({ by }) => by !== this.seat).map(({ items }) => items[0]);
  }

  /**
   * From what the rest is foreseen. What was foreseen for another seat, or before the rules came or stopped, is not.
   * @returns {ViewOf<F>|null}
   */
  #seen() {
    const { ahead, seat, table } = this;
    if (this.#turns !== ahead.turns || (this.#view && this.#view.seat !== seat)) this.#unsee();
    this.#turns = ahead.turns;
    if (!table) return null;
    this.#view ??= {
      table, seat, held: this.#heldByOthers, pending: this.intents.filter((it) => !it.landed),
      confirmed: { ...table, regions: changed(table.regions, this.#passing) },
    };
    return this.#view;
  }

  #prune() {
    const version = this.table?.version ?? 0;
    this.intents = this.intents.filter((it) => it.okVersion === null || (!it.landed && it.okVersion > version));
    this.#unsee();
  }

  #unsee() {
    this.#view = null;
    this.#shown = null;
  }
}

/**
 * Whether a snapshot tells of the deal on the table: what a sealed one reveals at its end does not make it another.
 * @param {{deal:unknown}} table @param {{deal?:unknown, e:string}} snap
 */
function isSameDeal(table, snap) {
  const a = /** @type {import("../net/messages.js").Deal|undefined} */ (table.deal);
  const b = /** @type {import("../net/messages.js").Deal|undefined} */ (snap.deal);
  if (a === undefined || b === undefined) return a === b;
  if (a.kind === "open" || b.kind === "open") return a.kind === "open" && b.kind === "open" && a.n === b.n;
  return a.commit === b.commit;
}
