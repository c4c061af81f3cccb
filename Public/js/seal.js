// @ts-check
/** A sealed deal is fair if the commitment shown from the start is the SHA-256 of seed and salt shown at the end. */

/** @param {string} hex @returns {Uint8Array} */
export function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * `null` where the browser offers no hash (only secure pages do).
 * @param {{commit:string, seed:string, salt:string}} deal @returns {Promise<boolean|null>}
 */
export async function sealHolds(deal) {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytesOf(deal.seed + deal.salt)));
  const text = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return text === deal.commit.toLowerCase();
}
