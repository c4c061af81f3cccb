/** The lines of play: what is told of them becomes a list with a way through it, in words. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { neighbour, rowsOf } from "../../../Public/js/model/lines.js";
import { afterEvent, fromSnap } from "../../../Public/js/model/table.js";
import { refusal } from "../../../Public/js/model/words.js";
import { decode } from "../../../Public/js/net/messages.js";
import { deltaWords } from "../../../Public/js/table/piles/deltas.js";
import { stepWords } from "../../../Public/js/table/piles/lines.js";
import { event, examples, snap, STATUS } from "../fixtures.mjs";
import { GAMES, snapOf } from "./games.mjs";
import { room } from "./tables.mjs";

/** `tree("1<0 2<1 3<1", 3)`: each ply with the one that it was done after, and the one on the table. */
function tree(plies, at, from = 0) {
  const told = plies.split(" ").filter((it) => it !== "").map((it) => [...it.split("<").map(Number), "tap", "stock"]);
  return { from, at, plies: told };
}

/** A row to a line: indented, its number, its ply, `-` beside the line of the table, and what is special about it. */
const picture = (rows) => rows.map(({ n, ply, depth, onLine, current, turn }) =>
  `${"  ".repeat(depth)}${n}:${ply}${onLine ? "" : "-"}${current ? " here" : ""}${turn && ` ${turn}`}`);

const known = (undo = 0, redo = 0, before = []) => ({ undo, redo, before: new Set(before) });

describe("the list of lines", () => {
  test("is the deal alone where nothing was played", () => {
    assert.deepEqual(rowsOf(tree("", 0), known()), [{
      ply: 0, parent: null, n: 0, depth: 0, onLine: true, current: true, turn: "", op: "", item: null, place: null,
    }]);
  });

  test("is read from the example of the protocol", () => {
    const { messages } = decode(examples("server").find((line) => line.startsWith('{"t":"lines"')));
    const rows = rowsOf(messages[0], known(2));
    assert.deepEqual(picture(rows), ["0:0", "1:1", "  2:2- branch", "2:3 here back"]);
    assert.deepEqual(rows.map(({ op, item, place }) => [op, item, place]),
      [["", null, null], ["send", 25, null], ["move", 7, "t0"], ["tap", null, "stock"]]);
  });

  test("begins with the line of the table, and what was left hangs on the ply at which it was left", () => {
    assert.deepEqual(picture(rowsOf(tree("1<0 2<1 3<2 4<1 5<4 6<0", 5), known(3))), [
      "0:0", "  1:6- branch", "1:1 back", "  2:2- branch", "  3:3-", "2:4 back", "3:5 here",
    ]);
  });

  test("has branches of branches, each going on by its newest ply, as play did", () => {
    assert.deepEqual(picture(rowsOf(tree("1<0 2<1 3<2 4<2 5<1 6<0 7<6", 7), known(2))), [
      "0:0", "  1:1- branch", "    2:2- branch", "      3:3- branch", "    3:4- back", "  2:5- back", "1:6 back",
      "2:7 here",
    ]);
  });

  test("goes on with what can be played again, as far as it can", () => {
    assert.deepEqual(picture(rowsOf(tree("1<0 2<1 3<2", 1), known(1, 2))), ["0:0", "1:1 here", "2:2", "3:3"]);
    assert.deepEqual(picture(rowsOf(tree("1<0 2<1 3<2", 1), known(1, 1))), ["0:0", "1:1 here", "2:2", "  3:3- branch"]);
    const all = picture(rowsOf(tree("1<0 2<1", 2), known(2, 9)));
    assert.deepEqual(all, ["0:0", "1:1", "2:2 here"], "no more than is told");
  });

  test("goes on by the branch that is long enough, the one that was shown before, or the newest", () => {
    const two = tree("1<0 2<1 3<2 4<1", 1);
    assert.deepEqual(picture(rowsOf(two, known(1, 2))), ["0:0", "1:1 here", "  2:4- branch", "2:2 back", "3:3"]);
    assert.deepEqual(picture(rowsOf(two, known(1, 1))).at(-1), "2:4 back");
    assert.deepEqual(picture(rowsOf(two, known(1, 1, [1, 2])))[3], "2:2 back");
  });

  test("counts steps that the table has forgotten", () => {
    assert.deepEqual(picture(rowsOf(tree("8<7 9<8", 9, 7), known(40))), ["38:7", "39:8", "40:9 here"]);
    // A table that is won takes nothing back.
    assert.deepEqual(picture(rowsOf(tree("1<0 2<1", 2), known(0))), ["0:0", "1:1", "2:2 here"]);
  });

  describe("of what no server says ends all the same:", () => {
    const plies = (...odd) => picture(rowsOf({ from: 0, at: 1, plies: [[1, 0, "tap", "stock"], ...odd] }, known(1)));
    const sound = ["0:0", "1:1 here"];
    for (const [name, odd] of Object.entries({
      "a ply on none that is known": [[5, 4, "move"]],
      "what stands on such a one": [[5, 4, "move"], [6, 5, "move"]],
      "a ply on itself": [[5, 5, "move"]],
      "a circle": [[5, 6, "move"], [6, 5, "move"]],
      "a ply that is told twice": [[1, 0, "move", 3]],
      "the beginning as a ply": [[0, -1, "move"]],
      "a malformed number": [["5", 1, "move"], [5, null, "move"], [5.5, 1, "move"], [2 ** 60, 1, "move"]],
      "no word of a command": [[5, 1], [5, 1, 7]],
      "what is no list": [null, 7, "5", {}, []],
    })) test(`${name} is left out`, () => assert.deepEqual(plies(...odd), sound));

    test("a table that is at no known ply is at the oldest", () => {
      assert.deepEqual(picture(rowsOf(tree("1<0", 7), known(1))), ["1:0 here", "  2:1- branch"]);
    });

    test("plies may come in any order", () => {
      assert.deepEqual(rowsOf(tree("3<2 1<0 2<1", 3), known(3)), rowsOf(tree("1<0 2<1 3<2", 3), known(3)));
    });

    test("no depth is too deep", () => {
      // Each ply is left for another at once, and come back to.
      const pairs = Array.from({ length: 2000 }, (_, i) =>
        [2 * i + 1, 2 * i + 2].map((it) => `${it}<${Math.max(0, 2 * i - 1)}`));
      const deep = rowsOf(tree(pairs.flat().join(" "), 0), known());
      assert.deepEqual([deep.length, Math.max(...deep.map(({ depth }) => depth))], [4001, 2000]);
      const rows = rowsOf(tree(Array.from({ length: 5000 }, (_, i) => `${i + 1}<${i}`).join(" "), 5000), known(5000));
      assert.deepEqual([rows.length, rows.at(-1).n], [5001, 5000]);
    });
  });

  test("any small tree: each ply once, behind the one that it was done after, and one number higher", () => {
    const trees = (size) => (size === 0 ? [[]]
      : trees(size - 1).flatMap((it) => Array.from({ length: size }, (_, on) => [...it, on])));
    for (const parents of trees(5)) {
      const told = tree(parents.map((on, i) => `${i + 1}<${on}`).join(" "), 0);
      for (let at = 0; at <= parents.length; at++) {
        const rows = rowsOf({ ...told, at }, known(0, 1));
        const place = new Map(rows.map(({ ply }, index) => [ply, index]));
        assert.deepEqual([...place.keys()].sort(), [0, 1, 2, 3, 4, 5], JSON.stringify(told));
        assert.deepEqual(rows.filter(({ current }) => current).map(({ ply }) => ply), [at]);
        for (const { ply, parent, n, depth, onLine } of rows.slice(1)) {
          const on = rows[place.get(parent)];
          assert.ok(place.get(parent) < place.get(ply) && n === on.n + 1 && depth - on.depth <= 1);
          assert.equal(onLine, depth === 0);
        }
      }
    }
  });
});

describe("a key in the list", () => {
  const rows = rowsOf(tree("1<0 2<1 3<2 4<1 5<4", 5), known(3));
  // Shown as 0 1 (2 3) 4 5.
  const goes = (ply, key) => rows[neighbour(rows, rows.findIndex((row) => row.ply === ply), key)].ply;

  for (const [key, from, to] of [
    ["ArrowDown", 1, 2], ["ArrowDown", 3, 4], ["ArrowDown", 5, 5], ["ArrowUp", 4, 3], ["ArrowUp", 0, 0],
    ["Home", 3, 0], ["End", 3, 5], ["ArrowLeft", 4, 1], ["ArrowLeft", 2, 1], ["ArrowLeft", 0, 0],
    ["ArrowRight", 1, 4], ["ArrowRight", 2, 3], ["ArrowRight", 3, 3], ["ArrowRight", 5, 5], ["Escape", 2, 2],
  ]) test(`${key} leads from ${from} to ${to}`, () => assert.equal(goes(from, key), to));
});

describe("a step in words", () => {
  const table = fromSnap(snap());
  const words = (op, item = null, place = null, of = table) => stepWords({ op, item, place }, of);

  test("says what went where, as far as it is told", () => {
    assert.equal(words("move", 5, "t6"), "7 of diamonds to column 7");
    assert.equal(words("send", 6), "ace of hearts to a foundation");
    assert.equal(words("tap", null, "stock"), "turned the stock");
    assert.equal(words("finish"), "all cards to the foundations");
    assert.equal(words("restart"), "started over");
    for (const op of ["move", "send", "something new"]) assert.equal(words(op), "a move");
  });

  test("names no face that is not known", () => assert.equal(words("move", 13, "t6"), "face-down card to column 7"));

  test("says what it is in other games", () => {
    const of = (game) => fromSnap(snapOf(GAMES[game], { t0: [20], t1: [21] }));
    assert.equal(words("tap", null, "stock", of("spider1")), "dealt from the stock");
    assert.equal(words("send", 20, null, of("pyramid")), "8 of diamonds taken away");
    // What number a pile of a row had is not known any more.
    assert.equal(words("move", 20, "t7", of("accordion")), "8 of diamonds moved");
  });
});

describe("going to a ply", () => {
  const heard = (before, after) => {
    const table = { ...fromSnap(snap()), status: { ...STATUS, ...before } };
    const ev = event(table, [["mv", [5], "t6"]], { op: "go", up: [[13, "9H"]], s: { ...STATUS, ...after } });
    return deltaWords(ev, afterEvent(table, ev), { before: table });
  };

  test("says how far back, or where, and nothing of what was seen before", () => {
    assert.equal(heard({ undo: 12, redo: 0 }, { undo: 7, redo: 5 }), "Back to move 7 of 12.");
    assert.equal(heard({ undo: 7, redo: 5 }, { undo: 9, redo: 3 }), "Now at move 9 of 12.");
    assert.equal(heard({ undo: 3, redo: 0 }, { undo: 3, redo: 1 }), "Now at move 3 of 4.", "in another line");
    assert.equal(heard({ undo: 3, redo: 0 }, { undo: 0, redo: 3 }), "Back to the start.");
  });

  test("is refused in words of its own", () => {
    const because = (why, op) => refusal({ code: "illegal", why }, op);
    assert.equal(because("noSuchPly", "go"), "That step is no longer stored.");
    assert.equal(because("nothingOfYours", "go"), "Somebody else has moved since.");
    assert.equal(because("nothingOfYours", "undo"), "You have no move here to undo.");
    assert.equal(refusal({ code: "leased" }, "go"),
      "That would move something that somebody is holding. Try again in a moment.");
  });

  test("is asked of the room, and so are the lines; both may be refused", () => {
    const { it, said, told, answer } = room();
    it.command("go", { ply: 3 });
    assert.deepEqual(said, [{ t: "cmd", c: said[0].c, r: "rTable", op: "go", ply: 3 }]);
    answer(said[0].c, { t: "no", code: "illegal", why: "noSuchPly" });
    assert.deepEqual([told.refused, it.store.intents], [["illegal"], []]);
    const found = [];
    for (const message of [{ t: "lines", r: "rTable", v: 10, from: 0, at: 0, plies: [] }, { t: "no", code: "rate" }]) {
      it.lines((lines) => found.push(lines.at), ({ code }) => found.push(code));
      assert.equal(said.at(-1).q, "lines");
      answer(said.at(-1).c, message);
    }
    assert.deepEqual(found, [0, "rate"]);
  });

  test("are asked for page by page, and from the first again when the game went on", () => {
    const { it, said, answer } = room();
    const found = [];
    const page = (v, plies, more) => answer(
      said.at(-1).c, { t: "lines", r: "rTable", v, from: 0, at: 3, plies, ...more && { more } });
    it.lines((lines) => found.push(lines.plies.map(([ply]) => ply)), () => found.push("refused"));
    assert.equal(said.at(-1).after, undefined);
    page(10, [[1, 0, "send"], [2, 1, "send"]], true);
    assert.equal(said.at(-1).after, 2);
    page(11, [[3, 2, "send"]]);
    assert.deepEqual([said.at(-1).after, found], [undefined, []], "what is here is of another version");
    page(11, [[1, 0, "send"], [2, 1, "send"]], true);
    page(11, [[3, 2, "send"]]);
    assert.deepEqual(found, [[1, 2, 3]]);
  });
});
