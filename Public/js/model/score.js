// @ts-check
/**
 * Time and score as they tick between two messages. Pure: the caller says how long ago the status was heard.
 * Invariant: time never takes a score below 0.
 */

/** @typedef {import("../net/messages.js").Status} Status */

/** So often time costs points. */
const TICK_MS = 10000;

/** @param {Status} status @param {number} sinceMs */
export function clockMs(status, sinceMs) {
  return status.clock + (status.run ? sinceMs : 0);
}

/** @param {Status} status @param {number} sinceMs */
export function score(status, sinceMs) {
  if (!status.timed || !status.run) return status.score;
  // A game in which time costs nothing counts no ticks, however late it is.
  const isFree = status.ticks === 0 && status.clock >= TICK_MS;
  if (isFree || status.score <= 0) return status.score;
  const ticks = Math.floor(clockMs(status, sinceMs) / TICK_MS);
  return Math.max(0, status.score - 2 * (ticks - status.ticks));
}

/**
 * `4:07`, `1:02:33`.
 * @param {number} ms
 */
export function timeText(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
