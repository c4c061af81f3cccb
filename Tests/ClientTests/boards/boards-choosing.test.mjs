import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Choosing } from "../../../Public/js/table/regions/choosing.js";
import { FlowConduct } from "../../../Public/js/table/regions/flow-conduct.js";
import { dests, event, room, snap } from "./boards.mjs";

/** Buttons are made and never pressed here. */
globalThis.document = { createElement: () => ({ append() {}, addEventListener() {} }) };

/** Choosing on a page that only notes what it is told. */
function choosing(more = {}) {
  const made = room(more);
  const seen = { said: [], focus: [], details: [], menu: null, lights: [] };
  const announcer = { say: (text) => seen.said.push(text), toast: (text) => seen.said.push(text) };
  const page = {
    get shown() {
      return made.it.store.shown();
    },
    room: made.it, show() {}, flip: { first() {} }, view: { elements: new Map() },
    app: { announcer },
    transfer: { out: { actions: () => null } },
    sheets: {
      open: false, showDetails: (_, item) => seen.details.push(item),
      showMenu: (_, items, stops, choose) => { seen.menu = { items, stops, choose }; },
    },
  };
  const lights = { on: (targets) => seen.lights.push([...targets.to]), out: () => seen.lights.push([]) };
  const focus = { focusOn: (item) => seen.focus.push(item), moving() {} };
  const conduct = Object.create(FlowConduct.prototype);
  Object.assign(conduct, { page, room: made.it, announcer, lights, focus });
  const it = new Choosing(conduct);
  const asked = () => made.said.map(({ op, item, in: place, before, onto }) => ({
    op, item, in: place, ...(before !== undefined && { before }), ...(onto !== undefined && { onto }),
  }));
  return { ...made, ...seen, seen, page, conduct, room: made.it, it, asked };
}

/** The same with lists in which nothing is selected on the server. */
function plain() {
  const regions = snap().regions.map((region) => ({ ...region, taps: undefined }));
  return choosing({ regions });
}

describe("a tap where nothing is selected on the server", () => {
  test("selects, tells where it can go, and a second one there moves it", () => {
    const { it, said, asked } = plain();
    it.tap(1, "liked", false);
    assert.deepEqual([it.selected, it.chosen(), said[0]], [1, [1], "Selected Red, 7 destinations."]);
    it.tap(5, "other", false);
    assert.deepEqual([it.selected, asked(), said[1]], [null, [{ op: "move", item: 1, in: "other", before: 5 }],
      "Red: Other, before Teal."]);
  });

  test("tells of one place as one", () => {
    const { it, said, room: board } = plain();
    board.hear(dests(10, { d: [[[1], "shelf"]] }));
    it.tap(1, "liked", false);
    assert.deepEqual(said, ["Selected Red, 1 destination."]);
  });

  test("on the free room of a place moves it to the end, on a bag into it", () => {
    const { it, asked } = plain();
    for (const [item, place] of [[null, "other"], [7, "shelf"], [6, "shelf"]]) {
      it.tap(1, "liked", false);
      it.tap(item, place, false);
    }
    const move = { op: "move", item: 1 };
    assert.deepEqual(asked(), [{ ...move, in: "other" }, { ...move, in: "shelf", onto: 7 }, { ...move, in: "shelf" }]);
  });

  test("on another of its own place puts it where that is", () => {
    for (const [from, at, before] of [[1, 2, 3], [1, 3, undefined], [3, 1, 1], [2, 1, 1]]) {
      const { it, asked } = plain();
      it.tap(from, "liked", false);
      it.tap(at, "liked", false);
      assert.equal(asked()[0].before, before, `${from} on ${at}`);
    }
  });

  test("on what nothing can be put before brings it to the end", () => {
    const [status, lists, ...more] = snap().regions;
    const [liked, other] = lists.runs;
    const runs = [liked, { ...other, reorder: false }, { ...other, items: [] }];
    const { it, asked } = choosing({ regions: [status, { ...lists, taps: undefined, runs }, ...more] });
    it.tap(1, "liked", false);
    it.tap(4, "other", false);
    assert.deepEqual(asked(), [{ op: "move", item: 1, in: "other" }]);
  });

  test("on itself, or where it cannot go, lets go of it", () => {
    for (const [item, place] of [[1, "liked"], [null, "liked"], [null, "looks"], [null, null]]) {
      const { it, asked } = plain();
      it.tap(1, "liked", false);
      it.tap(item, place, false);
      assert.deepEqual([it.selected, asked().filter(({ op }) => op === "move")], [null, []], `${item} ${place}`);
    }
  });

  test("does nothing to what cannot be lifted, or for spectators", () => {
    const { it, room: board, asked } = plain();
    it.tap(99, "liked", false);
    assert.equal(it.selected, null);
    board.store.seat = -1;
    it.tap(1, "liked", false);
    assert.deepEqual([it.selected, it.chosen(), it.stopsFor([1]), asked()], [null, [], [], []]);
  });

  test("is forgotten when somebody else holds it", () => {
    const { it, room: board } = plain();
    it.tap(1, "liked", false);
    board.hear({ t: "drag", r: "rBoard", live: [{ d: 1, by: 1, items: [1] }] });
    it.refresh();
    assert.equal(it.selected, null);
  });
});

describe("what somebody else holds", () => {
  const seats = [{ n: 0, id: "g_1", name: "Ada", on: true }, { n: 1, id: "g_2", name: "Ann", on: true }];
  const regions = snap().regions.map((region) => ({ ...region, taps: undefined }));
  const taken = () => {
    const made = choosing({ regions, seats });
    made.room.hear({ t: "drag", r: "rBoard", live: [{ d: 1, by: 1, items: [1] }] });
    return made;
  };

  test("is said to be theirs when our player taps it or lists its places, and nothing else happens", () => {
    const { it, said, seen, asked } = taken();
    it.tap(1, "liked", false);
    it.menu(1);
    const theirs = "Ann is holding that.";
    assert.deepEqual([said, it.selected, seen.menu, asked()], [[theirs, theirs], null, null, []]);
    it.tap(2, "liked", false);
    assert.match(said.at(-1), /^Selected Green/);
  });

  test("is still where something else may be put before it", () => {
    const { it, said, asked } = taken();
    it.tap(3, "liked", false);
    it.tap(1, "liked", false);
    assert.deepEqual([asked(), said.at(-1)], [[{ op: "move", item: 3, in: "liked", before: 1 }],
      "Blue: Liked, at the start, before Red."]);
  });

  test("is not announced to spectators, nor after it is put down", () => {
    const { it, said, room: board, conduct } = taken();
    board.store.seat = -1;
    it.tap(1, "liked", false);
    board.store.seat = 0;
    board.hear({ t: "drag", r: "rBoard", live: [] });
    assert.deepEqual([said, conduct.tellHolder(1), conduct.tellHolder(99)], [[], false, false]);
  });
});

describe("a tap where the server selects", () => {
  test("selects there and tells how many it makes", () => {
    const { it, said, asked } = choosing();
    it.tap(1, "liked", false);
    it.tap(3, "liked", false);
    it.tap(3, "liked", false);
    assert.deepEqual(asked().map(({ op, item }) => `${op} ${item}`), ["tap 1", "tap 3", "tap 3"]);
    assert.deepEqual([it.selected, it.chosen()], [null, [1]]);
    assert.deepEqual(said, ["Red selected, 1 in all.", "Blue selected, 2 in all.", "Blue not selected, 1 in all."]);
  });

  test("with the shift key selects all from the last one to here, and unselects none", () => {
    for (const [first, last] of [[1, 3], [3, 1]]) {
      const { it, room: board } = choosing({ sel: [[0, [2]]] });
      it.tap(first, "liked", false);
      it.tap(last, "liked", true);
      assert.deepEqual(board.store.selected().sort(), [1, 2, 3]);
    }
  });

  test("with the shift key selects this one alone, where the last one is gone or was elsewhere", () => {
    const gone = choosing();
    gone.it.tap(1, "liked", false);
    gone.room.hear(event(gone.room.store.table, [["mv", [1], "shelf"]], { by: 1 }));
    gone.it.tap(2, "liked", true);
    assert.deepEqual(gone.asked().map(({ item }) => item), [1, 2]);
    const elsewhere = choosing();
    elsewhere.it.tap(1, "liked", false);
    elsewhere.room.store.intents.forEach((intent) => elsewhere.room.store.reject(intent));
    elsewhere.it.tap(5, "other", true);
    assert.deepEqual(elsewhere.asked().map(({ item }) => item), [1, 5]);
  });

  test("elsewhere moves all that is selected", () => {
    const { it, asked, said } = choosing({ sel: [[0, [1, 3]]] });
    it.tap(4, "other", false);
    assert.deepEqual([asked(), said],
      [[{ op: "move", item: 1, in: "other", before: 4 }], ["2 items: Other, at the start, before Pink."]]);
  });

  test("in a choice chooses, silently", () => {
    const { it, asked, said, room: board } = choosing({ sel: [[0, [8]]] });
    it.tap(9, "looks", false);
    assert.deepEqual([asked(), said, board.store.selected()], [[{ op: "tap", item: 9, in: "looks" }], [], [9]]);
  });

  test("is taken back by putting down", () => {
    const { it, asked } = choosing({ sel: [[0, [1, 3, 8]]] });
    assert.equal(it.clear(), true);
    assert.deepEqual([asked().map(({ op, item }) => `${op} ${item}`), it.chosen()], [["tap 1", "tap 3"], []]);
    assert.equal(it.clear(), false);
  });
});

describe("the menu", () => {
  test("lists the stops of what is named, and moves that, whatever else is selected", () => {
    const { it, seen, asked, said } = plain();
    it.tap(1, "liked", false);
    it.menu(5);
    assert.deepEqual([seen.menu.items, seen.menu.stops.length], [[5], 7]);
    seen.menu.choose({ target: { in: "liked", before: 2 } });
    assert.deepEqual([asked(), said.at(-1)], [[{ op: "move", item: 5, in: "liked", before: 2 }],
      "Teal: Liked, before Green."]);
  });

  test("of what is selected lists what all of it can do", () => {
    const { it, seen, asked } = choosing({ sel: [[0, [3, 1]]] });
    it.menu(null);
    assert.deepEqual(seen.menu.items, [3, 1]);
    seen.menu.choose({ target: { in: "other" } });
    assert.deepEqual(asked(), [{ op: "move", item: 3, in: "other" }]);
  });

  test("is not shown for an item that can go nowhere, without an item, or to spectators", () => {
    const { it, seen, said, room: board } = plain();
    it.menu(null);
    board.hear(dests(10, { d: [[1]] }));
    it.menu(1);
    it.menu(2);
    assert.deepEqual(said, ["Red has no place to go.", "Green has no place to go."]);
    board.store.seat = -1;
    it.menu(1);
    assert.deepEqual([seen.menu, said.length], [null, 2]);
  });

  test("that is open while the item goes is refused by the server, and nothing is shown ahead", () => {
    const { it, seen, room: board, asked } = plain();
    it.menu(1);
    board.hear(event(board.store.table, [], { by: 1, gone: [1] }));
    seen.menu.choose({ target: { in: "other" } });
    assert.deepEqual([asked().length, board.store.shown().piles.other], [1, [4, 5]]);
  });
});

describe("what is locked until Edit is pressed", () => {
  test("says so to a player who has not pressed it, and to nobody else", () => {
    const words = ["Press Edit first, then move it."];
    for (const [editing, seat, item, told] of [[[], 0, 1, words], [[1], 0, 1, words], [[0], 0, 1, []],
      [[], -1, 1, []], [[], 0, 6, []]]) {
      const regions = snap().regions.map((region) => (region.edit ? { ...region, editing } : region));
      const { it, said, room: board } = choosing({ regions });
      board.store.seat = seat;
      it.tellLocked(item);
      assert.deepEqual(said, told);
    }
  });
});

describe("light", () => {
  test("falls where what is selected could go, and on nothing else", () => {
    const { it, lights } = plain();
    it.light();
    it.tap(6, "shelf", false);
    it.light();
    assert.deepEqual(lights, [[], ["liked"]]);
  });
});

describe("a tap on what tells more", () => {
  const fields = snap().regions.map((region) => (region.name !== "shelf" ? region
    : { ...region, runs: [{ in: "shelf", drag: true, items: [[6, { text: "Gold", fields: [["Weight", "1 g"]] }]] }] }));

  test("shows its details, also to spectators", () => {
    for (const seat of [0, -1]) {
      const { it, room: board, details } = choosing({ regions: fields });
      board.store.seat = seat;
      it.tap(6, "shelf", false);
      assert.deepEqual([details, it.selected, it.hasSheet(6), it.hasSheet(1), it.hasSheet(undefined)],
        [[6], null, true, false, false]);
    }
  });

  test("moves what was selected instead, where it can take that", () => {
    const { it, details, asked } = choosing({ regions: fields, sel: [[0, [1]]] });
    it.tap(6, "shelf", false);
    assert.deepEqual([details, asked()], [[], [{ op: "move", item: 1, in: "shelf" }]]);
  });
});
