// @ts-check
/**
 * Other people's hands: what they hold follows them smoothly between the rare messages, with their name beside.
 * Promise: an item that is let go flies from where the ghost was to where it belongs, without a detour through home.
 * Invariant: an item is held here exactly while its drag lives or lingers. Nothing of this can be touched.
 */
import { pileOf } from "../model/table.js";
import { approach } from "../view/motion.js";

/** @typedef {import("../net/messages.js").LiveDrag} LiveDrag */
/** @typedef {{x:number, y:number}} XY */
/**
 * @typedef {object} Shade one hand as it is drawn
 * @property {XY} at where it begins
 * @property {(drag:LiveDrag) => XY} goal where it is to be; the other page may have another shape
 * @property {(at:XY) => void} move
 * @property {(drag:LiveDrag) => void} [heard]
 * @property {(resting:boolean) => void} rest it has not moved for a while
 * @property {() => void} end
 */
/** @typedef {(drag:LiveDrag, name:string, home:string) => Shade|null} Draw null: nothing of it is on the page */
/**
 * @typedef {object} Ghost
 * @property {LiveDrag} drag
 * @property {string} name
 * @property {string} home
 * @property {readonly number[]} lying all that lay at home when the table was last confirmed
 * @property {Shade} shade
 * @property {XY} at
 * @property {number} moved when it moved last
 * @property {number} ending
 */

/** How fast a ghost approaches its last known place; 15 messages a second come in. */
const EASE_MS = 55;
/** The end of a drag may be heard before the move that ended it. */
const LINGER_MS = 160;
/** After so long without a movement a hand fades. */
const REST_MS = 2000;

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
   * @param {{table: {piles: import("../model/table.js").Piles}|null}} store where items lie as the server says,
   *   whatever is shown ahead @param {Draw} draw
   * @param {() => void} [released] to be called when items were let go
   */
  constructor(store, draw, released = () => {}) {
    this.store = store;
    this.draw = draw;
    this.released = released;
  }

  /** @param {number} item */
  holds(item) {
    return this.#of(item) !== null;
  }

  /**
   * The name of the player who holds an item; empty if nobody does.
   * @param {number} item
   */
  holder(item) {
    return this.#of(item)?.name ?? "";
  }

  /** @param {number} item */
  #of(item) {
    for (const ghost of this.#ghosts.values()) if (ghost.drag.items.includes(item)) return ghost;
    return null;
  }

  /** @param {readonly LiveDrag[]} live all drags but our own @param {(seat:number) => string} nameOf */
  hear(live, nameOf) {
    const alive = new Set(live.map(({ d }) => d));
    for (const d of this.#done) if (!alive.has(d)) this.#done.delete(d);
    for (const [d, ghost] of this.#ghosts) {
      if (alive.has(d) || ghost.ending !== 0) continue;
      ghost.ending = window.setTimeout(() => {
        this.#end(d);
        this.released();
      }, LINGER_MS);
    }
    for (const drag of live) {
      const ghost = this.#ghosts.get(drag.d);
      if (ghost) this.#moved(ghost, drag);
      else if (!this.#done.has(drag.d)) this.#begin(drag, nameOf(drag.by));
    }
    if (this.#ghosts.size > 0 && this.#frame === 0) {
      this.#last = performance.now();
      this.#frame = requestAnimationFrame((now) => this.#step(now));
    }
  }

  /** @param {LiveDrag} drag @param {string} name */
  #begin(drag, name) {
    const piles = this.store.table?.piles ?? {};
    const home = pileOf(piles, drag.items[0]);
    const shade = home === null ? null : this.draw(drag, name, home);
    if (home === null || !shade) return;
    shade.heard?.(drag);
    shade.move(shade.at);
    this.#ghosts.set(drag.d, {
      drag, name, home, lying: piles[home], shade, at: { ...shade.at }, moved: performance.now(), ending: 0,
    });
  }

  /** @param {Ghost} ghost @param {LiveDrag} drag */
  #moved(ghost, drag) {
    const { x, y, o } = ghost.drag;
    if (x !== drag.x || y !== drag.y || o !== drag.o) ghost.moved = performance.now();
    ghost.drag = drag;
    ghost.shade.heard?.(drag);
  }

  /** @param {number} now */
  #step(now) {
    const share = approach(now - this.#last, EASE_MS);
    this.#last = now;
    for (const { drag, shade, at, moved } of this.#ghosts.values()) {
      const goal = shade.goal(drag);
      at.x += (goal.x - at.x) * share;
      at.y += (goal.y - at.y) * share;
      shade.move(at);
      shade.rest(now - moved > REST_MS);
    }
    this.#frame = this.#ghosts.size > 0 ? requestAnimationFrame((next) => this.#step(next)) : 0;
  }

  /** The table changed: hands whose items have gone elsewhere are empty. */
  settle() {
    const piles = this.store.table?.piles ?? {};
    for (const [d, ghost] of this.#ghosts) {
      const { drag, home } = ghost;
      if (pileOf(piles, drag.items[0]) === home && !isReordered(ghost, piles[home])) ghost.lying = piles[home];
      else {
        this.#done.add(d);
        this.#end(d);
      }
    }
  }

  clear() {
    for (const d of [...this.#ghosts.keys()]) this.#end(d);
  }

  /** @param {number} d */
  #end(d) {
    const ghost = this.#ghosts.get(d);
    if (!ghost) return;
    clearTimeout(ghost.ending);
    ghost.shade.end();
    this.#ghosts.delete(d);
  }
}

/**
 * Whether what is held was put elsewhere in its pile; others that come and go there leave it where it was.
 * @param {Ghost} ghost @param {readonly number[]} pile
 */
function isReordered({ drag, lying }, pile) {
  const rest = (/** @type {readonly number[]} */ items) => items.filter((item) => !drag.items.includes(item)).join();
  return lying.join() !== pile.join() && rest(lying) === rest(pile);
}
