// @ts-check
/**
 * The end of a game that finishes by itself: the cards go up one after another, each with a tick higher than the last.
 * Promise: it takes about two seconds, and any key or press brings all cards home at once. With reduced motion there is
 * none. Invariant: a cascade ends exactly once.
 */
import { sound } from "../../sound/sound.js";

/** The flight of one card. */
export const FLIGHT_MS = 300;
const SHORTEST_MS = 1500;
const LONGEST_MS = 2500;
/** What each card adds between the two. */
const CARD_MS = 70;
/** A few cards do not dawdle. */
const PAUSE_MAX_MS = 300;
const PAUSE_MIN_MS = 15;

/**
 * How long after one card the next one leaves.
 * @param {number} count of the cards @param {number} [gone] milliseconds that are gone already
 */
export function pause(count, gone = 0) {
  if (count < 2) return 0;
  const all = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, gone + count * CARD_MS));
  return Math.max(PAUSE_MIN_MS, Math.min(PAUSE_MAX_MS, (all - gone - FLIGHT_MS) / (count - 1)));
}

export class Cascade {
  /**
   * When each card leaves, in milliseconds after the first.
   * @type {Map<number, number>}
   */
  #starts = new Map();
  #began = performance.now();
  #pause = PAUSE_MAX_MS;
  #last = 0;
  /** @type {number[]} */
  #timers = [];
  #end = 0;
  #ends = new AbortController();

  /**
   * @param {ReadonlyMap<number, import("./card.js").Card>} cards
   * @param {() => void} ended when all are home, be it at once
   */
  constructor(cards, ended) {
    this.cards = cards;
    this.ended = ended;
    const options = { capture: true, signal: this.#ends.signal };
    document.addEventListener("pointerdown", () => this.end(), options);
    document.addEventListener("keydown", (event) => {
      // A key alone means "go on", whatever else it would do; with another it is the browser's.
      if (!event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        event.stopPropagation();
      }
      this.end();
    }, options);
  }

  /**
   * More cards go up, after those that do already: what the page foresees comes before what the server tells.
   * @param {readonly number[]} items in the order in which they go
   */
  add(items) {
    const fresh = items.filter((item) => !this.#starts.has(item));
    if (fresh.length === 0) return;
    const first = this.#starts.size === 0 ? 0 : Math.max(this.#now, this.#last + this.#pause);
    this.#pause = pause(fresh.length, first);
    for (const [at, item] of fresh.entries()) {
      this.#last = first + at * this.#pause;
      this.#starts.set(item, this.#last);
      const home = this.#last + FLIGHT_MS;
      this.#timers.push(window.setTimeout(() => sound.play("tick", 2 ** (home / LONGEST_MS)), home - this.#now));
    }
    clearTimeout(this.#end);
    this.#end = window.setTimeout(() => this.end(), this.#last + FLIGHT_MS - this.#now);
  }

  get #now() {
    return performance.now() - this.#began;
  }

  /** @param {number} item @returns {number|undefined} after how many milliseconds it leaves, if it goes at all */
  delay(item) {
    const start = this.#starts.get(item);
    return start === undefined ? undefined : Math.max(0, start - this.#now);
  }

  end() {
    if (this.#ends.signal.aborted) return;
    this.#ends.abort();
    for (const timer of [...this.#timers, this.#end]) clearTimeout(timer);
    for (const item of this.#starts.keys()) {
      for (const animation of this.cards.get(item)?.element.getAnimations({ subtree: true }) ?? []) animation.finish();
    }
    this.ended();
  }
}
