import assert from "node:assert/strict";
import { beforeEach, describe, mock, test } from "node:test";
import { Followed } from "../../../Public/js/lobby/followed.js";
import { marks } from "../../../Public/js/lobby/mini.js";
import { fromSnap } from "../../../Public/js/model/table.js";
import { event, snap } from "../fixtures.mjs";

mock.timers.enable({ apis: ["setTimeout"] });

/** A connection that notes what is said, and answers when it is told to. */
class Line {
  state = "online";
  said = [];
  #open = new Map();
  #c = 0;

  ask(make, answer) {
    const c = ++this.#c;
    this.said.push(make(c));
    this.#open.set(c, answer);
  }
  tell(message) {
    this.said.push(message);
    return true;
  }
  /** What was said since, shortly. */
  get news() {
    return this.said.splice(0).map(({ t, room, r, as, why }) => [t, room ?? r, as ?? why].filter(Boolean).join(" "));
  }
  answer(how = { t: "ok" }) {
    const all = [...this.#open];
    this.#open.clear();
    for (const [c, answer] of all) answer?.({ ...how, c });
  }
}

describe("tables in small", () => {
  let line;
  let followed;
  let changed;
  const pass = (ms = 250) => mock.timers.tick(ms);
  const rooms = (from, to) => Array.from({ length: to - from }, (_, at) => `r${from + at}`);
  /** Until nothing more is said. */
  const settle = () => {
    const all = [];
    for (let news = null; news === null || news.length > 0;) {
      pass();
      news = line.news;
      all.push(...news);
      line.answer();
    }
    return all;
  };

  beforeEach(() => {
    line = new Line();
    changed = [];
    followed = new Followed(line, 32, (room) => changed.push(room));
  });

  test("are asked for as minis a little after they came into sight, four at a time", () => {
    followed.want(rooms(0, 6));
    assert.deepEqual(line.news, []);
    pass();
    assert.deepEqual(line.news, ["sub r0 mini", "sub r1 mini", "sub r2 mini", "sub r3 mini"]);
    pass();
    assert.deepEqual(line.news, ["sub r4 mini", "sub r5 mini"]);
    pass();
    assert.deepEqual(line.news, []);
  });

  test("are not asked for where they only passed by", () => {
    followed.want(rooms(0, 6));
    followed.want(["r9"]);
    assert.deepEqual(settle(), ["sub r9 mini"]);
  });

  test("are left when they are out of sight, before others are asked for", () => {
    followed.want(["r0", "r1"]);
    settle();
    followed.want(["r1", "r2"]);
    assert.deepEqual(settle(), ["unsub r0", "sub r2 mini"]);
    followed.want([]);
    assert.deepEqual(settle(), ["unsub r1", "unsub r2"]);
  });

  test("are never more than may be, those included that are still being left", () => {
    followed.want(rooms(0, 40));
    assert.equal(settle().length, 32);
    followed.want(rooms(8, 48));
    pass();
    assert.deepEqual(line.news, ["unsub r0", "unsub r1", "unsub r2", "unsub r3"]);
    pass();
    assert.deepEqual(line.news, ["unsub r4", "unsub r5", "unsub r6", "unsub r7"]);
    pass();
    assert.deepEqual(line.news, [], "no place is free before an answer");
    line.answer();
    assert.deepEqual(settle(), rooms(32, 40).map((room) => `sub ${room} mini`));
  });

  test("that do not let us see them are not asked again while they are in sight", () => {
    followed.want(["r0"]);
    pass();
    line.answer({ t: "no", code: "role", why: "key" });
    assert.deepEqual([followed.isNone("r0"), changed], [true, ["r0"]]);
    line.news;
    followed.want(["r0"]);
    assert.deepEqual(settle(), []);
    followed.want([]);
    settle();
    followed.want(["r0"]);
    assert.deepEqual(settle(), ["sub r0 mini"]);
  });

  test("are asked for again where we asked too much", () => {
    followed.want(["r0"]);
    pass();
    line.answer({ t: "no", code: "rate", reset: 50 });
    assert.deepEqual(settle(), ["sub r0 mini", "sub r0 mini"]);
    followed.want([]);
    pass();
    line.answer({ t: "no", code: "rate", reset: 50 });
    assert.deepEqual(settle(), ["unsub r0", "unsub r0"]);
  });

  test("are all left at once with the page, before it can join one of them", () => {
    followed.want(rooms(0, 5));
    settle();
    followed.leave();
    assert.deepEqual(line.news, rooms(0, 5).map((room) => `unsub ${room}`));
    assert.deepEqual(settle(), []);
  });

  test("are all asked for again on another connection, whatever was answered on the one before", () => {
    followed.want(["r0", "r1"]);
    pass();
    line.news;
    followed.again();
    line.answer({ t: "no", code: "lost" });
    assert.deepEqual(settle(), ["sub r0 mini", "sub r1 mini"]);
    line.state = "reconnecting";
    followed.want(["r0"]);
    assert.deepEqual(settle(), []);
  });

  describe("once one is followed", () => {
    beforeEach(() => {
      followed.want(["rTable"]);
      settle();
      followed.hear(snap());
      line.said = [];
      changed = [];
    });
    const table = () => followed.tableOf("rTable");

    test("it moves with its events", () => {
      followed.hear(event(table(), [["mv", [6], "f2"]]));
      assert.deepEqual(table().piles.f2, [6]);
      assert.deepEqual(changed, ["rTable"]);
    });

    test("a gap and a wrong hash are asked about once, until a snapshot comes", () => {
      const good = event(table(), [["mv", [6], "f2"]]);
      followed.hear({ ...good, p: 11, v: 12 });
      followed.hear({ ...good, p: 12, v: 13 });
      assert.deepEqual(line.news, ["sync rTable gap"]);
      followed.hear(snap());
      followed.hear({ ...good, h: "00000000" });
      assert.deepEqual(line.news, ["sync rTable hash"]);
      assert.equal(table().version, 10);
    });

    test("what it was told already changes nothing", () => {
      followed.hear({ ...event(table(), [["mv", [6], "f2"]]), p: 8, v: 9 });
      assert.deepEqual([changed, line.news], [[], []]);
    });

    test("it ends, and is not asked for again", () => {
      followed.hear({ t: "gone", r: "rTable", why: "idle" });
      assert.deepEqual([table(), followed.isNone("rTable"), settle()], [null, true, []]);
    });

    test("other tables are not its own", () => {
      followed.hear(snap({ r: "rOther", v: 20 }));
      assert.equal(table().version, 10);
      assert.equal(followed.tableOf("rOther"), null);
    });

    test("a snapshot without rules is enough", () => {
      followed.hear(snap({ v: 30, why: "behind" }));
      assert.equal(table().version, 30);
    });
  });
});

describe("a picture of a table", () => {
  const inside = (found, width, height) => found.every(({ x, y, w, h }) =>
    x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= width && y + h <= height);

  for (const [width, height] of [[108, 72], [216, 144], [324, 216]]) {
    test(`of patience has every card that is seen, and keeps within ${width} × ${height}`, () => {
      const found = marks(fromSnap(snap()), width, height);
      assert.ok(inside(found, width, height));
      const count = (look) => found.filter((it) => it.look === look).length;
      assert.equal(count("slot"), 13);
      assert.deepEqual([count("S"), count("D"), count("C"), count("H"), count("back")], [1, 3, 1, 1, 3]);
    });
  }

  test("of patience lies as the table does: the stock left above, what is on a card below it", () => {
    const found = marks(fromSnap(snap()), 108, 72);
    const cards = found.filter(({ look }) => look !== "slot");
    const [black, red] = ["C", "D"].map((look) => cards.filter((it) => it.look === look));
    assert.ok(red.some(({ x, y }) => x === black[0].x && y < black[0].y));
    const stock = cards.findLast(({ look, y }) => look === "back" && y <= 10);
    assert.equal(stock.x, Math.min(...cards.map(({ x }) => x)));
  });

  /** @param {Array<[string, unknown[]]>} places with what lies there */
  const board = (...places) => {
    let item = 0;
    const regions = places.map(([name, contents]) => ({
      name, layout: "row", runs: [{ in: name, items: contents.map((it) => (it ? [item++, it] : [item++])) }],
    }));
    return fromSnap({ ...snap(), game: { id: "b", name: "B", kind: "board" }, regions });
  };

  test("of a board has a tile for each item: in its colour, in that of its place, as a card, or as a back", () => {
    const found = marks(board(["a", [{ text: "1" }, { text: "2", color: "red" }]], ["b", [{ text: "3" }]],
      ["c", [{ text: "KS", face: "KS" }, null, { text: "?", face: "~QH" }]], ["d", []]), 108, 72);
    assert.deepEqual(found.filter(({ look }) => look !== "slot").map(({ look }) => look),
      ["blue", "red", "orange", "S", "back", "back"]);
    assert.equal(found.filter(({ look }) => look === "slot").length, 4);
    assert.ok(inside(found, 108, 72));
  });

  for (const count of [0, 1, 40, 500, 5000]) {
    test(`of a board keeps within its edges with ${count} items`, () => {
      const items = Array.from({ length: count }, () => ({ text: "x" }));
      const found = marks(board(["a", items], ["b", items.slice(0, 3)], ["c", []]), 108, 72);
      assert.ok(inside(found, 108, 72));
      if (count <= 500) assert.equal(found.filter(({ look }) => look !== "slot").length, count + Math.min(3, count));
    });
  }

  test("of a board without places is empty", () => assert.deepEqual(marks(board(), 108, 72), []));
});
