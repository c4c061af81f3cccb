import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { Foresight } from "../../../Public/js/model/foresight.js";
import { Certainty } from "../../../Public/js/model/certainty.js";
import { afterEvent, changed, fromSnap, placeFacts, regionWith } from "../../../Public/js/model/table.js";
import { fnv1a, viewHash } from "../../../Public/js/model/hash.js";
import { decode } from "../../../Public/js/net/messages.js";
import { Room } from "../../../Public/js/table/room.js";
import { Store } from "../../../Public/js/model/store.js";
import { after, event, snap, transcript } from "./boards.mjs";
import { examples } from "../fixtures.mjs";

const NAMES = readdirSync(new URL("../../Fixtures/boards/", import.meta.url)).map((file) => file.replace(".txt", ""));
const table = fromSnap(snap());

describe("a board's snapshot", () => {
  test("of the protocol's page becomes a board", () => {
    const line = examples("server").find((it) => it.includes('"kind":"board"') && it.includes('"t":"snap"'));
    const it = fromSnap(JSON.parse(line));
    assert.deepEqual([it.order, it.piles], [["available", "basket"], { available: [0], basket: [5] }]);
    assert.deepEqual([it.faces.get(5).text, it.sel, it.version], ["Apple", [[0, [0]]], 7]);
  });

  test("joins the runs of a place, and its order is that of any of them", () => {
    const runs = [{ in: "a", items: [[1], [2]] }, { in: "a", reorder: true, drag: true, title: "A", items: [[3]] }];
    const it = fromSnap(snap({ regions: [{ name: "r", runs }] }));
    assert.deepEqual([it.piles, [...it.fixed], [...it.faces]], [{ a: [1, 2, 3] }, [1, 2], []]);
    assert.deepEqual(it.regions[0].places, [{ in: "a", title: "A", reorder: true, capacity: null }]);
  });

  test("without items, without runs, without selections is a board", () => {
    const regions = [{ name: "r" }, { name: "e", runs: [{ in: "e", items: [] }] }];
    const it = fromSnap(snap({ sel: undefined, regions }));
    assert.deepEqual([it.piles, it.sel, it.regions[0].places], [{ e: [] }, [], []]);
    assert.equal(viewHash(it), fnv1a("e:;"));
  });

  test("may name places like what every object has", () => {
    const runs = [{ in: "constructor", reorder: true, items: [[1, { text: "x" }]] }];
    const it = fromSnap(snap({ regions: [{ name: "toString", runs }] }));
    assert.deepEqual([it.order, it.piles.constructor], [["constructor"], [1]]);
  });
});

describe("the hash of a board", () => {
  test("is over the text that the protocol shows", () => {
    const content = { text: "Apple", symbol: "🍎", label: "not seen", fields: [["a", "b"]] };
    const it = { order: ["basket"], piles: { basket: [5] }, faces: new Map([[5, content]]) };
    assert.equal(viewHash(it), fnv1a("basket:5=Apple||🍎|||;"));
  });

  test("differs with each part that is seen, and with none that is not", () => {
    const of = (more) =>
      viewHash({ order: ["a"], piles: { a: [1] }, faces: new Map([[1, { text: "x", ...more }]]) });
    const parts = ["text", "detail", "symbol", "color", "face", "image"].map((part) => of({ [part]: "y" }));
    assert.equal(new Set([of({}), ...parts]).size, 7);
    assert.equal(of({ label: "y", fields: [["a", "b"]] }), of({}));
  });
});

describe("an event on a board", () => {
  test("takes out what is gone, moves, brings what is new, and names the rest", () => {
    const next = afterEvent(table, event(table, [["mv", [20], "shelf"], ["mv", [3], "liked", 1]], {
      gone: [6], up: [[20, { text: "Cup" }]], dn: [7], sel: [[0, [3]]],
      regions: [{ name: "shelf", title: "Shelf (3)" }],
    }));
    assert.deepEqual([next.piles.liked, next.piles.shelf], [[3, 1, 2], [7, 20]]);
    assert.deepEqual([next.faces.has(6), next.faces.has(7), next.faces.get(20).text], [false, false, "Cup"]);
    assert.deepEqual([next.sel, next.version, next.status.moves], [[[0, [3]]], 11, 1]);
    assert.equal(next.regions.find(({ name }) => name === "shelf").title, "Shelf (3)");
  });

  test("takes out what is gone before it moves: the number may be given again at once", () => {
    const next = afterEvent(table, event(table, [["mv", [6], "liked"]], { gone: [6], up: [[6, { text: "Again" }]] }));
    assert.deepEqual([next.piles.liked, next.faces.get(6).text], [[1, 2, 3, 6], "Again"]);
  });

  test("says nothing of selections and titles: they stay", () => {
    const chosen = { ...table, sel: [[1, [2]]] };
    const next = afterEvent(chosen, event(chosen, [["mv", [1], "other"]]));
    assert.deepEqual([next.sel, next.regions], [[[1, [2]]], table.regions]);
  });

  test("that we know already is old, that leads on from elsewhere is a gap, whatever else it holds", () => {
    const ev = event(table, [["mv", [1], "other"]]);
    const wrong = { ...ev, h: "00000000" };
    for (const [p, v] of [[9, 10], [10, 10], [3, 4]]) assert.equal(afterEvent(table, { ...wrong, p, v }), "old");
    for (const [p, v] of [[11, 12], [12, 13], [9, 11]]) assert.equal(afterEvent(table, { ...wrong, p, v }), "gap");
    assert.equal(afterEvent(table, wrong), "hash");
  });

  test("does not change the board before it", () => {
    const before = structuredClone(table);
    afterEvent(table, event(table, [["mv", [1], "other", 5]], {
      gone: [6], up: [[2, { text: "x" }]], dn: [7], regions: [{ name: "lists", editing: [0] }],
    }));
    assert.deepEqual(table, before);
  });

  test("frees items that it moves to an ordered place, and fixes items that it moves to a place without order", () => {
    const moved = after(table, (now) => event(now, [["mv", [6], "liked", 2], ["mv", [1], "shelf"]]));
    assert.deepEqual([...moved.fixed].sort(), [1, 7, 8, 9]);
    const gone = after(moved, (now) => event(now, [], { gone: [1] }));
    assert.deepEqual([...gone.fixed].sort(), [7, 8, 9]);
  });

  test("on ten thousand items is taken in at once", { timeout: 20000 }, () => {
    const items = Array.from({ length: 10000 }, (_, item) => [item, { text: `item ${item}` }]);
    const runs = [{ in: "a", reorder: true, items }, { in: "b", items: [] }];
    const big = fromSnap(snap({ regions: [{ name: "a", runs }] }));
    const half = items.slice(0, 5000).map(([item]) => item);
    const next = after(big, (now) => event(now, [["mv", half, "b"]]));
    assert.deepEqual([next.piles.a.length, next.piles.b.length, next.piles.a[0]], [5000, 5000, 5000]);
  });
});

describe("regions", () => {
  test("are found by a place of theirs before one of that name", () => {
    const { regions } = fromSnap(snap({ regions: [
      { name: "files", runs: [{ in: "a", items: [] }] }, { name: "b", runs: [{ in: "files", title: "F", items: [] }] },
    ] }));
    assert.deepEqual(["files", "a", "b", "c"].map((it) => regionWith(regions, it)?.name),
      ["b", "files", "b", undefined]);
    assert.deepEqual([placeFacts(regions, "files").title, placeFacts(regions, "b")], ["F", null]);
  });

  test("change in what is named, and no more", () => {
    const next = changed(table.regions, [{ name: "lists", editing: [1] }, { name: "nowhere", title: "x" }]);
    assert.deepEqual(next[1], { ...table.regions[1], editing: [1] });
    assert.deepEqual([next[0] === table.regions[0], next.length], [true, 4]);
    assert.equal(changed(table.regions, []), table.regions);
  });
});

const SPEAKER = { state: "online", ask() {}, tell: () => assert.fail("asked to catch up") };

describe("the golden transcript", () => {
  for (const name of NAMES) {
    for (const who of ["ada", "bob", "eve"]) {
      test(`of ${name}, as ${who} heard it, leads to the server's hash at each version`, () => {
        const it = name === "solitaire" ? new Store(new Foresight())
          : new Room("rBoardAAA", SPEAKER, new Certainty(), {
            changed() {}, refused() {}, leased() {}, liftLost() {}, drags() {}, ended: () => assert.fail("ended"),
          }, () => 0);
        const store = name === "solitaire" ? it : it.store;
        const versions = [];
        for (const { message } of transcript(name).filter((line) => line.who === who && line.heard)) {
          // As it comes over the wire: nothing that the server says is left out by the decoder.
          assert.equal(decode(JSON.stringify(message)).messages.length, 1, JSON.stringify(message));
          if (name === "solitaire" && message.t === "snap") it.take(message);
          else if (name === "solitaire" && message.t === "ev") assert.equal(it.hear(message), "applied");
          else if (name !== "solitaire") it.hear(message);
          if (message.t !== "snap" && message.t !== "ev") continue;
          versions.push(store.table.version);
          assert.deepEqual([store.table.version, store.table.hash], [message.v, message.h]);
          if (name !== "solitaire") assert.equal(viewHash(store.table), message.h, `version ${message.v}`);
        }
        assert.ok(versions.length > 2, "no events");
        assert.deepEqual(versions, versions.map((_, at) => versions[0] + at));
      });
    }
  }

  test("has nothing that may be taken away unnoticed", () => {
    const heard = transcript("fruits").filter((line) => line.who === "eve" && line.heard).map(({ message }) => message);
    const events = heard.filter(({ t }) => t === "ev");
    const start = fromSnap(heard.find(({ t }) => t === "snap"));
    for (const ev of events.filter(({ p }) => p === start.version)) {
      for (const left of [{ m: [] }, { up: [] }, { m: [...ev.m, ["mv", [0], "basket"]] }]) {
        assert.equal(afterEvent(start, { ...ev, ...left }), "hash");
      }
    }
    assert.equal(afterEvent(start, events[1]), "gap");
  });
});
