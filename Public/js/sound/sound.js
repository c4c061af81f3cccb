// @ts-check
/**
 * Small sounds of the table, made here: `sound.play("place")`.
 * Promise: silent unless the setting says otherwise; silent before somebody has pressed anything, and in a tab that
 * nobody sees. A browser without sound is a silent one.
 */
import { settings } from "../settings.js";
import { VOICES } from "./voices.js";

/** @typedef {import("./voices.js").Sound} Sound */

/** Two of the same within this time are one: many cards move together. */
const TOGETHER_MS = 45;
const ATTACK_S = 0.006;

export class Synthesizer {
  /** @type {AudioContext|null} */
  #context = null;
  /** @type {AudioBuffer|null} */
  #noise = null;
  /** @type {Map<Sound, number>} */
  #last = new Map();

  /**
   * @param {() => boolean} allowed whether anything may be heard now
   * @param {() => AudioContext} makes where sounds come from; called when the first one is heard
   * @param {() => number} clock in milliseconds
   */
  constructor(allowed, makes, clock) {
    this.allowed = allowed;
    this.makes = makes;
    this.clock = clock;
  }

  /** @param {Sound} sound @param {number} [pitch] how many times as high */
  play(sound, pitch = 1) {
    if (!this.allowed()) return;
    const now = this.clock();
    if (now - (this.#last.get(sound) ?? -Infinity) < TOGETHER_MS) return;
    this.#last.set(sound, now);
    try {
      const context = this.#context ??= this.makes();
      // Some browsers know more states than the standard: whatever is not running is to run.
      if (context.state !== "running") context.resume().catch(() => {});
      for (const voice of VOICES[sound]) this.#voice(context, voice, pitch);
    } catch { /* no sound here */ }
  }

  /** @param {AudioContext} context @param {import("./voices.js").Voice} voice @param {number} pitch */
  #voice(context, { kind, at, lasts, loud, from, to }, pitch) {
    const start = context.currentTime + at;
    const end = start + lasts;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + ATTACK_S);
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    gain.connect(context.destination);
    if (kind === "tone") {
      const tone = context.createOscillator();
      tone.type = "triangle";
      glide(tone.frequency, from * pitch, to * pitch, start, end);
      tone.connect(gain);
      tone.start(start);
      tone.stop(end);
      return;
    }
    const source = context.createBufferSource();
    source.buffer = this.#rustle(context);
    const band = context.createBiquadFilter();
    band.type = "bandpass";
    band.Q.value = 0.9;
    glide(band.frequency, from, to, start, end);
    source.connect(band).connect(gain);
    source.start(start, 0, lasts);
  }

  /**
   * A fifth of a second of noise, made once.
   * @param {AudioContext} context
   */
  #rustle(context) {
    if (this.#noise) return this.#noise;
    const length = Math.round(context.sampleRate / 5);
    this.#noise = context.createBuffer(1, length, context.sampleRate);
    const samples = this.#noise.getChannelData(0);
    for (let index = 0; index < length; index++) samples[index] = Math.random() * 2 - 1;
    return this.#noise;
  }
}

/** @param {AudioParam} param @param {number} from @param {number} to @param {number} start @param {number} end */
function glide(param, from, to, start, end) {
  param.setValueAtTime(from, start);
  param.exponentialRampToValueAtTime(to, end);
}

let pressed = false;
for (const press of ["pointerdown", "keydown"]) {
  globalThis.addEventListener?.(press, () => {
    pressed = true;
  }, { capture: true, once: true });
}

export const sound = new Synthesizer(
  () => settings.get("sound") && pressed && document.visibilityState === "visible",
  () => new AudioContext(),
  () => performance.now(),
);

// Turning sounds on plays one.
settings.subscribe((changed) => {
  if (changed.includes("sound")) sound.play("place");
});
