// @ts-check
/**
 * Numbers of deals. They reach up to 2^64 − 1: numbers where JavaScript counts exactly, decimal text above.
 * Invariant: the same deal is always written in the same way, so that two of them can be compared.
 */

/** @typedef {number|string} DealNumber */

const LAST = 2n ** 64n - 1n;

/**
 * A number that somebody wrote.
 * @param {string} text @returns {DealNumber|null} nothing if there is no such deal
 */
export function dealNumber(text) {
  const digits = text.trim();
  if (!/^\d{1,20}$/.test(digits)) return null;
  const number = BigInt(digits);
  return number > LAST ? null : written(number);
}

/**
 * The number of the deal that comes after; after the last one the first.
 * @param {DealNumber} n @returns {DealNumber}
 */
export function nextNumber(n) {
  const next = BigInt(n) + 1n;
  return next > LAST ? 0 : written(next);
}

/** @param {bigint} number @returns {DealNumber} */
const written = (number) => (number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : String(number));
