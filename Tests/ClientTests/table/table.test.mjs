import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fnv1a, viewHash, viewText } from "../../../Public/js/model/hash.js";
import { afterEvent, fromSnap, moved, pileOf, withItem } from "../../../Public/js/model/table.js";
import { event, examples, snap } from "../fixtures.mjs";

describe("the view hash", () => {
  test("is FNV-1a, 32 bit", () => {
    // The published vectors of the hash's authors.
    assert.equal(fnv1a(""), "811c9dc5");
    assert.equal(fnv1a("a"), "e40c292c");
    assert.equal(fnv1a("foobar"), "bf9cf968");
  });

  test("is over the text that the protocol shows", () => {
    const piles = { stock: [51, 50], waste: [28], f0: [] };
    const view = { order: ["stock", "waste", "f0"], piles, faces: new Map([[28, "5H"]]) };
    assert.equal(viewText(view), "stock:51,50;waste:28=5H;f0:;");
    assert.equal(viewHash(view), fnv1a("stock:51,50;waste:28=5H;f0:;"));
  });

  test("differs when only a face differs, or an order", () => {
    const view = (faces, items = [1, 2]) => viewHash({ order: ["t0"], piles: { t0: items }, faces: new Map(faces) });
    const all = [view([]), view([[1, "5H"]]), view([[1, "5D"]]), view([], [2, 1])];
    assert.equal(new Set(all).size, all.length);
  });
});

describe("a snapshot", () => {
  test("of the protocol's page becomes a table", () => {
    const message = JSON.parse(examples("server").find((line) => line.includes('"t":"snap"')));
    const table = fromSnap(message);
    assert.deepEqual(table.piles, { stock: [51, 50], waste: [28], f0: [], t0: [4, 5, 6] });
    assert.deepEqual([...table.faces], [[28, "5H"], [5, "7S"], [6, "6D"]]);
    assert.equal(table.version, 412);
  });

  test("joins the runs of a pile, face down and face up", () => {
    assert.deepEqual(fromSnap(snap()).piles.t1, [13, 5]);
  });
});

describe("moves", () => {
  const piles = { a: [1, 2, 3], b: [4, 5], c: [] };

  test("append in the order they name", () => {
    assert.deepEqual(moved(piles, [["mv", [3, 2], "b"]]), { a: [1], b: [4, 5, 3, 2], c: [] });
  });

  test("go before a handle that they name", () => {
    assert.deepEqual(moved(piles, [["mv", [1], "b", 5]]), { a: [2, 3], b: [4, 1, 5], c: [] });
  });

  test("follow each other", () => {
    assert.deepEqual(moved(piles, [["mv", [3], "c"], ["mv", [3, 5], "a"]]), { a: [1, 2, 3, 5], b: [4], c: [] });
  });

  test("leave the piles they were given", () => {
    moved(piles, [["mv", [1, 2, 3, 4, 5], "c"]]);
    assert.deepEqual(piles, { a: [1, 2, 3], b: [4, 5], c: [] });
  });

  test("lose no card and double none, at random", () => {
    const seed = Date.now() >>> 0;
    let state = seed;
    const random = (n) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % n;
    let now = { a: [0, 1, 2, 3, 4], b: [5, 6, 7], c: [8], d: [] };
    for (let turn = 0; turn < 500; turn++) {
      const names = Object.keys(now);
      const from = now[names[random(4)]];
      const items = from.slice(random(from.length + 1));
      const to = names[random(4)];
      const stay = now[to].filter((item) => !items.includes(item));
      const before = stay.length > 0 && random(2) === 0 ? [stay[random(stay.length)]] : [];
      now = moved(now, [["mv", items, to, ...before]]);
      assert.deepEqual(Object.values(now).flat().sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8], `seed ${seed}, turn ${turn}`);
    }
  });
});

describe("an event", () => {
  const table = fromSnap(snap());

  test("moves, turns up and names the new status", () => {
    const next = afterEvent(table, event(table, [["mv", [5], "t6"]], { up: [[13, "9H"]] }));
    assert.deepEqual([next.piles.t1, next.piles.t6, next.faces.get(13), next.version], [[13], [5], "9H", 11]);
    assert.equal(next.status.moves, 1);
  });

  test("turns down", () => {
    const next = afterEvent(table, event(table, [["mv", [4], "stock"]], { dn: [4] }));
    assert.equal(next.faces.has(4), false);
  });

  test("that we know already is old", () => {
    assert.equal(afterEvent(table, { ...event(table, []), p: 9, v: 10 }), "old");
  });

  test("that leads on from elsewhere is a gap", () => {
    assert.equal(afterEvent(table, { ...event(table, []), p: 11, v: 12 }), "gap");
  });

  test("whose result differs from ours is refused", () => {
    assert.equal(afterEvent(table, { ...event(table, [["mv", [4], "t0"]]), h: "00000000" }), "hash");
  });

  test("that ends a sealed deal opens the seal", () => {
    const sealed = fromSnap(snap({ deal: { kind: "sealed", commit: "ab" } }));
    const next = afterEvent(sealed, event(sealed, [], { reveal: { seed: "01", salt: "02" } }));
    assert.deepEqual(next.deal, { kind: "sealed", commit: "ab", seed: "01", salt: "02" });
  });

  test("does not change the table before it", () => {
    afterEvent(table, event(table, [["mv", [5], "t6"]], { up: [[13, "9H"]] }));
    assert.deepEqual([table.piles.t1, table.faces.has(13), table.version], [[13, 5], false, 10]);
  });
});

describe("what travels", () => {
  const { piles } = fromSnap(snap());
  test("is the card and all on it", () => assert.deepEqual(withItem(piles, 2), [2, 3]));
  test("from a pile's top is the card alone", () => assert.deepEqual(withItem(piles, 4), [4]));
  test("a card that is nowhere has no pile", () => assert.equal(pileOf(piles, 99), null));
});
