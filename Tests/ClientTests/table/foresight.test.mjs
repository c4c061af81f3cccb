/**
 * Between a move and its answer: what a table shows and lets be done with the rules at hand, and without them.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Choices } from "../../../Public/js/model/choices.js";
import { Foresight } from "../../../Public/js/model/foresight.js";
import { Predictor } from "../../../Public/js/model/predictor.js";
import { Store } from "../../../Public/js/model/store.js";
import { fromSnap } from "../../../Public/js/model/table.js";
import { Room } from "../../../Public/js/table/room.js";
import { GAME, dests, event, snap } from "../fixtures.mjs";
import { fakeRules } from "../net/rules.mjs";

const game = { ...GAME, rules: "AQID" };
const ORDER = fromSnap(snap()).order;
const at = (pile) => ORDER.indexOf(pile);

/** The five may go on the red six's column only once the six lies on the seven; everything else goes nowhere. */
function may(piles) {
  const moved = piles[at("t0")].length > 1;
  return { flags: 1, d: [[3, moved ? [[at("t4"), 0], [at("t6"), 1]] : []]], send: moved ? [[6, at("f2")]] : [] };
}

function store(more = {}) {
  const fake = fakeRules(ORDER, { may, ...more });
  const it = new Store(new Foresight());
  it.seat = 0;
  it.ahead.predictor = new Predictor();
  it.ahead.predictor.use(fake.exports);
  it.take(snap({ game }));
  it.choices = new Choices(dests());
  return { it, fake };
}

describe("with the rules, while a move is unanswered", () => {
  test("where a card may go then is known at once", () => {
    const { it } = store();
    it.intend("move", { items: [2], to: { in: "t0" } });
    assert.deepEqual([it.destinations(3), it.destinations(1)], [["t4", "t6"], []]);
    assert.deepEqual([1, 2, 3, 4, 5, 6].filter((item) => it.liftable(item)), [3]);
    assert.deepEqual([it.sendable(6), it.sendable(3)], ["f2", null]);
  });

  test("whatever else follows from it is shown too", () => {
    // The ace goes up by itself.
    const { it, fake } = store();
    const { play } = fake.exports;
    fake.exports.play = (...asked) => play(...asked) || play(1, 6, at("f2"));
    it.intend("move", { items: [2], to: { in: "t0" } });
    assert.deepEqual([it.shown().piles.f2, it.shown().piles.t3], [[6], []]);
    assert.deepEqual(it.table.piles.f2, []);
  });

  test("nothing jumps when the event comes, and the server's word counts as soon as it is there", () => {
    const { it } = store();
    const intent = it.intend("move", { items: [2], to: { in: "t0" } });
    const before = it.shown().piles;
    it.hear(event(it.table, [["mv", [2, 3], "t0"]]));
    assert.deepEqual(it.shown().piles, before);
    assert.deepEqual(it.destinations(3), ["t4", "t6"]);
    it.ahead.predictor.compare = () => {};
    it.allow({ ...dests(11), d: [[3, "t5"]] });
    it.confirm(intent, 11);
    assert.deepEqual(it.destinations(3), ["t5"]);
  });

  test("destinations of an older version give way to the rules", () => {
    const { it } = store();
    it.hear(event(it.table, [["mv", [2, 3], "t0"]], { by: 1 }));
    assert.deepEqual(it.destinations(3), ["t4", "t6"]);
  });

  test("a card that turns up shows its back until the server tells its face", () => {
    const { it } = store();
    it.intend("move", { items: [5], to: { in: "t6" } });
    it.intend("tap", { to: { in: "stock" } });
    assert.deepEqual([it.shown().piles.t1, it.shown().piles.waste], [[13], [4, 10]]);
    assert.deepEqual([it.shown().faces.has(13), it.shown().faces.has(10)], [false, false]);
  });

  test("the stock can be turned as the rules say", () => {
    const { it, fake } = store({ may: (piles) => ({ flags: piles[0].length > 2 ? 1 : 0 }) });
    assert.equal(it.turnable, "stock");
    it.intend("tap", { to: { in: "stock" } });
    assert.equal(it.turnable, null);
    assert.ok(fake.heard.calls > 0);
  });

  test("a move that the rules refuse is shown until the server has judged it, and nothing is claimed", () => {
    const { it } = store({ play: () => 4 });
    it.intend("move", { items: [2], to: { in: "t0" } });
    assert.deepEqual(it.shown().piles.t0, [1, 2, 3]);
    assert.equal(it.destinations(3), null);
    assert.equal(it.ahead.predictor.off, "");
  });

  test("an undo is waited for", () => {
    const { it } = store();
    it.intend("undo");
    assert.deepEqual([it.shown().piles, it.destinations(3)], [it.table.piles, null]);
  });

  test("cards in other hands are not ours to lift, our own are", () => {
    const { it, fake } = store();
    it.hold([{ d: 1, by: 1, items: [2, 3] }, { d: 2, by: 0, items: [6] }]);
    it.intend("move", { items: [6], to: { in: "f2" } });
    it.liftable(1);
    assert.deepEqual(fake.heard.held, [2]);
  });

  test("an undo after a move leaves what the rules played of it, and nothing is claimed", () => {
    for (const [op, more] of [["undo", {}], ["set", {}], ["restart", {}]]) {
      const { it, fake } = store();
      const { play } = fake.exports;
      fake.exports.play = (...asked) => play(...asked) || play(1, 6, at("f2"));
      it.intend("move", { items: [2], to: { in: "t0" } });
      it.intend(op, more);
      assert.deepEqual([it.shown().piles.t0, it.shown().piles.f2], [[1, 2, 3], [6]]);
      assert.equal(it.destinations(3), null);
    }
  });

  test("a move that the rules refuse is shown on top of what they played before it", () => {
    const { it, fake } = store();
    const { play } = fake.exports;
    fake.exports.play = (op, item, to) => (item === 3 ? 4 : play(op, item, to) || play(1, 6, at("f2")));
    it.intend("move", { items: [2], to: { in: "t0" } });
    it.intend("move", { items: [3], to: { in: "t5" } });
    assert.deepEqual([it.shown().piles.t0, it.shown().piles.t5, it.shown().piles.f2], [[1, 2], [3], [6]]);
  });

  test("whose hand is another's is decided by the seat that is ours then", () => {
    const { it, fake } = store();
    it.seat = -1;
    it.hold([{ d: 1, by: 1, items: [2, 3] }, { d: 2, by: 0, items: [6] }]);
    it.seat = 1;
    it.intend("tap", { to: { in: "stock" } });
    it.destinations(3);
    assert.deepEqual(fake.heard.held, [6]);
  });

  test("who watches asks for nothing", () => {
    const { it, fake } = store();
    it.seat = -1;
    const { calls } = fake.heard;
    it.choices = null;
    assert.deepEqual([it.liftable(3), it.destinations(3), it.turnable], [false, null, "stock"]);
    assert.equal(fake.heard.calls, calls);
  });
});

describe("the rules are asked no more than needed", () => {
  test("not at all while the server has spoken of what is shown", () => {
    const { it, fake } = store();
    const { calls } = fake.heard;
    it.shown();
    it.destinations(2);
    it.liftable(2);
    assert.equal(fake.heard.calls, calls);
  });

  test("once for each thing that is shown", () => {
    const { it, fake } = store();
    it.intend("move", { items: [2], to: { in: "t0" } });
    for (let item = 1; item < 14; item++) it.liftable(item);
    it.shown();
    it.destinations(3);
    assert.equal(fake.heard.views.length, 1);
  });

  test("not again when a hand only hovers", () => {
    const { it, fake } = store();
    const live = (x, items) => [{ d: 1, by: 1, items, x, y: 0, o: "t4" }];
    it.hold(live(0, [4]));
    it.intend("move", { items: [2], to: { in: "t0" } });
    for (let x = 1; x < 9; x++) {
      it.hold(live(x, [4]));
      it.destinations(3);
    }
    assert.equal(fake.heard.views.length, 1);
    it.hold(live(9, [5]));
    it.destinations(3);
    assert.deepEqual([fake.heard.views.length, fake.heard.held], [2, [4, 5]]);
  });
});

describe("what was foreseen is seen anew", () => {
  test("when the rules come", () => {
    const { it, fake } = store();
    it.ahead.predictor = new Predictor();
    it.intend("move", { items: [2], to: { in: "t0" } });
    it.shown();
    assert.equal(it.destinations(3), null);
    it.ahead.predictor.use(fake.exports);
    assert.deepEqual(it.destinations(3), ["t4", "t6"]);
  });

  test("when the rules stop, also because the server disagrees", () => {
    const ends = {
      stop: (it) => it.ahead.predictor.stop("enough"),
      disagreement: (it) => it.allow({ ...dests(), d: [] }),
    };
    for (const [name, end] of Object.entries(ends)) {
      const { it, fake } = store();
      const { play } = fake.exports;
      fake.exports.play = (...asked) => play(...asked) || play(1, 6, at("f2"));
      it.intend("move", { items: [2], to: { in: "t0" } });
      assert.deepEqual([it.shown().piles.f2, it.destinations(3)], [[6], ["t4", "t6"]]);
      end(it);
      assert.deepEqual([it.shown().piles.f2, it.shown().piles.t0, it.destinations(3)], [[], [1, 2, 3], null], name);
    }
  });

  test("when we sit down, or stand up", () => {
    const { it } = store();
    it.seat = -1;
    it.intend("move", { items: [2], to: { in: "t0" } });
    assert.equal(it.destinations(3), null);
    it.seat = 0;
    assert.deepEqual(it.destinations(3), ["t4", "t6"]);
    it.seat = -1;
    assert.equal(it.destinations(3), null);
  });
});

describe("the server's destinations", () => {
  test("are compared with the rules', for the table they speak of", () => {
    const { it } = store({ may: () => ({ d: [[3, []]] }) });
    it.allow({ ...dests(9), d: [] });
    assert.equal(it.ahead.predictor.disagreements, 0);
    it.allow(dests());
    assert.equal(it.ahead.predictor.disagreements, 1);
    assert.deepEqual(it.destinations(2), ["t0"]);
  });
});

const trap = () => { throw new WebAssembly.RuntimeError("unreachable"); };
const MISSING = {
  "no predictor": (it) => { it.ahead.predictor = null; },
  "no module": (it) => { it.ahead.predictor = new Predictor(); },
  "a module that traps": (it) => it.ahead.predictor.use(fakeRules(ORDER, { loadView: trap }).exports),
  "a module that traps on every play": (it) => it.ahead.predictor.use(fakeRules(ORDER, { play: trap }).exports),
  "a module that answers with zeros": (it) => it.ahead.predictor.use(fakeRules(ORDER, { view: () => 500 }).exports),
  "no rules in the snapshot": (it) => { it.table = { ...it.table, game: { ...game, rules: undefined } }; },
};

describe("without the rules all is as the server's destinations have it", () => {
  for (const [name, take] of Object.entries(MISSING)) {
    test(`with ${name}`, () => {
      const { it } = store();
      take(it);
      assert.deepEqual([it.destinations(5), it.sendable(6), it.turnable], [["t6"], "f2", "stock"]);
      const intent = it.intend("move", { items: [2], to: { in: "t0" } });
      assert.deepEqual(it.shown().piles.t0, [1, 2, 3]);
      assert.equal(it.destinations(3), null);
      assert.deepEqual([1, 2, 3, 4, 5, 6, 10, 13].filter((item) => it.liftable(item)), [1, 2, 3, 4, 5, 6]);
      assert.equal(it.turnable, "stock");
      it.reject(intent);
      it.hear(event(it.table, [["mv", [6], "f2"]], { by: 1 }));
      // What was heard last counts until the next is heard.
      assert.deepEqual([it.destinations(5), it.liftable(6)], [["t6"], true]);
    });

    test(`with ${name}, once it has answered`, () => {
      const { it } = store();
      take(it);
      const intent = it.intend("move", { items: [2], to: { in: "t0" } });
      assert.deepEqual(it.shown().piles.t0, [1, 2, 3]);
      it.hear(event(it.table, [["mv", [2, 3], "t0"]]));
      it.allow({ ...dests(11), d: [[3, "t5"]], tap: [] });
      it.confirm(intent, 11);
      assert.deepEqual([it.destinations(3), it.liftable(1), it.turnable], [["t5"], false, null]);
      assert.equal(it.ahead.predictor?.disagreements ?? 0, 0);
    });
  }
});

/** A room with us in seat 0, and all that it said. */
function room(predictor) {
  const said = [];
  const answers = [];
  const refused = [];
  const speaker = {
    state: "online",
    ask(make, answer = () => {}) {
      said.push(make(said.length + 1));
      answers.push(answer);
    },
    tell: () => true,
  };
  const it = new Room("rTable", speaker, new Foresight(predictor), {
    changed() {}, refused: (no) => refused.push(no), liftLost() {}, drags() {}, ended() {},
  }, () => 0);
  it.store.seat = 0;
  it.hear(snap({ game }));
  it.hear(dests());
  const answer = (c, message) => {
    answers[c - 1]({ c, ...message });
    it.heardAll();
  };
  return { it, said, refused, answer };
}

function foreseeing(choices) {
  const predictor = new Predictor();
  predictor.use(fakeRules(ORDER, { may: choices }).exports);
  predictor.compare = () => {};
  return predictor;
}

describe("a move while another is unanswered", () => {
  test("that the rules allow is sent at once, with the tops as they will be", () => {
    const { it, said } = room(foreseeing(may));
    it.move(2, { in: "t0" });
    it.move(3, { in: "t4" });
    assert.deepEqual(said[1], { t: "cmd", c: 2, r: "rTable", op: "move", item: 3, in: "t4", if: { t0: 3, t4: null } });
    assert.deepEqual(it.store.shown().piles.t4, [3]);
  });

  test("that goes to a foundation by a send names the tops as they will be too", () => {
    const { it, said } = room(foreseeing(() => ({ d: [[6, [[at("f2"), 0]]]], send: [[6, at("f2")]] })));
    it.move(2, { in: "t3" });
    it.send(6);
    assert.deepEqual(said[1], { t: "cmd", c: 2, r: "rTable", op: "send", item: 6, if: { t3: 3, f2: null } });
  });

  test("that a drop makes names both tops as they will be", () => {
    const { it, said, answer } = room(foreseeing(may));
    it.move(2, { in: "t0" });
    const lift = it.lift(3);
    answer(2, { t: "lease", d: 20, items: [3], formation: "stack" });
    it.drop(lift, { in: "t4" });
    assert.deepEqual(said[2],
      { t: "cmd", c: 3, r: "rTable", op: "drop", d: 20, in: "t4", if: { t0: 3, t4: null } });
  });

  test("is taken back with the one before it", () => {
    const { it, refused, answer } = room(foreseeing(may));
    it.move(2, { in: "t0" });
    it.move(3, { in: "t4" });
    answer(1, { t: "no", code: "lost_race" });
    answer(2, { t: "no", code: "stale" });
    assert.deepEqual([it.store.shown().piles, refused.length], [it.store.table.piles, 2]);
  });

  test("becomes what the server says, step by step, and nothing jumps", () => {
    const { it, answer } = room(foreseeing(may));
    it.move(2, { in: "t0" });
    it.move(3, { in: "t4" });
    const { piles } = it.store.shown();
    it.hear(event(it.store.table, [["mv", [2, 3], "t0"]]));
    answer(1, { t: "ok", v: 11 });
    assert.deepEqual(it.store.shown().piles, piles);
    it.hear(event(it.store.table, [["mv", [3], "t4"]]));
    answer(2, { t: "ok", v: 12 });
    assert.deepEqual([it.store.shown().piles, it.store.table.piles, it.store.intents], [piles, piles, []]);
  });

  test("that the rules do not allow, or do not know of, waits", () => {
    for (const predictor of [foreseeing(() => ({})), new Predictor(), null]) {
      const { it, said } = room(predictor);
      it.move(2, { in: "t0" });
      it.move(3, { in: "t4" });
      assert.equal(said.length, 1);
    }
  });

  test("runs ahead however many there are", () => {
    const anywhere = { may: (piles) => ({ d: [[3, piles.map((_, pile) => [pile, 0])]] }) };
    const { it, said } = room(foreseeing(anywhere.may));
    for (let times = 0; times < 20; times++) it.move(3, { in: times % 2 ? "t4" : "t5" });
    assert.equal(said.length, 20);
  });
});

describe("a drop that the rules forbid while something is unanswered", () => {
  test("is explained at once and not sent: the server might be judging another table", () => {
    const { it, said, refused } = room(foreseeing(() => ({})));
    it.move(6, { in: "f2" });
    const lift = { item: 3, items: [3], home: "t2", game: it.store.games, d: 20, formation: "stack", state: "leased" };
    it.dropToLearn(lift, { in: "t4" });
    assert.deepEqual(refused, [{ code: "illegal", why: "needsKing" }]);
    assert.deepEqual(said.map(({ t, op }) => op ?? t), ["move", "cancel"]);
  });

  test("is asked of the server when nothing is unanswered", () => {
    const { it, said, refused } = room(new Predictor());
    const lift = { item: 3, items: [3], home: "t2", game: it.store.games, d: 20, formation: "stack", state: "leased" };
    it.dropToLearn(lift, { in: "t4" });
    assert.deepEqual([refused, said.map(({ t, op }) => op ?? t)], [[], ["drop"]]);
  });
});
