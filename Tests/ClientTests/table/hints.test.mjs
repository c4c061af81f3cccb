/** Hints at a table, from the question to what is lit and said. */
import assert from "node:assert/strict";
import { describe, mock, test } from "node:test";
import { Hints } from "../../../Public/js/table/piles/hints.js";
import { dests, event, snap, STATUS } from "../fixtures.mjs";
import { GAMES, snapOf } from "./games.mjs";
import { room } from "./tables.mjs";
import { kindsOf } from "../../../Public/js/model/zones.js";

mock.timers.enable({ apis: ["setTimeout"] });

const LIST = [
  { item: 5, in: "t6", why: "turnsUp" }, { item: 6, in: "f2", why: "foundation" }, { tap: "stock", why: "draw" },
];

function hints(game) {
  const made = room();
  if (game) {
    made.it.hear(game);
    made.it.hear(dests());
  }
  const lit = [];
  const heard = [];
  const board = { kinds: kindsOf(made.it.store.table.game.zones), hint: (what) => lit.push(what) };
  const it = new Hints(made.it, board, (text) => heard.push(text));
  const told = (list = LIST, v = 10, { c } = made.said.at(-1)) => made.answer(c, { t: "hints", r: "rTable", v, list });
  return { ...made, refused: made.told.refused, hints: it, lit, heard, told };
}

describe("a hint", () => {
  test("is asked of the server, lit and said", () => {
    const { hints: it, said, lit, heard, told } = hints();
    it.show();
    assert.deepEqual(said, [{ t: "q", c: said[0].c, r: "rTable", q: "hint" }]);
    told();
    assert.deepEqual(lit, [{ item: 5, pile: "t6" }]);
    assert.deepEqual(heard, ["7 of diamonds to column 7: that turns a card up."]);
  });

  test("is followed by the next, around the end, without another question", () => {
    const { hints: it, said, lit, heard, told } = hints();
    it.show();
    told();
    for (let times = 0; times < 3; times++) it.show();
    assert.equal(said.length, 1);
    assert.deepEqual(lit.map(({ pile }) => pile), ["t6", "f2", "stock", "t6"]);
    assert.equal(heard[2], "Turn the stock for new cards.");
  });

  test("is asked once, however often one asks", () => {
    const { hints: it, said } = hints();
    it.show();
    it.show();
    assert.equal(said.length, 1);
  });

  test("that does not exist is said to be missing", () => {
    const { hints: it, lit, heard, told } = hints();
    it.show();
    told([]);
    assert.deepEqual([lit, heard], [[], ["No hint: no move helps any more."]]);
  });

  test("for a table that went on meanwhile is not shown, but asked for again", () => {
    const { hints: it, said, lit, heard, told } = hints();
    it.show();
    told(LIST, 9);
    assert.deepEqual([lit, heard, said.length], [[], [], 2]);
    told();
    assert.deepEqual(lit, [{ item: 5, pile: "t6" }]);
  });

  test("for a table that goes on and on is given up, which is said, and can be asked for again", () => {
    const { hints: it, said, lit, heard, told } = hints();
    it.show();
    for (let version = 1; version < 4; version++) told(LIST, version);
    assert.deepEqual([lit, heard, said.length], [[], ["The table has just changed. Look again."], 3]);
    it.show();
    told();
    assert.equal(lit.length, 1);
  });

  test("that comes while a move of ours is on its way is asked for again", () => {
    const { it: table, hints: it, said, lit, told } = hints();
    it.show();
    table.move(5, { in: "t6" });
    told(LIST, 10, said[0]);
    assert.deepEqual([lit, said.map(({ t }) => t)], [[], ["q", "cmd", "q"]]);
  });

  test("of one deal does not count for the next, which may have the same version", () => {
    const { it: table, hints: it, said, lit, told } = hints();
    it.show();
    told();
    table.hear(snap({ why: "deal", v: 10, e: "00000002", deal: { kind: "open", n: 8 } }));
    table.hear(dests());
    it.show();
    assert.equal(said.length, 2);
    assert.equal(lit.length, 1);
  });

  test("is not asked of the server once the game is won", () => {
    const { hints: it, said, heard } = hints(snap({ why: "sync", s: { ...STATUS, status: "won" } }));
    it.show();
    assert.deepEqual([said, heard], [[], ["The game is won: there is nothing left to hint at."]]);
  });

  test("says from where a card comes back into play: a cell, or the reserve", () => {
    const list = [{ why: "reserve", item: 5, in: "t6" }];
    for (const [game, piles, where] of [
      [GAMES.freecell, { c1: [5], t6: [6] }, "from its cell to column 7"],
      [GAMES.canfield, { r0: [5], t3: [6], t6: [7] }, "from the reserve to"],
    ]) {
      const { hints: it, heard, told } = hints(snapOf(game, piles));
      it.show();
      told(list);
      assert.ok(heard.at(-1).includes(where), heard.at(-1));
    }
  });

  test("names two cards that go together once, and one that goes alone by itself", () => {
    // The 6 of clubs, the 7 of clubs and, upon the cards that went before, the king of clubs.
    const { hints: it, lit, heard, told } = hints(snapOf(GAMES.pyramid, { t26: [5], t27: [6], waste: [12], f0: [30] }));
    const pair = (item, to) => ({ item, in: to, why: "pair" });
    it.show();
    told([pair(5, "t27"), pair(6, "t26"), pair(12, "f0"), { tap: "stock", why: "draw" }]);
    for (let times = 0; times < 3; times++) it.show();
    assert.deepEqual(lit.map(({ item }) => item), [5, 12, null, 5]);
    assert.deepEqual(heard.slice(0, 2), ["6 of clubs and 7 of clubs go together.", "King of clubs can be taken away."]);
  });

  test("goes when the table changes, and is asked for anew", () => {
    const { it: table, hints: it, said, lit, told } = hints();
    it.show();
    told();
    table.hear(event(table.store.table, [["mv", [5], "t6"]]));
    it.refresh();
    assert.equal(lit.at(-1), null);
    it.show();
    assert.equal(said.length, 2);
  });

  test("stays when it comes before what else is told of the table", () => {
    const { it: table, hints: it, lit, told } = hints();
    table.hear(event(table.store.table, [["mv", [5], "t6"]]));
    it.show();
    told(LIST, 11);
    it.refresh();
    table.hear(dests(11));
    it.refresh();
    assert.deepEqual(lit.map((what) => what?.item), [5]);
  });

  test("goes when something is asked for, before it is answered", () => {
    const { it: table, hints: it, lit, told } = hints();
    it.show();
    told();
    table.move(2, { in: "t0" });
    it.refresh();
    assert.equal(lit.at(-1), null);
  });

  test("goes by itself after a while", () => {
    const { hints: it, lit, told } = hints();
    it.show();
    told();
    mock.timers.tick(10000);
    assert.equal(lit.at(-1), null);
  });

  test("that is refused is told of, and can be asked for again", () => {
    const { hints: it, said, refused, answer } = hints();
    it.show();
    answer(said[0].c, { t: "no", code: "bad" });
    assert.deepEqual(refused, ["bad"]);
    it.show();
    assert.equal(said.length, 2);
  });
});
