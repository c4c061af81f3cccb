// @ts-check
/**
 * What the pages of all tables have in common: the room, who is there, and when everything is shown anew.
 * Promise: every message is shown at once and completely; nothing here decides what is legal.
 * Invariant: `data-settled` is true exactly when nothing is asked and nothing moves by itself.
 */
import { accompanied } from "../lobby/invite.js";
import { later } from "../net/release.js";
import { find, fromTemplate, write } from "../view/dom.js";
import { Motion } from "../view/motion.js";
import { Ghosts } from "./ghosts.js";
import { links } from "./host/door.js";
import { deniedWords, Host } from "./host/host.js";
import { Room } from "./room.js";
import { nameOf, watchingWords } from "./seats.js";
import { Waiting } from "./waiting.js";

/** @typedef {import("../net/messages.js").LiveDrag} LiveDrag */
/** @typedef {import("../net/conversation.js").Refusal} Refusal */
/** @typedef {import("../model/store.js").Intent} Intent */

/** @template {string|import("../model/table.js").Content} F */
export class RoomPage {
  #ends = new AbortController();
  /** What was heard is more than where hands are. */
  #changed = false;
  /**
   * What is said and shown to each other: it comes with company.
   * @type {Promise<import("./talk/talk.js").Talk|void>|null}
   */
  #talk = null;

  /**
   * @param {string} id @param {import("../main.js").App} app @param {string} kind its template's name, and its class
   * @param {import("../model/store.js").AheadOf<F>} ahead
   */
  constructor(id, app, kind, ahead) {
    this.app = app;
    this.root = document.createElement("div");
    this.root.className = kind;
    this.root.append(fromTemplate(kind));
    this.boardRoot = find(this.root, "#board", HTMLElement);
    this.boardRoot.dataset.room = id;
    this.motion = new Motion(() => this.settle());
    /** @type {Room<F>} */
    this.room = new Room(id, app.connection, ahead, {
      changed: () => this.show(),
      refused: (...why) => this.room.ended || this.refused(...why),
      leased: (lift) => this.conduct?.hand.leased(lift),
      liftLost: (lift) => this.conduct?.lost(lift),
      drags: (live, changed) => {
        this.#changed ||= changed;
        this.hands(live);
      },
      ended: () => this.ended(),
      happened: (ev, how) => this.happened(ev, how),
      dealt: () => this.dealt(),
    });
    this.ghosts = new Ghosts(this.room.store, (drag, name, home) => this.shade(drag, name, home), () => this.show());
    this.waiting = new Waiting(this.boardRoot, this.room.store, (item) => this.elementOf(item));
    /** @type {import("./conduct.js").Conduct<F, any>|null} */
    this.conduct = null;
    this.host = new Host(this);
    this.button("#sit", () => {
      this.room.sit();
      app.address(`/t/${id}${location.hash}`);
    });
  }

  /** Ends all that listens. */
  get signal() {
    return this.#ends.signal;
  }

  get playing() {
    return this.room.store.seat >= 0 && !this.room.ended && this.room.store.table !== null;
  }

  leave() {
    this.ghosts.clear();
    this.waiting.leave();
    this.host.leave();
    this.#ends.abort();
    this.room.leave();
  }

  /** @param {import("../net/messages.js").Welcome} welcome @param {boolean} restarted the server was */
  welcomed(welcome, restarted) {
    if (restarted) this.room.handsLost();
    if (!this.room.ended && (!welcome.resumed || !this.room.store.table)) this.room.enterAgain();
    this.show();
  }

  /** @param {import("../net/messages.js").ServerMessage[]} messages @param {boolean} whole all lines could be read */
  heard(messages, whole) {
    this.room.hearLines(messages, whole);
    if (messages.some(({ t }) => t === "snap" || t === "crowd")) {
      this.room.keepSeat(this.app.guest);
      const seats = this.room.store.table?.seats ?? [];
      if (seats.filter(({ id }) => id !== undefined).length > 1) accompanied();
    }
    this.host.heard(messages);
    this.#hearTalk(messages);
    this.room.heardAll();
    // Where hands are changes nothing but the hands.
    if (this.#changed || messages.length === 0 || messages.some(({ t }) => t !== "drag")) this.show();
    this.#changed = false;
  }

  /** @param {readonly import("../net/messages.js").ServerMessage[]} messages the first with company bring it */
  #hearTalk(messages) {
    const { table } = this.room.store;
    if (table && (table.seats.length > 1 || table.watching > 0)) {
      this.#talk ??= later(() => import("./talk/talk.js")).then(({ Talk }) => new Talk(this), () => this.app.lacks());
    }
    this.#talk?.then((it) => it?.heard(messages));
  }

  /**
   * What we hold, for resuming.
   * @returns {Array<[string,string,number]>}
   */
  holding() {
    const { position } = this.room;
    return position ? [position] : [];
  }

  /**
   * The links to it that its reader may hand on.
   * @param {import("../net/messages.js").Keys} keys that we were told
   */
  links(keys) {
    const { id, key, store: { table } } = this.room;
    const paths = links(id, table?.admission.access, keys, key);
    // Where one plays alone nobody can be asked to play.
    if ((table?.seats.length ?? 0) < 2) delete paths.play;
    return paths;
  }

  /** @param {string} selector @param {() => void} act */
  button(selector, act) {
    find(this.root, selector, HTMLButtonElement).addEventListener("click", act, { signal: this.signal });
  }

  settle() {
    const { table, intents } = this.room.store;
    this.boardRoot.dataset.settled = String(table !== null && intents.length === 0 && this.motion.running === 0);
  }

  /** Shows who is there, and what tests hold on to. */
  facts() {
    const { store, ended } = this.room;
    const { table, seat } = store;
    const { dataset } = this.boardRoot;
    dataset.role = seat >= 0 ? "player" : "watch";
    this.root.classList.toggle("watching", table !== null && seat < 0);
    this.host.show();
    this.#talk?.then((it) => it?.show());
    const banner = find(this.root, ".banner", HTMLElement);
    banner.hidden = !(table && seat < 0 && !ended);
    if (!table) return;
    dataset.version = String(table.version);
    dataset.hash = table.hash;
    write(find(this.root, "#watchers", HTMLElement), String(table.watching));
    find(this.root, ".watchers", HTMLElement).hidden = table.watching === 0;
    if (banner.hidden) return;
    const { denied, maySit, sitWords } = this.host;
    write(find(banner, ".why", HTMLElement), denied === "" ? "" : deniedWords(denied));
    write(find(banner, "span", HTMLElement), watchingWords(table.seats));
    const sit = find(banner, "button", HTMLButtonElement);
    sit.hidden = !maySit;
    write(sit, sitWords);
  }

  /** @param {readonly LiveDrag[]} live shows the hands of others @returns {readonly LiveDrag[]} what is in them */
  showHands(live) {
    const { mine, store } = this.room;
    const seats = store.table?.seats ?? [];
    const others = live.filter(({ d, by }) => !(by === store.seat && mine.has(d)));
    this.ghosts.hear(others, (seat) => nameOf(seats, seat));
    return others;
  }

  // What each kind does in its own way.

  /** Shows everything as it is now. */
  show() {}

  /** @param {readonly LiveDrag[]} live where hands are was told */
  hands(live) {
    this.showHands(live);
  }

  /** The room is gone: nothing that was asked about it can be answered any more. */
  ended() {}

  /** @param {Refusal} _no @param {Intent|null} _intent @param {readonly number[]} [_items] that it was about */
  refused(_no, _intent, _items) {}

  /** @param {import("../net/messages.js").Ev} _ev a step was taken @param {import("./piles/deltas.js").Heard} _how */
  happened(_ev, _how) {}

  /** A new deal has begun. */
  dealt() {}

  /** @param {LiveDrag} _drag @param {string} _name @param {string} _home @returns {import("./ghosts.js").Shade|null} */
  shade(_drag, _name, _home) {
    return null;
  }

  /** @param {number} _item @returns {Element|undefined} */
  elementOf(_item) {
    return undefined;
  }
}
