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

/** @param {import("./say.js").Entry} entry @returns {import("./say.js").Entry} */
const mirrorEntry = (entry) => (typeof entry === "string" ? mirror(entry)
  : Object.fromEntries(Object.entries(entry).map(([form, text]) => [form, mirror(text)])));

/** Words that come later are mirrored when they are first said. */
class Mirrored extends Language {
  /** @param {string} key @param {import("./say.js").Args} args */
  say(key, args) {
    if (!Object.hasOwn(this.words, key) && Object.hasOwn(ENGLISH, key)) this.words[key] = mirrorEntry(ENGLISH[key]);
    return super.say(key, args);
  }
}

export function mirrored() {
  const words = Object.fromEntries(Object.entries(ENGLISH).map(([key, entry]) => [key, mirrorEntry(entry)]));
  return new Mirrored("ar-XB", words, "rtl");
}
