// @ts-check
/**
 * Who is host at a table, who comes in and what is asked of all, on the page of any table.
 * Promise: what others decide is said in passing; what waits for our word stands in a notice until it is given.
 */
import { later } from "../../net/release.js";
import { find, fromTemplate, closesBeside, write } from "../../view/dom.js";
import { gameName } from "../../model/words.js";
import { t } from "../../words/say.js";
import { mayTakeSeat, nameOf } from "../seats.js";

/** @typedef {import("../../net/messages.js").ServerMessage} ServerMessage */
/** @typedef {import("./notices.js").Notice} Notice */
/** @typedef {Pick<import("../room-page.js").RoomPage<any>, "root"|"app"|"room"|"signal"|"button"|"links">} HostPage  of
 *   a table, or of a race, whose entrants are its seats */

const TICK_MS = 250;
/** So many who knock are shown at once; the others follow. */
const KNOCKS_MAX = 2;

/** What somebody else wants, and what we want. */
const WANTS = /** @type {const} */ ({
  game: ["question.game", "question.ownGame"], deal: ["question.deal", "question.ownDeal"],
  restart: ["question.restart", "question.ownRestart"], resign: ["question.resign", "question.ownResign"],
});

/** What a lock is called at a table, and in the waiting room of a race. */
const LOCK = {
  table: { lock: "host.lock", unlock: "host.unlock", now: "host.lockedNow", open: "host.openNow" },
  race: { lock: "race.lock", unlock: "race.unlock", now: "race.lockedNow", open: "race.openNow" },
};

export class Host {
  /**
   * What everybody was last told of the table; nothing before the first time.
   * @type {import("../../net/messages.js").Admission|null}
   */
  #told = null;
  #denied = "";
  #tick = 0;
  /** Of how many milliseconds the question's clock began. */
  #whole = { n: 0, ms: 1 };
  /**
   * Once somebody has asked for it.
   * @type {import("./invite.js").Invite|null}
   */
  #invite = null;
  /**
   * Once there was something to tell.
   * @type {import("./notices.js").Notices|null}
   */
  #notices = null;
  #isBringing = false;
  /** Whose menu is open. */
  #seat = -1;

  /** @param {HostPage} page */
  constructor(page) {
    this.page = page;
    const { root, app, room, signal } = page;
    const parts = fromTemplate("host");
    const seats = find(root, "#seats, .racers", HTMLElement);
    seats.after(find(parts, ".locking", HTMLElement));
    root.append(parts);
    this.about = find(root, "#about", HTMLDialogElement);
    closesBeside(this.about);
    page.button("#share", () => this.#share());
    this.person = find(root, "#person", HTMLDialogElement);
    closesBeside(this.person);
    page.button("#lock", () => room.manage(this.isLocked ? "unlock" : "lock"));
    seats.addEventListener("click", ({ target }) => {
      const badge = target instanceof Element && target.closest(".more") ? target.closest("li") : null;
      if (badge) this.#open(Number(badge.dataset.by));
    }, { signal });
    for (const act of ["pass", "kick", "ban"]) {
      page.button(`#person [data-do=${act}]`, () => {
        const seat = this.#seat;
        const name = this.#name(seat);
        this.person.close();
        room.manage(act, { seat }, () => {
          if (act !== "pass") app.announcer.toast(t(act === "ban" ? "host.banned" : "host.removed", { name }));
        });
      });
    }
  }

  get isHost() {
    return this.page.room.rights?.host === true;
  }

  get #lock() {
    return this.page.root.classList.contains("lounge") ? LOCK.race : LOCK.table;
  }

  get isLocked() {
    return this.page.room.store.table?.admission.locked === true;
  }

  /** Who has sat here, or may, can sit down. */
  get maySit() {
    const { room, app } = this.page;
    const { table } = room.store;
    if (!table || room.knocking) return false;
    const { seats, admission: { access } } = table;
    if (seats.some(({ id }) => id === app.guest)) return true;
    const mayAsk = access !== "link" || (room.key !== null && room.key.role !== "watch");
    return mayAsk && !this.isLocked && mayTakeSeat(seats, app.guest);
  }

  /** What the button to sit down says. */
  get sitWords() {
    const { room } = this.page;
    if (["refused", "late", "hostAway"].includes(this.denied)) return t("knock.again");
    const asks = room.store.table?.admission.access === "knock" && (!room.key || room.key.role === "watch");
    return t(asks ? "knock.ask" : "table.takeSeat");
  }

  /** Why we watch, as long as it is so. */
  get denied() {
    const { room } = this.page;
    const free = room.store.table?.seats.some(({ id }) => id === undefined) ?? false;
    return (room.denied === "locked" && !this.isLocked) || (room.denied === "full" && free) ? "" : room.denied;
  }

  /** @param {Notice[]} list the first of which brings what shows them */
  async #tell(list) {
    if (this.#notices) return this.#notices.show(list);
    if (list.length === 0 || this.#isBringing) return undefined;
    this.#isBringing = true;
    const { app, root, signal } = this.page;
    const brought = await later(() => import("./notices.js")).catch(() => null);
    this.#isBringing = false;
    if (signal.aborted) return undefined;
    if (!brought) return app.lacks();
    this.#notices = new brought.Notices(find(root, ".notices", HTMLElement), (text) => this.#say(text),
      () => find(root, "h1", HTMLElement).focus({ preventScroll: true }));
    return this.show();
  }

  /** The invitation comes when somebody asks for it. */
  async #share() {
    const { app, signal } = this.page;
    const brought = this.#invite ? null : await later(() => import("./invite.js")).catch(() => null);
    if (signal.aborted) return;
    if (brought) this.#invite ??= new brought.Invite(this.page);
    if (this.#invite) this.#invite.open();
    else app.lacks();
  }

  leave() {
    clearInterval(this.#tick);
    this.close();
  }

  close() {
    this.person.close();
    this.about.close();
  }

  /** @param {readonly ServerMessage[]} messages */
  heard(messages) {
    const { room, app } = this.page;
    for (const message of messages) {
      if (!("r" in message) || message.r !== room.id) continue;
      if (message.t === "question" && message.end) app.announcer.toast(this.#ended(message));
      else if (message.t === "knock" && message.end === "let") app.announcer.toast(t("knock.let"));
      else if (message.t === "snap" || message.t === "crowd") this.#news();
    }
  }

  /** What has changed for all, in passing. */
  #news() {
    const { table, seat } = this.page.room.store;
    const before = this.#told;
    if (!table) return;
    this.#told = table.admission;
    if (!before) return;
    const { host, locked } = table.admission;
    const say = (/** @type {string} */ text) => this.page.app.announcer.toast(text);
    if (host !== undefined && host !== before.host) {
      say(host === seat ? t("host.youNow") : t("host.now", { name: this.#name(host) }));
    }
    if (locked !== before.locked) say(t(locked ? this.#lock.now : this.#lock.open));
  }

  show() {
    const { root, room, app } = this.page;
    const list = room.ended || !room.store.table ? [] : [...this.#knocking(), ...this.#knocks(), ...this.#question()];
    this.#tell(list);
    const ticks = list.some(({ clock }) => clock);
    if (ticks && this.#tick === 0) this.#tick = window.setInterval(() => this.show(), TICK_MS);
    else if (!ticks) {
      clearInterval(this.#tick);
      this.#tick = 0;
    }
    find(root, ".locked", HTMLElement).hidden = !this.isLocked;
    const lock = find(root, "#lock", HTMLElement);
    lock.hidden = !this.isHost;
    write(find(lock, "span", HTMLElement), t(this.isLocked ? this.#lock.unlock : this.#lock.lock));
    const isThere = room.store.table?.seats.some(({ n, id }) => n === this.#seat && id !== undefined);
    if (!this.isHost || !isThere) this.person.close();
    if (this.denied !== this.#denied && this.denied !== "") app.announcer.say(deniedWords(this.denied));
    this.#denied = this.denied;
    this.#invite?.show();
  }

  /**
   * What stands in a notice is said; under an open dialog it is not seen, and is shown in passing above that.
   * @param {string} text
   */
  #say(text) {
    const { announcer } = this.page.app;
    if (document.querySelector("dialog[open]")) announcer.toast(text);
    else announcer.say(text);
  }

  /** @param {number} seat */
  #name(seat) {
    return nameOf(this.page.room.store.table?.seats ?? [], seat);
  }

  /** @param {number} seat */
  #open(seat) {
    this.#seat = seat;
    const isBot = this.page.room.store.table?.seats.some(({ n, kind }) => n === seat && kind === "bot") ?? false;
    find(this.person, "[data-do=pass]", HTMLElement).hidden = isBot;
    write(find(this.person, "h2", HTMLElement), this.#name(seat));
    this.person.showModal();
  }

  /**
   * We wait at the door.
   * @returns {Notice[]}
   */
  #knocking() {
    const { room } = this.page;
    if (!room.knocking) return [];
    return [{ key: "door", text: t("knock.waiting"), answers: [[t("knock.cancel"), () => room.enter("watch")]] }];
  }

  /**
   * Others wait there.
   * @returns {Notice[]}
   */
  #knocks() {
    const { room } = this.page;
    return (room.rights?.knocks ?? []).slice(0, KNOCKS_MAX).map(([knock, name]) => {
      const act = (/** @type {string} */ what) => () => room.manage(what, { knock });
      return {
        key: `knock${knock}`,
        text: t("knock.wants", { name }),
        answers: [[t("knock.letIn"), act("let")], [t("knock.refuse"), act("refuse")], [t("host.ban"), act("ban")]],
      };
    });
  }

  /** @returns {Notice[]} */
  #question() {
    const { room } = this.page;
    if (!room.question) return [];
    const { asked: { n, by = -1, game, deal, resign, of = [], yes = [] }, until } = room.question;
    const { seat } = room.store;
    const left = Math.max(0, until - room.now());
    if (this.#whole.n !== n) this.#whole = { n, ms: Math.max(left, 1) };
    const names = of.filter((it) => !yes.includes(it)).map((it) => this.#name(it));
    const args = { name: this.#name(by), game: game === undefined ? "" : gameName(game), names };
    const mine = by === seat;
    const asked = of.includes(seat) && !yes.includes(seat);
    const wish = game !== undefined ? "game" : deal ? "deal" : resign ? "resign" : "restart";
    const what = t(WANTS[wish][Number(mine)], args);
    return [{
      key: `question${n}`,
      text: asked || names.length === 0 ? what : t("question.waits", { what, names }),
      answers: mine ? [[t("question.withdraw"), () => room.answer(false)]]
        : asked ? [[t("question.yes"), () => room.answer(true)], [t("question.no"), () => room.answer(false)]] : [],
      clock: { left, of: this.#whole.ms },
    }];
  }

  /** @param {import("../../net/messages.js").Question} question that has ended */
  #ended({ end, by = -1 }) {
    if (end === "agreed") return t("question.agreed");
    if (end === "refused") {
      const mine = by === this.page.room.store.seat;
      return mine ? t("question.youRefused") : t("question.refused", { name: this.#name(by) });
    }
    return t(end === "late" ? "question.late" : "question.withdrawn");
  }
}

/** @param {string} why we watch */
export function deniedWords(why) {
  const words = new Map([["locked", "door.locked"], ["full", "door.full"], ["hostAway", "door.hostAway"],
    ["refused", "door.refused"], ["late", "door.late"]]);
  return t(words.get(why) ?? "door.full");
}
