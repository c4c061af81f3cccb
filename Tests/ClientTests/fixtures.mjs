/**
 * What the tests share: the examples of docs/PROTOCOL.md, and a small table to play on.
 */
import { readFileSync } from "node:fs";
import { viewHash } from "../../Public/js/model/hash.js";
import { moved } from "../../Public/js/model/table.js";

const PROTOCOL = new URL("../../docs/PROTOCOL.md", import.meta.url);

/** The lines of all blocks that one side sends. @param {"client"|"server"} side */
export function examples(side) {
  const text = readFileSync(PROTOCOL, "utf8");
  const blocks = [...text.matchAll(/```json (client|server)\n([\s\S]*?)```/g)];
  return blocks.filter((block) => block[1] === side).flatMap((block) => block[2].trim().split("\n"));
}

/** The rules that a refusal by `illegal` may name. */
export function rules() {
  const [, names] = /^\| `illegal` \|[^|]*\|(.*)\|$/m.exec(readFileSync(PROTOCOL, "utf8"));
  return [...new Set([...names.matchAll(/`(\w+)`/g)].map(([, name]) => name))];
}

export const STATUS = {
  score: 0, moves: 0, pass: 0, redeal: true, up: 0, clock: 0, run: false, ticks: 0, status: "playing",
  undo: 0, redo: 0, safe: false, timed: true,
};

/** The zones of Klondike, as the server tells them. */
export const ZONES = [
  { role: "stock", count: 1, empty: "none" }, { role: "waste", count: 1, empty: "none" },
  { role: "foundation", count: 4, suits: true, empty: "ace" },
  { role: "tableau", count: 7, dealt: 7, spread: true, empty: "king" },
];

export const GAME = { id: "klondike1", name: "Klondike", draw: 1, passes: -1, zones: ZONES };

const FACES = { 1: "7S", 2: "6D", 3: "5C", 4: "QD", 5: "7D", 6: "AH", 10: "2C", 11: "3C", 12: "4C", 13: "9H" };

/** A table whose hidden cards are 10, 11, 12 in the stock and 13 under the red seven. */
export function snap(more = {}) {
  const run = (name, items, drag = true) => ({ in: name, ...(drag && { drag }), items });
  const up = (...items) => items.map((item) => [item, FACES[item]]);
  const message = {
    t: "snap", r: "rTable", e: "00000001", v: 10, h: "", why: "join",
    game: GAME, deal: { kind: "open", n: 7 },
    regions: [
      { name: "stock", runs: [run("stock", [[12], [11], [10]], false)] },
      { name: "waste", runs: [run("waste", up(4))] },
      { name: "foundations", runs: ["f0", "f1", "f2", "f3"].map((name) => run(name, [])) },
      {
        name: "tableau", formation: "stack",
        runs: [
          run("t0", [], false), run("t0", up(1)), run("t1", [[13]], false), run("t1", up(5)),
          run("t2", up(2, 3)), run("t3", up(6)), run("t4", []), run("t5", []), run("t6", []),
        ],
      },
    ],
    s: { ...STATUS }, seats: [{ n: 0, id: "g_1", name: "Ada", kind: "guest", on: true }], watching: 0, live: [],
    ...more,
  };
  return message;
}

export const dests = (v = 10) => ({
  t: "dests", r: "rTable", v, d: [[1], [2, "t0"], [3, "t5"], [4], [5, "t6!"], [6, "f2"]], tap: ["stock"],
  send: [[6, "f2"]], finish: false,
});

/** The event that leads on from a store's confirmed table, with the true hash. */
export function event(table, m, more = {}) {
  const faces = new Map(table.faces);
  for (const [item, face] of more.up ?? []) faces.set(item, face);
  for (const item of more.dn ?? []) faces.delete(item);
  const h = viewHash({ order: table.order, piles: moved(table.piles, m), faces });
  return {
    t: "ev", r: "rTable", p: table.version, v: table.version + 1, by: 0, op: "move", m, up: [], dn: [], h,
    s: { ...STATUS, moves: table.status.moves + 1 }, ...more,
  };
}
