// @ts-check
/**
 * The boards of the lobby: a tile for each kind, the seats, a board and a game of one's own.
 * Promise: one press opens one table; while it is being opened no other is.
 */
import { keep, kept } from "../keep.js";
import { open, openBoard } from "../net/messages.js";
import { later } from "../net/release.js";
import { refusal } from "../model/words.js";
import { find } from "../view/dom.js";
import { t } from "../words/say.js";
import { invite } from "./invite.js";
import { EXAMPLES, KANBAN, KINDS, kindLine, kindTitle, OWN, RACE, seatsOf, SOLITAIRE } from "./kinds.js";
import { tile, writeTiles } from "./tiles.js";

/** @typedef {import("../net/messages.js").Access} Access */
/** @typedef {import("../net/messages.js").Choice} Choice */

export class Boards {
  #gone = false;
  /**
   * The dialog for a board or a game of one's own, once it was asked for.
   * @type {import("./own.js").Own|null}
   */
  #own = null;
  /**
   * The dialog for a race, once it was asked for.
   * @type {import("./racing.js").Racing|null}
   */
  #racing = null;

  /**
   * @param {HTMLElement} root of the lobby @param {import("../main.js").App} app
   * @param {() => Choice} choice the game that is chosen for patience
   * @param {(busy:boolean) => void} opening a table is being opened, or was
   */
  constructor(root, app, choice, opening) {
    this.app = app;
    this.opening = opening;
    this.choice = choice;
    this.box = find(root, ".boards", HTMLElement);
    this.access = find(this.box, "[name=board-access]", HTMLSelectElement);
    this.seats = find(root, "#new-seats", HTMLInputElement);
    this.root = root;
    this.seats.value = String(seatsOf(kept("seats")));
    this.seats.addEventListener("change", () => {
      this.seats.value = String(seatsOf(this.seats.value));
      keep("seats", this.seats.value);
    });
    this.access.value = kept("board-access") || "public";
    this.access.addEventListener("change", () => keep("board-access", this.access.value));
    /** @param {string} kind */
    const opens = (kind) => tile(kind, () => this.#open(kind));
    find(this.box, "#kinds", HTMLElement).append(
      tile(RACE, () => this.#race()), tile(KANBAN, () => this.#openExample()), ...KINDS.map(opens),
      tile(OWN, () => this.#withOwn((own) => own.open())),
    );
    find(this.box, "#examples", HTMLElement).append(...EXAMPLES.map(opens));
    this.reword();
    find(root, ".own-game", HTMLButtonElement).addEventListener("click", () => this.#withOwn((own) => own.openGame()));
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
    const brought = await this.bring();
    if (!brought) return undefined;
    this.#own ??= new brought.Own(this.root, (path, room) => this.#enter(path, room));
    return act(this.#own);
  }

  /** What descriptions need comes when somebody has one. */
  async bring() {
    const brought = await later(() => import("./own.js")).catch(() => null);
    if (!brought && !this.#gone) this.app.lacks();
    return this.#gone ? null : brought;
  }

  reword() {
    writeTiles(this.box, (kind) => [kindTitle(kind), kindLine(kind)]);
    this.#own?.reword();
  }

  /** @param {string} name */
  #open(name) {
    const seats = seatsOf(this.seats.value);
    const choice = this.choice();
    if (name === SOLITAIRE && choice.game === "") return this.app.announcer.toast(t("lobby.noneChosen"));
    const access = /** @type {Access} */ (this.access.value);
    return this.#ask(name === SOLITAIRE ? open({ ...choice, seats, access }) : openBoard(name, seats, access));
  }

  /** @param {(c:number) => import("../net/messages.js").ClientMessage} wish @param {string} [page] the path before the
   *   room */
  #ask(wish, page = "/t/") {
    this.opening(true);
    this.app.connection.ask(wish, (answer) => {
      this.opening(false);
      if (answer.t === "ok" && answer.room !== undefined) this.#enter(page + answer.room, answer.room, page === "/t/");
      else if (answer.t === "no") this.#refused(answer);
    });
  }

  /** What a race may be like is asked when somebody wants one. */
  async #race() {
    const choice = this.choice();
    if (choice.game === "") return this.app.announcer.toast(t("lobby.noneChosen"));
    const brought = await later(() => import("./racing.js")).catch(() => null);
    if (this.#gone) return undefined;
    if (!brought) return this.app.lacks();
    this.#racing ??= new brought.Racing(this.root, (wish) => this.#ask(open(wish), "/c/"));
    return this.#racing.open(choice);
  }

  /** @param {{code:string, why?:string}} no */
  #refused(no) {
    const full = no.code === "full";
    this.app.announcer.toast(full ? t("app.noRoom") : refusal(no));
  }

  async #openExample() {
    this.opening(true);
    const answer = await (await this.bring())?.openExample(kept("tok"), this.access.value);
    this.opening(false);
    if (!answer) return;
    if ("room" in answer) this.#enter(answer.path, answer.room);
    else if (!this.#gone) this.app.announcer.toast("why" in answer ? answer.why : t("lobby.exampleWrong"));
  }

  /** @param {string} path @param {string} room @param {boolean} [isTable] a race is no table to go back to */
  #enter(path, room, isTable = true) {
    // A player who went to another page meanwhile is not called back.
    if (this.#gone) return;
    if (isTable) keep("last", room);
    this.app.go(path);
    if (isTable) invite();
  }
}
