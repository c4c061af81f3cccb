// @ts-check
/**
 * Other people's hands: their cards follow them smoothly between the rare messages, with their name beside.
 * Promise: a card that is let go flies from where the ghost was to where it belongs, without a detour through home.
 * Invariant: a card is held here exactly while its drag lives or lingers.
 */
import { UP_STEP } from "./spread.js";
import { approach } from "./motion.js";

/** @typedef {import("../net/messages.js").LiveDrag} LiveDrag */
/** @typedef {{drag:LiveDrag, name:string, x:number, y:number, home:string, label:HTMLElement, ending:number}} Ghost */

/** How fast a ghost approaches its last known place; 15 messages a second come in. */
const EASE_MS = 55;
/** The end of a drag may be heard before the move that ended it. */
const LINGER_MS = 160;

export class Ghosts {
  /** @type {Map<number, Ghost>} */
  #ghosts = new Map();
  /**
   * Drags whose move was seen: their list may name them a little longer.
   * @type {Set<number>}
   */
  #done = new Set();
  #frame = 0;
  #last = 0;

  /**
   * @param {import("./board.js").Board} board @param {() => void} released to be called when cards were let go
   * @param {(item:number) => string|null} pileOf where a card lies as the server says, whatever is shown ahead
   */
  constructor(board, released, pileOf) {
    this.board = board;
    this.released = released;
    this.pileOf = pileOf;
  }

  /** @param {number} item */
  holds(item) {
    for (const { drag } of this.#ghosts.values()) if (drag.items.includes(item)) return true;
    return false;
  }

  /**
   * The name of the player who holds an item; empty if nobody does.
   * @param {number} item
   */
  holder(item) {
    for (const { drag, name } of this.#ghosts.values()) if (drag.items.includes(item)) return name;
    return "";
  }

  /**
   * @param {LiveDrag[]} live all drags but our own @param {(seat:number) => string} nameOf
   * @param {boolean} [coloured] whether there are several hands to tell apart
   */
  hear(live, nameOf, coloured = false) {
    const alive = new Set(live.map((drag) => drag.d));
    for (const d of this.#done) if (!alive.has(d)) this.#done.delete(d);
    for (const [d, ghost] of this.#ghosts) {
      if (!alive.has(d) && ghost.ending === 0) ghost.ending = window.setTimeout(() => this.#release(d), LINGER_MS);
    }
    for (const drag of live) {
      if (this.#done.has(drag.d)) continue;
      const ghost = this.#ghosts.get(drag.d);
      if (ghost) ghost.drag = drag;
      else this.#begin(drag, nameOf(drag.by), coloured);
    }
    if (this.#ghosts.size > 0 && this.#frame === 0) {
      this.#last = performance.now();
      this.#frame = requestAnimationFrame((now) => this.#step(now));
    }
  }

  /** The table changed: hands whose cards have gone elsewhere are empty. */
  settle() {
    for (const [d, ghost] of this.#ghosts) {
      if (this.pileOf(ghost.drag.items[0]) !== ghost.home) {
        this.#done.add(d);
        this.#drop(d);
      }
    }
  }

  clear() {
    for (const d of [...this.#ghosts.keys()]) this.#drop(d);
  }

  /** @param {LiveDrag} drag @param {string} name @param {boolean} coloured */
  #begin(drag, name, coloured) {
    const card = this.board.cards.get(drag.items[0]);
    const home = this.pileOf(drag.items[0]);
    if (!card || home === null) return;
    const { x, y } = card.now();
    const label = document.createElement("div");
    label.className = "ghost-name";
    label.textContent = name;
    this.board.root.append(label);
    const hand = drag.items.map((item) => this.board.cards.get(item)?.element);
    for (const element of hand) element?.classList.add("ghost");
    if (coloured) for (const element of [label, ...hand]) element?.setAttribute("data-by", String(drag.by));
    this.#ghosts.set(drag.d, { drag, name, x, y, home, label, ending: 0 });
  }

  /** @param {number} now */
  #step(now) {
    const share = approach(now - this.#last, EASE_MS);
    this.#last = now;
    const { g } = this.board;
    for (const ghost of this.#ghosts.values()) {
      const goal = this.#goal(ghost);
      ghost.x += (goal.x - ghost.x) * share;
      ghost.y += (goal.y - ghost.y) * share;
      const step = Math.min(g.cardHeight * UP_STEP, (g.height - ghost.y) / Math.max(1, ghost.drag.items.length));
      ghost.drag.items.forEach((item, index) => {
        this.board.cards.get(item)?.hold(ghost.x, ghost.y + index * Math.max(6, step), index);
      });
      ghost.label.style.transform = `translate(${ghost.x}px, ${ghost.y}px) translate(0, -100%)`;
    }
    this.#frame = this.#ghosts.size > 0 ? requestAnimationFrame((next) => this.#step(next)) : 0;
  }

  /**
   * The other board may have another shape: what lies over a pile there lies over it here.
   * @param {Ghost} ghost
   */
  #goal({ drag, home }) {
    const { g } = this.board;
    const place = this.board.places.get(drag.items[0]);
    if (drag.x === undefined || drag.y === undefined) {
      const slot = place ?? g.slots[home] ?? { x: 0, y: 0 };
      return { x: slot.x, y: slot.y - 6 };
    }
    let x = this.board.across(drag.x / 10000) * g.width - g.cardWidth / 2;
    let y = (drag.y / 10000) * g.height;
    if (drag.o !== undefined && g.slots[drag.o]) {
      const slot = g.slots[drag.o];
      const under = this.board.shown.piles[drag.o].filter((item) => !drag.items.includes(item)).pop();
      const end = (this.board.places.get(under ?? -1) ?? slot).y + g.cardHeight;
      x = Math.max(slot.x - g.cardWidth / 2, Math.min(slot.x + g.cardWidth / 2, x));
      y = Math.max(slot.y, Math.min(end, y));
    }
    return { x, y: y - g.cardHeight * 0.2 };
  }

  /** @param {number} d */
  #release(d) {
    this.#drop(d);
    this.released();
  }

  /** @param {number} d */
  #drop(d) {
    const ghost = this.#ghosts.get(d);
    if (!ghost) return;
    clearTimeout(ghost.ending);
    ghost.label.remove();
    for (const item of ghost.drag.items) {
      const element = this.board.cards.get(item)?.element;
      element?.classList.remove("ghost");
      element?.removeAttribute("data-by");
    }
    this.#ghosts.delete(d);
  }
}
