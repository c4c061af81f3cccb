// @ts-check
/**
 * Where on the board a drop means which pile, in numbers. Pure.
 * A column's area is its whole strip down to whatever is below it, plus half a gap each side; the outermost ones reach
 * on beyond the board. That of any other pile is its card and half of the space to the next, and everything above if
 * nothing is there. A pile of a picture has none: there the cards themselves are what one aims at.
 * Invariant: no two areas overlap.
 */

/** @typedef {import("./arrange.js").Rect} Rect */
/** @typedef {import("./arrange.js").Fan} Fan */
/** @typedef {{left:number, right:number, top:number, bottom:number}} Area edges, which may be infinite */

/**
 * @param {{slots:Record<string, Rect>, rooms:Record<string, number>, fans:Record<string, Fan>, gap:number,
 *   height:number, pictured:ReadonlySet<string>}} g
 * @returns {Record<string, Area>}
 */
export function areas({ slots, rooms, fans, gap, height, pictured }) {
  /** @type {Record<string, Area>} */
  const found = {};
  const extents = Object.entries(slots).map(([pile, slot]) => ({ pile, ...extent(slot, rooms[pile], fans[pile]) }));
  for (const own of extents) {
    if (pictured.has(own.pile)) continue;
    const level = extents.filter((it) => it !== own && it.y < own.y + own.h && own.y < it.y + it.h);
    const upright = extents.filter((it) => it !== own && it.x < own.x + own.w && own.x < it.x + it.w);
    const before = level.filter((it) => it.x < own.x);
    const after = level.filter((it) => it.x > own.x);
    const above = upright.filter((it) => it.y < own.y);
    const below = upright.filter((it) => it.y > own.y);
    const column = rooms[own.pile] !== undefined;
    let left = Math.max(own.x - gap / 2, ...before.map((it) => parting(it.x + it.w, own.x)));
    let right = Math.min(own.x + own.w + gap / 2, ...after.map((it) => parting(own.x + own.w, it.x)));
    if (column && extents.every((it) => it.x >= own.x)) left = -Infinity;
    if (column && extents.every((it) => it.x + it.w <= own.x + own.w)) right = Infinity;
    // Over a column that stands below others nothing is meant by what is free above it.
    const first = above.length === 0 && !(column && extents.some((it) => it.y + it.h <= own.y));
    const top = first ? -Infinity : Math.max(own.y - gap, ...above.map((it) => parting(it.y + it.h, own.y)));
    const end = column && below.length === 0 ? height : own.y + own.h + gap;
    const bottom = Math.min(end, ...below.map((it) => parting(own.y + own.h, it.y)));
    found[own.pile] = { left, right, top, bottom };
  }
  return found;
}

/**
 * All that a pile may cover.
 * @param {Rect} slot @param {number} [room] @param {Fan} [fan]
 */
function extent({ x, y, w, h }, room = 0, fan = { x: 0, y: 0, cards: 1 }) {
  const across = fan.x * (fan.cards - 1);
  return { x: x + Math.min(0, across), y, w: w + Math.abs(across), h: h + room + fan.y * (fan.cards - 1) };
}

/**
 * The middle of the space between two things, or where the later one lies over the earlier.
 * @param {number} end of the earlier @param {number} begin of the later
 */
const parting = (end, begin) => (end <= begin ? (end + begin) / 2 : begin);
