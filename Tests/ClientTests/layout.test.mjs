import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { geometry, landing, offsets, places } from "../../Public/js/view/layout.js";
import { cardAt, pileAt, target } from "../../Public/js/dnd/hit.js";

const SIZES = [[344, 600], [950, 700], [1840, 1010], [660, 296], [1000, 2000], [300, 300]];
const PILES = "stock waste f0 f1 f2 f3 t0 t1 t2 t3 t4 t5 t6".split(" ");
const shown = (piles, faceUp) => ({
  piles: Object.assign(Object.fromEntries(PILES.map((name) => [name, []])), piles),
  faces: new Map(faceUp.map((item) => [item, "5H"])),
});
const range = (from, count) => Array.from({ length: count }, (_, index) => from + index);

describe("the table", () => {
  for (const [width, height] of SIZES) {
    const g = geometry(width, height);
    test(`fits ${width} × ${height}: seven cards and six gaps`, () => {
      assert.equal(g.width, 7 * g.cardWidth + 6 * g.gap);
      assert.ok(g.width <= width, `${g.width}`);
      assert.ok(Math.abs(g.cardHeight / g.cardWidth - 7 / 5) < 0.02);
      assert.equal(g.rowGap, 2 * g.gap);
    });

    test(`of ${width} × ${height} holds the longest column`, () => {
      for (const [down, up] of [[0, 13], [6, 13], [6, 1], [0, 1]]) {
        const items = range(0, down + up);
        const lie = places(shown({ t6: items }, items.slice(down)), g, 1);
        const bottom = Math.max(...[...lie.values()].map(({ y }) => y)) + g.cardHeight;
        assert.ok(bottom <= Math.max(height, g.tableauTop + g.cardHeight) + 1, `${down} down, ${up} up: ${bottom}`);
      }
    });
  }

  test("of the seed: on a wide pad the gap is 10 and the space between the rows 20", () => {
    const g = geometry(950, 1200);
    assert.deepEqual([g.gap, g.rowGap], [10, 20]);
    assert.equal(g.cardWidth, Math.floor((950 - 60) / 7));
  });

  test("has stock, waste, a blank column, then the foundations", () => {
    const g = geometry(950, 700);
    const columnOf = (name) => g.slots[name].x / (g.cardWidth + g.gap);
    assert.deepEqual(["stock", "waste", "f0", "f1", "f2", "f3"].map(columnOf), [0, 1, 3, 4, 5, 6]);
    assert.deepEqual(range(0, 7).map((n) => columnOf(`t${n}`)), range(0, 7));
  });

  test("shows less of a face-down card than of a face-up one", () => {
    const { down, up } = offsets(geometry(950, 700), 3, 3);
    assert.ok(down < up);
  });
});

describe("the waste", () => {
  const g = geometry(950, 700);
  test("of draw 1 is squared: only the current card is seen", () => {
    const lie = places(shown({ waste: [1, 2, 3] }, [1, 2, 3]), g, 1);
    assert.deepEqual([1, 2, 3].map((item) => lie.get(item).x), Array(3).fill(g.slots.waste.x));
    assert.deepEqual([1, 2, 3].map((item) => lie.get(item).deep), [true, false, false]);
  });

  test("of draw 3 fans its last three into the blank column, and no further", () => {
    const lie = places(shown({ waste: [1, 2, 3, 4] }, [1, 2, 3, 4]), g, 3);
    const xs = [1, 2, 3, 4].map((item) => lie.get(item).x);
    assert.equal(xs[0], xs[1]);
    assert.ok(xs[1] < xs[2] && xs[2] < xs[3]);
    assert.ok(xs[3] + g.cardWidth < g.slots.f0.x);
  });
});

describe("the landing place", () => {
  const g = geometry(950, 700);
  test("is the empty column's own", () => {
    assert.deepEqual(landing(shown({}, [9]), g, "t3", [9]), g.slots.t3);
  });

  test("is where the cards will lie when they are there", () => {
    const before = shown({ t0: [1, 2], t1: [3, 4] }, [2, 3, 4]);
    const rect = landing(before, g, "t0", [3, 4]);
    const after = places(shown({ t0: [1, 2, 3, 4] }, [2, 3, 4]), g, 1);
    assert.deepEqual([rect.x, rect.y], [after.get(3).x, after.get(3).y]);
    assert.equal(rect.y + rect.h, after.get(4).y + g.cardHeight);
  });
});

describe("what lies under a point", () => {
  const g = geometry(950, 700);
  const half = g.gap / 2;
  const t3 = g.slots.t3;

  test("a column's target is its strip with half a gap on each side", () => {
    assert.equal(pileAt(g, t3.x - half, 400), "t3");
    assert.equal(pileAt(g, t3.x - half - 1, 400), "t2");
    assert.equal(pileAt(g, t3.x + t3.w + half - 1, 400), "t3");
    assert.equal(pileAt(g, t3.x + t3.w + half, 400), "t4");
  });

  test("it reaches down to the board's bottom and no further", () => {
    assert.equal(pileAt(g, t3.x, g.height), "t3");
    assert.equal(pileAt(g, t3.x, g.height + 1), null);
  });

  test("beyond the edges the nearest column counts", () => {
    assert.equal(pileAt(g, -500, 400), "t0");
    assert.equal(pileAt(g, g.width + 500, 400), "t6");
  });

  test("a foundation takes its card, half gaps, and all above", () => {
    const { x, w } = g.slots.f0;
    assert.equal(pileAt(g, x - half, 10), "f0");
    assert.equal(pileAt(g, x + w + half - 1, -80), "f0");
    assert.equal(pileAt(g, g.width + half, 10), "f3");
    assert.equal(pileAt(g, g.width + half + 1, 10), null);
  });

  test("the blank column is nothing, the rows part in the middle of their space", () => {
    assert.equal(pileAt(g, g.slots.t2.x + 10, 20), null);
    assert.equal(pileAt(g, g.slots.f0.x, g.tableauTop - g.rowGap / 2 - 1), "f0");
    assert.equal(pileAt(g, g.slots.f0.x, g.tableauTop - g.rowGap / 2), "t3");
  });

  test("the topmost card is found, through the strip that others leave of it", () => {
    const lie = places(shown({ t3: [1, 2, 3] }, [2, 3]), g, 1);
    assert.equal(cardAt(lie, g, t3.x + 5, lie.get(2).y + 3), 2);
    assert.equal(cardAt(lie, g, t3.x + 5, lie.get(3).y + g.cardHeight - 1), 3);
    assert.equal(cardAt(lie, g, t3.x + 5, lie.get(3).y + g.cardHeight), null);
    assert.equal(cardAt(lie, g, t3.x - 1, lie.get(3).y), null);
  });
});

describe("where a drag would drop", () => {
  const g = geometry(950, 700);
  const over = (pile) => ({ x: g.slots[pile].x + g.cardWidth / 2, y: 400 });

  test("is under the pointer, if that is legal", () => {
    assert.equal(target(g, over("t2"), over("t3"), "t0", ["t2", "t3"]), "t2");
  });

  test("else under the card's middle, if that is legal", () => {
    assert.equal(target(g, over("t2"), over("t3"), "t0", ["t3"]), "t3");
  });

  test("is home when the pointer is there, wherever the card is", () => {
    assert.equal(target(g, over("t0"), over("t1"), "t0", ["t1"]), "t0");
  });

  test("is the pointer's pile when nothing is legal, or nothing known", () => {
    assert.equal(target(g, over("t2"), over("t3"), "t0", []), "t2");
    assert.equal(target(g, over("t2"), over("t3"), "t0", null), "t2");
  });
});
