// @ts-check
/**
 * When to try again after a lost connection. Full jitter, so that a thousand clients do not come back as one.
 * Invariant: 0 ≤ delay ≤ capMs.
 */

export const BASE_MS = 250;
export const CAP_MS = 15000;

/** Close codes after which only a person can mend things. */
const TERMINAL = new Set([1002, 1003, 1007, 1008, 1009, 4400, 4401]);

/** @param {number} attempt 0 for the first try @param {() => number} random in 0..<1 */
export function delayMs(attempt, random) {
  return random() * Math.min(CAP_MS, BASE_MS * 2 ** Math.min(attempt, 20));
}

/**
 * What a close means: `null` stays closed, otherwise the milliseconds until the next try.
 * @param {number} code @param {number} attempt @param {() => number} random
 * @param {[number, number]|null} [window] as promised by a `bye`
 */
export function afterClose(code, attempt, random, window = null) {
  if (TERMINAL.has(code)) return null;
  if (code === 4029) return 10000 + random() * 1000;
  if (window) return window[0] + random() * Math.max(0, window[1] - window[0]);
  return delayMs(attempt, random);
}
