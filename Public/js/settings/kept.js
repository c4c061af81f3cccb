// @ts-check
/**
 * The settings of one guest, and who wants to know of their changes. Pure: where they are kept is given.
 * Invariant: each guest has a key of their own; until one is known, the settings are the last one's.
 */
import { KEYS, known, read, write } from "./values.js";

/** @typedef {import("./values.js").Key} Key */
/** @typedef {import("./values.js").Values} Values */
/** @typedef {{kept:(key:string) => string, keep:(key:string, value:string) => void}} Place where texts are kept */

const LAST = "settings-of";

export class KeptSettings {
  #guest;
  #values;
  /** @type {Set<(changed:Key[]) => void>} */
  #listeners = new Set();

  /** @param {Place} place */
  constructor(place) {
    this.place = place;
    this.#guest = place.kept(LAST);
    this.#values = read(place.kept(this.key));
  }

  /** Where they are kept. */
  get key() {
    return this.#guest === "" ? "settings" : `settings.${this.#guest}`;
  }

  /** @template {Key} K @param {K} key @returns {Values[K]} */
  get(key) {
    return this.#values[key];
  }

  /** @template {Key} K @param {K} key @param {Values[K]} value an unknown one means the default */
  set(key, value) {
    // Another tab may have changed another setting a moment ago.
    const values = { ...read(this.place.kept(this.key)), [key]: known(key, value) };
    this.place.keep(this.key, write(values));
    this.#take(values);
  }

  /**
   * Calls whenever settings have changed, with their keys; here, in another tab, or because another guest is here.
   * @param {(changed:Key[]) => void} listener @returns {() => void} ends it
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Whose settings they are from now on.
   * @param {string} guest
   * @param {boolean} [renamed] the same person under a new id, who keeps what was set
   */
  belongTo(guest, renamed = false) {
    if (guest === this.#guest) return;
    // What was set before any guest was known was set by this one.
    const before = renamed || this.#guest === "" ? this.place.kept(this.key) : "";
    this.#guest = guest;
    this.place.keep(LAST, guest);
    if (before !== "" && this.place.kept(this.key) === "") this.place.keep(this.key, before);
    this.reread();
  }

  /** Takes what is kept now: another tab may have written it. */
  reread() {
    this.#take(read(this.place.kept(this.key)));
  }

  /** @param {Values} values */
  #take(values) {
    const changed = KEYS.filter((key) => values[key] !== this.#values[key]);
    this.#values = values;
    if (changed.length > 0) for (const listener of [...this.#listeners]) listener(changed);
  }
}
