// @ts-check
/**
 * The places to which something can go, one after the other: what arrow keys step through and the menu lists. Pure.
 * Invariant: no stop leaves everything as it is.
 */
import { NOWHERE } from "../../model/choices.js";

/** @typedef {import("../../model/store.js").BoardShown} Shown */
/** @typedef {import("../../model/store.js").Target} Target */
/** @typedef {{target:Target, after:boolean}} Stop  after: it lies after where the movers are */

/**
 * @param {Shown} shown @param {readonly number[]} moving
 * @param {{to:ReadonlySet<string>, onto:ReadonlySet<number>}} targets @returns {Stop[]} in the board's order
 */
export function stops(shown, moving, targets = NOWHERE) {
  /** @type {Stop[]} */
  const found = [];
  let after = false;
  for (const { name, places } of shown.regions) {
    const listed = places.length > 0 ? places : [{ in: name, reorder: false }];
    for (const place of listed) {
      const items = shown.piles[place.in] ?? [];
      const home = items.includes(moving[0]);
      const takes = targets.to.has(place.in);
      if (takes && !place.reorder && !home) found.push({ target: { in: place.in }, after });
      for (const stop of takes && place.reorder ? between(shown, place.in, moving) : []) {
        found.push({ ...stop, after: after || stop.after });
      }
      for (const item of items) {
        if (targets.onto.has(item)) found.push({ target: { in: place.in, onto: item }, after });
      }
      after ||= home;
    }
  }
  return found;
}

/** @param {Shown} shown @param {string} place @param {readonly number[]} moving */
function between({ piles, fixed }, place, moving) {
  const all = piles[place] ?? [];
  const staying = all.filter((item) => !moving.includes(item));
  const here = all.filter((item) => moving.includes(item));
  // Moving items that lie together are already before the item that follows them.
  const at = all.indexOf(here[0]);
  const together = at >= 0 && here.length === moving.length && here.every((item, index) => all[at + index] === item);
  const next = all[at + here.length];
  const home = next === undefined ? staying.length : staying.indexOf(next);
  /** @type {Stop[]} */
  const found = [];
  for (let index = 0; index <= staying.length; index++) {
    const before = staying[index];
    if (before !== undefined && fixed.has(before)) continue;
    if (together && home === index) continue;
    const target = before === undefined ? { in: place } : { in: place, before };
    found.push({ target, after: at >= 0 && index > home });
  }
  return found;
}

/**
 * The next stop for a key: one on or back, around the ends; Home and End.
 * @param {readonly Stop[]} all @param {number} now −1: none yet @param {string} key @param {boolean} rtl
 */
export function nextStop(all, now, key, rtl) {
  if (all.length === 0) return -1;
  if (key === "Home") return 0;
  if (key === "End") return all.length - 1;
  const back = key === "ArrowUp" || key === (rtl ? "ArrowRight" : "ArrowLeft");
  if (now < 0) {
    // From where they lie, the first step goes to the neighbour.
    const on = all.findIndex(({ after }) => after);
    return ((back ? (on < 0 ? all.length : on) - 1 : Math.max(0, on)) + all.length) % all.length;
  }
  return (now + (back ? -1 : 1) + all.length) % all.length;
}

/**
 * Where a key takes what is held, from where it is now; null: nothing may go anywhere.
 * @param {Shown} shown @param {import("../room.js").Lift} lift @param {import("../../model/store.js").Target|null} over
 * @param {string} key @param {boolean} rtl
 */
export function nextTarget(shown, lift, over, key, rtl) {
  const all = stops(shown, lift.items, lift);
  const now = all.findIndex(({ target }) =>
    target.in === over?.in && target.before === over.before && target.onto === over.onto);
  return all[nextStop(all, now, key, rtl)]?.target ?? null;
}
