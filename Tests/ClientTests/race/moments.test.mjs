import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import "../../../Public/js/words/race.js";
import { hasOutcome, isDoneWith, maySeeOthers, momentOf, news, resultWords } from "../../../Public/js/race/moments.js";
import { farWords, marginWords, nth, placeWords, rowWords, rulesLine, shortCode, verdictWords } from
  "../../../Public/js/race/sentences.js";
import { Language, speak } from "../../../Public/js/words/say.js";
import { race, running, seat, SEATS } from "./races.mjs";

afterEach(() => speak());

const seen = (told, more = {}) => ({ race: told, seats: SEATS, seat: 0, startsIn: 0, ...more });

describe("the moment of a race", () => {
  const playing = running([{}, {}, {}]);

  for (const [moment, told, more] of [
    ["waits", race(), {}], ["counts", race({ state: "starting" }), { startsIn: 900 }],
    // It is bound already, and the cards are not dealt yet.
    ["counts", playing, { startsIn: 300 }], ["plays", playing, {}],
    ["looks", playing, { seat: -1 }], ["looks", running([{ state: "won" }, {}, {}]), {}],
    ["looks", running([{ state: "over" }, {}, {}]), {}], ["looks", running([{ state: "out" }, {}, {}]), {}],
    ["looks", running([{ room: undefined, state: undefined }, {}, {}]), {}], ["ended", race({ state: "ended" }), {}],
  ]) {
    test(`is ${moment}: ${told.state}, ${JSON.stringify(more)}, ${told.entrants[0].state}`, () =>
      assert.equal(momentOf(seen(told, more)), moment));
  }

  test("lets who is done, and who only watches, see the boards of others", () => {
    assert.equal(maySeeOthers(seen(playing, { seat: -1 })), true);
    assert.equal(maySeeOthers(seen(running([{ state: "won" }, {}]))), true);
    assert.equal(maySeeOthers(seen(race({ state: "ended" }))), true);
  });

  test("shows nobody who plays a board of others, nor anybody before the start", () => {
    assert.equal(maySeeOthers(seen(playing)), false);
    assert.equal(maySeeOthers(seen(playing, { seat: -1, startsIn: 300 })), false);
    assert.equal(maySeeOthers(seen(race())), false);
  });
});

describe("the way to the next race", () => {
  const playing = running([{}, {}, {}]);
  const done = running([{ state: "won", ms: 9, place: 1 }, {}, {}]);

  test("is there for who is done while others play, with their place and no margin", () => {
    assert.equal(hasOutcome(seen(done)), true);
    assert.equal(resultWords(seen(done)), "You are 1st.");
    assert.equal(hasOutcome(seen(race({ state: "ended" }))), true);
  });

  test("is there for who watches as soon as there is a next race", () => {
    assert.equal(hasOutcome(seen(done, { seat: -1 })), false);
    const next = seen({ ...done, next: "rNext" }, { seat: -1 });
    assert.equal(hasOutcome(next), true);
    assert.equal(resultWords(next), "2 still playing");
  });

  test("is there for who has a seat and was not ready as soon as there is a next race", () => {
    const unready = running([{ room: undefined, state: undefined }, { state: "won", ms: 9, place: 1 }, {}]);
    assert.equal(hasOutcome(seen(unready)), false);
    assert.equal(hasOutcome(seen({ ...unready, next: "rNext" })), true);
    assert.equal(isDoneWith(seen({ ...unready, next: "rNext" })), false);
    assert.equal(isDoneWith(seen(done)), true);
  });

  test("is not there for who plays, and does not disturb them", () => {
    const next = seen({ ...playing, next: "rNext" });
    assert.equal(hasOutcome(next), false);
    assert.deepEqual(news(seen(playing), next), []);
    assert.deepEqual(news(seen(done), seen({ ...done, next: "rNext" })), ["Somebody wants to race again."]);
  });
});

describe("what is said", () => {
  test("of who comes, is ready and leaves", () => {
    const alone = seen(race({ entrants: [{ n: 0 }] }), { seats: [SEATS[0], { n: 1 }] });
    const both = { ...alone, seats: [SEATS[0], SEATS[1]] };
    const ready = { ...both, race: race({ entrants: [{ n: 0 }, { n: 1, ready: true }] }) };
    assert.deepEqual(news(alone, both), ["Ben is here. 2 of 2"]);
    assert.deepEqual(news(both, ready), ["Ben is ready."]);
    assert.deepEqual(news(both, alone), ["Ben has left. 1 of 2"]);
  });

  test("is nothing of ourselves, of programs that are ready, and of what was said", () => {
    const before = seen(race({ entrants: [] }));
    assert.deepEqual(news(before, seen(race({ entrants: [{ n: 0, ready: true }, { n: 2, ready: true }] }))), []);
    assert.deepEqual(news(seen(race()), seen(race())), []);
  });

  test("of the start, or of one that too few came to", () => {
    const counts = seen(race({ state: "starting" }), { startsIn: 500 });
    assert.deepEqual(news(counts, seen(running([{}, {}]))), ["Go!"]);
    assert.deepEqual(news(counts, seen(race())), ["Too few were there at the start. Get ready again."]);
    assert.deepEqual(news(counts, seen(running([{}, {}]), { startsIn: 200 })), []);
  });

  test("of progress is nothing; of who is done each once, ourselves with our place", () => {
    const one = seen(running([{ done: 3 }, { done: 4 }]));
    assert.deepEqual(news(seen(running([{}, {}])), one), []);
    const won = seen(running([{ done: 3 }, { state: "won", ms: 9, place: 1 }]));
    assert.deepEqual(news(one, won), ["Ben has finished."]);
    assert.deepEqual(news(won, won), []);
    const both = seen(running([{ state: "won", ms: 12, place: 2 }, { state: "won", ms: 9, place: 1 }]));
    assert.deepEqual(news(won, both), ["You are 2nd."]);
    assert.deepEqual(news(one, seen(running([{ state: "over", done: 3 }, { done: 4 }]))), ["You are 2nd so far."]);
    assert.deepEqual(news(one, seen(running([{ done: 3 }, { state: "over", done: 4 }]))), ["Ben has given up."]);
  });

  test("of the end is the result, and not that those gave up whose time was over", () => {
    const before = seen(running([{}, {}]));
    const after = seen(running([{ state: "won", ms: 61000, place: 1 }, { state: "over", done: 30, place: 2 }],
      { state: "ended" }));
    assert.deepEqual(news(before, after), ["You are 1st, 22 cards ahead of Ben."]);
    assert.deepEqual(news(before, { ...after, seat: -1 }), ["Ada has finished.", "Ada is first."]);
    assert.deepEqual(news(after, { ...after, race: { ...after.race, next: "rNext" } }),
      ["Somebody wants to race again."]);
  });
});

describe("the sentences of a race", () => {
  test("name places as people count", () => {
    assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 22, 64].map(nth),
      ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "64th"]);
    assert.equal(placeWords({ place: 2, isFinal: false }), "2nd so far");
    speak(new Language("de", { "race.nth.other": "Platz {n}" }));
    assert.equal(nth(3), "Platz 3");
  });

  test("tell the rules in one line", () => {
    assert.equal(rulesLine(race()), "First to finish wins · 10 minutes · undo allowed · no hints");
    assert.equal(rulesLine(race({ points: true, low: true, undo: false, hint: true, seconds: 90 })),
      "Fewest points win · 1.5 minutes · no undo · hints allowed");
    assert.match(rulesLine(race({ points: true })), /^Most points win/);
  });

  test("tell times to the hundredth where it is close, and else as clocks do", () => {
    const name = (n) => ["Ada", "Ben"][n];
    const by = (ms) => {
      const told = running([{ state: "won", ms: 1000, place: 1 }, { state: "won", ms: 1000 + ms, place: 2 }]);
      return marginWords(told, told.entrants, told.entrants[1], name);
    };
    assert.deepEqual([38, 12400, 75000].map(by), ["0.04 s behind Ada", "12.4 s behind Ada", "1:15 behind Ada"]);
    assert.equal(by(0), "");
  });

  test("tell how far somebody is, and a whole row for the ear", () => {
    assert.equal(farWords(race(), { n: 0, state: "playing", done: 17 }), "17 of 52");
    assert.equal(farWords(race(), { n: 0, state: "won", ms: 81230, moves: 120 }), "1:21 · 120 moves");
    assert.equal(farWords(race({ points: true }), { n: 0, state: "over", score: 3, done: 5, moves: 1 }),
      "3 points · 5 of 52 · 1 move");
    const over = { n: 0, state: "over", done: 3, moves: 2 };
    assert.equal(farWords(running([over, {}]), over), "given up · 3 of 52 · 2 moves");
    assert.equal(farWords(running([over, {}], { state: "ended" }), over), "3 of 52 · 2 moves");
    assert.equal(farWords(race(), { n: 0, state: "out" }), "was not there at the start");
    const rows = [{ state: "won", ms: 61000, moves: 9, place: 1 }, { state: "over", done: 30, moves: 8, place: 2 }];
    const told = running(rows, { state: "ended" });
    assert.equal(rowWords(told, told.entrants, told.entrants[1], (n) => ["Ada", "Ben"][n]),
      "Ben, 2nd, 30 of 52 · 8 moves, 22 cards behind Ada");
  });

  test("say how it ended, also for nobody", () => {
    assert.equal(resultWords(seen(race({ state: "ended", entrants: [] }))), "The race is over.");
    const equal = running([{ state: "won", ms: 5, place: 1 }, { state: "won", ms: 5, place: 1 }], { state: "ended" });
    assert.equal(resultWords(seen(equal)), "You are 1st.");
    assert.equal(resultWords(seen(equal, { seat: -1 })), "Ada and Ben are first.");
  });

  test("say of the deal what was found, in plain words", () => {
    assert.match(verdictWords({ holds: true, why: "" }, true), /^✓ .*sealed first .*, yours among them\.$/);
    assert.match(verdictWords({ holds: true, why: "" }, false), /^✓ .*sealed first .* added to it\.$/);
    const others = ["salt", "cards", "seal"].map((why) => verdictWords({ holds: false, why }, true));
    assert.equal(new Set(others).size, 3);
    for (const words of others) assert.match(words, /^✗/);
    assert.match(verdictWords({ holds: null, why: "cannot" }, true), /cannot be checked/);
    assert.match(verdictWords(undefined, true), /being checked/);
    assert.equal(shortCode("4dbdc2b2b62c"), "4dbd c2b2");
  });

  test("name somebody whose name is not known", () => {
    const seats = [seat(0, "Ada")];
    const won = running([{}, { state: "won", ms: 1, place: 1 }]);
    assert.deepEqual(news(seen(running([{}, {}]), { seats }), seen(won, { seats })), ["Somebody has finished."]);
  });
});
