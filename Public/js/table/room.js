// @ts-check
/**
 * Our part in one room's conversation: what we hear becomes the store, what the player does becomes commands.
 * Promise: a lift always ends, in a drop, a cancel or the server's word; a refusal is always told to `refused`.
 * Invariant: while something is unanswered a move is sent only if the rules at hand allow it on what is shown;
 * otherwise it waits (`held`), one at most, and what is lifted meanwhile waits with it.
 */
import { Conversation } from "../net/conversation.js";
import { cancel, cmd, hint, lift, lines } from "../net/messages.js";
import { Store } from "../model/store.js";
import { pileOf, tops, withItem } from "../model/table.js";

/** @typedef {import("../net/messages.js").No} No */
/** @typedef {import("../net/messages.js").Answer} Answer */
/** @typedef {import("../model/store.js").Intent} Intent */
/**
 * @typedef {object} Lift
 * @property {number} item
 * @property {number[]} items all that travel, the lifted one first
 * @property {string} home
 * @property {number} game the store's count of games when it was lifted
 * @property {number|null} d the drag's number, once the server has leased it
 * @property {string} formation
 * @property {"asked"|"leased"|"refused"|"over"} state
 */
/** @typedef {{intent:Intent, lift:Lift|null, send:() => void, lifts:Lift[]}} Held */
/**
 * @typedef {object} RoomListener
 * @property {() => void} changed anything that is shown
 * @property {(no: {code:string, why?:string}, intent: Intent|null) => void} refused
 * @property {(lift: Lift) => void} liftLost the server took the lifted cards away
 * @property {(live: import("../net/messages.js").LiveDrag[], changed: boolean) => void} drags changed: more than
 *   where hands are is to be shown
 * @property {() => void} ended the room is gone
 * @property {(ev: import("../net/messages.js").Ev, how: import("./deltas.js").Heard) => void} [happened] a step was
 *   taken, by us or by somebody else
 * @property {() => void} [dealt] a new deal has begun at this table
 */
/** @typedef {import("../net/conversation.js").Speaker} Speaker */

/** A drop refused with one of these has been looked at, or had no drag any more; after others the drag lives on. */
const DRAG_ENDING = new Set(["illegal", "stale", "lost_race", "leased", "gone"]);

export class Room extends Conversation {
  /**
   * The drags that this page began: nobody else's hands.
   * @type {Set<number>}
   */
  mine = new Set();
  /** @type {Held|null} */
  #held = null;

  /**
   * @param {string} id @param {Speaker} speaker @param {RoomListener} listener
   * @param {() => number} [now] milliseconds that only go forward
   */
  constructor(id, speaker, listener, now = () => performance.now()) {
    const store = new Store();
    super(id, speaker, store, {
      changed: () => listener.changed(),
      refused: (no) => listener.refused(no, null),
      ended: () => listener.ended(),
    }, now);
    this.store = store;
    this.listener = listener;
  }

  /** @param {import("../net/messages.js").ServerMessage} message */
  hear(message) {
    switch (message.t) {
      case "snap": {
        if (this.contains(message)) return;
        const { games, live, table } = this.store;
        this.store.take(message);
        this.caughtUp();
        if (message.why === "deal" && table) this.listener.dealt?.();
        const held = live.length > 0 && message.live.length === 0 && games === this.store.games;
        return this.handsAfterSnap(held, () => {
          this.store.hold(message.live);
          this.listener.drags(message.live, true);
        });
      }
      case "ev": {
        const { table: before, intents } = this.store;
        const result = this.store.hear(message);
        if (result === "applied") {
          this.statusAt = this.now();
          if (message.by >= 0) this.listener.happened?.(message, this.#how(message, before, intents));
        } else if (result !== "old") this.sync(result);
        return;
      }
      case "dests":
        this.store.allow(message);
        return;
      case "drag":
        this.handsTold();
        return this.listener.drags(message.live, this.store.hold(message.live));
      default:
        return super.hear(message);
    }
  }

  /**
   * What our player knows already of a step: where they carry cards is said when they do it.
   * @param {import("../net/messages.js").Ev} ev @param {import("../model/table.js").Table|null} before
   * @param {readonly Intent[]} intents that were not answered
   * @returns {import("./deltas.js").Heard}
   */
  #how({ by }, before, intents) {
    /** @type {Map<number, string>} */
    const carried = new Map();
    for (const { op, item, to } of intents) {
      if ((op === "move" || op === "drop") && item !== null && to !== null) carried.set(item, to);
    }
    return { before, own: by === this.store.seat, carried };
  }

  /** Another server process took over the table: it knows of no hand, ours neither, and counts drags from the start. */
  handsLost() {
    this.mine.clear();
    this.store.hold([]);
    this.listener.drags([], true);
  }

  /** To be called when a batch of messages has been heard: what was held may go now. */
  heardAll() {
    const held = this.#held;
    if (!held) return;
    const { intents } = this.store;
    const forgotten = !intents.includes(held.intent);
    if (!forgotten && intents.length > 1) return;
    this.#held = null;
    held.intent.held = false;
    if (!forgotten && !this.#forbidden(held.intent)) held.send();
    else {
      if (held.lift) this.cancel(held.lift);
      if (!forgotten) this.#refuse({ code: "illegal" }, held.intent);
    }
    for (const made of held.lifts) this.#askFor(made);
  }

  /**
   * Destinations of an older version say nothing about this one: then the server judges.
   * @param {Intent} intent
   */
  #forbidden({ item, to }) {
    const { dests, table } = this.store;
    if (!dests || !table || dests.v < table.version || item === null || to === null) return false;
    return !this.store.destinationsHeard(item)?.includes(to);
  }

  // What the player does.

  /** @param {number} item @param {string} to @returns {boolean} */
  move(item, to) {
    return this.#moving("move", item, to, null, (intent, tops) =>
      this.#ask("move", { item, in: to, if: tops }, intent));
  }

  /** @param {number} item @returns {boolean} */
  send(item) {
    const to = this.store.sendable(item);
    return to !== null && this.#moving("send", item, to, null, (intent, tops) =>
      this.#ask("send", { item, if: tops }, intent));
  }

  /**
   * Drops what is lifted; false if it cannot be asked now.
   * @param {Lift} lift @param {string} to @returns {boolean}
   */
  drop(lift, to) {
    const dropped = this.#moving("drop", lift.item, to, lift, (intent, tops) => {
      const asMove = () => this.#ask("move", { item: lift.item, in: to, if: tops }, intent);
      /** @param {No} no */
      const refused = (no) => {
        if (lift.game !== this.store.games) return;
        // A lease that ended meanwhile (a lost connection) loses no move; but it may not come too late, or twice.
        if (no.code === "gone" && no.why !== "answered" && !this.#sentAfter(intent)) asMove();
        else this.#refuse(no, intent, lift);
      };
      if (lift.state !== "leased" || lift.d === null) {
        // Nobody waits for the lease: the move ends that drag, and what is lifted next comes after it.
        lift.state = "over";
        return asMove();
      }
      this.#ask("drop", { d: lift.d, in: to, if: tops }, intent, refused);
    });
    if (!dropped) this.cancel(lift);
    return dropped;
  }

  /**
   * Tells why a drop is not possible; the cards are home already.
   * @param {Lift} lift @param {string} to
   */
  dropToLearn(lift, to) {
    const { store } = this;
    if (!store.certain) {
      // The server may still judge a table on which it would be possible.
      const why = store.whyNotDrop(lift.item, to);
      this.cancel(lift);
      this.listener.refused({ code: "illegal", ...(why && { why }) }, null);
      return;
    }
    const { d, state, item, home } = lift;
    if (state === "refused" || state === "over") return;
    const leased = state === "leased" && d !== null;
    if (!leased) lift.state = "over";
    const seen = { in: to, if: store.tops([home, to]) };
    const asked = leased ? cmd(this.id, "drop", { d, ...seen }) : cmd(this.id, "move", { item, ...seen });
    this.speaker.ask(asked, (answer) => {
      if (answer.t === "no") this.#refuse(answer, null, lift);
    });
  }

  /** @param {string} pile */
  tap(pile) {
    if (this.#mustWait(!this.store.mayRunAhead)) return;
    this.#ask("tap", { in: pile }, this.store.intend("tap", { to: pile }));
    this.listener.changed();
  }

  /**
   * To undo while a move is held back is to give that move up: the server has never heard of it.
   * @param {"undo"|"redo"|"go"|"finish"|"restart"|"deal"|"set"} op @param {Record<string, unknown>} [fields]
   */
  command(op, fields = {}) {
    if (op === "undo" && this.#held) return this.#giveUp(this.#held);
    if (this.#mustWait()) return;
    this.#ask(op, fields, this.store.intend(op));
    this.listener.changed();
  }

  /**
   * Asks what could be done, the best first.
   * @param {(list: import("../net/messages.js").Hint[], version: number) => void} told
   * @param {() => void} [failed]
   */
  hint(told, failed = () => {}) {
    this.speaker.ask(hint(this.id), (answer) => {
      if (answer.t === "hints") return told(answer.list, answer.v);
      failed();
      if (answer.t === "no") this.listener.refused(answer, null);
      return undefined;
    });
  }

  /**
   * Asks for the lines that were played, page by page.
   * @param {(lines: import("../net/messages.js").Lines) => void} told @param {(no: No) => void} failed
   * @param {import("../net/messages.js").Lines} [before] the pages that are here already, as one
   */
  lines(told, failed, before) {
    this.speaker.ask(lines(this.id, Number(before?.plies.at(-1)?.[0] ?? 0)), (answer) => {
      if (answer.t === "no") return failed(answer);
      if (answer.t !== "lines") return undefined;
      // The game went on meanwhile, and the pages that are here may belong to lines that are gone.
      if (before && before.v !== answer.v) return this.lines(told, failed);
      const all = before ? { ...answer, plies: [...before.plies, ...answer.plies] } : answer;
      return answer.more ? this.lines(told, failed, all) : told(all);
    });
  }

  /** @param {number} item @returns {Lift|null} */
  lift(item) {
    const { piles } = this.store.shown();
    const home = pileOf(piles, item);
    if (home === null || !this.store.liftable(item)) return null;
    /** @type {Lift} */
    const made = {
      item, items: withItem(piles, item), home, game: this.store.games,
      d: null, formation: "stack", state: "asked",
    };
    // The server has not been asked for what is held back: only after that it knows what lies where we see it.
    if (this.#held) this.#held.lifts.push(made);
    else this.#askFor(made);
    return made;
  }

  /** @param {Lift} made */
  #askFor(made) {
    if (made.state === "over" || made.game !== this.store.games) return;
    this.speaker.ask(lift(this.id, made.item), (answer) => {
      if (answer.t === "lease") {
        made.d = answer.d;
        this.mine.add(answer.d);
        made.formation = answer.formation;
        if (made.state === "over") this.speaker.ask(cancel(this.id, answer.d));
        else made.state = "leased";
      } else if (made.state !== "over") {
        made.state = "refused";
        if (answer.t === "no") this.listener.refused(answer, null);
        this.listener.liftLost(made);
      }
    });
  }

  /** @param {Lift} lift @param {number} x @param {number} y 0…1 of the board @param {string|null} over */
  hover(lift, x, y, over) {
    if (lift.d === null || lift.state !== "leased") return;
    this.hovering(lift.d, x, y, over);
  }

  /** @param {Lift} lift */
  cancel(lift) {
    if (lift.state === "leased" && lift.d !== null && !this.ended) this.speaker.ask(cancel(this.id, lift.d));
    lift.state = "over";
  }

  // How it is said.

  /** @param {Held} held */
  #giveUp({ intent, lift, lifts }) {
    this.#held = null;
    this.store.reject(intent);
    if (lift) this.cancel(lift);
    this.listener.changed();
    for (const made of lifts) this.#askFor(made);
  }

  /**
   * Shows a move at once and sends it, or holds it until what is on its way is answered. What is sent ahead names the
   * tops as they will be: if something before it is refused, it is refused too instead of meaning something else.
   * @param {string} op @param {number} item @param {string} to @param {Lift|null} lift that ends with it
   * @param {(intent:Intent, tops:Record<string, number|null>) => void} dispatch
   */
  #moving(op, item, to, lift, dispatch) {
    if (this.#mustWait()) return false;
    const { store } = this;
    const shown = store.shown();
    const from = pileOf(shown.piles, item);
    const names = from === null ? [to] : [from, to];
    const ahead = !store.certain && store.mayRunAhead && store.destinations(item)?.includes(to) === true;
    const held = !store.certain && !ahead;
    const intent = store.intend(op, { item, to, held });
    const send = () => dispatch(intent, ahead ? tops(shown, names) : store.tops(names));
    if (held) this.#held = { intent, lift, send, lifts: [] };
    else send();
    this.listener.changed();
    return true;
  }

  /**
   * Without a connection one thing may wait for it, not a whole game; and nothing overtakes what is held back.
   * A player who must wait is told so.
   * @param {boolean} busy
   */
  #mustWait(busy = this.#held !== null) {
    const offline = this.speaker.state !== "online" && this.store.intents.length > 0;
    if (offline || busy) this.listener.refused({ code: offline ? "offline" : "rate" }, null);
    return offline || busy;
  }

  /**
   * Whether the server has been asked for something that was to come after it.
   * @param {Intent} intent
   */
  #sentAfter(intent) {
    const { intents } = this.store;
    return intents.slice(intents.indexOf(intent) + 1).some(({ held }) => !held);
  }

  /**
   * @param {string} op @param {Record<string, unknown>} fields @param {Intent} intent
   * @param {(no: No) => void} [refused]
   */
  #ask(op, fields, intent, refused = (no) => this.#refuse(no, intent)) {
    this.speaker.ask(cmd(this.id, op, fields), (answer) => {
      if (answer.t === "ok") this.store.confirm(intent, answer.v ?? 0);
      else if (answer.t === "no") refused(answer);
    });
  }

  /** @param {{code:string, why?:string}} no @param {Intent|null} intent @param {Lift|null} [lift] that was dropped */
  #refuse(no, intent, lift = null) {
    if (intent) this.store.reject(intent);
    if (lift && !DRAG_ENDING.has(no.code)) this.cancel(lift);
    this.listener.refused(no, intent);
  }
}
