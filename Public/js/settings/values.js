// @ts-check
/**
 * What may be set, and what holds where nothing was: pure.
 * Promise: whatever was read from a place that anybody may write to, what comes out is of these values.
 */

/** Every setting: its values, the default first; `false` and `true` are a switch. */
export const CHOICES = /** @type {const} */ ({
  theme: ["auto", "light", "dark", "baize", "contrast"],
  back: ["lattice", "waves", "argyle", "stripes", "stars", "tartan", "rings", "plain"],
  colours: ["2", "4"],
  hand: ["right", "left"],
  large: [false, true],
  sound: [false, true],
  motion: ["auto", "reduce"],
  oneTap: ["auto", "on", "off"],
  auto: ["off", "safe", "all"],
  timed: [true, false],
  timer: [true, false],
  letters: [true, false],
  language: ["auto", "en", "de", "es", "zh"],
});

/** @typedef {keyof typeof CHOICES} Key */
/** @typedef {{[K in Key]: typeof CHOICES[K][number]}} Values */

export const KEYS = /** @type {Key[]} */ (Object.keys(CHOICES));

/** @template {Key} K @param {K} key @param {unknown} value @returns {Values[K]} the default for what is unknown */
export function known(key, value) {
  const values = /** @type {readonly unknown[]} */ (CHOICES[key]);
  return /** @type {Values[K]} */ (values.includes(value) ? value : values[0]);
}

/** @param {string} text as it was kept @returns {Values} */
export function read(text) {
  const found = /** @type {Record<string, unknown>} */ (parsed(text));
  return /** @type {Values} */ (Object.fromEntries(KEYS.map((key) => [key, known(key, found[key])])));
}

/** @param {Values} values @returns {string} only what differs from the defaults, so that a default may still change */
export function write(values) {
  return JSON.stringify(Object.fromEntries(KEYS.filter((key) => values[key] !== CHOICES[key][0])
    .map((key) => [key, values[key]])));
}

/** @param {string} text @returns {object} */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
