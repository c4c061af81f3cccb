// @ts-check
/**
 * What is said aloud of talk: not each line by itself while many come, but what has come since it was said last.
 * Promise: nothing is said more often than once in PAUSE_MS, and the last is always said.
 */

const PAUSE_MS = 3000;
/** More than so many at once nobody follows; those that came last are said. */
const LINES_MAX = 4;

export class Announcing {
  /** @type {string[]} */
  #lines = [];
  /** @type {(() => string)|null} */
  #count = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  #saidAt = -Infinity;

  /** @param {(text:string) => void} say @param {() => number} [now] milliseconds */
  constructor(say, now = () => performance.now()) {
    this.say = say;
    this.now = now;
  }

  /** @param {readonly string[]} lines */
  add(lines) {
    if (lines.length === 0) return;
    this.#lines = [...this.#lines, ...lines].slice(-LINES_MAX);
    this.#soon();
  }

  /** @param {() => string} words as they are when it is said; empty: nothing */
  count(words) {
    this.#count = words;
    this.#soon();
  }

  #soon() {
    if (this.#timer !== undefined) return;
    const wait = this.#saidAt + PAUSE_MS - this.now();
    if (wait <= 0) this.#speak();
    else this.#timer = setTimeout(() => this.#speak(), wait);
  }

  #speak() {
    this.#timer = undefined;
    const words = [...this.#lines, this.#count?.() ?? ""].filter((it) => it !== "");
    this.#lines = [];
    this.#count = null;
    if (words.length === 0) return;
    this.#saidAt = this.now();
    this.say(words.join("\n"));
  }

  leave() {
    clearTimeout(this.#timer);
  }
}
