/**
 * Whatever lies open on a table can be read: rank and suit whole, at least 11 pixels high. Asked of each game at the
 * moment when its longest column of 1,000 random games was longest (`baize-bench random --games 1000 --longest`), from
 * a phone to a large screen.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { closedUp, geometry, needs, places } from "../../../Public/js/table/piles/layout.js";
import { GAMES } from "./games.mjs";

/** What is left for the board in a window of so many pixels. */
const SIZES = {
  "360×640": [348, 512], "390×844": [378, 716], "820×1180": [788, 1036],
  "1280×800": [1168, 722], "1440×900": [1328, 822], "1920×1080": [1808, 1002], "2560×1440": [2448, 1362],
};
const WISHES = [false, true].flatMap((left) => [false, true].map((large) => ({ left, large })));
/**
 * Of an index that is as high as 1: what is above it, and how far a ten reaches from the edge; of that height, a Q has
 * all, the other ranks 50 of 52 parts, which makes 11 pixels: cards.svg.
 */
const ABOVE = 0.14;
const ACROSS = 2.18;
const LEAST = 11.43;

const path = new URL("../../Fixtures/longest-columns.jsonl", import.meta.url);
const longest = readFileSync(path, "utf8").trim().split("\n").map((line) => JSON.parse(line));

/** A table as it is written in the fixture. */
function shownOf({ piles: written }) {
  const piles = {};
  const faces = new Map();
  let item = 0;
  for (const [pile, cards] of Object.entries(written)) {
    piles[pile] = cards.split(" ").filter((card) => card !== "").map((card) => {
      if (card !== "?") faces.set(item, card);
      return item++;
    });
  }
  return { piles, faces };
}

/** The board of a table, as the page makes it. */
function boardOf(game, shown, [width, height], wishes) {
  const usual = geometry(game, width, height, wishes);
  const found = needs(usual, shown);
  return closedUp(found ? geometry(game, width, height, wishes, found) : usual, shown.piles);
}

/** The cards whose index is not seen, or is too small, and why. */
function unread(shown, g) {
  const lie = places(shown, g);
  const all = [...lie].filter(([, { deep }]) => !deep).map(([item, place]) => ({ item, ...place }));
  return all.filter(({ item }) => shown.faces.has(item)).flatMap((card) => {
    // Of a squared pile only the top is meant to be seen.
    const isTop = card.index === shown.piles[card.pile].length - 1;
    if (!isTop && g.rooms[card.pile] === undefined && !isFanned(card, shown, g)) return [];
    const high = (card.print || g.print) * g.cardHeight / 350;
    const index = { x: card.x, y: card.y, w: ACROSS * high, h: (1 + ABOVE) * high };
    const faults = high < LEAST ? [`only ${high.toFixed(1)} high`] : [];
    for (const other of all) {
      if (other.z <= card.z || other.item === card.item) continue;
      const isOver = other.x < index.x + index.w - 0.5 && index.x < other.x + g.cardWidth
        && other.y < index.y + index.h - 0.5 && index.y < other.y + g.cardHeight;
      if (isOver) faults.push(`under ${shown.faces.get(other.item)}`);
    }
    return faults.map((fault) => `${shown.faces.get(card.item)} in ${card.pile}: ${fault}`);
  });
}

const isFanned = ({ pile, index }, shown, g) =>
  g.fans[pile] !== undefined && shown.piles[pile].length - 1 - index < g.fans[pile].cards;

for (const table of longest) {
  describe(`the longest column of ${table.game}, ${table.known} cards to be read of ${table.cards}`, () => {
    const game = GAMES[table.game];
    const shown = shownOf(table);
    for (const [size, room] of Object.entries(SIZES)) {
      for (const wishes of WISHES) {
        const how = `${size}${wishes.left ? ", left" : ""}${wishes.large ? ", large" : ""}`;
        test(`can be read at ${how}`, () => assert.deepEqual(unread(shown, boardOf(game, shown, room, wishes)), []));
        test(`lies within the board at ${how}`, () => {
          const g = boardOf(game, shown, room, wishes);
          assert.ok(g.width <= room[0] && g.height <= room[1], `${g.width} × ${g.height}`);
          for (const [item, { x, y }] of places(shown, g)) {
            assert.ok(x >= 0 && y >= 0 && x + g.cardWidth <= g.width && y + g.cardHeight <= g.height, `${item}`);
          }
        });
      }
    }
  });
}

describe("a card that cannot be read", () => {
  const table = longest.find(({ game }) => game === "yukon");
  const shown = shownOf(table);
  const g = boardOf(GAMES.yukon, shown, SIZES["360×640"], WISHES[0]);

  test("is found where its column has too little room", () => {
    const tight = { ...g, rooms: Object.fromEntries(Object.keys(g.rooms).map((pile) => [pile, 60])) };
    assert.ok(unread(shown, tight).length > 10);
  });

  test("is found where its index is too small", () => {
    assert.ok(unread(shown, { ...g, print: 8 }).length > 5);
  });
});

test("all games are asked", () => {
  assert.deepEqual(longest.map(({ game }) => game).sort(), Object.keys(GAMES).sort());
});
