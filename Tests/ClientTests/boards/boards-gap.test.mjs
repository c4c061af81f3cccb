import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { arranged, EMPTY_HEIGHT, inside, sizeIn } from "../../../Public/js/table/regions/drag/flow.js";
import { gapIndex } from "../../../Public/js/table/regions/drag/gap.js";
import { PAUSE_MS } from "../../../Public/js/table/hand.js";
import { dice } from "./boards.mjs";

/** Items 0, 1, 2… of these sizes, laid out as a browser does. */
function lane(kind, sizes, { width = 300, rtl = false } = {}) {
  const [gapX, gapY, step] = [10, 8, 25];
  const slots = [];
  let [x, y, line] = [0, 0, 0];
  sizes.forEach(({ w, h }, item) => {
    if (kind !== "wrap") {
      slots.push({ item, rect: { x: 0, y, w: width, h } });
      y += kind === "fan" ? step : h + gapY;
      return;
    }
    if (x > 0 && x + w > width) [x, y, line] = [0, y + line + gapY, 0];
    slots.push({ item, rect: { x: rtl ? width - x - w : x, y, w, h } });
    x += w + gapX;
    line = Math.max(line, h);
  });
  return { kind, slots, width, gapX, gapY, step, rtl };
}

const same = (count, w = 90, h = 40) => Array.from({ length: count }, () => ({ w, h }));
const NOBODY = new Set();
/** Where the gap is after the pointer has been at each of these points. */
const along = (it, moving, sizes, points, now = null) =>
  points.map(([x, y]) => (now = gapIndex(it, moving, sizes, now, { x, y })));

describe("in a column the gap", () => {
  const column = lane("column", same(4));
  const size = [{ w: 300, h: 40 }];

  test("opens on the nearer side of what the pointer comes upon", () => {
    const at = (y) => gapIndex(column, NOBODY, size, null, { x: 50, y });
    assert.deepEqual([10, 30, 60, 80, 160, 185, 500, -5].map(at), [0, 1, 1, 2, 3, 4, 4, 0]);
  });

  test("stays while the pointer is over it", () => {
    assert.deepEqual(along(column, NOBODY, size, [[9, 49], [9, 60], [9, 87]], 1), [1, 1, 1]);
  });

  test("moves on when the pointer is a fifth into a neighbour, not before", () => {
    // Before the gap's index lie items of 40 pixels each with 8 between; behind it the next begins at 96.
    assert.deepEqual(along(column, NOBODY, size, [[9, 96], [9, 103]], 1), [1, 1]);
    assert.deepEqual(along(column, NOBODY, size, [[9, 105]], 1), [2]);
    assert.deepEqual(along(column, NOBODY, size, [[9, 33]], 1), [1]);
    assert.deepEqual(along(column, NOBODY, size, [[9, 31]], 1), [0]);
  });

  test("does not tremble with a pointer that trembles over an edge", () => {
    const trembling = Array.from({ length: 20 }, (_, at) => [9, 104 + (at % 2 ? 2 : -2)]);
    assert.equal(new Set(along(column, NOBODY, size, trembling, 1).slice(1)).size, 1);
  });

  test("counts only those that stay", () => {
    const moving = new Set([1]);
    assert.deepEqual(along(column, moving, size, [[9, 60]]), [1]);
    assert.deepEqual(along(column, moving, size, [[9, 60]], 1), [1]);
    assert.deepEqual(along(column, moving, size, [[9, 400]], 1), [3]);
  });

  test("is never before an item that is fixed", () => {
    const fixed = new Set([0, 1]);
    const at = (y, now) => gapIndex(column, NOBODY, size, now, { x: 9, y }, fixed);
    assert.deepEqual([at(-5, null), at(5, null), at(60, null), at(5, 3), at(400, 2)], [2, 2, 2, 2, 4]);
    assert.equal(gapIndex(column, NOBODY, size, null, { x: 9, y: 5 }, new Set([0, 1, 2, 3])), 4);
  });
});

describe("in a grid the gap", () => {
  const grid = lane("wrap", same(7));
  const size = [{ w: 90, h: 40 }];

  test("opens where the pointer is, line by line", () => {
    const at = (x, y) => gapIndex(grid, NOBODY, size, null, { x, y });
    assert.deepEqual([at(10, 10), at(80, 10), at(110, 60), at(180, 60), at(95, 20), at(250, 110), at(10, 900)],
      [0, 1, 4, 5, 1, 7, 7]);
  });

  test("needs a pointer well inside an item, in both directions", () => {
    // The gap is the middle one of the second line, which is from 48 to 88.
    const at = (x, y) => gapIndex(grid, NOBODY, size, 4, { x, y });
    assert.deepEqual([at(150, 60), at(85, 68), at(45, 50), at(45, 68), at(5, 68)], [4, 4, 4, 3, 3]);
    assert.deepEqual([at(205, 68), at(245, 50), at(245, 68), at(285, 68)], [4, 4, 5, 5]);
  });

  test("is near a pointer that has jumped into another line, and rests between two", () => {
    const at = (x, y) => gapIndex(grid, NOBODY, size, 4, { x, y });
    assert.deepEqual([at(5, 5), at(45, 5), at(45, 20), at(250, 20), at(45, 44)], [0, 1, 0, 2, 4]);
  });

  test("mirrors itself from right to left", () => {
    const mirrored = lane("wrap", same(7), { rtl: true });
    for (let x = 0; x < 300; x += 7) {
      for (let y = -5; y < 160; y += 7) {
        for (const now of [null, 0, 3, 7]) {
          const here = gapIndex(grid, NOBODY, size, now, { x: x + 0.5, y: y + 0.5 });
          const there = gapIndex(mirrored, NOBODY, size, now, { x: 299.5 - x, y: y + 0.5 });
          assert.equal(there, here, `${x} ${y} ${now}`);
        }
      }
    }
  });
});

describe("in a fan of cards the gap", () => {
  const fan = lane("fan", same(4, 80, 112), { width: 80 });
  const size = [{ w: 80, h: 112 }];

  test("opens on what is seen of a card: the newcomer goes on it", () => {
    const at = (y) => gapIndex(fan, NOBODY, size, null, { x: 9, y });
    assert.deepEqual([5, 30, 60, 120, 300, -5].map(at), [1, 2, 3, 4, 4, 4]);
  });

  test("that is empty takes everything at its start", () => {
    assert.equal(gapIndex(lane("fan", []), NOBODY, size, null, { x: 9, y: 70 }), 0);
  });
});

describe("whatever lies there and wherever the pointer is", () => {
  const seed = Date.now() >>> 0;
  const random = dice(seed);
  const some = (kind) => {
    const even = random(2) === 0;
    const like = { w: 30 + random(60), h: 30 + random(50) };
    const sizes = Array.from({ length: random(9) }, () => (kind === "fan" ? { w: 80, h: 112 } : even ? like
      : { w: 30 + random(90), h: kind === "wrap" ? 40 : 30 + random(50) }));
    return lane(kind, sizes, { width: kind === "fan" ? 80 : 300, rtl: random(2) === 0 });
  };

  for (const kind of ["column", "wrap", "fan"]) {
    test(`in a ${kind} the gap comes to rest under a pointer that rests (seed ${seed})`, () => {
      for (let turn = 0; turn < 3000; turn++) {
        const it = some(kind);
        const moving = new Set(it.slots.map(({ item }) => item).filter(() => random(4) === 0));
        const staying = it.slots.filter(({ item }) => !moving.has(item));
        const movers = it.slots.filter(({ item }) => moving.has(item)).map(({ rect }) => rect);
        const sizes = movers.length > 0 ? movers : same(1);
        const fixed = new Set(staying.map(({ item }) => item).filter(() => random(5) === 0));
        const at = { x: random(340) - 20, y: random(400) - 20 };
        const passed = [gapIndex(it, moving, sizes, null, at, fixed)];
        if (random(2)) passed[0] = staying.length;
        for (let step = 0; step < 6; step++) passed.push(gapIndex(it, moving, sizes, passed.at(-1), at, fixed));
        const where = `turn ${turn}: ${passed} at ${at.x},${at.y}`;
        assert.equal(passed.at(-1), passed.at(-4), where);
        for (const index of passed) {
          assert.ok(index >= 0 && index <= staying.length, where);
          assert.ok(index === staying.length || !fixed.has(staying[index].item), where);
        }
      }
    });

    test(`in a ${kind} who does not move lies where it lay, and nobody on another (seed ${seed})`, () => {
      for (let turn = 0; turn < 1000; turn++) {
        const it = some(kind);
        assert.deepEqual(arranged(it, NOBODY, null, []).slots, it.slots);
        const index = random(it.slots.length + 1);
        const { slots, gaps, height } = arranged(it, NOBODY, index, same(2, 60, 40));
        assert.deepEqual(slots.map(({ item }) => item), it.slots.map(({ item }) => item));
        assert.deepEqual(slots.slice(0, index), it.slots.slice(0, index));
        const all = [...slots.map(({ rect }) => rect), ...gaps];
        assert.ok(all.every(({ y, h }) => y + h <= height), `turn ${turn}`);
        if (kind === "fan") continue;
        for (const a of all) {
          for (const b of all) {
            const apart = a === b || a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
            assert.ok(apart, `turn ${turn}`);
          }
        }
      }
    });
  }
});

describe("room that is made", () => {
  test("in a column is as high as all that come, where the others were", () => {
    const { slots, gaps, height } = arranged(lane("column", same(3)), new Set([0]), 1, same(2, 300, 30));
    assert.deepEqual(slots.map(({ item, rect }) => [item, rect.y]), [[1, 0], [2, 124]]);
    assert.deepEqual([gaps, height], [[{ x: 0, y: 48, w: 300, h: 68 }], 164]);
  });

  test("where nothing lies is the whole width", () => {
    assert.deepEqual(arranged(lane("column", []), NOBODY, 0, same(1, 300, 40)).gaps, [{ x: 0, y: 0, w: 300, h: 40 }]);
    assert.deepEqual(arranged(lane("wrap", []), NOBODY, 0, same(1, 90, 40)).gaps, [{ x: 0, y: 0, w: 90, h: 40 }]);
  });

  test("is of the size that things have there", () => {
    const own = { w: 33, h: 55 };
    const there = ["column", "wrap", "fan"].map((kind) => [2, 0].map((count) => sizeIn(lane(kind, same(count)), own)));
    assert.deepEqual(there, [
      [{ w: 300, h: 55 }, { w: 300, h: 55 }], [{ w: 90, h: 40 }, own], [{ w: 300, h: 40 }, { w: 300, h: 55 }],
    ]);
  });

  test("is seen before it moves again, and an empty place can be hit", () => {
    assert.ok(PAUSE_MS > 50 && PAUSE_MS < 250 && EMPTY_HEIGHT >= 44);
    const rect = { x: 1, y: 1, w: 2, h: 2 };
    assert.deepEqual([[1, 1], [3, 2], [2, 3], [0, 2]].map(([x, y]) => inside(rect, { x, y })),
      [true, false, false, false]);
  });
});
