// @ts-check
/**
 * The order of requests: a drop made before the server has answered its lift waits for that answer, and every later
 * request waits behind it. Promise: all requests are sent once, in the order in which they were made.
 */

export class Turns {
  /**
   * What the answer is for that is waited for.
   * @type {unknown}
   */
  #awaited = null;
  /** @type {Array<() => void>} */
  #behind = [];

  /** @param {() => void} say */
  take(say) {
    if (this.#awaited) this.#behind.push(say);
    else say();
  }

  /**
   * From here on all wait.
   * @param {object} what @param {() => boolean} open whether its answer is still to come when it is its turn
   */
  wait(what, open) {
    this.take(() => { if (open()) this.#awaited = what; });
  }

  /**
   * The answer has come.
   * @param {object} what @param {() => void} act what waited for it, before all others
   */
  answered(what, act) {
    if (this.#awaited === what) this.#awaited = null;
    act();
    while (!this.#awaited && this.#behind.length > 0) this.#behind.shift()?.();
  }
}
