import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Roving } from "../../../Public/js/table/regions/roving.js";
import { itemAt } from "../../../Public/js/table/regions/item.js";
import { nextTarget } from "../../../Public/js/table/regions/stops.js";
import { Keys } from "../../../Public/js/table/keys.js";
import { dests, event, room } from "./boards.mjs";

/** An element that knows what is around it, and where it is seen. */
class Node {
  dataset = {};
  tabIndex = -1;

  constructor(kind, inside = null, at = { x: 0, y: 0 }) {
    Object.assign(this, { kind, inside, at });
  }

  closest(kinds) {
    return kinds.split(", ").includes(this.kind) ? this : this.inside?.closest(kinds) ?? null;
  }

  contains(other) {
    return other === this || (other?.inside ? this.contains(other.inside) : false);
  }

  getBoundingClientRect() {
    return { ...this.at, width: 90, height: 40 };
  }

  setAttribute(_, value) {
    this.tabIndex = Number(value);
  }

  focus() {
    document.activeElement = this;
  }

  addEventListener() {}
}

let direction = "ltr";
Object.assign(globalThis, { Element: Node, HTMLElement: Node, getComputedStyle: () => ({ direction }) });

/** A board of two rows: 1 2 3 above 4 5. What the keys come to is noted. */
function keyboard({ acts = {}, seat = 0 } = {}) {
  direction = "ltr";
  const made = room();
  made.it.store.seat = seat;
  const root = new Node("root");
  const elements = new Map([1, 2, 3, 4, 5].map((item) => {
    const node = new Node(".item", root, { x: ((item - 1) % 3) * 100, y: item > 3 ? 50 : 0 });
    node.dataset.handle = String(item);
    return [item, node];
  }));
  root.querySelectorAll = (selector) =>
    [...elements.values()].filter(({ tabIndex }) => selector === ".item" || tabIndex === 0);
  root.querySelector = () => [...elements.values()][0] ?? null;
  let press = (_) => {};
  globalThis.document = { activeElement: null, addEventListener: (_, act) => { press = act; } };
  const done = [];
  const hand = { holding: null };
  const { signal } = new AbortController();
  const focus = new Roving({ root, elements }, hand, signal);
  const { enter = () => false, space = () => false } = acts;
  const lift = (item) => {
    hand.holding = { keys: true, lift: made.it.lift(item), over: null };
    return true;
  };
  new Keys({
    hand,
    get playing() {
      return made.it.store.seat >= 0 && !made.it.ended;
    },
    letter: (name) => name === "m" && seat >= 0 && !made.it.ended && done.push(`menu ${focus.focused}`) > 0,
    step: (op) => done.push(op), escape: () => hand.holding !== null,
    walk: (name, target) => {
      const item = itemAt(target);
      if (item !== null) focus.walk(item, name);
      return item !== null;
    },
    press: (name, target) => {
      const item = itemAt(target);
      return item !== null && ((name === " " ? space() : enter()) || lift(item));
    },
    aim: (name) => {
      const { lift: held, over } = hand.holding;
      const target = nextTarget(made.it.store.shown(), held, over, name, direction === "rtl");
      if (!target) return;
      hand.holding.over = target;
      done.push(`aim ${target.in}${target.before === undefined ? "" : `<${target.before}`}`);
    },
    drop: () => done.push("drop"),
  }, signal);
  /** Presses a key where the focus is, or there; whether it was ours. */
  const key = (name, { target = document.activeElement ?? root, ...more } = {}) => {
    let ours = false;
    press({ key: name, target, defaultPrevented: false, preventDefault: () => { ours = true; }, ...more });
    return ours;
  };
  return { ...made, keys: focus, hand, elements, root, done, key };
}

describe("the arrow keys", () => {
  test("carry the focus from item to item, and one of them can be tabbed to", () => {
    const { keys, key, root } = keyboard();
    keys.refresh();
    assert.equal(keys.focus, 1);
    keys.focusOn(2);
    const way = ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "End", "Home"].map((name) => {
      assert.ok(key(name), name);
      assert.equal(root.querySelectorAll("[tabindex]").length, 1);
      return keys.focused;
    });
    assert.deepEqual(way, [3, 3, 5, 4, 1, 5, 1]);
  });

  test("are not ours beside the board, in a field, or with another key", () => {
    const { key, elements } = keyboard();
    const button = new Node("button");
    const field = new Node("input", elements.get(1));
    assert.deepEqual([key("ArrowRight", { target: button }), key("ArrowRight", { target: field })], [false, false]);
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { defaultPrevented: true }]) {
      assert.equal(key("ArrowRight", { target: elements.get(1), ...more }), false);
    }
  });
});

describe("the tab stop", () => {
  test("goes to the first item when its item is gone, and to none on an empty board", () => {
    const { keys, elements } = keyboard();
    keys.focusOn(2);
    elements.delete(2);
    keys.refresh();
    assert.equal(keys.focus, 1);
    elements.clear();
    keys.refresh();
    assert.deepEqual([keys.focus, keys.refresh()], [null, undefined]);
  });
});

describe("Enter and Space", () => {
  test("do what they do on the item, or lift it; held down they do nothing more", () => {
    for (const [name, acts] of [["Enter", { enter: () => true }], [" ", { space: () => true }]]) {
      const { key, elements, hand } = keyboard({ acts });
      assert.deepEqual([key(name, { target: elements.get(1) }), hand.holding], [true, null]);
    }
    const { key, elements, hand } = keyboard();
    assert.equal(key("Enter", { target: elements.get(1), repeat: true }), false);
    assert.ok(key("Enter", { target: elements.get(1) }));
    assert.equal(hand.holding.lift.item, 1);
  });

  test("drop what is held", () => {
    const { key, elements, done } = keyboard();
    key(" ", { target: elements.get(1) });
    key("Enter");
    assert.deepEqual(done, ["drop"]);
  });
});

describe("what is held by keys", () => {
  const held = (more) => {
    const made = keyboard(more);
    made.keys.focusOn(2);
    made.key(" ");
    return made;
  };

  test("goes from stop to stop, and Tab does not take the focus away", () => {
    const { key, done } = held();
    for (const name of ["ArrowDown", "ArrowDown", "ArrowUp", "Home", "End"]) assert.ok(key(name));
    assert.deepEqual(done, ["aim liked", "aim other<4", "aim liked", "aim liked<1", "aim shelf"]);
    assert.deepEqual([key("Tab"), key("x")], [true, false]);
  });

  test("goes on from where it is when the board changes meanwhile, and begins anew when that is gone", () => {
    const { key, done, it } = held();
    key("ArrowDown");
    key("ArrowDown");
    it.hear(event(it.store.table, [["mv", [1], "other", 4]], { by: 1 }));
    it.hear(dests(11));
    key("ArrowDown");
    assert.equal(done.at(-1), "aim other<5");
    it.hear(event(it.store.table, [], { by: 1, gone: [5] }));
    it.hear(dests(12));
    key("ArrowDown");
    assert.equal(done.at(-1), "aim liked");
  });

  test("goes where the server lets it go now, or nowhere", () => {
    const { key, done, it } = held();
    it.hear(dests(11, { d: [[2, "shelf"]] }));
    key("ArrowDown");
    it.hear(dests(12, { d: [[2]] }));
    key("ArrowDown");
    assert.deepEqual(done, ["aim shelf"]);
  });

  test("goes the other way where writing goes from right to left", () => {
    const { key, done } = held();
    direction = "rtl";
    key("ArrowLeft");
    key("ArrowRight");
    assert.deepEqual(done, ["aim liked", "aim liked<1"]);
  });
});

describe("the focus of an item that leaves the board", () => {
  const lay = (elements, piles) => Object.entries(piles).forEach(([place, items]) =>
    items.forEach((item) => { elements.get(item).dataset.in = place; }));

  test("goes to what comes after it in its place, else before it, else to whatever is nearest", () => {
    for (const [item, gone, next] of [[2, [2], 3], [3, [3], 2], [3, [2, 3], 1], [5, [4, 5], 3]]) {
      const { keys, elements } = keyboard();
      lay(elements, { liked: [1, 2, 3], other: [4, 5] });
      keys.focusOn(item);
      keys.leaving({ liked: [1, 2, 3].filter((it) => !gone.includes(it)), other: [4, 5].filter((it) => it !== item) });
      gone.forEach((it) => elements.delete(it));
      keys.bereft(item);
      assert.equal(keys.focused, next, `${item} of ${gone}`);
    }
  });

  test("goes back to where it was moved from, whatever it passed on its way", () => {
    const { keys, elements } = keyboard();
    lay(elements, { liked: [1, 2, 3], other: [4, 5] });
    keys.focusOn(2);
    keys.moving(2);
    elements.get(2).dataset.in = "other";
    keys.leaving({ liked: [1, 3], other: [4, 5] });
    elements.delete(2);
    keys.bereft(2);
    assert.equal(keys.focused, 3);
  });

  test("is not touched while the item stays", () => {
    const { keys, elements } = keyboard();
    keys.focusOn(2);
    keys.leaving({ liked: [1, 3], other: [2] });
    assert.equal(keys.focused, 2);
    keys.bereft(99);
    assert.equal(keys.focused, 1, "nothing is known about an item that was never seen");
    assert.ok(elements.has(2));
  });
});

describe("what is held by a pointer", () => {
  test("is left alone by the keys, but for Escape", () => {
    const { key, elements, hand, done } = keyboard();
    hand.holding = { keys: false };
    for (const name of ["Enter", " ", "ArrowDown", "Tab"]) assert.equal(key(name, { target: elements.get(1) }), false);
    assert.deepEqual([key("Escape", { target: elements.get(1) }), done], [true, []]);
  });
});

describe("shortcuts", () => {
  test("undo, play again and list places, for players", () => {
    const { key, keys, done } = keyboard();
    keys.focusOn(3);
    for (const [name, more] of [["z", { ctrlKey: true }], ["Z", { metaKey: true, shiftKey: true }], ["y", {}],
      ["m", {}]]) {
      assert.ok(key(name, more), name);
    }
    assert.deepEqual(done, ["undo", "redo", "redo", "menu 3"]);
    for (const [name, more] of [["z", { repeat: true }], ["z", { altKey: true }], ["m", { ctrlKey: true }]]) {
      assert.equal(key(name, more), false);
    }
    assert.equal(done.length, 4);
  });

  test("are nothing on a board that is gone", () => {
    const { key, done, it } = keyboard();
    it.end();
    assert.deepEqual([key("z"), key("y"), key("m"), done], [false, false, false, []]);
  });

  test("do nothing for spectators; Escape is ours only if there was something to put back", () => {
    const { key, done, elements } = keyboard({ seat: -1 });
    assert.deepEqual([key("z"), key("m", { target: elements.get(1) }), key("Escape"), done], [false, false, false, []]);
  });
});
