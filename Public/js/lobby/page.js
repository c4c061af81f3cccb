// @ts-check
/** The lobby: deal, go on with a table, open a board, watch others. Each part of it is a file of its own. */
import { lobby } from "../net/messages.js";
import { dealNumber } from "../model/deal.js";
import { dealName } from "../model/words.js";
import { later } from "../net/release.js";
import { find, fromTemplate, whenIdle, write } from "../view/dom.js";
import { CARDS } from "../view/sprite.js";
import { kept } from "../keep.js";
import { t } from "../words/say.js";
import { Boards } from "./boards.js";
import { shortName } from "./games.js";
import { Live } from "./live.js";
import { MyTables } from "./my-tables.js";
import { Options } from "./options.js";
import { Picker } from "./picker.js";
import { isShared } from "./shared.js";
import { adornTiles, KNOWN, tile, writeKnown } from "./tiles.js";

const HERO = ["QH", "TS", "JD", "AC", "KS"];

export class LobbyPage {
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
  /** The small boards of live tables are here, or come. */
  #moves = false;

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
    this.start = find(this.form, "#open-table", HTMLButtonElement);
    this.known = find(this.root, "#known", HTMLElement);
    this.known.append(...KNOWN.map((game) => tile(game, () => this.#open(game))));
    writeKnown(this.known);
    this.boards = new Boards(this.root, app, () => this.#choice(), (busy) => this.#wait(busy));
    this.mine = new MyTables(this.root, () => this.live.show());
    this.live = new Live(this.root, (id) => this.mine.has(id));
    this.picker = new Picker(this.root, () => this.#choices());
    /** @type {Options|null} */
    this.options = null;
    this.options = new Options(this.form, () => this.#choices(), () => app.connection.again());
    this.options.claimed(app.handle);
    this.#fill(query);
    whenIdle(() => this.#adorn());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#open();
    });
    // What is wrong would not be seen there.
    this.form.addEventListener("invalid", () => find(this.form, "#options", HTMLDetailsElement).open = true, true);
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
    adornTiles(this.root);
  }

  /** Somebody came by a link to a game of another's own. */
  async #receive() {
    const brought = await this.boards.bring();
    if (!brought) return;
    const text = await brought.textIn(this.hash);
    if (this.#left) return;
    if (text !== null) return this.boards.offer(text);
    this.#unread = true;
    this.#choices();
  }

  leave() {
    this.#left = true;
    this.options?.leave();
    this.boards.leave();
    this.mine.leave();
    this.live.minis?.leave();
    this.app.connection.ask(lobby(false));
  }

  /** @param {import("../net/messages.js").Welcome} _welcome @param {boolean} restarted */
  welcomed(_welcome, restarted) {
    this.options?.claimed(this.app.handle);
    if (restarted || this.picker.isLost) this.picker.fetch();
    this.boards.welcomed();
    this.live.minis?.welcomed();
    this.#subscribe();
  }

  /** @param {import("../net/messages.js").ServerMessage[]} messages */
  heard(messages) {
    for (const message of messages) if (message.t === "tables") this.#list(message.list);
    this.live.minis?.heard(messages);
  }

  /** @param {import("../net/messages.js").TableFacts[]} tables */
  #list(tables) {
    this.live.show(tables);
    if (tables.length === 0 || this.#moves) return;
    this.#moves = true;
    whenIdle(() => this.#move());
  }

  /** The small boards come when there are tables to see, and nothing else is to be done. */
  async #move() {
    const brought = await later(() => import("./minis.js")).catch(() => null);
    if (this.#left || !brought) return;
    this.live.minis = new brought.Minis(this.app.connection);
    this.live.show();
  }

  /** @returns {Array<[string,string,number]>} */
  holding() {
    return [];
  }

  show() {}

  #subscribe() {
    if (this.app.connection.state !== "online") return;
    this.app.connection.ask(lobby(true));
    // Nobody waits for it: the table that one left is known here.
    whenIdle(() => !this.#left && this.mine.fetch());
  }

  /** Another language is spoken. */
  reword() {
    document.title = t("app.title");
    writeKnown(this.known);
    this.boards.reword();
    this.mine.show();
    this.picker.reword();
    this.live.show();
    this.#choices();
  }

  // A new table

  /**
   * A link to a deal comes with its choices made; of one that names nothing, nothing is made.
   * @param {URLSearchParams} query
   */
  #fill(query) {
    const asked = query.get("deal");
    if (asked !== null) {
      this.options?.byNumber(asked);
      if (dealNumber(asked) === null) this.#notADeal = this.options?.number.value ?? null;
    }
    this.picker.start(query.get("game"), kept("game"), kept("played").split(" "));
    this.#choices();
  }

  /** Shows what is chosen. */
  #choices() {
    const { options, picker, start } = this;
    if (!options) return;
    options.show(picker.game?.timed ?? true, picker.offer());
    const { deal } = options.chosen();
    start.disabled = this.#opening || picker.id === "";
    start.parentElement?.classList.toggle("asked", picker.isAsked);
    write(find(start, "b", HTMLElement), picker.id === "" ? t("lobby.noneChosen")
      : t("rules.play", { game: shortName(picker.id, picker.game?.name) }));
    const line = find(start, "small", HTMLElement);
    line.hidden = deal.kind === "sealed" || picker.id === "";
    write(line, line.hidden ? "" : dealName(deal));
    this.#tellLink(options);
  }

  /**
   * Says what is wrong with the link that somebody came by, until they have chosen otherwise.
   * @param {Options} options
   */
  #tellLink({ isByNumber, number }) {
    const all = [...this.picker.problems];
    if (isByNumber && number.value === this.#notADeal) all.push(t("link.noDeal", { deal: this.#notADeal }));
    if (this.#unread) all.push(t("own.unread"));
    const alert = find(this.root, ".link-wrong", HTMLElement);
    alert.hidden = all.length === 0;
    write(alert, all.join(" "));
  }

  /** @param {string} [game] @returns {import("./boards.js").Choice} */
  #choice(game = this.picker.id) {
    if (!this.options) throw new Error("the options stand in the page");
    return { game, ...this.options.chosen(this.picker.offer(game)) };
  }

  /** @param {string} [game] by its tile; left out: the one that is chosen */
  #open(game) {
    if (!this.form.reportValidity()) return;
    this.#wait(true);
    const { state, silent } = this.app.connection;
    if (state === "reconnecting" || silent) this.app.announcer.toast(t("lobby.dealsLater"));
    this.app.open(this.#choice(game), () => this.#wait(false));
  }

  /** @param {boolean} busy a table is being opened, of whatever kind */
  #wait(busy) {
    this.#opening = busy;
    this.#choices();
    for (const it of this.root.querySelectorAll("button.tile")) /** @type {HTMLButtonElement} */ (it).disabled = busy;
    if (!busy) whenIdle(() => this.#adorn());
  }
}
