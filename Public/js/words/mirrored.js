// @ts-check
/**
 * English mirrored, for trying a page that is written from right to left without knowing such a language.
 * Promise: the same keys, forms and placeholders as in English; every text is marked, so that one which is not
 * from here stands out.
 */
import { ENGLISH } from "./english.js";
import { Language } from "./say.js";

/** Makes a text run from right to left whatever its letters are. */
const RIGHT_TO_LEFT = "\u202e";
const END = "\u202c";

/** @param {string} text */
const mirror = (text) => RIGHT_TO_LEFT + text + END;

export function mirrored() {
  /** @type {import("./say.js").Words} */
  const words = {};
  for (const [key, entry] of Object.entries(ENGLISH)) {
    words[key] = typeof entry === "string" ? mirror(entry)
      : Object.fromEntries(Object.entries(entry).map(([form, text]) => [form, mirror(text)]));
  }
  return new Language("ar-XB", words, "rtl");
}
