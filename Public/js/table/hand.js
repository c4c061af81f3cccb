// @ts-check
/**
 * What one person holds: lifted items that follow the pointer, or wait over a destination that keys have chosen.
 * Promise: while it moves, each frame writes transforms and reads no layout; legal places light up at once, without
 * waiting for the lease. Invariant: at most one lift; `over` is where a drop would go, null where it would go home.
 */
import { approach } from "../view/motion.js";

/** @typedef {import("./room.js").Lift} Lift */
/** @typedef {import("../model/store.js").Target} Target */
/** @typedef {{x:number, y:number}} XY in the stage's pixels */
/** @typedef {XY & {w:number, h:number}} Rect */
/**
 * @typedef {object} Holding
 * @property {Lift} lift
 * @property {ReadonlySet<number>} moving
 * @property {XY} grip from the first item's corner to the pointer
 * @property {XY} at the first item's corner now
 * @property {XY} pointer
 * @property {number} raise how far a finger's items float above it
 * @property {boolean} keys moved by keys
 * @property {Target|null} over
 * @property {string|null} forbidden a place under it that would refuse
 * @property {string} as "copy" or "move", if asked for by a key that is held down
 */
/** @typedef {{over:Target|null, forbidden:string|null}} Aimed */
/**
 * Where items lie, and how a hand over it is drawn: of piles, or of regions.
 * @template {Holding} H what its hands hold, with what it needs to draw them
 * @typedef {object} Stage
 * @property {number} raise how far a finger's items float above it
 * @property {(lift:Lift) => {corner:Rect, size:{w:number, h:number}, more:Omit<H, keyof Holding>}} carry draws what is
 *   lifted as held; corner: where it was seen; size: how large it is now
 * @property {(holding:H, calm:boolean) => Aimed|null} aim where the pointer is; null: as before. calm: it changed just
 *   now
 * @property {(holding:H, moved:boolean) => void} show where it would land, and where it may; moved: it aims elsewhere
 *   than before
 * @property {(holding:H) => void} move
 * @property {(holding:H, passed:number) => void} [scroll] what is near an edge
 * @property {(holding:H) => XY|null} goal where a hand that keys move is to be
 * @property {(holding:H) => XY & {over:Target|null}} spot what others are told: 0…1, and over what
 * @property {(holding:H) => boolean} isStill whether it can still be held, now that the table was drawn anew
 * @property {(holding:H) => void} [leased] the server has said what travels, how, and where to
 * @property {(holding:H) => void} end
 */

const EASE_MS = 45;
/** So long a gap that has just moved stays where it is. */
export const PAUSE_MS = 90;

/** @template {Holding} H */
export class Hand {
  /** @type {H|null} */
  holding = null;
  #frame = 0;
  #last = 0;
  #changedAt = 0;

  /**
   * @param {{lift:(item:number) => Lift|null, hover:(lift:Lift, x:number, y:number, over:Target|null) => void}} room
   * @param {Stage<H>} stage
   */
  constructor(room, stage) {
    this.room = room;
    this.stage = stage;
  }

  /** @param {number} item */
  holds(item) {
    return this.holding?.moving.has(item) ?? false;
  }

  /** @param {number} item @param {XY} pointer @param {{finger?:boolean, keys?:boolean}} how @returns {boolean} */
  lift(item, pointer, { finger = false, keys = false } = {}) {
    const lift = this.room.lift(item);
    if (!lift) return false;
    const { corner: { x, y, w, h }, size, more } = this.stage.carry(lift);
    // What is drawn smaller than it lay stays under the pointer.
    const grip = keys ? { x: size.w / 2, y: size.h / 2 }
      : { x: (pointer.x - x) * (w > 0 ? size.w / w : 1), y: (pointer.y - y) * (h > 0 ? size.h / h : 1) };
    /** @type {Holding} */
    const held = {
      lift, moving: new Set(lift.items), grip, at: { x, y }, pointer, raise: finger ? this.stage.raise : 0, keys,
      over: null, forbidden: null, as: "",
    };
    this.holding = /** @type {H} */ ({ ...held, ...more });
    this.stage.show(this.holding, true);
    this.#last = performance.now();
    this.#step(this.#last);
    return true;
  }

  /** @param {Lift} lift that the server has described */
  leased(lift) {
    const { holding } = this;
    if (holding?.lift !== lift) return;
    holding.moving = new Set(lift.items);
    this.stage.leased?.(holding);
    this.stage.show(holding, false);
  }

  /** @param {XY} pointer @param {string} [as] */
  drag(pointer, as = "") {
    if (!this.holding) return;
    this.holding.pointer = pointer;
    this.holding.as = as;
  }

  /** @param {Target} target chosen by keys */
  choose(target) {
    if (this.holding) this.#over(this.holding, { over: target, forbidden: null }, performance.now());
  }

  /** @param {XY} pointer where it is let go @param {string} [as] */
  dragEnds(pointer, as = "") {
    this.drag(pointer, as);
    if (this.holding) this.#aim(this.holding, performance.now());
  }

  /**
   * The table was drawn anew.
   * @returns {boolean} whether the hand still holds what it held
   */
  refresh() {
    const { holding } = this;
    if (!holding) return true;
    if (!this.stage.isStill(holding)) return false;
    this.stage.show(holding, false);
    return true;
  }

  /** @returns {H|null} what was held */
  release() {
    const { holding } = this;
    if (!holding) return null;
    cancelAnimationFrame(this.#frame);
    this.holding = null;
    this.stage.end(holding);
    return holding;
  }

  /** @param {number} now */
  #step(now) {
    const { holding, stage } = this;
    if (!holding) return;
    const passed = Math.min(100, now - this.#last);
    this.#last = now;
    if (holding.keys) this.#glide(holding, approach(passed, EASE_MS));
    else this.#aim(holding, now);
    stage.move(holding);
    // After all that is written: then the browser lays out once.
    if (!holding.keys) stage.scroll?.(holding, passed);
    const { x, y, over } = stage.spot(holding);
    this.room.hover(holding.lift, x, y, over);
    this.#frame = requestAnimationFrame((next) => this.#step(next));
  }

  /** @param {H} holding @param {number} now */
  #aim(holding, now) {
    const { pointer, grip, raise } = holding;
    holding.at = { x: pointer.x - grip.x, y: pointer.y - grip.y - raise };
    const found = this.stage.aim(holding, now - this.#changedAt < PAUSE_MS);
    if (found) this.#over(holding, found, now);
  }

  /** @param {H} holding @param {Aimed} aimed @param {number} now */
  #over(holding, { over, forbidden }, now) {
    const was = holding.over;
    const same = was?.in === over?.in && was?.before === over?.before && was?.onto === over?.onto;
    if (same && forbidden === holding.forbidden) return;
    holding.over = over;
    holding.forbidden = forbidden;
    this.#changedAt = now;
    this.stage.show(holding, true);
  }

  /** @param {H} holding @param {number} share */
  #glide(holding, share) {
    const goal = this.stage.goal(holding);
    if (!goal) return;
    const { x, y } = holding.at;
    holding.at = { x: x + (goal.x - x) * share, y: y + (goal.y - y) * share };
  }
}
