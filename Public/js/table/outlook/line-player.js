// @ts-check
/**
 * Plays a line by itself: one step after the other, each when the one before is confirmed.
 * Promise: it stops when it is told to, when a step is refused, and when anybody does something else; what it has
 * played stays, as what anybody played.
 */

/** @typedef {"done"|"stopped"|"refused"|"other"} End */
/** @typedef {{ended:(why:End) => void, stepped:() => void}} PlayerListener */

/** A long line is played faster: no step takes longer than the first, and none is over before it is seen. */
const STEP_MS = { most: 650, least: 280 };
/** All of a line takes about so long. */
const ALL_MS = 45_000;
/** So long until what could not be asked is tried again. */
const RETRY_MS = 120;
/** A step that nobody answers. */
const PATIENCE_MS = 15_000;

export class LinePlayer {
  /** @type {readonly (() => boolean)[]} */
  #actions = [];
  #next = 0;
  /** How many of the last actions are steps of the line. */
  #steps = 0;
  /** The store's count of games when the first step of the line was played. */
  #games = 0;
  /** What is on its way, as the store's count of games and versions was before it. */
  #before = "";
  /** @type {readonly import("../../model/store.js").Intent[]} */
  #own = [];
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  #since = 0;
  #isActing = false;

  /** @param {import("../room.js").Room<string>} room @param {PlayerListener} listener */
  constructor(room, listener) {
    this.room = room;
    this.listener = listener;
  }

  /** How far it is; null: nothing is played. */
  get playing() {
    if (this.#actions.length === 0) return null;
    const head = this.#actions.length - this.#steps;
    return { done: Math.max(0, this.#next - head), all: this.#steps };
  }

  /** @param {readonly (() => boolean)[]} actions @param {number} [steps] the last ones, which are counted */
  play(actions, steps = actions.length) {
    clearTimeout(this.#timer);
    this.#actions = actions;
    this.#steps = steps;
    this.#next = 0;
    this.#before = "";
    this.#own = [];
    this.#since = Date.now();
    this.#later(0);
  }

  /** @param {End} [why] */
  stop(why = "stopped") {
    if (this.#actions.length === 0) return;
    clearTimeout(this.#timer);
    this.#actions = [];
    this.listener.ended(why);
  }

  /** The table may have changed. */
  refresh() {
    const { intents } = this.room.store;
    // What it asks itself is shown before it knows it.
    if (this.#actions.length === 0 || this.#isActing) return;
    if (intents.some((it) => !this.#own.includes(it))) this.stop("other");
  }

  /** @param {number} ms */
  #later(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#step(), ms);
  }

  #step() {
    const { room } = this;
    const { store } = room;
    // The one before is not confirmed yet.
    const waits = store.intents.length > 0 || store.edition === this.#before;
    if (waits) {
      if (Date.now() - this.#since > PATIENCE_MS) return this.stop("refused");
      return this.#later(RETRY_MS);
    }
    if (this.#next >= this.#actions.length) return this.stop("done");
    if (this.#next <= this.#actions.length - this.#steps) this.#games = store.games;
    // The deal of this line does not lie there any more.
    else if (this.#games !== store.games) return this.stop("other");
    const before = store.edition;
    const held = store.intents;
    this.#isActing = true;
    const did = this.#actions[this.#next]();
    this.#isActing = false;
    if (this.#actions.length === 0) return undefined;
    if (!did) return Date.now() - this.#since > PATIENCE_MS ? this.stop("refused") : this.#later(RETRY_MS);
    this.#own = store.intents.filter((it) => !held.includes(it));
    // Some change nothing, and have nothing to wait for.
    this.#before = this.#own.length > 0 ? before : "";
    this.#since = Date.now();
    this.#next += 1;
    this.listener.stepped();
    return this.#later(Math.min(STEP_MS.most, Math.max(STEP_MS.least, ALL_MS / Math.max(1, this.#steps))));
  }

  /**
   * Something was refused: if it is a step of the line, the line ends there.
   * @param {import("../../model/store.js").Intent|null} intent
   */
  refused(intent) {
    if (intent && this.#own.includes(intent)) this.stop("refused");
  }
}
