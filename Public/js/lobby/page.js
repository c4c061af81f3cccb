// @ts-check
/**
 * The lobby: open a table, watch one. Its list of tables is the server's, shown as it comes.
 * Invariant: one row per table, kept as long as the table lives, so that nothing jumps under a finger.
 */
import { lobby } from "../net/messages.js";
import { dealNumber } from "../model/deal.js";
import { settings } from "../settings.js";
import { find, fromTemplate, whenIdle, write } from "../view/dom.js";
import { CARDS } from "../view/sprite.js";
import { keep, kept } from "../keep.js";
import { t } from "../words/say.js";
import { Boards } from "./boards.js";
import { played } from "./games.js";
import { gameLine, linkOf, partUp, stateLine } from "./kinds.js";
import { Picker } from "./picker.js";
import { isShared, sharedText } from "./shared.js";

/** @typedef {import("../net/messages.js").TableFacts} TableFacts */
/** @typedef {import("../net/messages.js").Deal} Deal */
/** @typedef {import("../net/messages.js").Auto} Auto */

const HERO = ["QH", "TS", "JD", "AC", "KS"];

export class LobbyPage {
  /** @type {Map<string, HTMLElement>} */
  #rows = new Map();
  /** @type {TableFacts[]} */
  #live = [];
  /**
   * What a link gave as the number of its deal, where that is not a number of a deal.
   * @type {string|null}
   */
  #notADeal = null;
  /** Somebody came by a link to a game, and it cannot be read. */
  #unread = false;
  #left = false;
  /** While a table is being opened no other is. */
  #opening = false;
  /** @type {() => void} */
  #unsubscribe;

  /**
   * @param {import("../main.js").App} app @param {URLSearchParams} query
   * @param {string} [hash] of the address: a game of somebody's own may stand there
   */
  constructor(app, query, hash = "") {
    this.app = app;
    this.hash = hash;
    this.root = document.createElement("div");
    this.root.className = "lobby-page";
    this.root.append(fromTemplate("lobby-page"));
    this.form = find(this.root, "#new-table", HTMLFormElement);
    this.auto = find(this.form, "[name=auto]", HTMLSelectElement);
    this.timed = find(this.form, "[name=timed]", HTMLInputElement);
    this.number = find(this.form, "[name=n]", HTMLInputElement);
    this.list = find(this.root, "#tables", HTMLElement);
    this.boards = new Boards(this.root, app, () => this.#choice(), (busy) => this.#wait(busy));
    this.picker = new Picker(this.root, () => this.#choices());
    this.#fill(query);
    whenIdle(() => this.#adorn());
    this.#unsubscribe = settings.subscribe((changed) => {
      if (changed.includes("auto")) this.auto.value = settings.get("auto");
      this.timed.checked = settings.get("timed");
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#open();
    });
    this.form.addEventListener("input", () => this.#choices());
    this.timed.checked = settings.get("timed");
    this.timed.addEventListener("change", () => settings.set("timed", this.timed.checked));
    const name = find(this.root, "#your-name", HTMLInputElement);
    name.value = kept("name");
    name.addEventListener("change", () => {
      keep("name", name.value.trim());
      app.connection.again();
    });
  }

  enter() {
    document.title = t("app.title");
    this.#subscribe();
    if (isShared(this.hash)) this.#receive();
  }

  /** Pictures come last: nobody waits for them. */
  #adorn() {
    const hero = find(this.root, ".hero-cards", HTMLElement);
    if (this.#left || this.#opening || hero.hasChildNodes()) return;
    hero.append(...HERO.map((face) => CARDS.picture(face)));
    this.boards.adorn();
  }

  /** Somebody came by a link to a game of another's own. */
  async #receive() {
    const text = await sharedText(this.hash);
    if (this.#left) return;
    if (text !== null) return this.boards.offer(text);
    this.#unread = true;
    this.#choices();
  }

  leave() {
    this.#left = true;
    this.#unsubscribe();
    this.boards.leave();
    this.app.connection.ask(lobby(false));
  }

  /** @param {import("../net/messages.js").Welcome} _welcome @param {boolean} restarted */
  welcomed(_welcome, restarted) {
    if (restarted || this.picker.isLost) this.picker.fetch();
    this.boards.welcomed();
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

  /** Another language is spoken. */
  reword() {
    document.title = t("app.title");
    this.boards.reword();
    this.picker.reword();
    this.#tables(this.#live);
  }

  // A new table

  /**
   * A link to a deal comes with its choices made; of one that names nothing, nothing is made.
   * @param {URLSearchParams} query
   */
  #fill(query) {
    const { form } = this;
    const asked = query.get("deal");
    if (asked !== null) {
      const n = dealNumber(asked);
      find(form, "[name=kind][value=open]", HTMLInputElement).checked = true;
      this.number.value = n === null ? asked.slice(0, this.number.maxLength) : String(n);
      if (n === null) this.#notADeal = this.number.value;
    }
    this.auto.value = settings.get("auto");
    this.picker.start(query.get("game"), kept("game"), kept("played").split(" "));
    this.#choices();
  }

  #choices() {
    const open = new FormData(this.form).get("kind") === "open";
    const { number } = this;
    number.disabled = !open;
    number.required = open;
    number.setCustomValidity(open && dealNumber(number.value) === null ? t("lobby.numberWrong") : "");
    find(this.form, ".number", HTMLElement).hidden = !open;
    find(this.form, ".timed", HTMLElement).hidden = this.picker.game?.timed !== true;
    find(this.form, "#open-table", HTMLButtonElement).disabled = this.#opening || this.picker.id === "";
    this.#tellLink(open);
  }

  /**
   * Says what is wrong with the link that somebody came by, until they have chosen otherwise.
   * @param {boolean} open a number is asked for
   */
  #tellLink(open) {
    const { problems } = this.picker;
    const all = [...problems];
    if (open && this.number.value === this.#notADeal) all.push(t("link.noDeal", { deal: this.#notADeal }));
    if (this.#unread) all.push(t("own.unread"));
    const alert = find(this.root, ".link-wrong", HTMLElement);
    alert.hidden = all.length === 0;
    write(alert, all.join(" "));
  }

  /** @returns {import("./boards.js").Choice} */
  #choice() {
    const data = new FormData(this.form);
    const n = data.get("kind") === "open" ? dealNumber(this.number.value) : null;
    /** @type {Deal} */
    const deal = n === null ? { kind: "sealed" } : { kind: "open", n };
    const auto = /** @type {Auto} */ (data.get("auto"));
    return { game: this.picker.id, deal, auto, timed: this.timed.checked };
  }

  #open() {
    const { game, deal, auto, timed } = this.#choice();
    keep("game", game);
    keep("played", played(kept("played"), game));
    this.#wait(true);
    const { state, silent } = this.app.connection;
    if (state === "reconnecting" || silent) this.app.announcer.toast(t("lobby.dealsLater"));
    this.app.open(game, deal, auto, () => this.#wait(false), undefined, timed);
  }

  /** @param {boolean} busy a table is being opened, of whatever kind */
  #wait(busy) {
    this.#opening = busy;
    this.#choices();
    this.boards.wait(busy);
    if (!busy) whenIdle(() => this.#adorn());
  }

  // Live tables

  /** @param {TableFacts[]} tables */
  #tables(tables) {
    this.#live = tables;
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
    const who = facts.who.length === 0 ? t("lobby.freeSeat") : facts.who.join(", ");
    write(find(row, ".who", HTMLElement), who);
    const game = gameLine(facts);
    write(find(row, ".game", HTMLElement), game);
    write(find(row, ".facts", HTMLElement), stateLine(facts));
    find(row, ".bar", HTMLElement).hidden = facts.deal === undefined;
    find(row, ".bar-fill", HTMLElement).style.setProperty("--part", String(partUp(facts)));
    const link = find(row, "a", HTMLAnchorElement);
    const { path, text } = linkOf(facts, mine);
    link.href = path;
    write(link, text);
    link.setAttribute("aria-label", t("lobby.link", { act: text, who, game }));
  }
}
