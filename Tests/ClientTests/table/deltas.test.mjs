/** What is heard of a step when the server has confirmed it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Foresight } from "../../../Public/js/model/foresight.js";
import { deltaWords } from "../../../Public/js/table/piles/deltas.js";
import { afterEvent, fromSnap } from "../../../Public/js/model/table.js";
import { Room } from "../../../Public/js/table/room.js";
import { Language, speak } from "../../../Public/js/words/say.js";
import { event, snap } from "../fixtures.mjs";
import { GAMES, snapOf } from "./games.mjs";
import { room } from "./tables.mjs";

/** What is heard when these moves happen on a table. */
function heard(op, m, more = {}, table = fromSnap(snap()), how = {}) {
  const ev = event(table, m, { op, ...more });
  return deltaWords(ev, afterEvent(table, ev), how);
}

describe("the result of a step in words", () => {
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

  test("is that a deal is started over, not all that lies open then", () => {
    assert.equal(heard("restart", [["mv", [5], "t6"]], { up: [[13, "9H"]] }), "Started over.");
    assert.equal(heard("restart", []), "Started over.");
  });

  test("is that the rest went up, not each card of it", () => {
    assert.equal(heard("finish", [["mv", [6], "f2"], ["mv", [1], "f3"]]), "All remaining cards to the foundations.");
  });

  test("is what went up and was carried there by nobody, whatever the step was", () => {
    const ace = [["mv", [6], "f2"]];
    const went = "Ace of hearts to hearts foundation.";
    for (const op of ["tap", "set", "move", "drop"]) assert.equal(heard(op, ace), went, op);
    assert.equal(heard("tap", [["mv", [10], "f0"]], { up: [[10, "AC"]] }), "Ace of clubs to clubs foundation.");
    assert.equal(heard("tap", [["mv", [11], "waste"], ["mv", [10], "f0"]], { up: [[10, "AC"], [11, "3C"]] }),
      "Turned 3 of clubs. Ace of clubs to clubs foundation.");
    assert.equal(heard("move", [["mv", [5], "t6"], ...ace], { up: [[13, "9H"]] }), `${went} 9 of hearts turned up.`);
    assert.equal(heard("move", [["mv", [5], "t6"], ["mv", [13], "f2"]], { up: [[13, "AH"]] }), went, "and not twice");
    assert.equal(heard("send", [...ace, ["mv", [5], "f1"]]), "Ace of hearts and 7 of diamonds to the foundations.");
    assert.equal(heard("tap", [["mv", [1, 2, 3], "f3"], ["mv", [4, 5], "f1"]]), "5 cards to the foundations.");
  });

  test("is not what was carried there by hand, which was said then", () => {
    const carried = new Map([[6, "f2"]]);
    assert.equal(heard("move", [["mv", [6], "f2"]], {}, undefined, { carried }), "");
    assert.equal(heard("drop", [["mv", [6], "f2"], ["mv", [1], "f3"]], {}, undefined, { carried }),
      "7 of spades to spades foundation.");
    const first = new Map([[6, "t4"]]);
    assert.equal(heard("move", [["mv", [6], "f2"]], {}, undefined, { carried: first }),
      "Ace of hearts to hearts foundation.", "what was laid elsewhere and went on by itself is");
  });

  test("is where two cards go that go together, for all but the one who put them together", () => {
    const pyramid = fromSnap(snapOf(GAMES.pyramid, { t0: [20], t1: [21] }));
    const [m, up] = [[["mv", [20], "f0"], ["mv", [21], "f0"]], { up: [[20, "8H"], [21, "5S"]] }];
    assert.equal(heard("move", m, up, pyramid), "");
    assert.equal(heard("move", m, up, pyramid, { own: false }), "Taken away: 8 of hearts and 5 of spades.");
    assert.equal(heard("send", [m[0]], up, pyramid), "Taken away: 8 of hearts. 5 of spades turned up.");
  });

  test("is all of it where somebody else did it", () => {
    const theirs = (op, m, more) => heard(op, m, more, undefined, { own: false });
    assert.equal(theirs("move", [["mv", [5], "t6"]]), "7 of diamonds to column 7.");
    assert.equal(theirs("drop", [["mv", [5], "t6"], ["mv", [6], "f2"]], { up: [[13, "9H"]] }),
      "7 of diamonds to column 7. Ace of hearts to hearts foundation. 9 of hearts turned up.");
    assert.equal(theirs("tap", [["mv", [10], "waste"]], { up: [[10, "2C"]] }), "Turned 2 of clubs.");
    assert.equal(theirs("undo", [["mv", [5], "t6"]]), "Undone: 7 of diamonds to column 7.");
  });

  test("is nothing where nothing moves", () => {
    for (const op of ["set", "undo", "tap", "something new"]) assert.equal(heard(op, []), "");
  });
});

describe("a step is told", () => {
  const told = (seat, by) => {
    const found = [];
    const room = new Room("rTable", { state: "online", ask() {}, tell: () => true }, new Foresight(), {
      changed() {}, refused() {}, liftLost() {}, drags() {}, ended() {},
      happened: ({ op }, { own }) => found.push([op, own]),
    }, () => 0);
    room.store.seat = seat;
    room.hear(snap());
    const ev = event(room.store.table, [["mv", [5], "t6"]], { by });
    room.hear(ev);
    room.hear(ev);
    return found;
  };

  test("once, as ours only if it is, and not if nobody took it", () => {
    assert.deepEqual([told(0, 0), told(0, 1), told(-1, 0), told(-1, -1)],
      [[["move", true]], [["move", false]], [["move", false]], []]);
  });

  test("with what we carried, until it is answered", () => {
    const { it, answer } = room();
    const heard = [];
    it.listener.happened = (_, { carried }) => heard.push([...carried]);
    it.move(6, { in: "f2" });
    const ev = event(it.store.table, [["mv", [6], "f2"]]);
    it.hear(ev);
    answer(2, { t: "ok", v: ev.v });
    it.hear(event(it.store.table, [["mv", [5], "t6"]]));
    assert.deepEqual(heard, [[[6, "f2"]], []]);
  });

  test("a new deal is told, but not the table that one comes to", () => {
    const { it } = room();
    let deals = 0;
    it.listener.dealt = () => { deals += 1; };
    it.hear(snap({ why: "sync", v: 11 }));
    assert.equal(deals, 0);
    it.hear(snap({ why: "deal", v: 12, deal: { kind: "open", n: 8 } }));
    assert.equal(deals, 1);
  });
});
