import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { keep } from "../../../Public/js/keep.js";
import { shortName } from "../../../Public/js/lobby/games.js";
import { howFar, pathOf } from "../../../Public/js/lobby/kinds.js";
import { dealOf, hasOpened, openedBy } from "../../../Public/js/lobby/link.js";
import { ago, fetchMine, goesOn, mineLine, note, noteAll, noted, ranked, readMine } from
  "../../../Public/js/lobby/mine.js";
import { fromSnap } from "../../../Public/js/model/table.js";
import { snap } from "../fixtures.mjs";

const NOW = Date.UTC(2026, 10, 27);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const row = (id, more = {}) => ({
  id, game: "klondike1", deal: { kind: "sealed" }, who: ["Ada"], seats: 1, watching: 0, moves: 12, score: 5, up: 3,
  of: 52, status: "playing", at: NOW, ...more,
});
const ids = (tables) => tables.map(({ id }) => id);

beforeEach(() => {
  keep("tables", "");
  keep("last", "");
});

describe("our tables", () => {
  const server = (status, body, seen = []) => async (...request) => {
    seen.push(request);
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  };

  test("are asked for with our token, and those before them by what the answer names", async () => {
    const seen = [];
    const ask = server(200, { tables: [row("rA")], more: "17" }, seen);
    assert.deepEqual(await fetchMine("g1.x", "", ask), { tables: [row("rA")], more: "17" });
    await fetchMine("g1.x", "1 7", ask);
    assert.deepEqual(seen.map(([path]) => path), ["/api/me/tables", "/api/me/tables?before=1%207"]);
    assert.equal(seen[0][1].headers.Authorization, "Bearer g1.x");
  });

  test("are missing where they cannot be had, whatever is said instead", async () => {
    const offline = async () => { throw new TypeError("no network"); };
    for (const ask of [server(500, {}), server(401, {}), server(200, "<html>"), server(200, { tables: 7 }), offline]) {
      assert.equal(await fetchMine("t", "", ask), null);
    }
  });

  test("are what the browser knows where a server has no such list", async () => {
    noteAll([row("rA")]);
    assert.deepEqual(ids((await fetchMine("t", "", server(404, {}))).tables), ["rA"]);
    keep("tables", "");
    keep("last", "rB");
    assert.deepEqual(ids((await fetchMine("t", "", server(404, {}))).tables), ["rB"]);
  });

  test("are read as far as they can be used", () => {
    const damaged = { id: "rD", status: "damaged", at: NOW };
    const told = { tables: [row("rA"), null, { id: "../x" }, { id: "rC" }, damaged], more: 7 };
    assert.deepEqual(readMine(JSON.stringify(told)), { tables: [row("rA"), damaged], more: "" });
  });

  test("stand with the running ones first, and each as it came", () => {
    const states = ["won", "damaged", "stuck", "playing"];
    const all = states.map((status, at) => row(`r${at + 1}`, { status }));
    assert.deepEqual(ids(ranked(all)), ["r3", "r4", "r1", "r2"]);
    assert.equal(goesOn(all)?.id, "r4");
    assert.equal(goesOn(all.slice(0, 3)), undefined);
  });

  test("say how far they are, who is there, and when", () => {
    assert.equal(mineLine(row("r"), NOW + 3 * DAY), "3 of 52 cards up · 3 days ago");
    const begun = row("r", { here: ["Ben"], up: 0 });
    assert.equal(mineLine(begun, NOW + 5 * MINUTE), "12 moves · Ben is there · 5 minutes ago");
    assert.equal(mineLine(row("r", { here: ["Ben", "Cem"], status: "won" }), NOW), "won · Ben and Cem are there · now");
    const raced = row("r", { who: ["Ada", "Zoe"], bots: [1], here: ["Ada", "Zoe"], race: "ended" });
    assert.equal(mineLine(raced, NOW), "Race, over · Ada and Zoe (bot) are there · now");
    assert.equal(mineLine({ id: "r", status: "damaged", at: NOW }, NOW + DAY), "This table is damaged · yesterday");
    assert.equal(howFar(row("r", { deal: undefined, up: 0, moves: 1 })), "1 move");
    // Of a race it counts how far the race is.
    for (const [race, words] of [["open", "Race, not begun yet"], ["starting", "Race on its way"],
      ["running", "Race on its way"], ["ended", "Race, over"]]) {
      assert.equal(howFar(row("r", { deal: undefined, up: 0, moves: 0, status: "over", race })), words);
    }
    assert.equal(pathOf(row("r", {})), "/t/r");
    assert.equal(pathOf(row("r", { race: "ended" })), "/c/r");
  });

  test("were used so long ago, by whatever clock", () => {
    const after = [-5, 59_000, MINUTE, 61 * MINUTE, DAY - 1, DAY, 40 * DAY].map((ms) => ago(NOW, NOW + ms));
    assert.deepEqual(after, ["now", "now", "1 minute ago", "1 hour ago", "23 hours ago", "yesterday", "40 days ago"]);
  });
});

describe("a table that is left", () => {
  test("is the first that the browser knows, once, and how far it is", () => {
    noteAll([row("rOld"), row("rOther")]);
    const table = fromSnap(snap());
    note({ ...table, room: "rOther" });
    const [first, ...others] = noted();
    assert.deepEqual([first.id, first.game, first.moves, first.status], ["rOther", "klondike1", table.status.moves,
      "playing"]);
    assert.equal(first.of, Object.values(table.piles).flat().length);
    assert.equal(first.up, ["f0", "f1", "f2", "f3"].flatMap((pile) => table.piles[pile] ?? []).length);
    assert.deepEqual(ids(others), ["rOld"]);
  });

  test("is one of a few", () => {
    noteAll(Array.from({ length: 30 }, (_, at) => row(`r${at}`)));
    assert.equal(noted().length, 6);
  });
});

describe("a link to a deal", () => {
  const named = (query) => dealOf(new URLSearchParams(query));

  test("names a game and a number, or it deals nothing", () => {
    assert.deepEqual(named("game=golf:kings=queen&deal=3"), { game: "golf:kings=queen", deal: { kind: "open", n: 3 } });
    for (const query of ["", "game=golf", "deal=3", "game=&deal=3", "game=golf&deal=x", "game=golf&deal="]) {
      assert.equal(named(query), null, query);
    }
  });

  test("is known with the table that it has opened, and does without where nothing can be kept", () => {
    assert.equal(openedBy("?game=golf&deal=3"), "");
    assert.doesNotThrow(() => hasOpened("?game=golf&deal=3", "rA"));
  });
});

test("a button calls a game as people do", () => {
  assert.deepEqual(["klondike1", "klondike3", "spider1", "freecell"].map((id) => shortName(id)),
    ["Klondike", "Klondike, draw 3", "Spider", "FreeCell"]);
});
