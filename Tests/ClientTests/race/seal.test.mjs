import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { Foresight } from "../../../Public/js/model/foresight.js";
import { Store } from "../../../Public/js/model/store.js";
import { playedOf, Verdict } from "../../../Public/js/seal.js";
import { dealt } from "../../../Public/js/seal/dealing.js";
import { dealHolds, sealHolds } from "../../../Public/js/seal/holds.js";
import { bytesOf, hexOf, sha256 } from "../../../Public/js/seal/sha256.js";
import { event, snap } from "../fixtures.mjs";
import { ALONE, COMMIT, MINE, MINE_COMMIT, RACED, SALT, SECOND, SEED, seen, START, TWO_SUITS, until } from
  "./sealed.mjs";

const OPEN = { commit: COMMIT, seed: SEED, salt: SALT };

describe("SHA-256 without a browser's help", () => {
  test("gives the digests of FIPS 180-4", () => {
    const digest = (text) => hexOf(sha256(new TextEncoder().encode(text)));
    assert.equal(digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert.equal(digest(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });

  test("is the same as that of others, of every length around the blocks", () => {
    for (let length = 0; length < 260; length++) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 167 + length) & 255);
      assert.equal(hexOf(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"), `${length} bytes`);
    }
  });

  test("reads hex, and writes it", () => {
    assert.deepEqual([...bytesOf("00ff10")], [0, 255, 16]);
    assert.equal(hexOf(Uint8Array.of(0, 255, 16)), "00ff10");
  });
});

describe("a seal", () => {
  test("holds when seed and salt hash to the commitment", () => {
    assert.equal(sealHolds(OPEN), true);
    assert.equal(sealHolds({ ...OPEN, commit: COMMIT.toUpperCase() }), true);
  });

  test("is broken when a bit differs, or when there is none", () => {
    assert.equal(sealHolds({ ...OPEN, salt: SALT.replace("20", "21") }), false);
    assert.equal(sealHolds({ seed: SEED, salt: SALT }), false);
  });
});

describe("the cards of a seed", () => {
  test("are those of the protocol, alone and with the text of a race", () => {
    assert.deepEqual(dealt({ seed: SEED }, 52, {}), ALONE);
    assert.deepEqual(dealt({ seed: SEED, start: START }, 52, {}), RACED);
  });

  test("are two packs of two suits, or a pack for each seat", () => {
    assert.deepEqual(dealt({ seed: SEED }, 104, { suits: 2 }).slice(0, TWO_SUITS.length), TWO_SUITS);
    const each = dealt({ seed: SEED }, 104, { each: 52 });
    assert.deepEqual([each.slice(0, 52), each.slice(52, 60)], [ALONE, SECOND]);
  });

  test("are all there, each once for each pack", () => {
    for (const count of [52, 104, 208]) {
      assert.equal(new Set(dealt({ seed: SEED }, count, {})).size, 52);
      assert.equal(dealt({ seed: SEED }, count, {}).length, count);
    }
  });

  for (const [count, packs] of [[0, {}], [51, {}], [52, { suits: 3 }], [104, { each: 40 }]]) {
    test(`are none where there are no packs: ${count}, ${JSON.stringify(packs)}`, () =>
      assert.equal(dealt({ seed: SEED }, count, packs), null));
  }
});

describe("a deal", () => {
  const played = (faces, more = {}) => ({ game: "klondike1", count: 52, seats: 1, seen: seen(faces), ...more });
  const raced = { ...OPEN, start: START };
  const mine = { n: 0, salt: MINE, commit: COMMIT };

  test("holds when the cards that were seen are those of its seed", () => {
    assert.deepEqual(dealHolds(OPEN, played(ALONE)), { holds: true, why: "" });
    assert.deepEqual(dealHolds(OPEN, played(ALONE.slice(0, 3))), { holds: true, why: "" });
    assert.deepEqual(dealHolds(raced, played(RACED), mine), { holds: true, why: "" });
  });

  test("of another number of suits, or of packs, is dealt from these", () => {
    assert.equal(dealHolds(OPEN, played(TWO_SUITS, { game: "spider2", count: 104 })).holds, true);
    assert.equal(dealHolds(OPEN, played(TWO_SUITS, { game: "spider4", count: 104 })).holds, false);
    const one = dealt({ seed: SEED }, 52, { suits: 1 });
    assert.equal(dealHolds(OPEN, played(one, { game: "spiderette:suits=1,full=no" })).holds, true);
    assert.equal(dealHolds(OPEN, played(one, { game: "spiderette:full=no" })).holds, false);
  });

  test("of a game that somebody described holds if some packs give its cards, and else nobody can tell", () => {
    const own = { game: "mine", count: 104, seats: 2 };
    assert.equal(dealHolds(OPEN, played([...ALONE, ...SECOND], own)).holds, true);
    assert.deepEqual(dealHolds(OPEN, played(["KS", "KS"], own)), { holds: null, why: "cannot" });
  });

  const broken = [
    ["seal", { ...OPEN, seed: SEED.replace("00", "01") }, played(ALONE), null],
    ["cards", OPEN, played(RACED), null],
    ["cards", OPEN, played([...ALONE.slice(0, 51), "2D"]), null],
    ["cards", raced, played(ALONE), mine],
    ["salt", { ...raced, start: START.replace("0011", "1100") }, played(RACED), mine],
    ["salt", raced, played(RACED), { ...mine, n: 1 }],
    ["salt", { ...raced, start: `${START}0 ${MINE}\n` }, played(RACED), mine],
    ["salt", OPEN, played(ALONE), mine],
    ["salt", raced, played(RACED), { ...mine, commit: MINE_COMMIT }],
  ];
  for (const [why, deal, cards, own] of broken) {
    test(`is broken by its ${why}`, () => assert.deepEqual(dealHolds(deal, cards, own), { holds: false, why }));
  }

  const named = (...isOut) => [{ n: 0, commit: MINE_COMMIT }, { n: 1, commit: MINE_COMMIT }, { n: 2, commit: "bot" }]
    .map((it, at) => ({ ...it, isOut: isOut[at] === true }));
  const bound = { game: "klondike1", seconds: 600, undo: true, hint: false, named: named(false, true) };
  const rows = `0 ${MINE}\n1 -\n2 bot\n`;
  const text = (more = {}) => {
    const { game = "klondike1", options = "auto=safe timed=1 seconds=600 undo=1 hint=0", said = rows } = more;
    return `baize deal 2\n${game}\n${options}\n${said}`;
  };

  test("of a race is bound to what the race was said to be", () => {
    for (const start of [text(), text({ said: `0 ${MINE}\n1 ${MINE}\n2 bot\n` })]) {
      assert.equal(dealHolds({ ...OPEN, start }, null, mine, bound).why, "cannot");
    }
    const wrong = [text({ game: "klondike3" }), text({ options: "auto=safe timed=1 seconds=60 undo=1 hint=0" }),
      text({ options: "auto=safe timed=1 seconds=600 undo=0 hint=0" }), text({ options: "seconds=600 undo=1 hint=0" }),
      text({ said: `0 ${MINE}\n2 bot\n` }), text({ said: `${rows}3 bot\n` }),
      text({ said: `1 -\n0 ${MINE}\n2 bot\n` }), text({ said: `0 ${MINE}\n1 bot\n2 bot\n` }),
      text({ said: `0 ${MINE}\n1 -\n2 -\n` }), text({ said: `0 ${MINE}\n1 ${SALT}\n2 bot\n` }), `${text()}more`];
    for (const start of wrong) {
      assert.deepEqual(dealHolds({ ...OPEN, start }, null, mine, bound), { holds: false, why: "start" }, start);
    }
    const allPlayed = { ...bound, named: named() };
    assert.equal(dealHolds({ ...OPEN, start: text() }, null, mine, allPlayed).why, "start", "who plays has a salt");
  });

  test("of which nobody saw a card is sealed, and no more can be told", () => {
    assert.deepEqual(dealHolds(OPEN, played([])), { holds: null, why: "cannot" });
    assert.deepEqual(dealHolds(raced, null, mine), { holds: null, why: "cannot" });
    assert.deepEqual(dealHolds({ ...OPEN, salt: "" }, null), { holds: false, why: "seal" });
  });
});

describe("what was seen of a deal", () => {
  const sealed = { kind: "sealed", commit: COMMIT };

  test("stays known when it lies face down again, and is forgotten with the deal", () => {
    const store = new Store(new Foresight());
    store.take(snap({ deal: sealed }));
    store.hear(event(store.table, [["mv", [10], "waste"]], { up: [[10, "2C"]] }));
    store.hear(event(store.table, [["mv", [10], "stock"]], { dn: [10] }));
    assert.deepEqual([store.table.faces.has(10), store.seen.get(10)], [false, "2C"]);
    store.take(snap({ deal: sealed, v: 20, why: "sync" }));
    assert.equal(store.seen.get(10), "2C");
    store.take(snap({ deal: { ...sealed, commit: MINE_COMMIT }, v: 21, why: "deal" }));
    assert.equal(store.seen.has(10), false);
  });

  test("is told with how many cards there are, and a known card that lies face down counts as itself", () => {
    const table = { game: { id: "thoughtful" }, piles: { stock: [0, 1], t0: [2] }, seats: [{}] };
    assert.deepEqual(playedOf({ table, seen: new Map([[0, "~KS"]]) }),
      { game: "thoughtful", count: 3, seats: 1, seen: new Map([[0, "KS"]]) });
    assert.equal(playedOf({ table: null, seen: new Map() }), null);
  });
});

describe("a verdict", () => {
  const table = { game: { id: "klondike1" }, piles: { stock: Array.from({ length: 52 }, (_, at) => at) }, seats: [{}] };
  const store = { table, seen: seen(ALONE) };

  test("comes later, and once", async () => {
    const verdict = new Verdict();
    let count = 0;
    const ask = () => verdict.on(OPEN, store, () => { count += 1; });
    assert.equal(ask(), undefined);
    await until(() => count > 0);
    assert.deepEqual([ask(), count], [{ holds: true, why: "" }, 1]);
  });

  test("of a deal that is not open is none", () =>
    assert.equal(new Verdict().on({ commit: COMMIT }, store, () => assert.fail("nothing is known")), undefined));
});

test("aces that begin the foundations are dealt first, and then the others as they were shuffled", () => {
  const deal = { seed: "00".repeat(32), salt: "11".repeat(16) };
  const all = dealt(deal, 52, {});
  const cards = dealt(deal, 52, { acesFirst: true });
  assert.deepEqual(cards?.slice(0, 4), ["AC", "AD", "AH", "AS"]);
  assert.deepEqual(cards?.slice(4), all?.filter((face) => face[0] !== "A"));
});
