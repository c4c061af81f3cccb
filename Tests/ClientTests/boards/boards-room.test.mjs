import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Certainty } from "../../../Public/js/model/certainty.js";
import { Room } from "../../../Public/js/table/room.js";
import { event, room, snap } from "./boards.mjs";
import * as patience from "../fixtures.mjs";

const shown = (it) => it.store.shown().piles;

describe("what is heard of a board", () => {
  test("out of order is asked for once, until it is answered", () => {
    const { it, said } = room();
    const ev = event(it.store.table, [["mv", [1], "other"]], { by: 1 });
    it.hear({ ...ev, p: 11, v: 12 });
    it.hear({ ...ev, p: 12, v: 13 });
    assert.deepEqual([said, it.position], [[{ t: "sync", r: "rBoard", why: "gap" }], ["rBoard", "00000001", 0]]);
    it.hear(snap({ v: 13, why: "sync" }));
    it.hear({ ...ev, p: 11, v: 12 });
    assert.deepEqual([said.length, it.position], [1, ["rBoard", "00000001", 13]]);
    it.hear({ ...ev, p: 13, v: 14, h: "00000000" });
    assert.equal(said[1].why, "hash");
  });

  test("while nobody can be asked is asked for at the next event", () => {
    const { it, said, speaker } = room();
    const ev = { ...event(it.store.table, []), p: 11, v: 12 };
    speaker.state = "reconnecting";
    it.hear(ev);
    speaker.state = "online";
    it.hear(ev);
    assert.deepEqual(said.map(({ why }) => why), ["gap"]);
  });

  test("of another game, or before the snapshot, changes nothing", () => {
    const { it, said } = room();
    const { table } = it.store;
    it.hear(patience.snap({ r: "rBoard" }));
    assert.equal(it.store.table, table);
    const empty = new Room("rBoard", it.speaker, new Certainty(), it.listener, () => 0);
    empty.hear(event(table, []));
    empty.hear({ t: "crowd", r: "rBoard", seats: [], watching: 3, clock: 0, run: false });
    assert.deepEqual([empty.store.table, empty.position, said], [null, null, []]);
  });

  test("of hands says whether more than where they are is to be shown", () => {
    const { it, told } = room();
    const hand = { d: 7, by: 1, items: [2] };
    it.hear({ t: "drag", r: "rBoard", live: [hand] });
    it.hear({ t: "drag", r: "rBoard", live: [{ ...hand, x: 1, y: 1 }] });
    it.hear({ t: "drag", r: "rBoard", live: [], regions: [{ name: "status", title: "over" }] });
    it.hear(snap({ v: 12, why: "sync" }));
    assert.deepEqual([told.drags, it.store.shown().regions[0].title], [[true, false, true, true], "idle"]);
  });

  test("of the crowd replaces seats, and of the end ends it, once", () => {
    const { it, told } = room();
    it.hear({ t: "crowd", r: "rBoard", seats: [{ n: 0 }], watching: 3, clock: 9, run: true });
    assert.deepEqual([it.store.table.seats, it.store.table.watching, it.store.table.status.run], [[{ n: 0 }], 3, true]);
    for (let times = 0; times < 2; times++) it.hear({ t: "gone", r: "rBoard", why: "idle" });
    assert.deepEqual([told.ended, it.position], [1, null]);
  });
});

describe("a server that was restarted", () => {
  test("knows of no hand and of nothing that was said to one, and counts its drags from the start", () => {
    const { it, told, answer } = room();
    it.lift(1);
    answer(2, { t: "lease", r: "rBoard", v: 10, d: 7, items: [1], index: 0, formation: "list", to: [], ttl: 10000 });
    const regions = [{ name: "status", title: "busy" }];
    it.hear({ t: "drag", r: "rBoard", live: [{ d: 8, by: 1, items: [2] }], regions });
    assert.deepEqual([it.mine.has(7), it.store.shown().regions[0].title], [true, "busy"]);
    it.handsLost();
    assert.deepEqual([it.mine.size, it.store.live, it.store.shown().regions[0].title], [0, [], "idle"]);
    assert.equal(told.drags.at(-1), true);
  });
});

describe("a command on a board", () => {
  test("is asked as the protocol writes it, and shown ahead where that is certain", () => {
    const { it, said } = room();
    it.move(1, { in: "other", before: 5 }, "copy");
    it.move(2, { in: "shelf", onto: 7 });
    it.tap("liked", 3);
    it.tap("lists");
    it.edit("lists", true);
    it.command("undo");
    const asked = said.map(({ t, c, r, ...rest }) => assert.deepEqual([t, r, c > 1], ["cmd", "rBoard", true]) ?? rest);
    assert.deepEqual(asked, [
      { op: "move", item: 1, in: "other", before: 5, as: "copy" }, { op: "move", item: 2, in: "shelf", onto: 7 },
      { op: "tap", in: "liked", item: 3 }, { op: "tap", in: "lists" }, { op: "edit", in: "lists", on: true },
      { op: "undo" },
    ]);
    assert.deepEqual([shown(it).other, it.store.selected()], [[4, 1, 5], [3]]);
  });

  for (const code of ["illegal", "stale", "lost_race", "leased", "role", "rate", "paused", "gone", "bad", "lost"]) {
    test(`that is refused by ${code} is taken back and told`, () => {
      const { it, told, answer } = room();
      it.move(1, { in: "other" });
      assert.deepEqual(shown(it).other, [4, 5, 1]);
      answer(2, { t: "no", code });
      assert.deepEqual([shown(it).other, it.store.intents, told.refused], [[4, 5], [], [`move ${code}`]]);
    });
  }

  test("carries what is selected, and shows it in the order in which it lies", () => {
    const { it, said } = room({ sel: [[0, [3, 1]]] });
    it.move(3, { in: "other", before: 4 });
    assert.deepEqual([shown(it).other, said[0].item], [[1, 3, 4, 5], 3]);
  });
});

describe("things from outside", () => {
  const things = [[["text/plain", "Hello"]]];

  test("are pending until the answer, which the caller hears", () => {
    for (const [answer, piles] of [[{ t: "ok", v: 11 }, 1], [{ t: "no", code: "illegal", why: "full" }, 0]]) {
      const made = room();
      const heard = [];
      made.it.put({ in: "liked", before: 2 }, things, (it) => heard.push(it.t));
      assert.deepEqual(made.said[0], { t: "cmd", c: 2, r: "rBoard", op: "put", in: "liked", before: 2, things });
      assert.deepEqual([made.it.store.intents.length, shown(made.it)], [1, made.it.store.table.piles]);
      made.answer(2, answer);
      assert.deepEqual([heard, made.told.refused, made.it.store.intents.length], [[answer.t], [], piles]);
    }
  });

  test("go out again as data, or not at all", () => {
    const { it, said, answer } = room();
    const got = [];
    for (let times = 0; times < 2; times++) it.exported(1, (items) => got.push(items));
    answer(2, { t: "data", items: [[1, []]] });
    answer(3, { t: "no", code: "gone" });
    assert.deepEqual([said[0].q, got], ["export", [[[1, []]], null]]);
  });
});
