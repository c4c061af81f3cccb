// @ts-check
/**
 * What an entrant does in a race: is ready with a salt, opens it at the start, and goes on to the next race.
 * Promise: a salt is opened only once the commitments of all are known and kept.
 */
import { isDoneWith } from "./moments.js";
import { committed } from "./race.js";
import { dropSalt, newSalt, noteOthers, saltOf } from "./salts.js";

/**
 * What happens to them.
 * @typedef {{isGone:() => boolean, goOn:(next:string) => void, lacks:() => void}} EntrantListener  isGone: another page
 *   is shown; lacks: this browser cannot seal anything
 */

export class Entrant {
  #isSalting = false;
  /** A new salt is being sealed. */
  #isSealing = false;
  /** We want the next race, of which nothing was told yet. */
  #wantsNext = false;

  /**
   * @param {import("./race-room.js").RaceRoom} hall @param {EntrantListener} listener
   * @param {boolean} isAgain we come from another race, and are ready at once
   */
  constructor(hall, listener, isAgain) {
    this.hall = hall;
    this.listener = listener;
    this.isAgain = isAgain;
  }

  /** A salt that came too soon for the server, or was lost on its way, is opened again. */
  retry() {
    this.#isSalting = false;
  }

  /** Does what is due by itself. */
  act() {
    const { race } = this.hall;
    if (!race) return;
    if (race.state === "open") {
      this.#isSalting = false;
      if (this.hall.store.seat >= 0 && this.isAgain) this.ready(true);
    } else this.#salt();
    if (race.next !== undefined && this.#wantsNext) this.#goOn(race.next);
  }

  #salt() {
    const { race, own, id } = this.hall;
    const salt = saltOf(id)?.salt;
    if (race?.state !== "starting" || !own?.room || own.salted || this.#isSalting || salt === undefined) return;
    this.#isSalting = true;
    noteOthers(id, committed(race));
    this.hall.say("salt", { salt }, undefined, (no) => {
      if (no.why === "badSalt") dropSalt(id);
      else this.hall.listener.refused(no, null);
    });
  }

  /** @param {boolean} on */
  async ready(on) {
    const { id, race } = this.hall;
    if (!race || this.#isSealing) return undefined;
    this.isAgain = false;
    if (!on) return this.hall.say("ready", { on });
    this.#isSealing = true;
    const salt = await newSalt(id, race.commit).catch(() => null);
    this.#isSealing = false;
    if (this.listener.isGone()) return undefined;
    return salt ? this.hall.say("ready", { on, commit: salt.commit }) : this.listener.lacks();
  }

  /** We want another race, or to join the one that is there already. */
  again() {
    const { race, store: { seat } } = this.hall;
    if (!race) return undefined;
    if (!isDoneWith({ race, seat })) return race.next === undefined ? undefined : this.#goOn(race.next);
    this.#wantsNext = true;
    return this.hall.say("again", {}, () => {
      const next = this.hall.race?.next;
      if (next !== undefined) this.#goOn(next);
    }, (no) => {
      this.#wantsNext = false;
      this.hall.listener.refused(no, null);
    });
  }

  /** @param {string} next */
  #goOn(next) {
    if (this.listener.isGone()) return;
    this.#wantsNext = false;
    this.listener.goOn(next);
  }
}
