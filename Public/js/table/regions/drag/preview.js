// @ts-check
/**
 * Lifted items as they are drawn in the layer above everything: copies of what they look like, lying in a formation.
 * Invariant: as many copies as items, up to a limit; the first is the one under the finger.
 */
import { formed } from "./formation.js";
import { make } from "../../../view/dom.js";
import { body } from "../look.js";

/** @typedef {import("../view.js").View} View */
/** @typedef {import("./flow.js").Rect} Rect */

/** More are counted, not drawn. */
const DRAWN_MAX = 24;
const LOOKS = new Set(["thumbnail", "chip"]);

export class Preview {
  /** @type {HTMLElement[]} */
  clones = [];
  /** @type {Rect[]} */
  sizes = [];
  /** @type {import("./formation.js").Pose[]} */
  poses = [];
  #formation = "";

  /**
   * @param {View} view @param {import("../../../model/store.js").BoardShown} shown @param {readonly number[]} items
   * @param {ReadonlyArray<Rect>} rects where they lie @param {string} [look] that their region asks for
   */
  constructor(view, shown, items, rects, look = "") {
    this.items = items;
    this.rects = rects;
    this.root = make("div", "hand");
    this.root.setAttribute("aria-hidden", "true");
    this.own = LOOKS.has(look);
    items.slice(0, DRAWN_MAX).forEach((item, index) => {
      const clone = make("div", "clone");
      const content = shown.faces.get(item);
      const own = this.own && content ? body(content, look) : null;
      const drawn = own ?? view.elements.get(item)?.querySelector(".body")?.cloneNode(true);
      if (drawn) clone.append(drawn);
      if (!this.own) {
        clone.style.width = `${rects[index].w}px`;
        clone.style.height = `${rects[index].h}px`;
      }
      clone.classList.toggle("fixed", !this.own);
      this.clones.push(clone);
      this.root.append(clone);
    });
    this.sizes = [...rects];
    if (items.length > 1) this.root.append(make("span", "count", String(items.length)));
  }

  /** Reads how large it is: once, when it is on the page. */
  measure() {
    if (this.own) this.sizes = this.clones.map(({ offsetWidth: w, offsetHeight: h }) => ({ x: 0, y: 0, w, h }));
  }

  /** @param {string} formation */
  form(formation) {
    if (formation === this.#formation) return;
    this.#formation = formation;
    const [first] = this.rects;
    const lay = this.rects.map(({ x, y }) => ({ x: x - first.x, y: y - first.y }));
    this.poses = formed(formation, this.items, this.items.map((_, at) => this.sizes[at] ?? this.sizes[0]), lay);
    this.root.dataset.formation = formation;
    this.clones.forEach((clone, at) => {
      const { x, y, turn, z, shown } = this.poses[at];
      clone.style.setProperty("--x", `${x}px`);
      clone.style.setProperty("--y", `${y}px`);
      clone.style.setProperty("--turn", `${turn}deg`);
      clone.style.zIndex = String(z);
      clone.classList.toggle("under", !shown);
    });
  }

  /** @param {number} x @param {number} y */
  move(x, y) {
    this.root.style.transform = `translate3d(${x}px, ${y}px, 0)`;
  }
}
