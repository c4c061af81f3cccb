// @ts-check
/**
 * The boards of the lobby: a tile for each kind, the seats, a board and a game of one's own.
 * Promise: one press opens one table; while it is being opened no other is.
 */
import { keep, kept } from "../keep.js";
import { open, openBoard } from "../net/messages.js";
import { later } from "../net/release.js";
import { refusal } from "../model/words.js";
import { find, write } from "../view/dom.js";
import { BOARDS } from "../view/sprite.js";
import { t } from "../words/say.js";
import { example, GAME, openDescribed } from "./described.js";
import { invite, uninvite } from "./invite.js";
import { KANBAN, KINDS, kindLine, kindTitle, OWN, seatsOf, SOLITAIRE } from "./kinds.js";

/** @typedef {import("../net/messages.js").Auto} Auto */
/** @typedef {{game:string, deal:import("../net/messages.js").Deal, auto:Auto, timed:boolean}} Choice */

export class Boards {
  #gone = false;
  /**
   * The dialog for a board or a game of one's own, once it was asked for.
   * @type {import("./own.js").Own|null}
   */
  #own = null;

  /**
   * @param {HTMLElement} root of the lobby @param {import("../main.js").App} app
   * @param {() => Choice} choice the game that is chosen for patience
   * @param {(busy:boolean) => void} opening a table is being opened, or was
   */
  constructor(root, app, choice, opening) {
    this.app = app;
    this.opening = opening;
    this.choice = choice;
    this.list = find(root, "#kinds", HTMLElement);
    this.seats = find(root, "#new-seats", HTMLInputElement);
    this.root = root;
    this.seats.value = String(seatsOf(kept("seats")));
    this.seats.addEventListener("change", () => {
      this.seats.value = String(seatsOf(this.seats.value));
      keep("seats", this.seats.value);
    });
    this.list.append(...KINDS.map((kind) => this.#tile(kind, () => this.#open(kind))));
    this.list.append(
      this.#tile(KANBAN, () => this.#openExample()),
      this.#tile(OWN, () => this.#withOwn((own) => own.open())),
    );
    find(root, ".own-game", HTMLButtonElement).addEventListener("click", () => this.#withOwn((own) => own.open(GAME)));
    uninvite();
  }

  leave() {
    this.#gone = true;
  }

  welcomed() {
    this.#own?.welcomed();
  }

  /**
   * Offers a game that came by a link.
   * @param {string} text
   */
  offer(text) {
    this.#withOwn((own) => own.offer(text));
  }

  /** @param {(own: import("./own.js").Own) => void} act */
  async #withOwn(act) {
    const brought = await later(() => import("./own.js")).catch(() => null);
    if (this.#gone) return undefined;
    if (!brought) return this.app.lacks();
    this.#own ??= new brought.Own(this.root, (path, room) => this.#enter(path, room));
    return act(this.#own);
  }

  adorn() {
    for (const tile of this.list.querySelectorAll("button")) {
      BOARDS.show(find(tile, "svg", SVGSVGElement), tile.dataset.kind ?? "");
    }
  }

  reword() {
    for (const tile of this.list.querySelectorAll("button")) this.#write(tile);
    this.#own?.reword();
  }

  /** @param {HTMLElement} tile */
  #write(tile) {
    const kind = tile.dataset.kind ?? "";
    write(find(tile, "b", HTMLElement), kindTitle(kind));
    write(find(tile, "small", HTMLElement), kindLine(kind));
  }

  /** @param {string} name @param {() => void} press */
  #tile(name, press) {
    const row = document.createElement("li");
    const tile = document.createElement("button");
    tile.type = "button";
    tile.className = "tile";
    tile.dataset.kind = name;
    tile.append(BOARDS.picture(""), document.createElement("b"), document.createElement("small"));
    this.#write(tile);
    tile.addEventListener("click", press);
    row.append(tile);
    return row;
  }

  /** @param {boolean} busy */
  wait(busy) {
    for (const tile of this.list.querySelectorAll("button")) tile.disabled = busy;
  }

  /** @param {string} name */
  #open(name) {
    const seats = seatsOf(this.seats.value);
    const { game, deal, auto, timed } = this.choice();
    if (name === SOLITAIRE && game === "") return this.app.announcer.toast(t("lobby.noneChosen"));
    const wish = name === SOLITAIRE ? open(game, deal, auto, seats, timed) : openBoard(name, seats);
    this.opening(true);
    this.app.connection.ask(wish, (answer) => {
      this.opening(false);
      if (answer.t === "ok" && answer.room !== undefined) this.#enter(`/t/${answer.room}`, answer.room);
      else if (answer.t === "no") this.#refused(answer);
    });
    return undefined;
  }

  /** @param {{code:string, why?:string}} no */
  #refused(no) {
    const full = no.code === "full";
    this.app.announcer.toast(full ? t("app.noRoom") : refusal(no));
  }

  async #openExample() {
    this.opening(true);
    const text = await example();
    const answer = text === "" ? { why: t("lobby.exampleLost") }
      : await openDescribed(text, kept("tok"));
    this.opening(false);
    if ("room" in answer) this.#enter(answer.path, answer.room);
    else if (!this.#gone) this.app.announcer.toast("why" in answer ? answer.why : t("lobby.exampleWrong"));
  }

  /** @param {string} path @param {string} room */
  #enter(path, room) {
    // A player who went to another page meanwhile is not called back.
    if (this.#gone) return;
    keep("last", room);
    this.app.go(path);
    invite();
  }
}
