import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Foresight } from "../../../Public/js/model/foresight.js";
import { Store } from "../../../Public/js/model/store.js";
import { GAME, dests, event, snap, STATUS } from "../fixtures.mjs";

function store(seat = 0) {
  const made = new Store(new Foresight());
  made.seat = seat;
  made.take(snap());
  made.allow(dests());
  return made;
}

describe("an intent", () => {
  test("is shown at once and leaves the confirmed table alone", () => {
    const it = store();
    it.intend("move", { items: [2], to: { in: "t0" } });
    assert.deepEqual(it.shown().piles.t0, [1, 2, 3]);
    assert.deepEqual(it.table.piles.t0, [1]);
  });

  test("changes nothing more when its event comes first, then its ok", () => {
    const it = store();
    const intent = it.intend("move", { items: [2], to: { in: "t0" } });
    const before = it.shown().piles;
    assert.equal(it.hear(event(it.table, [["mv", [2, 3], "t0"]])), "applied");
    assert.deepEqual(it.shown().piles, before);
    it.confirm(intent, 11);
    assert.deepEqual(it.shown().piles, before);
    assert.deepEqual(it.intents, []);
  });

  test("changes nothing more when its ok comes first, then its event", () => {
    const it = store();
    const intent = it.intend("move", { items: [2], to: { in: "t0" } });
    const before = it.shown().piles;
    it.confirm(intent, 11);
    assert.equal(it.intents.length, 1);
    assert.deepEqual(it.shown().piles, before);
    it.hear(event(it.table, [["mv", [2, 3], "t0"]]));
    assert.deepEqual(it.shown().piles, before);
    assert.deepEqual(it.intents, []);
  });

  test("that is refused goes without a trace", () => {
    const it = store();
    const before = it.shown();
    it.reject(it.intend("move", { items: [2], to: { in: "t0" } }));
    assert.deepEqual(it.shown(), before);
  });

  test("that turns a hidden card up waits for the face", () => {
    const it = store();
    it.intend("move", { items: [5], to: { in: "t6" } });
    assert.deepEqual(it.shown().piles.t1, [13]);
    assert.equal(it.shown().faces.has(13), false);
  });

  test("whose card went elsewhere meanwhile is shown on the new table", () => {
    const it = store();
    it.intend("move", { items: [3], to: { in: "t5" } });
    it.hear(event(it.table, [["mv", [2, 3], "t0"]], { by: 1 }));
    assert.deepEqual([it.shown().piles.t0, it.shown().piles.t5], [[1, 2], [3]]);
  });

  test("is forgotten with its game", () => {
    const it = store();
    it.intend("move", { items: [2], to: { in: "t0" } });
    it.shown();
    it.take(snap({ v: 11, why: "deal" }));
    assert.deepEqual([it.intents, it.shown().piles.t0, it.games], [[], [1], 2]);
  });

  test("is forgotten with its game, also by a client that missed the deal", () => {
    for (const deal of [{ kind: "open", n: 8 }, { kind: "sealed", commit: "ab" }]) {
      const it = store();
      it.intend("move", { items: [2], to: { in: "t0" } });
      it.take(snap({ v: 11, why: "resume", deal }));
      assert.deepEqual([it.intents, it.games], [[], 2]);
      it.take(snap({ v: 12, why: "resume", deal: { ...deal, ...(deal.commit && { seed: "s", salt: "t" }) } }));
      assert.equal(it.games, 2);
    }
  });

  test("is forgotten with its room's history", () => {
    const it = store();
    it.intend("move", { items: [2], to: { in: "t0" } });
    it.take(snap({ e: "00000002", v: 0, why: "resume" }));
    assert.deepEqual([it.intents, it.games], [[], 2]);
  });

  test("survives a snapshot of the same game until it is answered", () => {
    const it = store();
    const intent = it.intend("move", { items: [2], to: { in: "t0" } });
    it.take(snap({ why: "resume" }));
    assert.deepEqual([it.shown().piles.t0, it.games], [[1, 2, 3], 1]);
    it.confirm(intent, 10);
    assert.deepEqual(it.shown().piles.t0, [1]);
  });
});

describe("turning the stock", () => {
  test("moves the top card to the waste without a face", () => {
    const it = store();
    it.intend("tap", { to: { in: "stock" } });
    assert.deepEqual([it.shown().piles.stock, it.shown().piles.waste], [[12, 11], [4, 10]]);
    assert.equal(it.shown().faces.has(10), false);
  });

  test("three at a time brings the deepest of them on top", () => {
    const it = new Store(new Foresight());
    it.take(snap({ game: { ...GAME, id: "klondike3", draw: 3 } }));
    it.intend("tap", { to: { in: "stock" } });
    assert.deepEqual(it.shown().piles.waste, [4, 10, 11, 12]);
  });

  test("when it is empty turns the waste over, face down", () => {
    const it = store();
    for (let times = 0; times < 4; times++) it.intend("tap", { to: { in: "stock" } });
    assert.deepEqual([it.shown().piles.stock, it.shown().piles.waste], [[12, 11, 10, 4], []]);
    assert.equal(it.shown().faces.has(4), false);
  });

  test("again before the answer is not shown twice when the first event comes", () => {
    const it = store();
    it.intend("tap", { to: { in: "stock" } });
    it.intend("tap", { to: { in: "stock" } });
    it.hear(event(it.table, [["mv", [10], "waste"]], { op: "tap", up: [[10, "2C"]] }));
    assert.deepEqual(it.shown().piles.waste, [4, 10, 11]);
    assert.equal(it.shown().faces.get(10), "2C");
  });

  test("may run ahead until something is held back", () => {
    const it = store();
    for (let taps = 0; taps < 20; taps++) it.intend("tap", { to: { in: "stock" } });
    assert.equal(it.mayRunAhead, true);
    it.intend("undo", { held: true });
    assert.equal(it.mayRunAhead, false);
  });
});

describe("what is legal", () => {
  test("is what the server said, without its marks", () => {
    assert.deepEqual([store().destinations(5), store().destinations(1), store().destinations(13)], [["t6"], [], []]);
  });

  test("is not known while something is unanswered", () => {
    const it = store();
    it.intend("move", { items: [2], to: { in: "t0" } });
    assert.equal(it.destinations(3), null);
  });

  test("is certain only while the server has spoken of this version", () => {
    const it = store();
    assert.equal(it.certain, true);
    it.hear(event(it.table, [["mv", [6], "f2"]], { by: 1 }));
    assert.equal(it.certain, false);
    it.allow(dests(11));
    assert.equal(it.certain, true);
  });

  test("lets the named cards be lifted and no others", () => {
    const it = store();
    assert.deepEqual([1, 2, 3, 4, 5, 6, 10, 13].filter((item) => it.liftable(item)), [1, 2, 3, 4, 5, 6]);
  });

  test("lets what looks movable be lifted while something is unanswered", () => {
    const it = store();
    it.intend("tap", { to: { in: "stock" } });
    assert.deepEqual([2, 4, 10, 13].filter((item) => it.liftable(item)), [2]);
  });

  test("lets a spectator lift nothing", () => {
    const it = store(-1);
    assert.deepEqual([1, 2, 4, 5].filter((item) => it.liftable(item)), []);
  });

  test("lets nothing be lifted that somebody else holds, and knows who; where hands are changes nothing", () => {
    const it = store();
    const hand = { d: 1, by: 1, items: [2, 3] };
    assert.equal(it.hold([hand]), true);
    const shown = it.shown();
    assert.equal(it.hold([{ ...hand, x: 5, y: 6, o: "t0" }]), false);
    assert.equal(it.shown(), shown);
    assert.deepEqual([1, 2, 3].map((item) => it.holder(item)), [-1, 1, 1]);
    assert.deepEqual([1, 2, 3].map((item) => it.liftable(item)), [true, false, false]);
    assert.deepEqual([it.hold([{ ...hand, items: [3] }]), it.liftable(2)], [true, true]);
    assert.deepEqual([it.hold([{ d: 2, by: 0, items: [3] }]), it.holder(3), it.liftable(3)], [true, -1, true]);
    assert.deepEqual([it.hold([]), it.hold([])], [true, false]);
  });

  test("names the foundation of a double click", () => {
    assert.deepEqual([store().sendable(6), store().sendable(5)], ["f2", null]);
  });

  test("preconditions name visible tops and empty piles, never a hidden top", () => {
    const it = store();
    assert.deepEqual(it.tops(["t0", "t4", "stock"]), { t0: 1, t4: null });
  });
});

describe("a step that can be taken back or played again", () => {
  const steps = (it) => [it.mayStep("undo"), it.mayStep("redo")];
  const status = { ...STATUS, undo: 3, redo: 1 };
  const seats = [{ n: 0, id: "g_1", name: "Ada", on: true }, { n: 1, id: "g_2", name: "Ann", on: true }];

  test("is known by the count of all steps where one plays alone, unless the server says otherwise", () => {
    const it = store();
    assert.deepEqual(steps(it), [false, false]);
    it.take(snap({ s: status }));
    assert.deepEqual(steps(it), [true, true]);
    it.allow({ ...dests(), undo: false, redo: true });
    assert.deepEqual(steps(it), [false, true]);
  });

  test("is one's own where there are several seats: the server says it to each", () => {
    const it = store();
    it.take(snap({ s: status, seats }));
    assert.deepEqual(steps(it), [false, false]);
    for (const own of [[true, false], [false, true]]) {
      it.allow({ ...dests(), undo: own[0], redo: own[1] });
      assert.deepEqual(steps(it), own);
    }
  });

  test("is nothing for spectators, or before there is a table", () => {
    const it = store(-1);
    it.allow({ ...dests(), undo: true, redo: true });
    assert.deepEqual([steps(it), steps(new Store(new Foresight()))], [[false, false], [false, false]]);
  });
});
