import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { describe, test } from "node:test";
import { decode, open } from "../../../Public/js/net/messages.js";
import { dropSalt, newSalt, noteOthers, saltOf } from "../../../Public/js/race/salts.js";
import { Foresight } from "../../../Public/js/model/foresight.js";
import { Store } from "../../../Public/js/model/store.js";
import { dests, snap, STATUS } from "../fixtures.mjs";
import { room } from "../table/tables.mjs";
import { raceEv, raceRoom, raceSnap, race, running } from "./races.mjs";
import { COMMIT, MINE, MINE_COMMIT } from "./sealed.mjs";

// Node 18 keeps what browsers call crypto in a module.
globalThis.crypto ??= webcrypto;

describe("the room of a race", () => {
  test("is what was told, and what has changed since", () => {
    const { room } = raceRoom();
    assert.deepEqual([room.race.state, room.own, room.store.table.seats.length], ["open", { n: 0 }, 4]);
    room.hear(raceEv({ state: "open", entrants: [{ n: 0, ready: true }] }, { op: "ready" }));
    assert.deepEqual([room.own.ready, room.position], [true, ["rRace", "00000001", 6]]);
  });

  test("asks for a change that it has missed, once, and takes none twice", () => {
    const { room, said } = raceRoom();
    const late = raceEv({ state: "ended" }, { p: 7, v: 8 });
    room.hear(late);
    room.hear(late);
    assert.deepEqual(said, [{ t: "sync", r: "rRace", why: "gap" }]);
    assert.equal(room.race.state, "open");
    room.hear(raceSnap(running([{}, {}]), { v: 8, why: "sync" }));
    room.hear(raceEv({ state: "ended" }));
    assert.deepEqual([room.race.state, room.store.table.version], ["running", 8]);
  });

  test("counts down by its own clock, until it is told that the start is off", () => {
    const { room, clock } = raceRoom();
    room.hear(raceEv({ state: "starting", in: 3000 }));
    clock.ms += 1000;
    assert.equal(room.startsIn, 2000);
    room.hear(raceEv({ state: "running", until: 600000, in: 500 }, { p: 6, v: 7 }));
    assert.equal(room.startsIn, 500);
    clock.ms += 600;
    assert.equal(room.startsIn, 0);
    room.hear(raceEv({ state: "open" }, { p: 7, v: 8 }));
    assert.equal(room.startsIn, 0);
  });

  test("knows the time that is left by the server's clock, and how far all are", () => {
    const { room, clock } = raceRoom(running([{}, {}]));
    room.hear(raceEv({ state: "running", until: 63000 }));
    clock.ms += 1000;
    assert.equal(room.left, 20000);
    room.hear({ t: "progress", r: "rRace", clock: 42100, list: [[0, 17, 44]] });
    assert.equal(room.own.done, 17);
    assert.equal(raceRoom().room.left, 600000);
  });

  test("says what we want, and tells why it was refused", () => {
    const { room, said, refused, answer } = raceRoom();
    room.say("ready", { on: true, commit: MINE_COMMIT });
    assert.deepEqual(said, [{ t: "cmd", c: 2, r: "rRace", op: "ready", on: true, commit: MINE_COMMIT }]);
    answer(2, { t: "no", code: "illegal", why: "notOpen" });
    assert.deepEqual(refused.map(({ why }) => why), ["notOpen"]);
    let done = 0;
    room.say("again", {}, () => { done += 1; });
    answer(3, { t: "ok", r: "rRace", v: 9 });
    assert.equal(done, 1);
  });

  test("watches where there is no place any more", () => {
    const { room, said, answer } = raceRoom();
    room.sit();
    answer(2, { t: "no", code: "full", r: "rRace" });
    assert.deepEqual([said.at(-1).as, room.denied], ["watch", "full"]);
  });
});

describe("the messages of a race", () => {
  const line = JSON.stringify;

  test("are read: its snapshot, which has no deal, and its progress", () => {
    const progress = { t: "progress", r: "rRace", clock: 42100, list: [[0, 17, 44]] };
    assert.deepEqual(decode(`${line(raceSnap(race()))}\n${line(progress)}\n`).messages, [raceSnap(race()), progress]);
  });

  test("are left out where they lack what they need", () => {
    const { race: _, ...bare } = raceSnap(race());
    for (const lacking of [bare, { t: "progress", r: "rRace", list: [] }]) {
      assert.deepEqual(decode(`${line(lacking)}\n`), { messages: [], whole: false });
    }
  });

  test("open one: there is neither a deal nor a number of seats in it", () => {
    const terms = { entrants: [2, 8], seconds: 600, undo: true, hint: false };
    const wish = { game: "golf", deal: { kind: "sealed" }, auto: "safe", access: "link", race: terms };
    assert.deepEqual(open(wish)(1),
      { t: "open", c: 1, game: "golf", safe: true, timed: true, race: terms, access: "link" });
  });
});

describe("a salt", () => {
  test("is sealed by its hash, kept for its race, and another each time", async () => {
    const bytes = Uint8Array.from(Buffer.from(MINE, "hex"));
    assert.deepEqual(await newSalt("rOne", COMMIT, bytes), { salt: MINE, commit: MINE_COMMIT, deal: COMMIT });
    assert.equal(saltOf("rOne").salt, MINE);
    assert.notEqual((await newSalt("rOne", COMMIT)).salt, MINE);
    assert.match(saltOf("rOne").salt, /^[0-9a-f]{32}$/);
  });

  test("is none for a race that we did not enter", () => assert.equal(saltOf("rOther"), null));

  test("outlives the page, unless what was kept is none", async () => {
    const kept = new Map([["baize.salt rBack", JSON.stringify({ salt: MINE, commit: MINE_COMMIT, deal: COMMIT })],
      ["baize.salt rBad", "{"], ["baize.salt rHalf", "{\"salt\":\"00\"}"]]);
    const put = (key, it) => kept.set(key, it);
    globalThis.localStorage = new Proxy({ removeItem: (key) => kept.delete(key), setItem: put,
      getItem: (key) => kept.get(key) ?? null }, {
      ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) });
    assert.equal(saltOf("rBack").salt, MINE);
    assert.deepEqual([saltOf("rBad"), saltOf("rHalf")], [null, null]);
    const { salt } = await newSalt("rNew", COMMIT);
    assert.equal(JSON.parse(kept.get("baize.salt rNew")).salt, salt);
    noteOthers("rNew", { 0: COMMIT });
    noteOthers("rNew", { 0: MINE_COMMIT });
    assert.deepEqual(saltOf("rNew").others, { 0: COMMIT }, "what is told later does not count");
    dropSalt("rNew");
    assert.deepEqual([saltOf("rNew"), kept.has("baize.salt rNew")], [null, false]);
    for (let n = 0; n < 40; n++) await newSalt(`rMany${n}`, COMMIT);
    assert.ok(kept.size <= 32 && kept.has("baize.salt rMany39"));
    delete globalThis.localStorage;
  });
});

describe("a table of a race", () => {
  const store = (status, entry) => {
    const it = new Store(new Foresight());
    it.seat = 0;
    const own = { race: "rRace", n: 0, undo: true, hint: false, ...entry };
    it.take(snap({ s: { ...STATUS, status, undo: 3 }, entry: own }));
    it.allow(dests());
    return it;
  };

  test("can be played once it has begun", () => {
    const it = store("playing");
    assert.deepEqual([it.liftable(1), it.turnable, it.mayStep("undo")], [true, "stock", true]);
  });

  for (const status of ["waiting", "over", "won"]) {
    test(`cannot be played while it is ${status}`, () => {
      const it = store(status);
      assert.deepEqual([it.liftable(1), it.turnable, it.isAtRest], [false, null, true]);
    });
  }

  test("takes nothing back where that is not allowed", () =>
    assert.equal(store("playing", { undo: false }).mayStep("undo"), false));
});

describe("giving up at a table", () => {
  test("waits for what was asked before it, and cannot be taken for a move", () => {
    const { it, said, answer } = room();
    it.move(2, { in: "t0" });
    it.command("resign");
    assert.deepEqual(said.map(({ op }) => op), ["move"]);
    answer(2, { t: "no", code: "illegal", why: "notNextRank" });
    assert.deepEqual(said.map(({ op }) => op), ["move", "resign"]);
  });

  test("is a question where others play, and nothing is given up before they agree", () => {
    const { it, answer } = room();
    it.command("resign");
    assert.equal(it.store.intents.length, 1);
    answer(2, { t: "ok", r: "rTable", asked: 3 });
    assert.deepEqual([it.store.intents.length, it.store.table.status.status], [0, "playing"]);
  });
});
