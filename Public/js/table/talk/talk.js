// @ts-check
/**
 * Talk at a table with company: reactions, which everybody sends, and where it is on a chat of the players.
 * Promise: nothing of it takes the focus or moves the board while something is held; those whom a reader has hidden
 * are neither seen nor heard.
 */
import { host } from "../../net/messages.js";
import { settings } from "../../settings.js";
import { lettersCount } from "../../settings/letters.js";
import { calling } from "../../model/namesakes.js";
import { nameOf } from "../seats.js";
import { t } from "../../words/say.js";
import "../../words/talk.js";
import { Announcing } from "./announcing.js";
import { Floats } from "./floats.js";
import { hidden, hide, showAgain } from "./hidden.js";
import { LineMenu } from "./line-menu.js";
import { react, report, say } from "./messages.js";
import { TalkPanel } from "./panel.js";
import { reactionName } from "./reactions.js";
import { refusedWords } from "./refused.js";
import { Spoken } from "./spoken.js";
import { ChatSwitch } from "./switch.js";
import { TalkButton } from "./talk-button.js";

/** @typedef {import("./spoken.js").Line} Line */
/** @typedef {import("../../net/messages.js").ServerMessage} ServerMessage */

/** How the ids of those begin who stand where somebody has deleted themselves. */
const NOBODY = "g_0000000000000000";
/** So long after a snapshot for somebody who comes, what is told was said before. */
const HISTORY_MS = 1000;

export class Talk {
  isOpen = false;
  spoken = new Spoken();
  #unread = 0;
  #joinedAt = performance.now();
  /** @type {string[]} lines on their way, the first of which is being answered */
  #saying = [];
  /**
   * Whether chat was on when it was shown last; nothing before.
   * @type {boolean|null}
   */
  #chat = null;
  /** Those who are hidden. */
  #people = hidden();

  /** @param {import("../room-page.js").RoomPage<any>} page */
  constructor(page) {
    this.page = page;
    const { root, app, room, signal } = page;
    this.button = new TalkButton(page, (byKey) => this.toggle(byKey));
    this.panel = new TalkPanel({
      close: () => this.close(),
      react: (what) => this.#react(what),
      say: (text) => this.#say(text),
      more: (line) => this.menu.open(line, this.#muteOf(line)),
      showAgain: (person) => this.#showAgain(person),
    }, signal);
    this.menu = new LineMenu({
      hide: (line) => this.#hide(line),
      report: (line, why) => this.#ask(report(room.id, line.n, why), () => app.announcer.toast(t("talk.reported"))),
      mute: ({ seat, name }, act) => this.#ask(host(room.id, act, { seat }), () =>
        app.announcer.toast(t(act === "mute" ? "talk.mutedNow" : "talk.unmutedNow", { name }))),
    });
    this.floats = new Floats(root, this.button.root);
    this.announcing = new Announcing((text) => app.announcer.say(text));
    this.chatSwitch = new ChatSwitch(root, (on, answered) => this.#turn(on, answered));
    root.append(this.panel.root, this.menu.dialog);
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.button.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.isOpen) return;
      event.preventDefault();
      this.close();
    });
    document.addEventListener("pointerdown", ({ target }) => {
      const parts = [this.panel.root, this.button.root];
      const isOutside = target instanceof Element && !parts.some((it) => it.contains(target));
      if (this.isOpen && !this.#hasChat && isOutside) this.close();
    }, { signal });
    signal.addEventListener("abort", () => {
      this.announcing.leave();
      this.floats.leave();
      this.button.leave();
    });
  }

  /** Something is held: the board stays where it is. */
  get #isHeld() {
    return this.page.conduct?.hand.holding != null;
  }

  get #hasChat() {
    return this.page.room.store.table?.admission.chat === true;
  }

  /** @param {readonly ServerMessage[]} messages */
  heard(messages) {
    for (const message of messages) {
      if (!("r" in message) || message.r !== this.page.room.id) continue;
      if (message.t === "snap" && message.why === "join") this.#joinedAt = performance.now();
      else if (message.t === "said") this.#said(message.lines);
      else if (message.t === "reacts") this.#reacted(message.list, message.sum);
    }
  }

  show() {
    const { room, app } = this.page;
    const { table, seat } = room.store;
    const isThere = table !== null && !room.ended;
    if (!isThere) {
      this.menu.close();
      this.isOpen = false;
    }
    const chat = isThere && this.#hasChat;
    this.chatSwitch.show(isThere && this.page.host.isHost, chat);
    if (isThere) {
      if (this.#chat !== null && this.#chat !== chat) app.announcer.toast(t(chat ? "talk.onNow" : "talk.offNow"));
      this.#chat = chat;
    }
    if (!chat) this.#unread = 0;
    this.button.show(isThere, this.isOpen, this.#unread, this.#isHeld);
    // Where the panel lies beside the board, the board makes room; not while something is held.
    const isBeside = this.isOpen && chat;
    if (this.#isHeld && isBeside !== this.page.root.classList.contains("talking")) return;
    this.panel.show({
      lines: this.#called(this.spoken.lines.filter(({ id }) => !this.#isHidden(id))), own: app.guest,
      writes: seat >= 0, chat,
      manages: this.page.host.isHost, hidden: this.#people,
    });
    this.#lay(isBeside);
  }

  /** @param {boolean} isBeside the board */
  #lay(isBeside) {
    const { root } = this.panel;
    const wasHidden = root.hidden;
    if (!this.isOpen && this.panel.hasFocus) this.button.focus();
    root.hidden = !this.isOpen;
    this.page.root.classList.toggle("talking", isBeside);
    this.button.place(root);
    if (wasHidden && this.isOpen) this.panel.toEnd();
  }

  /** @param {boolean} byKey then the keys go on in it */
  toggle(byKey) {
    if (this.isOpen) return this.close();
    if (this.#isHeld && this.#hasChat) return undefined;
    this.isOpen = true;
    this.#unread = 0;
    this.panel.tell("");
    this.show();
    if (byKey) this.panel.focus(this.#hasChat && this.page.room.store.seat >= 0);
    return undefined;
  }

  close() {
    this.isOpen = false;
    this.show();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, target } = event;
    if (key.toLowerCase() !== "t" || event.defaultPrevented || event.repeat) return;
    if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return;
    if (target.closest("dialog, input, select, textarea")) return;
    // Where closing it leaves the focus, the key opens it again.
    const isOurs = this.button.root.contains(target) && settings.get("letters");
    if (!isOurs && !lettersCount(target)) return;
    if (!this.button.isThere) return;
    event.preventDefault();
    this.toggle(true);
  }

  // What is heard.

  /** @param {readonly unknown[]} told */
  #said(told) {
    const fresh = this.spoken.hear(told).filter(({ id }) => id !== this.page.app.guest && !this.#isHidden(id));
    if (performance.now() - this.#joinedAt < HISTORY_MS || fresh.length === 0) return;
    if (this.isOpen) {
      this.announcing.add(this.#called(fresh).map(({ name, text }) => t("talk.said", { name, text })));
    } else {
      this.#unread += fresh.length;
      this.announcing.count(() => (this.#unread > 0 ? t("talk.unread", { count: this.#unread }) : ""));
    }
  }

  /** @param {Line[]} lines @returns {Line[]} where those who look alike have different names */
  #called(lines) {
    const call = calling(this.page.room.store.table?.seats ?? [], this.spoken.lines);
    return lines.map((line) => ({ ...line, name: line.id.startsWith(NOBODY) ? t("talk.somebody") : call(line) }));
  }

  /** @param {readonly [number, string][]} list of players @param {Record<string, number>} sum of those who watch */
  #reacted(list, sum) {
    const { table, seat: own } = this.page.room.store;
    const seats = table?.seats ?? [];
    const seen = list.filter(([seat]) => !this.#isHidden(seats.find(({ n }) => n === seat)?.id ?? ""));
    for (const [seat, what] of seen) this.floats.player(seat, what);
    this.floats.watchers(Object.entries(sum));
    const others = seen.filter(([seat]) => seat !== own);
    this.announcing.add(others.map(([seat, what]) =>
      t("talk.reacted", { name: nameOf(seats, seat), what: reactionName(what) })));
  }

  // What is said.

  /** @param {boolean} on @param {() => void} answered */
  #turn(on, answered) {
    const { room, app } = this.page;
    app.connection.ask(host(room.id, "chat", { on }), (it) => {
      answered();
      if (it.t === "no" && !room.ended) this.page.refused(it, null);
      this.show();
    });
  }

  /** @param {string} text */
  #say(text) {
    // It was pressed twice.
    if (this.#saying.at(-1) === text) return;
    this.#saying.push(text);
    if (this.#saying.length === 1) this.#sayNext();
  }

  #sayNext() {
    const [text] = this.#saying;
    if (text === undefined) return;
    const { field } = this.panel;
    this.page.app.connection.ask(say(this.page.room.id, text), (it) => {
      // What is refused is told until somebody tries again: what waited behind it is not sent.
      if (it.t === "no") this.#saying = [];
      this.#saying.shift();
      if (it.t === "ok" && field.value.trim() === text) field.value = "";
      this.panel.tell(it.t === "no" ? refusedWords(it) : "");
      this.#sayNext();
    });
  }

  /** @param {import("./messages.js").Reaction} what */
  #react(what) {
    this.#ask(react(this.page.room.id, what));
    if (!this.#hasChat) this.close();
  }

  /** @param {(c:number) => import("../../net/messages.js").ClientMessage} make @param {() => void} [done] */
  #ask(make, done = () => {}) {
    this.page.app.connection.ask(make, (it) => {
      if (it.t === "ok") done();
      else if (it.t === "no" && !this.page.room.ended) this.#tell(refusedWords(it));
    });
  }

  /** @param {string} why */
  #tell(why) {
    if (this.isOpen) this.panel.tell(why);
    else this.page.app.announcer.toast(why);
  }

  // Those whom one does not want to hear.

  /** @param {string} id */
  #isHidden(id) {
    return this.#people.some((it) => it.id === id);
  }

  /** @param {Line} line */
  #hide({ id, name }) {
    hide({ id, name });
    this.#people = hidden();
    this.page.app.announcer.toast(t("talk.hiddenNow", { name }));
    this.show();
  }

  /** @param {import("./hidden.js").Person} person */
  #showAgain({ id, name }) {
    showAgain(id);
    this.#people = hidden();
    this.page.app.announcer.toast(t("talk.shownNow", { name }));
    this.show();
  }

  /**
   * A seat is muted, so it must still be theirs.
   * @param {Line} line @returns {"mute"|"unmute"|null}
   */
  #muteOf({ seat, id }) {
    const { room, host } = this.page;
    const isTheirs = room.store.table?.seats.some((it) => it.n === seat && it.id === id) === true;
    if (!host.isHost || !isTheirs) return null;
    return room.rights?.muted?.includes(seat) ? "unmute" : "mute";
  }
}
