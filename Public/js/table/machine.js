// @ts-check
/**
 * The life of a press: idle → pressed → dragging → idle. Events in, acts out; no clock and no page of its own.
 * Promise: whatever happens in whatever order, every lift is followed by exactly one drop or return.
 * Invariant: in `pressed` and `dragging` one pointer is followed and all others are ignored.
 */

/** @typedef {"escape"|"cancel"|"gone"} Why */
/** @typedef {{id:number, type:string, x:number, y:number, time:number}} Point */
/**
 * @typedef {{act:"press", item:number}|{act:"release"}|{act:"tap", item:number|null, x:number, y:number, time:number}
 *   |{act:"lift", item:number, point:Point, from:Point}|{act:"drag", point:Point}|{act:"drop", point:Point}
 *   |{act:"return", why:Why}} Act
 */
/**
 * @typedef {{phase:"idle"}|{phase:"pressed", item:number|null, from:Point, waits:boolean}
 *   |{phase:"dragging", item:number, from:Point, travelled:number}} Phase
 */

/** How far a pointer moves before a press becomes a drag, in pixels. Fingers lift at once. */
const THRESHOLD = { touch: 2, other: 4 };
/** So long a finger rests on what scrolls before it lifts, and so far it may stray meanwhile. */
export const HOLD_MS = 250;
const HOLD_PX = 8;
/** A finger that trembled this little for this short a time has tapped. */
const TREMBLE_PX = 10;
const TREMBLE_MS = 300;

export class Machine {
  /** @type {Phase} */
  phase = { phase: "idle" };

  /**
   * @param {Point} point @param {number|null} item under it, if it can be lifted
   * @param {boolean} [waits] it lies on what scrolls: only `rested` lifts it @returns {Act[]}
   */
  down(point, item, waits = false) {
    if (this.phase.phase !== "idle") return [];
    this.phase = { phase: "pressed", item, from: point, waits };
    return item === null ? [] : [{ act: "press", item }];
  }

  /** @param {Point} point @returns {Act[]} */
  move(point) {
    const now = this.phase;
    if (now.phase === "idle" || point.id !== now.from.id) return [];
    const travelled = Math.hypot(point.x - now.from.x, point.y - now.from.y);
    if (now.phase === "dragging") {
      now.travelled = Math.max(now.travelled, travelled);
      return [{ act: "drag", point }];
    }
    if (now.waits) {
      // A finger that moves on scrolls; the press is over.
      return travelled > HOLD_PX ? this.end("cancel") : [];
    }
    if (now.item === null || travelled < (point.type === "touch" ? THRESHOLD.touch : THRESHOLD.other)) return [];
    this.phase = { phase: "dragging", item: now.item, from: now.from, travelled };
    return [{ act: "lift", item: now.item, point, from: now.from }];
  }

  /**
   * The finger has rested long enough.
   * @returns {Act[]}
   */
  rested() {
    const now = this.phase;
    if (now.phase !== "pressed" || !now.waits || now.item === null) return [];
    this.phase = { phase: "dragging", item: now.item, from: now.from, travelled: TREMBLE_PX };
    return [{ act: "lift", item: now.item, point: now.from, from: now.from }];
  }

  /** @param {Point} point @returns {Act[]} */
  up(point) {
    const now = this.phase;
    if (now.phase === "idle" || point.id !== now.from.id) return [];
    this.phase = { phase: "idle" };
    /** @type {Act} */
    const tap = { act: "tap", item: now.item, x: now.from.x, y: now.from.y, time: point.time };
    if (now.phase === "pressed") {
      // A press on nothing that wandered off is no tap: the person was scrolling or swiping.
      const near = Math.hypot(point.x - now.from.x, point.y - now.from.y) < TREMBLE_PX;
      return near ? [{ act: "release" }, tap] : [{ act: "release" }];
    }
    const trembled = point.type === "touch" && now.travelled < TREMBLE_PX && point.time - now.from.time < TREMBLE_MS;
    return trembled ? [{ act: "return", why: "cancel" }, tap] : [{ act: "drop", point }];
  }

  /**
   * The system took the pointer, or capture was lost.
   * @param {number} id @returns {Act[]}
   */
  cancel(id) {
    if (this.phase.phase === "idle" || id !== this.phase.from.id) return [];
    return this.end("cancel");
  }

  /**
   * Whatever was held is to come home.
   * @param {Why} why gone: it is no longer ours, refused or moved by somebody else @returns {Act[]}
   */
  end(why) {
    const was = this.phase.phase;
    this.phase = { phase: "idle" };
    if (was === "dragging") return [{ act: "return", why }];
    return was === "pressed" ? [{ act: "release" }] : [];
  }
}
