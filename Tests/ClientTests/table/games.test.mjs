/**
 * Games other than Klondike: what is shown before the server has answered, what is taken hold of, names of piles.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Foresight } from "../../../Public/js/model/foresight.js";
import { Store } from "../../../Public/js/model/store.js";
import { score } from "../../../Public/js/model/score.js";
import { cardLabel, pileLabel, pileName } from "../../../Public/js/model/names.js";
import { isOpen, cardOf, turnedDown } from "../../../Public/js/model/face.js";
import { kindsOf } from "../../../Public/js/model/zones.js";
import { hintText } from "../../../Public/js/table/piles/hints.js";
import { STATUS, dests, event } from "../fixtures.mjs";
import { GAMES, INVENTED, snapOf } from "./games.mjs";

function store(game, piles, { d = [], tap = [], how } = {}) {
  const it = new Store(new Foresight());
  it.seat = 0;
  it.take(snapOf(game, piles, how));
  it.allow({ ...dests(), d, tap, send: [] });
  return it;
}

describe("before the answer", () => {
  test("two cards that go together are seen to go away", () => {
    const it = store(GAMES.pyramid, { t21: [4], t25: [7], f0: [] }, { d: [[4, "t25"], [7, "t21"]] });
    it.intend("move", { items: [4], to: { in: "t25" } });
    assert.deepEqual([it.shown().piles.t21, it.shown().piles.t25, it.shown().piles.f0], [[], [], [4, 7]]);
  });

  test("a card that goes away alone is seen to go", () => {
    const it = store(GAMES.pyramid, { t21: [12], f0: [4, 7] });
    it.intend("send", { items: [12], to: { in: "f0" } });
    assert.deepEqual(it.shown().piles.f0, [4, 7, 12]);
  });

  test("a stock without a waste deals a card to each column, from the left, with no face", () => {
    const it = store(GAMES.spider4, { stock: [50, 51, 52], t0: [1], t1: [2] }, { tap: ["stock"] });
    it.intend("tap", { to: { in: "stock" } });
    const { piles, faces } = it.shown();
    assert.deepEqual([piles.stock, piles.t0, piles.t1, piles.t2], [[], [1, 52], [2, 51], [50]]);
    assert.equal(faces.has(52), false);
  });

  test("such a stock deals no more than it may at once", () => {
    const it = store(GAMES.scorpion, { stock: [48, 49, 50, 51] });
    it.intend("tap", { to: { in: "stock" } });
    const { piles } = it.shown();
    assert.deepEqual([piles.stock, piles.t0, piles.t2, piles.t3], [[48], [51], [49], []]);
  });

  test("a pile that moves as a whole moves as a whole", () => {
    const it = store(GAMES.accordion, { t0: [1], t2: [5, 6] });
    it.intend("move", { items: [5], to: { in: "t0" } });
    assert.deepEqual([it.shown().piles.t0, it.shown().piles.t2], [[1, 5, 6], []]);
  });

  test("cards that everybody knows are known when they are turned", () => {
    const it = store(GAMES.thoughtful, { stock: [1, 2, 3, 4], waste: [] });
    it.table.faces.set(4, "~5C").set(1, "~2C");
    it.intend("tap", { to: { in: "stock" } });
    assert.deepEqual([it.shown().piles.waste, it.shown().faces.get(4)], [[4, 3, 2], "5C"]);
    it.intend("tap", { to: { in: "stock" } });
    it.intend("tap", { to: { in: "stock" } });
    assert.equal(it.shown().faces.get(4), undefined, "nothing is known to lie face down any more");
  });

  test("cards that everybody knows are still known when the waste is turned over", () => {
    const it = store(GAMES.thoughtful, { waste: [7, 8], t1: [9, 10] });
    it.table.faces.set(9, "~TC");
    it.intend("tap", { to: { in: "stock" } });
    assert.deepEqual([it.shown().piles.stock, it.shown().faces.get(8)], [[8, 7], "~9C"]);
  });
});

describe("an event carries out a move", () => {
  const before = { t0: [12, 11, 10], t1: [9] };
  test("whose cards went on at once to where a whole run goes", () => {
    const it = store(GAMES.spider4, before);
    it.intend("move", { items: [9], to: { in: "t0" } });
    it.hear(event(it.table, [["mv", [12, 11, 10, 9], "f0"]]));
    assert.deepEqual([it.shown().piles.f0, it.shown().piles.t0], [[12, 11, 10, 9], []]);
  });

  test("that took two cards away", () => {
    const it = store(GAMES.pyramid, { t21: [4], t25: [7] });
    const intent = it.intend("move", { items: [4], to: { in: "t25" } });
    it.hear(event(it.table, [["mv", [4, 7], "f0"]]));
    it.confirm(intent, 11);
    assert.deepEqual([it.intents, it.shown().piles.f0], [[], [4, 7]]);
  });
});

describe("what is taken hold of", () => {
  test("is the card itself where it can be lifted", () => {
    const it = store(GAMES.freecell, { t0: [1, 2] }, { d: [[2, "c0"]] });
    assert.deepEqual([it.grasp(2), it.grasp(1)], [2, null]);
  });

  test("is the pile under it where only that can be", () => {
    const it = store(GAMES.accordion, { t0: [1, 2, 3] }, { d: [[1]] });
    assert.deepEqual([it.grasp(3), it.grasp(1)], [1, 1]);
  });

  test("is guessed by how cards lie while nothing is known", () => {
    const piles = { t0: [1, 2], c0: [3], stock: [], waste: [4, 5], r0: [6, 7], t1: [8] };
    const it = store(INVENTED["two reserves and five cells"], piles, { how: { hidden: [6] } });
    it.intend("undo");
    assert.deepEqual([1, 2, 3, 4, 5, 6, 7, 8].filter((item) => it.liftable(item)), [1, 2, 3, 5, 7, 8]);
  });

  test("is never a card that lies face down, known or not", () => {
    const it = store(GAMES.thoughtful, { t0: [1, 2] });
    it.table.faces.set(1, "~2C");
    it.intend("undo");
    assert.deepEqual([it.liftable(1), it.liftable(2)], [false, true]);
  });
});

describe("the stock that can be turned", () => {
  test("is the one that the server names", () => {
    const it = store(INVENTED["two stocks"], {}, { tap: ["stock1"] });
    assert.equal(it.turnable, "stock1");
  });

  test("is null in a game without a stock", () => {
    const it = store(GAMES.freecell, {});
    it.intend("undo");
    assert.equal(it.turnable, null);
  });

  test("is guessed to be gone when it is empty and has no waste", () => {
    const it = store(GAMES.spider4, { stock: [1] }, { tap: ["stock"] });
    it.intend("tap", { to: { in: "stock" } });
    assert.equal(it.turnable, null);
  });
});

describe("a face", () => {
  test("says whether its card lies open", () => {
    assert.deepEqual(["KS", "~KS", undefined].map(isOpen), [true, false, false]);
    assert.deepEqual(["KS", "~KS", undefined].map(cardOf), ["KS", "KS", undefined]);
    assert.deepEqual(["KS", "~KS"].map(turnedDown), ["~KS", "~KS"]);
  });
});

describe("names of piles", () => {
  const name = (game, pile, piles) => pileName(pile, kindsOf(game.zones), piles);

  test("say what each is", () => {
    const { klondike1, eightoff, canfield, pyramid, fortythieves, spider4, accordion } = GAMES;
    const named = [
      name(klondike1, "stock"), name(klondike1, "waste"), name(klondike1, "f2"), name(klondike1, "t6"),
      name(eightoff, "c7"), name(canfield, "r0"), name(canfield, "f1"), name(pyramid, "f0"), name(pyramid, "t4"),
      name(fortythieves, "f6"), name(spider4, "f0"), name(accordion, "t5", { t0: [1], t3: [2], t5: [3] }),
      name(INVENTED["four seats' reserves"], "r3"), name(INVENTED["two stocks"], "stock1"),
    ];
    assert.deepEqual(named, [
      "stock", "waste", "hearts foundation", "column 7", "cell 8", "reserve", "foundation 2", "cards taken away",
      "row 3, place 2", "hearts foundation 2", "foundation 1", "pile 3", "reserve 4", "stock 2",
    ]);
  });

  for (const [title, game] of Object.entries({ ...GAMES, ...INVENTED })) {
    test(`are all different in ${title}`, () => {
      const kinds = kindsOf(game.zones);
      const piles = Object.fromEntries([...kinds.keys()].map((pile) => [pile, [1]]));
      const names = [...kinds.keys()].map((pile) => pileName(pile, kinds, piles));
      assert.equal(new Set(names).size, names.length);
    });
  }

  test("go with what lies there", () => {
    const kinds = kindsOf(GAMES.canfield.zones);
    assert.equal(pileLabel("r0", 13, false, kinds), "Reserve, 13 cards");
    assert.equal(pileLabel("t1", 0, false, kinds), "Column 2, empty");
    assert.equal(pileLabel("stock", 0, true, kinds), "Stock, empty: turn the waste over");
    assert.equal(cardLabel("~KS", "t0", 1, kinds), "king of spades, face down, column 1, 1 card on top");
    assert.equal(cardLabel(undefined, "r0", 3, kinds), "face-down card, reserve");
  });
});

describe("hints", () => {
  const WHYS = `finish safe run pair turnsUp empties clears foundation suit waste reserve fills build cell deal draw
    redeal shuffle again back`.split(/\s+/);
  const names = { card: "5 of clubs", place: "column 3", partner: "8 of hearts" };

  test("have words for every reason that the protocol knows, and for others", () => {
    for (const why of [...WHYS, "somethingNew"]) assert.match(hintText(why, names), /\w.*\.$/);
    assert.equal(hintText("pair", names), "5 of clubs and 8 of hearts go together.");
    assert.equal(hintText("pair", { ...names, partner: "" }), "5 of clubs can be taken away.");
    assert.match(hintText("again", names), /^5 of clubs to column 3: .* position\.$/);
    assert.match(hintText("again", { card: "", place: "stock", partner: "" }), /^Turn the stock: .* position\.$/);
    assert.equal(hintText("somethingNew", names), hintText("move", names));
    assert.equal(hintText("turnsUp", names), "5 of clubs to column 3: that turns a card up.");
  });
});

describe("the score", () => {
  const running = { ...STATUS, run: true };
  test("falls with time where time costs points", () => {
    assert.equal(score({ ...running, score: 100, clock: 12000, ticks: 1 }, 20000), 96);
  });

  test("stands where it costs none, and below nothing", () => {
    assert.equal(score({ ...running, score: 500, clock: 12000, ticks: 0 }, 60000), 500);
    assert.equal(score({ ...running, score: -52, clock: 3000, ticks: 0 }, 60000), -52);
  });
});
