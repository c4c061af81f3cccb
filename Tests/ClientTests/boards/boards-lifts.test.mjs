import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dests, event, holding, room, snap } from "./boards.mjs";

const shown = (it) => it.store.shown().piles;

describe("a lift", () => {
  test("is described by its lease: what travels, how it looks, where it may go", () => {
    const { it, answer, lease, told } = room({ sel: [[0, [3, 1]]] });
    const lift = it.lift(3);
    assert.deepEqual([lift.items, lift.order, lift.home, lift.state], [[3, 1], [1, 3], "liked", "asked"]);
    answer(2, { ...lease, items: [1, 2, 3], index: 2, onto: [7] });
    assert.deepEqual([lift.items, lift.order, [...lift.to], [...lift.onto]], [[3, 1, 2], [1, 2, 3], ["other"], [7]]);
    assert.deepEqual([lift.formation, lift.state, told.leased, [...it.mine]], ["pile", "leased", 1, [20]]);
  });

  test("of what is nowhere, cannot be lifted, or is in another's hand is not asked", () => {
    const { it, said } = room();
    it.hear({ t: "drag", r: "rBoard", live: [{ d: 1, by: 1, items: [2] }] });
    assert.deepEqual([it.lift(2), it.lift(8), it.lift(99), said], [null, null, null, []]);
  });

  test("that is refused, or lost with the connection, empties the hand and says why", () => {
    for (const code of ["leased", "lost"]) {
      const { it, told, answer } = room();
      const lift = it.lift(1);
      answer(2, { t: "no", code });
      assert.deepEqual([told.lost, told.refused, lift.state], [[1], [code], "refused"]);
      it.cancel(lift);
      it.hover(lift, 0, 0, null);
    }
  });

  test("that was put down before its lease is given back, silently also if it is refused", () => {
    const { it, told, answer, lease, verbs } = room();
    it.cancel(it.lift(1));
    it.cancel(it.lift(2));
    answer(2, lease);
    answer(3, { t: "no", code: "leased" });
    assert.deepEqual([verbs(), told.lost, told.refused, told.leased], [["lift", "lift", "cancel"], [], [], 0]);
  });

  test("may go where the server says later: a place is full by now, or free again", () => {
    const { it, lift } = holding();
    it.hear(dests(11, { d: [[1, "shelf", { onto: [7] }]] }));
    assert.deepEqual([[...lift.to], [...lift.onto]], [["shelf"], [7]]);
    it.hear(dests(12, { d: [[2, "other"]] }));
    assert.deepEqual([[...lift.to], [...lift.onto]], [[], []]);
  });

  test("stays in the hand through a snapshot", () => {
    const { it, lift, told, verbs } = holding();
    it.hear(snap({ v: 15, why: "sync", live: [{ d: 20, by: 0, items: [1] }] }));
    assert.deepEqual([lift.state, told.lost], ["leased", []]);
    it.drop(lift, { in: "other" });
    assert.deepEqual([verbs(), shown(it).other], [["drop"], [4, 5, 1]]);
  });

  test("of ours is nobody else's hand, but in a room that begins anew numbers mean nothing", () => {
    const { it } = holding();
    it.hear(snap({ v: 15, why: "sync" }));
    assert.deepEqual([...it.mine], [20]);
    it.hear(snap({ e: "00000002", v: 1, why: "resume" }));
    assert.deepEqual([...it.mine], []);
  });

  test("says where it is, in front of what, or onto what, and only once it is leased", () => {
    const { it, said, answer, lease, clock } = room();
    const lift = it.lift(1);
    const hover = (...where) => it.hover(lift, ...where, clock.ms += 100);
    hover(0.5, 0.25, { in: "other", before: 4 });
    answer(2, lease);
    it.hover(lift, 0.5, 0.25, { in: "other", before: 4 });
    clock.ms += 100;
    it.hover(lift, 2, -1, { in: "shelf", onto: 7 });
    clock.ms += 100;
    it.hover(lift, 0, 0, null);
    const hovers = said.filter(({ t }) => t === "hover").map(({ x, y, o, b, onto }) => [x, y, o, b, onto]);
    assert.deepEqual(hovers, [[5000, 2500, "other", 4, undefined], [10000, 0, "shelf", undefined, 7],
      [0, 0, undefined, undefined, undefined]]);
  });
});

describe("a drop", () => {
  test("names the drag once it is leased, and before that waits for it, shown already", () => {
    const { it, said, lift } = holding();
    it.drop(lift, { in: "other", before: 5 }, "move");
    assert.deepEqual(said[0], { t: "cmd", c: 3, r: "rBoard", op: "drop", d: 20, in: "other", before: 5, as: "move" });
    const early = room();
    early.it.drop(early.it.lift(1), { in: "other" });
    assert.deepEqual([early.verbs(), shown(early.it).other], [["lift"], [4, 5, 1]]);
    early.answer(2, early.lease);
    assert.deepEqual([early.verbs(), early.said[1].d, [...early.it.mine]], [["lift", "drop"], 20, [20]]);
    early.answer(3, { t: "no", code: "rate" });
    assert.deepEqual([early.verbs(), early.told.refused], [["lift", "drop", "cancel"], ["drop rate"]]);
  });

  test("before the lease comes before all that is done after it, and lets nobody who was faster down", () => {
    const { it, told, answer, lease, verbs } = room();
    it.drop(it.lift(1), { in: "other" });
    it.move(3, { in: "other" });
    it.drop(it.lift(2), { in: "other", before: 4 });
    it.command("undo");
    it.put({ in: "liked" }, []);
    assert.deepEqual([verbs(), shown(it).other], [["lift"], [2, 4, 5, 1, 3]]);
    answer(2, lease);
    assert.deepEqual(verbs(), ["lift", "drop", "move", "lift"]);
    answer(5, { t: "no", code: "leased" });
    assert.deepEqual([verbs(), told.refused], [["lift", "drop", "move", "lift", "undo", "put"], ["drop leased"]]);
    assert.deepEqual([shown(it).other, told.lost, told.leased], [[4, 5, 1, 3], [], 0]);
    it.command("redo");
    assert.equal(verbs().at(-1), "redo", "nothing is waited for any more");
  });

  test("of several puts them down as they lie, whichever of them is in the hand", () => {
    const { it, answer, lease } = room({ sel: [[0, [3, 1]]] });
    const lift = it.lift(3);
    answer(2, { ...lease, items: [1, 3], index: 1 });
    it.drop(lift, { in: "other", before: 5 });
    assert.deepEqual([lift.items, shown(it).other], [[3, 1], [4, 1, 3, 5]]);
  });

  test("of what somebody else was given before is refused once, and never asked", () => {
    const { it, told, answer, verbs } = room();
    it.drop(it.lift(1), { in: "other" });
    answer(2, { t: "no", code: "leased" });
    assert.deepEqual([told.refused, told.lost, shown(it).other, verbs()], [["drop leased"], [], [4, 5], ["lift"]]);
  });

  test("whose lease is gone is asked as a move, after all that was asked meanwhile", () => {
    const { it, told, lift, answer, said } = holding();
    it.drop(lift, { in: "other", before: 5 });
    it.move(2, { in: "other", before: 5 });
    answer(3, { t: "no", code: "gone" });
    assert.deepEqual(said.map(({ op, item, before }) => [op, item, before]),
      [["drop", undefined, 5], ["move", 2, 5], ["move", 1, 5]]);
    assert.deepEqual([shown(it).other, told.refused], [[4, 2, 1, 5], []]);
    it.hear(event(it.store.table, [["mv", [2], "other", 5]]));
    answer(4, { t: "ok", v: 11 });
    answer(5, { t: "no", code: "illegal", why: "full" });
    assert.deepEqual([shown(it).other, told.refused, it.store.intents], [[4, 2, 5], ["drop illegal"], []]);
  });

  test("that was carried out long ago is not asked once more", () => {
    const { it, lift, answer, verbs } = holding();
    it.drop(lift, { in: "other", before: 5 });
    answer(3, { t: "no", code: "gone", why: "answered" });
    assert.deepEqual([verbs(), it.store.intents], [["drop"], []]);
  });

  for (const [code, ends] of Object.entries({ illegal: 0, stale: 0, lost_race: 0, leased: 0, rate: 1, paused: 1 })) {
    test(`that is refused by ${code} leaves nothing in the hand`, () => {
      const { it, told, lift, answer, verbs } = holding();
      it.drop(lift, { in: "other" });
      answer(3, { t: "no", code });
      assert.deepEqual([verbs(), told.refused], [["drop", ...(ends ? ["cancel"] : [])], [`drop ${code}`]]);
    });
  }

  test("to learn why it cannot be shows nothing, and tells", () => {
    const { it, told, lift, answer, verbs } = holding();
    it.dropToLearn(lift, { in: "looks" });
    assert.deepEqual([it.store.intents, verbs()], [[], ["drop"]]);
    answer(3, { t: "no", code: "illegal", why: "notAllowedThere" });
    it.dropToLearn({ ...lift, d: null, state: "over" }, { in: "looks" });
    assert.deepEqual([told.refused, verbs()], [["illegal"], ["drop"]]);
  });

  test("to learn why, before the lease or not judged at all, lets go as well", () => {
    const early = room();
    early.it.dropToLearn(early.it.lift(1), { in: "looks" });
    early.answer(2, early.lease);
    assert.deepEqual(early.verbs(), ["lift", "drop"]);
    const late = room();
    late.it.dropToLearn(late.it.lift(1), { in: "looks" });
    late.answer(2, { t: "no", code: "leased" });
    assert.deepEqual([late.verbs(), late.told.refused], [["lift"], ["leased"]]);
    const { it, lift, answer, verbs } = holding();
    it.dropToLearn(lift, { in: "looks" });
    answer(3, { t: "no", code: "paused" });
    assert.deepEqual(verbs(), ["drop", "cancel"]);
  });
});

describe("a new visit", () => {
  test("enters again, forgets what was asked, and what is held becomes a move", () => {
    const { it, lift, told, answer, verbs } = holding();
    it.move(4, { in: "liked" });
    it.enterAgain();
    assert.deepEqual([it.store.intents, shown(it).liked], [[], [1, 2, 3]]);
    answer(3, { t: "no", code: "lost" });
    answer(4, { t: "ok", seat: 0, v: 10 });
    it.hear(snap({ e: "00000002" }));
    it.hear(dests());
    it.drop(lift, { in: "other" });
    answer(5, { t: "no", code: "gone" });
    assert.deepEqual([verbs(), told.refused], [["move", "sub", "drop", "move"], ["move lost"]]);
    assert.deepEqual(shown(it).other, [4, 5, 1]);
  });

  test("without a free seat watches, and lifts nothing", () => {
    const { it, answer, said } = room();
    it.enterAgain();
    answer(2, { t: "no", code: "full" });
    answer(3, { t: "ok", seat: -1, v: 10 });
    assert.deepEqual([said.map(({ as }) => as), it.store.seat, it.lift(1)], [["play", "watch"], -1, null]);
  });
});
