import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { refusal, goneWords } from "../../../Public/js/model/words.js";
import { snap } from "../fixtures.mjs";
import { room } from "../table/tables.mjs";

const RIGHTS = { t: "rights", r: "rTable", host: true, keys: { play: "Ab3dE9xQ" }, knocks: [[3, "Ada"]] };

describe("coming to a table", () => {
  test("brings the key of the address, also when the visit was lost", () => {
    const { it, said } = room();
    it.key = { role: "play", text: "Ab3dE9xQ" };
    it.enter("play");
    it.enterAgain();
    assert.deepEqual(said.map(({ t, as, key }) => [t, as, key]), Array(2).fill(["sub", "play", "Ab3dE9xQ"]));
  });

  test("without a free seat is watching, and one knows why until one sits", () => {
    const { it, said, answer } = room();
    it.enter("play");
    answer(2, { t: "no", code: "role", why: "locked" });
    answer(3, { t: "ok", r: "rTable", seat: -1 });
    assert.deepEqual([said.map(({ as }) => as), it.denied], [["play", "watch"], "locked"]);
    it.sit();
    answer(4, { t: "ok", r: "rTable", seat: 1 });
    assert.deepEqual([it.denied, it.store.seat], ["", 1]);
  });

  test("with an old key is tried without it, and then ends", () => {
    const { it, said, told, answer } = room();
    it.key = { role: "play", text: "AAAAAAAA" };
    it.enter("play");
    answer(2, { t: "no", code: "role", why: "key" });
    answer(3, { t: "no", code: "role", why: "key" });
    assert.deepEqual([said.map(({ key }) => key), told.ended, it.endedBy], [["AAAAAAAA", undefined], 1, "key"]);
    assert.deepEqual(goneWords(it.endedBy, false), ["This table is private", "Ask the host for a link."]);
  });
});

describe("knocking", () => {
  const waiting = () => {
    const all = room();
    all.it.enter("play");
    all.answer(2, { t: "ok", r: "rTable", seat: -1, knocking: true });
    assert.equal(all.it.knocking, true);
    return all;
  };

  test("ends with a seat when the host lets one in", () => {
    const { it, said } = waiting();
    it.hear({ t: "knock", r: "rTable", end: "let" });
    assert.deepEqual([it.knocking, said.at(-1).as, said.length], [false, "play", 2]);
  });

  test("ends with watching when the host does not, and does not begin anew by itself", () => {
    for (const end of ["refused", "late"]) {
      const { it, said } = waiting();
      it.hear({ t: "knock", r: "rTable", end });
      it.enterAgain();
      assert.deepEqual([it.knocking, it.denied, said.at(-1).as], [false, end, "watch"]);
    }
  });
});

describe("what one may do", () => {
  test("is what was told last", () => {
    const { it } = room();
    it.hear(RIGHTS);
    it.hear({ t: "rights", r: "rTable", keys: { watch: "m2Kf81Lz" } });
    assert.deepEqual([it.rights.host, it.rights.keys, it.rights.knocks], [undefined, { watch: "m2Kf81Lz" }, undefined]);
  });

  test("is nothing any more when one was sent away", () => {
    const { it, told } = room();
    it.hear(RIGHTS);
    it.hear({ t: "gone", r: "rTable", why: "kicked" });
    assert.deepEqual([it.rights, told.ended, goneWords(it.endedBy, true)[0]],
      [null, 1, "You are no longer at this table"]);
  });

  test("of others is told with who is there", () => {
    const { it } = room();
    it.hear(snap({ v: 12, why: "sync", access: "link", host: 0, locked: true }));
    assert.deepEqual(it.store.table.admission, { access: "link", host: 0, locked: true, chat: undefined });
    it.hear({ t: "crowd", r: "rTable", seats: [], watching: 0, clock: 0, run: false, access: "public" });
    assert.deepEqual(it.store.table.admission,
      { access: "public", host: undefined, locked: undefined, chat: undefined });
  });

  test("is asked of the server, and a refusal is told", () => {
    const { it, said, told, answer } = room();
    const done = [];
    it.manage("kick", { seat: 1 }, () => done.push("kick"));
    it.manage("ban", { knock: 3 }, () => done.push("ban"));
    answer(2, { t: "ok", r: "rTable" });
    answer(3, { t: "no", code: "role", why: "opener" });
    assert.deepEqual([said, done, told.refused], [[
      { t: "host", c: 2, r: "rTable", do: "kick", seat: 1 }, { t: "host", c: 3, r: "rTable", do: "ban", knock: 3 },
    ], ["kick"], ["role"]]);
  });
});

describe("a question to the others", () => {
  const asked = { t: "question", r: "rTable", n: 3, by: 1, deal: { kind: "sealed" }, ms: 30000, of: [0], yes: [] };

  test("holds up nothing: the deal that it is about is not under way", () => {
    const { it, answer } = room();
    it.command("deal", { deal: { kind: "sealed" } });
    assert.equal(it.store.intents.length, 1);
    answer(2, { t: "ok", r: "rTable", v: 10, asked: 3 });
    assert.deepEqual(it.store.intents, []);
  });

  test("has a clock, is answered, and ends", () => {
    const { it, said, clock } = room();
    it.hear(asked);
    assert.equal(it.question.until, clock.ms + 30000);
    it.answer(true);
    assert.deepEqual(said, [{ t: "answer", c: 2, r: "rTable", n: 3, yes: true }]);
    it.hear({ t: "question", r: "rTable", n: 3, end: "agreed" });
    assert.equal(it.question, null);
    it.answer(false);
    assert.equal(said.length, 1);
  });

  test("of a visit that was lost is forgotten", () => {
    const { it } = room();
    it.hear(asked);
    it.enterAgain();
    assert.equal(it.question, null);
  });

  test("may be refused, each time for a reason of its own", () => {
    const words = [["leased", "question"], ["role", "openerAway"], ["role", "host"], ["role", "opener"], ["role", ""]]
      .map(([code, why]) => refusal({ code, why }, "deal"));
    assert.equal(new Set(words).size, words.length);
  });
});
