// @ts-check
/**
 * The dialog of the lines of play: all that was played, also what was left for another, and the way to each of it.
 * Promise: it asks when it is opened and when the table has changed, and never else; spectators may look but not go.
 * Invariant: what it shows is of the version that is on the table, or of the one before while the answer is awaited.
 */
import { faceName, pileName } from "../../model/names.js";
import { neighbour, rowsOf } from "../../model/lines.js";
import { pilesOf } from "../../model/zones.js";
import { refusal } from "../../model/words.js";
import { settings } from "../../settings.js";
import { allow, attribute, closesBeside, find, make, write } from "../../view/dom.js";
import { sheet } from "../../view/sheet.js";
import { capital, language, t } from "../../words/say.js";
import { ARROWS } from "../keys.js";

/** @typedef {import("../../model/lines.js").Row} Row */
/** @typedef {{row:HTMLLIElement, button:HTMLButtonElement, n:HTMLElement, turn:HTMLElement, words:HTMLElement}} Ply */

/** So long it waits before it asks again what could not be answered just now. */
const AGAIN_MS = 1000;
/** These are no answer for good. */
const PASSING = new Set(["rate", "lost", "paused"]);
/** Deeper branches are not indented further. */
const INDENTS_MAX = 8;

/** Loads its styles. */
export const styled = () => sheet("/css/lines.css");

export class Lines {
  /**
   * What was told last, and of which table.
   * @type {{of:string, lines:import("../../net/messages.js").Lines}|null}
   */
  #told = null;
  #asking = false;
  /** The table whose lines the server refused to give. */
  #refused = "";
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #again;
  /** What is shown: of which table, to whom and in which language. */
  #drawn = "";
  /** @type {readonly Row[]} */
  #rows = [];
  /**
   * Those of the list, by their numbers.
   * @type {Map<number, Ply>}
   */
  #plies = new Map();
  /** The game of which they are. */
  #game = -1;

  /**
   * @param {HTMLDialogElement} dialog @param {import("../room.js").Room<string>} room
   * @param {(text:string) => void} tell says it where it is heard: in `.said` of an open dialog
   */
  constructor(dialog, room, tell) {
    this.dialog = dialog;
    this.room = room;
    this.tell = tell;
    this.list = find(dialog, "ol", HTMLOListElement);
    this.status = find(dialog, ".said", HTMLElement);
    closesBeside(dialog);
    find(dialog, ".close", HTMLButtonElement).addEventListener("click", () => this.close());
    dialog.addEventListener("close", () => clearTimeout(this.#again));
    dialog.addEventListener("keydown", (event) => this.#press(event));
    this.list.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (button instanceof HTMLButtonElement) this.#go(Number(button.dataset.ply));
    });
  }

  get isOpen() {
    return this.dialog.open;
  }

  open() {
    if (this.room.ended || !this.room.store.table || this.isOpen) return;
    write(this.status, "");
    this.dialog.showModal();
    // What was refused before is asked again, or told again.
    this.#refused = "";
    this.#drawn = "";
    this.refresh();
  }

  close() {
    this.dialog.close();
  }

  /** The table may have changed. */
  refresh() {
    const { table, games } = this.room.store;
    if (!this.isOpen || !table) return;
    if (this.#told?.of === this.room.store.edition) {
      this.#draw(this.#told.lines);
      return;
    }
    // An answer may come before the event that it knows of.
    const isAhead = this.#told?.of === `${games} ${this.#told?.lines.v}` && this.#told.lines.v > table.version;
    if (!this.#asking && !isAhead && this.#refused !== this.room.store.edition) this.#ask();
  }

  /** Watchers look on, and what is won stays as it is; what was given up can be gone back into. */
  get #mayGo() {
    const { store, ended } = this.room;
    const isGivenUp = store.table?.status.status === "over" && !store.table.entry;
    return store.seat >= 0 && (!store.isAtRest || isGivenUp) && store.table?.entry?.undo !== false && !ended;
  }

  #ask() {
    const { games } = this.room.store;
    const now = this.room.store.edition;
    this.#asking = true;
    clearTimeout(this.#again);
    this.room.lines((lines) => {
      this.#asking = false;
      this.#told = { of: `${games} ${lines.v}`, lines };
      this.refresh();
    }, (no) => {
      this.#asking = false;
      this.#refused = now;
      if (!PASSING.has(no.code)) {
        this.tell(refusal(no));
        return;
      }
      this.#again = setTimeout(() => {
        this.#refused = "";
        this.refresh();
      }, no.reset ?? AGAIN_MS);
    });
  }

  /** @param {import("../../net/messages.js").Lines} lines of the table as it is */
  #draw(lines) {
    const { store } = this.room;
    const { table, games } = store;
    const drawn = `${this.room.store.edition} ${language().tag} ${this.#mayGo}`;
    if (!table || drawn === this.#drawn) return;
    const isFirst = this.#drawn === "";
    this.#drawn = drawn;
    if (this.#game !== games) this.#plies.clear();
    this.#game = games;
    const before = new Set(this.#rows.filter(({ onLine }) => onLine).map(({ ply }) => ply));
    const { undo, redo } = table.status;
    const rows = rowsOf(lines, { undo, redo, before });
    const focused = isFirst ? null : this.#focused;
    const order = this.#rows;
    this.#rows = rows;
    const shown = rows.map((row) => this.#show(row, table));
    const isSame = rows.length === order.length && rows.every(({ ply }, at) => ply === order[at].ply)
      && this.list.childElementCount === rows.length;
    if (!isSame) this.list.replaceChildren(...shown.map(({ row }) => row));
    const kept = new Set(rows.map(({ ply }) => ply));
    for (const ply of this.#plies.keys()) if (!kept.has(ply)) this.#plies.delete(ply);
    const current = rows.findIndex((row) => row.current);
    const isHere = isFirst || focused !== null;
    const index = focused === null ? current : rows.findIndex(({ ply }) => ply === focused);
    this.#aim(index < 0 ? current : index, isHere);
    shown[current].row.scrollIntoView({ block: isFirst ? "center" : "nearest" });
  }

  /** @param {Row} row @param {import("../../model/table.js").Table} table */
  #show({ ply, n, depth, onLine, current, turn, ...step }, table) {
    const it = this.#plies.get(ply) ?? this.#make(ply);
    it.row.ariaLevel = String(depth + 1);
    // Most are of the line of the table: a thousand styles of their own take time.
    if (depth > 0 || it.row.hasAttribute("style")) {
      it.row.style.setProperty("--depth", String(Math.min(depth, INDENTS_MAX)));
    }
    it.row.classList.toggle("on-line", onLine);
    it.row.classList.toggle("branch", turn === "branch");
    attribute(it.button, "aria-current", current ? "true" : null);
    allow(it.button, this.#mayGo);
    it.button.tabIndex = -1;
    write(it.n, step.op === "" ? "" : `${n}.`);
    write(it.turn, turn === "" ? "" : t(turn === "branch" ? "lines.branch" : "lines.back"));
    write(it.words, capital(step.op === "" ? t(ply === 0 ? "lines.deal" : "lines.start") : stepWords(step, table)));
    return it;
  }

  /** @param {number} ply @returns {Ply} */
  #make(ply) {
    const [n, turn, words] = ["n", "unseen", "words"].map((name) => make("span", name));
    // The blanks are heard between the words.
    const button = make("button", "", n, " ", turn, " ", words);
    button.type = "button";
    button.dataset.ply = String(ply);
    const made = { row: make("li", "", button), button, n, turn, words };
    this.#plies.set(ply, made);
    return made;
  }

  /** The ply under the focus; null: it is elsewhere. */
  get #focused() {
    const { activeElement } = document;
    return activeElement instanceof HTMLElement && this.list.contains(activeElement) && activeElement.dataset.ply
      ? Number(activeElement.dataset.ply) : null;
  }

  /**
   * Tab comes to one of them.
   * @param {number} index @param {boolean} here the focus goes there
   */
  #aim(index, here) {
    this.list.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    const button = this.#plies.get(this.#rows[index].ply)?.button;
    if (!button) return;
    button.tabIndex = 0;
    if (here) button.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (key.toLowerCase() === "l" && !event.repeat && settings.get("letters")) this.close();
    const index = this.#rows.findIndex(({ ply }) => ply === this.#focused);
    if (index < 0) return;
    if (ARROWS.has(key)) {
      const next = neighbour(this.#rows, index, language().dir === "rtl" ? mirrored(key) : key);
      this.#aim(next, true);
      this.#plies.get(this.#rows[next].ply)?.row.scrollIntoView({ block: "nearest" });
    } else if (!(key === "Enter" && event.repeat)) return;
    // A key that is held down goes somewhere once.
    event.preventDefault();
  }

  /** @param {number} ply */
  #go(ply) {
    const { store } = this.room;
    if (!this.#mayGo) this.tell(t(store.seat < 0 ? "code.role" : "refusal.gameOver"));
    else if (!store.certain || this.#rows.find((row) => row.ply === ply)?.current !== true) {
      this.room.command("go", { ply });
    }
  }
}

/** @param {string} key */
const mirrored = (key) => (key === "ArrowLeft" ? "ArrowRight" : key === "ArrowRight" ? "ArrowLeft" : key);

/**
 * What a step did, as far as it is told: `7 of hearts to column 3`.
 * @param {Pick<Row, "op"|"item"|"place">} step
 * @param {Pick<import("../../model/table.js").Table, "faces"|"kinds">} table
 */
export function stepWords({ op, item, place }, { faces, kinds }) {
  if (op === "tap") return t(pilesOf(kinds, "waste").length > 0 ? "lines.turned" : "lines.dealt");
  if (op === "finish") return t("lines.finished");
  if (op === "restart") return t("lines.restarted");
  if (item === null) return t("lines.step");
  const what = faceName(faces.get(item));
  if (op === "send") {
    const [away] = pilesOf(kinds, "foundation").map((pile) => kinds.get(pile)?.zone);
    return t(away?.empty === "none" ? "lines.away" : "lines.sent", { what });
  }
  // Piles of a row are counted as they lie now: what number one had is not known any more.
  if (place === null || kinds.get(place)?.zone.row) return t("lines.moved", { what });
  return t("lines.movedTo", { what, place: pileName(place, kinds) });
}
