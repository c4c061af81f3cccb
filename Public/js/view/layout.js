// @ts-check
/**
 * Where everything lies, in numbers: the seed's table for a given room to lie in. Pure; nothing measures the page
 * while cards move, because this is already known.
 * Invariant: board width = 7 cards + 6 gaps; no column reaches below the board.
 */

/** @typedef {{x:number, y:number, w:number, h:number}} Rect */
/**
 * @typedef {object} Geometry
 * @property {number} width
 * @property {number} height
 * @property {number} gap between columns
 * @property {number} rowGap between the top row and the columns
 * @property {number} cardWidth
 * @property {number} cardHeight
 * @property {number} tableauTop
 * @property {Record<string, Rect>} slots the first card's place of each pile, in reading order
 */
/** @typedef {{x:number, y:number, z:number, pile:string, index:number, deep:boolean}} Place */

const COLUMNS = 7;
const ASPECT = 7 / 5;
/** A board is this many card heights tall at least: the top row, and a column of good length. */
const HEIGHTS_MIN = 3.9;
/** How far a card lies below the face-up one under it, as a part of a card's height. */
export const UP_STEP = 0.29;
/** Offsets in a column, as parts of a card's height: wished for, and the least when a column is long. */
const UP = { wished: UP_STEP, roomy: 0.36, least: 0.1 };
const DOWN = { wished: 0.12, least: 0.045 };
/** The waste's fan, as a part of a card's width: three cards reach into the blank column. */
const FAN = 0.4;
const FAN_CARDS = 3;

/** Left to right; `null` is the blank column. */
export const TOP_ROW = ["stock", "waste", null, "f0", "f1", "f2", "f3"];

/** @param {number} availableWidth @param {number} availableHeight @returns {Geometry} */
export function geometry(availableWidth, availableHeight) {
  const gap = Math.max(4, Math.min(10, Math.round(availableWidth * 0.0115)));
  const rowGap = gap * 2;
  const byWidth = (availableWidth - 6 * gap) / COLUMNS;
  const byHeight = (availableHeight - rowGap) / HEIGHTS_MIN / ASPECT;
  // Whole pixels keep the edges of cards sharp.
  const cardWidth = Math.max(24, Math.floor(Math.min(byWidth, byHeight, 190)));
  const cardHeight = Math.round(cardWidth * ASPECT);
  const tableauTop = cardHeight + rowGap;
  /** @param {number} column @param {number} y */
  const slot = (column, y) => ({ x: column * (cardWidth + gap), y, w: cardWidth, h: cardHeight });
  /** @type {Record<string, Rect>} */
  const slots = {};
  TOP_ROW.forEach((pile, column) => { if (pile !== null) slots[pile] = slot(column, 0); });
  for (let column = 0; column < COLUMNS; column++) slots[`t${column}`] = slot(column, tableauTop);
  const width = COLUMNS * cardWidth + 6 * gap;
  return { width, height: availableHeight, gap, rowGap, cardWidth, cardHeight, tableauTop, slots };
}

/**
 * Offsets of a column, in pixels, so that `down` face-down and `up` face-up cards fit.
 * @param {Geometry} g @param {number} down @param {number} up
 */
export function offsets(g, down, up) {
  const h = g.cardHeight;
  const room = g.height - g.tableauTop - h;
  const roomy = room > 4.6 * h ? UP.roomy : UP.wished;
  const steps = Math.max(0, up - 1);
  let downStep = DOWN.wished * h;
  let upStep = roomy * h;
  if (down * downStep + steps * upStep > room) {
    downStep = Math.max(DOWN.least * h, Math.min(downStep, (room - steps * upStep) / Math.max(1, down)));
    upStep = Math.min(upStep, (room - down * downStep) / Math.max(1, steps));
    if (upStep < UP.least * h) {
      const all = down + steps;
      downStep = upStep = Math.max(0, room / Math.max(1, all));
    }
  }
  return { down: downStep, up: upStep };
}

/**
 * The place of every card.
 * @param {{piles: Record<string, number[]>, faces: Map<number,string>}} shown @param {Geometry} g
 * @param {number} draw how many cards the stock turns
 * @returns {Map<number, Place>}
 */
export function places(shown, g, draw) {
  const map = new Map();
  for (const [pile, items] of Object.entries(shown.piles)) {
    const slot = g.slots[pile];
    if (!slot) continue;
    const column = pile.startsWith("t");
    const steps = column ? columnSteps(items, shown.faces, g) : null;
    const fan = pile === "waste" && draw > 1 ? Math.min(FAN_CARDS, items.length) : 1;
    // In a squared pile only the top two can ever be seen: the second when the first is lifted.
    const seen = column ? items.length : fan + 1;
    items.forEach((item, index) => {
      const fromTop = items.length - 1 - index;
      const x = slot.x + (pile === "waste" ? Math.max(0, fan - 1 - fromTop) * FAN * g.cardWidth : 0);
      const y = slot.y + (steps ? steps[index] : 0);
      map.set(item, { x, y, z: index + 1, pile, index, deep: fromTop >= seen });
    });
  }
  return map;
}

/** @param {number[]} items @param {Map<number,string>} faces @param {Geometry} g */
function columnSteps(items, faces, g) {
  const firstUp = items.findIndex((item) => faces.has(item));
  const down = firstUp < 0 ? Math.max(0, items.length - 1) : firstUp;
  const step = offsets(g, down, items.length - down);
  const steps = [];
  let y = 0;
  for (let index = 0; index < items.length; index++) {
    steps.push(Math.round(y));
    y += index < down ? step.down : step.up;
  }
  return steps;
}

/**
 * Where a drop would land: the outline that opens at the end of a pile.
 * @param {{piles: Record<string, number[]>, faces: Map<number,string>}} shown @param {Geometry} g
 * @param {string} pile @param {number[]} items that would come @returns {Rect}
 */
export function landing(shown, g, pile, items) {
  const slot = g.slots[pile];
  if (!pile.startsWith("t")) return { ...slot };
  const coming = new Set(items);
  const there = shown.piles[pile].filter((item) => !coming.has(item));
  const steps = columnSteps([...there, ...items], shown.faces, g);
  const first = steps[there.length];
  return { x: slot.x, y: slot.y + first, w: slot.w, h: steps[steps.length - 1] - first + slot.h };
}
