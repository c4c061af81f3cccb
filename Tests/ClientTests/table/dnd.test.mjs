import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Machine } from "../../../Public/js/table/machine.js";
import { Taps } from "../../../Public/js/table/piles/tap.js";
import { formationOffsets } from "../../../Public/js/table/piles/formation.js";
import { entrance, nextTarget, settled, step } from "../../../Public/js/table/piles/focus.js";
import { fromSnap } from "../../../Public/js/model/table.js";
import { kindsOf } from "../../../Public/js/model/zones.js";
import { closedUp, geometry, places } from "../../../Public/js/table/piles/layout.js";
import { snap } from "../fixtures.mjs";
import { GAMES, faceOf } from "./games.mjs";

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
    escape: (it) => it.end("escape"),
    "cards that are gone": (it) => it.end("gone"),
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
        () => it.up(point), () => it.cancel(point.id), () => it.end("escape"), () => it.end("gone"),
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

  test("on a card that was meant as a place counts as none of a double tap on that card", () => {
    const it = new Taps();
    const more = { ...world, destinations: (item) => ({ 1: ["t3"], 4: ["t5"] })[item] ?? null };
    it.tap(1, "t0", 0, more);
    assert.deepEqual(it.tap(4, "t3", 500, more), { act: "move", item: 1, to: "t3" });
    assert.deepEqual(it.tap(4, "t3", 700, more), { act: "select", item: 4 });
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

describe("one tap", () => {
  const world = {
    liftable: (item) => item < 10,
    destinations: (item) => ({ 1: ["t3", "f0"], 2: [], 3: null, 4: [] })[item] ?? null,
    sendable: (item) => ({ 1: "f0", 4: "f1" })[item] ?? null,
  };

  test("moves a card to the best of its destinations, where that is wished", () => {
    assert.deepEqual(new Taps().tap(1, "t0", 0, world, true), { act: "move", item: 1, to: "t3" });
  });

  test("sends a card that goes nowhere else", () => {
    assert.deepEqual(new Taps().tap(4, "t0", 0, world, true), { act: "send", item: 4 });
  });

  test("shakes a card that goes nowhere", () => {
    assert.deepEqual(new Taps().tap(2, "t0", 0, world, true), { act: "shake", item: 2 });
  });

  test("selects a card while its destinations are not known", () => {
    assert.deepEqual(new Taps().tap(3, "t0", 0, world, true), { act: "select", item: 3 });
  });

  test("on what cannot be lifted does nothing", () => {
    assert.deepEqual(new Taps().tap(20, "t0", 0, world, true), { act: "none" });
  });

  test("that is the first of a double tap does not move the card that lies there then", () => {
    const it = new Taps();
    it.tap(1, "t0", 0, world, true);
    assert.deepEqual(it.tap(2, "t0", 200, world, true), { act: "none" });
    assert.deepEqual(it.tap(2, "t0", 260, world, true), { act: "shake", item: 2 });
  });

  test("twice quickly does the best move too, where one tap only selects", () => {
    const best = { ...world, sendable: () => null };
    const it = new Taps();
    it.tap(1, "t0", 0, best);
    assert.deepEqual(it.tap(1, "t0", 300, best), { act: "move", item: 1, to: "t3" });
  });
});

/** A world to walk in: a game on a desk, with these piles, every card open but those named. */
function walk(game, piles, hidden = []) {
  const kinds = kindsOf(game.zones);
  const all = Object.fromEntries([...kinds.keys()].map((pile) => [pile, piles[pile] ?? []]));
  const faces = new Map(Object.values(all).flat().filter((it) => !hidden.includes(it)).map((it) => [it, faceOf(it)]));
  const shown = { piles: all, faces };
  const g = closedUp(geometry(game, 1000, 700), all);
  return { shown, g, places: places(shown, g), kinds };
}

describe("the keys", () => {
  const table = fromSnap(snap());
  const g = geometry(table.game, 1000, 700);
  const shown = { piles: table.piles, faces: table.faces };
  const world = { shown, g, places: places(shown, g), kinds: table.kinds };

  test("step through a column's open cards, then to the top row", () => {
    const top = entrance(world, "t2");
    assert.deepEqual(top, { pile: "t2", index: 1 });
    const second = step(world, top, "ArrowUp");
    assert.deepEqual(second, { pile: "t2", index: 0 });
    assert.equal(step(world, second, "ArrowUp").pile, "waste");
  });

  test("never come to a face-down card", () => {
    assert.equal(step(world, { pile: "t1", index: 1 }, "ArrowUp").pile, "waste");
  });

  test("go down from the top row to the first open card of the column below", () => {
    assert.deepEqual(step(world, { pile: "waste", index: 0 }, "ArrowDown"), { pile: "t1", index: 1 });
    assert.deepEqual(step(world, { pile: "f3", index: -1 }, "ArrowDown"), { pile: "t6", index: -1 });
  });

  test("stop at both ends, and Home and End go there", () => {
    assert.equal(step(world, { pile: "t0", index: 0 }, "ArrowLeft").pile, "t0");
    assert.equal(step(world, { pile: "t6", index: -1 }, "ArrowRight").pile, "t6");
    assert.equal(step(world, { pile: "t2", index: 0 }, "End").pile, "t6");
    assert.equal(step(world, { pile: "f3", index: -1 }, "Home").pile, "stock");
  });

  test("go over the blank column, and no further than the row", () => {
    assert.equal(step(world, { pile: "waste", index: 0 }, "ArrowRight").pile, "f0");
    assert.equal(step(world, { pile: "f0", index: -1 }, "ArrowLeft").pile, "waste");
    assert.equal(step(world, { pile: "f3", index: -1 }, "ArrowRight").pile, "f3");
  });

  test("focus that lost its card finds the pile's top", () => {
    assert.deepEqual(settled(world, { pile: "t2", index: 5 }), { pile: "t2", index: 1 });
    assert.deepEqual(settled(world, { pile: "t1", index: 0 }), { pile: "t1", index: 1 });
  });

  test("of a held card jump between its legal destinations, around the ends", () => {
    const legal = ["f1", "t5", "t2"];
    const next = (at, key) => nextTarget(g, table.kinds, legal, at, key);
    assert.equal(next(null, "ArrowRight"), "t2");
    assert.equal(next("t5", "ArrowRight"), "f1");
    assert.equal(next("f1", "ArrowRight"), "t2");
    assert.equal(next("t2", "ArrowLeft"), "f1");
    assert.equal(next("t5", "Home"), "t2");
    assert.equal(nextTarget(g, table.kinds, [], null, "ArrowRight"), null);
  });

  test("follow what is seen: a mirrored table's first column is on its right", () => {
    const mirrored = geometry(table.game, 1000, 700, { left: true, large: false });
    const there = { ...world, g: mirrored, places: places(shown, mirrored) };
    assert.equal(step(there, { pile: "t0", index: 0 }, "ArrowLeft").pile, "t1");
    assert.equal(nextTarget(mirrored, table.kinds, ["t2", "t5"], null, "ArrowRight"), "t5");
  });

  test("walk a picture from card to card, over what is gone and past what is hidden", () => {
    const all = Object.fromEntries(Array.from({ length: 28 }, (_, i) => [`t${i}`, [i]]));
    const full = walk(GAMES.pyramid, { ...all, stock: [30], waste: [31] });
    assert.equal(step(full, { pile: "t21", index: 0 }, "ArrowRight").pile, "t22");
    assert.equal(step(full, { pile: "t22", index: 0 }, "ArrowUp").pile, "t15");
    assert.equal(step(full, { pile: "waste", index: 0 }, "ArrowLeft").pile, "stock");
    const holes = walk(GAMES.pyramid, { ...all, t22: [], stock: [30] }, [15]);
    assert.equal(step(holes, { pile: "t21", index: 0 }, "ArrowRight").pile, "t23");
    assert.notEqual(step(holes, { pile: "t21", index: 0 }, "ArrowUp").pile, "t15");
    assert.deepEqual(settled(holes, { pile: "t22", index: 0 }).pile.startsWith("t"), true);
  });

  test("walk a row that has closed up", () => {
    const world = walk(GAMES.accordion, { t0: [1], t2: [2, 3], t5: [4] });
    assert.deepEqual(step(world, { pile: "t0", index: 0 }, "ArrowRight"), { pile: "t2", index: 1 });
    assert.equal(step(world, { pile: "t2", index: 1 }, "End").pile, "t5");
    assert.equal(settled(world, { pile: "t1", index: 0 }).index >= 0, true);
  });

  for (const [name, game] of Object.entries(GAMES)) {
    test(`come to every pile of ${name}, and always to a place that exists`, () => {
      const piles = Object.fromEntries([...kindsOf(game.zones)].map(([pile], index) => [pile, [index]]));
      const world = walk(game, piles);
      const first = settled(world, { pile: Object.keys(world.g.slots)[0], index: 0 });
      const found = new Map([[first.pile, first]]);
      for (const from of found.values()) {
        for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "x"]) {
          const next = step(world, from, key);
          assert.deepEqual(settled(world, next), next, `${from.pile} ${key}`);
          if (!found.has(next.pile)) found.set(next.pile, next);
        }
      }
      assert.deepEqual([...found.keys()].sort(), Object.keys(world.g.slots).sort());
    });
  }
});
