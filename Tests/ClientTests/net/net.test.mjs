import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { afterClose, attempts, BASE_MS, CAP_MS, delayMs, HASTE_MS, HURRY_MS } from "../../../Public/js/net/backoff.js";
import { Visit } from "../../../Public/js/net/visit.js";

describe("coming back", () => {
  test("waits anything up to a bound that doubles to fifteen seconds", () => {
    const bounds = [0, 1, 2, 3, 6, 7, 500].map((attempt) => delayMs(attempt, () => 1));
    assert.deepEqual(bounds, [BASE_MS, 500, 1000, 2000, CAP_MS, CAP_MS, CAP_MS]);
    assert.equal(delayMs(9, () => 0), 0);
  });

  for (const code of [1002, 1003, 1007, 1008, 1009, 4400, 4401, 4402, 4403]) {
    test(`is not tried after ${code}`, () => assert.equal(afterClose(code, 0, Math.random), null));
  }

  for (const code of [1000, 1001, 1006, 4000, 4008, 4010]) {
    test(`is tried after ${code}`, () => assert.equal(afterClose(code, 0, () => 0.5), BASE_MS / 2));
  }

  /** Each wait, and how long one was away when it began. */
  const waits = (code, part, wasIn = true) => {
    const all = [];
    let away = wasIn ? 0 : Infinity;
    for (let tries = 0; all.length < 40; tries++) {
      tries = attempts(tries, code, away);
      const wait = afterClose(code, tries, () => part);
      all.push({ wait: wait / part, away });
      away += wait;
    }
    return all;
  };

  for (const code of [1001, 1006]) {
    test(`after ${code} waits half a second at most in the first two, a second in the first ten, then doubles`, () => {
      for (const part of [1, 0.5]) {
        const all = waits(code, part);
        const during = (from, to) => all.filter(({ away }) => from <= away && away < to).map(({ wait }) => wait);
        const hurried = during(0, HURRY_MS);
        assert.deepEqual(hurried.slice(0, 4), [BASE_MS, 500, 500, 500]);
        assert.ok(hurried.every((wait) => wait <= 500));
        const hasty = during(HURRY_MS, HASTE_MS);
        assert.ok(hasty.length >= 8 && hasty.every((wait) => wait === 1000));
        const later = during(HASTE_MS, Infinity).slice(0, 5);
        assert.deepEqual(later, [2000, 4000, 8000, CAP_MS, CAP_MS]);
      }
    });
  }

  test("is in no haste when it was sent away, or never came in", () => {
    for (const all of [waits(1013, 1), waits(4008, 1), waits(1006, 1, false)]) {
      assert.deepEqual(all.slice(0, 5).map(({ wait }) => wait), [BASE_MS, 500, 1000, 2000, 4000]);
    }
  });

  test("waits ten seconds when we were too many", () => assert.ok(afterClose(4029, 0, () => 0) >= 10000));

  test("keeps to the window that a planned close named", () => {
    assert.equal(afterClose(4000, 5, () => 0, [200, 2000]), 200);
    assert.equal(afterClose(4000, 5, () => 1, [200, 2000]), 2000);
  });
});

describe("a visit", () => {
  const welcome = (more) => ({ t: "welcome", sid: "s1", boot: "b1", rooms: [], resumed: false, ...more });
  const question = (c) => ({ t: "lobby", c, on: true });

  test("counts its questions up and gives each its answer once", () => {
    const it = new Visit();
    const heard = [];
    assert.equal(it.ask(question, (answer) => heard.push(answer.c), true), '{"t":"lobby","c":1,"on":true}\n');
    it.ask(question, (answer) => heard.push(answer.c), true);
    it.answered({ t: "ok", c: 2 });
    it.answered({ t: "ok", c: 2 });
    it.answered({ t: "ok", c: 1 });
    assert.deepEqual(heard, [2, 1]);
  });

  test("sends what was asked before the first welcome after it", () => {
    const it = new Visit();
    it.ask(question, () => assert.fail("nobody answered yet"), false);
    assert.deepEqual(it.welcomed(welcome()), ['{"t":"lobby","c":1,"on":true}\n']);
  });

  test("has nothing to resume before it was welcomed", () => {
    const it = new Visit();
    assert.equal(it.resume([]), undefined);
    it.welcomed(welcome());
    assert.deepEqual(it.resume([["r1", "e1", 4]]), { sid: "s1", rooms: [["r1", "e1", 4]] });
  });

  test("resumed: what was not answered is sent again, with the same number and in order", () => {
    const it = new Visit();
    it.welcomed(welcome());
    const heard = [];
    for (let i = 0; i < 3; i++) it.ask(question, (answer) => heard.push(answer.c), true);
    it.answered({ t: "ok", c: 2 });
    const again = it.welcomed(welcome({ resumed: true }));
    assert.deepEqual(again, ['{"t":"lobby","c":1,"on":true}\n', '{"t":"lobby","c":3,"on":true}\n']);
    it.answered({ t: "ok", c: 1 });
    assert.deepEqual(heard, [2, 1]);
  });

  test("begun anew: what the old one was asked is lost, what was never sent is sent", () => {
    const it = new Visit();
    it.welcomed(welcome());
    const heard = [];
    it.ask(question, (answer) => heard.push([answer.c, answer.code]), true);
    it.ask(question, (answer) => heard.push([answer.c, answer.code]), false);
    assert.deepEqual(it.welcomed(welcome({ sid: "s2" })), ['{"t":"lobby","c":2,"on":true}\n']);
    assert.deepEqual(heard, [[1, "lost"]]);
    assert.equal(it.sid, "s2");
  });
});
