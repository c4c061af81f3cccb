// @ts-check
/**
 * Where the gap opens under a pointer, calmly: a neighbour gives way when the pointer is a fifth of the way into it,
 * and over the gap itself nothing changes. Pure; the pause after each change is the caller's.
 * Invariant: an answer is never one that the same pointer would take back at once.
 */
import { arranged, inside } from "./flow.js";

/** @typedef {import("./flow.js").Lane} Lane */
/** @typedef {import("./flow.js").Rect} Rect */
/** @typedef {{x:number, y:number}} XY */

/** How far into a neighbour a pointer must be before that gives way. */
const ENTRY = 0.2;

/**
 * @param {Lane} lane @param {ReadonlySet<number>} moving @param {import("./flow.js").Size[]} sizes
 * @param {number|null} now where the gap is; null: the pointer has just come here
 * @param {XY} at @param {ReadonlySet<number>} [fixed] items that nothing may be put before
 */
export function gapIndex(lane, moving, sizes, now, at, fixed = new Set()) {
  const staying = lane.slots.filter(({ item }) => !moving.has(item));
  const allowed = (/** @type {number} */ index) => {
    let next = Math.min(index, staying.length);
    while (next < staying.length && fixed.has(staying[next].item)) next += 1;
    return next;
  };
  const next = allowed(wanted(lane, moving, sizes, now, at));
  if (now === null || next === now) return next;
  return allowed(wanted(lane, moving, sizes, next, at)) === now ? now : next;
}

/**
 * @param {Lane} lane @param {ReadonlySet<number>} moving @param {import("./flow.js").Size[]} sizes
 * @param {number|null} now @param {XY} at @returns {number}
 */
function wanted(lane, moving, sizes, now, at) {
  const { slots, gaps } = arranged(lane, moving, now, sizes);
  const count = slots.length;
  const rects = slots.map(({ rect }, index) => visible(lane, rect, slots[index + 1]?.rect));
  if (now !== null && gaps.some((gap) => inside(lane.kind === "fan" && now < count
    ? { ...gap, h: sizes.length * lane.step } : gap, at))) return now;
  const under = rects.findIndex((rect) => inside(rect, at));
  if (under < 0) return outside(lane, rects, now, at);
  if (lane.kind === "fan") return under + 1;
  const rect = rects[under];
  const part = lane.kind === "column" ? (at.y - rect.y) / rect.h
    : (lane.rtl ? rect.x + rect.w - at.x : at.x - rect.x) / rect.w;
  if (now === null) return part > 0.5 ? under + 1 : under;
  if (lane.kind === "column") return (under >= now ? part > ENTRY : part >= 1 - ENTRY) ? under + 1 : under;
  const core = {
    x: rect.x + rect.w * ENTRY, y: rect.y + rect.h * ENTRY, w: rect.w * (1 - 2 * ENTRY), h: rect.h * (1 - 2 * ENTRY),
  };
  if (inside(core, at)) return under >= now ? under + 1 : under;
  // In its edge on this side it has not given way yet. A fast pointer jumps over those in between.
  return (under >= now ? part > 1 - ENTRY : part >= ENTRY) ? under + 1 : under;
}

/**
 * Beside all items: before the first, after the last, or where the gap is.
 * @param {Lane} lane @param {Rect[]} rects @param {number|null} now @param {XY} at
 */
function outside(lane, rects, now, at) {
  if (rects.length === 0) return 0;
  const first = rects[0];
  const last = rects[rects.length - 1];
  if (at.y < first.y) return lane.kind === "fan" ? rects.length : 0;
  if (at.y >= last.y + last.h) return rects.length;
  if (lane.kind === "wrap" && at.y >= last.y && (lane.rtl ? at.x < last.x : at.x >= last.x + last.w)) {
    return rects.length;
  }
  // Above and below it is the row that counts; a pointer between two rows is on its way.
  const between = lane.kind === "wrap" && !rects.some(({ y, h }) => at.y >= y && at.y < y + h);
  if (now !== null && (lane.kind === "fan" || between)) return now;
  const after = (/** @type {Rect} */ rect) => (lane.kind === "wrap"
    ? rect.y + rect.h < at.y || (rect.y < at.y && (lane.rtl ? rect.x > at.x : rect.x + rect.w < at.x))
    : rect.y + rect.h / 2 < at.y);
  return lane.kind === "fan" ? rects.length : rects.filter(after).length;
}

/**
 * What is seen of an item: in a fan only what the next one leaves free.
 * @param {Lane} lane @param {Rect} rect @param {Rect|undefined} next
 */
function visible(lane, rect, next) {
  return lane.kind === "fan" && next ? { ...rect, h: Math.max(1, next.y - rect.y) } : rect;
}
