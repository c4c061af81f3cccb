/**
 * How much longer the solver takes as WebAssembly: `node Tests/Tools/measure/solver.mjs .build/release/baize`.
 *
 * FreeCell 1 to 200 as a player asks about them, one after the other, and some deals that take long, in this engine and
 * natively with as much memory. Each is the best of twenty runs, since other work on the machine makes any of them
 * slower. The first search of a page also waits until the engine has compiled the module well, which is left in.
 */
import { execFileSync } from "node:child_process";
import { bytesOf, read, start } from "../../WasmTests/modules.mjs";

const RUNS = 20;
const POSITIONS = 50e6;
const [, , baize] = process.argv;
const { games } = JSON.parse(read("Tests/Fixtures/solver.json").toString());
const SUITS = [0, 1, 2, 3];

/** The cards of a deal of Microsoft's, as bytes of a view. */
function microsoft(number) {
  const deck = Array.from({ length: 13 }, (_, rank) => SUITS.map((suit) => suit << 4 | rank + 1)).flat();
  let state = number;
  return deck.map((_, dealt) => {
    state = Math.imul(state, 214013) + 2531011 & 0x7FFFFFFF;
    const [last, place] = [51 - dealt, (state >> 16) % (52 - dealt)];
    const card = deck[place];
    deck[place] = deck[last];
    return card;
  });
}

/** What is seen of FreeCell at the beginning: the same as of deal 1, with other faces. */
function freecell(number) {
  const view = bytesOf(games.find(({ id }) => id === "freecell").cases[0].view);
  const [faces, bytes] = [microsoft(number), new DataView(view.buffer)];
  for (let at = 21, pile = 0; pile < view[3]; pile += 1) {
    const count = bytes.getUint16(at, true);
    at += 2;
    for (let card = 0; card < count; card += 1, at += 3) view[at + 2] = faces[bytes.getUint16(at, true)];
  }
  return view;
}

/** Milliseconds of searching. */
async function asWasm(id, views) {
  const { rules, load } = await start(read("Public/solver.wasm"));
  load("loadRules", bytesOf(games.find((it) => it.id === id).rules));
  let sum = 0;
  for (const view of views) {
    if (load("loadView", view) !== 0) throw new Error("no view");
    const began = performance.now();
    if (rules.solve(POSITIONS) > 1) throw new Error("no verdict");
    sum += performance.now() - began;
  }
  return sum;
}

function natively(id, range) {
  const lines = execFileSync(baize, ["solve", id, range, "--json", "--memory", "64"]).toString().trim().split("\n");
  return lines.map((line) => JSON.parse(line)).filter(({ deal }) => deal !== undefined)
    .reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

const deal = (id, number) =>
  bytesOf(games.find((it) => it.id === id).cases.find(({ name }) => name === `${id}, deal ${number}`).view);
const works = [
  ["freecell", "1..200", Array.from({ length: 200 }, (_, index) => freecell(index + 1))],
  ["freecell", "11982", [freecell(11982)]],
  ["bakers", "1..20", Array.from({ length: 20 }, (_, index) => deal("bakers", index + 1))],
  ["thoughtful", "5..8", [5, 6, 7, 8].map((number) => deal("thoughtful", number))],
  ["simplesimon", "1", [deal("simplesimon", 1)]],
];
for (const [id, range, views] of works) {
  let [wasm, native] = [Infinity, Infinity];
  for (let run = 0; run < RUNS; run += 1) {
    wasm = Math.min(wasm, await asWasm(id, views));
    if (baize) native = Math.min(native, natively(id, range));
  }
  const more = baize ? `, natively ${native.toFixed(0)} ms: ${(wasm / native).toFixed(1)} times as long` : "";
  console.log(`${id} ${range}: ${wasm.toFixed(0)} ms${more}`);
}
