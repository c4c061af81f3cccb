// @ts-check
/**
 * Hints: what the server would do next, one after the other, said in words and lit on the board.
 * Promise: a hint never moves anything, and is gone as soon as the table changes; a request always gets an answer.
 */
import "../../words/hints.js";
import { faceName, pileName } from "../../model/names.js";
import { refusal } from "../../model/words.js";
import { capital, has, t } from "../../words/say.js";

/** @typedef {import("../../net/messages.js").Hint} Hint */

/** So long a hint stays lit. */
const LIT_MS = 6000;
/** So long a hint waits for the solver. */
const PROOF_MS = 700;
/** A table that goes on faster than hints come is asked about so many times. */
const TRIES_MAX = 3;

export class Hints {
  /** @type {readonly Hint[]} */
  #list = [];
  #next = 0;
  /** Of which table they speak; empty: of none. */
  #of = "";
  #asked = false;
  /**
   * Whether it can be won, where everybody knows all cards.
   * @type {import("../../net/messages.js").Verdict|null}
   */
  #verdict = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #dims;

  /**
   * @param {import("../room.js").Room<string>} room @param {import("./board.js").Board} board
   * @param {(text:string) => void} tell
   * @param {() => Promise<import("../outlook/asker.js").Asker|null>|null} bring who knows the next step of a line
   *   that wins; null: nobody may be asked
   */
  constructor(room, board, tell, bring = () => null) {
    this.bring = bring;
    this.room = room;
    this.board = board;
    this.tell = tell;
  }

  /** Shows the first hint, or the one after that which is shown. */
  show() {
    const { store } = this.room;
    const { entry, status } = store.table ?? {};
    if (status?.status === "won") return this.tell(t("hint.over"));
    if (store.isAtRest) return this.tell(t(status?.status === "over" ? "refusal.gameOver" : "refusal.notBegun"));
    if (entry?.hint === false) return this.tell(t("refusal.notAtThisTable"));
    if (this.#holds) return this.#light();
    if (!this.#asked) this.#ask(TRIES_MAX);
    return undefined;
  }

  /** Whether the hints speak of what is shown. */
  get #holds() {
    return this.#of === this.room.store.edition && this.room.store.intents.length === 0;
  }

  /** @param {number} tries */
  async #ask(tries) {
    this.#asked = true;
    this.#verdict = null;
    const brought = this.bring();
    if (!brought) return this.#askBest(tries);
    let isLate = false;
    const goOn = () => {
      if (!isLate) this.#askBest(tries);
      isLate = true;
      clearTimeout(timer);
    };
    const timer = setTimeout(goOn, PROOF_MS);
    const asker = await brought;
    if (!asker) return goOn();
    return asker.ask("none", (verdict) => {
      if (!isLate) this.#verdict = verdict;
      goOn();
    }, goOn);
  }

  /** @param {number} tries */
  #askBest(tries) {
    const { store } = this.room;
    const { games } = store;
    this.room.hint((list, version) => {
      this.#asked = false;
      const of = `${games} ${version}`;
      if (of !== store.edition || store.intents.length > 0) {
        // The table went on meanwhile: this says nothing any more.
        if (tries > 1) this.#ask(tries - 1);
        else this.tell(refusal({ code: "stale" }));
        return;
      }
      this.#list = this.#proved(eachPairOnce(list, store.shown().piles), version);
      this.#of = of;
      this.#next = 0;
      this.#light();
    }, () => { this.#asked = false; });
  }

  /**
   * The step that wins comes first.
   * @param {readonly Hint[]} list @param {number} version
   */
  #proved(list, version) {
    const { is, next, v } = this.#verdict ?? {};
    if (v !== version) this.#verdict = null;
    if (v !== version || is !== "winnable" || !next) return list;
    const [first, second] = next;
    const isStep = (/** @type {Hint} */ it) => (second === undefined ? it.tap === first
      : it.item === first && it.in === second);
    /** @type {Hint} */
    const step = second === undefined ? { tap: String(first), why: "draw" }
      : { item: Number(first), in: second, why: "move" };
    return [list.find(isStep) ?? step, ...list.filter((it) => !isStep(it))];
  }

  /** The table changed. */
  refresh() {
    if (this.#holds) return;
    this.#of = "";
    this.dim();
  }

  /**
   * What the solver knows is said with the first hint.
   * @param {string} text @param {Hint} hint
   */
  #with(text, hint) {
    const { is, moves = 0 } = this.#verdict ?? {};
    if (hint !== this.#list[0]) return text;
    if (is === "winnable") return t("hint.wins", { hint: text, count: moves });
    return is === "impossible" ? t("hint.lost", { hint: text }) : text;
  }

  dim() {
    clearTimeout(this.#dims);
    this.board.hint(null);
  }

  #light() {
    const { board, room } = this;
    const hint = this.#list[this.#next];
    if (!hint) return this.tell(t("hint.none"));
    this.#next = (this.#next + 1) % this.#list.length;
    const { item = null, in: to = null, tap = null } = hint;
    board.hint({ item, pile: to ?? tap });
    clearTimeout(this.#dims);
    this.#dims = setTimeout(() => this.dim(), LIT_MS);
    const { piles, faces } = room.store.shown();
    const place = pileName(to ?? tap ?? "", board.kinds, piles);
    // What goes away alone has no partner where the others went before it.
    const isAway = to === null || board.kinds.get(to)?.role === "foundation";
    const onto = isAway ? undefined : piles[to]?.at(-1);
    const card = item === null ? "" : faceName(faces.get(item));
    const partner = onto === undefined ? "" : faceName(faces.get(onto));
    const from = Object.keys(piles).find((pile) => item !== null && piles[pile].includes(item));
    const isFromCell = from !== undefined && board.kinds.get(from)?.role === "cell";
    return this.tell(this.#with(capital(hintText(hint.why, { card, place, partner }, isFromCell)), hint));
  }
}

/**
 * Two cards that go together are named once, whichever of them is moved.
 * @param {readonly Hint[]} list the best first @param {import("../../model/table.js").Piles} piles as they are shown
 */
export function eachPairOnce(list, piles) {
  /** @type {Set<string>} */
  const pairs = new Set();
  return list.filter(({ why, item, in: to }) => {
    if (why !== "pair" || item === undefined || to === undefined) return true;
    const pair = [item, piles[to]?.at(-1) ?? to].sort().join();
    return !pairs.has(pair) && pairs.add(pair);
  });
}

/**
 * @param {string} why a word of the protocol @param {{card:string, place:string, partner:string}} names
 * @param {boolean} [isFromCell] the card lies in a cell
 */
export function hintText(why, names, isFromCell = false) {
  if (why === "reserve" && isFromCell) return t("hint.fromCell", names);
  if (why === "again" && names.card === "") return t("hint.stockAgain");
  if (why === "pair" && names.partner === "") return t("hint.away", names);
  return t(has(`hint.${why}`) ? `hint.${why}` : "hint.move", names);
}
