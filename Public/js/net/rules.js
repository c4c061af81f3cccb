// @ts-check
/**
 * Fetches the rules as WebAssembly. Promise: either all that the module exports, or an error that says why not; never
 * waits longer than told.
 */

/** @param {string} url @param {number} waitMs @returns {Promise<WebAssembly.Exports>} */
export async function fetchRules(url, waitMs) {
  if (typeof WebAssembly !== "object") throw new Error("no WebAssembly here");
  const patience = new AbortController();
  const end = setTimeout(() => patience.abort(), waitMs);
  try {
    const response = await fetch(url, { signal: patience.signal });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    // Only under its own type may a module be compiled while it comes in.
    const streams = response.headers.get("content-type") === "application/wasm";
    const { instance } = streams
      ? await WebAssembly.instantiateStreaming(response)
      : await WebAssembly.instantiate(await response.arrayBuffer());
    return instance.exports;
  } finally {
    clearTimeout(end);
  }
}
