// @ts-check
/**
 * When to try again after a lost connection. Full jitter, so that a thousand clients do not come back as one.
 * Promise: a server that is back within two seconds is found within half a second, one within ten in a second.
 * Invariant: 0 ≤ delay ≤ CAP_MS.
 */

export const BASE_MS = 250;
export const CAP_MS = 15000;
/** A restart takes a second or two, a large one a few: so long the waits grow no further than at the attempts below. */
export const HURRY_MS = 2000;
export const HASTE_MS = 10000;
/** Up to 0.5 s. */
const HURRIED_ATTEMPT = 1;
/** Up to 1 s. */
const HASTY_ATTEMPT = 2;

/** The key with which we came counts no more: signed out elsewhere, or erased. */
export const SIGNED_OUT = 4402;
/** The operator lets us in again later. */
export const BANNED = 4403;
/** Close codes after which only a person can mend things. */
const TERMINAL = new Set([1002, 1003, 1007, 1008, 1009, 4400, 4401, SIGNED_OUT, BANNED]);

/** @param {number} attempt 0 for the first try @param {() => number} random in 0..<1 */
export function delayMs(attempt, random) {
  return random() * Math.min(CAP_MS, BASE_MS * 2 ** Math.min(attempt, 20));
}

/** The line or the server is gone; nobody asked us to stay away. */
const GONE = new Set([1001, 1006]);

/**
 * As how many attempts the tries so far count. A client that was connected hurries for a while; one that never was, or
 * was sent away, does not.
 * @param {number} tries @param {number} code of the close @param {number} awayMs since we were in last
 */
export function attempts(tries, code, awayMs) {
  if (!GONE.has(code) || awayMs >= HASTE_MS) return tries;
  return Math.min(tries, awayMs < HURRY_MS ? HURRIED_ATTEMPT : HASTY_ATTEMPT);
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
