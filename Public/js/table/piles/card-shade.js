// @ts-check
/** The hand of somebody else over a table of patience: the cards themselves, with a name beside. */
import { make } from "../../view/dom.js";
import { openStep } from "./spread.js";

/** @typedef {import("../../net/messages.js").LiveDrag} LiveDrag */

export class CardShade {
  #label;

  /**
   * @param {import("./board.js").Board} board @param {LiveDrag} drag @param {string} name @param {string} home
   * @param {boolean} coloured whether there are several hands to tell apart
   */
  constructor(board, { items, by }, name, home, coloured) {
    this.board = board;
    this.items = items;
    this.home = home;
    const { x = 0, y = 0 } = board.cards.get(items[0])?.now() ?? {};
    this.at = { x, y };
    this.#label = make("div", "ghost-name", name);
    board.root.append(this.#label);
    for (const element of this.#elements) element.classList.add("ghost");
    if (coloured) for (const element of [this.#label, ...this.#elements]) element.dataset.by = String(by);
  }

  get #elements() {
    return this.items.flatMap((item) => this.board.cards.get(item)?.element ?? []);
  }

  /** @param {{x:number, y:number}} at */
  move({ x, y }) {
    const { cards, g } = this.board;
    const step = Math.min(openStep(g.cardHeight), (g.height - y) / Math.max(1, this.items.length));
    this.items.forEach((item, index) => cards.get(item)?.hold(x, y + index * Math.max(6, step), index));
    this.#label.style.transform = `translate(${x}px, ${y}px) translate(0, -100%)`;
  }

  /**
   * What lies over a pile there lies over it here.
   * @param {LiveDrag} drag
   */
  goal({ x: across, y: down, o }) {
    const { board, items } = this;
    const { g } = board;
    if (across === undefined || down === undefined) {
      const slot = board.places.get(items[0]) ?? g.slots[this.home] ?? { x: 0, y: 0 };
      return { x: slot.x, y: slot.y - 6 };
    }
    let x = board.across(across / 10000) * g.width - g.cardWidth / 2;
    let y = (down / 10000) * g.height;
    if (o !== undefined && g.slots[o]) {
      const slot = g.slots[o];
      const under = board.shown.piles[o].filter((item) => !items.includes(item)).pop();
      const end = (board.places.get(under ?? -1) ?? slot).y + g.cardHeight;
      x = Math.max(slot.x - g.cardWidth / 2, Math.min(slot.x + g.cardWidth / 2, x));
      y = Math.max(slot.y, Math.min(end, y));
    }
    return { x, y: y - g.cardHeight * 0.2 };
  }

  /** @param {boolean} resting */
  rest(resting) {
    for (const element of [this.#label, ...this.#elements]) element.classList.toggle("resting", resting);
  }

  end() {
    this.#label.remove();
    for (const element of this.#elements) {
      element.classList.remove("ghost", "resting");
      delete element.dataset.by;
    }
  }
}
