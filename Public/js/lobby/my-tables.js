// @ts-check
/**
 * The list of our own tables, and the button that goes on with one.
 * Promise: the list shows tables. Without any it says why: none was opened yet, or they could not be loaded.
 */
import { kept } from "../keep.js";
import { find, make, write } from "../view/dom.js";
import { t } from "../words/say.js";
import { gameLine, gameTitle, pathOf } from "./kinds.js";
import { fetchMine, goesOn, isFinished, mineLine, noteAll, noted, ranked } from "./mine.js";

/** @typedef {import("./mine.js").Mine} Mine */

/** So many are shown before somebody asks for more. */
const SHOWN = 6;

export class MyTables {
  #tables = noted();
  #more = "";
  #shown = SHOWN;
  /** @type {"waiting"|"told"|"lost"} */
  #state = "waiting";
  #left = false;
  #isNew;

  /** @param {HTMLElement} root of the lobby @param {() => void} changed */
  constructor(root, changed) {
    this.changed = changed;
    this.root = find(root, ".mine", HTMLElement);
    this.list = find(this.root, "ul", HTMLElement);
    this.goOn = find(root, "#continue", HTMLAnchorElement);
    find(this.root, ".again", HTMLButtonElement).addEventListener("click", () => this.fetch());
    find(this.root, ".more", HTMLButtonElement).addEventListener("click", () => this.#showMore());
    // A new visitor has no tables, so the server is not asked.
    if (kept("tok") === "" && this.#tables.length === 0) this.#state = "told";
    this.#isNew = this.#state === "told";
    this.show();
  }

  leave() {
    this.#left = true;
  }

  /** @param {string} id */
  has(id) {
    return this.#tables.some((it) => it.id === id);
  }

  async fetch(before = "") {
    if (this.#isNew) return;
    const told = await fetchMine(kept("tok"), before);
    if (this.#left) return;
    this.#state = told ? "told" : "lost";
    if (told) {
      this.#tables = before === "" ? told.tables : [...this.#tables, ...told.tables];
      this.#more = told.more;
      if (before === "") noteAll(told.tables);
    }
    this.show();
    this.changed();
  }

  #showMore() {
    this.#shown += SHOWN;
    if (this.#shown > this.#tables.length && this.#more !== "") this.fetch(this.#more);
    else this.show();
  }

  show() {
    const first = goesOn(this.#tables);
    this.goOn.hidden = first === undefined;
    if (first) {
      this.goOn.href = pathOf(first);
      this.goOn.dataset.room = first.id;
      write(find(this.goOn, "small", HTMLElement), first.game === "" ? "" : `${gameTitle(first)} · ${mineLine(first)}`);
    }
    const others = ranked(this.#tables.filter((it) => it !== first));
    this.list.replaceChildren(...others.slice(0, this.#shown).map((it) => this.#row(it)));
    find(this.root, ".more", HTMLElement).hidden = others.length <= this.#shown && this.#more === "";
    find(this.root, ".again", HTMLElement).hidden = this.#state !== "lost";
    const empty = this.#tables.length === 0;
    write(find(this.root, "p", HTMLElement), this.#state === "lost" ? t("mine.lost") : !empty ? ""
      : t(this.#state === "waiting" ? "mine.waiting" : "mine.none"));
    // The only one there is stands on the button.
    this.root.hidden = this.#state !== "lost" && !empty && others.length === 0;
  }

  /** @param {Mine} table */
  #row(table) {
    const game = table.status === "damaged" ? "" : gameLine(table);
    const words = make("div", "row-words", make("b", "game", game), make("span", "facts", mineLine(table)));
    const row = make("li", "", words);
    row.dataset.room = table.id;
    if (table.status === "damaged") return row;
    const act = t(isFinished(table.status) ? "mine.look" : "lobby.continue");
    const link = make("a", "button", act);
    link.href = pathOf(table);
    link.setAttribute("aria-label", t("mine.link", { act, game }));
    row.append(link);
    return row;
  }
}
