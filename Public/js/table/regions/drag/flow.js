// @ts-check
/**
 * How the items of a place lie, and how they part to make room: numbers in, numbers out.
 * A lane is one place as it was measured; all its coordinates are those of the box that holds its items.
 * Invariant: an arrangement without movers puts every item where it was measured.
 */

/** @typedef {{x:number, y:number, w:number, h:number}} Rect */
/** @typedef {{w:number, h:number}} Size */
/** @typedef {"column"|"wrap"|"fan"} FlowKind */
/**
 * @typedef {object} Lane
 * @property {FlowKind} kind
 * @property {Array<{item:number, rect:Rect}>} slots in order
 * @property {number} width of the box
 * @property {number} gapX
 * @property {number} gapY
 * @property {number} step of a fan: how much of a card is seen under the next
 * @property {boolean} rtl
 */
/** @typedef {{slots:Array<{item:number, rect:Rect}>, gaps:Rect[], height:number}} Arrangement  gaps: what was made */

/** How high a box is that holds nothing. */
export const EMPTY_HEIGHT = 64;

/**
 * The lane without those who move, and with room for some before the item at `index`.
 * @param {Lane} lane @param {ReadonlySet<number>} moving @param {number|null} index null: no room is made
 * @param {Size[]} sizes of those for whom room is made @returns {Arrangement}
 */
export function arranged(lane, moving, index, sizes) {
  return lane.kind === "wrap" ? wrapped(lane, moving, index, sizes) : stacked(lane, moving, index, sizes);
}

/** @param {Lane} lane @param {ReadonlySet<number>} moving @param {number|null} index @param {Size[]} sizes */
function stacked(lane, moving, index, sizes) {
  const { slots: all, kind, gapY, step } = lane;
  const advance = (/** @type {number} */ at) =>
    (at + 1 < all.length ? all[at + 1].rect.y - all[at].rect.y : kind === "fan" ? step : all[at].rect.h + gapY);
  const first = all[0]?.rect ?? { x: 0, y: 0, w: lane.width, h: 0 };
  let y = first.y;
  /** @type {Arrangement} */
  const made = { slots: [], gaps: [], height: 0 };
  const open = () => {
    const tallest = sizes.length === 0 ? 0 : Math.max(...sizes.map(({ h }) => h));
    const length = kind === "fan" ? (sizes.length - 1) * step + tallest
      : sizes.reduce((sum, { h }) => sum + h, 0) + (sizes.length - 1) * gapY;
    made.gaps.push({ x: first.x, y, w: first.w, h: length });
    made.height = Math.max(made.height, y + length);
    y += kind === "fan" ? sizes.length * step : length + gapY;
  };
  let at = 0;
  all.forEach(({ item, rect }, place) => {
    if (moving.has(item)) return;
    if (at === index) open();
    made.slots.push({ item, rect: { ...rect, y } });
    made.height = Math.max(made.height, y + rect.h);
    y += advance(place);
    at += 1;
  });
  if (index !== null && index >= at) open();
  return made;
}

/** @param {Lane} lane @param {ReadonlySet<number>} moving @param {number|null} index @param {Size[]} sizes */
function wrapped(lane, moving, index, sizes) {
  const { slots: all, width, gapX, gapY, rtl } = lane;
  const cells = even(lane, all.length + (index === null ? 0 : sizes.length));
  let cell = 0;
  const origin = all[0]?.rect ?? { x: 0, y: 0 };
  /** @type {Arrangement} */
  const made = { slots: [], gaps: [], height: 0 };
  let x = 0;
  let y = origin.y;
  let line = 0;
  /** @param {Size} size @returns {Rect} */
  const next = ({ w, h }) => {
    if (cells) {
      const rect = cells[cell++];
      made.height = Math.max(made.height, rect.y + rect.h);
      return rect;
    }
    if (x > 0 && x + w > width + 0.5) {
      x = 0;
      y += line + gapY;
      line = 0;
    }
    const rect = { x: rtl ? width - x - w : x, y, w, h };
    x += w + gapX;
    line = Math.max(line, h);
    made.height = Math.max(made.height, y + h);
    return rect;
  };
  const staying = all.filter(({ item }) => !moving.has(item));
  for (let at = 0; at <= staying.length; at++) {
    if (at === index) for (const size of sizes) made.gaps.push(next(size));
    if (at < staying.length) made.slots.push({ item: staying[at].item, rect: next(staying[at].rect) });
  }
  return made;
}

/**
 * Where all are of one size, they lie in cells: those that were measured, and as many more as are needed. Measured
 * places are whole pixels, so that adding up widths would drift. Null: they are not of one size.
 * @param {Lane} lane @param {number} count @returns {Rect[]|null}
 */
function even({ slots, width, gapX, gapY, rtl }, count) {
  if (slots.length === 0) return null;
  const first = slots[0].rect;
  if (slots.some(({ rect }) => Math.abs(rect.w - first.w) > 1 || Math.abs(rect.h - first.h) > 1)) return null;
  const line = slots.filter(({ rect }) => Math.abs(rect.y - first.y) < 2).length;
  const across = line < slots.length ? line : Math.max(line, Math.floor((width + gapX + 1) / (first.w + gapX)));
  return Array.from({ length: Math.max(count, slots.length) }, (_, at) => slots[at]?.rect ?? {
    ...first, x: first.x + (at % across) * (first.w + gapX) * (rtl ? -1 : 1),
    y: first.y + Math.floor(at / across) * (first.h + gapY),
  });
}

/**
 * The size that a newcomer takes up in a lane.
 * @param {Lane} lane @param {Size} own
 */
export function sizeIn(lane, own) {
  const like = lane.slots[0]?.rect;
  if (!like) return lane.kind === "wrap" ? own : { w: lane.width, h: own.h };
  return lane.kind === "column" ? { w: like.w, h: own.h } : { w: like.w, h: like.h };
}

/** @param {Rect} rect @param {{x:number, y:number}} at */
export const inside = (rect, at) =>
  at.x >= rect.x && at.x < rect.x + rect.w && at.y >= rect.y && at.y < rect.y + rect.h;
