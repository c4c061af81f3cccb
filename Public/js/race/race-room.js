// @ts-check
/**
 * Our part in the room of a race: who is there, how the race stands, and what we ask of it.
 * Promise: what is shown is what was told last; a change that is missing is asked for.
 * Invariant: `race` is null exactly while nothing was told of it.
 */
import { cmd } from "../net/messages.js";
import { fromSnap } from "../model/table.js";
import { Room } from "../table/room.js";
import { afterChange, afterProgress, rowOf, toldAnew } from "./race.js";

/** @typedef {import("./race.js").Race} Race */
/** @typedef {import("../net/conversation.js").Refusal} Refusal */

/**
 * A race has no items, so there is nothing to foresee.
 * @type {import("../model/store.js").AheadOf<import("../model/table.js").Content>}
 */
const NOTHING_AHEAD = {
  isBoard: true, turns: 0, shown: ({ confirmed }) => confirmed, choices: () => null, lands: () => false,
  travelling: () => [],
};

/** @extends {Room<import("../model/table.js").Content>} */
export class RaceRoom extends Room {
  /** @type {Race|null} */
  race = null;
  /** When the cards are dealt, by our own clock; 0: that is not told. */
  startsAt = 0;

  /**
   * @param {string} id @param {import("../net/conversation.js").Speaker} speaker
   * @param {import("../table/room.js").RoomListener} listener @param {() => number} [now]
   */
  constructor(id, speaker, listener, now) {
    super(id, speaker, NOTHING_AHEAD, listener, now);
  }

  /** @param {import("../net/messages.js").ServerMessage} message */
  hear(message) {
    if (message.t === "snap") return this.#snap(/** @type {any} */ (message));
    if (message.t === "ev") return this.#event(/** @type {any} */ (message));
    if (message.t === "progress") {
      if (this.race) this.race = afterProgress(this.race, message.list);
      return undefined;
    }
    return super.hear(message);
  }

  /** @param {import("../net/messages.js").BoardSnap & {race?:Race}} snap */
  #snap(snap) {
    if (!snap.race || this.contains(snap)) return;
    this.store.table = fromSnap(snap);
    this.race = toldAnew(snap.race, this.race);
    this.#begins(snap.race);
    this.caughtUp();
  }

  /** @param {import("../net/messages.js").BoardEv & {race?:import("./race.js").RaceChange}} ev */
  #event(ev) {
    const { table } = this.store;
    if (!table || !this.race || ev.v <= table.version) return;
    if (ev.p !== table.version) return this.sync("gap");
    this.store.table = { ...table, version: ev.v, hash: ev.h, status: ev.s };
    if (ev.race) this.race = afterChange(this.race, ev.race);
    this.#begins(ev.race);
    this.statusAt = this.now();
  }

  /** @param {import("./race.js").RaceChange} [told] */
  #begins(told) {
    if (told?.in !== undefined) this.startsAt = this.now() + told.in;
    else if (told?.state === "open") this.startsAt = 0;
  }

  /** Our own row, once we have entered. */
  get own() {
    return this.race && this.store.seat >= 0 ? rowOf(this.race, this.store.seat) : undefined;
  }

  /** Milliseconds until the cards are dealt; 0: they are, or nobody has said when. */
  get startsIn() {
    const counts = this.race?.state === "starting" || this.race?.state === "running";
    return counts ? Math.max(0, this.startsAt - this.now()) : 0;
  }

  /** The race's clock now. */
  get clock() {
    const { clock = 0, run = false } = this.store.table?.status ?? {};
    return clock + (run ? this.now() - this.statusAt : 0);
  }

  /** Milliseconds until it is over. */
  get left() {
    const { until, seconds = 0, state } = this.race ?? {};
    return state === "running" && until !== undefined ? Math.max(0, until - this.clock) : seconds * 1000;
  }

  /**
   * @param {string} op @param {Record<string, unknown>} [fields] @param {() => void} [done]
   * @param {(no: Refusal) => void} [refused] in place of the listener
   */
  say(op, fields = {}, done = () => {}, refused = (no) => this.listener.refused(no, null)) {
    this.speaker.ask(cmd(this.id, op, fields), (it) => {
      if (it.t === "ok") done();
      else if (it.t === "no" && !this.ended) refused(it);
    });
  }
}
