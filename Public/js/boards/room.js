// @ts-check
/**
 * Our part in the conversation about a board: what we hear becomes the store, what the player does becomes commands.
 * Promise: a lift always ends, in a drop, a cancel or the server's word; a refusal is always told to `refused`.
 * Invariant: a drop is sent by its drag's number, so that who was slower moves nothing: it waits for the lease, and
 * what is asked after it waits as well.
 */
import { Conversation } from "../net/conversation.js";
import { cancel, cmd, exported, isBoard, lift } from "../net/messages.js";
import { pileOf } from "../model/table.js";
import { Store } from "./store.js";
import { Turns } from "./turns.js";

/** @typedef {import("./store.js").Intent} Intent */
/** @typedef {import("./store.js").Target} Target */
/** @typedef {import("../net/conversation.js").Refusal} Refusal */
/**
 * @typedef {object} Lift
 * @property {number} item
 * @property {number[]} items all that travel, the lifted one first
 * @property {number[]} order the same, as they are put down
 * @property {string} home
 * @property {number|null} d the drag's number, once the server has leased it
 * @property {string} formation
 * @property {ReadonlySet<string>} to where they may go
 * @property {ReadonlySet<number>} onto items that take them
 * @property {"asked"|"leased"|"refused"|"over"} state
 * @property {Landing|null} landing where it was put down before its lease was known
 */
/** @typedef {{act:() => void, refused:(no:Refusal) => void}} Landing once it is leased, or never */
/**
 * @typedef {object} RoomListener
 * @property {() => void} changed anything that is shown
 * @property {(no: Refusal, intent: Intent|null, items?: readonly number[]) => void} refused items: that it was about
 * @property {(lift: Lift) => void} leased the server has said what travels, how, and where to
 * @property {(lift: Lift) => void} liftLost the server took the lifted items away
 * @property {(changed:boolean) => void} drags somebody's hand moved; changed: more than that is to be shown
 * @property {() => void} ended the room is gone
 */

/** A drop refused with one of these has been looked at, or had no drag any more; after others the drag lives on. */
const DRAG_ENDING = new Set(["illegal", "stale", "lost_race", "leased", "gone"]);

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

  /**
   * @param {string} id @param {import("../net/conversation.js").Speaker} speaker @param {RoomListener} listener
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
        if (!isBoard(message) || this.contains(message)) return;
        const snap = /** @type {import("../net/messages.js").BoardSnap} */ (/** @type {unknown} */ (message));
        const same = this.store.table?.epoch === snap.e;
        if (!same) this.mine.clear();
        this.store.take(snap);
        this.caughtUp();
        const held = same && this.store.live.length > 0 && snap.live.length === 0;
        return this.handsAfterSnap(held, () => {
          this.store.hold(snap.live, []);
          this.listener.drags(true);
        });
      }
      case "ev": {
        const ev = /** @type {import("../net/messages.js").BoardEv} */ (/** @type {unknown} */ (message));
        const result = this.store.hear(ev);
        if (result === "applied") this.statusAt = this.now();
        else if (result !== "old") this.sync(result);
        return;
      }
      case "dests":
        this.store.allow(/** @type {import("../net/messages.js").BoardDests} */ (message));
        return this.#allowed();
      case "drag":
        this.handsTold();
        return this.listener.drags(this.store.hold(message.live, message.regions));
      default:
        return super.hear(message);
    }
  }

  /** Another server process took over the board: it knows of no hand, ours neither, and counts drags from the start. */
  handsLost() {
    this.mine.clear();
    this.store.hold([], []);
    this.listener.drags(true);
  }

  /** What is held may go elsewhere than when it was lifted: a place is full by now, or free again. */
  #allowed() {
    const lift = this.#lift;
    if (lift?.state !== "asked" && lift?.state !== "leased") return;
    const { to, onto } = this.store.targets(lift.item);
    lift.to = to;
    lift.onto = onto;
  }

  // What the player does.

  /** @param {number} item @param {Target} to @param {string} [as] "copy" or "move" */
  move(item, to, as) {
    const { store } = this;
    const intent = store.intend("move", { items: store.inOrder(store.withItem(item)), to });
    this.#ask("move", { item, ...to, ...(as && { as }) }, intent);
    this.listener.changed();
  }

  /** @param {string} place @param {number} [item] without one the region's button is pressed */
  tap(place, item) {
    const tapped = item === undefined ? [] : [item];
    const intent = this.store.intend("tap", { items: tapped, to: { in: place } });
    this.#ask("tap", { in: place, ...(item !== undefined && { item }) }, intent);
    this.listener.changed();
  }

  /** @param {string} region @param {boolean} on */
  edit(region, on) {
    this.#ask("edit", { in: region, on }, this.store.intend("edit", { to: { in: region }, on }));
    this.listener.changed();
  }

  /** @param {"undo"|"redo"} op */
  command(op) {
    this.#ask(op, {}, this.store.intend(op, {}));
    this.listener.changed();
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
   * All that would travel with an item out of the page; null if the server does not give it.
   * @param {number} item @param {(items: Array<[number, import("../net/messages.js").Exported[]]>|null) => void} answer
   */
  exported(item, answer) {
    this.speaker.ask(exported(this.id, item), (it) => answer(it.t === "data" ? it.items : null));
  }

  /** @param {number} item @returns {Lift|null} */
  lift(item) {
    const { store } = this;
    const home = pileOf(store.shown().piles, item);
    if (home === null || !store.liftable(item)) return null;
    const { to, onto } = store.targets(item);
    const items = store.withItem(item);
    /** @type {Lift} */
    const made = {
      item, items, order: store.inOrder(items), home, d: null, formation: "", to, onto, state: "asked", landing: null,
    };
    this.#lift = made;
    this.#turns.take(() => this.speaker.ask(lift(this.id, item), (answer) => {
      if (made.landing) return this.#land(made, made.landing, answer);
      if (answer.t === "lease") {
        made.d = answer.d;
        this.mine.add(answer.d);
        if (made.state === "over") return this.speaker.ask(cancel(this.id, answer.d));
        made.state = "leased";
        made.formation = answer.formation;
        made.items = [item, ...answer.items.filter((it) => it !== item)];
        made.order = answer.items;
        made.to = new Set(answer.to);
        if (answer.onto) made.onto = new Set(answer.onto);
        this.listener.leased(made);
      } else if (made.state !== "over") {
        made.state = "refused";
        if (answer.t === "no") this.listener.refused(answer, null, made.items);
        this.listener.liftLost(made);
      }
      return undefined;
    }));
    return made;
  }

  /**
   * The answer to a lift whose items were put down already.
   * @param {Lift} lift @param {Landing} landing @param {import("../net/messages.js").Answer} answer
   */
  #land(lift, landing, answer) {
    lift.landing = null;
    if (answer.t === "lease") {
      lift.d = answer.d;
      lift.state = "leased";
      this.mine.add(answer.d);
      this.#turns.answered(lift, landing.act);
    } else {
      lift.state = "refused";
      this.#turns.answered(lift, () => answer.t === "no" && landing.refused(answer));
    }
  }

  /**
   * @param {Lift} lift @param {() => void} act once it is leased @param {(no:Refusal) => void} refused if it never is
   */
  #whenLeased(lift, act, refused) {
    if (lift.state === "leased") return act();
    lift.landing = { act, refused };
    return this.#turns.wait(lift, () => lift.landing !== null);
  }

  /** @param {Lift} lift @param {number} x @param {number} y 0…1 of the place @param {Target|null} over */
  hover(lift, x, y, over) {
    if (lift.d === null || lift.state !== "leased") return;
    const { before, onto } = over ?? {};
    const more = { ...(before !== undefined && { b: before }), ...(onto !== undefined && { onto }) };
    this.hovering(lift.d, x, y, over?.in ?? null, more);
  }

  /**
   * Drops what is lifted. The caller shows the result ahead of the server's answer.
   * @param {Lift} lift @param {Target} to @param {string} [as] @returns {Intent}
   */
  drop(lift, to, as) {
    const intent = this.store.intend("drop", { items: lift.order, to });
    const fields = { ...to, ...(as && { as }) };
    this.#whenLeased(lift, () => this.#ask("drop", { d: lift.d, ...fields }, intent, (no) => {
      if (!DRAG_ENDING.has(no.code)) this.cancel(lift);
      // A lease that ended meanwhile (a lost connection) does not lose the move; one that was carried out is over.
      if (no.code !== "gone" || no.why === "answered") return false;
      this.store.later(intent);
      this.#ask("move", { item: lift.item, ...fields }, intent);
      return true;
    }), (no) => {
      this.store.reject(intent);
      this.listener.refused(no, intent, intent.items);
    });
    return intent;
  }

  /** @param {Lift} lift */
  cancel(lift) {
    if (lift.state === "leased" && lift.d !== null && !this.ended) this.speaker.ask(cancel(this.id, lift.d));
    lift.state = "over";
  }

  /**
   * Asks what is sure to be refused, to learn why; nothing is shown ahead.
   * @param {Lift} lift @param {Target} to
   */
  dropToLearn(lift, to) {
    if (lift.state !== "leased" && lift.state !== "asked") return;
    const refused = (/** @type {Refusal} */ no) => this.listener.refused(no, null, lift.items);
    this.#whenLeased(lift, () => this.speaker.ask(cmd(this.id, "drop", { d: lift.d, ...to }), (answer) => {
      if (answer.t !== "no") return;
      if (!DRAG_ENDING.has(answer.code)) this.cancel(lift);
      refused(answer);
    }), refused);
  }

  /**
   * @param {string} op @param {Record<string, unknown>} fields @param {Intent} intent
   * @param {(no: import("../net/messages.js").No) => boolean} [again] whether a refusal is not the end of it
   */
  #ask(op, fields, intent, again = () => false) {
    this.#turns.take(() => this.speaker.ask(cmd(this.id, op, fields), (answer) => {
      if (answer.t === "ok") this.store.confirm(intent, answer.v ?? 0);
      else if (answer.t === "no" && !again(answer)) {
        this.store.reject(intent);
        this.listener.refused(answer, intent, intent.items);
      }
    }));
  }
}
