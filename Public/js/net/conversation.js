// @ts-check
/**
 * One room's conversation, whatever is played there: joining, leaving, catching up, saying where a hand is.
 * Promise: a guest who asks to play and finds no seat watches; a missed event is asked for once until it is answered.
 * Invariant: `position` is null exactly while nothing of the room is known or the room is gone.
 */
import { toldApart } from "../model/namesakes.js";
import { Store } from "../model/store.js";
import { admissionOf } from "../model/table.js";
import { afterRefusal } from "../table/host/door.js";
import { hover, sub, sync, unsub } from "./messages.js";

/** @typedef {import("./messages.js").Answer} Answer */
/** @typedef {{code:string, why?:string}} Refusal */
/** @typedef {Pick<import("./connection.js").Connection, "state"|"ask"|"tell">} Speaker */

const HOVER_MS = 1000 / 15;
/** A hand that rests still holds: hovers keep the lease alive. */
const HOVER_AGAIN_MS = 3000;
/** An event may be on its way when a heartbeat names a newer version. */
const HEARTBEAT_GRACE_MS = 1500;
/** What is in hands is told right behind a snapshot. */
const HANDS_GRACE_MS = 150;
/** While unreadable messages keep coming, we ask again no faster than this. */
const GARBLED_AGAIN_MS = 10000;

/** @template {string|import("../model/table.js").Content} F */
export class Conversation {
  /** When the status was heard, to let the clock tick on. */
  statusAt = 0;
  /** @type {"play"|"watch"} */
  as = "watch";
  /** The room is gone. */
  ended = false;
  /** Why it is: a word of `gone`, or why we may not come in. */
  endedBy = "";
  /**
   * The key that the address brought.
   * @type {import("../table/host/door.js").Key|null}
   */
  key = null;
  /** Why we watch, though we wished to play. */
  denied = "";
  /** We watch until the host has let us in. */
  knocking = false;
  /**
   * What we may do here beyond playing.
   * @type {import("./messages.js").Rights|null}
   */
  rights = null;
  /**
   * The question that is open, and when its time is over.
   * @type {{asked: import("./messages.js").Question, until: number}|null}
   */
  question = null;
  #syncing = false;
  #garbledAt = -Infinity;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #handsLater;
  #visits = 0;
  #hovered = { at: -Infinity, key: "" };

  /**
   * @param {string} id @param {Speaker} speaker @param {import("../model/store.js").AheadOf<F>} ahead
   * @param {import("../table/room.js").RoomListener} listener @param {() => number} [now] milliseconds that only go
   *   forward
   */
  constructor(id, speaker, ahead, listener, now = () => performance.now()) {
    this.id = id;
    this.speaker = speaker;
    this.store = new Store(ahead);
    this.listener = listener;
    this.now = now;
  }

  /** @param {"play"|"watch"} as */
  enter(as) {
    this.as = as;
    const visit = ++this.#visits;
    this.speaker.ask(sub(this.id, as, this.key?.text), (answer) => {
      if (visit === this.#visits && !this.ended) this.admitted(answer, as);
    });
  }

  /** The player asks for a seat, perhaps once more. */
  sit() {
    this.denied = "";
    this.enter("play");
  }

  /** @param {Answer} answer to our wish to come in @param {"play"|"watch"} as what we wished to be */
  admitted(answer, as) {
    this.as = as;
    if (answer.t === "ok") {
      this.store.seat = answer.seat ?? -1;
      this.knocking = answer.knocking === true;
      if (this.store.seat >= 0) this.denied = "";
      this.listener.changed();
    } else if (answer.t === "no" && answer.code !== "lost") {
      const then = afterRefusal(answer, as, this.key);
      if (!then) this.listener.refused(answer, null);
      else if ("end" in then) this.end(then.end);
      else {
        this.key = then.key;
        this.denied ||= then.why;
        this.enter(then.as);
      }
    }
  }

  leave() {
    clearTimeout(this.#handsLater);
    this.#visits++;
    if (!this.ended) this.speaker.ask(unsub(this.id));
  }

  /** A new visit knows nothing of our rooms: join again. */
  enterAgain() {
    this.store.forget();
    this.question = null;
    this.enter(this.as);
  }

  /**
   * A snapshot that everybody is told is one of the steps of a table: like an event it may come when we have it.
   * @param {{why:string, e:string, v:number}} snap
   */
  contains({ why, e, v }) {
    const { table } = this.store;
    if (this.#syncing || (why !== "deal" && why !== "fallback")) return false;
    return table !== null && table.epoch === e && v <= table.version;
  }

  /**
   * A snapshot names no hands: a line behind it does, if there are any. Those that are shown stay until then, so that
   * nothing flies home and back.
   * @param {boolean} held something is shown in a hand, and may still be @param {() => void} empty shows that none is
   */
  handsAfterSnap(held, empty) {
    clearTimeout(this.#handsLater);
    if (held) this.#handsLater = setTimeout(() => !this.ended && empty(), HANDS_GRACE_MS);
    else empty();
  }

  /** What is in hands was told. */
  handsTold() {
    clearTimeout(this.#handsLater);
  }

  /** A snapshot or an event was taken in: its status counts from now. */
  caughtUp() {
    this.#syncing = false;
    this.statusAt = this.now();
  }

  /**
   * The lines of one message in their order; those of other rooms are not for us. What we have already changes nothing,
   * so that a snapshot may come with the moves that led to it.
   * @param {readonly import("./messages.js").ServerMessage[]} messages
   * @param {boolean} whole all lines could be read
   */
  hearLines(messages, whole) {
    for (const message of messages) {
      if ("r" in message && typeof message.r === "string" && message.r !== this.id) continue;
      this.hear(message);
    }
    if (!whole) this.#garbled();
  }

  /**
   * What means the same whatever is played.
   * @param {import("./messages.js").ServerMessage} message
   */
  hear(message) {
    if (message.t === "crowd") this.#crowd(message);
    else if (message.t === "hb") this.#heartbeat(message);
    else if (message.t === "gone") this.#gone(message.why);
    else if (message.t === "rights") this.rights = message;
    else if (message.t === "knock") this.#knocked(message.end);
    else if (message.t === "question") {
      this.question = message.end ? null : { asked: message, until: this.now() + (message.ms ?? 0) };
    }
  }

  /**
   * After a restart the server does not know with which key we came.
   * @param {string} why
   */
  #gone(why) {
    if (why === "key" && this.key) this.enterAgain();
    else this.end(why);
  }

  /** @param {"let"|"refused"|"late"} end */
  #knocked(end) {
    this.knocking = false;
    if (end === "let") this.sit();
    else {
      this.as = "watch";
      this.denied = end;
    }
  }

  /** @param {import("./messages.js").Crowd} crowd */
  #crowd(crowd) {
    const { table } = this.store;
    if (!table) return;
    const { seats, watching, clock, run } = crowd;
    const admission = admissionOf(crowd);
    const status = { ...table.status, clock, run };
    this.store.table = { ...table, seats: toldApart(seats), watching, admission, status };
    this.statusAt = this.now();
  }

  /**
   * A seat is ours while the server says so; after a long absence it may be somebody else's.
   * @param {string} guest who we are
   */
  keepSeat(guest) {
    const held = this.store.table?.seats.find(({ n }) => n === this.store.seat);
    if (this.store.seat >= 0 && held?.id !== guest) this.store.seat = -1;
  }

  /** @param {import("./messages.js").Heartbeat} heartbeat */
  #heartbeat({ r }) {
    const version = r.find(([id]) => id === this.id)?.[1] ?? 0;
    const behind = () => this.store.table !== null && version > this.store.table.version;
    // Also while a snapshot is awaited: what asked for it may have been lost.
    const ask = () => {
      this.#syncing = false;
      this.sync("gap");
    };
    if (behind()) setTimeout(() => behind() && ask(), HEARTBEAT_GRACE_MS);
  }

  /**
   * What we hold, for resuming; version 0, which none has, asks for a snapshot.
   * @returns {[string, string, number]|null}
   */
  get position() {
    const { table } = this.store;
    return table && !this.ended ? [this.id, table.epoch, this.#syncing ? 0 : table.version] : null;
  }

  /** @param {"gap"|"hash"} why */
  sync(why) {
    if (this.#syncing) return;
    this.#syncing = this.speaker.tell(sync(this.id, why));
  }

  /** A line could not be read: whatever it told is asked for, once. */
  #garbled() {
    const now = this.now();
    if (this.ended || this.#syncing || now - this.#garbledAt < GARBLED_AGAIN_MS) return;
    this.#garbledAt = now;
    this.sync("gap");
  }

  /** @param {string} [why] */
  end(why = "idle") {
    if (this.ended) return;
    this.ended = true;
    this.endedBy = why;
    this.knocking = false;
    this.rights = this.question = null;
    this.store.forget();
    this.listener.ended();
  }

  /**
   * Says where a hand is: not too often, and only what is new; but never so seldom that the hand is thought empty.
   * @param {number} d @param {number} x 0…1 @param {number} y 0…1 of the place, or of patience's table
   * @param {import("../model/store.js").Target|null} over
   */
  hovering(d, x, y, over) {
    const now = this.now();
    const since = now - this.#hovered.at;
    if (since < HOVER_MS) return;
    const scaled = [x, y].map((part) => Math.round(Math.max(0, Math.min(1, part)) * 10000));
    const { in: place = null, before, onto } = over ?? {};
    const key = `${d} ${scaled} ${place} ${before} ${onto}`;
    if (key === this.#hovered.key && since < HOVER_AGAIN_MS) return;
    const more = { ...(before !== undefined && { b: before }), ...(onto !== undefined && { onto }) };
    if (this.speaker.tell(hover(this.id, d, scaled[0], scaled[1], place, more))) this.#hovered = { at: now, key };
  }
}
