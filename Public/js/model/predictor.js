// @ts-check
/**
 * The server's rules in the page (docs/PREDICTION.md): what may be done now, and what the table will look like then.
 * Promise: it is given only what is shown, so no hidden face can enter it; whatever the module does, nothing is thrown.
 * Invariant: the first trap, answer that cannot be, or answer that the server does not share turns it off for good;
 * `off` says why, and is empty while it predicts.
 */

import { cardOf, isKnownDown, turnedDown } from "./face.js";
import { pilesOf } from "./zones.js";

/** @typedef {Pick<import("./store.js").Shown, "piles"|"faces">} Shown */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {Pick<import("../net/messages.js").Dests, "d"|"tap"|"send"|"finish">} Choices */
/**
 * @typedef {object} Foreseen
 * @property {Shown} shown after the steps that the rules could play
 * @property {number} played how many they are
 * @property {Choices|null} choices null: a step is left, so nothing is known of what comes after it
 */
/** @typedef {{op:string, item:number|null, to:string|null}} Step */
/** @typedef {{memory: WebAssembly.Memory} & Record<string, (...numbers: number[]) => number>} Rules */

const VERSION = 1;
/** Of the bytes of a view. */
const FORM = 2;
const CALLS = [
  "version", "alloc", "dealloc", "answer", "loadRules", "loadView", "hold", "piles", "choices", "whyNotDrop", "play",
  "view", "refusalName",
];
/** @type {Record<string, number>} */
const OPS = { move: 1, drop: 1, tap: 2, send: 3, finish: 4 };
const RANKS = "A23456789TJQK";
const SUITS = "CDHS";
const HIDDEN = 255;
/** Added to a face that is known although its card lies face down. */
const DOWN = 64;
const STATUS = ["playing", "won", "stuck"];
const AUTO = ["off", "safe", "all"];
const TIMED = 4;
/** All but the passes, one for each stock. */
const HEAD_BYTES = 19;

export class Predictor {
  off = "not loaded";
  /** How often the server said something else of the same table. */
  disagreements = 0;
  /** How often it was turned on or off: what it foresaw before that counts no more. */
  turns = 0;
  /** @type {Rules|null} */
  #rules = null;
  /** Whose rules are loaded, as the server sent them. */
  #game = "";

  /** @param {WebAssembly.Exports} exports of the module */
  use(exports) {
    this.off = "";
    this.turns += 1;
    this.#ask(() => {
      const rules = /** @type {Rules} */ (/** @type {unknown} */ (exports));
      const missing = CALLS.find((name) => typeof rules[name] !== "function");
      if (missing !== undefined || !(rules.memory instanceof WebAssembly.Memory)) bad(`no ${missing ?? "memory"}`);
      if (rules.version() !== VERSION) bad("another version");
      this.#rules = rules;
    });
  }

  /** @param {string} why */
  stop(why) {
    this.#rules = null;
    this.off = why;
    this.turns += 1;
  }

  /**
   * The table after some steps, as far as the rules can play them, and what may be done then; null: not known.
   * @param {Table} table @param {readonly Step[]} steps @param {readonly number[]} held by others
   * @returns {Foreseen|null}
   */
  foresee(table, steps, held) {
    return this.#ask((rules) => {
      const played = this.#play(rules, table, steps, held);
      if (played < 0 || (played === 0 && steps.length > 0)) return null;
      const shown = played === 0 ? table : decodeView(this.#answer(rules, rules.view()), table);
      if (played < steps.length) return { shown, played, choices: null };
      const choices = decodeChoices(this.#answer(rules, rules.choices()), table.order, shown.faces);
      return { shown, played, choices };
    });
  }

  /**
   * The rule that forbids a drop after some steps; null: none, or not known.
   * @param {Table} table @param {readonly Step[]} steps @param {number} item @param {string} to
   * @returns {string|null}
   */
  whyNotDrop(table, steps, item, to) {
    return this.#ask((rules) => {
      const all = this.#play(rules, table, steps, []) === steps.length;
      const refusal = all && rules.whyNotDrop(item, pileIn(table, to));
      return refusal ? text(this.#answer(rules, rules.refusalName(refusal))) : null;
    });
  }

  /**
   * Looks whether the server says the same of a table.
   * @param {Table} table @param {Choices} said
   */
  compare(table, said) {
    const choices = this.foresee(table, [], [])?.choices;
    if (!choices) return;
    // At a table for several a card may be missing because somebody held it when the server spoke.
    const alone = table.seats.length === 1;
    // Which of the places is the best is the server's to say; what they are is said alike.
    const entry = (/** @type {Array<number|string>} */ [item, ...to]) => `${item}:${to.sort()}`;
    const both = (/** @type {Choices} */ { d }, /** @type {Choices} */ other) =>
      d.filter(([item]) => alone || other.d.some((it) => it[0] === item)).map((it) => entry([...it])).sort().join(" ");
    const same = both(choices, said) === both(said, choices) && String(choices.tap) === String(said.tap)
      && (!alone || (String(choices.send) === String(said.send) && (said.finish || !choices.finish)));
    if (same) return;
    this.disagreements += 1;
    this.stop("the server disagrees");
  }

  /**
   * Loads a table and plays some steps, up to the first that only the server can take or that the rules refuse.
   * @param {Rules} rules @param {Table} table @param {readonly Step[]} steps @param {readonly number[]} held
   * @returns {number} how many were played; -1: no prediction is possible
   */
  #play(rules, table, steps, held) {
    const { order, game, status } = table;
    // What has not begun, or was given up, nobody plays.
    if (!game.rules || !STATUS.includes(status.status)) return -1;
    if (steps.length > 0 && !(steps[0].op in OPS)) return 0;
    if (game.rules !== this.#game) {
      if (this.#give(rules, "loadRules", Uint8Array.from(atob(game.rules), (c) => c.charCodeAt(0)))) bad("no rules");
      if (text(this.#answer(rules, rules.piles())) !== order.join(";")) bad("other piles");
      this.#game = game.rules;
    }
    if (this.#give(rules, "loadView", encodeView(table))) bad("no view");
    for (const item of held) rules.hold(item);
    const end = steps.findIndex(({ op, item, to }) =>
      !(op in OPS) || rules.play(OPS[op], item ?? 0, pileIn(table, to)) !== 0);
    return end < 0 ? steps.length : end;
  }

  /** @param {Rules} rules @param {"loadRules"|"loadView"} take @param {Uint8Array} bytes */
  #give(rules, take, bytes) {
    const at = rules.alloc(bytes.length);
    if (at === 0) bad("no memory");
    new Uint8Array(rules.memory.buffer, at, bytes.length).set(bytes);
    const refused = rules[take](at, bytes.length) !== 0;
    rules.dealloc(at);
    return refused;
  }

  /**
   * The last answer. Memory may have grown: it is looked at anew each time.
   * @param {Rules} rules @param {number} length
   */
  #answer(rules, length) {
    return new DataView(rules.memory.buffer, rules.answer(), length);
  }

  /**
   * @template T
   * @param {(rules: Rules) => T} question @returns {T|null}
   */
  #ask(question) {
    if (this.off !== "") return null;
    try {
      return question(/** @type {Rules} */ (this.#rules));
    } catch (error) {
      this.stop(String(error));
      return null;
    }
  }
}

/**
 * What is shown, as bytes: a card that has no face in `faces` has none here.
 * @param {Table} table
 */
export function encodeView(table) {
  const { order, piles, faces, status } = table;
  const count = order.reduce((sum, pile) => sum + piles[pile].length, 0);
  const head = headBytes(table);
  const bytes = new DataView(new ArrayBuffer(head + 2 * order.length + 3 * count));
  bytes.setUint8(0, FORM);
  bytes.setUint8(1, Math.max(0, AUTO.indexOf(autoOf(status))) | (status.timed ? TIMED : 0));
  bytes.setUint8(2, STATUS.indexOf(status.status));
  bytes.setUint8(3, order.length);
  bytes.setInt32(4, status.score, true);
  bytes.setUint32(8, status.moves, true);
  bytes.setUint32(12, status.clock / 1000, true);
  bytes.setUint8(16, 1);
  for (let at = 17; at < head - 2; at += 2) bytes.setUint16(at, status.pass + 1, true);
  bytes.setUint16(head - 2, status.streak ?? 0, true);
  let at = head;
  for (const pile of order) {
    bytes.setUint16(at, piles[pile].length, true);
    at += 2;
    for (const item of piles[pile]) {
      bytes.setUint16(at, item, true);
      bytes.setUint8(at + 2, faceByte(faces.get(item)));
      at += 3;
    }
  }
  return new Uint8Array(bytes.buffer);
}

/**
 * The table as it will be shown: the same cards in other places, and no face that was not known.
 * @param {DataView} bytes @param {Table} table @returns {Shown}
 */
function decodeView(bytes, table) {
  const { order, piles: before, faces: known } = table;
  if (bytes.getUint8(0) !== FORM || bytes.getUint8(3) !== order.length) bad("another form");
  const left = new Set(Object.values(before).flat());
  /** @type {import("./table.js").Piles} */
  const piles = {};
  /** @type {Map<number, string>} */
  const faces = new Map();
  let at = headBytes(table);
  for (const pile of order) {
    piles[pile] = Array.from({ length: bytes.getUint16(at, true) }, (_, index) => {
      const item = bytes.getUint16(at + 2 + 3 * index, true);
      const code = bytes.getUint8(at + 4 + 3 * index);
      if (!left.delete(item)) bad("a card twice");
      if (code === HIDDEN) return item;
      const card = RANKS[(code & 15) - 1] + SUITS[(code & ~DOWN) >> 4];
      if (cardOf(known.get(item)) !== card) bad("an unknown face");
      faces.set(item, code & DOWN ? turnedDown(card) : card);
      return item;
    });
    at += 2 + 3 * piles[pile].length;
  }
  if (left.size > 0 || at !== bytes.byteLength) bad("a card lost");
  return { piles, faces };
}

/** @param {Table} table */
const headBytes = ({ kinds }) => HEAD_BYTES + 2 * Math.max(1, pilesOf(kinds, "stock").length);

/** @param {string|undefined} face */
function faceByte(face) {
  if (face === undefined) return HIDDEN;
  const [rank, suit] = cardOf(face);
  return SUITS.indexOf(suit) << 4 | RANKS.indexOf(rank) + 1 | (isKnownDown(face) ? DOWN : 0);
}

/**
 * Which cards go to the foundations by themselves.
 * @param {import("../net/messages.js").Status} status @returns {import("../net/messages.js").Auto}
 */
export const autoOf = ({ auto, safe }) => auto ?? (safe ? "safe" : "off");

/**
 * What may be done, in the form of the server's `dests`.
 * @param {DataView} bytes @param {readonly string[]} order @param {ReadonlyMap<number,string>} faces
 * @returns {Choices}
 */
function decodeChoices(bytes, order, faces) {
  let at = 0;
  const u8 = () => bytes.getUint8(at++);
  const u16 = () => u8() | u8() << 8;
  const item = () => {
    const handle = u16();
    return faces.has(handle) ? handle : bad("an unknown card");
  };
  const pile = () => order[u8()] ?? bad("an unknown pile");
  const flags = u8();
  const d = Array.from({ length: u16() }, () =>
    [item(), ...Array.from({ length: u8() }, () => pile() + (u8() ? "!" : ""))]);
  const send = Array.from({ length: u16() }, () => /** @type {[number, string]} */ ([item(), pile()]));
  if (at !== bytes.byteLength) bad("a byte too many");
  return { d, tap: flags & 1 ? ["stock"] : [], send, finish: (flags & 2) > 0 };
}

/** @param {Table} table @param {string|null} pile */
const pileIn = ({ order }, pile) => Math.max(0, order.indexOf(pile ?? ""));

/** @param {DataView} bytes */
const text = (bytes) => new TextDecoder().decode(bytes);

/** @param {string} what @returns {never} */
function bad(what) {
  throw new Error(`the module answers badly: ${what}`);
}
