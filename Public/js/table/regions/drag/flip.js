// @ts-check
/**
 * First and last: items fly from where they were seen to where they lie now, and can be overtaken on the way.
 * Promise: nothing that is in a hand flies. Uses `translate`, so that it adds to the transforms of a gap.
 */
import { EASE_OUT, FLIP_MS } from "../../../view/motion.js";

const STAGGER_MS = 8;
const STAGGER_MAX_MS = 90;

export class Flip {
  /** @type {Map<HTMLElement, DOMRect>|null} */
  #first = null;
  /** @type {Map<HTMLElement, Animation>} */
  #flights = new Map();

  /** @param {ReadonlyMap<number, HTMLElement>} elements @param {import("../../../view/motion.js").Motion} motion */
  constructor(elements, motion) {
    this.elements = elements;
    this.motion = motion;
  }

  /** Notes where everything is seen. */
  first() {
    if (this.motion.reduced || this.#first) return;
    this.#first = new Map();
    for (const element of this.elements.values()) this.#first.set(element, element.getBoundingClientRect());
  }

  /**
   * It is seen elsewhere: in somebody's hand.
   * @param {HTMLElement} element @param {DOMRect} rect
   */
  from(element, rect) {
    this.#first?.set(element, rect);
  }

  /** Lets everything fly to where it lies now. */
  last() {
    const first = this.#first;
    this.#first = null;
    if (!first) return;
    for (const flight of [...this.#flights.values()]) flight.cancel();
    this.#flights.clear();
    /** @type {Array<[HTMLElement, number, number]>} */
    const far = [];
    /** @type {HTMLElement[]} */
    const fresh = [];
    for (const element of this.elements.values()) {
      if (element.matches(".lifted, .arriving")) continue;
      const from = first.get(element);
      const to = element.getBoundingClientRect();
      if (!from || from.width === 0) fresh.push(element);
      else if (Math.hypot(from.x - to.x, from.y - to.y) > 0.5) far.push([element, from.x - to.x, from.y - to.y]);
    }
    far.forEach(([element, x, y], order) => {
      /** @type {Animation|null} */
      const flight = this.motion.animate(element, [{ translate: `${x}px ${y}px` }, { translate: "0px 0px" }], {
        duration: FLIP_MS, easing: EASE_OUT, fill: "backwards", delay: Math.min(order * STAGGER_MS, STAGGER_MAX_MS),
      }, () => this.#flights.get(element) === flight && this.#flights.delete(element));
      if (flight) this.#flights.set(element, flight);
    });
    // A board that is shown for the first time is simply there.
    if (first.size === 0) return;
    for (const element of fresh) {
      this.motion.animate(element, [{ opacity: 0, scale: 0.9 }, { opacity: 1, scale: 1 }],
        { duration: FLIP_MS, easing: EASE_OUT });
    }
  }
}
