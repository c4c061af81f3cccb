// @ts-check
/**
 * The solver as WebAssembly (docs/PREDICTION.md), asked one question at a time.
 * Promise: a verdict is the module's, whole, or an error is thrown; after an error the module is of no more use.
 */

/** @typedef {{item:number, in:string}|{tap:string}} LineStep a card with all that lies on it; or a stock is turned */
/**
 * `autoOff`: the line can be played only where no card goes to the foundations by itself. `spent`: positions that were
 * met.
 * @typedef {{is:"winnable", line:LineStep[], autoOff:boolean, spent:number}|{is:"impossible", spent:number}
 *   |{is:"unknown", why:"positions"|"memory", spent:number}|{is:"unknown", why:"question"}} Found
 */
/** @typedef {{rules:Uint8Array, view:Uint8Array, positions:number}} Question */
/** @typedef {{memory: WebAssembly.Memory} & Record<string, (...numbers: number[]) => number>} Exports */

const VERSION = 1;
const CALLS = ["version", "alloc", "dealloc", "answer", "loadRules", "loadView", "piles", "solve", "spent"];
const TURNS = 0xFFFF;
/** Of a line; and of a step. */
const HEAD_BYTES = 3;
const STEP_BYTES = 3;

export class SolverModule {
  /** @type {Exports} */
  #exports;
  /** Whose rules are loaded. */
  #rules = new Uint8Array();
  /** @type {string[]} */
  #piles = [];

  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    const calls = /** @type {Exports} */ (/** @type {unknown} */ (exports));
    const missing = CALLS.find((name) => typeof calls[name] !== "function");
    if (missing !== undefined || !(calls.memory instanceof WebAssembly.Memory)) bad(`no ${missing ?? "memory"}`);
    if (calls.version() !== VERSION) bad("another version");
    this.#exports = calls;
  }

  /**
   * Takes as long as it takes.
   * @param {Question} question @returns {Found}
   */
  ask({ rules, view, positions }) {
    if (!this.#load(rules) || this.#give("loadView", view) !== 0) return { is: "unknown", why: "question" };
    const { solve, spent } = this.#exports;
    const verdict = solve(Math.max(0, Math.min(positions, 0xFFFFFFFF)));
    const met = spent() >>> 0;
    switch (verdict) {
      case 0: return { is: "winnable", ...this.#line(), spent: met };
      case 1: return { is: "impossible", spent: met };
      case 2: return { is: "unknown", why: "positions", spent: met };
      case 3: return { is: "unknown", why: "memory", spent: met };
      case 4: return { is: "unknown", why: "question" };
      default: return bad("another verdict");
    }
  }

  /**
   * Rules that are loaded stay so, with the memory of their searches.
   * @param {Uint8Array} rules
   */
  #load(rules) {
    if (rules.length === this.#rules.length && rules.every((byte, at) => byte === this.#rules[at])) return true;
    this.#rules = new Uint8Array();
    if (this.#give("loadRules", rules) !== 0) return false;
    this.#piles = new TextDecoder().decode(this.#answer(this.#exports.piles())).split(";");
    this.#rules = rules.slice();
    return true;
  }

  #line() {
    const [autoOff, low, high] = this.#answer(HEAD_BYTES);
    const count = low | high << 8;
    const bytes = this.#answer(HEAD_BYTES + count * STEP_BYTES);
    const line = Array.from({ length: count }, (_, index) => {
      const at = HEAD_BYTES + index * STEP_BYTES;
      const item = bytes[at] | bytes[at + 1] << 8;
      const pile = this.#piles[bytes[at + 2]] ?? bad("an unknown pile");
      return item === TURNS ? { tap: pile } : { item, in: pile };
    });
    return { line, autoOff: autoOff === 1 };
  }

  /** @param {"loadRules"|"loadView"} take @param {Uint8Array} bytes */
  #give(take, bytes) {
    const { alloc, dealloc, memory, [take]: load } = this.#exports;
    const at = alloc(bytes.length);
    if (at === 0) bad("no memory");
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const refusal = load(at, bytes.length);
    dealloc(at);
    return refusal;
  }

  /**
   * The last answer, copied.
   * @param {number} length
   */
  #answer(length) {
    return new Uint8Array(this.#exports.memory.buffer, this.#exports.answer(), length).slice();
  }
}

/** @param {string} what @returns {never} */
function bad(what) {
  throw new Error(`the solver answers badly: ${what}`);
}
