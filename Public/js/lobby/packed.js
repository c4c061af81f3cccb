// @ts-check
/**
 * Games of somebody's own as links: the description itself stands behind the `#`, so that no server hears of it before
 * somebody deals it. As text or deflated, whichever is shorter, in the letters of base64url.
 * Promise: what is read is a text of at most as many bytes as a description may have, or nothing.
 */
import { DESCRIPTION_BYTES_MAX, isShared, MARK } from "./shared.js";

const PLAIN = "0";
const DEFLATED = "1";
/** What bytes of the longest description become. */
const LETTERS_MAX = Math.ceil(DESCRIPTION_BYTES_MAX * 4 / 3);

/** @param {string} text of a description @returns {Promise<string>} a path in the lobby */
export async function pathOf(text) {
  const plain = new TextEncoder().encode(text);
  const deflated = await through(new Blob([plain]), "CompressionStream", Infinity);
  const shorter = deflated !== null && deflated.length < plain.length;
  return `/${MARK}${shorter ? DEFLATED + letters(deflated) : PLAIN + letters(plain)}`;
}

/** @param {string} hash of an address @returns {Promise<string|null>} nothing where it cannot be read */
export async function sharedText(hash) {
  const [kind = "", rest] = [hash.charAt(MARK.length), hash.slice(MARK.length + 1)];
  const bytes = isShared(hash) ? bytesOf(rest) : null;
  if (bytes === null) return null;
  const whole = kind === PLAIN ? bytes : kind !== DEFLATED ? null
    : await through(new Blob([bytes]), "DecompressionStream", DESCRIPTION_BYTES_MAX);
  if (whole === null || whole.length === 0 || whole.length > DESCRIPTION_BYTES_MAX) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(whole);
  } catch {
    return null;
  }
}

/**
 * @param {Blob} blob @param {"CompressionStream"|"DecompressionStream"} kind @param {number} max bytes that may come
 * @returns {Promise<Uint8Array|null>} nothing where there is no such stream, or it fails, or too much comes
 */
async function through(blob, kind, max) {
  try {
    /** @type {any} not every browser has them */
    const { [kind]: Stream } = globalThis;
    /** @type {Uint8Array[]} */
    const parts = [];
    let size = 0;
    const reader = blob.stream().pipeThrough(new Stream("deflate-raw")).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parts.push(next.value);
      size += next.value.length;
      if (size > max) {
        reader.cancel().catch(() => {});
        return null;
      }
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  } catch {
    return null;
  }
}

/** @param {Uint8Array} bytes */
function letters(bytes) {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {string} text @returns {Uint8Array|null} */
function bytesOf(text) {
  if (text.length > LETTERS_MAX || !/^[\w-]+$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
