import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Machine } from "../../Public/js/dnd/machine.js";
import { Taps } from "../../Public/js/dnd/tap.js";
import { formationOffsets } from "../../Public/js/dnd/formation.js";
import { entrance, nextTarget, settled, step } from "../../Public/js/dnd/focus.js";
import { fromSnap } from "../../Public/js/model/table.js";
import { snap } from "./fixtures.mjs";

const at = (x, y, more = {}) => ({ id: 1, type: "mouse", x, y, time: 0, ...more });
const names = (acts) => acts.map(({ act, why }) => (why ? `${act} ${why}` : act));

describe("a mouse", () => {
  test("lifts after four pixels, drags and drops", () => {
    const it = new Machine();
    assert.deepEqual(names(it.down(at(10, 10), 7)), ["press"]);
    assert.deepEqual(names(it.move(at(13, 10))), []);
    assert.deepEqual(it.move(at(14, 10)), [{ act: "lift", item: 7, point: at(14, 10), from: at(10, 10) }]);
    assert.deepEqual(names(it.move(at(50, 50))), ["drag"]);
    assert.deepEqual(names(it.up(at(60, 60))), ["drop"]);
    assert.equal(it.phase.phase, "idle");
  });

  test("that hardly moves has tapped", () => {
    const it = new Machine();
    it.down(at(10, 10), 7);
    it.move(at(12, 11));
    assert.deepEqual(names(it.up(at(12, 11))), ["release", "tap"]);
  });

  test("on the bare board taps nothing, and lifts nothing however far it goes", () => {
    const it = new Machine();
    assert.deepEqual(it.down(at(10, 10), null), []);
    assert.deepEqual(it.move(at(200, 200)), []);
    assert.deepEqual(names(it.up(at(200, 200))), ["release"]);
    it.down(at(10, 10), null);
    assert.deepEqual(it.up(at(10, 11)).at(-1), { act: "tap", item: null, x: 10, y: 10, time: 0 });
  });
});

describe("a finger", () => {
  const finger = (x, y, time = 0) => at(x, y, { type: "touch", time });

  test("lifts at once", () => {
    const it = new Machine();
    it.down(finger(10, 10), 7);
    assert.deepEqual(names(it.move(finger(12, 10, 20))), ["lift"]);
  });

  test("that trembles has tapped, and the cards are home", () => {
    const it = new Machine();
    it.down(finger(10, 10), 7);
    it.move(finger(13, 12, 40));
    assert.deepEqual(names(it.up(finger(11, 10, 120))), ["return cancel", "tap"]);
  });

  test("that stays long, or went far and came back, has not tapped", () => {
    for (const [far, time] of [[3, 400], [40, 100]]) {
      const it = new Machine();
      it.down(finger(10, 10), 7);
      it.move(finger(10 + far, 10, 50));
      assert.deepEqual(names(it.up(finger(10, 10, time))), ["drop"]);
    }
  });

  test("more of them change nothing", () => {
    const it = new Machine();
    it.down(finger(10, 10), 7);
    it.move(finger(60, 60));
    const second = { ...finger(300, 300), id: 2 };
    const acts = [it.down(second, 9), it.move({ ...second, x: 350 }), it.up(second), it.cancel(2)];
    assert.deepEqual(acts, [[], [], [], []]);
    assert.equal(it.phase.phase, "dragging");
    assert.deepEqual(names(it.up(finger(70, 70))), ["drop"]);
  });
});

describe("whatever interrupts a drag brings the cards home, once", () => {
  const ways = {
    "a cancelled pointer": (it) => it.cancel(1),
    escape: (it) => it.escape(),
    "cards that are gone": (it) => it.gone(),
  };
  for (const [name, way] of Object.entries(ways)) {
    test(name, () => {
      const it = new Machine();
      it.down(at(0, 0), 7);
      it.move(at(9, 0));
      assert.match(names(way(it))[0], /^return /);
      assert.deepEqual([way(it), it.up(at(9, 0)), it.move(at(20, 0))], [[], [], []]);
    });

    test(`${name}, before anything was lifted, only lets go`, () => {
      const it = new Machine();
      it.down(at(0, 0), 7);
      assert.deepEqual(names(way(it)), ["release"]);
    });
  }

  test("every lift ends in exactly one drop or return, whatever comes", () => {
    const seed = Date.now() >>> 0;
    let state = seed;
    const random = (n) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % n;
    const it = new Machine();
    let held = 0;
    for (let turn = 0; turn < 5000; turn++) {
      const type = random(2) ? "touch" : "mouse";
      const point = { id: 1 + random(2), type, x: random(30), y: random(30), time: turn * 50 };
      const acts = [
        () => it.down(point, random(3) ? random(52) : null), () => it.move(point), () => it.move(point),
        () => it.up(point), () => it.cancel(point.id), () => it.escape(), () => it.gone(),
      ][random(7)]();
      for (const { act } of acts) {
        if (act === "lift") held += 1;
        if (act === "drop" || act === "return") held -= 1;
        assert.ok(held === 0 || held === 1, `seed ${seed}, turn ${turn}`);
      }
      assert.equal(held === 1, it.phase.phase === "dragging", `seed ${seed}, turn ${turn}`);
    }
  });
});

describe("tap, tap", () => {
  const world = {
    liftable: (item) => item < 10,
    destinations: (item) => ({ 1: ["t3", "f0"], 2: [], 3: null })[item] ?? null,
    sendable: (item) => (item === 1 ? "f0" : null),
  };

  test("selects a card, then moves it to a legal pile", () => {
    const it = new Taps();
    assert.deepEqual(it.tap(1, "t0", 0, world), { act: "select", item: 1 });
    assert.deepEqual(it.tap(20, "t3", 500, world), { act: "move", item: 1, to: "t3" });
    assert.equal(it.selected, null);
  });

  test("on a pile that is not legal selects the card there, or nothing", () => {
    const it = new Taps();
    it.tap(1, "t0", 0, world);
    assert.deepEqual(it.tap(2, "t5", 500, world), { act: "select", item: 2 });
    assert.deepEqual(it.tap(null, "t6", 900, world), { act: "deselect" });
    assert.deepEqual(it.tap(null, "t6", 1300, world), { act: "none" });
  });

  test("on the same card lets go of it", () => {
    const it = new Taps();
    it.tap(2, "t0", 0, world);
    assert.deepEqual(it.tap(2, "t0", 900, world), { act: "deselect" });
  });

  test("quickly on the same card sends it to a foundation, if one takes it", () => {
    const it = new Taps();
    it.tap(1, "t0", 0, world);
    assert.deepEqual(it.tap(1, "t0", 300, world), { act: "send", item: 1 });
    it.tap(2, "t0", 1000, world);
    assert.deepEqual(it.tap(2, "t0", 1200, world), { act: "deselect" });
  });

  test("slowly on the same card sends nothing", () => {
    const it = new Taps();
    it.tap(1, "t0", 0, world);
    assert.deepEqual(it.tap(1, "t0", 351, world), { act: "deselect" });
  });

  test("a third quick tap does not send again", () => {
    const it = new Taps();
    it.tap(1, "t0", 0, world);
    it.tap(1, "t0", 100, world);
    assert.deepEqual(it.tap(1, "f0", 200, world), { act: "select", item: 1 });
  });

  test("moves nothing while the destinations are not known", () => {
    const it = new Taps();
    it.tap(3, "t0", 0, world);
    assert.deepEqual(it.tap(null, "t3", 500, world), { act: "deselect" });
  });
});

describe("a formation", () => {
  test("stack starts at the lifted card and steps down evenly", () => {
    const offsets = formationOffsets("stack", 3, 100);
    assert.deepEqual(offsets.map(Math.round), [0, 29, 58]);
  });

  test("stack never spreads wider than the cards lay", () => {
    assert.deepEqual(formationOffsets("stack", 3, 100, [0, 10, 20]), [0, 10, 20]);
  });

  test("any other is a squared pile", () => assert.deepEqual(formationOffsets("pile", 3, 100), [0, 2, 4]));
});

describe("the keys", () => {
  const table = fromSnap(snap());
  const shown = { piles: table.piles, faces: table.faces };

  test("step through a column's open cards, then to the top row", () => {
    const top = entrance(shown, "t2");
    assert.deepEqual(top, { pile: "t2", index: 1 });
    const second = step(shown, top, "ArrowUp");
    assert.deepEqual(second, { pile: "t2", index: 0 });
    assert.equal(step(shown, second, "ArrowUp").pile, "waste");
  });

  test("never come to a face-down card", () => {
    assert.equal(step(shown, { pile: "t1", index: 1 }, "ArrowUp").pile, "waste");
  });

  test("go down from the top row to the first open card of the column below", () => {
    assert.deepEqual(step(shown, { pile: "waste", index: 0 }, "ArrowDown"), { pile: "t1", index: 1 });
    assert.deepEqual(step(shown, { pile: "f3", index: -1 }, "ArrowDown"), { pile: "t6", index: -1 });
  });

  test("stop at both ends, and Home and End go there", () => {
    assert.equal(step(shown, { pile: "t0", index: 0 }, "ArrowLeft").pile, "t0");
    assert.equal(step(shown, { pile: "t6", index: -1 }, "ArrowRight").pile, "t6");
    assert.equal(step(shown, { pile: "t2", index: 0 }, "End").pile, "t6");
    assert.equal(step(shown, { pile: "f3", index: -1 }, "Home").pile, "stock");
  });

  test("always come to a place that exists, from every place", () => {
    for (const pile of table.order) {
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "x"]) {
        const next = step(shown, entrance(shown, pile), key);
        assert.deepEqual(settled(shown, next), next, `${pile} ${key}`);
      }
    }
  });

  test("focus that lost its card finds the pile's top", () => {
    assert.deepEqual(settled(shown, { pile: "t2", index: 5 }), { pile: "t2", index: 1 });
    assert.deepEqual(settled(shown, { pile: "t1", index: 0 }), { pile: "t1", index: 1 });
  });

  test("of a held card jump between its legal destinations, around the ends", () => {
    const legal = ["f1", "t5", "t2"];
    assert.equal(nextTarget(legal, null, "ArrowRight"), "t2");
    assert.equal(nextTarget(legal, "t5", "ArrowRight"), "f1");
    assert.equal(nextTarget(legal, "f1", "ArrowRight"), "t2");
    assert.equal(nextTarget(legal, "t2", "ArrowLeft"), "f1");
    assert.equal(nextTarget(legal, "t5", "Home"), "t2");
    assert.equal(nextTarget([], null, "ArrowRight"), null);
  });
});
