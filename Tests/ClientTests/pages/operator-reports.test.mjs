import assert from "node:assert/strict";
import test from "node:test";
import {
  banning, banTold, closing, failure, lifting, moment, reportTold,
} from "../../../Public/js/operator/reports.js";

const report = {
  id: 7, at: 1_790_001_234_567, room: "rAbC…", why: "insult", line: 17, by: "g_1", about: "g_2",
  name: "<b>Eve", lines: [[16, 0, "g_1", "Ada", "hi"], [17, 1, "g_2", "<b>Eve", "you <i>"]],
};

test("a report tells who said what, to whom it mattered, where and when, with the lines around it", () => {
  const told = reportTold(report);
  assert.deepEqual([told.why, told.name, told.text, told.linesTitle],
    ["An insult", "<b>Eve", "you <i>", "The last 2 lines"]);
  assert.deepEqual(told.facts, [["Said by", "g_2"], ["Reported by", "g_1"], ["Table", "rAbC…"],
    ["When", "2026-09-21 14:33 UTC"]]);
  assert.deepEqual(told.lines.map(({ name, text, isMeant }) => [name, text, isMeant]),
    [["Ada", "hi", false], ["<b>Eve", "you <i>", true]]);
});

test("a report of a line that is not there, for a reason of a later version, is told all the same", () => {
  const { name: _, ...nameless } = report;
  const told = [report, nameless].map((it) =>
    reportTold({ ...it, why: "rude", line: 3, lines: report.lines.slice(0, 1) }));
  assert.deepEqual(told.map(({ why, name, text, linesTitle }) => [why, name, text, linesTitle]),
    ["<b>Eve", "g_2"].map((name) => ["rude", name, "The line is gone.", "The only line"]));
});

test("a ban tells whom it keeps away, since when, and until when", () => {
  const times = { madeAt: report.at, until: report.at + 3_600_000 };
  const told = ["2026-09-21 14:33 UTC", "2026-09-21 15:33 UTC"];
  assert.equal(moment(times.madeAt), told[0]);
  assert.deepEqual(banTold({ id: 1, kind: "guest", guest: "g_2", name: "Eve", ...times }), ["Eve", "g_2", ...told]);
  assert.deepEqual(banTold({ id: 2, kind: "network", name: "", ...times }), ["", "their network", ...told]);
});

test("what the buttons ask of the server", () => {
  assert.deepEqual(closing(report), { path: "/operator/reports/7", body: { do: "close" } });
  assert.deepEqual(banning(report, true, 168),
    { path: "/operator/bans", body: { guest: "g_2", network: true, hours: 168 } });
  assert.deepEqual(lifting({ id: 3 }), { path: "/operator/bans", body: { do: "lift", id: 3 } });
});

test("what was not done is said", () => {
  for (const status of [401, 403]) {
    assert.equal(failure(status, { error: "token", message: "…" }), "That is not the operator's token.");
  }
  assert.equal(failure(404, { error: "notFound", message: "There is no such report." }), "There is no such report.");
  assert.equal(failure(403, { error: "origin", message: "Not from there." }), "Not from there.");
  assert.equal(failure(500, null), "The server answered 500: it was not done.");
});
