/** Sounds: short, quiet, and only when somebody may hear them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Synthesizer, sound } from "../../../Public/js/sound/sound.js";
import { LOUDEST, VOICES } from "../../../Public/js/sound/voices.js";

/** Notes what is asked of it. */
function context() {
  const heard = [];
  const param = () => ({
    value: 0, setValueAtTime() {}, linearRampToValueAtTime(value) { heard.push(value); },
    exponentialRampToValueAtTime(value) { assert.ok(value > 0, "a glide to nothing is an error"); },
  });
  const node = (more) => ({ connect: (next) => next, ...more });
  return {
    heard, state: "running", currentTime: 1, sampleRate: 8000, destination: {},
    createGain: () => node({ gain: param() }),
    createOscillator: () => node({ frequency: param(), start() {}, stop() {} }),
    createBiquadFilter: () => node({ frequency: param(), Q: param() }),
    createBufferSource: () => node({ start() {} }),
    createBuffer: (_, length) => ({ getChannelData: () => new Float32Array(length) }),
  };
}

test("every sound is short and quiet", () => {
  for (const [name, voices] of Object.entries(VOICES)) {
    assert.ok(voices.length > 0, name);
    for (const { at, lasts, loud, from, to } of voices) {
      assert.ok(at >= 0 && lasts > 0.02 && at + lasts <= 1, name);
      assert.ok(loud > 0 && loud <= LOUDEST, name);
      assert.ok(from > 50 && from < 8000 && to > 50 && to < 8000, name);
    }
    if (name !== "win") assert.ok(Math.max(...voices.map(({ at, lasts }) => at + lasts)) <= 0.3, name);
  }
});

test("nothing is made before something may be heard", () => {
  let allowed = false;
  const it = context();
  let made = 0;
  const player = new Synthesizer(() => allowed, () => (made += 1, it), () => made * 1000);
  for (const name of Object.keys(VOICES)) player.play(name);
  assert.equal(made, 0);
  allowed = true;
  for (const name of Object.keys(VOICES)) player.play(name);
  assert.equal(made, 1);
  assert.equal(it.heard.length, Object.values(VOICES).flat().length);
});

test("many cards that move together are one sound", () => {
  let now = 0;
  const it = context();
  const player = new Synthesizer(() => true, () => it, () => now);
  for (now = 0; now < 40; now += 10) player.play("place");
  assert.equal(it.heard.length, VOICES.place.length);
  now = 200;
  player.play("place");
  assert.equal(it.heard.length, 2 * VOICES.place.length);
});

test("a browser without sound is a silent one", () => {
  let tried = 0;
  const player = new Synthesizer(() => true, () => { tried += 1; throw new Error("no device"); }, () => tried * 1000);
  player.play("win");
  player.play("win");
  assert.equal(tried, 2, "a device may come");
});

test("the page's own is silent where nothing was chosen", () => {
  let made = 0;
  globalThis.AudioContext = class { constructor() { made += 1; } };
  globalThis.document = { visibilityState: "visible" };
  sound.play("win");
  assert.equal(made, 0);
});

test("whatever is not running is to run, and one that cannot is silent", async () => {
  for (const [state, wakes] of [["running", 0], ["suspended", 1], ["interrupted", 1], ["closed", 1]]) {
    const it = { ...context(), state };
    let woken = 0;
    it.resume = () => (woken += 1, Promise.reject(new Error("not now")));
    new Synthesizer(() => true, () => it, () => 0).play("place");
    await new Promise((resolve) => { setImmediate(resolve); });
    assert.equal(woken, wakes, state);
  }
});
