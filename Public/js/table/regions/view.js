// @ts-check
/**
 * The board on the page, drawn from what the server described: regions, their places, their items.
 * Promise: one element per item for its whole life; showing the same twice writes nothing.
 * Invariant: every item of the shown board has an element in its place's box, and no other item has one.
 */
import { Item } from "./item.js";
import { make } from "../../view/dom.js";
import { lookOf } from "./look.js";
import { layoutOf, Region } from "./region.js";

/** @typedef {import("../../model/store.js").BoardShown} Shown */

export class View {
  /** @type {Map<number, Item>} */
  items = new Map();
  /** @type {Map<number, HTMLElement>} */
  elements = new Map();
  /** @type {Map<string, Region>} */
  regions = new Map();
  /** @type {Shown|null} */
  #shown = null;
  #kinds = "";

  /** @param {HTMLElement} root @param {import("./region.js").Acts} acts */
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    this.layer = make("div", "ghosts");
    this.layer.setAttribute("aria-hidden", "true");
    root.append(this.layer);
  }

  /**
   * Whether what is to be shown lies otherwise than what is.
   * @param {Shown} shown
   */
  moves(shown) {
    const before = this.#shown;
    return before !== null && (before.piles !== shown.piles || before.faces !== shown.faces);
  }

  /** @param {import("../../model/store.js").BoardStore} store @param {(seat:number) => string} nameOf */
  show(store, nameOf) {
    const shown = store.shown();
    this.#shown = shown;
    this.#build(shown);
    const kept = new Set();
    const chosen = new Set(store.selected());
    /** @type {Map<number, number[]>} */
    const others = new Map();
    for (const [seat, items] of shown.sel) {
      if (seat !== store.seat) for (const item of items) others.set(item, [...others.get(item) ?? [], seat]);
    }
    for (const facts of shown.regions) {
      const region = /** @type {Region} */ (this.regions.get(facts.name));
      const columns = region.layout === "table" ? columnsOf(facts, shown) : [];
      region.show(facts, shown.piles, columns, store.seat);
      const editing = region.root.classList.contains("editing");
      for (const [place, { box }] of region.places) {
        const items = shown.piles[place] ?? [];
        let next = /** @type {Element|null} */ (box.firstElementChild);
        items.forEach((item, index) => {
          kept.add(item);
          const made = this.#item(item);
          const holder = store.holder(item);
          const liftable = store.liftable(item);
          const choice = region.layout === "choice";
          const by = others.get(item) ?? [];
          made.show({
            content: shown.faces.get(item), place, index, layout: region.layout, columns, liftable,
            by: choice ? [] : by,
            grip: facts.edit !== undefined && editing && liftable,
            chosen: choice ? chosen.has(item) || by.length > 0 : facts.taps === true ? chosen.has(item) : null,
            holder: holder < 0 ? "" : nameOf(holder), holderSeat: holder,
          });
          if (made.element === next) next = next.nextElementSibling;
          else box.insertBefore(made.element, next);
        });
      }
    }
    for (const [item, { element }] of this.items) {
      if (kept.has(item)) continue;
      element.remove();
      this.items.delete(item);
      this.elements.delete(item);
    }
  }

  /**
   * What the board is made of does not change but by a new snapshot.
   * @param {Shown} shown
   */
  #build({ regions, faces }) {
    const kinds = JSON.stringify(regions.map(({ name, layout, places, edit, scroll, button }) =>
      [name, layout, places.map((it) => it.in), edit, scroll, button !== undefined]));
    if (kinds === this.#kinds) return;
    this.#kinds = kinds;
    this.regions.clear();
    this.items.clear();
    this.elements.clear();
    this.root.replaceChildren();
    for (const facts of regions) {
      const region = new Region(facts, this.acts);
      this.regions.set(facts.name, region);
      this.root.append(region.root);
    }
    this.root.append(this.layer);
    const cards = [...faces.values()].some((it) => lookOf(it, "") === "card");
    this.root.classList.toggle("felted", cards || regions.some((it) => layoutOf(it) === "piles"));
  }

  /** @param {number} handle */
  #item(handle) {
    let item = this.items.get(handle);
    if (!item) {
      item = new Item(handle);
      this.items.set(handle, item);
      this.elements.set(handle, item.element);
    }
    return item;
  }

  /** @param {string} place */
  place(place) {
    for (const region of this.regions.values()) {
      const found = region.places.get(place);
      if (found) return found;
    }
    return null;
  }
}

/**
 * The names of what a table shows beside the text, in order of appearance.
 * @param {import("../../model/table.js").Region} facts @param {Shown} shown
 */
function columnsOf({ places }, { piles, faces }) {
  const contents = places.flatMap((place) => piles[place.in] ?? []).flatMap((item) => faces.get(item) ?? []);
  const names = contents.flatMap(({ text, fields = [] }) =>
    fields.filter(([name, value]) => name !== "Name" && value !== text).map(([name]) => name));
  return [...new Set(names)].slice(0, 5);
}
