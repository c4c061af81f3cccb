// @ts-check
/**
 * Hints: what the server would do next, one after the other, said in words and lit on the board.
 * Promise: a hint never moves anything, and is gone as soon as the table changes; a request always gets an answer.
 */
import { faceName, pileName } from "../../model/names.js";
import { refusal } from "../../model/words.js";
import { capital, has, t } from "../../words/say.js";

/** @typedef {import("../../net/messages.js").Hint} Hint */

/** So long a hint stays lit. */
const LIT_MS = 6000;
/** A table that goes on faster than hints come is asked about so many times. */
const TRIES_MAX = 3;

export class Hints {
  /** @type {readonly Hint[]} */
  #list = [];
  #next = 0;
  /** Of which table they speak; empty: of none. */
  #of = "";
  #asked = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #dims;

  /**
   * @param {import("../room.js").Room<string>} room @param {import("./board.js").Board} board
   * @param {(text:string) => void} tell
   */
  constructor(room, board, tell) {
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
  #ask(tries) {
    const { store } = this.room;
    const { games } = store;
    this.#asked = true;
    this.room.hint((list, version) => {
      this.#asked = false;
      const of = `${games} ${version}`;
      if (of !== store.edition || store.intents.length > 0) {
        // The table went on meanwhile: this says nothing any more.
        if (tries > 1) this.#ask(tries - 1);
        else this.tell(refusal({ code: "stale" }));
        return;
      }
      this.#list = eachPairOnce(list, store.shown().piles);
      this.#of = of;
      this.#next = 0;
      this.#light();
    }, () => { this.#asked = false; });
  }

  /** The table changed. */
  refresh() {
    if (this.#holds) return;
    this.#of = "";
    this.dim();
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
    return this.tell(capital(hintText(hint.why, { card, place, partner }, isFromCell)));
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
