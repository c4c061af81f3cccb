/**
 * The solver in the browser (docs/PREDICTION.md) as `make wasm` built it, held against the cases that the native build
 * answers too (Tests/Fixtures/solver.json). Each line is played by the rules in the browser.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { bytesOf, dice, hexOf, read, saidOf, start as begin } from "./modules.mjs";

const GZIP_BYTES_MAX = 98304;
const ARENA_BYTES = 64 << 20;
const [WINNABLE, IMPOSSIBLE, OUT_OF_POSITIONS, , NO_QUESTION] = [0, 1, 2, 3, 4];
const WON = 1;
const file = read("Public/solver.wasm");
const rulesFile = read("Public/patience.wasm");
const { games } = JSON.parse(read("Tests/Fixtures/solver.json").toString());
const prediction = JSON.parse(read("Tests/Fixtures/prediction.json").toString());

const start = () => begin(file);
const freecell = games.find(({ id }) => id === "freecell");
const [first] = freecell.cases;
const klondike = prediction.cases.find(({ name }) => name.startsWith("klondike1,"));

/** The bytes of the line found last. */
function lineOf({ told }) {
  const [, low, high] = told(3);
  return told(3 + 3 * (low | high << 8));
}

/** Where cards do not go by themselves. */
function withAutoOff(view) {
  const bytes = view.slice();
  bytes[1] &= ~3;
  return bytes;
}

function assertWins(rules, view, line) {
  assert.equal(rules.load("loadView", line[0] === 1 ? withAutoOff(view) : view), 0);
  for (let at = 3; at < line.length; at += 3) {
    const item = line[at] | line[at + 1] << 8;
    const refusal = item === 0xFFFF ? rules.rules.play(2, 0, 0) : rules.rules.play(1, item, line[at + 2]);
    assert.equal(refusal, 0, `step ${(at - 3) / 3}`);
  }
  assert.equal(rules.ask("view")[2], WON);
}

describe("The module", () => {
  test(`has at most ${GZIP_BYTES_MAX} bytes when it is compressed`, (t) => {
    const bytes = gzipSync(file, { level: 9 }).length;
    t.diagnostic(`${file.length} bytes, ${bytes} compressed`);
    assert.ok(bytes <= GZIP_BYTES_MAX, `${bytes} bytes`);
  });

  test("needs nothing from outside and exports what the page about it says", () => {
    const [, part] = read("docs/PREDICTION.md").toString().split("## The solver in the browser");
    const module = new WebAssembly.Module(file);
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    const exported = WebAssembly.Module.exports(module).map(({ name }) => name).sort();
    assert.deepEqual(exported, [...saidOf(part), "memory"].sort());
  });

  test("names the piles as the rules do", async () => {
    const [solver, rules] = [await start(), await begin(rulesFile)];
    for (const game of games) {
      const names = [solver, rules].map((module) => {
        assert.equal(module.load("loadRules", bytesOf(game.rules)), 0);
        return new TextDecoder().decode(module.ask("piles"));
      });
      assert.equal(names[0], names[1]);
    }
  });
});

for (const game of games) {
  describe(`Its verdicts on ${game.id}`, async () => {
    const [solver, rules] = [await start(), await begin(rulesFile)];
    solver.load("loadRules", bytesOf(game.rules));
    rules.load("loadRules", bytesOf(game.rules));
    for (const { name, view, positions, verdict, spent, line } of game.cases) {
      test(name, () => {
        assert.equal(solver.load("loadView", bytesOf(view)), 0);
        assert.equal(solver.rules.solve(positions), verdict);
        assert.equal(solver.rules.spent(), spent);
        if (verdict !== WINNABLE) return;
        assert.equal(hexOf(lineOf(solver)), line);
        assertWins(rules, bytesOf(view), bytesOf(line));
      });
    }
  });
}

describe("What it cannot be asked", () => {
  test("is anything before a game and a view are there", async () => {
    const { rules, load } = await start();
    assert.equal(rules.version(), 1);
    assert.deepEqual([rules.solve(100), rules.spent(), rules.piles()], [NO_QUESTION, 0, 0]);
    assert.equal(load("loadView", bytesOf(first.view)), 3);
    load("loadRules", bytesOf(freecell.rules));
    assert.equal(rules.solve(100), NO_QUESTION);
    assert.equal(load("loadView", bytesOf(first.view).slice(1)), 2);
    assert.equal(rules.solve(100), NO_QUESTION);
    for (const [pointer, length] of [[0, 10], [0xfffffff0, 100], [rules.memory.buffer.byteLength - 4, 5]]) {
      assert.equal(rules.loadRules(pointer, length), 1);
    }
  });

  test("is a table with cards that nobody sees", async () => {
    const { rules, load } = await start();
    assert.equal(load("loadRules", bytesOf(klondike.rules)), 0);
    assert.equal(load("loadView", bytesOf(klondike.view)), 0);
    assert.equal(rules.solve(1000), NO_QUESTION);
  });

  test("is a view of another game, and nothing is left of the one before", async () => {
    const { rules, load } = await start();
    load("loadRules", bytesOf(freecell.rules));
    load("loadView", bytesOf(first.view));
    assert.equal(rules.solve(1000), WINNABLE);
    load("loadRules", bytesOf(klondike.rules));
    assert.equal(rules.solve(1000), NO_QUESTION);
    assert.equal(load("loadView", bytesOf(first.view)), 2);
    assert.equal(rules.solve(1000), NO_QUESTION);
  });

  test("is 5,000 rulesets and views that were changed anywhere: some have a verdict, and nothing breaks", async () => {
    const { rules, load } = await start();
    const below = dice(11);
    const changed = (bytes) => {
      for (let change = 0; change <= below(3); change += 1) bytes[below(bytes.length)] = below(256);
      return bytes;
    };
    const verdicts = new Map();
    for (let number = 0; number < 5000; number += 1) {
      const game = games[below(games.length)];
      const [isOfRules, view] = [number % 2 === 0, bytesOf(game.cases[below(game.cases.length)].view)];
      load("loadRules", isOfRules ? changed(bytesOf(game.rules)) : bytesOf(game.rules));
      load("loadView", isOfRules ? view : changed(view));
      const verdict = rules.solve(200);
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    }
    for (const verdict of [WINNABLE, IMPOSSIBLE, OUT_OF_POSITIONS, NO_QUESTION]) {
      assert.ok(verdicts.get(verdict) > 20, `${verdict}: ${verdicts.get(verdict)}`);
    }
  });
});

describe("What a search takes", () => {
  test("is no position where none is allowed", async () => {
    const { rules, load } = await start();
    load("loadRules", bytesOf(freecell.rules));
    load("loadView", bytesOf(first.view));
    assert.deepEqual([rules.solve(0), rules.spent()], [OUT_OF_POSITIONS, 0]);
    assert.deepEqual([rules.solve(10), rules.spent()], [OUT_OF_POSITIONS, 11]);
    assert.equal(rules.solve(-1), WINNABLE, "as many as a number can say");
  });

  test("is one piece of memory for each ruleset, which is given back for the next", async () => {
    const { rules, load } = await start();
    const before = rules.liveBytes();
    assert.ok(before < 65536);
    const once = () => {
      for (const game of games) {
        load("loadRules", bytesOf(game.rules));
        load("loadView", bytesOf(game.cases[0].view));
        rules.solve(game.cases[0].positions);
        assert.ok(rules.liveBytes() > ARENA_BYTES && rules.liveBytes() < ARENA_BYTES + (1 << 20));
      }
      load("loadRules", new Uint8Array(10));
      return [rules.liveBytes(), rules.memory.buffer.byteLength];
    };
    once();
    const [live, size] = once();
    assert.ok(live < 65536 && size < ARENA_BYTES + (2 << 20));
    for (let time = 0; time < 5; time += 1) assert.deepEqual(once(), [live, size]);
  });
});
