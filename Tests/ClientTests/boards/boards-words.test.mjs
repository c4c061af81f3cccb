import "../../../Public/js/words/outlook.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { Certainty } from "../../../Public/js/model/certainty.js";
import { scrollNear, scrollSpeed } from "../../../Public/js/table/regions/drag/autoscroll.js";
import { formed, scattered } from "../../../Public/js/table/regions/drag/formation.js";
import { mayTakeSeat, nameOf, watchingWords } from "../../../Public/js/table/seats.js";
import { Store } from "../../../Public/js/model/store.js";
import { itemName, itemsName, placeName, targetName } from "../../../Public/js/table/regions/words.js";
import { refusal } from "../../../Public/js/model/words.js";
import { capital } from "../../../Public/js/words/say.js";
import { snap } from "./boards.mjs";

function shownOf(more = {}) {
  const store = new Store(new Certainty());
  store.take(snap(more));
  return store.shown();
}

const shown = shownOf();
const PROTOCOL = readFileSync(new URL("../../../docs/PROTOCOL.md", import.meta.url), "utf8");

describe("on a board, words name", () => {
  test("items by their text or face, and nothing that is face down", () => {
    const faces = new Map([[1, { text: "Red" }], [2, { text: "♠", face: "AS" }]]);
    assert.deepEqual([1, 2, 3].map((item) => itemName({ faces }, item)), ["Red", "ace of spades", "face-down card"]);
    assert.deepEqual([itemsName(shown, [1]), itemsName(shown, [1, 2]), itemsName(shown, [])],
      ["Red", "2 items", "0 items"]);
  });

  test("places by their title, or their region's without its count", () => {
    assert.deepEqual(["liked", "shelf", "looks", "nowhere"].map((it) => placeName(shown, it)),
      ["Liked", "Shelf", "the board", "the board"]);
  });

  test("piles without names by number and by what lies on top, if that is seen", () => {
    const run = (place, ...items) => ({ in: place, items });
    const piles = shownOf({ regions: [{
      name: "piles", title: "Tableau", layout: "piles",
      runs: [run("p0", [1, { text: "x", face: "KH" }]), run("p1"), run("p2", [2, { text: "Up" }], [3])],
    }] });
    assert.deepEqual(["p0", "p1", "p2"].map((it) => placeName(piles, it)),
      ["Tableau 1, king of hearts on top", "Tableau 2, empty", "Tableau 3"]);
    piles.regions[0].title = undefined;
    assert.equal(placeName(piles, "p1"), "pile 2, empty");
  });

  test("destinations by what they are in front of, or onto", () => {
    const all = [{ in: "liked", before: 1 }, { in: "liked", before: 3 }, { in: "liked" }, { in: "shelf" },
      { in: "shelf", onto: 7 }];
    assert.deepEqual(all.map((target) => targetName(shown, target)),
      ["Liked, at the start, before Red", "Liked, before Blue", "Liked, at the end", "Shelf", "onto Bag"]);
    assert.equal(targetName({ ...shown, piles: { ...shown.piles, liked: [] } }, { in: "liked" }), "Liked");
    assert.equal(targetName(shown, { in: "liked", before: 99 }), "Liked, before face-down card");
  });

  test("with a capital where a line begins", () => assert.deepEqual(["onto Bag", ""].map(capital), ["Onto Bag", ""]));
});

describe("every word of the protocol for a refusal on a board", () => {
  const boards = (code) => new RegExp(`^\\| \`${code}\` \\|.*?on boards(.*)\\|$`, "m").exec(PROTOCOL)[1];
  const named = (code) => [...boards(code).matchAll(/`(\w+)`/g)].map(([, why]) => why);

  for (const why of named("illegal")) {
    test(`${why} has a sentence of its own`, () => {
      const words = refusal({ code: "illegal", why });
      assert.match(words, /^[A-Z].*\.$/);
      assert.notEqual(words, refusal({ code: "illegal", why: "?" }));
    });
  }

  test("also of a race that was lost, in which each of them may be named", () => {
    assert.match(PROTOCOL, /^\| `lost_race` \|[^|]*\| a word of `illegal`/m);
    const all = named("illegal");
    assert.ok(all.includes("badPlace") && all.includes("vanished"));
    for (const why of all) {
      assert.equal(refusal({ code: "lost_race", why }), `Somebody was faster. ${refusal({ code: "illegal", why })}`);
    }
  });
});

describe("who sits at a board", () => {
  const seats = [{ n: 0, id: "g_1", name: "Ada" }, { n: 1, id: "g_2", name: "Bob", on: false }, { n: 2 }];

  test("is shown to spectators", () => {
    assert.equal(watchingWords(seats), "Watching Ada, Bob (away)");
    assert.equal(watchingWords([{ n: 0 }]), "Nobody is playing here now");
    assert.deepEqual([0, 2, 9].map((seat) => nameOf(seats, seat)), ["Ada", "Somebody", "Somebody"]);
  });

  test("leaves a seat to a guest who finds a free one, or has one already", () => {
    const taken = seats.slice(0, 2);
    const asked = [[seats, "g_9"], [taken, "g_9"], [taken, "g_2"], [[], "g_9"]];
    assert.deepEqual(asked.map(([all, guest]) => mayTakeSeat(all, guest)), [true, false, true, false]);
  });
});

describe("lifted items lie", () => {
  const FORMATIONS = ["none", "pile", "list", "stack", "default", "of a later version"];
  const sizes = [60, 40, 50, 40, 40, 40, 40].map((h) => ({ w: 100, h }));
  const lay = sizes.map((_, at) => ({ x: at * 7, y: at * 50 }));
  const items = [7, 3, 5, 1, 2, 9, 8];

  for (const formation of FORMATIONS) {
    test(`as ${formation}: the first under the finger, and each somewhere`, () => {
      const poses = formed(formation, items, sizes, lay);
      assert.deepEqual([poses.length, poses[0].x, poses[0].y, poses[0].turn, poses[0].shown], [7, 0, 0, 0, true]);
      for (const { x, y, turn, z } of poses) assert.ok([x, y, turn, z].every(Number.isFinite));
      assert.equal(new Set(poses.map(({ z }) => z)).size, 7);
      assert.deepEqual(formed(formation, [], [], []), []);
    });
  }

  test("under each other as a list, with room between", () => {
    assert.deepEqual(formed("list", items, sizes, lay).map(({ y }) => y), [0, 66, 112, 168, 214, 260, 306]);
  });

  test("where they lay, with none; the lifted one above all", () => {
    const poses = formed("none", items, sizes, lay);
    assert.deepEqual(poses.map(({ x, y }) => ({ x, y })), lay);
    assert.ok(poses.slice(1).every(({ z }) => z < poses[0].z));
  });

  test("in the same pile for everybody: each item's turn is its own, whatever lies above it", () => {
    const turns = (order) =>
      new Map(formed("pile", order, sizes, lay).map(({ turn, x, y }, at) => [order[at], [turn, x, y]]));
    const [here, there] = [turns(items), turns([7, 8, 9, 2, 1, 5, 3])];
    assert.deepEqual([...here].sort(), [...there].sort());
    const all = [...here.values()].slice(1);
    assert.ok(new Set(all.map(String)).size > 4 && all.every(([turn]) => Math.abs(turn) <= 13));
    assert.deepEqual(formed("pile", items, sizes, lay).map(({ shown: it }) => it),
      [true, true, true, true, true, false, false]);
  });

  test("by dice that follow from their seed", () => {
    const throws = (seed) => Array.from({ length: 100 }, scattered(seed));
    assert.deepEqual(throws(5), throws(5));
    assert.notDeepEqual(throws(5), throws(6));
    const mean = throws(1).reduce((sum, it) => sum + it) / 100;
    assert.ok(throws(1).every((it) => it >= 0 && it < 1) && mean > 0.35 && mean < 0.65);
  });
});

describe("near an edge", () => {
  test("it scrolls faster the deeper the pointer is, to a limit, and in between it stands", () => {
    const speeds = [-50, 0, 20, 60, 64, 300, 536, 540, 580, 600, 900].map((at) => scrollSpeed(at, 0, 600));
    assert.deepEqual(speeds.map((it) => Math.sign(it) || 0), [-1, -1, -1, -1, 0, 0, 0, 1, 1, 1, 1]);
    assert.deepEqual([speeds[0], speeds.at(-1)], [-1100, 1100]);
    assert.deepEqual([...speeds].sort((a, b) => a - b), speeds);
    assert.equal(scrollSpeed(20, 0, 600), -scrollSpeed(580, 0, 600));
  });

  test("of what is low or turned over nothing scrolls in the middle, or at all", () => {
    assert.deepEqual([scrollSpeed(50, 0, 100) === 0, scrollSpeed(5, 0, 0), scrollSpeed(5, 10, 0)], [true, 0, 0]);
    assert.ok(scrollSpeed(5, 0, 100) < 0 && scrollSpeed(95, 0, 100) > 0);
  });

  test("the region under the pointer scrolls before the page, as far as it is seen", () => {
    const list = {};
    const scrolled = [];
    const geometry = {
      screen: { w: 500, h: 600 }, scroll: { x: 0, y: 1000 }, onPage: ({ x, y }) => ({ x, y: y + 1000 }),
      scrollers: ({ x }) => (x < 100 ? [{ element: list, rect: { x: 0, y: 900, w: 100, h: 500 }, down: true }] : []),
      scrollBy: (element, { x, y }) => scrolled.push([element, Math.sign(x) || Math.sign(y)]),
    };
    // Its upper end is above the screen, its lower one at 400.
    for (const [x, y] of [[50, 5], [50, 395], [50, 200], [200, 5], [200, 599], [200, 300], [50, 590]]) {
      scrollNear(geometry, { x, y }, 16);
    }
    assert.deepEqual(scrolled, [[list, -1], [list, 1], [null, -1], [null, 1], [list, 1]]);
  });

  test("columns scroll sideways, as far as they are seen, and the page at the same time", () => {
    const columns = {};
    const scrolled = [];
    const geometry = {
      screen: { w: 500, h: 600 }, scroll: { x: 0, y: 0 }, onPage: (at) => at,
      scrollers: () => [{ element: columns, rect: { x: 20, y: 0, w: 900, h: 600 }, across: true, down: false }],
      scrollBy: (element, by) => scrolled.push([element, Math.sign(by.x), Math.sign(by.y)]),
    };
    for (const [x, y] of [[25, 300], [495, 300], [250, 300], [250, 595], [495, 5]]) scrollNear(geometry, { x, y }, 16);
    assert.deepEqual(scrolled,
      [[columns, -1, 0], [columns, 1, 0], [null, 0, 1], [columns, 1, 0], [null, 0, -1]]);
  });
});
