// @ts-check
/**
 * Where everything lies, in numbers: any game's table for a given room to lie in. Pure; nothing measures the page
 * while cards move, because this is already known.
 * Invariant: nothing reaches beyond the board, and every card of a table has a place on it.
 */
import { kindsOf } from "../model/zones.js";
import { arrange } from "./arrange.js";
import { areas } from "./areas.js";
import { steps } from "./spread.js";

/** @typedef {import("./arrange.js").Rect} Rect */
/** @typedef {import("./arrange.js").Fan} Fan */
/** @typedef {{zones:readonly import("../model/zones.js").Zone[], draw:number}} Rules */
/** @typedef {{left:boolean, large:boolean}} Wishes left: mirrored, for the left hand; large: the cards before all */
/**
 * @typedef {object} Geometry
 * @property {number} width
 * @property {number} height
 * @property {number} gap between piles
 * @property {number} cardWidth
 * @property {number} cardHeight
 * @property {boolean} large
 * @property {Record<string, Rect>} slots the first card's place of each pile, in the order of the table
 * @property {Record<string, number>} rooms how far below its first card a pile reaches whose cards are all seen
 * @property {Record<string, Fan>} fans of piles whose last cards are seen beside each other
 * @property {Record<string, import("./areas.js").Area>} areas where a drop means a pile
 * @property {ReadonlySet<string>} pictured piles that cover each other: an empty one is nothing
 * @property {string[]} row piles that close up where one is empty
 */
/** @typedef {{x:number, y:number, z:number, pile:string, index:number, deep:boolean}} Place */
/** @typedef {{piles: Record<string, number[]>, faces: ReadonlyMap<number,string>}} Shown */

/** @type {Wishes} */
const RIGHT = { left: false, large: false };

/**
 * @param {Rules} rules @param {number} width @param {number} height that there are @param {Wishes} [wishes]
 * @returns {Geometry}
 */
export function geometry(rules, width, height, wishes = RIGHT) {
  const { left, large } = wishes;
  const wished = Math.max(4, Math.min(10, Math.round(width * 0.0115)));
  const gap = large ? Math.max(2, Math.round(wished * 0.6)) : wished;
  const found = arrange(rules, { width, height, gap, large });
  const { cardWidth, cardHeight, rooms } = found;
  const kinds = kindsOf(rules.zones);
  const of = (/** @type {"places"|"row"} */ what) => [...kinds.keys()].filter((it) => kinds.get(it)?.zone[what]);
  const mirror = (/** @type {Rect} */ { x, y, w, h }) => ({ x: found.width - x - w, y, w, h });
  // In the order of the table, whatever was placed first.
  const slots = Object.fromEntries([...kinds.keys()].map((pile) =>
    [pile, left ? mirror(found.slots[pile]) : found.slots[pile]]));
  const fans = left ? Object.fromEntries(Object.entries(found.fans).map(([pile, fan]) =>
    [pile, { ...fan, x: -fan.x }])) : found.fans;
  const g = {
    width: found.width, height: Math.max(height, found.height), gap, cardWidth, cardHeight, large, slots, rooms, fans,
    areas: {}, pictured: new Set(of("places")), row: of("row"),
  };
  return { ...g, areas: areas(g) };
}

/**
 * The same board with the piles that are there now: in a row those that are left close up.
 * @param {Geometry} g @param {Record<string, readonly number[]>} piles @returns {Geometry}
 */
export function closedUp(g, piles) {
  if (g.row.length === 0) return g;
  const left = g.row.filter((pile) => (piles[pile] ?? []).length > 0);
  const slots = { ...g.slots };
  for (const pile of g.row) delete slots[pile];
  left.forEach((pile, index) => { slots[pile] = g.slots[g.row[index]]; });
  const closed = { ...g, slots };
  return { ...closed, areas: areas(closed) };
}

/**
 * The place of every card.
 * @param {Shown} shown @param {Geometry} g @returns {Map<number, Place>}
 */
export function places(shown, g) {
  const map = new Map();
  let under = 0;
  for (const [pile, items] of Object.entries(shown.piles)) {
    const slot = g.slots[pile];
    if (!slot) continue;
    const room = g.rooms[pile];
    const falls = room === undefined ? null : steps(items, shown.faces, g.cardHeight, room, g.large);
    const { x: right, y: down, cards } = g.fans[pile] ?? { x: 0, y: 0, cards: 1 };
    const fan = Math.min(cards, items.length);
    // In a squared pile only the top two can ever be seen: the second when the first is lifted.
    const seen = falls ? items.length : fan + 1;
    items.forEach((item, index) => {
      const fromTop = items.length - 1 - index;
      const fanned = Math.max(0, fan - 1 - fromTop);
      const x = slot.x + fanned * right;
      const y = slot.y + fanned * down + (falls ? falls[index] : 0);
      map.set(item, { x, y, z: under + index + 1, pile, index, deep: fromTop >= seen });
    });
    // Of a picture later piles lie above earlier ones.
    if (g.pictured.has(pile)) under += items.length;
  }
  return map;
}

/**
 * Where a drop would land: the outline that opens at the end of a pile.
 * @param {Shown} shown @param {Geometry} g @param {string} pile @param {number[]} items that would come
 * @returns {Rect|null}
 */
export function landing(shown, g, pile, items) {
  const slot = g.slots[pile];
  if (!slot) return null;
  const room = g.rooms[pile];
  if (room === undefined) return { ...slot };
  const coming = new Set(items);
  const there = shown.piles[pile].filter((item) => !coming.has(item));
  const falls = steps([...there, ...items], shown.faces, g.cardHeight, room, g.large);
  const first = falls[there.length];
  return { x: slot.x, y: slot.y + first, w: slot.w, h: falls[falls.length - 1] - first + slot.h };
}
