/** Who answers whether a table can be won: the page, the server, or both. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import { Asker } from "../../../Public/js/table/outlook/asker.js";
import { event, STATUS } from "../fixtures.mjs";
import { GAMES, snapOf } from "./games.mjs";
import { room } from "./tables.mjs";

/** Few cards are enough: nobody searches. */
const PILES = { f0: [0], t0: [12, 25], t1: [11] };
const GAME = { ...GAMES.freecell, rules: "AQI=" };
const WON = {
  is: "winnable", line: [{ item: 25, in: "c0" }, { item: 11, in: "t0" }, { tap: "stock" }], autoOff: false, spent: 9,
};
const LINE = [[25, "c0"], [11, "t0"], ["stock"]];
const turns = async (count = 20) => { for (let turn = 0; turn < count; turn++) await null; };

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

/** What a table with that is told, by a solver in the page that answers when `found` is called. */
function asking({ serves = true, game = GAME, more = {}, hidden = [], brings = true, foresee = () => null } = {}) {
  const made = room();
  made.it.hear({ ...snapOf(game, PILES, { more, hidden }), v: 20 });
  made.it.store.table.game.rules = game.rules;
  const searches = [];
  const solver = { ask: (rules, view) => new Promise((found) => searches.push({ rules, view, found })) };
  const it = new Asker(made.it, {
    bring: async () => (brings ? solver : null), serves: () => serves, predictor: { foresee },
  });
  const told = [];
  const failed = [];
  const ask = async (detail = "none") => {
    it.ask(detail, (verdict) => told.push(verdict), ({ code, why }) => failed.push(why ?? code));
    await turns();
  };
  const found = async (verdict, at = searches.length - 1) => {
    searches[at].found(verdict);
    await turns();
  };
  const goOn = (m, more = {}) => made.it.hear(event(made.it.store.table, m, more));
  return { ...made, asker: it, ask, found, searches, told, failed, goOn };
}

describe("whether a table can be won", () => {
  test("is said by the page, as the server would say it, and the server is not asked", async () => {
    const { ask, found, searches, told, said } = asking();
    await ask();
    assert.deepEqual([...searches[0].rules], [1, 2]);
    await found(WON);
    const [verdict] = told;
    assert.deepEqual(verdict, { ...verdict, t: "verdict", v: 20, is: "winnable", line: LINE, moves: 3, next: LINE[0] });
    mock.timers.tick(10_000);
    assert.deepEqual(said, []);
  });

  test("is said by the server where the page is late, and the page's answer is too late then", async () => {
    const { ask, found, told, said, answer } = asking();
    await ask();
    mock.timers.tick(250);
    assert.deepEqual(said.map(({ q, with: more }) => [q, more]), [["verdict", "line"]]);
    answer(said[0].c, { t: "verdict", r: "rTable", v: 20, is: "impossible" });
    await found(WON);
    assert.deepEqual(told.map(({ is }) => is), ["impossible"]);
  });

  for (const why of ["positions", "memory", "question", "unavailable"]) {
    test(`is asked of the server where the page finds nothing: ${why}`, async () => {
      const { ask, found, said } = asking();
      await ask();
      await found({ is: "unknown", why });
      assert.deepEqual(said.map(({ q }) => q), ["verdict"]);
    });
  }

  test("is asked of the server where no solver can be brought", async () => {
    const { ask, said } = asking({ brings: false });
    await ask();
    assert.deepEqual(said.map(({ q }) => q), ["verdict"]);
  });

  test("is hard to say, or said by nobody, where the server has no solver", async () => {
    const hard = asking({ serves: false });
    await hard.ask();
    mock.timers.tick(10_000);
    await hard.found({ is: "unknown", why: "positions" });
    assert.deepEqual(hard.told.map(({ is, why }) => [is, why]), [["unknown", "hard"]]);
    for (const detail of ["none", "past"]) {
      const missing = asking({ serves: false, brings: false });
      await missing.ask(detail);
      assert.deepEqual([missing.failed, missing.said], [["solverOff"], []]);
    }
  });

  const elsewhere = {
    "a card lies face down": { hidden: [25] },
    "rules are not told": { game: { ...GAME, rules: undefined } },
    "the table is one of a race": { more: { entry: { race: "rRace", undo: true, hint: true } } },
    "the game is over": { more: { s: { ...STATUS, status: "over" } } },
  };
  for (const [when, how] of Object.entries(elsewhere)) {
    test(`is never searched in the page where ${when}`, async () => {
      const { ask, asker, searches, said } = asking(how);
      await ask();
      assert.deepEqual([asker.mayAskHere, searches.length, said.length], [false, 0, 1]);
    });
  }

  test("is searched once for all who ask at the same time", async () => {
    const { ask, found, searches, told } = asking();
    await ask();
    await ask("line");
    await found(WON);
    assert.deepEqual([searches.length, told.length], [1, 2]);
  });

  test("is kept: coming back to a position brings the same, of its version now", async () => {
    const { ask, found, searches, told, goOn } = asking();
    await ask();
    await found(WON);
    goOn([["mv", [11], "c1"]]);
    goOn([["mv", [11], "t1"]]);
    await ask();
    assert.equal(searches.length, 1);
    assert.deepEqual(told.map(({ v, moves }) => [v, moves]), [[20, 3], [22, 3]]);
  });

  test("is not kept where it was not found out", async () => {
    const { ask, found, searches } = asking({ serves: false });
    await ask();
    await found({ is: "unknown", why: "positions" });
    await ask();
    assert.equal(searches.length, 2);
  });

  test("is the rest of the line while it is followed", async () => {
    const foresee = ({ piles, faces }) =>
      ({ played: 1, shown: { faces, piles: { ...piles, t0: [12], c0: [25] } }, choices: null });
    const { ask, found, searches, told, goOn } = asking({ foresee });
    await ask();
    await found(WON);
    goOn([["mv", [25], "c0"]]);
    await ask("line");
    assert.equal(searches.length, 1);
    assert.deepEqual([told[1].line, told[1].moves, told[1].next, told[1].v], [LINE.slice(1), 2, LINE[1], 21]);
  });

  test("is of no use once the table went on: nobody is told of another position", async () => {
    for (const late of [WON, { is: "unknown", why: "superseded" }]) {
      const { ask, found, told, failed, goOn } = asking();
      await ask();
      goOn([["mv", [11], "c1"]]);
      await found(late);
      assert.deepEqual([told, failed], [[], ["stale"]]);
    }
    const { ask, said, told, failed, goOn, answer } = asking();
    await ask();
    mock.timers.tick(250);
    goOn([["mv", [11], "c1"]]);
    answer(said[0].c, { t: "verdict", r: "rTable", v: 20, is: "impossible" });
    assert.deepEqual([told, failed], [[], ["stale"]]);
  });

  const noAnswers = {
    "refuses": { t: "no", code: "rate", reset: 500 },
    "is busy": { t: "verdict", r: "rTable", v: 20, is: "unknown", why: "busy" },
  };
  for (const [what, no] of Object.entries(noAnswers)) {
    test(`is said by the page where the server ${what}, once it is found`, async () => {
      const { ask, found, told, failed, said, answer } = asking();
      await ask();
      mock.timers.tick(250);
      answer(said[0].c, no);
      assert.deepEqual([told, failed], [[], []]);
      await found(WON);
      assert.deepEqual([told.map(({ is }) => is), failed, said.length], [["winnable"], [], 1]);
    });

    test(`is said by nobody where the server ${what} and the page finds nothing`, async () => {
      const { ask, found, told, failed, said, answer } = asking();
      await ask();
      mock.timers.tick(250);
      answer(said[0].c, no);
      await found({ is: "unknown", why: "positions" });
      assert.deepEqual([...told.map(({ why }) => why), ...failed], [no.why ?? no.code]);
      assert.equal(said.length, 1);
    });
  }

  test("fails as the server refuses it", async () => {
    const { ask, found, said, failed, answer } = asking();
    await ask();
    await found({ is: "unknown", why: "memory" });
    answer(said[0].c, { t: "no", code: "rate", reset: 500 });
    await turns();
    assert.deepEqual(failed, ["rate"]);
  });
});
