// @ts-check
/**
 * The boards of the lobby: a tile for each kind, the seats, a board of one's own.
 * Promise: one press opens one table; while it is being opened no other is.
 */
import { keep, kept } from "../keep.js";
import { open, openBoard } from "../net/messages.js";
import { refusal } from "../model/words.js";
import { find } from "../view/dom.js";
import { example, openDescribed } from "./described.js";
import { invite, uninvite } from "./invite.js";
import { KANBAN, KINDS, OWN, seatsOf, SOLITAIRE } from "./kinds.js";
import { OwnBoard } from "./own.js";

/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {{game:string, deal:import("../net/messages.js").Deal, safe:boolean}} Choice */

const SVG = "http://www.w3.org/2000/svg";
const PICTURES = "/img/boards.svg";

export class Boards {
  #gone = false;

  /**
   * @param {HTMLElement} root of the lobby @param {import("../main.js").App} app
   * @param {() => Choice} choice the game that is chosen for patience
   */
  constructor(root, app, choice) {
    this.app = app;
    this.choice = choice;
    this.list = find(root, "#kinds", HTMLElement);
    this.seats = find(root, "#new-seats", HTMLInputElement);
    this.own = new OwnBoard(root, (path, room) => this.#enter(path, room));
    this.seats.value = String(seatsOf(kept("seats")));
    this.seats.addEventListener("change", () => {
      this.seats.value = String(seatsOf(this.seats.value));
      keep("seats", this.seats.value);
    });
    this.list.append(...KINDS.map((kind) => this.#tile(kind, () => this.#open(kind))));
    this.list.append(this.#tile(KANBAN, () => this.#openExample()), this.#tile(OWN, () => this.own.open()));
    uninvite();
  }

  leave() {
    this.#gone = true;
  }

  /** @param {Kind} kind @param {() => void} press */
  #tile({ name, title, line }, press) {
    const row = document.createElement("li");
    const tile = document.createElement("button");
    tile.type = "button";
    tile.className = "tile";
    tile.dataset.kind = name;
    const picture = document.createElementNS(SVG, "svg");
    picture.setAttribute("viewBox", "0 0 160 80");
    picture.setAttribute("aria-hidden", "true");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `${PICTURES}#${name}`);
    picture.append(use);
    const heading = document.createElement("b");
    heading.textContent = title;
    const words = document.createElement("small");
    words.textContent = line;
    tile.append(picture, heading, words);
    tile.addEventListener("click", press);
    row.append(tile);
    return row;
  }

  /** @param {boolean} busy */
  #wait(busy) {
    for (const tile of this.list.querySelectorAll("button")) tile.disabled = busy;
  }

  /** @param {Kind} kind */
  #open({ name }) {
    const seats = seatsOf(this.seats.value);
    const { game, deal, safe } = this.choice();
    const wish = name === SOLITAIRE.name ? open(game, deal, safe, seats) : openBoard(name, seats);
    this.#wait(true);
    this.app.connection.ask(wish, (answer) => {
      this.#wait(false);
      if (answer.t === "ok" && answer.room !== undefined) this.#enter(`/t/${answer.room}`, answer.room);
      else if (answer.t === "no") this.#refused(answer);
    });
  }

  /** @param {{code:string, why?:string}} no */
  #refused(no) {
    const full = no.code === "full";
    this.app.announcer.toast(full ? "The server has no room for another table now." : refusal(no));
  }

  async #openExample() {
    this.#wait(true);
    const text = await example();
    const answer = text === "" ? { why: "The example could not be fetched. Try again." }
      : await openDescribed(text, kept("tok"));
    this.#wait(false);
    if ("room" in answer) this.#enter(answer.path, answer.room);
    else if (!this.#gone) this.app.announcer.toast("why" in answer ? answer.why : "The example has mistakes.");
  }

  /** @param {string} path @param {string} room */
  #enter(path, room) {
    // Who went elsewhere meanwhile is not called back.
    if (this.#gone) return;
    keep("last", room);
    this.app.go(path);
    invite(path, this.app.announcer);
  }
}
