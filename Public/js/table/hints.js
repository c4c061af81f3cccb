// @ts-check
/**
 * Hints: what the server would do next, one after the other, said in words and lit on the board.
 * Promise: a hint never moves anything, and is gone as soon as the table changes.
 */
import { faceName, pileName } from "../model/names.js";
import { capital, t } from "../words/say.js";

/** @typedef {import("../net/messages.js").Hint} Hint */

/** So long a hint stays lit. */
const LIT_MS = 6000;

export class Hints {
  /** @type {readonly Hint[]} */
  #list = [];
  #next = 0;
  #version = -1;
  #asked = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #dims;

  /**
   * @param {import("./room.js").Room} room @param {import("../view/board.js").Board} board
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
    if (this.#version === store.table?.version && store.certain) return this.#light();
    if (this.#asked) return undefined;
    this.#asked = true;
    this.room.hint((list, version) => {
      this.#asked = false;
      // The table went on meanwhile: it says nothing any more.
      if (version !== store.table?.version) return;
      this.#list = list;
      this.#version = version;
      this.#next = 0;
      this.#light();
    }, () => { this.#asked = false; });
    return undefined;
  }

  /** The table changed. */
  refresh() {
    if (this.#version === this.room.store.table?.version && this.room.store.certain) return;
    this.#version = -1;
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
    const onto = to === null ? undefined : piles[to]?.[piles[to].length - 1];
    const card = item === null ? "" : faceName(faces.get(item));
    const partner = onto === undefined ? "" : faceName(faces.get(onto));
    return this.tell(capital(hintText(hint.why, { card, place, partner })));
  }
}

/**
 * @param {string} why a word of the protocol @param {{card:string, place:string, partner:string}} names
 */
export function hintText(why, names) {
  switch (why) {
    case "finish": return t("hint.finish", names);
    case "safe": return t("hint.safe", names);
    case "run": return t("hint.run", names);
    case "pair": return names.partner === "" ? t("hint.away", names) : t("hint.pair", names);
    case "turnsUp": return t("hint.turnsUp", names);
    case "empties": return t("hint.empties", names);
    case "clears": return t("hint.clears", names);
    case "foundation": return t("hint.foundation", names);
    case "suit": return t("hint.suit", names);
    case "waste": return t("hint.waste", names);
    case "reserve": return t("hint.reserve", names);
    case "fills": return t("hint.fills", names);
    case "build": return t("hint.build", names);
    case "cell": return t("hint.cell", names);
    case "deal": return t("hint.deal", names);
    case "draw": return t("hint.draw", names);
    case "redeal": return t("hint.redeal", names);
    case "shuffle": return t("hint.shuffle", names);
    case "back": return t("hint.back", names);
    default: return t("hint.move", names);
  }
}
