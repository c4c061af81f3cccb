/**
 * One message may hold several lines: what is new, what was heard before, and the moves that led to a snapshot.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { afterEvent as boardAfter, fromSnap as boardFrom } from "../../../Public/js/model/table.js";
import { afterEvent, fromSnap } from "../../../Public/js/model/table.js";
import { decode, encode } from "../../../Public/js/net/messages.js";
import * as boards from "../boards/boards.mjs";
import * as patience from "../fixtures.mjs";
import * as tables from "../table/tables.mjs";

/** Some events that follow each other, from version 10 on. */
function follow(start, apply, make, moves) {
  let table = start;
  return moves.map((m) => {
    const ev = make(table, [m]);
    table = apply(table, ev);
    return ev;
  });
}

const GAMES = [
  {
    name: "a table of patience",
    room: tables.room,
    snap: patience.snap,
    evs: follow(fromSnap(patience.snap()), afterEvent, patience.event,
      [["mv", [6], "f2"], ["mv", [2, 3], "t0"], ["mv", [5], "t6"], ["mv", [4], "t4"]]),
    after: (evs) => evs.reduce(afterEvent, fromSnap(patience.snap())).piles,
    /** The snapshot of a table after some events. */
    snapAfter: (evs, more) => {
      const { piles, faces, version } = evs.reduce(afterEvent, fromSnap(patience.snap()));
      const item = (it) => (faces.has(it) ? [it, faces.get(it)] : [it]);
      const runs = Object.entries(piles).map(([name, items]) => ({ in: name, drag: true, items: items.map(item) }));
      return patience.snap({ v: version, regions: [{ name: "all", runs }], ...more });
    },
  },
  {
    name: "a board",
    room: boards.room,
    snap: boards.snap,
    evs: follow(boardFrom(boards.snap()), boardAfter, boards.event,
      [["mv", [1], "other"], ["mv", [4], "liked", 2], ["mv", [1], "liked"], ["mv", [6], "liked"]]),
    after: (evs) => evs.reduce(boardAfter, boardFrom(boards.snap())).piles,
    snapAfter: (evs, more) => {
      const { piles, version } = evs.reduce(boardAfter, boardFrom(boards.snap()));
      const fresh = boards.snap({ v: version, ...more });
      const contents = new Map(fresh.regions.flatMap(({ runs }) => runs.flatMap((run) => run.items)));
      for (const region of fresh.regions) {
        for (const run of region.runs) run.items = piles[run.in].map((item) => [item, contents.get(item)]);
      }
      return fresh;
    },
  },
];

/** Everything as one message, as the network brings it. */
const message = (...lines) => lines.map((line) => (typeof line === "string" ? `${line}\n` : encode(line))).join("");

function hear(it, text) {
  const { messages, whole } = decode(text);
  it.hearLines(messages, whole);
}

for (const game of GAMES) {
  const { evs, snapAfter, after } = game;
  describe(`lines of one message, at ${game.name}`, () => {
    test("are taken in their order", () => {
      const { it, said } = game.room();
      hear(it, message(...evs));
      assert.deepEqual([it.store.table.version, it.store.table.piles], [14, after(evs)]);
      assert.deepEqual(said, []);
    });

    test("those of another room are not ours", () => {
      const { it, said } = game.room();
      hear(it, message({ ...evs[1], r: "rOther" }, evs[0], { ...evs[3], r: "rOther" }));
      assert.deepEqual([it.store.table.version, said], [11, []]);
    });

    for (const why of ["join", "sync", "resume", "behind"]) {
      test(`a snapshot (${why}) contains the moves that come with it`, () => {
        const { it, said, clock } = game.room();
        const snap = snapAfter(evs.slice(0, 3), { why });
        const alone = game.room();
        hear(alone.it, message(snap));
        clock.ms += 100;
        hear(it, message(snap, ...evs.slice(0, 3)));
        assert.deepEqual(it.store.table, alone.it.store.table);
        assert.deepEqual([said, it.position?.[2], it.statusAt], [[], 13, clock.ms]);
        hear(it, message(evs[3]));
        assert.deepEqual([it.store.table.version, said], [14, []]);
      });
    }

    test("what is contained shows nothing anew", () => {
      const { it } = game.room();
      hear(it, message(...evs.slice(0, 3)));
      const { table } = it.store;
      const shown = it.store.shown();
      const { statusAt } = it;
      hear(it, message(...evs.slice(0, 3)));
      assert.equal(it.store.table, table);
      assert.equal(it.store.shown(), shown);
      assert.equal(it.statusAt, statusAt);
    });

    test("after a resume those that were heard before are let pass, wherever they stand", () => {
      for (const at of [0, 1, 2]) {
        const { it, said } = game.room();
        hear(it, message(...evs.slice(0, 2)));
        const fresh = [evs[2], evs[3]];
        hear(it, message(...fresh.slice(0, at), ...evs.slice(0, 2), ...fresh.slice(0, at), ...fresh.slice(at)));
        assert.deepEqual([it.store.table.version, it.store.table.piles, said], [14, after(evs), []], `at ${at}`);
      }
    });

    for (const why of ["deal", "fallback"]) {
      test(`a snapshot that all were told (${why}) is a step like another: it counts once`, () => {
        const { it, told } = game.room();
        const step = snapAfter(evs.slice(0, 2), { why });
        hear(it, message(evs[0], step));
        const { table } = it.store;
        const games = it.store.games;
        assert.equal(table.version, 12);
        const drags = told.drags.length;
        hear(it, message(evs[0], step, evs[2], evs[0], step, evs[2]));
        assert.deepEqual([it.store.table.version, it.store.table.piles], [13, after(evs.slice(0, 3))]);
        assert.deepEqual([it.store.games, told.drags.length], [games, drags]);
        hear(it, message({ ...step, e: "00000002" }));
        assert.deepEqual([it.store.table.version, it.store.table.epoch], [12, "00000002"]);
      });

      test(`one that waits for a snapshot takes that which all are told (${why})`, () => {
        const { it, said } = game.room();
        hear(it, message(evs[1]));
        hear(it, message(snapAfter([], { why })));
        hear(it, message(evs[0], evs[1]));
        assert.deepEqual([it.store.table.version, said.length], [12, 1]);
      });
    }

    test("what is contained ends nothing that was asked", () => {
      const { it } = game.room();
      hear(it, message(evs[0]));
      const intent = it.store.intend("move", { items: [1], to: { in: "liked" } });
      hear(it, message(snapAfter(evs.slice(0, 3), { why: "resume" }), ...evs.slice(0, 3)));
      assert.deepEqual([it.store.intents, intent.landed], [[intent], false]);
    });

    test("a real gap among them is asked for once", () => {
      const { it, said } = game.room();
      hear(it, message(evs[1], evs[2]));
      hear(it, message(evs[3], evs[1]));
      assert.deepEqual(said.map(({ t: kind, why }) => [kind, why]), [["sync", "gap"]]);
      hear(it, message(snapAfter(evs, { why: "sync" }), ...evs));
      assert.deepEqual([it.store.table.version, said.length], [14, 1]);
    });

    for (const noise of ['{"t":"ev","r":"', "\ufffd\ufffd", '{"t":"ev"}']) {
      test(`one that cannot be read is asked for once: ${noise}`, () => {
        const { it, said, clock } = game.room();
        hear(it, message(evs[0], noise));
        assert.deepEqual([it.store.table.version, said.map(({ why }) => why)], [11, ["gap"]]);
        for (let times = 0; times < 5; times++) hear(it, message(noise, noise));
        assert.equal(said.length, 1, "until it is answered");
        hear(it, message(snapAfter(evs.slice(0, 1), { why: "sync" }), noise));
        assert.equal(said.length, 1, "not at once, though the answer cannot be read either");
        clock.ms += 10_000;
        hear(it, message(noise));
        assert.equal(said.length, 2);
      });
    }

    test("one that cannot be read, and a gap: one question", () => {
      const { it, said } = game.room();
      hear(it, message('{"t":"ev', evs[1]));
      assert.deepEqual(said.map(({ t: kind }) => kind), ["sync"]);
    });

    test("a table that is gone asks for nothing", () => {
      const { it, said } = game.room();
      hear(it, message({ t: "gone", r: it.id, why: "idle" }, "noise"));
      assert.deepEqual(said, []);
    });
  });
}

for (const game of GAMES) {
  describe(`hands after a snapshot, at ${game.name}`, () => {
    const hand = { d: 7, by: 1, items: [2] };

    /** Timers are let go by hand. @param {(elapse:() => void) => void} body */
    function timed(body) {
      const { setTimeout, clearTimeout } = globalThis;
      let waiting = [];
      Object.assign(globalThis, { setTimeout: (act) => waiting.push(act), clearTimeout: () => { waiting = []; } });
      try {
        body(() => waiting.splice(0).forEach((act) => act()));
      } finally {
        Object.assign(globalThis, { setTimeout, clearTimeout });
      }
    }

    test("stay until the line behind it says what is in them", () => timed((elapse) => {
      const { it, told } = game.room();
      hear(it, message({ t: "drag", r: it.id, live: [hand] }));
      told.drags.length = 0;
      hear(it, message(snapAfter(game, "behind")));
      assert.deepEqual([told.drags, it.store.live], [[], [hand]]);
      hear(it, message({ t: "drag", r: it.id, live: [{ ...hand, x: 1, y: 1 }] }));
      elapse();
      assert.deepEqual([told.drags.length, it.store.live.length], [1, 1]);
    }));

    test("are empty when no line says otherwise", () => timed((elapse) => {
      const { it, told } = game.room();
      hear(it, message({ t: "drag", r: it.id, live: [hand] }));
      told.drags.length = 0;
      hear(it, message(snapAfter(game, "sync")));
      elapse();
      assert.deepEqual([told.drags.length, it.store.live], [1, []]);
    }));

    test("are empty at once in another game, or where none were held", () => timed(() => {
      const { it, told } = game.room();
      hear(it, message({ t: "drag", r: it.id, live: [hand] }));
      told.drags.length = 0;
      hear(it, message({ ...snapAfter(game, "resume"), e: "00000002" }));
      assert.deepEqual([told.drags.length, it.store.live], [1, []]);
      hear(it, message({ ...snapAfter(game, "resume"), e: "00000002" }));
      assert.equal(told.drags.length, 2);
    }));
  });
}

/** The snapshot of a game after its first two events. */
function snapAfter({ snapAfter: snap, evs }, why) {
  return snap(evs.slice(0, 2), { why });
}

describe("a snapshot for one who fell behind", () => {
  test("begins no game anew: what was asked stays, and it is still the same game", () => {
    const { it, told } = tables.room();
    const { games } = it.store;
    const intent = it.store.intend("tap", { to: { in: "stock" } });
    hear(it, message(patience.snap({ v: 30, why: "behind" })));
    assert.deepEqual([it.store.games, it.store.intents, told.ended, told.refused], [games, [intent], 0, []]);
    assert.deepEqual(it.store.shown().piles.waste, [4, 10]);
  });

  test("of another epoch is another game", () => {
    const { it } = tables.room();
    const { games } = it.store;
    hear(it, message(patience.snap({ v: 30, e: "00000002", why: "behind" })));
    assert.equal(it.store.games, games + 1);
  });
});
