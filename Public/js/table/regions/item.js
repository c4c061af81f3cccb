// @ts-check
/**
 * One item on the page: one element for its whole life, a button whose name is the server's label.
 * Invariant: the element says where the item lies; what it looks like is drawn anew only when that changed.
 */
import { body, drawn, labelOf, lookOf } from "./look.js";
import { attribute, make } from "../../view/dom.js";
import { t } from "../../words/say.js";

/**
 * @typedef {object} ItemFacts
 * @property {import("../../net/messages.js").Content|undefined} content
 * @property {string} place
 * @property {number} index
 * @property {string} layout
 * @property {string[]} columns
 * @property {boolean} liftable by us, now
 * @property {boolean} grip it is moved by a handle that is shown
 * @property {boolean|null} chosen null: it cannot be chosen
 * @property {number[]} by seats of others that have selected it
 * @property {string} holder the name of the player who holds it, or empty
 * @property {number} holderSeat
 */

export class Item {
  #drawn = "";
  /** @type {HTMLElement} */
  #body = make("div", "body");
  #grip = make("div", "grip");
  #tag = make("div", "held-by");

  /** @param {number} handle */
  constructor(handle) {
    this.handle = handle;
    this.element = make("div", "item", this.#body);
    this.element.dataset.handle = String(handle);
    this.element.tabIndex = -1;
    this.#grip.setAttribute("aria-hidden", "true");
    this.#tag.setAttribute("aria-hidden", "true");
  }

  /** @param {ItemFacts} facts */
  show({ content, place, index, layout, columns, liftable, grip, chosen, by, holder, holderSeat }) {
    const { element } = this;
    const look = lookOf(content, layout);
    const next = drawn(content, look, columns);
    if (next !== this.#drawn) {
      this.#drawn = next;
      const made = body(content, look, layout, columns);
      this.#body.replaceWith(made);
      this.#body = made;
    }
    const { dataset } = element;
    if (dataset.in !== place) dataset.in = place;
    if (dataset.index !== String(index)) dataset.index = String(index);
    const label = holder === "" ? labelOf(content) : t("boards.held", { item: labelOf(content), name: holder });
    attribute(element, "aria-label", label);
    attribute(element, "role", layout === "choice" ? "radio" : content ? "button" : "img");
    attribute(element, "aria-checked", layout === "choice" ? String(chosen === true) : null);
    attribute(element, "aria-pressed", layout !== "choice" && chosen !== null ? String(chosen) : null);
    element.classList.toggle("liftable", liftable);
    element.classList.toggle("selected", chosen === true);
    attribute(element, "data-chosen-by", by.length > 0 ? String(by[0]) : null);
    element.classList.toggle("held", holder !== "");
    attribute(element, "data-by", holder === "" ? null : String(holderSeat));
    if (!grip) this.#grip.remove();
    else if (!this.#grip.parentNode) element.append(this.#grip);
    if (holder === "") this.#tag.remove();
    else {
      this.#tag.textContent = t("boards.heldBy", { name: holder });
      if (!this.#tag.parentNode) element.append(this.#tag);
    }
  }
}

/** @param {EventTarget|null} target @returns {number|null} the item that an element belongs to */
export function itemAt(target) {
  const element = target instanceof Element ? target.closest(".item") : null;
  return element instanceof HTMLElement ? Number(element.dataset.handle) : null;
}
