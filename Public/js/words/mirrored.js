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

/** @param {import("./say.js").Entry} entry */
const mirroredEntry = (entry) => (typeof entry === "string" ? mirror(entry)
  : Object.fromEntries(Object.entries(entry).map(([form, text]) => [form, mirror(text)])));

class Mirrored extends Language {
  /** @param {string} key @param {import("./say.js").Args} args */
  say(key, args) {
    // English gets more words with each part of the program that comes later.
    if (!Object.hasOwn(this.words, key) && Object.hasOwn(ENGLISH, key)) this.words[key] = mirroredEntry(ENGLISH[key]);
    return super.say(key, args);
  }
}

export const mirrored = () => new Mirrored("ar-XB", {}, "rtl");
