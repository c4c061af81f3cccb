import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { event, snap } from "../fixtures.mjs";
import { room } from "./tables.mjs";

describe("hands", () => {
  test("are told with every message, and whether more than where they are is to be shown", () => {
    const { it, told } = room();
    const hand = { d: 7, by: 1, items: [2, 3] };
    for (const live of [[hand], [{ ...hand, x: 1, y: 1 }], []]) it.hear({ t: "drag", r: "rTable", live });
    it.hear(snap({ v: 12, why: "sync" }));
    assert.deepEqual(told.drags, [[1, true], [1, false], [0, true], [0, true]]);
  });
});

describe("a server that was restarted", () => {
  test("knows of no hand, and what we held is dropped as a move", () => {
    const { it, told, said, answer, lease } = room();
    const lift = it.lift(2);
    answer(2, lease);
    it.hear({ t: "drag", r: "rTable", live: [{ d: 7, by: 1, items: [1] }] });
    it.handsLost();
    assert.deepEqual([told.drags, it.store.live, it.mine.size], [[[1, true], [0, true]], [], 0]);
    it.drop(lift, { in: "t0" });
    answer(3, { t: "no", code: "gone" });
    assert.deepEqual(said.slice(1).map(({ op, d, item }) => [op, d ?? item]), [["drop", 20], ["move", 2]]);
  });
});

describe("entering", () => {
  test("without a free seat is watching", () => {
    const { it, said, answer } = room();
    it.enter("play");
    answer(2, { t: "no", code: "full" });
    assert.deepEqual(said.map(({ as }) => as), ["play", "watch"]);
  });

  test("a room that is gone ends it, once", () => {
    const { it, told, answer } = room();
    it.enter("watch");
    answer(2, { t: "no", code: "gone" });
    it.hear({ t: "gone", r: "rTable", why: "idle" });
    assert.deepEqual([told.ended, it.endedBy], [1, "idle"]);
  });
});

describe("a room that is gone", () => {
  test("says why, whether we asked or were told", () => {
    const asked = room();
    asked.it.enter("watch");
    asked.answer(2, { t: "no", code: "gone", why: "damaged" });
    const heard = room();
    heard.it.hear({ t: "gone", r: "rTable", why: "damaged" });
    assert.deepEqual([asked.it.endedBy, heard.it.endedBy, room().it.endedBy], ["damaged", "damaged", ""]);
  });
});

describe("a hover", () => {
  test("is scaled to the board, kept inside, and sent only with a lease", () => {
    const { it, said, answer, lease } = room();
    const lift = it.lift(2);
    it.hover(lift, 0.5, 0.25, { in: "t5" });
    assert.equal(said.length, 1);
    answer(2, lease);
    it.hover(lift, 0.5, 1.7, { in: "t5" });
    assert.deepEqual(said[1], { t: "hover", r: "rTable", d: 20, x: 5000, y: 10000, o: "t5" });
  });

  test("comes fifteen times a second and no more", () => {
    const { it, said, answer, lease, clock } = room();
    const lift = it.lift(2);
    answer(2, lease);
    said.length = 0;
    for (const end = clock.ms + 1000; clock.ms < end; clock.ms++) it.hover(lift, (clock.ms % 100) / 100, 0, null);
    assert.equal(said.length, 15);
  });

  test("of a hand that rests comes every three seconds", () => {
    const { it, said, answer, lease, clock } = room();
    const lift = it.lift(2);
    answer(2, lease);
    said.length = 0;
    for (const end = clock.ms + 7000; clock.ms < end; clock.ms++) it.hover(lift, 0.5, 0, null);
    assert.equal(said.length, 3);
  });
});

describe("a lost thread", () => {
  test("is asked for again when a heartbeat tells of more, and holds nothing meanwhile", () => {
    const { it, said } = room();
    const { setTimeout } = globalThis;
    const later = [];
    globalThis.setTimeout = (act) => later.push(act);
    const hear = (message) => {
      it.hear(message);
      for (const act of later.splice(0)) act();
    };
    const behind = { t: "hb", now: 0, r: [["rTable", 12]] };
    assert.deepEqual(it.position, ["rTable", "00000001", 10]);
    for (const count of [1, 2]) {
      hear(behind);
      assert.deepEqual(said.map(({ t: kind }) => kind), Array(count).fill("sync"));
      assert.deepEqual(it.position, ["rTable", "00000001", 0]);
    }
    it.hear(snap({ v: 12, why: "sync" }));
    hear(behind);
    globalThis.setTimeout = setTimeout;
    assert.deepEqual([said.length, it.position], [2, ["rTable", "00000001", 12]]);
  });

  test("asks once for a snapshot", () => {
    const { it, said } = room();
    it.hear({ ...event(it.store.table, []), p: 12, v: 13 });
    it.hear({ ...event(it.store.table, []), p: 13, v: 14 });
    assert.deepEqual(said, [{ t: "sync", r: "rTable", why: "gap" }]);
    it.hear(snap({ v: 14, why: "sync" }));
    it.hear({ ...event(it.store.table, []), h: "00000000" });
    assert.deepEqual(said[1], { t: "sync", r: "rTable", why: "hash" });
  });
});

describe("without a connection", () => {
  test("one move waits, a second is refused", () => {
    const { it, told, speaker } = room();
    speaker.state = "reconnecting";
    assert.ok(it.move(6, { in: "f2" }));
    assert.equal(it.move(2, { in: "t0" }), null);
    assert.deepEqual(told.refused, ["offline"]);
  });
});
