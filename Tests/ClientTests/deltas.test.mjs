/** What is heard of a step when the server has confirmed it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deltaWords } from "../../Public/js/table/deltas.js";
import { afterEvent, fromSnap } from "../../Public/js/model/table.js";
import { Room } from "../../Public/js/table/room.js";
import { Language, speak } from "../../Public/js/words/say.js";
import { event, snap } from "./fixtures.mjs";
import { GAMES, snapOf } from "./games.mjs";

/** What is heard when these moves happen on a table. */
function heard(op, m, more = {}, table = fromSnap(snap())) {
  const ev = event(table, m, { op, ...more });
  return deltaWords(ev, afterEvent(table, ev));
}

describe("what came of a step", () => {
  test("is the card that was turned, or how many and which lies on top", () => {
    assert.equal(heard("tap", [["mv", [10], "waste"]], { up: [[10, "2C"]] }), "Turned 2 of clubs.");
    assert.equal(heard("tap", [["mv", [10, 11, 12], "waste"]], { up: [[10, "2C"], [11, "3C"], [12, "4C"]] }),
      "Turned 3 cards, 4 of clubs on top.");
  });

  test("is that the waste is turned over, or that cards were dealt onto the columns, whatever they are", () => {
    assert.equal(heard("tap", [["mv", [4], "stock"]], { dn: [4] }), "The waste is turned over.");
    const spider = fromSnap(snapOf(GAMES.spider1, { stock: [1, 2], t0: [20], t1: [21] }));
    const m = [["mv", [2], "t0"], ["mv", [1], "t1"]];
    assert.equal(heard("tap", m, { up: [[2, "5H"], [1, "6H"]] }, spider), "Dealt 2 cards onto the columns.");
  });

  test("is where a card went that was not carried there", () => {
    assert.equal(heard("send", [["mv", [6], "f2"]]), "Ace of hearts to hearts foundation.");
  });

  test("is what a step back or forth moves, and no face that it hides", () => {
    assert.equal(heard("undo", [["mv", [5], "t6"]], { dn: [13] }), "Undone: 7 of diamonds to column 7.");
    assert.equal(heard("redo", [["mv", [5], "t6"]], { up: [[13, "9H"]] }), "Redone: 7 of diamonds to column 7.");
    assert.equal(heard("undo", [["mv", [4], "stock"]], { dn: [4] }), "Undone: face-down card to stock.");
    assert.equal(heard("undo", [["mv", [5], "t6"]], { up: [[13, "9H"]] }), "Undone: 7 of diamonds to column 7.");
  });

  test("is what comes to light by a move, which itself was said when it was made", () => {
    assert.equal(heard("move", [["mv", [5], "t6"]], { up: [[13, "9H"]] }), "9 of hearts turned up.");
    assert.equal(heard("move", [["mv", [5], "t6"]]), "");
    assert.equal(heard("drop", [["mv", [5], "t6"]], { up: [[13, "~9H"]] }), "", "a known card that lies face down");
  });

  test("agrees in number with the cards that came to light", () => {
    speak(new Language("es", { "say.cameUp": { one: "Se descubre {cards}.", other: "Se descubren {cards}." } }));
    const [one, two] = [[[13, "9H"]], [[13, "9H"], [12, "8S"]]].map((up) => heard("move", [["mv", [5], "t6"]], { up }));
    speak();
    assert.match(one, /^Se descubre /);
    assert.match(two, /^Se descubren /);
  });

  test("is not all that lies open when a deal is started over", () => {
    assert.equal(heard("restart", [["mv", [5], "t6"]], { up: [[13, "9H"]] }), "");
  });

  test("is nothing where nothing moves", () => {
    for (const op of ["set", "undo", "tap", "something new"]) assert.equal(heard(op, []), "");
  });
});

describe("a step is told as ours", () => {
  const told = (seat, by) => {
    const found = [];
    const room = new Room("rTable", { state: "online", ask() {}, tell: () => true }, {
      changed() {}, refused() {}, liftLost() {}, drags() {}, ended() {}, happened: (ev) => found.push(ev.op),
    }, () => 0);
    room.store.seat = seat;
    room.hear(snap());
    const ev = event(room.store.table, [["mv", [5], "t6"]], { by });
    room.hear(ev);
    room.hear(ev);
    return found;
  };

  test("once, and only if it is", () => {
    assert.deepEqual([told(0, 0), told(0, 1), told(-1, 0), told(-1, -1)], [["move"], [], [], []]);
  });
});
