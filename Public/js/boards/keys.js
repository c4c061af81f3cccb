// @ts-check
/**
 * The player's keys: arrows move the focus over the board by what is seen, or what is held from place to place.
 * Promise: everything that a pointer can do; one tab stop on the whole board, and the focus stays with its item.
 */
import { pileOf } from "../model/table.js";
import { lettersCount } from "../settings/letters.js";
import { nextFocus } from "./focus.js";
import { nextStop, stops } from "./stops.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./stops.js").Stop} Stop */
/**
 * @typedef {object} Deeds
 * @property {(item:number) => boolean} enter what Enter does on an item, if not lifting it
 * @property {(item:number) => boolean} space
 * @property {(item:number) => boolean} lift
 * @property {(stop:Stop) => void} aim
 * @property {() => void} drop
 * @property {() => boolean} escape whether there was something to put back
 * @property {(item:number|null) => void} menu
 * @property {(op:"undo"|"redo") => void} command
 */

const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

/** @param {import("../model/store.js").Target} a @param {import("../model/store.js").Target} b */
const sameTarget = (a, b) => a.in === b.in && a.before === b.before && a.onto === b.onto;

export class Keys {
  /** @type {number|null} */
  focus = null;
  /** @type {Stop[]} */
  #stops = [];
  #at = -1;
  /**
   * The item in focus and what lay around it before it was moved, nearest first.
   * @type {{item:number, near:number[]}|null}
   */
  #beside = null;

  /**
   * @param {View} view @param {import("../table/room.js").BoardRoom} room @param {import("../table/hand.js").Hand<import("./drag/flow-stage.js").FlowHolding>} hand
   * @param {Deeds} deeds @param {AbortSignal} signal
   */
  constructor(view, room, hand, deeds, signal) {
    this.view = view;
    this.room = room;
    this.hand = hand;
    this.deeds = deeds;
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    view.root.addEventListener("focusin", ({ target }) => {
      const element = target instanceof Element ? target.closest(".item") : null;
      if (element instanceof HTMLElement) this.#rove(Number(element.dataset.handle));
    }, { signal });
  }

  /**
   * The item that has the page's focus.
   * @returns {number|null}
   */
  get focused() {
    const element = document.activeElement?.closest(".item");
    return element instanceof HTMLElement && this.view.root.contains(element) ? Number(element.dataset.handle) : null;
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
    const first = root.querySelector(".item");
    if (near !== undefined) this.focusOn(near);
    else if (first instanceof HTMLElement) this.focusOn(Number(first.dataset.handle));
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
    const first = this.view.root.querySelector(".item");
    return this.#rove(first instanceof HTMLElement ? Number(first.dataset.handle) : null);
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

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element)) return;
    if (target.closest("dialog, input, select, textarea")) return;
    if (this.#shortcut(event, target) || this.#onBoard(event, target)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @param {Element} target @returns {boolean} whether it was ours */
  #shortcut(event, target) {
    const key = event.key.toLowerCase();
    if (key === "escape") return this.deeds.escape();
    if (this.room.store.seat < 0 || this.room.ended || event.repeat || event.altKey) return false;
    if (!event.ctrlKey && !event.metaKey && !lettersCount(target)) return false;
    if (key === "z" || key === "y") {
      this.deeds.command(key === "y" || event.shiftKey ? "redo" : "undo");
      return true;
    }
    if (event.ctrlKey || event.metaKey || key !== "m") return false;
    this.deeds.menu(this.focused);
    return true;
  }

  /** @param {KeyboardEvent} event @param {Element} target @returns {boolean} */
  #onBoard(event, target) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const { holding } = this.hand;
    if (holding && !holding.keys) return false;
    const press = event.key === " " || event.key === "Enter";
    if (holding) {
      if (press) this.deeds.drop();
      else if (ARROWS.has(event.key)) this.#aim(event.key);
      else return event.key === "Tab";
      return true;
    }
    const element = target.closest(".item");
    if (!(element instanceof HTMLElement) || !this.view.root.contains(element)) return false;
    const item = Number(element.dataset.handle);
    if (ARROWS.has(event.key)) return this.#walk(item, event.key);
    if (!press || event.repeat) return false;
    const done = event.key === " " ? this.deeds.space(item) : this.deeds.enter(item);
    return done || this.lift(item);
  }

  /** @param {number} item @param {string} key */
  #walk(item, key) {
    const all = [...this.view.root.querySelectorAll(".item")].filter((it) => it instanceof HTMLElement);
    const rects = all.map((it) => {
      const { x, y, width: w, height: h } = it.getBoundingClientRect();
      return { x, y, w, h };
    });
    const now = all.findIndex((it) => it === this.view.elements.get(item));
    const next = all[nextFocus(rects, now, key)];
    if (next instanceof HTMLElement) this.focusOn(Number(next.dataset.handle));
    return true;
  }

  /** @param {number} item @returns {boolean} */
  lift(item) {
    if (!this.deeds.lift(item)) return true;
    this.#stops = this.stops(this.hand.holding?.lift.items ?? [item], item);
    this.#at = -1;
    return true;
  }

  /** @param {readonly number[]} items that would move @param {number} item of which the server told where it may go */
  stops(items, item) {
    const { store } = this.room;
    return stops(store.shown(), items, this.hand.holding?.lift ?? store.targets(item));
  }

  /** @param {string} key */
  #aim(key) {
    const { holding } = this.hand;
    if (!holding) return;
    // The board may have changed since the last key.
    const now = this.#stops[this.#at];
    this.#stops = this.stops(holding.lift.items, holding.lift.item);
    this.#at = now ? this.#stops.findIndex(({ target }) => sameTarget(target, now.target)) : -1;
    const rtl = getComputedStyle(this.view.root).direction === "rtl";
    this.#at = nextStop(this.#stops, this.#at, key, rtl);
    const stop = this.#stops[this.#at];
    if (stop) this.deeds.aim(stop);
  }
}
