/**
 * The rules in the browser (docs/PREDICTION.md) as `make wasm` built them, held against the cases that the native build
 * answers too (Tests/Fixtures/prediction.json).
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { bytesOf, dice, hexOf, read, saidOf, start as begin } from "./modules.mjs";

const GZIP_BYTES_MAX = 40960;
const file = read("Public/patience.wasm");
const engineFile = read(".build-wasm/engine.wasm");
const fixture = JSON.parse(read("Tests/Fixtures/prediction.json").toString());

const start = (wasm = file) => begin(wasm);

/** FNV-1a, as the cases have it. */
class Digest {
  value = 0x811c9dc5;
  add(byte) { this.value = Math.imul(this.value ^ byte, 0x01000193) >>> 0; }
  add32(number) { for (const shift of [0, 8, 16, 24]) this.add(number >>> shift & 255); }
}

describe("The module", () => {
  test(`has at most ${GZIP_BYTES_MAX} bytes when it is compressed`, (t) => {
    const bytes = gzipSync(file, { level: 9 }).length;
    t.diagnostic(`${file.length} bytes, ${bytes} compressed`);
    assert.ok(bytes <= GZIP_BYTES_MAX, `${bytes} bytes`);
  });

  test("needs nothing from outside and exports what the page about it says", () => {
    const [page] = read("docs/PREDICTION.md").toString().split("## The solver in the browser");
    for (const wasm of [file, engineFile]) {
      assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(wasm)), []);
    }
    const exported = WebAssembly.Module.exports(new WebAssembly.Module(file)).map(({ name }) => name);
    assert.deepEqual(exported.sort(), [...saidOf(page), "memory"].sort());
  });

  test("tells its version, and answers nothing before it was given anything", async () => {
    const { rules, ask, load } = await start();
    assert.equal(rules.version(), 1);
    for (const name of ["piles", "choices", "view", "awaited"]) assert.equal(ask(name).length, 0);
    assert.equal(rules.whyNotDrop(0, 0), 255);
    assert.equal(rules.play(2, 0, 0), 255);
    assert.equal(rules.look(0), -1);
    assert.equal(load("loadView", bytesOf(fixture.cases[0].view)), 3);
    assert.equal(rules.loadRules(0, 10), 1);
    assert.equal(rules.loadRules(0xfffffff0, 100), 1, "outside of the memory");
    assert.equal(rules.loadRules(rules.memory.buffer.byteLength - 4, 5), 1, "beyond its end");
  });

  test("names refusals and formations", async () => {
    const { ask } = await start();
    const name = (kind, number) => new TextDecoder().decode(ask(kind, number));
    assert.equal(name("refusalName", 1), "notNextRank");
    assert.deepEqual([0, 200, 70000].map((number) => name("refusalName", number)), ["", "", ""]);
    assert.deepEqual([0, 1, 2, 3, 4, 5].map((number) => name("formationName", number)),
      ["default", "none", "pile", "list", "stack", ""]);
  });
});

describe("The cases", () => {
  for (const each of fixture.cases) {
    test(each.name, async () => {
      const { rules, ask, load } = await start();
      assert.equal(load("loadRules", bytesOf(each.rules)), 0);
      assert.equal(new TextDecoder().decode(ask("piles")), each.piles);
      assert.equal(load("loadView", bytesOf(each.view)), 0);
      assert.equal(hexOf(ask("view")), each.view);
      for (const handle of each.held) assert.equal(rules.hold(handle), 0);
      assert.equal(hexOf(ask("choices")), each.choices);

      const [refusals, looks] = [new Digest(), new Digest()];
      const cards = bytesOf(each.view);
      const piles = each.piles.split(";").length;
      const header = 19 + 2 * cards[16]; // a pass for each seat
      const count = (cards.length - header - 2 * piles) / 3;
      for (let handle = 0; handle <= count; handle += 1) {
        for (let pile = 0; pile <= piles; pile += 1) refusals.add(rules.whyNotDrop(handle, pile));
        looks.add32(rules.look(handle));
      }
      assert.equal(refusals.value, each.refusals);
      assert.equal(looks.value, each.looks);

      for (const { operation, handle, pile, answer, view, awaited } of each.plays) {
        assert.equal(rules.play(operation, handle, pile), answer);
        assert.equal(hexOf(ask("view")), view);
        assert.equal(hexOf(ask("awaited")), awaited);
      }
    });
  }
});

describe("The engine as WebAssembly", () => {
  for (const { game, seed, steps, digest } of fixture.walks) {
    test(`walks ${steps} random steps of game ${game}, seed ${seed}, as it does natively`, async (t) => {
      const { rules } = await start(engineFile);
      const began = performance.now();
      assert.equal(rules.walk(game, seed, steps) >>> 0, digest);
      t.diagnostic(`${(performance.now() - began).toFixed(0)} ms`);
      assert.notEqual(rules.walk(game, seed + 1, steps) >>> 0, digest);
    });
  }

  for (const { seed, steps, digest } of fixture.differences) {
    test(`applies ${steps} random differences, seed ${seed}, as it does natively`, async () => {
      const { rules } = await start(engineFile);
      assert.equal(rules.walkDifferences(seed, steps) >>> 0, digest);
    });
  }

  for (const { work, sum } of fixture.measured) {
    test(`does work ${work} of the measurements as it is done natively`, async () => {
      const { rules } = await start(engineFile);
      assert.equal(rules.bench(work, 1) >>> 0, sum);
      assert.notEqual(rules.bench(work, 2) >>> 0, sum);
    });
  }

  test("takes no memory for a proposal, whatever the pointer is over", async () => {
    const { rules } = await start(engineFile);
    const [destinations, proposals] = [1, 2];
    rules.bench(proposals, 1); // makes the boards
    const before = rules.allocations();
    rules.bench(proposals, 100);
    assert.equal(rules.allocations(), before);
    rules.bench(destinations, 1);
    assert.notEqual(rules.allocations(), before, "the meter counts");
  });

  test("gives all memory back after a walk", async () => {
    const { rules } = await start(engineFile);
    rules.walk(0, 1, 2000);
    const before = rules.liveBytes();
    const size = rules.memory.buffer.byteLength;
    for (let seed = 0; seed < 5; seed += 1) rules.walk(0, 1, 2000);
    assert.equal(rules.liveBytes(), before);
    assert.equal(rules.memory.buffer.byteLength, size);
  });
});

describe("Bytes from anywhere", () => {
  const [first] = fixture.cases;

  test("20,000 random ones are refused as rules and as views, and nothing breaks", async () => {
    const { rules, load } = await start();
    const below = dice(7);
    let refused = 0;
    for (let number = 0; number < 20000; number += 1) {
      const good = bytesOf(number % 2 === 0 ? first.rules : first.view);
      let bytes = good.slice();
      if (number % 4 < 2) bytes = Uint8Array.from({ length: below(250) }, () => below(256));
      else for (let change = 0; change <= below(3); change += 1) bytes[below(bytes.length)] = below(256);
      if (number % 2 === 0) {
        if (load("loadRules", bytes) !== 0) refused += 1;
      } else {
        assert.equal(load("loadRules", bytesOf(first.rules)), 0);
        if (load("loadView", bytes) === 0) {
          rules.choices();
          for (const operation of [1, 2, 3, 4]) rules.play(operation, below(60), below(15));
          rules.whyNotDrop(below(60), below(15));
          rules.look(below(60));
        } else {
          refused += 1;
        }
      }
    }
    assert.ok(refused >= 10000, `only ${refused} were refused`);
    assert.equal(load("loadRules", bytesOf(first.rules)), 0);
    assert.equal(load("loadView", bytesOf(first.view)), 0);
  });

  test("calls with numbers that mean nothing are refused", async () => {
    const { rules, load } = await start();
    load("loadRules", bytesOf(first.rules));
    load("loadView", bytesOf(first.view));
    for (const number of [52, 65535, 65536, 2 ** 31, -1]) {
      for (const pile of [13, 255, 256, -1]) {
        assert.notEqual(rules.whyNotDrop(number, pile), 0);
        assert.notEqual(rules.play(1, number, pile), 0);
        assert.notEqual(rules.play(number, 0, 0), 0);
      }
      assert.equal(rules.look(number), -1);
      assert.notEqual(rules.hold(number), 0);
    }
    assert.equal(rules.alloc(2 ** 32 - 1), 0, "more than there is");
  });

  test("memory does not grow with use", async () => {
    const { rules, ask, load } = await start();
    const use = () => {
      load("loadRules", bytesOf(first.rules));
      load("loadView", bytesOf(first.view));
      load("loadView", bytesOf(first.view).slice(1));
      load("loadView", bytesOf(first.view));
      ask("choices");
      rules.play(2, 0, 0);
      ask("view");
    };
    for (let number = 0; number < 50; number += 1) use();
    const [live, size] = [rules.liveBytes(), rules.memory.buffer.byteLength];
    for (let number = 0; number < 2000; number += 1) use();
    assert.equal(rules.liveBytes(), live);
    assert.equal(rules.memory.buffer.byteLength, size);
  });
});
