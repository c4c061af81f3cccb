// @ts-check
/**
 * The tables of which small pictures are shown, followed from afar: we are not counted there, and the server tells of
 * each twice a second at most. Pure: who speaks and who draws is given.
 * Promise: no more tables than `most` at once; a table that has ended, or does not let us see it, is not asked again
 * while it stays wanted. What we ask here never uses up what one connection may ask in a second.
 * Invariant: a table is in `#rooms` from our asking until it is left.
 */
import { afterEvent, fromSnap } from "../model/table.js";
import { sub, sync, unsub } from "../net/messages.js";

/** @typedef {import("../net/conversation.js").Speaker} Speaker */
/** @typedef {import("../model/table.js").Table|import("../model/table.js").BoardTable} AnyTable */
/**
 * @typedef {object} Room
 * @property {"asked"|"in"|"none"|"leaving"} state none: there is nothing to see
 * @property {AnyTable|null} table
 * @property {boolean} syncing
 */

/** Of 20 questions that one may ask in a second these leave some to the player; what only passes by is not asked. */
const PACE_MS = 250;
const PACE = 4;

export class Followed {
  /** @type {Map<string, Room>} */
  #rooms = new Map();
  /** @type {string[]} */
  #wanted = [];
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  /** Counts the connections: answers of an earlier one say nothing. */
  #visits = 0;

  /** @param {Speaker} speaker @param {number} most @param {(room:string) => void} changed */
  constructor(speaker, most, changed) {
    this.speaker = speaker;
    this.most = most;
    this.changed = changed;
  }

  /** @param {string[]} rooms that are in sight, the first ones before others */
  want(rooms) {
    this.#wanted = rooms.slice(0, this.most);
    this.#later();
  }

  /** @param {string} room @returns {AnyTable|null} as it was last told */
  tableOf(room) {
    return this.#rooms.get(room)?.table ?? null;
  }

  /** @param {string} room there is nothing to see of it */
  isNone(room) {
    return this.#rooms.get(room)?.state === "none";
  }

  /** A new connection follows nothing yet. */
  again() {
    this.#visits++;
    this.#rooms.clear();
    this.#later();
  }

  /** All at once: behind it the page may join one of these tables. */
  leave() {
    clearTimeout(this.#timer);
    this.#visits++;
    for (const [room, { state }] of this.#rooms) if (state !== "none") this.speaker.ask(unsub(room));
    this.#rooms.clear();
    this.#wanted = [];
  }

  /** @param {import("../net/messages.js").ServerMessage} message */
  hear(message) {
    if (message.t !== "snap" && message.t !== "ev" && message.t !== "gone") return;
    const known = this.#rooms.get(message.r);
    if (!known || known.state === "none" || known.state === "leaving") return;
    if (message.t === "ev") return this.#event(known, message);
    known.syncing = false;
    known.table = message.t === "snap" ? fromSnap(message) : null;
    if (message.t === "gone") known.state = "none";
    this.changed(message.r);
  }

  /** @param {Room} known @param {import("../net/messages.js").Ev} ev */
  #event(known, ev) {
    if (!known.table || known.syncing) return;
    const next = afterEvent(/** @type {import("../model/table.js").Table} */ (known.table), ev);
    if (next === "old") return;
    if (typeof next === "string") {
      known.syncing = this.speaker.tell(sync(ev.r, next));
      return;
    }
    known.table = next;
    this.changed(ev.r);
  }

  #later(wait = PACE_MS) {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#step();
    }, wait);
  }

  /** Leaves what is out of sight, then asks for what has come into it. */
  #step() {
    if (this.speaker.state !== "online") return;
    const wanted = new Set(this.#wanted);
    for (const [room, { state }] of this.#rooms) if (state === "none" && !wanted.has(room)) this.#rooms.delete(room);
    const out = [...this.#rooms].filter(([room, { state }]) => !wanted.has(room) && state !== "leaving");
    // One that is still being left has its place until the answer.
    const free = Math.max(0, this.most - (this.#rooms.size - out.length));
    const come = this.#wanted.filter((room) => !this.#rooms.has(room)).slice(0, free);
    const all = [...out.map(([room]) => () => this.#leave(room)), ...come.map((room) => () => this.#join(room))];
    for (const act of all.slice(0, PACE)) act();
    if (all.length > PACE) this.#later();
  }

  /** @param {string} room */
  #join(room) {
    /** @type {Room} */
    const known = { state: "asked", table: null, syncing: false };
    this.#rooms.set(room, known);
    this.#ask(sub(room, "mini"), (answer) => {
      if (this.#rooms.get(room) !== known || known.state !== "asked") return;
      if (answer.t === "ok") known.state = "in";
      else if (answer.t === "no" && answer.code === "rate") this.#rooms.delete(room);
      else known.state = "none";
      this.changed(room);
    });
  }

  /** @param {string} room */
  #leave(room) {
    const known = /** @type {Room} */ (this.#rooms.get(room));
    known.state = "leaving";
    known.table = null;
    this.#ask(unsub(room), (answer) => {
      // The server has refused it as too much at once: we are still told of the table, and leave it later.
      if (answer.t === "no" && answer.code === "rate") known.state = "in";
      else this.#rooms.delete(room);
    });
    this.changed(room);
  }

  /**
   * @param {(c:number) => import("../net/messages.js").ClientMessage} make
   * @param {(answer:import("../net/messages.js").Answer) => void} answered
   */
  #ask(make, answered) {
    const visit = this.#visits;
    this.speaker.ask(make, (answer) => {
      if (visit !== this.#visits) return;
      answered(answer);
      // What was refused for now is tried again, and a place that is free is taken.
      this.#later();
    });
  }
}
