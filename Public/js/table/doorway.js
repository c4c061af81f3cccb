// @ts-check
/**
 * The way to a table: asks to be let in, and with the first snapshot opens the page that can show it.
 * Promise: one question to the server, whatever page comes; what was heard here is heard by that page too.
 * Invariant: it shows itself only when the table is long in coming. What is heard while the program of a board comes
 * waits for it, in its order.
 */
import { afterRefusal, keyIn } from "./host/door.js";
import { later } from "../net/release.js";
import { isBoard, isRace, sub, sync, unsub } from "../net/messages.js";
import { make } from "../view/dom.js";
import { t } from "../words/say.js";
import { TablePage } from "./piles/page.js";

/** A player whose table opens sooner than this sees no doorway. */
const PATIENCE_MS = 300;

export class Doorway {
  /** @type {import("../net/messages.js").Answer|null} */
  #answer = null;
  /** @type {import("../main.js").TableOrBoard|null} */
  #page = null;
  /**
   * What the page of a board will hear first, while its program comes.
   * @type {Array<[import("../net/messages.js").ServerMessage[], boolean]>|null}
   */
  #waiting = null;
  /** Our wish to come in is on its way. */
  #asks = false;
  #left = false;
  #visit = 0;
  #timer = 0;
  /** The snapshot is asked for again once. */
  #mayAgain = true;
  #key = keyIn(location.hash);
  /** Why we watch, though we wished to play. */
  #denied = "";

  /** @param {string} id @param {"play"|"watch"} as @param {import("../main.js").App} app */
  constructor(id, as, app) {
    this.id = id;
    this.as = as;
    this.app = app;
    this.root = make("p", "doorway", t("table.finding"));
  }

  enter() {
    this.#timer = window.setTimeout(() => this.app.put(this.root, "door"), PATIENCE_MS);
    this.#ask();
  }

  leave() {
    clearTimeout(this.#timer);
    this.#left = true;
    this.#visit++;
    if (!this.#page) this.app.connection.ask(unsub(this.id));
  }

  /** @returns {Array<[string,string,number]>} */
  holding() {
    return [];
  }

  welcomed() {
    if (!this.#asks) this.#ask();
  }

  show() {}

  /** @param {import("../net/messages.js").ServerMessage[]} messages @param {boolean} whole all lines could be read */
  heard(messages, whole) {
    const snap = messages.find((it) => it.t === "snap" && it.r === this.id);
    if (this.#waiting) this.#waiting.push([messages, whole]);
    // A race has an address of its own.
    else if (snap?.t === "snap" && isRace(snap)) this.app.go(`/c/${this.id}${location.hash}`, null, true);
    else if (snap?.t === "snap" && isBoard(snap)) this.#openBoard(messages, whole);
    else if (snap || messages.some((it) => it.t === "gone" && it.r === this.id)) this.#open().heard(messages, whole);
    else if (!whole && this.#mayAgain) {
      // It may have been the snapshot.
      this.#mayAgain = false;
      this.app.connection.tell(sync(this.id, "gap"));
    }
  }

  #ask() {
    const visit = ++this.#visit;
    this.#asks = true;
    this.app.connection.ask(sub(this.id, this.as, this.#key?.text), (answer) => {
      if (visit === this.#visit) this.#asks = false;
      if (visit !== this.#visit && !this.#page) return;
      if (this.#page) return this.#page.room.admitted(answer, this.as);
      if (answer.t === "no" && answer.code === "lost") return undefined;
      const then = answer.t === "no" ? afterRefusal(answer, this.as, this.#key) : null;
      if (then && "as" in then) {
        this.as = then.as;
        this.#key = then.key;
        this.#denied ||= then.why;
        return this.#ask();
      }
      this.#answer = answer;
      // A refusal brings no snapshot: the page of a table says what it means.
      if (answer.t === "no") this.#open();
      return undefined;
    });
  }

  #open() {
    return this.#turnTo(new TablePage(this.id, this.as, this.app), "table");
  }

  /** @param {import("../net/messages.js").ServerMessage[]} messages @param {boolean} whole all lines could be read */
  async #openBoard(messages, whole) {
    this.#waiting = [[messages, whole]];
    const brought = await later(() => import("./regions/page.js")).catch(() => null);
    const waiting = this.#waiting;
    this.#waiting = null;
    if (this.#left) return;
    if (!brought) return this.app.lacks();
    const page = this.#turnTo(new brought.BoardPage(this.id, this.app), "board");
    for (const heard of waiting) page.heard(...heard);
  }

  /** @template {import("../main.js").TableOrBoard} P @param {P} page @param {string} name */
  #turnTo(page, name) {
    clearTimeout(this.#timer);
    this.#page = page;
    this.app.turnTo(page, name);
    page.room.as = this.as;
    page.room.key = this.#key;
    page.room.denied = this.#denied;
    if (this.#answer) page.room.admitted(this.#answer, this.as);
    return page;
  }
}
