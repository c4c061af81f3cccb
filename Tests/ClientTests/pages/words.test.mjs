import assert from "node:assert/strict";
import "../../../Public/js/words/outlook.js";
import { describe, test } from "node:test";
import * as words from "../../../Public/js/model/words.js";
import { clockMs, score, timeText } from "../../../Public/js/model/score.js";
import { rules, STATUS } from "../fixtures.mjs";

const { cardName, dealName, gameName, goneWords, holdsThat, refusal, rulesPath } = words;

describe("names", () => {
  test("of cards", () => {
    assert.deepEqual(["4C", "AS", "TD", "QH", undefined].map(cardName),
      ["4 of clubs", "ace of spades", "10 of diamonds", "queen of hearts", "face-down card"]);
  });

  test("of games and deals", () => {
    assert.deepEqual([gameName("klondike3"), gameName("spider")], ["Klondike, draw 3", "spider"]);
    assert.deepEqual([gameName("mine", "My own game"), gameName("freecell", "Freizelle")], ["My own game", "FreeCell"]);
    assert.deepEqual([dealName({ kind: "open", n: 7 }), dealName({ kind: "sealed" })], ["deal 7", "sealed deal"]);
    assert.equal(dealName({ kind: "open", n: "18446744073709551615" }), "deal 18446744073709551615");
    assert.equal(dealName({ kind: "open", n: 11982 }), "deal 11982");
  });

  test("of games with what was chosen about them", () => {
    const ids = ["freecell:cells=3", "freecell:cells=1", "klondike1:passes=3,back=no", "golf:kings=queen"];
    assert.deepEqual(ids.map((id) => gameName(id)), ["FreeCell, 3 cells", "FreeCell, 1 cell",
      "Klondike, draw 1, 3 passes and nothing back from the foundations", "Golf, queens on kings"]);
    assert.equal(gameName("freecell:wings=3"), "FreeCell, wings=3");
    assert.deepEqual(["golf", "freecell:cells=3", "mine", "mine:draw=3"].map((id) => rulesPath(id, "rAbCdEfGh")),
      ["/rules/golf", "/rules/freecell:cells=3", "/rules/t/rAbCdEfGh", "/rules/t/rAbCdEfGh"]);
    assert.deepEqual(["golf", "mine"].map((id) => rulesPath(id, "rAbCdEfGh", "#w=Ab3dE9xQ")),
      ["/rules/golf", "/rules/t/rAbCdEfGh#w=Ab3dE9xQ"]);
  });
});

describe("what is said in place of a table", () => {
  const said = (why, restarted, what) => goneWords(why, restarted, what).join(": ");

  test("that is no more tells whether the server lost it", () => {
    assert.equal(said("idle", false), "This table is closed: It was empty for a long time, or the link is wrong.");
    assert.equal(said("idle", true), "The server was restarted: This table was not saved.");
    assert.equal(said("idle", true, "board"), "The server was restarted: This board was not saved.");
    assert.equal(said("what is new", false), said("idle", false));
  });

  for (const why of ["damaged", "paused", "full"]) {
    test(`that is there, but ${why}, does not call it lost`, () => {
      for (const restarted of [false, true]) {
        assert.match(said(why, restarted, "board"), /^This board [a-z ]+: [A-Z].*\.$/);
        assert.doesNotMatch(said(why, restarted), /not kept|is closed/);
      }
    });
  }
});

describe("a refusal", () => {
  const codes = "illegal stale lost_race leased role rate full gone paused bad lost offline".split(" ");
  for (const code of codes) {
    test(`${code} is a sentence of its own`, () => {
      assert.match(refusal({ code }), /^[A-Z].*\.$/);
      assert.equal(codes.filter((other) => refusal({ code: other }) === refusal({ code })).length, 1);
    });
  }

  test("of what was carried out long ago does not say that it is not there", () =>
    assert.notEqual(refusal({ code: "gone", why: "answered" }), refusal({ code: "gone" })));

  test("may name some rule", () => assert.ok(rules().includes("needsKing")));

  for (const why of rules()) {
    test(`by the rule ${why} says which`, () => {
      const words = refusal({ code: "illegal", why });
      assert.match(words, /^[A-Z].*\.$/);
      assert.notEqual(words, refusal({ code: "illegal" }));
      assert.deepEqual(rules().filter((other) => refusal({ code: "illegal", why: other }) === words), [why]);
    });
  }

  test("because somebody holds something fits what was asked for", () => {
    const leased = { code: "leased", why: "inUse" };
    for (const op of ["undo", "redo", "put"]) {
      assert.equal(refusal(leased, op), "That would move something that somebody is holding. Try again in a moment.");
      assert.notEqual(refusal({ code: "illegal", why: "tooLongAgo" }, op), refusal({ code: "illegal" }));
    }
    for (const op of ["move", "drop", undefined]) assert.equal(refusal(leased, op), "Somebody else is holding that.");
    assert.equal(holdsThat("Ann"), "Ann is holding that.");
  });

  test("for a reason that we do not know yet is still a sentence", () => {
    assert.equal(refusal({ code: "illegal", why: "toString" }), refusal({ code: "illegal" }));
    assert.equal(refusal({ code: "later" }), refusal({ code: "illegal" }));
  });
});

describe("time and score", () => {
  const status = { ...STATUS, score: 45, clock: 12345, run: true, ticks: 1 };

  test("tick on while the clock runs", () => {
    assert.equal(clockMs(status, 5000), 17345);
    assert.deepEqual([0, 7654, 7655, 27655].map((since) => score(status, since)), [45, 45, 43, 39]);
  });

  test("stand when it does not", () => {
    assert.equal(clockMs({ ...status, run: false }, 5000), 12345);
    assert.equal(score({ ...status, run: false }, 90000), 45);
  });

  test("never fall below nothing, nor at all in an untimed game", () => {
    assert.equal(score({ ...status, score: 1 }, 600000), 0);
    assert.equal(score({ ...status, timed: false }, 600000), 45);
  });

  test("are written as people write them", () => {
    assert.deepEqual([0, 999, 9000, 61000, 3753000].map(timeText), ["0:00", "0:00", "0:09", "1:01", "1:02:33"]);
  });
});
