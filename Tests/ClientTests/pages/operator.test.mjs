import assert from "node:assert/strict";
import test from "node:test";

import { duration, figures, heading, log, people, tables } from "../../../Public/js/operator/state.js";

const state = {
  version: "0.1.0", state: "ready", upSeconds: 3_700, connections: 12, connectionsMax: 10,
  tableCount: 500, personCount: 1,
  figures: {
    tablesAwake: 0, tablesMax: 10_000, tablesWithPeople: 0, tablesAsleep: 7, tableBytes: 3_500_000,
    tableBytesMax: 1 << 30, commandsDone: 5, commandsRefused: 2, answerMicroseconds: 431, commitMicroseconds: null,
    recordsWaiting: 0,
    blobBytes: 1_048_575,
  },
  tables: [{
    id: "rAbC…", game: "fruits", seats: 2, players: 1, watching: 3, version: 9, idleSeconds: 100_000, waiting: 0,
  }],
  people: [{
    guest: "g_1", name: "<b>Eve's", bot: true, tables: ["rAbC…", "rDeF…"], network: "unix", connectedSeconds: 61,
  }],
  log: [
    { time: "09:00", level: "info", msg: "hello" },
    { time: "09:01", level: "error", msg: "lost", room: "rAbC…", why: "a disk \"failed\"", none: "" },
  ],
};

test("an operator reads how long", () => {
  const told = [-1, 0, 59, 60, 3_599, 3_600, 86_399, 86_400, 360_000].map(duration);
  assert.deepEqual(
    told, ["0 s", "0 s", "59 s", "1 min", "59 min", "1 h 0 min", "23 h 59 min", "1 d 0 h", "4 d 4 h"]);
  assert.equal(heading(state), "ready, 0.1.0, up 1 h 1 min");
});

test("figures that may not pass something have a bar that does not either", () => {
  const told = figures(state);
  assert.deepEqual(told[0], { name: "Connections", told: "12", bar: { value: 10, max: 10 } });
  assert.deepEqual(told[2], { name: "Tables with people", told: "0", bar: { value: 0, max: 1 } });
  assert.deepEqual(told[3], { name: "Memory of tables, in megabytes", told: "3", bar: { value: 3, max: 1024 } });
  assert.deepEqual(told.slice(4).map(({ name, told }) => `${name}: ${told}`), [
    "Tables asleep: 7", "Commands done: 5", "Commands refused: 2", "Answered, on average: 431 µs",
    "Commits, on average: none yet", "Records that wait: 0", "Blobs, in megabytes: 0",
  ]);
  assert.ok(told.slice(4).every(({ bar }) => bar === undefined));
});

test("tables, people and the log have a row each, and the newest line comes first", () => {
  assert.deepEqual(tables(state), { rows: [["rAbC…", "fruits", "1 of 2", "3", "9", "1 d 3 h", "0"]], count: 500 });
  assert.deepEqual(
    people(state), { rows: [["g_1", "<b>Eve's (bot)", "rAbC… rDeF…", "unix", "1 min"]], count: 1 });
  assert.deepEqual(log(state), {
    rows: [
      ["09:01", "error", "lost", String.raw`room=rAbC… why="a disk \"failed\"" none=""`],
      ["09:00", "info", "hello", ""],
    ],
    count: 2,
  });
});
