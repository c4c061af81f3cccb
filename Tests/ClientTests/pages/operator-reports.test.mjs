import assert from "node:assert/strict";
import test from "node:test";
import {
  banning, banTold, closing, failure, lifting, moment, reportTold,
} from "../../../Public/js/operator/reports.js";

const report = {
  id: 7, at: 1_790_001_234_567, room: "rAbC…", why: "insult", line: 17, by: "g_1", about: "g_2",
  network: "198.51.100.7", lines: [[16, 0, "g_1", "Ada", "hi"], [17, 1, "g_2", "<b>Eve", "you <i>"]],
};

test("a report tells who said what, to whom it mattered, where and when, with the lines around it", () => {
  const told = reportTold(report);
  assert.deepEqual([told.why, told.name, told.text, told.linesTitle],
    ["An insult", "<b>Eve", "you <i>", "The last 2 lines"]);
  assert.deepEqual(told.facts, [["Said by", "g_2"], ["From", "198.51.100.7"], ["Reported by", "g_1"],
    ["Table", "rAbC…"], ["When", "2026-09-21 14:33 UTC"]]);
  assert.deepEqual(told.lines.map(({ name, text, isMeant }) => [name, text, isMeant]),
    [["Ada", "hi", false], ["<b>Eve", "you <i>", true]]);
});

test("a report of a line that is not there, for a reason of a later version, is told all the same", () => {
  const { network: _, ...rest } = report;
  const told = reportTold({ ...rest, why: "rude", line: 3, lines: report.lines.slice(0, 1) });
  assert.deepEqual([told.why, told.name, told.text, told.linesTitle],
    ["rude", "", "The line is gone.", "The only line"]);
  assert.deepEqual(told.facts[1], ["From", "unknown"]);
});

test("a ban tells whom it keeps away, and until when", () => {
  const until = report.at;
  assert.deepEqual(banTold({ id: 1, guest: "g_2", name: "Eve", until }), ["Eve", "g_2", "anywhere", moment(until)]);
  assert.deepEqual(banTold({ id: 2, network: "198.51.100.7", until }), ["", "anybody", "198.51.100.7", moment(until)]);
});

test("what the buttons ask of the server", () => {
  assert.deepEqual(closing(report), { path: "/operator/reports/7", body: { do: "close" } });
  assert.deepEqual(banning(report, "both", 168),
    { path: "/operator/bans", body: { report: 7, who: "both", hours: 168 } });
  assert.deepEqual(lifting({ id: 3, until: 0 }), { path: "/operator/bans", body: { lift: 3 } });
});

test("what was not done is said", () => {
  assert.equal(failure(401, null), "That is not the operator's token.");
  assert.equal(failure(429, {}), "Too many wrong tokens. Wait some seconds.");
  assert.equal(failure(404, { error: "report", message: "There is no such report." }), "There is no such report.");
  assert.equal(failure(500, null), "The server answered 500: it was not done.");
});
