import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Certainty } from "../../../Public/js/model/certainty.js";
import { Choices, NOWHERE } from "../../../Public/js/model/choices.js";
import { nextFocus } from "../../../Public/js/table/regions/focus.js";
import { nextStop, stops } from "../../../Public/js/table/regions/stops.js";
import { Store } from "../../../Public/js/model/store.js";
import { dests, dice, snap } from "./boards.mjs";

function shownOf(more = {}) {
  const store = new Store(new Certainty());
  store.take(snap(more));
  return store.shown();
}

const shown = shownOf();
const to = (places, onto = []) => ({ to: new Set(places), onto: new Set(onto) });
/** `liked<2` in front of 2, `liked` at its end, `7!` onto 7; a + behind what lies after where it is now. */
const picture = (all) => all.map(({ target: { in: place, before, onto }, after }) => {
  const where = onto !== undefined ? `${onto}!` : before !== undefined ? `${place}<${before}` : place;
  return after ? `${where}+` : where;
}).join(" ");

describe("the stops of an item", () => {
  test("are all places between others, in the board's order, but where it is", () => {
    const all = stops(shown, [2], to(["liked", "other", "shelf"], [7]));
    assert.equal(picture(all), "liked<1 liked+ other<4+ other<5+ other+ shelf+ 7!+");
  });

  test("of the first and the last of a place leave out where they are as well", () => {
    assert.equal(picture(stops(shown, [1], to(["liked"]))), "liked<3+ liked+");
    assert.equal(picture(stops(shown, [3], to(["liked"]))), "liked<1 liked<2");
  });

  test("are not in front of what is fixed, and a place without order is one, if it is not home", () => {
    const fixed = { ...shown, fixed: new Set([4]) };
    assert.equal(picture(stops(fixed, [2], to(["other"]))), "other<5+ other+");
    assert.equal(picture(stops(shown, [6], to(["shelf", "liked"], [7]))), "liked<1 liked<2 liked<3 liked 7!");
  });

  test("are empty where the server named no destination", () => {
    assert.deepEqual([stops(shown, [1], NOWHERE), stops(shown, [1])], [[], []]);
    assert.deepEqual(stops({ ...shown, regions: [], piles: {} }, [1], to(["liked"])), []);
  });

  test("that is nowhere, or of nobody, are still places", () => {
    assert.equal(picture(stops(shown, [99], to(["liked"]))), "liked<1 liked<2 liked<3 liked");
    assert.equal(picture(stops(shown, [], to(["shelf"]))), "shelf");
  });

  test("may be in a region without a place of its own", () => {
    assert.equal(picture(stops(shown, [1], to(["status"]))), "status");
  });
});

describe("the stops of several items", () => {
  test("that lie together leave out where they are", () => {
    assert.equal(picture(stops(shown, [2, 1], to(["liked"]))), "liked+");
    assert.equal(picture(stops(shown, [2, 3], to(["liked"]))), "liked<1");
  });

  test("that lie apart can come together where one of them is", () => {
    assert.equal(picture(stops(shown, [1, 3], to(["liked"]))).replaceAll("+", ""), "liked<2 liked");
    assert.equal(picture(stops(shown, [3, 4], to(["liked"]))).replaceAll("+", ""), "liked<1 liked<2 liked");
  });

  test("never leave everything as it is, and all else can be reached (random places)", () => {
    const seed = Date.now() >>> 0;
    const random = dice(seed);
    for (let turn = 0; turn < 500; turn++) {
      const pile = Array.from({ length: 1 + random(6) }, (_, at) => at);
      const moving = pile.filter(() => random(3) === 0);
      if (moving.length === 0) continue;
      const items = pile.map((item) => [item, { text: `${item}` }]);
      const it = shownOf({ regions: [{ name: "a", runs: [{ in: "a", reorder: true, items }] }] });
      const staying = pile.filter((item) => !moving.includes(item));
      const results = stops(it, [...moving].reverse(), to(["a"])).map(({ target: { before } }) => {
        const at = before === undefined ? staying.length : staying.indexOf(before);
        return [...staying.slice(0, at), ...moving, ...staying.slice(at)].join();
      });
      const possible = [...staying, null].map((_, at) =>
        [...staying.slice(0, at), ...moving, ...staying.slice(at)].join()).filter((order) => order !== pile.join());
      assert.deepEqual(results, possible, `seed ${seed}, turn ${turn}`);
    }
  });
});

test("the stops of one among ten thousand are found at once", { timeout: 20000 }, () => {
  const items = Array.from({ length: 10000 }, (_, item) => [item, { text: "x" }]);
  const it = shownOf({ regions: [{ name: "a", runs: [{ in: "a", reorder: true, items }] }] });
  assert.equal(stops(it, [5000], to(["a"])).length, 9999);
});

describe("the keys go from stop to stop", () => {
  const all = stops(shown, [2], to(["liked", "other"]));
  const press = (now, key, rtl = false) => nextStop(all, now, key, rtl);

  test("beginning with the neighbours of where the item lies", () => {
    assert.deepEqual(["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"].map((key) => press(-1, key)), [1, 1, 0, 0]);
    const last = stops(shown, [5], to(["liked", "other"]));
    assert.deepEqual([nextStop(last, -1, "ArrowDown", false), nextStop(last, -1, "ArrowUp", false)], [0, 4]);
    const first = stops(shown, [1], to(["liked", "other"]));
    assert.deepEqual([nextStop(first, -1, "ArrowDown", false), nextStop(first, -1, "ArrowUp", false)], [0, 4]);
  });

  test("around both ends, and Home and End go there", () => {
    assert.deepEqual([press(4, "ArrowDown"), press(0, "ArrowUp"), press(2, "ArrowRight"), press(2, "ArrowLeft")],
      [0, 4, 3, 1]);
    assert.deepEqual([press(3, "Home"), press(-1, "End")], [0, 4]);
  });

  test("the other way round where writing goes from right to left, but never upside down", () => {
    assert.deepEqual(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => press(2, key, true)),
      [3, 1, 1, 3]);
  });

  test("nowhere if there is no stop", () => {
    for (const key of ["ArrowDown", "Home", "End"]) assert.equal(nextStop([], -1, key, false), -1);
  });
});

describe("the focus goes by what is seen", () => {
  //  0 1 2
  //  3 4
  //    5 (wide, below all)
  const rects = [[0, 0], [100, 0], [200, 0], [0, 60], [100, 60]].map(([x, y]) => ({ x, y, w: 90, h: 50 }));
  rects.push({ x: 0, y: 120, w: 290, h: 50 });

  test("to the neighbour in the direction of the key", () => {
    const from = (now) => ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => nextFocus(rects, now, key));
    assert.deepEqual(from(1), [0, 2, 1, 4]);
    assert.deepEqual(from(4), [3, 2, 1, 5]);
    assert.deepEqual(from(5), [3, 2, 4, 5]);
  });

  test("to the first and the last, and stays where there is nothing further", () => {
    assert.deepEqual([nextFocus(rects, 3, "Home"), nextFocus(rects, 3, "End"), nextFocus(rects, 0, "ArrowLeft")],
      [0, 5, 0]);
    assert.deepEqual([nextFocus([], -1, "ArrowDown"), nextFocus(rects, -1, "ArrowDown"), nextFocus([], -1, "End")],
      [-1, -1, -1]);
  });

  test("card by card through a fan", () => {
    const fan = [0, 1, 2].map((at) => ({ x: 0, y: at * 25, w: 80, h: 112 }));
    assert.deepEqual([nextFocus(fan, 0, "ArrowDown"), nextFocus(fan, 2, "ArrowUp")], [1, 1]);
  });
});

describe("what may be done", () => {
  test("is what the server named, for each item of a row", () => {
    const it = new Choices(dests(12, { tap: ["shelf"], d: [[[1, 2], "a", "b!", { onto: [7, 8] }], [3], [4, "a"]] }));
    assert.deepEqual([[...it.targets(2).to], [...it.targets(2).onto]], [["a", "b"], [7, 8]]);
    assert.deepEqual([3, 4, 5].map((item) => [it.liftable(item), it.targets(item).to.size]),
      [[true, 0], [true, 1], [false, 0]]);
    assert.deepEqual([it.version, it.undo, it.redo, it.tap.includes("shelf")], [12, true, false, true]);
  });

  test("is nothing where nothing is named", () => {
    const it = new Choices(dests(1, { d: [], undo: undefined, redo: undefined }));
    assert.deepEqual([it.liftable(1), it.targets(1), it.undo, it.redo], [false, NOWHERE, undefined, undefined]);
  });
});
