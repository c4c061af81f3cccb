import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Away } from "../../../Public/js/race/away.js";
import { raceLinks } from "../../../Public/js/race/links.js";
import { marginOf, placeOf, ranked } from "../../../Public/js/race/places.js";
import { afterChange, afterProgress, boundOf, isDone, mayStart, partDone, shownRows, toldAnew } from
  "../../../Public/js/race/race.js";
import { COMMIT } from "./sealed.mjs";
import { race, running, seat, SEATS } from "./races.mjs";

describe("a race after a change", () => {
  test("has what is new, and whole rows instead of those that were told before", () => {
    const next = afterChange(race(), { state: "starting", in: 3000, entrants: [{ n: 1, ready: true, room: "rTab1" }] });
    assert.deepEqual([next.state, next.in, next.seconds], ["starting", 3000, 600]);
    assert.deepEqual(next.entrants.map(({ n, room }) => [n, room]), [[0, undefined], [1, "rTab1"], [2, undefined]]);
  });

  test("has no countdown any more unless it is told again", () => {
    const starting = afterChange(race(), { state: "starting", in: 3000 });
    assert.equal("in" in afterChange(starting, { state: "running", until: 600000 }), false);
  });

  test("has no next race any more when that one has begun", () =>
    assert.equal("next" in afterChange(race({ next: "rNext" }), { state: "ended", next: "" }), false));

  test("has a new entrant where their seat is", () =>
    assert.deepEqual(afterChange(race({ entrants: [{ n: 2 }] }), { state: "open", entrants: [{ n: 1 }] })
      .entrants.map(({ n }) => n), [1, 2]));

  test("keeps how far somebody is who plays, until they are done", () => {
    const far = afterProgress(running([{}, {}]), [[0, 17, 44], [1, 23, 51]]);
    const same = afterChange(far, { state: "running", entrants: [{ n: 1, state: "playing", room: "rTab1" }] });
    assert.deepEqual([same.entrants[1].done, same.entrants[1].moves], [23, 51]);
    const over = { n: 1, state: "over", ms: 9, done: 20, moves: 60 };
    const done = afterChange(far, { state: "running", entrants: [over] });
    assert.equal(done.entrants[1].done, 20);
    assert.equal(toldAnew(running([{}, {}]), far).entrants[0].done, 17);
    assert.equal(toldAnew(running([{}, {}]), null).entrants[0].done, undefined);
  });

  test("hears nothing of the progress of who is done, or is not there", () => {
    const far = afterProgress(running([{ state: "won", done: 52 }, {}]), [[0, 3, 4], [9, 1, 1]]);
    assert.deepEqual(far.entrants.map(({ done }) => done), [52, undefined]);
  });
});

describe("who is shown", () => {
  test("is who is there while it is open, and who has a table from the start on", () => {
    assert.deepEqual(shownRows(race(), SEATS).map(({ n }) => n), [0, 1, 2]);
    assert.deepEqual(shownRows(race({ entrants: [] }), [seat(4, "Eve")]), [{ n: 4 }]);
    assert.deepEqual(shownRows(running([{}, { room: undefined }, {}]), []).map(({ n }) => n), [0, 2]);
  });

  test("is done when they won, gave up, or were not there", () => {
    assert.deepEqual(["won", "over", "out", "playing", undefined].map((state) => isDone({ n: 0, state })),
      [true, true, true, false, false]);
    assert.equal(isDone(undefined), false);
  });

  test("has done a part", () => {
    assert.deepEqual([{ done: 13 }, { state: "won", done: 3 }, {}, { done: 99 }].map((row) => partDone(race(), row)),
      [0.25, 1, 0, 1]);
    assert.equal(partDone(race({ of: 0 }), { done: 3 }), 0);
  });
});

describe("the host", () => {
  test("may begin with enough who are ready and there", () => assert.equal(mayStart(race(), SEATS), true));

  test("may not with fewer, nor when it has begun", () => {
    assert.equal(mayStart(race({ least: 3 }), SEATS), false);
    assert.equal(mayStart(race(), [SEATS[0], { ...SEATS[1], on: false }, SEATS[2]]), false);
    assert.equal(mayStart(race({ state: "running" }), SEATS), false);
  });
});

describe("places", () => {
  const rows = [{ done: 17, moves: 44 }, { state: "won", ms: 61000, done: 52, place: 1 }, { done: 23, moves: 51 },
    { state: "over", ms: 50000, done: 20, moves: 40 }];
  const told = running(rows);

  test("go by time for who won, then by cards, then by moves", () => {
    assert.deepEqual(ranked(told, told.entrants).map(({ n }) => n), [1, 2, 3, 0]);
    const alike = running([{ done: 5, moves: 9 }, { done: 5, moves: 8 }, { done: 5, moves: 9 }]);
    assert.deepEqual(ranked(alike, alike.entrants).map(({ n }) => n), [1, 0, 2]);
  });

  test("are as they were told, or what they are so far", () => {
    const places = told.entrants.map((row) => placeOf(told, told.entrants, row));
    assert.deepEqual(places, [{ place: 4, isFinal: false }, { place: 1, isFinal: true }, { place: 2, isFinal: false },
      { place: 3, isFinal: false }]);
  });

  test("are shared by who is equal", () => {
    const alike = running([{ done: 5, moves: 9 }, { done: 5, moves: 9 }, { done: 1, moves: 9 }]);
    assert.deepEqual(alike.entrants.map((row) => placeOf(alike, alike.entrants, row).place), [1, 1, 3]);
  });

  test("are none before anybody has done something, and for who was not there", () => {
    const new_ = running([{}, {}]);
    assert.equal(placeOf(new_, new_.entrants, new_.entrants[0]), null);
    assert.equal(placeOf(told, told.entrants, { n: 7, state: "out", place: 5 }), null);
    assert.equal(placeOf(race(), race().entrants, { n: 0 }), null);
  });

  test("go to who came so far first, where that is told of both", () => {
    const alike = [{ state: "over", done: 20, since: 40000, moves: 30 },
      { state: "over", done: 20, since: 30000, moves: 50 }];
    const told_ = running([...alike, { done: 20, moves: 40 }]);
    assert.deepEqual(alike.map((_, n) => placeOf(told_, told_.entrants.slice(0, 2), told_.entrants[n]).place), [2, 1]);
    assert.deepEqual(marginOf(told_, told_.entrants, told_.entrants[0]), { n: 1, behind: true, unit: "ms", by: 10000 });
  });

  test("go by points where these count", () => {
    const rows_ = [{ state: "over", ms: 9, score: 5 }, { state: "won", ms: 5, score: 12 }];
    const many = running(rows_, { points: true });
    const few = running(rows_, { points: true, low: true });
    assert.deepEqual([many, few].map((it) => ranked(it, it.entrants).map(({ n }) => n)), [[1, 0], [0, 1]]);
  });
});

describe("what a deal is bound to", () => {
  test("is the race as it was told, with who began and who may have", () => {
    const told = running([{ commit: COMMIT }, { state: "out", commit: COMMIT }, { state: "won" }], { start: "…" });
    const { game, seconds, undo, hint } = told;
    const named = [{ n: 0, commit: COMMIT, isOut: false }, { n: 1, commit: COMMIT, isOut: true },
      { n: 2, commit: "bot", isOut: false }];
    assert.deepEqual(boundOf(told), { game, seconds, undo, hint, named });
    assert.deepEqual(boundOf(told, { 0: "bot" }).named, [{ n: 0, commit: "bot", isOut: false }]);
    assert.equal(boundOf(race()), null);
  });
});

describe("margins", () => {
  const ended = running([{ state: "won", ms: 61000, place: 1 }, { state: "won", ms: 73400, place: 2 },
    { state: "over", done: 30, moves: 9, place: 3 }, { state: "over", done: 30, moves: 12, place: 4 },
    { state: "out", place: 5 }], { state: "ended" });
  const margins = ended.entrants.map((row) => marginOf(ended, ended.entrants, row));

  test("are to the one before; of the first to the second", () => {
    assert.deepEqual(margins.slice(0, 4), [
      { n: 1, behind: false, unit: "ms", by: 12400 }, { n: 0, behind: true, unit: "ms", by: 12400 },
      { n: 1, behind: true, unit: "cards", by: 22 }, { n: 2, behind: true, unit: "moves", by: 3 },
    ]);
  });

  test("are none for who was not there, who still plays, and who is alone or equal", () => {
    assert.equal(margins[4], null);
    const two = running([{ state: "won", ms: 5, place: 1 }, { state: "won", ms: 5, place: 1 }]);
    assert.deepEqual(two.entrants.map((row) => marginOf(two, two.entrants, row)), [null, null]);
    const one = running([{ state: "won", ms: 5, place: 1 }, {}]);
    assert.deepEqual(one.entrants.map((row) => marginOf(one, one.entrants, row)), [null, null]);
  });

  test("are points where these count", () => {
    const told = running([{ state: "over", score: 5, ms: 8 }, { state: "over", score: 12, ms: 9 }], { points: true });
    assert.deepEqual(marginOf(told, told.entrants, told.entrants[0]), { n: 1, behind: true, unit: "points", by: 7 });
  });
});

describe("the links to a race", () => {
  const keys = { play: "Ab3dE9xQ", watch: "m2Kf81Lz", host: "9sTq0WeR" };

  test("are one address with a key behind it", () => {
    assert.deepEqual(raceLinks("rC", "link", keys, null),
      { play: "/c/rC#p=Ab3dE9xQ", watch: "/c/rC#w=m2Kf81Lz", host: "/c/rC#h=9sTq0WeR" });
    assert.equal(raceLinks("rC", "public", keys, null).play, "/c/rC");
    assert.equal(raceLinks("rC", "knock", keys, null).play, "/c/rC#p=Ab3dE9xQ");
  });

  test("are only those that one was told, or came by", () => {
    assert.deepEqual(raceLinks("rC", "link", {}, { role: "watch", text: "m2Kf81Lz" }), { watch: "/c/rC#w=m2Kf81Lz" });
    assert.deepEqual(raceLinks("rC", "link", {}, { role: "play", text: "Ab3dE9xQ" }), {});
  });
});

describe("who is away", () => {
  const off = (n) => [seat(n, "Ben", { on: false })];

  test("is told after three seconds, and when they are back", () => {
    const away = new Away();
    assert.deepEqual(away.look(off(1), 1000), { gone: [], back: [] });
    assert.equal(away.since(1, 2000), null);
    assert.deepEqual(away.look(off(1), 4000), { gone: [1], back: [] });
    assert.deepEqual(away.look(off(1), 9000), { gone: [], back: [] });
    assert.equal(away.since(1, 9000), 8000);
    assert.deepEqual(away.look([seat(1, "Ben")], 9500), { gone: [], back: [1] });
    assert.equal(away.since(1, 9600), null);
  });

  test("is not told of who comes back sooner, or leaves for good", () => {
    const away = new Away();
    away.look(off(1), 0);
    assert.deepEqual(away.look([seat(1, "Ben")], 2000), { gone: [], back: [] });
    away.look(off(1), 3000);
    away.look(off(1), 7000);
    assert.deepEqual(away.look([{ n: 1 }], 8000), { gone: [], back: [] });
  });
});
