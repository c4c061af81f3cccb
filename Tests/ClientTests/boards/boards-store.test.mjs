import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Certainty, slid, unchanged } from "../../../Public/js/model/certainty.js";
import { NOTHING, Store } from "../../../Public/js/model/store.js";
import { dests, dice, event, snap } from "./boards.mjs";

function store(seat = 0, more = {}) {
  const made = new Store(new Certainty());
  made.seat = seat;
  made.take(snap(more));
  made.allow(dests());
  return made;
}

const piles = (it) => it.shown().piles;

describe("an intent on a board", () => {
  test("to reorder is shown at once and leaves the confirmed board alone", () => {
    const it = store();
    it.intend("move", { items: [1], to: { in: "other", before: 5 } });
    assert.deepEqual([piles(it).liked, piles(it).other, it.table.piles.liked], [[2, 3], [4, 1, 5], [1, 2, 3]]);
  });

  test("whose outcome the server alone knows is not shown ahead", () => {
    for (const to of [{ in: "shelf" }, { in: "shelf", onto: 7 }, { in: "nowhere" }, { in: "liked", before: 5 }]) {
      const it = store();
      it.intend("drop", { items: [1], to });
      assert.deepEqual([piles(it), it.intents.length], [it.table.piles, 1], JSON.stringify(to));
    }
    const it = store();
    it.intend("move", { items: [6], to: { in: "liked" } });
    assert.deepEqual(piles(it), it.table.piles);
  });

  test("is shown ahead only within one region, from order to order", () => {
    const run = (place, item, reorder) => ({ in: place, reorder, items: [[item, { text: place }]] });
    const regions = [
      { name: "a", runs: [run("todo", 1, true), run("doing", 2, true), run("done", 3, false)] },
      { name: "b", runs: [run("else", 4, true)] },
    ];
    for (const [item, to, shows] of [[1, "doing", true], [1, "done", false], [3, "todo", false], [1, "else", false]]) {
      const it = store(0, { regions });
      it.intend("move", { items: [item], to: { in: to } });
      assert.equal(piles(it)[to].includes(item), shows, `${item} to ${to}`);
    }
  });

  test("changes nothing more when its event and its ok come, in either order", () => {
    for (const okFirst of [true, false]) {
      const it = store();
      const intent = it.intend("move", { items: [1], to: { in: "liked" } });
      const before = piles(it);
      const ev = event(it.table, [["mv", [1], "liked"]]);
      const steps = [() => it.confirm(intent, 11), () => assert.equal(it.hear(ev), "applied")];
      for (const step of okFirst ? steps : steps.reverse()) {
        step();
        assert.deepEqual(piles(it), before);
      }
      assert.deepEqual([it.intents, piles(it) === it.table.piles], [[], true]);
    }
  });

  test("that is refused goes without a trace", () => {
    const it = store();
    const before = it.shown();
    it.reject(it.intend("move", { items: [1], to: { in: "other" } }));
    assert.deepEqual(it.shown(), before);
  });

  test("whose items went elsewhere, or are gone, is shown on the new board", () => {
    const it = store();
    it.intend("move", { items: [1, 2], to: { in: "other", before: 4 } });
    it.hear(event(it.table, [["mv", [1], "liked"]], { by: 1 }));
    assert.deepEqual([piles(it).liked, piles(it).other], [[3], [1, 2, 4, 5]]);
    it.hear(event(it.table, [], { by: 1, gone: [1] }));
    assert.deepEqual([piles(it).liked, piles(it).other], [[2, 3], [4, 5]]);
  });

  test("before something that has gone is not shown at the end: it will be refused", () => {
    const it = store();
    it.intend("move", { items: [1], to: { in: "other", before: 4 } });
    it.hear(event(it.table, [["mv", [4], "shelf"]], { by: 1 }));
    assert.deepEqual([piles(it).liked, piles(it).other], [[1, 2, 3], [5]]);
  });

  test("before something that an earlier one takes away is not shown at the end either", () => {
    const it = store();
    it.intend("move", { items: [4], to: { in: "liked" } });
    it.intend("move", { items: [1], to: { in: "other", before: 4 } });
    assert.deepEqual([piles(it).liked, piles(it).other], [[1, 2, 3, 4], [5]]);
  });

  test("to select is not taken back by its own event, nor thought done by another's", () => {
    const it = store();
    const tap = it.intend("tap", { items: [2], to: { in: "liked" } });
    it.hear(event(it.table, [], { by: 1, op: "tap", sel: [[1, [3]]] }));
    assert.deepEqual([it.selected(), it.selected(1)], [[2], [3]]);
    it.hear(event(it.table, [], { op: "tap", sel: [[0, [2]], [1, [3]]] }));
    assert.deepEqual(it.selected(), [2]);
    it.confirm(tap, 12);
    assert.deepEqual([it.selected(), it.intents], [[2], []]);
  });

  test("two moves of one item show where the last one was to bring it", () => {
    const it = store();
    const first = it.intend("move", { items: [1], to: { in: "other" } });
    const second = it.intend("move", { items: [1], to: { in: "liked", before: 3 } });
    assert.deepEqual([piles(it).liked, piles(it).other], [[2, 1, 3], [4, 5]]);
    it.reject(first);
    assert.deepEqual(piles(it).liked, [2, 1, 3]);
    it.reject(second);
    assert.deepEqual(piles(it).liked, [1, 2, 3]);
  });

  test("that was asked again is judged, and shown, after the others", () => {
    const it = store();
    const first = it.intend("move", { items: [1], to: { in: "other" } });
    it.intend("move", { items: [2], to: { in: "other" } });
    assert.deepEqual(piles(it).other, [4, 5, 1, 2]);
    it.later(first);
    assert.deepEqual(piles(it).other, [4, 5, 2, 1]);
    it.forget();
    it.later(first);
    assert.deepEqual([it.intents, piles(it).other], [[], [4, 5]]);
  });

  test("survives a snapshot of the same room, and is forgotten with another", () => {
    const it = store();
    const intent = it.intend("move", { items: [1], to: { in: "other" } });
    it.take(snap());
    assert.deepEqual([piles(it).other, it.choices], [[4, 5, 1], null]);
    it.take(snap({ e: "00000002", v: 3 }));
    assert.deepEqual([piles(it).other, it.intents], [[4, 5], []]);
    it.confirm(intent, 4);
    it.reject(intent);
    assert.deepEqual(piles(it).other, [4, 5]);
  });

  test("to select or to edit is shown at once, and taken back", () => {
    const it = store();
    const tap = it.intend("tap", { items: [2], to: { in: "liked" } });
    const edit = it.intend("edit", { to: { in: "lists" }, on: true });
    assert.deepEqual([it.selected(), it.shown().regions[1].editing], [[2], [0]]);
    it.intend("tap", { items: [2], to: { in: "liked" } });
    assert.deepEqual(it.selected(), []);
    it.intents.slice(2).forEach((last) => it.reject(last));
    it.reject(tap);
    it.reject(edit);
    assert.deepEqual([it.selected(), it.shown().regions[1].editing], [[], undefined]);
  });

  test("to choose takes the place of what anybody chose there, and of nothing else", () => {
    const it = store(0, { sel: [[0, [1, 8]], [1, [8, 2]]] });
    it.intend("tap", { items: [9], to: { in: "looks" } });
    assert.deepEqual([it.selected(), it.selected(1)], [[1, 9], [2]]);
  });
});

describe("titles that follow a drag", () => {
  const title = (it) => it.shown().regions[0].title;
  const passing = [{ name: "status", title: "over Liked" }];

  test("are shown until the next word of hands, which may have none", () => {
    const it = store();
    assert.equal(it.hold([{ d: 1, by: 1, items: [1] }], passing), true);
    assert.equal(title(it), "over Liked");
    assert.equal(it.hold([{ d: 1, by: 1, items: [1], x: 5, y: 5 }]), true);
    assert.equal(title(it), "idle");
  });

  test("give way to what an event says of the same region, and to a snapshot of another room", () => {
    const it = store();
    it.hold([], passing);
    it.hear(event(it.table, [], { by: 1, regions: [{ name: "shelf", title: "S" }] }));
    assert.equal(title(it), "over Liked");
    it.hear(event(it.table, [], { by: 1, regions: [{ name: "status", title: "done" }] }));
    assert.equal(title(it), "done");
    it.hold([], passing);
    it.take(snap({ e: "00000002" }));
    assert.equal(title(it), "idle");
  });

  test("hands that only move change nothing that is shown but the hands", () => {
    const it = store();
    const hand = { d: 1, by: 1, items: [1] };
    assert.equal(it.hold([hand]), true);
    const before = it.shown();
    assert.equal(it.hold([{ ...hand, x: 1, y: 2, o: "other", b: 4 }]), false);
    assert.equal(it.shown(), before);
    assert.equal(it.hold([]), true);
  });
});

describe("what may be lifted", () => {
  test("is what the server named, while nobody else holds it", () => {
    const it = store();
    assert.deepEqual([1, 6, 8, 99].map((item) => it.liftable(item)), [true, true, false, false]);
    it.hold([{ d: 3, by: 1, items: [1, 2] }, { d: 4, by: 0, items: [3] }], []);
    assert.deepEqual([1, 2, 3].map((item) => [it.liftable(item), it.holder(item)]),
      [[false, 1], [false, 1], [true, -1]]);
  });

  test("is nothing for spectators, and before the server has said", () => {
    assert.deepEqual([store(-1).liftable(1), [...store(-1).targets(1).to]], [false, []]);
    const it = store();
    it.take(snap({ v: 12 }));
    assert.deepEqual([it.liftable(1), [...it.targets(1).to]], [false, []]);
    assert.deepEqual([new Store(new Certainty()).liftable(1), new Store(new Certainty()).shown()], [false, NOTHING]);
  });

  test("carries what is selected with it, it first; they are put down as they lie", () => {
    const it = store(0, { sel: [[0, [5, 3, 1]], [1, [2]]] });
    assert.deepEqual([it.withItem(3), it.withItem(2)], [[3, 5, 1], [2]]);
    assert.deepEqual(it.inOrder(it.withItem(3)), [1, 3, 5]);
    it.intend("move", { items: it.inOrder(it.withItem(3)), to: { in: "other", before: 5 } });
    assert.deepEqual([piles(it).liked, piles(it).other], [[2], [4, 1, 3, 5]]);
    assert.deepEqual(it.inOrder([99, 1, 2]), [2, 1, 99]);
  });
});

test("what lands before one of those that move lands before the next that stays", () => {
  const pile = [1, 2, 3, 4];
  assert.deepEqual([slid(pile, [2, 3], 2), slid(pile, [2, 3], 1), slid(pile, [3, 4], 3)], [4, 1, undefined]);
  assert.deepEqual([slid(pile, [1], undefined), slid(pile, [1], 99), slid([], [1], 1)],
    [undefined, undefined, undefined]);
});

test("a pile stays the same where its items are put down as they lay, and nowhere else", () => {
  const pile = [1, 2, 3, 4];
  const same = [[[2, 3], 4], [[2, 3], 2], [[2, 3], 3], [[4], undefined], [[1], 2], [[1, 2, 3, 4], undefined], [[], 1]];
  const other = [[[3, 2], 4], [[2, 3], 1], [[2, 3], undefined], [[1, 3], 4], [[5], 1]];
  for (const [items, before] of same) assert.equal(unchanged(pile, items, before), true, `${items} before ${before}`);
  for (const [items, before] of other) assert.equal(unchanged(pile, items, before), false, `${items} before ${before}`);
  assert.equal(unchanged([], [1]), false);
});

describe("whatever is asked and answered in whatever order", () => {
  const seed = Date.now() >>> 0;
  const EVERYTHING = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  for (let round = 0; round < 20; round++) {
    test(`no item is lost or doubled, and answered it is as the server says (seed ${seed + round})`, () => {
      const random = dice(seed + round);
      const pick = (all) => all[random(all.length)];
      const it = store();
      /** What the server has judged and we have not heard: events in order, answers in order, mixed at random. */
      let [events, answers] = [[], []];
      let ahead = it.table;
      const judge = (intent, by = 0) => {
        // What another seat asked is answered to them alone.
        const answered = (act) => by === 0 && answers.push(act);
        const { op, items, to, on } = intent;
        const known = items.filter((item) => Object.values(ahead.piles).flat().includes(item));
        const fits = to.before === undefined || (ahead.piles[to.in].includes(to.before) && !items.includes(to.before));
        if (random(4) === 0 || !fits || known.length < items.length) return answered(() => it.reject(intent));
        const told = op === "edit" ? [[], { regions: [{ name: to.in, editing: on ? [by] : [] }] }]
          : op === "tap" ? [[], { sel: [[by, random(2) ? items : []]] }] : [[["mv", items, to.in, ...rest(to)]], {}];
        const ev = event(ahead, told[0], { ...told[1], op, by });
        events.push(ev);
        const server = new Store(new Certainty());
        server.table = ahead;
        assert.equal(server.hear(ev), "applied");
        ahead = server.table;
        return answered(() => it.confirm(intent, ev.v));
      };
      const rest = ({ before }) => (before === undefined ? [] : [before]);
      const deliver = (all) => {
        while (all ? events.length + answers.length > 0 : random(3) > 0 && events.length + answers.length > 0) {
          const next = events.length === 0 || (answers.length > 0 && random(2)) ? answers.shift() : events.shift();
          if (typeof next === "function") next();
          else assert.equal(it.hear(next), "applied");
        }
      };
      for (let turn = 0; turn < 60; turn++) {
        const to = { in: pick(["liked", "other", "shelf"]), ...(random(2) && { before: 1 + random(7) }) };
        const items = random(3) ? [1 + random(7)] : it.inOrder([...new Set([1 + random(7), 1 + random(7)])]);
        const more = pick([{ op: "move", items, to }, { op: "drop", items, to },
          { op: "tap", items: [1 + random(5)], to: { in: "liked" }, by: 0 },
          { op: "edit", items: [], to: { in: "lists" }, on: random(2) === 1 }]);
        const { op, ...fields } = more;
        if (random(5) === 0) judge({ on: false, ...more }, 1);
        else judge(it.intend(op, fields));
        deliver(false);
        if (random(15) === 0) it.shown();
        assert.deepEqual(Object.values(piles(it)).flat().sort(), EVERYTHING, `turn ${turn}`);
      }
      deliver(true);
      assert.deepEqual([it.intents, it.table.version, it.table.hash], [[], ahead.version, ahead.hash]);
      assert.deepEqual([piles(it), it.shown().sel], [ahead.piles, ahead.sel]);
      assert.deepEqual(it.shown().regions, it.table.regions);
    });
  }
});
