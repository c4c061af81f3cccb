// @ts-check
/**
 * The order of requests: one that has to wait for an answer holds up all that come after it.
 * Promise: all requests are made once, in the order in which they were asked for.
 */

export class Turns {
  /** @type {Array<{act:() => void, ready:() => boolean}>} */
  #waiting = [];
  #acting = false;

  /**
   * What a request asks for while it is made belongs to it and does not wait.
   * @param {() => void} act makes the request @param {() => boolean} [ready] whether it need not wait any more
   */
  take(act, ready = () => true) {
    if (this.#acting) return act();
    this.#waiting.push({ act, ready });
    return this.go();
  }

  /** To be called when an answer has come: what waited for it goes first. */
  go() {
    if (this.#acting) return;
    this.#acting = true;
    while (this.#waiting[0]?.ready()) this.#waiting.shift()?.act();
    this.#acting = false;
  }
}
