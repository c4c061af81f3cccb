/**
 * The zones of every built-in game as the server tells them, and tables made of them: enough to lay out and to walk.
 */
import { kindsOf } from "../../../Public/js/model/zones.js";
import { snap } from "../fixtures.mjs";

const stock = { role: "stock", count: 1, empty: "none" };
const waste = { role: "waste", count: 1, empty: "none" };
const goal = { role: "waste", count: 1, dealt: 1 };
const foundations = (count, more = { suits: true, empty: "ace" }) => ({ role: "foundation", count, ...more });
const runs = (count) => foundations(count, { runs: true });
const columns = (count, dealt, more = {}) => ({ role: "tableau", count, dealt, spread: true, ...more });
const cells = (count, more = {}) => ({ role: "cell", count, ...more });
const king = { empty: "king" };
const picture = (places) => ({ role: "tableau", count: places.length, dealt: 1, empty: "none", places });

const klondike = (draw, count = 7, suits = 4) =>
  ({ draw, zones: [stock, waste, foundations(suits), columns(count, count, king)] });
const freecell = { draw: 0, zones: [foundations(4), columns(8, 7), cells(4)] };
const spider = { draw: 10, zones: [stock, runs(8), columns(10, 6)] };
const yukon = { draw: 0, zones: [foundations(4), columns(7, 11, king)] };
const peaks = [3, 9, 15];
const peakRows = [
  peaks, peaks.flatMap((x) => [x - 1, x + 1]), peaks.flatMap((x) => [x - 2, x, x + 2]),
  Array.from({ length: 10 }, (_, x) => 2 * x),
];
const pyramidRows = Array.from({ length: 7 }, (_, y) => Array.from({ length: y + 1 }, (__, i) => 6 - y + 2 * i));
const placesOf = (rows) => rows.flatMap((row, y) => row.map((x) => [x, y]));

/** @type {Record<string, {draw:number, zones:object[], pairs?:number}>} */
export const GAMES = {
  klondike1: klondike(1), klondike3: klondike(3), vegas1: klondike(1), vegas3: klondike(3), thoughtful: klondike(3),
  doubleklondike: klondike(1, 9, 8),
  freecell, bakers: freecell,
  eightoff: { draw: 0, zones: [foundations(4), columns(8, 6, king), cells(8, { dealt: 1 })] },
  seahaven: { draw: 0, zones: [foundations(4), columns(10, 5, king), cells(4, { dealt: 1 })] },
  spider1: spider, spider2: spider, spider4: spider,
  spiderette: { draw: 7, zones: [stock, runs(4), columns(7, 7)] },
  simplesimon: { draw: 0, zones: [runs(4), columns(10, 8)] },
  yukon, russian: yukon,
  scorpion: { draw: 3, zones: [stock, runs(4), columns(7, 7, king)] },
  canfield: {
    draw: 3,
    zones: [
      stock, waste, foundations(4, { dealt: 1, empty: "base" }), columns(4, 1),
      { role: "reserve", count: 1, dealt: 13, empty: "none" },
    ],
  },
  fortythieves: { draw: 1, zones: [stock, waste, foundations(8), columns(10, 4)] },
  easthaven: { draw: 7, zones: [stock, foundations(4), columns(7, 3, king)] },
  westcliff: { draw: 1, zones: [stock, waste, foundations(4), columns(10, 3)] },
  golf: { draw: 1, zones: [stock, goal, columns(7, 5, { empty: "none" })] },
  tripeaks: { draw: 1, zones: [stock, goal, picture(placesOf(peakRows))] },
  pyramid: {
    draw: 1, pairs: 13,
    zones: [stock, waste, foundations(1, { empty: "none" }), picture(placesOf(pyramidRows))],
  },
  fan: { draw: 0, zones: [foundations(4), columns(18, 3, king)] },
  beleagueredcastle: { draw: 0, zones: [foundations(4, { dealt: 1, suits: true, empty: "ace" }), columns(8, 6)] },
  accordion: { draw: 0, zones: [{ role: "tableau", count: 52, dealt: 1, row: true, empty: "none" }] },
};

/** Games that nobody has written yet. */
export const INVENTED = {
  "two reserves and five cells": {
    draw: 2,
    zones: [
      stock, waste, foundations(8), columns(6, 4),
      cells(5), { role: "reserve", count: 2, dealt: 10, empty: "none" },
    ],
  },
  "twenty columns": { draw: 0, zones: [foundations(12), columns(20, 5)] },
  "two stocks": { draw: 1, zones: [{ ...stock, count: 2 }, { ...waste, count: 2 }, foundations(8), columns(8, 3)] },
  "four seats' reserves": {
    draw: 3, zones: [stock, waste, foundations(8), columns(4, 1), { role: "reserve", count: 4, dealt: 13 }],
  },
  "a column and nothing else": { draw: 0, zones: [columns(1, 52)] },
};

/**
 * A snapshot of a game with these piles. Every card lies open but those in the stock and those named as hidden.
 * @param {{draw:number, zones:object[]}} game @param {Record<string, number[]>} piles
 * @param {{hidden?:number[], more?:object}} [how]
 */
export function snapOf(game, piles, { hidden = [], more = {} } = {}) {
  const told = (pile, item) =>
    (pile.startsWith("stock") || hidden.includes(item) ? [item] : [item, faceOf(item)]);
  const runs = [...kindsOf(game.zones).keys()].map((pile) =>
    ({ in: pile, drag: true, items: (piles[pile] ?? []).map((item) => told(pile, item)) }));
  return snap({
    game: { id: "game", name: "A game", passes: -1, ...game }, regions: [{ name: "all", runs }], ...more,
  });
}

const RANKS = "A23456789TJQK";

/** @param {number} item */
export const faceOf = (item) => RANKS[item % 13] + "CDHS"[Math.floor(item / 13) % 4];
