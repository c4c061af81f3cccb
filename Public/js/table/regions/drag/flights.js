// @ts-check
/**
 * What was let go and is not home yet: it waits for the server's word where it was dropped, or flies to where it lies.
 * Promise: however a drop ends, its preview leaves the page and its items are seen again.
 */
import { isCertain } from "../../../model/certainty.js";
import { NOTHING } from "../../../model/store.js";
import { EASE_OUT, FLIP_MS, HOME_MS } from "../../../view/motion.js";

/** @typedef {import("./flow-stage.js").FlowHolding} Holding */
/** @typedef {import("../../../model/store.js").Intent} Intent */
/** @typedef {{holding:Holding, intent:Intent|null, there:ReadonlySet<number>, shake:boolean}} Flight */

export class Flights {
  /** @type {Set<Flight>} */
  #waiting = new Set();

  /** @param {import("../view.js").View} view @param {import("../../../view/motion.js").Motion} motion */
  constructor(view, motion) {
    this.view = view;
    this.motion = motion;
  }

  /**
   * @param {Holding} holding @param {Intent|null} intent null: it goes home
   * @param {readonly number[]} [there] what lies at its destination already @param {boolean} [shake] it was refused
   */
  begin(holding, intent, there = [], shake = false) {
    this.#waiting.add({ holding, intent, there: new Set(there), shake });
    this.#hide(holding, true);
  }

  /** @param {Holding} holding @param {boolean} hidden */
  #hide({ moving, collapses }, hidden) {
    if (collapses) for (const item of moving) this.view.elements.get(item)?.classList.toggle("arriving", hidden);
  }

  /** @param {Intent} intent that was refused */
  refuse(intent) {
    for (const flight of this.#waiting) if (flight.intent === intent) flight.shake = true;
  }

  /**
   * The board was drawn: every item that has a place now flies there.
   * @param {import("../../../model/store.js").BoardStore} store
   */
  go(store) {
    for (const flight of [...this.#waiting]) {
      const { holding, intent, there } = flight;
      const pending = intent !== null && store.intents.includes(intent);
      if (pending && intent.to && !isCertain(store.table ?? NOTHING, intent.items, intent.to)) {
        this.#hide(holding, true);
        continue;
      }
      this.#waiting.delete(flight);
      const { piles } = store.shown();
      // What was copied arrives under other numbers.
      const fresh = (intent?.to ? piles[intent.to.in] ?? [] : []).filter((item) => !there.has(item));
      this.#fly(flight, fresh);
    }
  }

  /** @param {Flight} flight @param {number[]} fresh */
  #fly({ holding, intent, shake }, fresh) {
    const { preview, at, lift } = holding;
    const moved = intent !== null && !shake;
    const copied = moved && fresh.length > 0 && lift.items.every((item) => !fresh.includes(item));
    let flying = preview.clones.length;
    const landed = () => {
      flying -= 1;
      if (flying > 0) return;
      preview.root.remove();
      this.#hide(holding, false);
      if (shake) for (const item of lift.items) this.shake(item);
    };
    preview.root.style.transform = "none";
    preview.root.classList.add("flying");
    preview.clones.forEach((clone, index) => {
      const item = copied ? fresh[index] : lift.items[index];
      const element = item === undefined ? undefined : this.view.elements.get(item);
      const to = element?.getBoundingClientRect();
      const { x, y, turn } = preview.poses[index] ?? { x: 0, y: 0, turn: 0 };
      const from = `translate(${at.x + x}px, ${at.y + y}px) rotate(${turn}deg)`;
      const goal = to ? `translate(${to.x}px, ${to.y}px)` : from;
      const fades = !to || preview.own || copied;
      this.motion.animate(clone, [
        { transform: from, opacity: 1 }, { transform: goal, opacity: fades ? 0.2 : 1 },
      ], { duration: moved ? FLIP_MS : HOME_MS, easing: EASE_OUT, fill: "both" }, landed);
    });
  }

  /**
   * A short shake of the head.
   * @param {number} item
   */
  shake(item) {
    const element = this.view.elements.get(item);
    const frames = [0, -5, 5, -3, 3, 0].map((x) => ({ translate: `${x}px` }));
    const drawn = element?.querySelector(".body");
    if (drawn) this.motion.animate(drawn, /** @type {Keyframe[]} */ (frames), { duration: 220 });
  }

  clear() {
    for (const { holding } of this.#waiting) {
      holding.preview.root.remove();
      this.#hide(holding, false);
    }
    this.#waiting.clear();
  }
}
