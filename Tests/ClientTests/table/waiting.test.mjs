/**
 * What is marked as on its way, on a page without a browser.
 */
import assert from "node:assert/strict";
import { beforeEach, describe, mock, test } from "node:test";
import { Waiting } from "../../../Public/js/table/waiting.js";

let clock = 0;
let timers = [];
mock.method(performance, "now", () => clock);
globalThis.window = { setTimeout: (act, ms) => timers.push({ act, at: clock + ms }) };

/** Lets time pass, and what waits for it happen. */
function pass(ms) {
  clock += ms;
  for (const { act, at } of timers.splice(0)) {
    if (at <= clock) act();
    else timers.push({ act, at });
  }
}

beforeEach(() => {
  timers = [];
  mock.method(globalThis, "clearTimeout", () => { timers = []; });
});

function board(...intents) {
  const names = new Map();
  const elementOf = (item) => {
    if (!names.has(item)) {
      const classes = new Set();
      const toggle = (name, on = true) => (on ? classes.add(name) : classes.delete(name));
      names.set(item, { classes, classList: { toggle, add: toggle } });
    }
    return names.get(item);
  };
  const store = { intents };
  const root = { dataset: {} };
  const marked = () => [...names].filter(([, { classes }]) => classes.has("on-its-way")).map(([item]) => item);
  return { it: new Waiting(root, store, elementOf), store, root, marked };
}

const move = (item, more = {}) => ({ op: "move", items: [item], held: false, ...more });

describe("a move", () => {
  test("is marked when it is not answered after a second and a half, and no more when it is", () => {
    const { it, store, root, marked } = board(move(5));
    it.show();
    pass(1400);
    assert.deepEqual([marked(), root.dataset], [[], {}]);
    pass(100);
    assert.deepEqual([marked(), root.dataset.waiting], [[5], "On its way…"]);
    store.intents = [];
    it.show();
    assert.deepEqual([marked(), root.dataset], [[], {}]);
  });

  test("that is answered in time is never marked", () => {
    const { it, store, marked } = board(move(5));
    it.show();
    pass(1000);
    store.intents = [move(6)];
    it.show();
    pass(1000);
    assert.deepEqual(marked(), []);
    pass(500);
    assert.deepEqual(marked(), [6]);
  });

  test("that waits for the answers to others is marked at once", () => {
    const { it, marked } = board(move(5), move(6, { held: true }));
    it.show();
    assert.deepEqual(marked(), [6]);
  });
});

describe("what moves nothing", () => {
  test("is told of by the board alone", () => {
    const { it, root, marked } = board({ op: "undo", items: [], held: false });
    it.show();
    pass(1500);
    assert.deepEqual([marked(), root.dataset.waiting], [[], "On its way…"]);
  });
});

describe("a page that is left", () => {
  test("marks nothing any more", () => {
    const { it, marked } = board(move(5));
    it.show();
    it.leave();
    pass(5000);
    assert.deepEqual(marked(), []);
  });
});
