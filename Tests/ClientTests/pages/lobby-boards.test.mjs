import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { checkGame, example, GAME, lineRange, openDescribed } from "../../../Public/js/lobby/described.js";
import * as kinds from "../../../Public/js/lobby/kinds.js";
import { raceOf, wishOf } from "../../../Public/js/lobby/racing.js";
import { DESCRIPTION_BYTES_MAX } from "../../../Public/js/lobby/shared.js";
import { has } from "../../../Public/js/words/say.js";

const { EXAMPLES, gameLine, KANBAN, KINDS, linkOf, OWN, OWN_GAME, partUp, RACE, SEATS_MAX, seatsOf, stateLine } = kinds;

const row = {
  id: "r1", game: "fruits", who: ["Ada", "Bob"], seats: 4, watching: 1, moves: 5, score: 0, up: 0, status: "playing",
};
const patience = { ...row, game: "klondike1", deal: { kind: "open", n: 7 }, who: ["Ada"], seats: 1, up: 9 };
const solitaire = { ...patience, seats: 3 };

describe("the kinds of boards", () => {
  test("have a name, a title, a line and a picture each", () => {
    const pictures = readFileSync(new URL("../../../Public/img/boards.svg", import.meta.url), "utf8");
    const all = [...KINDS, ...EXAMPLES, KANBAN, OWN, OWN_GAME, RACE];
    assert.equal(new Set(all).size, all.length);
    for (const name of all) {
      assert.match(name, /^[a-z-]+$/);
      assert.ok(has(`board.${name}`) && has(`board.${name}.line`));
      assert.ok(pictures.includes(`<symbol id="${name}"`), `no picture of ${name}`);
    }
  });

  test("have from one to so many seats", () => {
    const asked = ["", "x", "0", "-3", "1", "2.4", "8", "9", "1e9"];
    assert.deepEqual(asked.map(seatsOf), [4, 4, 1, 1, 1, 2, 8, 8, SEATS_MAX]);
  });
});

describe("a row of a race", () => {
  const race = { ...row, game: "freecell", name: "FreeCell", race: "open" };

  test("says that it is one, how far it is and who is in it", () => {
    assert.equal(gameLine(race), "FreeCell");
    assert.equal(stateLine(race), "Race, not begun yet · 2 of 4 players · 1 watching");
    assert.equal(stateLine({ ...race, race: "running" }), "Race on its way · 2 of 4 players · 1 watching");
  });

  test("leads to its page: to take part while there is a place, else to watch, or back", () => {
    const links = [race, { ...race, seats: 2 }, { ...race, race: "starting" }].map((it) => linkOf(it, false));
    assert.deepEqual(links.map(({ path }) => path), Array(3).fill("/c/r1"));
    assert.deepEqual(links.map(({ text }) => text), ["Join", "Watch", "Watch"]);
    assert.deepEqual(linkOf({ ...race, race: "running" }, true), { path: "/c/r1", text: "Continue" });
  });
});

describe("what is asked for a new race", () => {
  const usual = { most: 8, minutes: 10, undo: true, hint: false, access: "link" };

  test("is what was chosen last", () => {
    const chosen = { most: 64, minutes: 2, undo: false, hint: true, access: "public" };
    assert.deepEqual(wishOf(JSON.stringify(chosen)), chosen);
    assert.deepEqual(raceOf({ game: "golf", deal: { kind: "open", n: 7 }, auto: "safe", timed: false }, chosen), {
      game: "golf", deal: { kind: "sealed" }, auto: "safe", timed: false, access: "public",
      race: { entrants: [2, 64], seconds: 120, undo: false, hint: true },
    });
  });

  test("is as usual where nothing was chosen, and within what can be", () => {
    for (const text of ["", "{", "null", "7", "{}", '{"most":"x","minutes":"","access":"all"}']) {
      assert.deepEqual(wishOf(text), usual, text);
    }
    assert.deepEqual([1, 65].map((most) => wishOf(JSON.stringify({ most })).most), [2, 64]);
    assert.deepEqual([-4, 500].map((minutes) => wishOf(JSON.stringify({ minutes })).minutes), [1, 120]);
  });
});

describe("a row of the live tables", () => {
  test("names a board by its kind, or by what its author called it", () => {
    assert.equal(gameLine(row), "Fruit basket");
    assert.equal(gameLine({ ...row, game: "described", name: "Trip to Oslo" }), "Trip to Oslo");
    assert.equal(gameLine({ ...row, game: "someday" }), "someday");
    assert.equal(gameLine(patience), "Klondike, draw 1 · deal 7");
  });

  test("tells of seats where there are no cards to count", () => {
    assert.equal(stateLine(row), "2 of 4 seats taken · 5 moves · 1 watching");
    assert.equal(stateLine(patience), "5 moves · 9 of 52 cards up · 1 watching");
    assert.equal(stateLine({ ...patience, status: "won" }), "5 moves · 9 of 52 cards up · 1 watching · won");
    assert.match(stateLine({ ...patience, status: "over" }), /· given up$/);
  });

  test("counts the cards that the game has", () => {
    const spider = { ...patience, game: "spider4", up: 26, of: 104 };
    assert.equal(stateLine(spider), "5 moves · 26 of 104 cards up · 1 watching");
    assert.deepEqual([partUp(spider), partUp(patience), partUp({ ...patience, of: 0 })], [0.25, 9 / 52, 0]);
  });

  test("names a game in the reader's language, with what was chosen about it, or as its author did", () => {
    const deal = { kind: "sealed" };
    assert.equal(gameLine({ ...patience, game: "freecell:cells=3", deal }), "FreeCell, 3 cells");
    assert.equal(gameLine({ ...patience, game: "own", name: "Ann's game", deal }), "Ann's game");
  });

  test("tells of both at Solitaire with several seats", () => {
    assert.equal(stateLine(solitaire), "1 of 3 seats taken · 5 moves · 9 of 52 cards up · 1 watching");
    assert.equal(stateLine({ ...solitaire, who: [], moves: 1, status: "stuck" }),
      "0 of 3 seats taken · 1 move · 9 of 52 cards up · 1 watching · no moves left");
  });

  test("leads to a free seat of Solitaire as to one of a board, and to watching when it is full", () => {
    assert.equal(gameLine(solitaire), "Klondike, draw 1 · deal 7");
    assert.deepEqual(linkOf(solitaire, false), { path: "/t/r1", text: "Join" });
    assert.deepEqual(linkOf({ ...solitaire, who: [] }, false), { path: "/t/r1", text: "Join" });
    const full = { ...solitaire, who: ["Ada", "Bob", "Cyd"] };
    assert.deepEqual(linkOf(full, false), { path: "/watch/r1", text: "Watch" });
    assert.deepEqual(linkOf(full, true), { path: "/t/r1", text: "Continue" });
  });

  test("leads to our own table, to a free seat of a board, or to watching", () => {
    assert.deepEqual(linkOf(row, true), { path: "/t/r1", text: "Continue" });
    assert.deepEqual(linkOf(row, false), { path: "/t/r1", text: "Join" });
    assert.deepEqual(linkOf({ ...row, seats: 2 }, false), { path: "/watch/r1", text: "Watch" });
    assert.deepEqual(linkOf({ ...patience, who: [] }, false), { path: "/watch/r1", text: "Watch" });
  });
});

describe("a board of one's own", () => {
  /** A server with one answer. */
  function server(status, body) {
    const seen = [];
    const ask = async (...request) => {
      seen.push(request);
      return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
    };
    return { ask, seen };
  }

  test("is sent as it was written, with the guest's token", async () => {
    const { ask, seen } = server(201, { room: "rA", path: "/t/rA" });
    assert.deepEqual(await openDescribed("{ }", "g1.x", ask), { room: "rA", path: "/t/rA" });
    const [path, { method, headers, body }] = seen[0];
    assert.deepEqual([path, method, headers.Authorization, body], ["/api/boards", "POST", "Bearer g1.x", "{ }"]);
  });

  test("may be a game: then it goes where games are opened, and has its own example", async () => {
    const { ask, seen } = server(201, { room: "rA", path: "/t/rA" });
    assert.deepEqual(await openDescribed("{ }", "g1.x", ask, GAME), { room: "rA", path: "/t/rA" });
    await example(ask, GAME);
    assert.deepEqual(seen.map(([path]) => path), ["/api/games", "/games/example.json"]);
  });

  test("leads nowhere but to a table of this server", async () => {
    for (const path of ["https://elsewhere.test/", "//elsewhere.test", "/t/../x", "javascript:x", 7, undefined]) {
      const { ask } = server(201, { room: "rA", path });
      assert.ok("why" in await openDescribed("{}", "t", ask), `${path}`);
    }
  });

  test("has its mistakes told with their places", async () => {
    const problem = { line: 7, column: 33, at: "collections[1].capcity", message: "No such field.", mend: "capacity?" };
    const problems = [problem, null, { line: "x" }, { ...problem, line: 1.5 }];
    const { ask } = server(400, { error: "description", problems });
    assert.deepEqual(await openDescribed("{}", "t", ask), { problems: [problem] });
  });

  test("is refused in words, whatever the server says or does not say", async () => {
    const bare = [401, 403, 413, 429, 503].map((status) => [status, {}]);
    for (const [status, body] of [...bare, [500, "<html>"], [400, "null"], [200, ""]]) {
      const { why } = await openDescribed("{}", "t", server(status, body).ask);
      assert.match(why, /^[A-Z].+\.$/, `${status}`);
    }
    assert.equal((await openDescribed("{}", "t", server(400, { message: "Not now." }).ask)).why, "Not now.");
    const { why } = await openDescribed("{}", "t", async () => { throw new TypeError("no network"); });
    assert.match(why, /could not be reached/);
  });

  test("that is too large is not sent", async () => {
    const { ask, seen } = server(201, { room: "rA", path: "/t/rA" });
    assert.ok("room" in await openDescribed("é".repeat(DESCRIPTION_BYTES_MAX / 2), "t", ask));
    assert.ok("why" in await openDescribed("é".repeat(DESCRIPTION_BYTES_MAX / 2) + ".", "t", ask));
    assert.equal(seen.length, 1);
  });

  test("begins with the example, if it can be had", async () => {
    assert.equal(await example(server(200, "{ \"a\": 1 }").ask), "{ \"a\": 1 }");
    assert.equal(await example(server(404, "<html>").ask), "");
    assert.equal(await example(async () => { throw new TypeError("no network"); }), "");
  });

  test("shows the line of a mistake", () => {
    const text = "one\ntwo\n\nfour";
    const shown = (line) => text.slice(...lineRange(text, line));
    assert.deepEqual([1, 2, 3, 4].map(shown), ["one", "two", "", "four"]);
    assert.deepEqual([lineRange(text, 0), lineRange(text, 99), lineRange("", 1)], [[0, 3], [9, 13], [0, 0]]);
  });
});

describe("looking at a game without opening it", () => {
  const server = (status, body, seen = []) => async (path, { method, headers, body: text }) => {
    seen.push([path, method, headers.Authorization, text]);
    return new Response(JSON.stringify(body), { status });
  };
  const problem = { line: 1, column: 2, message: "That is not a game." };

  test("asks the server with our token", async () => {
    const seen = [];
    assert.deepEqual(await checkGame("{}", "g1.x", server(200, { game: "g", title: "G" }, seen)), { ok: true });
    assert.deepEqual(seen, [["/api/games?check", "POST", "Bearer g1.x", "{}"]]);
  });

  test("tells what is wrong with it, or why nobody knows", async () => {
    assert.deepEqual(await checkGame("{}", "", server(400, { problems: [problem] })), { problems: [problem] });
    assert.match((await checkGame("{}", "", server(401, {}))).why, /session has ended/);
    const offline = async () => { throw new TypeError("no network"); };
    assert.match((await checkGame("{}", "", offline)).why, /could not be reached/);
    assert.match((await checkGame("x".repeat(DESCRIPTION_BYTES_MAX + 1), "", offline)).why, /more than/);
  });
});
