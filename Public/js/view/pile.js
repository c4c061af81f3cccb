// @ts-check
/**
 * The place of a pile: what is seen of it when it is empty, and the light on it when something may be dropped there.
 * The stock is a real button.
 */
import { art } from "./card.js";
import { pileLabel } from "../model/words.js";

/** @typedef {import("./layout.js").Geometry} Geometry */

const SUIT_BOX = "0 0 108 108";
/** @type {Record<string, string>} */
const SUITS = { f0: "suit-C", f1: "suit-D", f2: "suit-H", f3: "suit-S" };

export class Pile {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    const button = name === "stock";
    this.element = document.createElement(button ? "button" : "div");
    this.element.className = `pile ${name.startsWith("t") ? "column" : name.startsWith("f") ? "foundation" : name}`;
    this.element.dataset.in = name;
    this.element.tabIndex = -1;
    const slot = document.createElement("span");
    slot.className = "slot";
    if (SUITS[name]) slot.append(art(SUITS[name], SUIT_BOX));
    if (button) {
      this.element.id = "stock";
      this.element.setAttribute("type", "button");
      slot.append(art("redeal"), art("stop"));
    } else {
      this.element.setAttribute("role", "group");
    }
    this.element.append(slot);
  }

  /** @param {Geometry} g */
  lay(g) {
    const { x, y, w, h } = g.slots[this.name];
    const { style } = this.element;
    const column = this.name.startsWith("t");
    const margin = g.gap / 2;
    style.transform = `translate(${column ? x - margin : x}px, ${y}px)`;
    style.width = `${column ? w + g.gap : w}px`;
    style.height = `${column ? g.height - y : h}px`;
  }

  /** @param {number[]} items @param {{turnable:boolean, playing:boolean}} about turnable: of the stock */
  show(items, about) {
    const { element } = this;
    const label = pileLabel(this.name, items.length, about.turnable);
    if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    element.classList.toggle("empty", items.length === 0);
    if (this.name !== "stock") {
      // The cards lie in one layer; this tells in which pile each of them belongs.
      const owns = items.map((item) => `card-${item}`).join(" ");
      if (element.getAttribute("aria-owns") !== owns) element.setAttribute("aria-owns", owns);
      return;
    }
    element.classList.toggle("redeal", items.length === 0 && about.turnable);
    element.classList.toggle("stop", items.length === 0 && !about.turnable);
    /** @type {HTMLButtonElement} */ (element).disabled = !about.playing || !about.turnable;
  }

  /** @param {boolean} legal @param {boolean} over */
  light(legal, over) {
    this.element.classList.toggle("legal", legal);
    this.element.classList.toggle("over", over && legal);
  }
}
