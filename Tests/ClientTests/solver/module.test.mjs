/** The real solver, as the worker asks it, about a table that the server would tell. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { SolverModule } from "../../../Public/js/solver/module.js";

const WASM = new URL("../../../Public/solver.wasm", import.meta.url);
const CASES = new URL("../../Fixtures/solver.json", import.meta.url);
const skip = !existsSync(WASM) && "make wasm makes it";

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const { games } = JSON.parse(readFileSync(CASES, "utf8"));

/** What is asked in a case, by the beginning of its name. */
function question(name) {
  const game = games.find(({ cases }) => cases.some((it) => it.name.startsWith(name)));
  const { view, positions } = game.cases.find((it) => it.name.startsWith(name));
  return { rules: bytesOf(game.rules), view: bytesOf(view), positions };
}

describe("The solver's module", async () => {
  const { instance } = skip ? {} : await WebAssembly.instantiate(readFileSync(WASM));
  const made = (more = {}) => new SolverModule({ ...instance.exports, ...more });

  test("tells a line by cards and piles", { skip }, () => {
    const { is, line, autoOff, spent } = made().ask(question("freecell, deal 1"));
    assert.deepEqual([is, autoOff, spent], ["winnable", false, 94]);
    assert.equal(line.length, 100);
    for (const { item, in: pile } of line) {
      assert.ok(item < 52);
      assert.match(pile, /^[fct][0-7]$/);
    }
  });

  test("tells where the stock is turned, and where no card may go by itself", { skip }, () => {
    const { line, autoOff } = made().ask(question("thoughtful, deal 5, all"));
    assert.ok(autoOff);
    assert.ok(line.some(({ tap }) => tap === "stock") && line.some(({ in: pile }) => pile === "t0"));
  });

  test("says why there is no verdict", { skip }, () => {
    const asked = question("freecell, deal 11982");
    const module = made();
    assert.equal(module.ask(asked).is, "impossible");
    assert.deepEqual(module.ask({ ...asked, positions: 50 }), { is: "unknown", why: "positions", spent: 51 });
    const none = { is: "unknown", why: "question" };
    assert.deepEqual(module.ask({ ...asked, view: asked.view.slice(1) }), none);
    assert.deepEqual(module.ask({ ...asked, rules: Uint8Array.of(1, 2, 3) }), none);
    assert.deepEqual(module.ask({ ...asked, rules: question("thoughtful").rules }), none);
    assert.equal(made({ solve: () => 3 }).ask(asked).why, "memory");
    assert.equal(module.ask(asked).is, "impossible", "as before");
  });

  test("loads rules once, and a view for each question", { skip }, () => {
    const calls = [];
    const counted = Object.fromEntries(["loadRules", "loadView"].map((name) =>
      [name, (...numbers) => {
        calls.push(name);
        return instance.exports[name](...numbers);
      }]));
    const module = made(counted);
    for (const name of ["freecell, deal 1", "freecell, deal 2", "bakers, deal 1"]) module.ask(question(name));
    assert.deepEqual(calls, ["loadRules", "loadView", "loadView", "loadRules", "loadView"]);
  });

  test("is refused where it is another one", { skip }, () => {
    assert.throws(() => made({ version: () => 2 }), /another version/);
    assert.throws(() => made({ solve: undefined }), /no solve/);
    assert.throws(() => made({ memory: null }), /no memory/);
    assert.throws(() => made({ solve: () => 9 }).ask(question("freecell, deal 1")), /another verdict/);
    assert.throws(() => made({ alloc: () => 0 }).ask(question("freecell, deal 1")), /no memory/);
  });
});
