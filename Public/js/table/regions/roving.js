// @ts-check
/**
 * The focus on a board of regions: arrows move it by what is seen.
 * Promise: one tab stop on the whole board, and the focus stays with its item.
 */
import { pileOf } from "../../model/table.js";
import { nextFocus } from "./focus.js";
import { itemAt } from "./item.js";

export class Roving {
  /** @type {number|null} */
  focus = null;
  /**
   * The item in focus and what lay around it before it was moved, nearest first.
   * @type {{item:number, near:number[]}|null}
   */
  #beside = null;

  /**
   * @param {import("./view.js").View} view @param {{holding: unknown}} hand @param {AbortSignal} signal
   */
  constructor(view, hand, signal) {
    this.view = view;
    this.hand = hand;
    view.root.addEventListener("focusin", ({ target }) => {
      const item = itemAt(target);
      if (item !== null) this.#rove(item);
    }, { signal });
  }

  /**
   * The item that has the page's focus.
   * @returns {number|null}
   */
  get focused() {
    return itemAt(document.activeElement);
  }

  /** @param {number} item */
  focusOn(item) {
    this.#rove(item);
    this.view.elements.get(item)?.focus({ preventScroll: this.hand.holding !== null });
  }

  /**
   * An item is about to be moved from where it lies: should it leave the board, the focus stays there.
   * @param {number} item
   */
  moving(item) {
    this.#beside = { item, near: this.#around(item) };
  }

  /**
   * What is to be shown may lack the item in focus.
   * @param {Record<string, number[]>} piles
   */
  leaving(piles) {
    const item = this.focused;
    if (item !== null && pileOf(piles, item) === null && this.#beside?.item !== item) this.moving(item);
  }

  /**
   * The focus was on what is no longer on the board: it goes to what lay next to it, or to the board's title.
   * @param {number} item
   */
  bereft(item) {
    const { elements, root } = this.view;
    const near = this.#beside?.item === item ? this.#beside.near.find((it) => elements.has(it)) : undefined;
    const next = near ?? itemAt(root.querySelector(".item"));
    if (next !== null) this.focusOn(next);
    else root.parentElement?.querySelector("h1")?.focus();
  }

  /** @param {number} item @returns {number[]} the others, by how near they come in the order of the page */
  #around(item) {
    const all = [...this.view.root.querySelectorAll(".item")]
      .map((it) => (it instanceof HTMLElement ? it : null))
      .map((it) => ({ handle: Number(it?.dataset.handle), place: it?.dataset.in }));
    const at = all.findIndex(({ handle }) => handle === item);
    const home = all[at]?.place;
    const far = (/** @type {number} */ index) => Math.abs(index - at) - (index > at ? 0.5 : 0);
    return all.map(({ handle, place }, index) => ({ handle, cost: far(index) + (place === home ? 0 : all.length) }))
      .filter(({ handle }) => handle !== item).sort((a, b) => a.cost - b.cost).map(({ handle }) => handle);
  }

  /** The board was drawn: there is still one tab stop. */
  refresh() {
    const { elements } = this.view;
    if (this.focus !== null && elements.has(this.focus)) return this.#rove(this.focus);
    return this.#rove(itemAt(this.view.root.querySelector(".item")));
  }

  /** @param {number|null} item */
  #rove(item) {
    const element = item === null ? undefined : this.view.elements.get(item);
    for (const old of this.view.root.querySelectorAll('.item[tabindex="0"]')) {
      if (old !== element) old.setAttribute("tabindex", "-1");
    }
    if (element && element.tabIndex !== 0) element.tabIndex = 0;
    this.focus = item;
  }

  /** @param {number} item @param {string} key */
  walk(item, key) {
    const all = [...this.view.root.querySelectorAll(".item")].filter((it) => it instanceof HTMLElement);
    const rects = all.map((it) => {
      const { x, y, width: w, height: h } = it.getBoundingClientRect();
      return { x, y, w, h };
    });
    const now = all.findIndex((it) => it === this.view.elements.get(item));
    const next = itemAt(all[nextFocus(rects, now, key)] ?? null);
    if (next !== null) this.focusOn(next);
  }
}
