/** Hints at a table, from the question to what is lit and said. */
import assert from "node:assert/strict";
import { describe, mock, test } from "node:test";
import { Hints } from "../../Public/js/table/hints.js";
import { event } from "./fixtures.mjs";
import { room } from "./tables.mjs";
import { kindsOf } from "../../Public/js/model/zones.js";

mock.timers.enable({ apis: ["setTimeout"] });

const LIST = [
  { item: 5, in: "t6", why: "turnsUp" }, { item: 6, in: "f2", why: "foundation" }, { tap: "stock", why: "draw" },
];

function hints() {
  const made = room();
  const lit = [];
  const heard = [];
  const board = { kinds: kindsOf(made.it.store.table.game.zones), hint: (what) => lit.push(what) };
  const it = new Hints(made.it, board, (text) => heard.push(text));
  const told = (list = LIST, v = 10) => made.answer(made.said.at(-1).c, { t: "hints", r: "rTable", v, list });
  return { ...made, hints: it, lit, heard, told };
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
    assert.equal(heard[2], "Turn the stock.");
  });

  test("is asked once, however often one asks", () => {
    const { hints: it, said } = hints();
    it.show();
    it.show();
    assert.equal(said.length, 1);
  });

  test("that there is none is said", () => {
    const { hints: it, lit, heard, told } = hints();
    it.show();
    told([]);
    assert.deepEqual([lit, heard], [[], ["There is no hint: no move leads anywhere."]]);
  });

  test("for a table that went on meanwhile is not shown", () => {
    const { hints: it, lit, told } = hints();
    it.show();
    told(LIST, 9);
    assert.deepEqual(lit, []);
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

  test("goes by itself after a while", () => {
    const { hints: it, lit, told } = hints();
    it.show();
    told();
    mock.timers.tick(10000);
    assert.equal(lit.at(-1), null);
  });

  test("that is refused is told of, and can be asked for again", () => {
    const { hints: it, said, told: refused, answer } = hints();
    it.show();
    answer(said[0].c, { t: "no", code: "bad" });
    it.show();
    assert.equal(said.length, 2);
    assert.ok(refused);
  });
});
