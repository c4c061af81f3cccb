// @ts-check
/**
 * What is heard: each sound as a few short tones and breaths of noise. Pure.
 * Promise: nothing is longer than a second or louder than LOUDEST, and nothing begins or ends with a click.
 */

export const LOUDEST = 0.16;

/**
 * @typedef {object} Voice
 * @property {"tone"|"noise"} kind
 * @property {number} at when it begins, in seconds
 * @property {number} lasts in seconds
 * @property {number} loud at its loudest, of 1
 * @property {number} from in hertz: the pitch of a tone, the middle of a noise's band
 * @property {number} to where it glides
 */

/** @typedef {(at:number, lasts:number, loud:number, from:number, to?:number) => Voice} Make */

/** @type {Make} */
const noise = (at, lasts, loud, from, to = from) => ({ kind: "noise", at, lasts, loud, from, to });
/** @type {Make} */
const tone = (at, lasts, loud, from, to = from) => ({ kind: "tone", at, lasts, loud, from, to });

export const VOICES = {
  /** A card leaves the cloth: a breath that rises. */
  lift: [noise(0, 0.07, 0.07, 1800, 3600)],
  /** A card lies down: a soft knock with a rustle. */
  place: [noise(0, 0.06, 0.12, 1500, 700), tone(0, 0.07, 0.1, 190, 120)],
  /** A card is turned: paper, twice. */
  turn: [noise(0, 0.05, 0.07, 2600, 3400), noise(0.055, 0.05, 0.09, 2200, 1200)],
  /** A card comes home at the end of a game: a light knock on wood, higher each time. */
  tick: [tone(0, 0.06, 0.08, 440, 420), noise(0, 0.03, 0.05, 1800, 1200)],
  /** That does not go: two low, muffled tones, no buzzer. */
  refuse: [tone(0, 0.09, 0.1, 220, 196), tone(0.1, 0.13, 0.1, 185, 165)],
  /** The game is won: a chord, broken. */
  win: [tone(0, 0.3, 0.08, 523.25), tone(0.09, 0.3, 0.08, 659.25), tone(0.18, 0.32, 0.08, 783.99),
    tone(0.27, 0.6, 0.09, 1046.5)],
};

/** @typedef {keyof typeof VOICES} Sound */
