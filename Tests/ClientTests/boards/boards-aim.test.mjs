import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Aim } from "../../../Public/js/table/regions/drag/aim.js";
import { Geometry } from "../../../Public/js/table/regions/drag/geometry.js";
import { FlowStage } from "../../../Public/js/table/regions/drag/flow-stage.js";
import { Hand } from "../../../Public/js/table/hand.js";
import { event, holding, snap } from "./boards.mjs";

/** What a browser has measured: where a thing lies in the one around it. */
class Box {
  scrollLeft = 0;
  scrollTop = 0;
  scrollWidth = 0;
  dataset = {};
  children = [];
  classList = { contains: (name) => this.names.has(name), toggle() {}, add() {}, remove() {} };

  constructor(parent, x, y, w, h, names = []) {
    Object.assign(this, { offsetParent: parent, offsetLeft: x, offsetTop: y, offsetWidth: w, offsetHeight: h });
    this.names = new Set(names);
  }

  getBoundingClientRect() {
    return { left: this.offsetLeft - window.scrollX, top: this.offsetTop - window.scrollY, width: 600, height: 800 };
  }

  get clientWidth() {
    return this.offsetWidth;
  }

  scrollBy(x, y) {
    this.scrollLeft += x;
    this.scrollTop += y;
  }

  querySelectorAll() {
    return [];
  }
}

const heard = new Map();
Object.assign(globalThis, {
  HTMLElement: Box,
  window: { scrollX: 0, scrollY: 0, innerHeight: 500, scrollBy: (_, y) => { window.scrollY += y; } },
  document: { documentElement: { clientWidth: 600 }, addEventListener: (name, act) => heard.set(name, act) },
  getComputedStyle: () => ({ direction: "ltr", columnGap: "10px", rowGap: "8px" }), addEventListener() {},
  ResizeObserver: class {
    observe() {}
    disconnect() {}
  },
});

/**
 * A page 100 pixels down the document: two lists under each other in a box that scrolls, and beside them the shelf.
 */
function board() {
  Object.assign(window, { scrollX: 0, scrollY: 0 });
  const root = new Box(null, 0, 100, 600, 800);
  const region = (x, w, layout, scrolls, ...places) => {
    const at = new Box(root, x, 0, w, 400, scrolls ? ["scroll"] : []);
    const body = new Box(at, 0, 40, w, 360);
    const made = places.map(([name, y, h, items], index) => {
      const place = new Box(body, 0, y, w, h);
      const box = new Box(place, 10, 20, w - 20, h - 20);
      box.children = [new Box(box, 0, 0, 1, 1), ...items.map((item, line) => {
        const element = new Box(box, 0, line * 48, w - 20, 40);
        element.dataset.handle = String(item);
        return element;
      })];
      return [name, { root: place, box, index }];
    });
    return { root: at, body, layout, places: new Map(made) };
  };
  const regions = new Map([
    ["lists", region(0, 300, "list", true, ["liked", 0, 180, [1, 2, 3]], ["other", 190, 120, [4, 5]])],
    ["shelf", region(310, 200, "list", false, ["shelf", 0, 300, [6, 7]])],
  ]);
  const elements = new Map();
  const place = (name) => [...regions.values()].map(({ places }) => places.get(name)).find((it) => it) ?? null;
  return { root, regions, elements, place };
}

function geometry(view = board()) {
  return { view, it: new Geometry(view, new AbortController().signal) };
}

describe("the geometry of a board", () => {
  test("knows where places lie on the page, and their items in them", () => {
    const { it } = geometry();
    assert.deepEqual([it.root("other"), it.box("other")],
      [{ x: 0, y: 330, w: 300, h: 120 }, { x: 10, y: 350, w: 280, h: 100 }]);
    const { kind, slots, gapX, gapY, width } = it.lane("liked");
    assert.deepEqual([kind, gapX, gapY, width, slots.map(({ item }) => item)], ["column", 10, 8, 280, [1, 2, 3]]);
    assert.deepEqual([it.lane("nowhere"), it.box("nowhere"), it.root("nowhere")], [null, null, null]);
  });

  test("finds the place under a point, or the nearest of its region, and none beside regions", () => {
    const { it } = geometry();
    const at = (x, y) => it.placeAt({ x, y });
    assert.deepEqual([at(5, 150), at(5, 400), at(320, 160), at(5, 323), at(5, 328), at(305, 200), at(5, 90)],
      ["liked", "other", "shelf", "liked", "other", null, null]);
    assert.equal(it.placeAt({ x: 5, y: 350 }, (place) => (place === "other" ? 60 : 0)), "liked");
  });

  test("measures once, until something changes", () => {
    const { it, view } = geometry();
    it.box("liked");
    it.lane("liked");
    view.regions.get("lists").root.offsetLeft = 50;
    assert.deepEqual([it.box("liked").x, it.turn], [10, 1]);
    it.invalidate();
    assert.deepEqual([it.box("liked").x, it.turn], [60, 2]);
  });

  test("follows the page and the regions as they scroll, without measuring", () => {
    const { it, view } = geometry();
    assert.deepEqual([it.onPage({ x: 5, y: 60 }), it.placeAt({ x: 5, y: 160 })], [{ x: 5, y: 60 }, "liked"]);
    window.scrollY = 100;
    heard.get("scroll")({ target: document });
    assert.deepEqual(it.onPage({ clientX: 5, clientY: 60 }), { x: 5, y: 160 });
    const { body } = view.regions.get("lists");
    body.scrollTop = 190;
    heard.get("scroll")({ target: body });
    assert.deepEqual([it.placeAt({ x: 5, y: 160 }), it.box("other").y, it.turn], ["other", 160, 1]);
    assert.deepEqual(it.scrollers({ x: 5, y: 160 }).map(({ element }) => element === body), [true]);
    assert.deepEqual(it.scrollers({ x: 320, y: 160 }), []);
  });

  test("measures what is scrolled already as it is seen", () => {
    const { it, view } = geometry();
    view.regions.get("lists").body.scrollTop = 100;
    assert.deepEqual([it.root("other").y, it.placeAt({ x: 5, y: 235 })], [230, "other"]);
  });

  test("knows at once of what it scrolls itself", () => {
    const { it, view } = geometry();
    it.refresh();
    const { body } = view.regions.get("lists");
    it.scrollBy(body, { x: 0, y: 50 });
    it.scrollBy(null, { x: 0, y: 30 });
    assert.deepEqual([it.box("liked").y, it.scroll.y, it.turn], [110, 30, 1]);
    // Of its own doing it is not told; of somebody's wheel over another box it is.
    body.scrollTop = 70;
    heard.get("scroll")({ target: body });
    assert.equal(it.box("liked").y, 110);
    heard.get("scrollend")({ target: body });
    heard.get("scroll")({ target: body });
    assert.equal(it.box("liked").y, 90);
  });
});

/** Five columns of 200 pixels in a box of 600 that scrolls sideways; from right to left the first is at the right. */
function columns(rtl) {
  const view = board();
  const at = new Box(view.root, 0, 0, 600, 400);
  const body = new Box(at, 0, 40, 600, 360);
  body.scrollWidth = 1000;
  const places = new Map([0, 1, 2, 3, 4].map((number) => {
    const place = new Box(body, rtl ? 400 - number * 200 : number * 200, 0, 190, 360);
    return [`c${number}`, { root: place, box: new Box(place, 10, 20, 170, 300) }];
  }));
  view.regions = new Map([["columns", { root: at, body, layout: "columns", places }]]);
  return { ...geometry(view), body };
}

describe("the geometry of columns that scroll sideways", () => {
  for (const [direction, to] of [["from left to right", 500], ["from right to left", -500]]) {
    test(`finds the column that is seen under the pointer, ${direction}`, () => {
      const rtl = to < 0;
      const { it, body } = columns(rtl);
      const seen = () => (rtl ? [590, 410, 210] : [5, 205, 405]).map((x) => it.placeAt({ x, y: 200 }));
      assert.deepEqual(seen(), rtl ? ["c0", "c0", "c1"] : ["c0", "c1", "c2"]);
      body.scrollLeft = to;
      heard.get("scroll")({ target: body });
      assert.deepEqual([seen(), it.scroll.x, it.turn], [["c2", "c3", "c4"], 0, 1]);
      const { x, y } = it.root("c3");
      assert.deepEqual([x, y, it.box("c3").x], rtl ? [300, 140, 310] : [100, 140, 110]);
      assert.deepEqual(it.window("c3"), { x: 0, y: 140, w: 600, h: 360 });
      // Measured while it is scrolled it is the same.
      it.invalidate();
      assert.deepEqual([it.root("c3").x, it.turn], [x, 2]);
      it.scrollBy(body, { x: -to, y: 0 });
      assert.deepEqual(it.root("c0").x, rtl ? 400 : 0);
    });
  }

  test("scrolls them sideways only where more of them are than are seen", () => {
    const { it, body } = columns(false);
    const can = () => it.scrollers({ x: 5, y: 200 }).map(({ across, down }) => [across, down]);
    assert.deepEqual(can(), [], "nothing is measured yet");
    it.refresh();
    assert.deepEqual(can(), [[true, false]]);
    // A hand goes over the edge easily; above and below it is elsewhere.
    const found = [[-9, 200], [609, 200], [5, 135], [5, 505]].map(([x, y]) => it.scrollers({ x, y }).length);
    assert.deepEqual(found, [1, 1, 0, 0]);
    body.scrollWidth = 600;
    it.invalidate();
    it.refresh();
    assert.deepEqual(can(), [[false, false]]);
  });
});

/** A hand at work over the board; the pointer is where we say. */
function aiming({ to = ["liked", "other", "shelf"], onto = [], item = 1, shelf = false } = {}) {
  const made = holding();
  const view = board();
  const geo = new Geometry(view, new AbortController().signal);
  const parting = { now: null, shift: () => 0 };
  const aim = new Aim({ room: made.it, geometry: geo, parting });
  const lift = { ...made.lift, item, home: shelf ? "shelf" : "liked", to: new Set(to), onto: new Set(onto) };
  const rect = { x: 0, y: 0, w: 280, h: 40 };
  const held = {
    lift, moving: new Set([item]), collapses: !shelf, at: { x: 900, y: 900 },
    preview: { rects: [rect], sizes: [rect] },
  };
  const at = (x, y, calm = false) => aim.at({ ...held, pointer: { x, y } }, calm);
  return { ...made, aim, held, parting, geo, at };
}

describe("a hand aims", () => {
  test("at the gap under the pointer, at places without order, and at nothing beside them", () => {
    const { at } = aiming();
    assert.deepEqual(at(50, 352), { over: { in: "other", before: 4 }, forbidden: null });
    assert.deepEqual(at(50, 440), { over: { in: "other" }, forbidden: null });
    assert.deepEqual(at(350, 200), { over: { in: "shelf" }, forbidden: null });
    assert.deepEqual(at(305, 700), { over: null, forbidden: null });
  });

  test("at no gap in front of itself: it counts only those that stay", () => {
    const { at } = aiming();
    assert.deepEqual(at(50, 165).over, { in: "liked", before: 2 });
    assert.deepEqual(at(50, 300).over, { in: "liked" });
  });

  test("at a place that refuses it only to be told so, and home is never forbidden", () => {
    const { at } = aiming({ to: ["other"] });
    assert.deepEqual([at(350, 200), at(50, 165)],
      [{ over: null, forbidden: "shelf" }, { over: null, forbidden: null }]);
  });

  test("with the middle of what is held, where the pointer itself is over nothing that takes it", () => {
    const { at, held } = aiming({ to: ["other"] });
    held.at = { x: 0, y: 400 };
    assert.deepEqual([at(350, 200).over, at(305, 700).over], [{ in: "other" }, { in: "other" }]);
    held.at = { x: 300, y: 100 };
    assert.equal(at(305, 700).over, null);
  });

  test("at the middle of an item that takes it, before all else, but not at itself", () => {
    const { at, held } = aiming({ to: ["other"], onto: [7, 1] });
    held.at = { x: 0, y: 400 };
    assert.deepEqual(at(350, 225).over, { in: "shelf", onto: 7 });
    assert.deepEqual([at(350, 210).over, at(50, 165).over], [{ in: "other" }, null]);
  });

  test("calmly: while the gap has just moved it stays", () => {
    const { at, parting } = aiming();
    parting.now = { place: "other", index: 0 };
    assert.deepEqual([at(50, 440, true), at(50, 440).over], [null, { in: "other", before: 5 }]);
    assert.deepEqual(at(350, 200, true).over, { in: "shelf" });
  });

  test("in a scene that moves under it: what it was in front of is gone, the place is not", () => {
    const { at, it } = aiming();
    it.hear(event(it.store.table, [], { by: 1, gone: [4, 5] }));
    assert.equal(at(350, 200).over.in, "shelf");
    it.hear(snap({ v: 20, why: "sync", regions: [] }));
    assert.deepEqual(at(50, 352).over, { in: "other" });
  });

  test("with room for what is held now, not for what was held before", () => {
    const { aim, held, geo } = aiming();
    const size = (holding, place) => aim.sizesIn(holding, place).map(({ w, h }) => [w, h]);
    assert.deepEqual([size(held, "liked"), size(held, "shelf")], [[[280, 40]], [[180, 40]]]);
    const tall = { x: 0, y: 0, w: 280, h: 90 };
    const next = { ...held, preview: { rects: [tall, tall], sizes: [tall, tall] } };
    assert.deepEqual(size(next, "shelf"), [[180, 90], [180, 90]]);
    geo.invalidate();
    assert.deepEqual(size(next, "liked"), [[280, 90], [280, 90]]);
  });
});

describe("a hand that holds something while the board changes", () => {
  /** A hand with item 1 above `other`, in front of 4. */
  function hand(over = { in: "other", before: 4 }) {
    const made = aiming();
    const parting = { now: null, opened: 0, open: () => { parting.opened += 1; }, shift: () => 0 };
    const lights = { on() {}, out() {} };
    const page = { room: made.it, view: board(), geometry: made.geo, parting };
    const it = new Hand(made.it, new FlowStage(page, lights, new Box(null, 0, 0, 0, 0)));
    it.holding = {
      ...made.held, lift: made.lift, over, forbidden: null, pointer: { x: 0, y: 0 },
      preview: { ...made.held.preview, root: new Box(null, 0, 0, 0, 0), form() {} },
    };
    const change = (m, more = {}) => made.it.hear(event(made.it.store.table, m, { by: 1, ...more }));
    return { hand: it, room: made.it, change, parting };
  }

  test("still holds it, and aims on, when others move other things", () => {
    const { hand: it, change } = hand();
    change([["mv", [2], "other"]]);
    assert.deepEqual([it.refresh(), it.holding.over], [true, { in: "other", before: 4 }]);
  });

  test("aims at nothing when what it was in front of went elsewhere or is gone", () => {
    for (const [m, more] of [[[["mv", [4], "shelf"]], {}], [[], { gone: [4] }]]) {
      const { hand: it, change } = hand();
      change(m, more);
      assert.deepEqual([it.refresh(), it.holding.over], [true, null]);
    }
  });

  test("moves the gap of a player who aims by keys with the item behind it, and leaves a pointer's where it is", () => {
    for (const [keys, opened] of [[true, 1], [false, 0]]) {
      const { hand: it, change, parting } = hand();
      Object.assign(it.holding, { keys });
      parting.now = { place: "other", index: 0 };
      change([["mv", [6], "other"]]);
      assert.deepEqual([it.refresh(), parting.opened], [true, 0]);
      change([["mv", [2], "other", 4]]);
      assert.deepEqual([it.refresh(), parting.opened], [true, opened]);
    }
  });

  test("aims at nothing when the item that was to take it is gone", () => {
    const { hand: it, change } = hand({ in: "shelf", onto: 7 });
    assert.equal(it.refresh() && it.holding.over.onto, 7);
    change([], { gone: [7] });
    assert.deepEqual([it.refresh(), it.holding.over], [true, null]);
  });

  test("is empty when what it held is gone, was moved, or is in another's hand", () => {
    for (const act of [
      ({ change }) => change([], { gone: [1] }), ({ change }) => change([["mv", [1], "other"]]),
      ({ room: it }) => it.hear({ t: "drag", r: "rBoard", live: [{ d: 9, by: 1, items: [1] }] }),
      ({ room: it }) => it.hear(snap({ v: 30, why: "sync", regions: snap().regions.slice(2) })),
    ]) {
      const made = hand();
      act(made);
      assert.equal(made.hand.refresh(), false);
    }
  });

  test("holds nothing more and nothing less after a snapshot of the same board", () => {
    const { hand: it, room: at } = hand();
    at.hear(snap({ v: 30, why: "sync", live: [{ d: 20, by: 0, items: [1] }] }));
    assert.deepEqual([it.refresh(), it.holding.over, it.holds(1), it.holds(2)],
      [true, { in: "other", before: 4 }, true, false]);
  });
});
