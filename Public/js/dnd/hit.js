// @ts-check
/**
 * What lies under a point, from numbers alone.
 * A column's target is its whole strip to the board's bottom plus half a gap each side, and the outermost columns reach
 * on beyond the board; a foundation's is its card plus half gaps, and everything above.
 */
import { TOP_ROW } from "../view/layout.js";

/** @typedef {import("../view/layout.js").Geometry} Geometry */
/** @typedef {import("../view/layout.js").Place} Place */

/** @param {Geometry} g @param {number} x @param {number} y @returns {string|null} the pile there */
export function pileAt(g, x, y) {
  if (y > g.height) return null;
  const pitch = g.cardWidth + g.gap;
  const column = Math.max(0, Math.min(6, Math.floor((x + g.gap / 2) / pitch)));
  if (y >= g.tableauTop - g.rowGap / 2) return `t${column}`;
  if (x < -g.gap / 2 || x > g.width + g.gap / 2) return null;
  return TOP_ROW[column];
}

/**
 * The topmost card under a point.
 * @param {ReadonlyMap<number, Place>} places @param {Geometry} g @param {number} x @param {number} y
 */
export function cardAt(places, g, x, y) {
  /** @type {number|null} */
  let found = null;
  let top = -1;
  for (const [item, place] of places) {
    const inside = x >= place.x && x < place.x + g.cardWidth && y >= place.y && y < place.y + g.cardHeight;
    if (inside && place.z > top) {
      top = place.z;
      found = item;
    }
  }
  return found;
}

/**
 * Where a drag would drop: the pile under the pointer if it is legal or home; else the one under the middle of the
 * lifted card if that is legal, because people aim with the card as often as with the finger.
 * @param {Geometry} g @param {{x:number,y:number}} pointer @param {{x:number,y:number}} middle of the lifted card
 * @param {string} home @param {readonly string[]|null} legal
 */
export function target(g, pointer, middle, home, legal) {
  const under = pileAt(g, pointer.x, pointer.y);
  if (under === null || under === home || legal === null || legal.includes(under)) return under;
  const near = pileAt(g, middle.x, middle.y);
  return near !== null && legal.includes(near) ? near : under;
}
