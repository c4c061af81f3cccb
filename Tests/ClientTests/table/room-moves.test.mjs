import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dests, event, snap } from "../fixtures.mjs";
import { room } from "./tables.mjs";

describe("a drop", () => {
  test("after the lease names the drag and the top it was aimed at", () => {
    const { it, said, answer, lease } = room();
    const lift = it.lift(2);
    answer(2, lease);
    assert.ok(it.drop(lift, { in: "t0" }));
    assert.deepEqual(said[1], { t: "cmd", c: 3, r: "rTable", op: "drop", d: 20, in: "t0", if: { t2: 3, t0: 1 } });
  });

  test("before the lease is shown and asked at once, as a move; the lease that comes is given back", () => {
    const { it, said, answer, lease } = room();
    const lift = it.lift(2);
    it.drop(lift, { in: "t0" });
    assert.deepEqual(it.store.shown().piles.t0, [1, 2, 3]);
    assert.deepEqual(said[1], { t: "cmd", c: 3, r: "rTable", op: "move", item: 2, in: "t0", if: { t2: 3, t0: 1 } });
    answer(2, lease);
    assert.deepEqual(said[2], { t: "cancel", c: 4, r: "rTable", d: 20 });
  });

  test("before the lease is refused once, also when the lift is refused", () => {
    const { it, told, answer } = room();
    it.drop(it.lift(2), { in: "t0" });
    answer(2, { t: "no", code: "leased" });
    answer(3, { t: "no", code: "leased" });
    assert.deepEqual([told.refused, told.lost, it.store.shown().piles.t0], [["leased"], 0, [1]]);
  });

  test("whose lease is gone by then is asked as a move", () => {
    const { it, said, answer, lease } = room();
    const lift = it.lift(2);
    answer(2, lease);
    it.drop(lift, { in: "t0" });
    answer(3, { t: "no", code: "gone" });
    assert.equal(said[2].op, "move");
    assert.deepEqual(it.store.shown().piles.t0, [1, 2, 3]);
  });

  test("that was carried out long ago is not asked once more", () => {
    const { it, said, answer, lease } = room();
    const lift = it.lift(2);
    answer(2, lease);
    it.drop(lift, { in: "t0" });
    answer(3, { t: "no", code: "gone", why: "answered" });
    assert.deepEqual(said.map(({ t, op }) => op ?? t), ["lift", "drop"]);
  });

  test("whose lease is gone is refused aloud when something was sent after it: it would come too late", () => {
    const { it, said, told, answer, lease } = room();
    const lift = it.lift(2);
    answer(2, lease);
    it.drop(lift, { in: "t0" });
    it.tap("stock");
    answer(3, { t: "no", code: "gone" });
    assert.deepEqual(said.map(({ t, op }) => op ?? t), ["lift", "drop", "tap"]);
    assert.deepEqual([told.refused, it.store.shown().piles.t0], [["gone"], [1]]);
  });

  test("whose lease is gone is asked again before a move that only waits", () => {
    const { it, said, told, answer, lease } = room();
    const lift = it.lift(2);
    answer(2, lease);
    it.drop(lift, { in: "t0" });
    it.move(6, { in: "f2" });
    answer(3, { t: "no", code: "gone" });
    assert.deepEqual(said.map(({ t, op }) => op ?? t), ["lift", "drop", "move"]);
    assert.deepEqual([told.refused, it.store.shown().piles.f2], [[], [6]]);
  });

  test("that is refused is taken back and told", () => {
    const { it, told, answer, lease } = room();
    const lift = it.lift(2);
    answer(2, lease);
    it.drop(lift, { in: "t0" });
    answer(3, { t: "no", code: "stale", v: 11 });
    assert.deepEqual(it.store.shown().piles.t0, [1]);
    assert.deepEqual(told.refused, ["stale"]);
  });

  test("to learn why it is not possible moves nothing", () => {
    const { it, said, told, answer, lease } = room();
    const lift = it.lift(2);
    answer(2, lease);
    it.dropToLearn(lift, { in: "t3" });
    answer(3, { t: "no", code: "illegal", why: "notNextRank" });
    assert.deepEqual(told.refused, ["illegal"]);
    assert.deepEqual(said.map(({ t, op }) => op ?? t), ["lift", "drop"]);
    assert.deepEqual(it.store.intents, []);
  });

  test("to learn, before the lease, is a move of what was seen", () => {
    const { it, said, answer, lease } = room();
    it.dropToLearn(it.lift(2), { in: "t3" });
    assert.deepEqual(said[1], { t: "cmd", c: 3, r: "rTable", op: "move", item: 2, in: "t3", if: { t2: 3, t3: 6 } });
    answer(2, lease);
    assert.equal(said[2].t, "cancel");
  });

  test("to learn of a lift that was refused asks nothing: that was told", () => {
    const { it, said, told, answer } = room();
    const lift = it.lift(2);
    answer(2, { t: "no", code: "leased" });
    it.dropToLearn(lift, { in: "t3" });
    assert.deepEqual([said.length, told.refused], [1, ["leased"]]);
  });

  test("to learn why, not judged at all, ends the drag", () => {
    const { it, said, answer, lease } = room();
    const lift = it.lift(2);
    answer(2, lease);
    it.dropToLearn(lift, { in: "t3" });
    answer(3, { t: "no", code: "rate", reset: 300 });
    assert.deepEqual(said.map(({ t, op }) => op ?? t), ["lift", "drop", "cancel"]);
  });
});

describe("a drop of a game that is over by then", () => {
  test("is forgotten when its lease comes into another game", () => {
    const { it, said, told, answer, lease } = room();
    const lift = it.lift(2);
    it.drop(lift, { in: "t0" });
    it.hear(snap({ v: 11, why: "deal" }));
    it.heardAll();
    answer(2, { ...lease, v: 11 });
    assert.deepEqual(said.map(({ t, op }) => op ?? t), ["lift", "move", "cancel"]);
    assert.deepEqual([lift.state, told.refused], ["over", []]);
  });

  test("is not asked again as a move in another game", () => {
    const { it, said, told, answer, lease } = room();
    const lift = it.lift(2);
    answer(2, lease);
    it.drop(lift, { in: "t0" });
    it.hear(snap({ v: 11, why: "deal" }));
    it.heardAll();
    answer(3, { t: "no", code: "gone" });
    assert.deepEqual(said.map(({ t, op }) => op ?? t), ["lift", "drop"]);
    assert.deepEqual(told.refused, []);
  });
});

describe("a drop that is refused leaves nothing in the hand", () => {
  function sent() {
    const made = room();
    const lift = made.it.lift(2);
    made.answer(2, made.lease);
    made.it.drop(lift, { in: "t0" });
    return made;
  }
  const verbs = (said) => said.map(({ t, op }) => op ?? t);

  for (const code of ["rate", "paused"]) {
    test(`by ${code}, not judged at all: the drag is ended`, () => {
      const { said, told, answer } = sent();
      answer(3, { t: "no", code });
      assert.deepEqual([verbs(said), told.refused], [["lift", "drop", "cancel"], [code]]);
      assert.equal(said[2].d, 20);
    });
  }

  for (const code of ["illegal", "stale", "lost_race", "leased"]) {
    test(`by ${code}: the server has ended the drag`, () => {
      const { said, told, answer } = sent();
      answer(3, { t: "no", code });
      assert.deepEqual([verbs(said), told.refused], [["lift", "drop"], [code]]);
    });
  }

  test("while it is held back, because the table has changed: the drag is ended", () => {
    const { it, said, told, answer, lease } = room();
    it.move(6, { in: "f2" });
    const lift = it.lift(2);
    answer(3, lease);
    it.drop(lift, { in: "t0" });
    it.hear(event(it.store.table, [["mv", [6], "f2"]]));
    it.hear({ ...dests(11), d: [[1], [2]] });
    answer(2, { t: "ok", v: 11 });
    assert.deepEqual([verbs(said), told.refused], [["move", "lift", "cancel"], ["illegal"]]);
  });

  test("because a new visit knows nothing of it: the drag is ended in the new one", () => {
    const { it, said, answer, lease } = room();
    it.move(6, { in: "f2" });
    const lift = it.lift(2);
    answer(3, lease);
    it.drop(lift, { in: "t0" });
    it.enterAgain();
    it.heardAll();
    assert.deepEqual(verbs(said), ["move", "lift", "sub", "cancel"]);
  });

  test("while it is held back and not leased yet: the drag is ended when the lease comes", () => {
    const { it, said, answer, lease } = room();
    it.move(6, { in: "f2" });
    it.drop(it.lift(2), { in: "t0" });
    it.hear(event(it.store.table, [["mv", [6], "f2"]]));
    it.hear({ ...dests(11), d: [[1], [2]] });
    answer(2, { t: "ok", v: 11 });
    assert.deepEqual(verbs(said), ["move", "lift"]);
    answer(3, lease);
    assert.deepEqual(verbs(said), ["move", "lift", "cancel"]);
  });
});

describe("a cancel", () => {
  test("after the lease names the drag", () => {
    const { it, said, answer, lease } = room();
    const lift = it.lift(2);
    answer(2, lease);
    it.cancel(lift);
    assert.deepEqual(said[1], { t: "cancel", c: 3, r: "rTable", d: 20 });
  });

  test("before the lease is sent when the lease comes", () => {
    const { it, said, answer, lease } = room();
    it.cancel(it.lift(2));
    assert.equal(said.length, 1);
    answer(2, lease);
    assert.equal(said[1].t, "cancel");
  });

  test("of a lift that is refused is silent", () => {
    const { it, said, told, answer } = room();
    it.cancel(it.lift(2));
    answer(2, { t: "no", code: "leased" });
    assert.deepEqual([said.length, told.refused, told.lost], [1, [], 0]);
  });
});

describe("a lift", () => {
  test("that is refused loses the hand and says why", () => {
    const { it, told, answer } = room();
    it.lift(2);
    answer(2, { t: "no", code: "leased" });
    assert.deepEqual([told.refused, told.lost], [["leased"], 1]);
  });

  test("of a face-down card is not asked", () => {
    const { it, said } = room();
    assert.equal(it.lift(13), null);
    assert.deepEqual(said, []);
  });
});

describe("a second move before the first is answered", () => {
  function two() {
    const made = room();
    made.it.move(6, { in: "f2" });
    made.it.move(2, { in: "t0" });
    return made;
  }

  test("is shown and held back", () => {
    const { it, said } = two();
    assert.deepEqual([it.store.shown().piles.f2, it.store.shown().piles.t0], [[6], [1, 2, 3]]);
    assert.equal(said.length, 1);
  });

  test("goes out when the first is done and it is legal", () => {
    const { it, said, answer } = two();
    it.hear(event(it.store.table, [["mv", [6], "f2"]]));
    it.hear({ ...dests(11) });
    answer(2, { t: "ok", v: 11 });
    assert.deepEqual(said[1].if, { t2: 3, t0: 1 });
  });

  test("is taken back when it is not legal any more", () => {
    const { it, said, told, answer } = two();
    it.hear(event(it.store.table, [["mv", [6], "f2"]]));
    it.hear({ ...dests(11), d: [[1], [2]] });
    answer(2, { t: "ok", v: 11 });
    assert.deepEqual([said.length, told.refused, it.store.shown().piles.t0], [1, ["illegal"], [1]]);
  });

  test("is judged by the server when the destinations at hand are older", () => {
    const { it, said, answer } = two();
    it.store.allow({ ...dests(10), d: [[1], [2]] });
    it.hear(event(it.store.table, [["mv", [6], "f2"]]));
    answer(2, { t: "ok", v: 11 });
    assert.equal(said[1].op, "move");
  });

  test("is forgotten when another deal begins, and what was held is let go", () => {
    const { it, said, told, answer, lease } = room();
    it.move(6, { in: "f2" });
    const lift = it.lift(2);
    answer(3, lease);
    it.drop(lift, { in: "t0" });
    it.hear(snap({ v: 11, why: "deal" }));
    it.hear(dests(11));
    answer(2, { t: "no", code: "stale", v: 11 });
    assert.deepEqual(said.map(({ t, op }) => op ?? t), ["move", "lift", "cancel"]);
    assert.deepEqual([told.refused, it.store.shown().piles.t0], [["stale"], [1]]);
    assert.ok(it.move(2, { in: "t0" }));
  });

  test("is not sent to a room that is gone", () => {
    const { it, said } = two();
    it.hear({ t: "gone", r: "rTable", why: "idle" });
    it.heardAll();
    assert.deepEqual([said.length, it.store.shown().piles.t0], [1, [1]]);
  });

  test("holds back what is lifted after it, until it is sent", () => {
    const { it, said, answer } = two();
    const lift = it.lift(3);
    assert.ok(lift);
    assert.equal(said.length, 1);
    it.hear(event(it.store.table, [["mv", [6], "f2"]]));
    it.hear({ ...dests(11) });
    answer(2, { t: "ok", v: 11 });
    assert.deepEqual(said.map(({ t, op, item }) => [op ?? t, item]), [["move", 6], ["move", 2], ["lift", 3]]);
  });

  test("holds nothing back that is put down by then, or of a game that is over", () => {
    for (const end of [(it, lift) => it.cancel(lift), (it) => it.hear(snap({ v: 11, why: "deal" }))]) {
      const { it, said, answer } = two();
      end(it, it.lift(3));
      it.hear(event(it.store.table, [["mv", [6], "f2"]]));
      it.hear({ ...dests(11) });
      answer(2, { t: "ok", v: 11 });
      assert.ok(!said.some(({ t }) => t === "lift"));
    }
  });

  test("is one of at most three that wait, and whatever else is tried is refused aloud", () => {
    const { it, said, told } = two();
    it.tap("stock");
    it.command("redo");
    assert.deepEqual([told.refused, it.store.intents.map(({ held }) => held)], [[], [false, true, true, true]]);
    assert.equal(it.move(3, { in: "t5" }), null);
    assert.equal(it.send(6), null);
    it.tap("stock");
    for (const op of ["redo", "finish", "restart", "deal", "set"]) it.command(op);
    const lift = it.lift(3);
    assert.equal(it.drop(lift, { in: "t5" }), null);
    assert.deepEqual([told.refused, lift.state], [Array(9).fill("rate"), "over"]);
    assert.deepEqual(said.map(({ op, item }) => [op, item]), [["move", 6]]);
  });

  test("goes out before what waits behind it, each when the one before is answered", () => {
    const { it, said, answer } = two();
    it.tap("stock");
    const sent = () => said.map(({ op, item }) => [op, item]);
    it.hear(event(it.store.table, [["mv", [6], "f2"]]));
    it.hear({ ...dests(11) });
    answer(2, { t: "ok", v: 11 });
    assert.deepEqual(sent(), [["move", 6], ["move", 2]]);
    it.hear(event(it.store.table, [["mv", [2, 3], "t0"]]));
    answer(3, { t: "ok", v: 12 });
    assert.deepEqual(sent(), [["move", 6], ["move", 2], ["tap", undefined]]);
  });

  test("is given up by an undo, of which the server hears nothing", () => {
    const { it, said, told, answer } = two();
    it.command("undo");
    assert.deepEqual([it.store.shown().piles.t0, it.store.shown().piles.f2], [[1], [6]]);
    it.hear(event(it.store.table, [["mv", [6], "f2"]]));
    it.hear(dests(11));
    answer(2, { t: "ok", v: 11 });
    assert.deepEqual([said.map(({ op }) => op), told.refused], [["move"], []]);
    it.command("undo");
    assert.deepEqual(said.map(({ op }) => op), ["move", "undo"]);
  });

  test("is never a step: undos wait for each other, three at most, and those that find nothing are not sent", () => {
    const { it, said, told, answer } = room();
    const steps = (undo) => ({ s: { ...it.store.table.status, undo } });
    it.hear({ ...dests(10), undo: true });
    for (let press = 0; press < 5; press++) it.command("undo");
    assert.deepEqual([said.map(({ op }) => op), told.refused], [["undo"], ["rate"]]);
    assert.deepEqual(it.store.intents.map(({ held }) => held), [false, true, true, true]);
    assert.equal(it.move(6, { in: "f2" }), null, "nor is what is not known yet played upon");
    it.hear(event(it.store.table, [["mv", [6], "f2"]], steps(1)));
    it.hear({ ...dests(11), undo: true });
    answer(2, { t: "ok", v: 11 });
    assert.deepEqual(said.map(({ op }) => op), ["undo", "undo"]);
    it.hear(event(it.store.table, [["mv", [6], "t0"]], steps(0)));
    it.hear({ ...dests(12), undo: false });
    answer(3, { t: "ok", v: 12 });
    assert.deepEqual([said.length, it.store.intents], [2, []]);
  });

  test("that is a drop is given up by an undo with its drag, and what was lifted after it is asked for", () => {
    const { it, said, answer, lease } = room();
    it.move(6, { in: "f2" });
    const lift = it.lift(2);
    answer(3, lease);
    it.drop(lift, { in: "t0" });
    it.lift(5);
    it.command("undo");
    assert.deepEqual(said.map(({ t, op }) => op ?? t), ["move", "lift", "cancel", "lift"]);
  });
});
