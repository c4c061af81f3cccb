// @ts-check
/**
 * What was asked and is not answered for long is marked as on its way: the items themselves, or else the board.
 * Promise: what is answered soon is never marked, so that nothing flickers; what waits for other answers is at once.
 */
import { t } from "../words/say.js";

/** @typedef {import("../model/store.js").Intent} Intent */

const LATE_MS = 1500;

export class Waiting {
  /**
   * When each was seen first.
   * @type {WeakMap<Intent, number>}
   */
  #since = new WeakMap();
  /** @type {Set<Element>} */
  #marked = new Set();
  #timer = 0;

  /**
   * @param {HTMLElement} board @param {{intents: readonly Intent[]}} store
   * @param {(item:number) => Element|undefined} elementOf
   */
  constructor(board, store, elementOf) {
    this.board = board;
    this.store = store;
    this.elementOf = elementOf;
  }

  /** The table was drawn. */
  show() {
    clearTimeout(this.#timer);
    const now = performance.now();
    let next = Infinity;
    const late = this.store.intents.filter((intent) => {
      const since = this.#since.get(intent) ?? now;
      this.#since.set(intent, since);
      if (intent.held || now - since >= LATE_MS) return true;
      next = Math.min(next, since + LATE_MS - now);
      return false;
    });
    const elements = new Set(late.flatMap(({ items }) => items).flatMap((item) => this.elementOf(item) ?? []));
    for (const old of this.#marked) old.classList.toggle("on-its-way", elements.has(old));
    for (const element of elements) element.classList.add("on-its-way");
    this.#marked = elements;
    if (late.length > 0) this.board.dataset.waiting = t("table.onItsWay");
    else delete this.board.dataset.waiting;
    if (next < Infinity) this.#timer = window.setTimeout(() => this.show(), next);
  }

  leave() {
    clearTimeout(this.#timer);
  }
}
