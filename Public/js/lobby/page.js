// @ts-check
/**
 * The lobby: open a table, watch one. Its list of tables is the server's, shown as it comes.
 * Invariant: one row per table, kept as long as the table lives, so that nothing jumps under a finger.
 */
import { lobby } from "../net/messages.js";
import { find, fromTemplate, write } from "../view/dom.js";
import { art } from "../view/card.js";
import { keep, kept } from "../keep.js";
import { Boards } from "./boards.js";
import { gameLine, linkOf, stateLine } from "./kinds.js";

/** @typedef {import("../net/messages.js").TableFacts} TableFacts */
/** @typedef {import("../net/messages.js").Deal} Deal */

const HERO = ["QH", "TS", "JD", "AC", "KS"];

export class LobbyPage {
  /** @type {Map<string, HTMLElement>} */
  #rows = new Map();

  /** @param {import("../main.js").App} app @param {URLSearchParams} query */
  constructor(app, query) {
    this.app = app;
    this.root = document.createElement("div");
    this.root.className = "lobby-page";
    this.root.append(fromTemplate("lobby-page"));
    this.form = find(this.root, "#new-table", HTMLFormElement);
    this.list = find(this.root, "#tables", HTMLElement);
    const hero = find(this.root, ".hero-cards", HTMLElement);
    hero.append(...HERO.map((face) => art(face)));
    this.boards = new Boards(this.root, app, () => this.#choice());
    this.#fill(query);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#open();
    });
    this.form.addEventListener("input", () => this.#choices());
    const name = find(this.root, "#your-name", HTMLInputElement);
    name.value = kept("name");
    name.addEventListener("change", () => {
      keep("name", name.value.trim());
      app.connection.again();
    });
  }

  enter() {
    document.title = "Baize: patience at a live table";
    this.#subscribe();
  }

  leave() {
    this.boards.leave();
    this.app.connection.ask(lobby(false));
  }

  /** @param {import("../net/messages.js").Welcome} _welcome */
  welcomed(_welcome) {
    this.#subscribe();
  }

  /** @param {import("../net/messages.js").ServerMessage[]} messages */
  heard(messages) {
    for (const message of messages) if (message.t === "tables") this.#tables(message.list);
  }

  /** @returns {Array<[string,string,number]>} */
  holding() {
    return [];
  }

  show() {}

  #subscribe() {
    if (this.app.connection.state === "online") this.app.connection.ask(lobby(true));
  }

  // A new table

  /**
   * A link to a deal comes with its choices made.
   * @param {URLSearchParams} query
   */
  #fill(query) {
    const { form } = this;
    const game = query.get("game") ?? kept("game");
    const deal = query.get("deal");
    if (game) choose(form, "game", game);
    if (deal !== null && /^\d{1,16}$/.test(deal)) {
      choose(form, "kind", "open");
      find(form, "[name=n]", HTMLInputElement).value = deal;
    }
    this.#choices();
  }

  #choices() {
    const open = new FormData(this.form).get("kind") === "open";
    const number = find(this.form, "[name=n]", HTMLInputElement);
    number.disabled = !open;
    number.required = open;
    find(this.form, ".number", HTMLElement).hidden = !open;
  }

  /** @returns {import("./boards.js").Choice} */
  #choice() {
    const data = new FormData(this.form);
    const open = data.get("kind") === "open" && find(this.form, "[name=n]", HTMLInputElement).validity.valid;
    /** @type {Deal} */
    const deal = open ? { kind: "open", n: Number(data.get("n")) } : { kind: "sealed" };
    return { game: String(data.get("game")), deal, safe: data.get("safe") === "on" };
  }

  #open() {
    const { game, deal, safe } = this.#choice();
    keep("game", game);
    const button = find(this.form, "#open-table", HTMLButtonElement);
    button.disabled = true;
    this.app.open(game, deal, safe, () => { button.disabled = false; });
  }

  // Live tables

  /** @param {TableFacts[]} tables */
  #tables(tables) {
    const live = new Set(tables.map(({ id }) => id));
    for (const [id, row] of this.#rows) {
      if (live.has(id)) continue;
      row.remove();
      this.#rows.delete(id);
    }
    tables.forEach((facts, at) => {
      const row = this.#rows.get(facts.id) ?? this.#row(facts.id);
      this.#rows.set(facts.id, row);
      this.#write(row, facts);
      if (this.list.children[at] !== row) this.list.insertBefore(row, this.list.children[at] ?? null);
    });
    find(this.root, ".no-tables", HTMLElement).hidden = tables.length > 0;
    write(find(this.root, "#tables-count", HTMLElement), tables.length === 0 ? "" : String(tables.length));
  }

  /** @param {string} id @returns {HTMLElement} */
  #row(id) {
    const row = find(fromTemplate("table-row"), "li", HTMLElement);
    row.dataset.room = id;
    return row;
  }

  /** @param {HTMLElement} row @param {TableFacts} facts */
  #write(row, facts) {
    const mine = kept("last") === facts.id;
    const who = facts.who.length === 0 ? "Free seat" : facts.who.join(", ");
    write(find(row, ".who", HTMLElement), who);
    const game = gameLine(facts);
    write(find(row, ".game", HTMLElement), game);
    write(find(row, ".facts", HTMLElement), stateLine(facts));
    find(row, ".bar", HTMLElement).hidden = facts.deal === undefined;
    find(row, ".bar-fill", HTMLElement).style.setProperty("--part", String(facts.up / 52));
    const link = find(row, "a", HTMLAnchorElement);
    const { path, text } = linkOf(facts, mine);
    link.href = path;
    write(link, text);
    link.setAttribute("aria-label", `${text}: ${who}, ${game}`);
  }
}

/** @param {HTMLFormElement} form @param {string} name @param {string} value */
function choose(form, name, value) {
  const field = form.querySelector(`[name="${name}"][value="${CSS.escape(value)}"]`);
  if (field instanceof HTMLInputElement) field.checked = true;
}
