// @ts-check
/**
 * The page of a board that is not patience: wires room, view, hands and dialogs together and shows what they know.
 * Promise: every message is shown at once and completely; nothing here decides what is allowed.
 * Invariant: `data-settled` is true exactly when nothing is asked and nothing moves by itself.
 */
import { Certainty } from "../../model/certainty.js";
import { goneWords, refusal } from "../../model/words.js";
import { t } from "../../words/say.js";
import { Transfer } from "../../transfer/transfer.js";
import { allow, find, fromTemplate, write } from "../../view/dom.js";
import { Motion } from "../../view/motion.js";
import { FlowConduct } from "./flow-conduct.js";
import { Flights } from "./drag/flights.js";
import { Flip } from "./drag/flip.js";
import { Geometry } from "./drag/geometry.js";
import { Outside } from "./drag/outside.js";
import { Parting } from "./drag/parting.js";
import { Shades } from "./drag/shades.js";
import { Ghosts } from "../ghosts.js";
import { Room } from "../room.js";
import { Waiting } from "../waiting.js";
import { mayTakeSeat, nameOf, showSeats, watchingWords } from "../seats.js";
import { Sheets } from "./sheets.js";
import { View } from "./view.js";

/** @typedef {import("../../main.js").App} App */
/** @typedef {import("../../model/store.js").Target} Target */

export class BoardPage {
  #ends = new AbortController();
  /** What was heard of hands since they were shown: where they are, or also what is in them. */
  #hands = { moved: false, changed: false };

  /** @param {string} id @param {App} app */
  constructor(id, app) {
    this.app = app;
    this.root = document.createElement("div");
    this.root.className = "board-page";
    this.root.append(fromTemplate("board-page"));
    this.boardRoot = find(this.root, "#board", HTMLElement);
    this.boardRoot.dataset.room = id;
    this.motion = new Motion(() => this.#settle());
    /** @type {import("../room.js").BoardRoom} */
    this.room = new Room(id, app.connection, new Certainty(), {
      changed: () => this.show(),
      refused: (...why) => this.#refused(...why),
      leased: (lift) => this.conduct.hand.leased(lift),
      liftLost: (lift) => this.conduct.lost(lift),
      drags: (_, changed) => { this.#hands = { moved: true, changed: changed || this.#hands.changed }; },
      ended: () => this.#ended(),
    });
    this.view = new View(this.boardRoot, {
      press: (region) => this.room.tap(region),
      edit: (region, on) => this.room.edit(region, on),
    });
    this.flip = new Flip(this.view.elements, this.motion);
    this.flights = new Flights(this.view, this.motion);
    this.geometry = new Geometry(this.view, this.#ends.signal);
    this.parting = new Parting(this.view, this.geometry);
    this.shades = new Shades(this.room, this.view, this.geometry, this.parting, this.flip);
    this.ghosts = new Ghosts(this.room.store, (drag, name, home) => this.shades.draw(drag, name, home));
    this.waiting = new Waiting(this.boardRoot, this.room.store, (item) => this.view.elements.get(item));
    this.sheets = new Sheets(this.root);
    /** @type {FlowConduct} */
    this.conduct = new FlowConduct(this, this.#ends.signal);
    this.outside = new Outside(this);
    this.transfer = new Transfer(this);
    this.#buttons();
  }

  /** The page is on the screen now; the doorway has let us in. */
  enter() {
    this.show();
  }

  leave() {
    this.sheets.close();
    this.conduct.escape();
    this.flights.clear();
    this.ghosts.clear();
    this.waiting.leave();
    this.transfer.leave();
    this.#ends.abort();
    this.room.leave();
  }

  /** @param {import("../../net/messages.js").Welcome} welcome @param {boolean} restarted */
  welcomed(welcome, restarted) {
    if (restarted) this.room.handsLost();
    if (!welcome.resumed || !this.room.store.table) this.room.enterAgain();
    this.show();
  }

  /**
   * @param {import("../../net/messages.js").ServerMessage[]} messages
   * @param {boolean} whole all lines could be read
   */
  heard(messages, whole) {
    this.room.hearLines(messages, whole);
    if (messages.some(({ t }) => t === "snap" || t === "crowd")) this.room.keepSeat(this.app.guest);
    const { moved, changed } = this.#hands;
    this.#hands = { moved: false, changed: false };
    // Where hands are changes nothing but the hands; and what they hold is on the page before they are shown.
    if (changed || messages.length === 0 || messages.some(({ t }) => t !== "drag")) this.show();
    if (moved) this.#drags();
  }

  /** @returns {Array<[string,string,number]>} what we hold, for resuming */
  holding() {
    const { position } = this.room;
    return position ? [position] : [];
  }

  // What others may ask of the page.

  /** Regions as on the wire, as they are shown now. */
  get regions() {
    const { regions, piles } = this.room.store.shown();
    return regions.map(({ places, ...facts }) => ({
      ...facts,
      runs: places.map(({ in: place, reorder, title }) =>
        ({ in: place, reorder, title, items: (piles[place] ?? []).map((item) => /** @type {[number]} */ ([item])) })),
    }));
  }

  /** @returns {ReadonlyMap<number, HTMLElement>} */
  get items() {
    return this.view.elements;
  }

  get version() {
    return this.room.store.table?.version ?? 0;
  }

  get playing() {
    return this.room.store.seat >= 0 && !this.room.ended && this.room.store.table !== null;
  }

  /**
   * What an outside drag would drop on.
   * @param {number} clientX @param {number} clientY @returns {Target|null}
   */
  targetAt(clientX, clientY) {
    return this.outside.targetAt(clientX, clientY);
  }

  /**
   * Shows where an outside drag would drop.
   * @param {Target|null} target
   */
  lightTarget(target) {
    this.outside.light(target);
  }

  // Showing

  /** Shows everything as it is now. */
  show() {
    const { store } = this.room;
    const { table } = store;
    if (table) {
      const shown = store.shown();
      const seats = table.seats;
      const focused = this.conduct.focus.focused;
      if (this.view.moves(shown)) {
        this.flip.first();
        this.ghosts.settle();
        this.geometry.invalidate();
        this.conduct.focus.leaving(shown.piles);
      }
      this.view.show(store, (seat) => nameOf(seats, seat));
      this.conduct.refresh(focused);
      this.parting.again(this.geometry.stale);
      this.flights.go(store);
      this.flip.last();
    }
    this.waiting.show();
    this.#facts();
    this.conduct.bar.show();
    this.transfer.shown();
    this.#settle();
  }

  #settle() {
    const { table, intents } = this.room.store;
    this.boardRoot.dataset.settled = String(table !== null && intents.length === 0 && this.motion.running === 0);
  }

  #facts() {
    const { store, ended } = this.room;
    const { table, seat } = store;
    const { dataset } = this.boardRoot;
    dataset.role = seat >= 0 ? "player" : "watch";
    this.root.classList.toggle("watching", seat < 0);
    for (const op of /** @type {const} */ (["undo", "redo"])) {
      allow(find(this.root, `#${op}`, HTMLButtonElement), this.playing && store.mayStep(op));
    }
    find(this.root, ".tools", HTMLElement).hidden = seat < 0 || ended;
    const gone = find(this.root, ".gone", HTMLElement);
    gone.hidden = !ended;
    if (ended) {
      const [title, words] = goneWords(this.room.endedBy, this.app.restarted, "board");
      write(find(gone, "#gone-title", HTMLElement), title);
      write(find(gone, "p", HTMLElement), words);
    }
    this.boardRoot.hidden = ended;
    const banner = find(this.root, ".banner", HTMLElement);
    banner.hidden = !(table && seat < 0 && !ended);
    if (!table) return;
    dataset.version = String(table.version);
    dataset.hash = table.hash;
    document.body.dataset.look = this.boardRoot.classList.contains("felted") ? "felt" : "plain";
    document.title = t("app.titleOf", { name: table.game.name });
    write(find(this.root, ".title", HTMLElement), table.game.name);
    write(find(this.root, "#watchers", HTMLElement), String(table.watching));
    find(this.root, ".watchers", HTMLElement).hidden = table.watching === 0;
    showSeats(find(this.root, "#seats", HTMLElement), table.seats, seat);
    if (banner.hidden) return;
    write(find(banner, "span", HTMLElement), watchingWords(table.seats));
    find(banner, "button", HTMLButtonElement).hidden = !mayTakeSeat(table.seats, this.app.guest);
  }

  /**
   * @param {import("../../net/conversation.js").Refusal} no @param {import("../../model/store.js").Intent|null} intent
   * @param {readonly number[]} [items] that it was about
   */
  #refused(no, intent, items = []) {
    // Of a board that is gone there is nothing more to say.
    if (this.room.ended) return;
    const taken = no.code === "leased" && items.length > 0;
    this.app.announcer.toast(taken ? this.conduct.taken(items) : refusal(no, intent?.op));
    if (intent) this.flights.refuse(intent);
    this.flip.first();
    this.show();
  }

  /** The board is gone: what was said of it no longer matters, and the focus goes to what is there instead. */
  #ended() {
    this.sheets.close();
    this.conduct.escape();
    this.app.announcer.hush();
    this.show();
    find(this.root, "#gone-title", HTMLElement).focus();
  }

  #drags() {
    const { store } = this.room;
    const { hand } = this.conduct;
    const seats = store.table?.seats ?? [];
    const others = store.live.filter(({ d, by }) => !(by === store.seat && this.room.mine.has(d)));
    this.ghosts.hear(others, (seat) => nameOf(seats, seat));
    // While our own hand is empty others may part the items.
    if (hand.holding === null && !this.outside.active) this.shades.part(others);
  }

  #buttons() {
    /** @param {string} selector @param {() => void} act */
    const on = (selector, act) =>
      find(this.root, selector, HTMLButtonElement).addEventListener("click", act, { signal: this.#ends.signal });
    on("#undo", () => this.conduct.step("undo"));
    on("#redo", () => this.conduct.step("redo"));
    on("#share", () => this.#share());
    on("#sit", () => {
      this.room.enter("play");
      this.app.address(`/t/${this.room.id}`);
    });
    this.conduct.bar.buttons(on);
  }

  async #share() {
    const link = `${location.origin}/t/${this.room.id}`;
    try {
      await navigator.clipboard.writeText(link);
      this.app.announcer.toast(t("boards.shared"));
    } catch {
      this.app.announcer.toast(link);
    }
  }
}
