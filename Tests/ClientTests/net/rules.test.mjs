/**
 * The real module against the real server: two games as the server told them (fixtures/games.jsonl: each request, and
 * the `snap`, `ev` and `dests` that answered it) are foreseen step by step.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { Foresight } from "../../../Public/js/model/foresight.js";
import { Predictor, encodeView } from "../../../Public/js/model/predictor.js";
import { Store } from "../../../Public/js/model/store.js";
import { afterEvent, fromSnap } from "../../../Public/js/model/table.js";
import { UNKNOWN, pilesIn } from "./rules.mjs";

const WASM = new URL("../../../Public/patience.wasm", import.meta.url);
const GAMES = new URL("../fixtures/games.jsonl", import.meta.url);

/** Each step: the table before, what was asked, the event, the table after, the server's destinations there. */
function steps() {
  const made = [];
  let table = null;
  let step = null;
  for (const line of readFileSync(GAMES, "utf8").trim().split("\n")) {
    const message = JSON.parse(line);
    if (message.t === "snap") {
      table = fromSnap(message);
      step = null;
    } else if (message.t === "ev") {
      step = { ...step, before: table, ev: message, table: afterEvent(table, message) };
      ({ table } = step);
    } else if (message.t === "dests" && step) made.push({ ...step, dests: message });
    else step = { asked: message };
  }
  return made;
}

const asked = ({ asked: { op, item = null, in: to = null }, ev }) =>
  ({ op, item, to: op === "send" ? ev.m[0][2] : to });

const skip = !existsSync(WASM) && "make wasm makes them";

describe("the rules in the page", async () => {
  const { instance } = skip ? {} : await WebAssembly.instantiate(readFileSync(WASM));
  const predictor = new Predictor();
  if (instance) predictor.use(instance.exports);

  test("say the same as the server of every position", { skip }, () => {
    const all = steps();
    assert.ok(all.length >= 80);
    for (const { table, dests } of all) {
      predictor.compare(table, dests);
      assert.equal(predictor.off, "", `version ${table.version}: ${JSON.stringify(dests)}`);
    }
    assert.equal(predictor.disagreements, 0);
  });

  test("foresee what every step does, up to a card that turns up", { skip }, () => {
    let whole = 0;
    for (const step of steps()) {
      if (["undo", "redo"].includes(step.asked.op)) continue;
      const foreseen = predictor.foresee(step.before, [asked(step)], []);
      assert.ok(foreseen, JSON.stringify(step.asked));
      // With an unknown card on the table nothing goes by itself.
      if (step.ev.up.length > 0 && step.ev.m.length > 1) continue;
      whole += 1;
      assert.deepEqual(foreseen.shown.piles, step.table.piles, JSON.stringify(step.asked));
      const up = new Map(step.ev.up);
      const known = [...step.table.faces].filter(([item]) => !up.has(item));
      assert.deepEqual(new Map(foreseen.shown.faces), new Map(known), JSON.stringify(step.asked));
    }
    assert.ok(whole >= 70);
  });

  test("refuse what the server's destinations do not name, with a reason", { skip }, () => {
    for (const { table, dests } of steps().filter((_, index) => index % 8 === 0)) {
      for (const [item, ...to] of dests.d) {
        for (const pile of table.order) {
          const why = predictor.whyNotDrop(table, [], item, pile);
          const legal = to.some((name) => name.replace("!", "") === pile);
          assert.equal(why === null, legal, `${item} to ${pile}: ${why}`);
          if (!legal) assert.match(why, /^[a-z]+[A-Za-z]*$/);
        }
      }
    }
  });

  test("are given no face that does not lie open", { skip }, () => {
    for (const { table } of steps()) {
      for (const [item, face] of pilesIn(encodeView(table)).flat()) {
        assert.equal(face === UNKNOWN, !table.faces.has(item));
      }
    }
  });

  test("keep no memory of what is over", { skip }, () => {
    const once = () => {
      for (const { before, ...step } of steps().slice(0, 20)) predictor.foresee(before, [asked(step)], []);
      return instance.exports.liveBytes();
    };
    once();
    const live = once();
    once();
    assert.ok(once() <= live + 1024, `${once()} after ${live}`);
  });

  test("let two moves in a row be seen before either is answered", { skip }, () => {
    const all = steps();
    const plain = ({ asked: { op }, ev }) => op === "move" && ev.up.length === 0;
    const at = all.findIndex((step, index) => index > 0 && plain(step) && plain(all[index - 1]));
    const [first, two] = all.slice(at - 1, at + 1);
    assert.equal(first.ev.v, two.ev.p);
    const store = new Store(new Foresight(predictor));
    Object.assign(store, { seat: 0, table: first.before });
    for (const { op, item, to } of [asked(first), asked(two)]) store.intend(op, { items: [item], to: { in: to } });
    assert.deepEqual(store.shown().piles, two.table.piles);
    for (const [item, ...to] of two.dests.d) {
      assert.deepEqual(store.destinations(item), to.map((name) => name.replace("!", "")));
    }
  });
});
