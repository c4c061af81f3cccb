// @ts-check
/**
 * Asks whether a table can be won, and how, of a worker beside the page.
 * Promise: every question gets one verdict, and nothing is thrown. Only the newest question is searched: those before
 * are answered `superseded`. Once the worker fails all is `unavailable`; `off` says why, and is empty before.
 * Invariant: nothing waits unless something runs; without a worker nothing runs.
 */

/** @typedef {import("./module.js").Question} Question */
/** @typedef {import("./module.js").Found|{is:"unknown", why:"superseded"|"unavailable"}} Verdict */
/** @typedef {{id:number, question:Question, answer:(verdict:Verdict) => void}} Asked */

/** A search that has run for so long is ended for a newer question; others are waited for. */
const MOMENT_MS = 100;
/** A worker that nobody has asked for so long gives its memory back. */
const IDLE_MS = 60000;

const begun = () => new Worker("/js/solver/worker.js", { type: "module" });

export class Solver {
  off = "";
  #begin;
  /** @type {Worker|null} */
  #worker = null;
  /**
   * What the worker has been given; its answer counts only while `heard`.
   * @type {(Asked & {heard:boolean})|null}
   */
  #running = null;
  /**
   * What it is given next.
   * @type {Asked|null}
   */
  #waiting = null;
  #next = 1;
  /** When the search that runs began; 0: the worker is still loading. */
  #since = 0;
  /**
   * Ends a search that takes too long, or a worker without any.
   * @type {ReturnType<typeof setTimeout>|undefined}
   */
  #alarm;

  /** @param {() => Worker} [begin] */
  constructor(begin = begun) {
    this.#begin = begin;
  }

  /**
   * @param {Uint8Array} rules `game.rules` of a snapshot, decoded @param {Uint8Array} view by `encodeView`
   * @param {number} positions so many may be met
   * @returns {Promise<Verdict>}
   */
  ask(rules, view, positions) {
    return new Promise((answer) => {
      this.#supersede();
      if (this.off !== "") return answer({ is: "unknown", why: "unavailable" });
      const asked = { id: this.#next++, question: { rules, view, positions }, answer };
      if (!this.#running) return this.#give(asked);
      this.#waiting = asked;
      return this.#setAlarm();
    });
  }

  /** Nobody wants the questions any more that are open. */
  cancel() {
    this.#supersede();
    if (this.#running) this.#setAlarm();
  }

  #supersede() {
    const open = [this.#waiting, this.#running?.heard ? this.#running : null];
    this.#waiting = null;
    if (this.#running) this.#running.heard = false;
    for (const asked of open) asked?.answer({ is: "unknown", why: "superseded" });
  }

  /** @param {Asked} asked */
  #give(asked) {
    clearTimeout(this.#alarm);
    this.#running = { ...asked, heard: true };
    this.#since = 0;
    try {
      this.#worker ??= this.#made();
      this.#worker.postMessage({ id: asked.id, ...asked.question });
    } catch (error) {
      this.#stop(String(error));
    }
  }

  #made() {
    const worker = this.#begin();
    const fails = (/** @type {Event} */ event) => {
      if (worker === this.#worker) this.#stop(/** @type {ErrorEvent} */ (event).message ?? event.type);
    };
    worker.addEventListener("message", ({ data }) => worker === this.#worker && this.#heard(data));
    worker.addEventListener("error", fails);
    worker.addEventListener("messageerror", fails);
    return worker;
  }

  /** @param {{id:number, begins?:true, fails?:string} & Verdict} said */
  #heard({ id, begins, fails, ...verdict }) {
    const running = this.#running;
    if (fails !== undefined) return this.#stop(fails);
    if (!running || running.id !== id) return undefined;
    if (begins) {
      this.#since = performance.now();
      if (!running.heard) this.#setAlarm();
      return undefined;
    }
    this.#running = null;
    if (running.heard) running.answer(/** @type {Verdict} */ (verdict));
    return this.#goOn();
  }

  /** The search that runs is nobody's any more: it is ended once it has had its moment. */
  #setAlarm() {
    clearTimeout(this.#alarm);
    // What is loading will be of use to the next question.
    if (this.#since === 0) return;
    this.#alarm = setTimeout(() => {
      this.#end();
      this.#goOn();
    }, Math.max(0, this.#since + MOMENT_MS - performance.now()));
  }

  /** Nothing runs. */
  #goOn() {
    const asked = this.#waiting;
    this.#waiting = null;
    if (asked) return this.#give(asked);
    clearTimeout(this.#alarm);
    if (this.#worker) this.#alarm = setTimeout(() => this.#end(), IDLE_MS);
    return undefined;
  }

  #end() {
    clearTimeout(this.#alarm);
    this.#worker?.terminate();
    this.#worker = null;
    this.#running = null;
  }

  /** @param {string} why */
  #stop(why) {
    this.off = why || "the worker fails";
    const open = [this.#running?.heard ? this.#running : null, this.#waiting];
    this.#waiting = null;
    this.#end();
    for (const asked of open) asked?.answer({ is: "unknown", why: "unavailable" });
  }
}
