import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { Solver } from "../../../Public/js/solver/solver.js";

const RULES = Uint8Array.of(1);
const VIEW = Uint8Array.of(2);
const SUPERSEDED = { is: "unknown", why: "superseded" };
const UNAVAILABLE = { is: "unknown", why: "unavailable" };
const IMPOSSIBLE = { is: "impossible", spent: 7 };

/** A worker that says what it is told to. */
class FakeWorker extends EventTarget {
  asked = [];
  isEnded = false;

  postMessage(message) {
    this.asked.push(message);
  }

  terminate() {
    this.isEnded = true;
  }

  /** About the question asked last, or another one. */
  say(what, id = this.asked.at(-1).id) {
    this.dispatchEvent(new MessageEvent("message", { data: { id, ...what } }));
  }
}

let workers;
let timers;
let now;
const { clearTimeout, performance, setTimeout } = globalThis;
const solver = () => new Solver(() => {
  workers.push(new FakeWorker());
  return workers.at(-1);
});
const wait = (ms) => {
  now += ms;
  for (const timer of timers.filter(({ at }) => at <= now)) {
    timers = timers.filter((it) => it !== timer);
    timer.act();
  }
};
/** Whether a verdict is there already. */
const isOpen = (promise) => Promise.race([promise.then(() => false), Promise.resolve(true)]);

const set = (all) => {
  for (const [name, value] of Object.entries(all)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
};
beforeEach(() => {
  [workers, timers, now] = [[], [], 1000];
  set({
    performance: { now: () => now },
    setTimeout: (act, ms) => timers[timers.push({ act, at: now + ms }) - 1],
    clearTimeout: (timer) => { timers = timers.filter((it) => it !== timer); },
  });
});
afterEach(() => set({ clearTimeout, performance, setTimeout }));

describe("A question", () => {
  test("begins a worker, the first one alone, and gets its verdict", async () => {
    const asking = solver();
    assert.equal(workers.length, 0);
    for (const verdict of [IMPOSSIBLE, { is: "winnable", line: [{ item: 3, in: "t0" }], autoOff: true, spent: 1 }]) {
      const answer = asking.ask(RULES, VIEW, 50);
      const [worker] = workers;
      const { id, ...question } = worker.asked.at(-1);
      assert.deepEqual(question, { rules: RULES, view: VIEW, positions: 50 });
      worker.say({ begins: true });
      assert.ok(await isOpen(answer));
      worker.say(verdict, id);
      assert.deepEqual(await answer, verdict);
    }
    assert.equal(workers.length, 1);
  });

  test("ends a search that has lasted longer than a moment", async () => {
    const asking = solver();
    const first = asking.ask(RULES, VIEW, 1);
    workers[0].say({ begins: true });
    wait(5000);
    const second = asking.ask(RULES, VIEW, 2);
    assert.deepEqual(await first, SUPERSEDED);
    wait(0);
    assert.ok(workers[0].isEnded);
    assert.equal(workers[1].asked[0].positions, 2);
    workers[1].say(IMPOSSIBLE);
    assert.deepEqual(await second, IMPOSSIBLE);
  });

  test("waits a moment for a search that has only begun, and takes its answer for none of its own", async () => {
    const asking = solver();
    const first = asking.ask(RULES, VIEW, 1);
    workers[0].say({ begins: true });
    wait(60);
    const second = asking.ask(RULES, VIEW, 2);
    assert.deepEqual(await first, SUPERSEDED);
    wait(30);
    workers[0].say(IMPOSSIBLE);
    assert.ok(await isOpen(second));
    assert.equal(workers[0].asked[1].positions, 2);
    wait(1000);
    assert.ok(!workers[0].isEnded);
    workers[0].say({ is: "unknown", why: "positions", spent: 2 });
    assert.equal((await second).why, "positions");
  });

  test("is the newest one when the moment is over, whatever was asked between", async () => {
    const asking = solver();
    const before = [1, 2, 3].map((positions) => asking.ask(RULES, VIEW, positions));
    const last = asking.ask(RULES, VIEW, 4);
    for (const verdict of before) assert.deepEqual(await verdict, SUPERSEDED);
    workers[0].say({ begins: true });
    wait(100);
    assert.ok(workers[0].isEnded);
    assert.deepEqual(workers[1].asked.map((it) => it.positions), [4]);
    workers[0].say(IMPOSSIBLE);
    assert.ok(await isOpen(last), "what was ended says nothing any more");
    workers[1].say(IMPOSSIBLE);
    assert.deepEqual(await last, IMPOSSIBLE);
  });

  test("does not end a worker that is still loading", async () => {
    const asking = solver();
    asking.ask(RULES, VIEW, 1);
    wait(10000);
    const second = asking.ask(RULES, VIEW, 2);
    wait(10000);
    assert.ok(!workers[0].isEnded);
    workers[0].say({ begins: true });
    workers[0].say(IMPOSSIBLE);
    workers[0].say(IMPOSSIBLE);
    assert.deepEqual(await second, IMPOSSIBLE);
    assert.equal(workers.length, 1);
  });

  test("may be taken back, and its search ends", async () => {
    const asking = solver();
    const answer = asking.ask(RULES, VIEW, 1);
    workers[0].say({ begins: true });
    asking.cancel();
    assert.deepEqual(await answer, SUPERSEDED);
    wait(100);
    assert.ok(workers[0].isEnded);
    asking.cancel();
    const next = asking.ask(RULES, VIEW, 2);
    workers[1].say(IMPOSSIBLE);
    assert.deepEqual(await next, IMPOSSIBLE);
  });
});

describe("A worker", () => {
  test("ends when nobody has asked it for a minute", async () => {
    const asking = solver();
    for (let time = 0; time < 2; time += 1) {
      const answer = asking.ask(RULES, VIEW, 1);
      workers[0].say(IMPOSSIBLE);
      await answer;
      wait(59000);
      assert.ok(!workers[0].isEnded);
    }
    wait(1000);
    assert.ok(workers[0].isEnded);
    const answer = asking.ask(RULES, VIEW, 2);
    workers[1].say(IMPOSSIBLE);
    assert.deepEqual(await answer, IMPOSSIBLE);
  });

  test("does not end while it searches", async () => {
    const asking = solver();
    const first = asking.ask(RULES, VIEW, 1);
    workers[0].say(IMPOSSIBLE);
    await first;
    const second = asking.ask(RULES, VIEW, 2);
    workers[0].say({ begins: true });
    wait(600000);
    assert.ok(!workers[0].isEnded);
    workers[0].say(IMPOSSIBLE);
    assert.deepEqual(await second, IMPOSSIBLE);
  });

  for (const [how, fail] of [
    ["says that it fails", (worker) => worker.say({ fails: "RuntimeError: unreachable" })],
    ["cannot be loaded", (worker) => worker.dispatchEvent(new Event("error"))],
    ["sends what cannot be read", (worker) => worker.dispatchEvent(new Event("messageerror"))],
  ]) {
    test(`that ${how} makes every verdict unavailable`, async () => {
      const asking = solver();
      const answers = [asking.ask(RULES, VIEW, 1), asking.ask(RULES, VIEW, 2)];
      assert.equal(asking.off, "");
      fail(workers[0]);
      assert.deepEqual(await Promise.all(answers), [SUPERSEDED, UNAVAILABLE]);
      assert.ok(workers[0].isEnded);
      assert.notEqual(asking.off, "");
      assert.deepEqual(await asking.ask(RULES, VIEW, 3), UNAVAILABLE);
      assert.equal(workers.length, 1);
    });
  }

  test("that cannot be made is unavailable too", async () => {
    const asking = new Solver();
    assert.deepEqual(await asking.ask(RULES, VIEW, 1), UNAVAILABLE);
    assert.match(asking.off, /Worker/);
    asking.cancel();
  });

  test("that cannot be given anything is unavailable too", async () => {
    const asking = new Solver(() => Object.assign(new FakeWorker(), { postMessage() { throw new Error("no room"); } }));
    assert.deepEqual(await asking.ask(RULES, VIEW, 1), UNAVAILABLE);
    assert.match(asking.off, /no room/);
  });
});
