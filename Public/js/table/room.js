// @ts-check
/**
 * Our part in one room's conversation: what we hear becomes the store, what the player does becomes commands.
 * Promise: a lift always ends, in a drop, a cancel or the server's word; a refusal is always told to `refused`.
 * Invariant: while something is unanswered a move of patience is sent only if the rules at hand allow it on what is
 * shown; else it waits (`held`), and what is asked meanwhile waits behind it. A drop on a board waits for its lease.
 */
import { Conversation } from "../net/conversation.js";
import { isNotReady, patience, TRIES_MAX } from "../net/picking.js";
import { answer, cancel, cmd, exported, hint, host, isBoard, lift, lines, verdict } from "../net/messages.js";
import { pileOf, tops } from "../model/table.js";
import { Turns } from "./turns.js";

/** @typedef {import("../net/messages.js").No} No */
/** @typedef {import("../model/store.js").Intent} Intent */
/** @typedef {import("../model/store.js").Target} Target */
/** @typedef {import("../net/conversation.js").Refusal} Refusal */
/**
 * @typedef {object} Lift
 * @property {number} item
 * @property {number[]} items all that travel, the lifted one first
 * @property {number[]} order the same, as they are put down
 * @property {string} home
 * @property {number} game the store's count of games when it was lifted
 * @property {number|null} d the drag's number, once the server has leased it
 * @property {string} formation
 * @property {ReadonlySet<string>} to where they may go
 * @property {ReadonlySet<number>} onto items that take them
 * @property {"asked"|"leased"|"refused"|"over"} state
 * @property {boolean} dropped it was put down before its lease was known, and waits for it
 * @property {Refusal|null} refusal of the lift
 */
/**
 * @typedef {object} RoomListener
 * @property {() => void} changed anything that is shown
 * @property {(no: Refusal, intent: Intent|null, items?: readonly number[]) => void} refused items: that it was about
 * @property {(lift: Lift) => void} [leased] the server has said what travels, how, and where to
 * @property {(lift: Lift) => void} liftLost the server took the lifted items away
 * @property {(live: readonly import("../net/messages.js").LiveDrag[], changed: boolean) => void} drags changed: more
 *   than where hands are is to be shown
 * @property {() => void} ended the room is gone
 * @property {(ev: import("../net/messages.js").Ev, how: import("./piles/deltas.js").Heard) => void} [happened] a step
 *   was taken, by us or by somebody else
 * @property {() => void} [dealt] a new deal has begun at this table
 */

/** @typedef {Room<import("../model/table.js").Content>} BoardRoom */

/** A drop refused with one of these has been looked at, or had no drag any more; after others the drag lives on. */
const DRAG_ENDING = new Set(["illegal", "stale", "lost_race", "leased", "gone"]);
/** So much may wait for the answers to what was asked before. */
const WAITING_MAX = 3;

/**
 * @template {string|import("../model/table.js").Content} F
 * @extends {Conversation<F>}
 */
export class Room extends Conversation {
  /**
   * The drags that this page began: nobody else's hands. A room that begins anew counts its drags anew.
   * @type {Set<number>}
   */
  mine = new Set();
  /**
   * What was lifted last.
   * @type {Lift|null}
   */
  #lift = null;
  #turns = new Turns();

  // What is heard.

  /** @param {import("../net/messages.js").ServerMessage} message */
  hear(message) {
    const { store, listener } = this;
    switch (message.t) {
      case "snap": {
        if (isBoard(message) !== store.ahead.isBoard || this.contains(message)) return;
        const { games, live, table } = store;
        const isSame = table?.epoch === message.e;
        if (!isSame) this.mine.clear();
        store.take(message);
        this.caughtUp();
        if (message.why === "deal" && table) listener.dealt?.();
        const held = isSame && live.length > 0 && message.live.length === 0 && games === store.games;
        return this.handsAfterSnap(held, () => {
          store.hold(message.live);
          listener.drags(message.live, true);
        });
      }
      case "ev": {
        const { table: before, intents } = store;
        const result = store.hear(message);
        if (result === "applied") {
          this.statusAt = this.now();
          if (message.by >= 0) listener.happened?.(message, this.#how(message, before, intents));
        } else if (result !== "old") this.sync(result);
        return;
      }
      case "dests":
        store.allow(message);
        return this.#allowed();
      case "drag":
        this.handsTold();
        return listener.drags(message.live, store.hold(message.live, message.regions));
      default:
        return super.hear(message);
    }
  }

  /**
   * What our player knows already of a step: where they carry items is said when they do it.
   * @param {import("../net/messages.js").Ev} ev @param {any} before the table @param {readonly Intent[]} intents that
   *   were not answered
   * @returns {import("./piles/deltas.js").Heard}
   */
  #how({ by }, before, intents) {
    /** @type {Map<number, string>} */
    const carried = new Map();
    for (const { op, items: [item], to } of intents) {
      if ((op === "move" || op === "drop") && item !== undefined && to) carried.set(item, to.in);
    }
    return { before, own: by === this.store.seat, carried };
  }

  /** What is held may go elsewhere than when it was lifted: a place is full by now, or free again. */
  #allowed() {
    const held = this.#lift;
    if (held?.state !== "asked" && held?.state !== "leased") return;
    const { to, onto } = this.store.targets(held.item);
    held.to = to;
    held.onto = onto;
  }

  /** Another server process took over the room: it knows of no hand, ours neither, and counts drags from the start. */
  handsLost() {
    this.mine.clear();
    this.store.hold([]);
    this.listener.drags([], true);
  }

  /** To be called when a batch of messages has been heard: what was held may go now. */
  heardAll() {
    this.#turns.go();
  }

  // What the player does.

  /** @param {number} item @param {Target} to @param {string} [as] "copy" or "move" @returns {Intent|null} */
  move(item, to, as) {
    const { store } = this;
    return this.#moving("move", store.inOrder(store.withItem(item)), item, to, null, (intent, seen) =>
      this.#turns.take(() => this.#ask("move", { item, ...to, ...seen, ...(as && { as }) }, intent)));
  }

  /** @param {number} item @returns {Intent|null} */
  send(item) {
    const to = this.store.sendable(item);
    return to === null ? null : this.#moving("send", [item], item, { in: to }, null, (intent, seen) =>
      this.#ask("send", { item, ...seen }, intent));
  }

  /** @param {string} place @param {number} [item] without one a stock is turned, or the region's button is pressed */
  tap(place, item) {
    const to = { in: place };
    this.#command("tap", item === undefined ? to : { ...to, item }, { items: item === undefined ? [] : [item], to });
  }

  /** @param {string} region @param {boolean} on */
  edit(region, on) {
    this.#command("edit", { in: region, on }, { to: { in: region }, on });
  }

  /**
   * To undo while a move is held back is to give that move up: the server has never heard of it. Steps that are held
   * back are all taken.
   * @param {"undo"|"redo"|"go"|"finish"|"restart"|"resign"|"deal"|"set"} op @param {Record<string, unknown>} [fields]
   */
  command(op, fields = {}) {
    const held = op === "undo" ? this.store.intents.filter((it) => it.held).at(-1) : undefined;
    if (!held || this.store.isUnseen(held.op)) return this.#command(op, fields);
    this.store.reject(held);
    this.#turns.go();
    return this.listener.changed();
  }

  /**
   * Puts things from outside the page. The caller gets the server's answer and reports it.
   * @param {Target} to @param {readonly unknown[]} things each in all the ways it is offered, best first
   * @param {(answer: {t:string, code?:string, why?:string}) => void} [answer]
   */
  put(to, things, answer = () => {}) {
    const intent = this.store.intend("put", { to });
    this.#turns.take(() => this.speaker.ask(cmd(this.id, "put", { ...to, things }), (it) => {
      if (it.t === "ok") this.store.confirm(intent, it.v ?? 0);
      else this.store.reject(intent);
      answer(it);
      this.listener.changed();
    }));
    this.listener.changed();
  }

  /**
   * What only the host does.
   * @param {string} act @param {{seat?:number, knock?:number, ban?:number,
   *   access?: import("../net/messages.js").Access}} [fields] @param {() => void} [done]
   */
  manage(act, fields = {}, done = () => {}) {
    this.speaker.ask(host(this.id, act, fields), (it) => {
      if (it.t === "ok") done();
      else if (it.t === "no" && !this.ended) this.listener.refused(it, null);
    });
  }

  /** @param {boolean} yes to the question that is open; the one who asked takes it back with a no */
  answer(yes) {
    const n = this.question?.asked.n;
    if (n === undefined) return;
    this.speaker.ask(answer(this.id, n, yes), (it) => {
      if (it.t === "no" && !this.ended) this.listener.refused(it, null);
    });
  }

  // What it asks to know.

  /**
   * All that would travel with an item out of the page; null if the server does not give it.
   * @param {number} item @param {(items: Array<[number, import("../net/messages.js").Exported[]]>|null) => void} answer
   */
  exported(item, answer) {
    this.speaker.ask(exported(this.id, item), (it) => answer(it.t === "data" ? it.items : null));
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
   * Asks whether what lies there can be won.
   * @param {"none"|"line"|"past"} detail @param {(told: import("../net/messages.js").Verdict) => void} told
   * @param {(no: No) => void} failed
   */
  verdict(detail, told, failed) {
    this.speaker.ask(verdict(this.id, detail), (answer) => {
      if (answer.t === "verdict") told(answer);
      else if (answer.t === "no") failed(answer);
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

  // Lifts.

  /** @param {number} item @returns {Lift|null} */
  lift(item) {
    const { store } = this;
    const home = pileOf(store.shown().piles, item);
    if (home === null || !store.liftable(item)) return null;
    const { to, onto } = store.targets(item);
    const items = store.withItem(item);
    /** @type {Lift} */
    const made = {
      item, items, order: store.inOrder(items), home, game: store.games, d: null,
      formation: store.ahead.isBoard ? "" : "stack", to, onto, state: "asked", dropped: false, refusal: null,
    };
    this.#lift = made;
    // The server has not been asked for what is held back: only after that it knows what lies where we see it.
    this.#turns.take(() => this.#askFor(made));
    return made;
  }

  /** @param {Lift} made */
  #askFor(made) {
    if (made.state === "over" || made.game !== this.store.games) return;
    this.speaker.ask(lift(this.id, made.item), (answer) => {
      if (answer.t === "lease") this.#leased(made, answer);
      else if (made.state !== "over") {
        made.state = "refused";
        made.refusal = answer.t === "no" ? answer : null;
        // What was put down already is told of by its drop.
        if (!made.dropped) {
          if (made.refusal) this.listener.refused(made.refusal, null, made.items);
          this.listener.liftLost(made);
        }
      }
      this.#turns.go();
    });
  }

  /** @param {Lift} made @param {import("../net/messages.js").Lease} lease */
  #leased(made, { d, formation, items, to, onto }) {
    made.d = d;
    this.mine.add(d);
    if (made.state === "over") return this.speaker.ask(cancel(this.id, d));
    made.state = "leased";
    made.formation = formation;
    if (!this.store.ahead.isBoard || made.dropped) return undefined;
    made.items = [made.item, ...items.filter((it) => it !== made.item)];
    made.order = items;
    made.to = new Set(to);
    if (onto) made.onto = new Set(onto);
    return this.listener.leased?.(made);
  }

  /** @param {Lift} lift @param {number} x @param {number} y @param {Target|null} over where the hand is */
  hover(lift, x, y, over) {
    if (lift.d !== null && lift.state === "leased") this.hovering(lift.d, x, y, over);
  }

  /** @param {Lift} lift */
  cancel(lift) {
    if (lift.state === "leased" && lift.d !== null && !this.ended) this.speaker.ask(cancel(this.id, lift.d));
    lift.state = "over";
  }

  /**
   * Drops what is lifted; the result is shown ahead of the server's answer.
   * @param {Lift} lift @param {Target} to @param {string} [as] @returns {Intent|null} null: it cannot be asked now
   */
  drop(lift, to, as) {
    const fields = { ...to, ...(as && { as }) };
    const intent = this.#moving("drop", lift.order, lift.item, to, lift, (intent, seen) => {
      const asMove = () => this.#ask("move", { item: lift.item, ...fields, ...seen }, intent);
      const asDrop = () => this.#ask("drop", { d: lift.d, ...fields, ...seen }, intent, (no) => {
        if (lift.game !== this.store.games) return;
        // A lease that ended meanwhile (a lost connection) loses no move; but it may not come too late, or twice.
        if (no.code !== "gone" || no.why === "answered" || this.#isOvertaken(intent)) this.#refuse(no, intent, lift);
        else {
          if (this.store.ahead.isBoard) this.store.later(intent);
          asMove();
        }
      });
      this.#whenLeased(lift, asDrop, asMove, () => this.#refuse(lift.refusal, intent, lift));
    });
    if (!intent) this.cancel(lift);
    return intent;
  }

  /**
   * Asks why a drop is not possible; nothing is shown ahead.
   * @param {Lift} lift @param {Target} to
   */
  dropToLearn(lift, to) {
    const { store } = this;
    if (!store.ahead.isBoard && !store.certain) {
      // The server may still judge a table on which it would be possible.
      const why = store.whyNotDrop(lift.item, to.in);
      this.cancel(lift);
      return this.listener.refused({ code: "illegal", ...(why && { why }) }, null);
    }
    if (lift.state === "refused" || lift.state === "over") return undefined;
    const seen = store.ahead.isBoard ? to : { ...to, if: store.tops([lift.home, to.in]) };
    /** @param {string} op @param {Record<string, unknown>} fields */
    const ask = (op, fields) => this.speaker.ask(cmd(this.id, op, { ...fields, ...seen }), (answer) => {
      if (answer.t === "no") this.#refuse(answer, null, lift);
    });
    return this.#whenLeased(lift, () => ask("drop", { d: lift.d }), () => ask("move", { item: lift.item }),
      () => this.#refuse(lift.refusal, null, lift));
  }

  /**
   * A drop names its drag, so that who was slower moves nothing. In patience moves name the tops that they were made
   * on, which says as much: there nobody waits for the lease. The move ends that drag, and later lifts come after it.
   * @param {Lift} lift @param {() => void} drop @param {() => void} move @param {() => void} refused it was not leased
   */
  #whenLeased(lift, drop, move, refused) {
    if (lift.state === "leased") return this.#turns.take(drop);
    if (!this.store.ahead.isBoard) {
      lift.state = "over";
      return move();
    }
    lift.dropped = true;
    return this.#turns.take(() => (lift.state === "leased" ? drop() : refused()), () => lift.state !== "asked");
  }

  // How it is said.

  /**
   * Shows a move at once and sends it, or holds it until what is on its way is answered. What is sent ahead names the
   * tops as they will be: if something before it is refused, it is refused too instead of meaning something else.
   * @param {string} op @param {number[]} items @param {number} item the first of them @param {Target} to
   * @param {Lift|null} lift that ends with it
   * @param {(intent:Intent, seen:{if?:Record<string, number|null>}) => void} dispatch
   * @returns {Intent|null}
   */
  #moving(op, items, item, to, lift, dispatch) {
    const { store } = this;
    if (store.ahead.isBoard) {
      const intent = store.intend(op, { items, to });
      dispatch(intent, {});
      this.listener.changed();
      return intent;
    }
    const shown = store.shown();
    const from = pileOf(shown.piles, item);
    const names = from === null ? [to.in] : [from, to.in];
    const ahead = !store.certain && store.mayRunAhead && store.destinations(item)?.includes(to.in) === true;
    const held = !store.certain && !ahead;
    if (this.#mustWait(held)) return null;
    const intent = store.intend(op, { items: [item], to, held });
    if (held) this.#hold(intent, lift, () => dispatch(intent, { if: store.tops(names) }));
    else dispatch(intent, { if: ahead ? tops(shown, names) : store.tops(names) });
    this.listener.changed();
    return intent;
  }

  /** @param {string} op @param {Record<string, unknown>} fields @param {Partial<Intent>} [more] */
  #command(op, fields, more = {}) {
    const { store } = this;
    const held = !store.mayRunAhead || (store.isUnseen(op) && store.intents.length > 0);
    if (this.#mustWait(held)) return;
    const intent = store.intend(op, { ...more, held });
    // Of several undos the last ones may find nothing to undo.
    const isIdle = () => (op === "undo" || op === "redo") && !store.mayStep(op);
    if (held) this.#hold(intent, null, () => (isIdle() ? store.reject(intent) : this.#ask(op, fields, intent)));
    else this.#turns.take(() => this.#ask(op, fields, intent));
    this.listener.changed();
  }

  /**
   * Holds a request back until all that was asked before is answered.
   * @param {Intent} intent @param {Lift|null} lift @param {() => void} send
   */
  #hold(intent, lift, send) {
    const isGone = () => !this.store.intents.includes(intent);
    this.#turns.take(() => {
      if (!isGone() && !this.#isForbidden(intent)) {
        intent.held = false;
        return send();
      }
      if (lift) this.cancel(lift);
      return isGone() ? undefined : this.#refuse({ code: "illegal" }, intent);
    }, () => isGone() || this.store.intents[0] === intent);
  }

  /**
   * Destinations of an older version say nothing about this one: then the server judges.
   * @param {Intent} intent
   */
  #isForbidden({ items: [item], to }) {
    const { choices, table } = this.store;
    if (!choices || !table || choices.version < table.version || item === undefined || !to) return false;
    return !choices.targets(item).to.has(to.in);
  }

  /**
   * Without a connection one thing may wait for it, not a whole game; and only so much waits for answers. A player who
   * must wait is told so.
   * @param {boolean} held whether it would have to wait
   */
  #mustWait(held) {
    const { intents, ahead } = this.store;
    const offline = this.speaker.state !== "online" && intents.length > 0 && !ahead.isBoard;
    const many = held && intents.filter((it) => it.held).length >= WAITING_MAX;
    if (offline || many) this.listener.refused({ code: offline ? "offline" : "rate" }, null);
    return offline || many;
  }

  /**
   * Whether the server has been asked for something of patience that was to come after it.
   * @param {Intent} intent
   */
  #isOvertaken(intent) {
    const { ahead, intents } = this.store;
    return !ahead.isBoard && intents.slice(intents.indexOf(intent) + 1).some(({ held }) => !held);
  }

  /**
   * @param {string} op @param {Record<string, unknown>} fields @param {Intent} intent
   * @param {(no: No) => void} [refused] @param {number} [tries] how often it was asked before
   */
  #ask(op, fields, intent, refused = (no) => this.#refuse(no, intent), tries = 0) {
    this.speaker.ask(cmd(this.id, op, fields), (answer) => {
      // The others are asked first: it is not done yet.
      if (answer.t === "ok" && answer.asked !== undefined) this.store.reject(intent);
      else if (answer.t === "ok") this.store.confirm(intent, answer.v ?? 0);
      else if (answer.t === "no" && isNotReady(answer) && this.store.intents.includes(intent) && tries < TRIES_MAX) {
        setTimeout(() => this.#ask(op, fields, intent, refused, tries + 1), patience(answer, tries));
      } else if (answer.t === "no") refused(answer);
    });
  }

  /** @param {Refusal|null} no @param {Intent|null} intent @param {Lift|null} [lift] that was dropped */
  #refuse(no, intent, lift = null) {
    if (intent) this.store.reject(intent);
    if (lift && no && !DRAG_ENDING.has(no.code)) this.cancel(lift);
    if (no) this.listener.refused(no, intent, intent?.items ?? lift?.items);
  }
}
