import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Predictor, encodeView } from "../../../Public/js/model/predictor.js";
import { afterEvent, fromSnap } from "../../../Public/js/model/table.js";
import { GAME as KLONDIKE, STATUS, dests, event, snap } from "../fixtures.mjs";
import { UNKNOWN, choicesOf, fakeRules, pilesIn, viewOf } from "../net/rules.mjs";

const GAME = { ...KLONDIKE, rules: "AQID" };
const table = (more = {}) => fromSnap(snap({ game: GAME, ...more }));
const ORDER = table().order;
const at = (pile) => ORDER.indexOf(pile);

/** What the server says of the small table, as the module would say it. */
const SAID = {
  d: [[1, []], [2, [[at("t0"), 0]]], [3, [[at("t5"), 0]]], [4, []], [5, [[at("t6"), 1]]], [6, [[at("f2"), 0]]]],
  send: [[6, at("f2")]],
};

function made(more) {
  const fake = fakeRules(ORDER, { may: () => SAID, ...more });
  const predictor = new Predictor();
  predictor.use(fake.exports);
  return { predictor, ...fake };
}

/** A face as one byte of a view. @param {string|undefined} face */
const byte = (face) =>
  face === undefined ? UNKNOWN : "CDHS".indexOf(face[1]) << 4 | "A23456789TJQK".indexOf(face[0]) + 1;

describe("what is given to the rules", () => {
  test("begins with the status, little-endian", () => {
    const status = { ...snap().s, safe: true, status: "stuck", score: -260, moves: 70000, clock: 61999, pass: 2 };
    const bytes = encodeView(table({ s: status }));
    assert.deepEqual([...bytes.subarray(0, 21)],
      [2, 5, 2, 13, 252, 254, 255, 255, 112, 17, 1, 0, 61, 0, 0, 0, 1, 3, 0, 0, 0]);
  });

  test("tells which cards go up by themselves, and how many went in a row", () => {
    const bytesOf = (more) => encodeView(table({ s: { ...STATUS, ...more } }));
    assert.deepEqual([{ safe: false }, { safe: true }, { auto: "all" }].map((it) => bytesOf(it)[1]), [4, 5, 6]);
    assert.equal(bytesOf({ timed: false, auto: "all" })[1], 2);
    assert.deepEqual([...bytesOf({ streak: 258 }).subarray(19, 21)], [2, 1]);
  });

  test("has one pass for each stock, and one in games without a stock", () => {
    const zones = (count) => [{ ...KLONDIKE.zones[0], count }, ...KLONDIKE.zones.slice(1)];
    const lengths = [0, 1, 2].map((count) => encodeView(table({ game: { ...GAME, zones: zones(count) } })).length);
    assert.deepEqual(lengths.map((it) => it - lengths[0]), [0, 0, 2]);
  });

  test("tells a card that is known although it lies face down from one that lies open", () => {
    const view = table();
    const known = { ...view, faces: new Map([...view.faces, [13, "~9H"]]) };
    const faces = new Map(pilesIn(encodeView(known)).flat());
    assert.deepEqual([faces.get(13), faces.get(10)], [byte("9H") | 64, UNKNOWN]);
  });

  test("is every pile in the order of the snapshot, and a face where a card lies open", () => {
    const view = table();
    const piles = pilesIn(encodeView(view));
    assert.deepEqual(piles, ORDER.map((pile) => view.piles[pile].map((item) => [item, byte(view.faces.get(item))])));
    assert.deepEqual([byte("AC"), byte("KS"), byte("TH")], [1, 61, 42]);
  });

  test("has no face of a card that lies face down", () => {
    const known = pilesIn(encodeView(table())).flat().filter(([, face]) => face !== UNKNOWN).map(([item]) => item);
    assert.deepEqual(known.sort((a, b) => a - b), [1, 2, 3, 4, 5, 6]);
  });

  test("has no face any more of a card that was turned face down again", () => {
    const turned = afterEvent(table(), event(table(), [["mv", [4], "stock"]], { op: "tap", dn: [4] }));
    const faces = new Map(pilesIn(encodeView(turned)).flat());
    assert.deepEqual([faces.get(4), faces.get(1)], [UNKNOWN, byte("7S")]);
  });

  test("is that and nothing else, whatever is asked", () => {
    const { predictor, heard } = made();
    const steps = [{ op: "move", item: 2, to: "t0" }];
    predictor.foresee(table(), steps, [5]);
    predictor.whyNotDrop(table(), steps, 3, "t4");
    predictor.compare(table(), dests());
    assert.deepEqual(heard.views, Array(3).fill(encodeView(table())));
    assert.deepEqual(heard.rules, [new Uint8Array([1, 2, 3])]);
    assert.deepEqual([heard.held, heard.live], [[5], 0]);
  });
});

describe("what is foreseen", () => {
  test("of the table as it is are the choices, in the words of the server", () => {
    const { d, tap, send, finish } = dests();
    const { predictor } = made();
    assert.deepEqual(predictor.foresee(table(), [], []).choices, { d, tap, send, finish });
  });

  test("after some steps is the table then, and its choices", () => {
    const after = { may: (piles) => ({ flags: 2, d: [[piles[at("t0")].at(-1)[0], []]] }) };
    const { predictor } = made(after);
    const steps = [{ op: "move", item: 2, to: "t0" }, { op: "tap", item: null, to: "stock" }];
    const { shown, choices } = predictor.foresee(table(), steps, []);
    assert.deepEqual([shown.piles.t0, shown.piles.t2, shown.piles.waste], [[1, 2, 3], [], [4, 10]]);
    assert.deepEqual([shown.faces.get(3), shown.faces.has(10)], ["5C", false]);
    assert.deepEqual(choices, { d: [[3]], tap: [], send: [], finish: true });
  });

  test("is nothing where the rules refuse a step, and they are asked again the next time", () => {
    let refusal = 3;
    const { predictor } = made({ play: () => refusal });
    const steps = [{ op: "move", item: 2, to: "t0" }];
    assert.equal(predictor.foresee(table(), steps, []), null);
    refusal = 0;
    assert.notEqual(predictor.foresee(table(), steps, []), null);
  });

  test("is nothing of steps that only the server can take, and of a game without rules", () => {
    const { predictor, heard } = made();
    const { calls } = heard;
    for (const op of ["undo", "redo", "restart", "deal", "set"]) {
      assert.equal(predictor.foresee(table(), [{ op, item: null, to: null }], []), null);
    }
    assert.equal(predictor.foresee(fromSnap(snap()), [], []), null);
    assert.deepEqual([heard.calls, predictor.off], [calls, ""]);
  });

  test("reaches as far as the rules can play, and what may be done after the rest is not known", () => {
    const move = { op: "move", item: 2, to: "t0" };
    const { predictor, exports } = made();
    const { play } = exports;
    exports.play = (op, item, to) => (item === 6 ? 4 : play(op, item, to));
    for (const rest of [{ op: "undo", item: null, to: null }, { op: "move", item: 6, to: "f2" }]) {
      const { shown, played, choices } = predictor.foresee(table(), [move, rest, move], []);
      assert.deepEqual([shown.piles.t0, shown.piles.f2, played, choices], [[1, 2, 3], [], 1, null]);
      assert.equal(predictor.whyNotDrop(table(), [move, rest], 2, "t4"), null);
    }
  });

  test("is why cards may not lie in a pile", () => {
    const { predictor } = made();
    assert.equal(predictor.whyNotDrop(table(), [], 2, "t4"), "needsKing");
    const none = made({ whyNotDrop: () => 0 });
    assert.equal(none.predictor.whyNotDrop(table(), [], 2, "t0"), null);
    assert.equal(none.predictor.off, "");
  });

  test("still is when the memory has grown and moved", () => {
    const fake = made({ alloc: () => fake.exports.memory.grow(1) * 65536 });
    for (let times = 0; times < 3; times++) assert.notEqual(fake.predictor.foresee(table(), [], []), null);
    assert.equal(fake.predictor.off, "");
  });
});

describe("the answer for a known card that lies face down", () => {
  const view = table();
  const known = { ...view, faces: new Map([...view.faces, [13, "~9H"]]) };
  /** The rules turn the card, and answer with this byte for its face. */
  const answered = (code) => {
    const piles = pilesIn(encodeView(known)).map((pile) => pile.map(([it, face]) => [it, it === 13 ? code : face]));
    const fake = made({ may: () => ({}), view: () => fake.give(viewOf(piles)) });
    return fake.predictor.foresee(known, [{ op: "move", item: 2, to: "t0" }], [])?.shown.faces.get(13) ?? null;
  };

  test("is its face, with the way it lies", () => {
    assert.deepEqual([answered(byte("9H") | 64), answered(byte("9H"))], ["~9H", "9H"]);
  });

  test("is refused if it is another card", () => assert.equal(answered(byte("8H") | 64), null));
});

describe("the server's word", () => {
  test("that is the same changes nothing, in whatever order it is said", () => {
    const more = [1, [[at("t4"), 0], [at("t5"), 0]]];
    const { predictor } = made({ may: () => ({ ...SAID, d: [...SAID.d.slice(1), more] }) });
    const [, ...rest] = dests().d;
    predictor.compare(table(), { ...dests(), d: [...rest.reverse(), [1, "t5", "t4"]], finish: true });
    assert.deepEqual([predictor.disagreements, predictor.off], [0, ""]);
  });

  const { d } = dests();
  for (const [name, other] of Object.entries({
    "another place": { d: [...d.slice(0, 5), [6, "t4"]] }, "a card less": { d: d.slice(1) },
    "a card more": { d: [...d, [13]] }, "no mark": { d: d.map((entry) => (entry[0] === 5 ? [5, "t6"] : entry)) },
    "no stock": { tap: [] }, "no send": { send: [] },
  })) {
    test(`that is different counts, and ends it: ${name}`, () => {
      const { predictor } = made();
      predictor.compare(table(), { ...dests(), ...other });
      assert.deepEqual([predictor.disagreements, predictor.off], [1, "the server disagrees"]);
      assert.equal(predictor.foresee(table(), [], []), null);
    });
  }

  test("at a table for several may be silent of what somebody held", () => {
    const several = table({ seats: [{ n: 0, id: "g_1" }, { n: 1 }] });
    const { predictor } = made();
    predictor.compare(several, { ...dests(), d: d.slice(1), send: [] });
    assert.equal(predictor.disagreements, 0);
    predictor.compare(several, { ...dests(), d: [...d.slice(1, 5), [6, "t4"]] });
    assert.equal(predictor.disagreements, 1);
  });
});

describe("a module is given up for good", () => {
  const trap = () => { throw new WebAssembly.RuntimeError("unreachable"); };
  const answering = (name, bytes) => {
    const fake = made({ may: () => ({}), [name]: () => fake.give(bytes) });
    return fake;
  };
  const all = (change) => answering("view", change(pilesIn(encodeView(table()))));
  const calls = Object.keys(fakeRules(ORDER).exports).filter((name) => name !== "memory");
  const late = new Set(["hold", "refusalName", "whyNotDrop"]);

  /** Asks everything; nothing may be thrown. */
  function ask({ predictor }) {
    const steps = [{ op: "move", item: 2, to: "t0" }];
    const foreseen = predictor.foresee(table(), steps, [5]);
    predictor.whyNotDrop(table(), steps, 3, "t4");
    return foreseen;
  }

  for (const name of calls) {
    test(`when it lacks ${name}`, () => {
      const fake = made({ [name]: undefined });
      assert.equal(ask(fake), null);
      assert.match(fake.predictor.off, new RegExp(`no ${name}`));
    });

    test(`when it traps in ${name}, and it is never called again`, () => {
      const fake = made({ [name]: trap });
      const foreseen = ask(fake);
      if (!late.has(name) || name === "hold") assert.equal(foreseen, null);
      assert.match(fake.predictor.off, /unreachable/);
      const { calls: before } = fake.heard;
      assert.equal(ask(fake), null);
      assert.equal(fake.heard.calls, before);
    });
  }

  const bad = {
    "is of another version": () => made({ version: () => 2 }),
    "has no room left": () => made({ alloc: () => 0 }),
    "has no memory": () => made({ memory: undefined }),
    "does not take the rules": () => made({ loadRules: () => 1 }),
    "does not take the view": () => made({ loadView: () => 2 }),
    "plays another game": () => fake(["stock", "waste"]),
    "answers beyond its memory": () => made({ view: () => 1e9 }),
    "answers at no place": () => made({ answer: () => -8 }),
    "answers nothing": () => made({ view: () => 0 }),
    "answers no number": () => made({ choices: () => undefined }),
    "answers with zeros": () => answering("view", Array(200).fill(0)),
    "shows a card twice": () => all((piles) => viewOf([...piles.slice(0, 12), [[1, 39]]])),
    "loses a card": () => all((piles) => viewOf([...piles.slice(0, 12), []].map((p, i) => (i === at("t3") ? [] : p)))),
    "brings a strange card": () => all((piles) => viewOf([...piles.slice(0, 12), [[77, UNKNOWN]]])),
    "tells a face that is not known": () =>
      all((piles) => viewOf([piles[0].map(([it]) => [it, 3]), ...piles.slice(1)])),
    "changes a face": () =>
      all((piles) => viewOf(piles.map((pile) => pile.map(([it, face]) => [it, face === 55 ? 56 : face])))),
    "shows too few piles": () => all((piles) => viewOf(piles.slice(0, 12))),
    "shows a byte too many": () => all((piles) => [...viewOf(piles), 0]),
    "lets a hidden card be lifted": () => answering("choices", choicesOf({ d: [[13, []]] })),
    "lets a strange card be lifted": () => answering("choices", choicesOf({ d: [[999, []]] })),
    "names a strange pile": () => answering("choices", choicesOf({ d: [[2, [[13, 0]]]] })),
    "sends to a strange pile": () => answering("choices", choicesOf({ send: [[6, 200]] })),
    "tells a byte too many": () => answering("choices", [...choicesOf({}), 0]),
    "tells a byte too few": () => answering("choices", choicesOf({}).slice(0, -1)),
  };
  const fake = (order) => {
    const other = fakeRules(order);
    const predictor = new Predictor();
    predictor.use(other.exports);
    return { predictor, ...other };
  };
  for (const [name, make] of Object.entries(bad)) {
    test(`when it ${name}`, () => {
      const it = make();
      assert.equal(ask(it), null);
      assert.notEqual(it.predictor.off, "");
      const { calls: before } = it.heard;
      ask(it);
      assert.equal(it.heard.calls, before);
    });
  }

  test("when the rules are no base64", () => {
    const it = made();
    assert.equal(it.predictor.foresee(table({ game: { ...GAME, rules: "§" } }), [], []), null);
    assert.notEqual(it.predictor.off, "");
  });

  test("whatever bytes it answers with, and nothing is thrown", () => {
    let seed = 20270612;
    const random = (below) => {
      seed = Math.imul(seed, 1664525) + 1013904223 >>> 0;
      return Math.floor(seed / 2 ** 32 * below);
    };
    const right = viewOf(pilesIn(encodeView(table())));
    for (let times = 0; times < 2000; times++) {
      const bytes = times % 2 ? Array.from({ length: random(80) }, () => random(256)) : [...right];
      for (let flips = times % 2 ? 0 : 1 + random(3); flips > 0; flips--) bytes[random(bytes.length)] = random(256);
      const foreseen = ask(answering(times % 4 < 2 ? "view" : "choices", bytes));
      if (foreseen) assert.deepEqual(Object.values(foreseen.shown.piles).flat().length, 10, `seed 20270612, ${times}`);
    }
  });
});
