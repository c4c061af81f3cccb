// @ts-check
/**
 * Where everything lies, in numbers: any game's table for a given room to lie in. Pure; nothing measures the page
 * while cards move, because this is already known.
 * Invariant: nothing reaches beyond the board, and every card of a table has a place on it.
 */
import { kindsOf } from "../../model/zones.js";
import { arrange } from "./arrange.js";
import { areas } from "./areas.js";
import { need, print, spread, tightPrint } from "./spread.js";

/** @typedef {import("./arrange.js").Rect} Rect */
/** @typedef {{zones:readonly import("../../model/zones.js").Zone[], draw:number}} Rules */
/** @typedef {{left:boolean, large:boolean}} Wishes left: mirrored, for the left hand; large: the cards before all */
/**
 * @typedef {object} Board what it has beside its arrangement
 * @property {number} gap between piles
 * @property {boolean} large
 * @property {number} print how high the index of a card is, in units of its picture
 * @property {Record<string, import("./areas.js").Area>} areas where a drop means a pile
 * @property {ReadonlySet<string>} pictured piles that cover each other: an empty one is nothing
 * @property {ReadonlySet<string>} fanned finished runs, which lie over each other
 * @property {string[]} row piles that close up where one is empty
 */
/** @typedef {import("./arrange.js").Arrangement & Board} Geometry  its slots are in the order of the table */
/**
 * @typedef {{x:number, y:number, z:number, pile:string, index:number, deep:boolean, print:number}} Place
 *   print: the height of its index where only a strip is seen of it; 0: the board's
 */
/** @typedef {{piles: Record<string, number[]>, faces: ReadonlyMap<number,string>}} Shown */

/** @type {Wishes} */
const RIGHT = { left: false, large: false };

/** @type {Readonly<Record<string, number>>} */
const NONE = {};
/** Where columns are so long that something must give way, this many pixels more or less are all the same. */
const CROWD_STEP = 39;
/** On narrower cards, in CSS pixels, no index finds room. */
const CARD_LEAST = 26;
const SHARES = [1, 0.85, 0.7, 0.55];

/**
 * @param {Rules} rules @param {number} width @param {number} height that there are @param {Wishes} [wishes]
 * @param {Readonly<Record<string, number>>} [needs] the least room below the first card of piles that grew long
 * @returns {Geometry}
 */
export function geometry(rules, width, height, wishes = RIGHT, needs = NONE) {
  const { left, large } = wishes;
  const wished = Math.max(4, Math.min(10, Math.round(width * 0.0115)));
  const gap = large ? Math.max(2, Math.round(wished * 0.6)) : wished;
  const found = roomiest(rules, { width, height, gap, large, needs });
  const kinds = kindsOf(rules.zones);
  const of = (/** @type {"places"|"row"|"runs"} */ what) => [...kinds.keys()].filter((it) => kinds.get(it)?.zone[what]);
  const mirror = (/** @type {Rect} */ { x, y, w, h }) => ({ x: found.width - x - w, y, w, h });
  // In the order of the table, whatever was placed first.
  const slots = Object.fromEntries([...kinds.keys()].map((pile) =>
    [pile, left ? mirror(found.slots[pile]) : found.slots[pile]]));
  const fans = left ? Object.fromEntries(Object.entries(found.fans).map(([pile, fan]) =>
    [pile, { ...fan, x: -fan.x }])) : found.fans;
  const g = {
    ...found, height: Math.max(height, found.height), gap, large, print: print(found.cardHeight, large), slots, fans,
    areas: {}, pictured: new Set(of("places")), fanned: new Set(of("runs")), row: of("row"),
  };
  return { ...g, areas: areas(g) };
}

/**
 * An arrangement with what piles need, or with as much of it as leaves cards that can be read.
 * @param {Rules} rules @param {import("./arrange.js").Space} space
 */
function roomiest(rules, space) {
  for (const share of space.needs === NONE ? [] : SHARES) {
    const part = Object.entries(space.needs ?? NONE).map(([pile, least]) => [pile, Math.round(share * least)]);
    const found = arrange(rules, { ...space, needs: Object.fromEntries(part) });
    if (found.cardWidth >= CARD_LEAST) return found;
  }
  return arrange(rules, { ...space, needs: NONE });
}

/**
 * What piles need that cannot be read on this board; null: all can.
 * Promise: the same for the same table, whatever it was before.
 * @param {Geometry} g for no needs @param {Shown} shown @returns {Record<string, number>|null}
 */
export function needs(g, shown) {
  const found = Object.keys(g.rooms).map((pile) =>
    /** @type {[string, number]} */ ([pile, need(shown.piles[pile] ?? [], shown.faces, g.cardHeight)]));
  if (found.every(([pile, least]) => least <= g.rooms[pile])) return null;
  return Object.fromEntries(found.map(([pile, least]) => [pile, Math.ceil(least / CROWD_STEP) * CROWD_STEP]));
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
  const unders = layers(shown.piles, g);
  for (const [pile, items] of Object.entries(shown.piles)) {
    const slot = g.slots[pile];
    if (!slot) continue;
    const under = unders.get(pile) ?? 0;
    const room = g.rooms[pile];
    const column = room === undefined ? null : spread(items, shown.faces, g.cardHeight, room, g);
    const { x: right, y: down, cards } = g.fans[pile] ?? { x: 0, y: 0, cards: 1 };
    const fan = Math.min(cards, items.length);
    const beside = fan > 1 && right !== 0
      ? tightPrint(g.cardHeight, g.large, { across: Math.abs(right) }) : 0;
    const covered = g.strips[pile] ? tightPrint(g.cardHeight, g.large, g.strips[pile]) : 0;
    // In a squared pile only the top two can ever be seen: the second when the first is lifted.
    const seen = column ? items.length : fan + 1;
    items.forEach((item, index) => {
      const fromTop = items.length - 1 - index;
      const fanned = Math.max(0, fan - 1 - fromTop);
      // Whichever way a fan reaches, what is seen of a card is its left edge.
      const x = slot.x + (right < 0 ? fan - 1 - fanned : fanned) * right;
      const y = slot.y + fanned * down + (column ? column.falls[index] : 0);
      const tight = fromTop === 0 ? covered : column ? column.print : beside;
      map.set(item, { x, y, z: under + index + 1, pile, index, deep: fromTop >= seen, print: tight });
    });
  }
  return map;
}

/**
 * How many cards lie below piles that cover each other: lower rows lie above higher ones, and in a row each card above
 * the one to its left, whose corner is seen.
 * @param {Record<string, readonly number[]>} piles @param {Geometry} g @returns {Map<string, number>}
 */
function layers(piles, g) {
  const found = new Map();
  let under = 0;
  const covering = Object.keys(piles).filter((pile) => g.slots[pile] && (g.pictured.has(pile) || g.fanned.has(pile)));
  for (const pile of covering.sort((a, b) => g.slots[a].y - g.slots[b].y || g.slots[a].x - g.slots[b].x)) {
    found.set(pile, under);
    under += piles[pile].length;
  }
  return found;
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
  const { falls } = spread([...there, ...items], shown.faces, g.cardHeight, room, g);
  const first = falls[there.length];
  return { x: slot.x, y: slot.y + first, w: slot.w, h: falls[falls.length - 1] - first + slot.h };
}
