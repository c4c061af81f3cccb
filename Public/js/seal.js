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

/** The result of checking a seal. Invariant: it speaks of the deal that was asked about last. */
export class Verdict {
  #of = "";
  /** @type {boolean|null|undefined} */
  #found;

  /**
   * Whether the seal of a deal holds, null where that cannot be told; undefined as long as it is not known.
   * @param {{commit?:string, seed?:string, salt?:string}} deal @param {() => void} known called when it is, later
   * @returns {boolean|null|undefined}
   */
  on({ commit = "", seed = "", salt = "" }, known) {
    const of = `${commit} ${seed} ${salt}`;
    if (of === this.#of) return this.#found;
    this.#of = of;
    this.#found = undefined;
    if (seed !== "" && salt !== "") {
      sealHolds({ commit, seed, salt }).then((holds) => {
        if (of !== this.#of) return;
        this.#found = holds;
        known();
      });
    }
    return undefined;
  }
}
