// @ts-check
/**
 * The place of a pile: what is seen of it when it is empty, and the light on it when something may be dropped there.
 * A stock is a real button.
 */
import { CARDS } from "../../view/sprite.js";
import { pileLabel } from "../../model/names.js";
import { pilesOf, suitOf } from "../../model/zones.js";

/** @typedef {import("./layout.js").Geometry} Geometry */
/** @typedef {import("../../model/zones.js").Kind} Kind */
/**
 * @typedef {object} About what all piles are to know
 * @property {string|null} turnable the stock that can be turned
 * @property {boolean} playing
 * @property {number} draw cards that the stock gives at once
 * @property {string} base the rank that foundations begin with, where the deal decides
 * @property {import("../../model/zones.js").Kinds} kinds
 */

export class Pile {
  /** What is left of a stock, on its top. */
  #count = document.createElement("span");

  /** @param {string} name @param {Kind} kind */
  constructor(name, kind) {
    this.name = name;
    this.kind = kind;
    const { role, zone } = kind;
    this.isStock = role === "stock";
    this.element = document.createElement(this.isStock ? "button" : "div");
    const look = role === "tableau" ? (zone.spread ? "column" : zone.places ? "pictured" : "squared") : role;
    this.element.className = `pile ${look}`;
    this.element.classList.toggle("runs", zone.runs === true);
    this.element.dataset.in = name;
    this.element.tabIndex = -1;
    const slot = document.createElement("span");
    slot.className = "slot";
    // The pile's label says what is drawn here.
    slot.setAttribute("aria-hidden", "true");
    if (suitOf(kind) !== "") slot.append(CARDS.picture(`suit-${suitOf(kind)}`));
    if (this.isStock) {
      // Tests and styles know the first one by its id.
      if (kind.index === 0) this.element.id = name;
      this.element.setAttribute("type", "button");
      slot.append(CARDS.picture("redeal"), CARDS.picture("stop"), this.#count);
      this.#count.className = "count";
    } else {
      this.element.setAttribute("role", "group");
    }
    this.element.append(slot);
    this.slot = slot;
  }

  /** @param {Geometry} g */
  lay(g) {
    const slot = g.slots[this.name];
    // In a row that has closed up an empty pile is nowhere.
    this.element.hidden = slot === undefined;
    if (!slot) return;
    const { x, y, w, h } = slot;
    const { style } = this.element;
    const column = this.kind.zone.spread && g.rooms[this.name] !== undefined;
    const margin = g.gap / 2;
    style.transform = `translate(${column ? x - margin : x}px, ${y}px)`;
    style.width = `${column ? w + g.gap : w}px`;
    style.height = `${column ? h + g.rooms[this.name] : h}px`;
  }

  /**
   * @param {number[]} items @param {About} about @param {Readonly<Record<string, readonly number[]>>} piles
   */
  show(items, { turnable, playing, draw, base, kinds }, piles) {
    const { element } = this;
    const turns = turnable === this.name;
    const label = pileLabel(this.name, items.length, turns, kinds, piles);
    if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    element.classList.toggle("empty", items.length === 0);
    if (!this.isStock) {
      // The cards lie in one layer; this tells in which pile each of them belongs.
      const owns = items.map((item) => `card-${item}`).join(" ");
      if (element.getAttribute("aria-owns") !== owns) element.setAttribute("aria-owns", owns);
      // A hole in a picture is nothing to be told of.
      if (this.kind.zone.places) element.setAttribute("aria-hidden", String(items.length === 0));
      // Finished runs lie in a fan, and only the place of the next one is seen.
      if (this.kind.zone.runs) element.classList.toggle("later", this.#isLater(kinds, piles));
      const begins = this.#begins(base);
      if ((this.slot.dataset.begins ?? "") !== begins) this.slot.dataset.begins = begins;
      return;
    }
    const left = leftOf(items.length, draw, kinds);
    if (this.#count.textContent !== left) this.#count.textContent = left;
    element.classList.toggle("redeal", items.length === 0 && turns);
    element.classList.toggle("stop", items.length === 0 && !turns);
    /** @type {HTMLButtonElement} */ (element).disabled = !playing || !turns;
  }

  /**
   * The rank that may begin it when it is empty; empty where every rank may, where none may, or where its suit says
   * enough.
   * @param {string} base
   */
  #begins(base) {
    const { role, zone } = this.kind;
    if (suitOf(this.kind) !== "") return "";
    if (role === "foundation" && zone.runs) return "K";
    const rank = { king: "K", ace: "A", base, none: "" }[zone.empty ?? "none"];
    return rank === "T" ? "10" : rank;
  }

  /**
   * Whether another pile of its kind is filled first.
   * @param {import("../../model/zones.js").Kinds} kinds @param {Readonly<Record<string, readonly number[]>>} piles
   */
  #isLater(kinds, piles) {
    const { zone, index } = this.kind;
    return [...kinds].some(([pile, kind]) => kind.zone === zone && kind.index < index && !piles[pile]?.length);
  }

  /** @param {boolean} legal @param {boolean} over */
  light(legal, over) {
    this.element.classList.toggle("legal", legal);
    this.element.classList.toggle("over", over && legal);
  }
}

/**
 * What is left of a stock: its cards, or where it deals to many piles at once, how often it can.
 * @param {number} cards @param {number} draw @param {import("../../model/zones.js").Kinds} kinds
 */
const leftOf = (cards, draw, kinds) =>
  (draw > 1 && pilesOf(kinds, "waste").length === 0 ? `×${Math.ceil(cards / draw)}` : String(cards));
