// @ts-check
/**
 * What the page says, in the reader's language: `t("card.name", {rank, suit})`.
 * Promise: there is always something to say. What a language lacks is said in English, which comes with the page;
 * a key that nobody knows becomes its own last word, never a raw key.
 * Pure: languages are brought by language.js; tests and other places without a page speak English.
 */
import { ENGLISH } from "./english.js";

/** A text with `{placeholders}`, or one for each plural form of the language, chosen by `args.count`. */
/** @typedef {string|Partial<Record<Intl.LDMLPluralRule, string>>} Entry */
/** @typedef {Record<string, Entry>} Words */
/** Numbers are written as the language writes them; what is only a name (the number of a deal) comes as a string. */
/** @typedef {Record<string, string|number|readonly (string|number)[]>} Args */

/** One language: its texts and how it counts, lists and writes numbers. */
export class Language {
  /**
   * @param {string} tag of BCP 47 @param {Words} words @param {"ltr"|"rtl"} [dir]
   * @param {string} [ways] the tag of how it is written, if that says more
   */
  constructor(tag, words, dir = "ltr", ways = tag) {
    this.tag = tag;
    this.words = words;
    this.dir = dir;
    this.plurals = new Intl.PluralRules(ways);
    this.numbers = new Intl.NumberFormat(ways);
    this.all = new Intl.ListFormat(ways, { type: "conjunction" });
    this.times = new Intl.RelativeTimeFormat(ways, { numeric: "auto" });
    this.any = new Intl.ListFormat(ways, { type: "disjunction" });
  }

  /** @param {string} key @param {Args} args @returns {string|undefined} nothing where it has no such words */
  say(key, args) {
    if (!Object.hasOwn(this.words, key)) return undefined;
    const entry = this.words[key];
    const text = typeof entry === "string" ? entry : this.#form(entry, args.count);
    if (!text.includes("{")) return text;
    return text.replace(/\{(\w+)\}/g, (_, name) => this.#argument(name, args));
  }

  /**
   * `{Why}` is `{why}` where a sentence begins.
   * @param {string} name @param {Args} args
   */
  #argument(name, args) {
    if (Object.hasOwn(args, name)) return this.write(args[name]);
    const small = name.charAt(0).toLowerCase() + name.slice(1);
    return Object.hasOwn(args, small) ? capitalIn(this.tag, this.write(args[small])) : "";
  }

  /** @param {Exclude<Entry, string>} forms @param {Args[string]} count */
  #form(forms, count) {
    const number = Number(count);
    return (Number.isNaN(number) ? undefined : forms[this.plurals.select(number)]) ?? forms.other ?? "";
  }

  /** @param {Args[string]} value @returns {string} */
  write(value) {
    if (typeof value === "string") return value;
    if (typeof value === "number") return this.numbers.format(value);
    return this.all.format(value.map((it) => this.write(it)));
  }
}

// As it is written in Britain, without a comma before "and".
export const english = new Language("en", ENGLISH, "ltr", "en-GB");
let spoken = english;

/** @param {Language} [language] the one to speak from now on; without it English */
export function speak(language = english) {
  spoken = language;
}

/** The language that is spoken now. */
export const language = () => spoken;

/**
 * The words of a key, with its placeholders filled.
 * @param {string} key @param {Args} [args]
 */
export function t(key, args = {}) {
  return spoken.say(key, args) ?? english.say(key, args) ?? lastWord(key);
}

/**
 * Whether there are words for a key at all: for names that come from elsewhere.
 * @param {string} key
 */
export const has = (key) => Object.hasOwn(ENGLISH, key);

/**
 * `a, b or c`
 * @param {readonly string[]} words
 */
export const anyOf = (words) => spoken.any.format(words);

/** @param {string} text */
export const capital = (text) => capitalIn(spoken.tag, text);

/** @param {string} tag @param {string} text */
function capitalIn(tag, text) {
  return text.charAt(0).toLocaleUpperCase(tag) + text.slice(1);
}

/**
 * With one digit behind the point.
 * @param {number} number
 */
export const decimal = (number) =>
  number.toLocaleString(spoken.tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/**
 * `status.noMoves` → `no moves`.
 * @param {string} key
 */
const lastWord = (key) => key.slice(key.lastIndexOf(".") + 1).replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

/** @param {number} bytes as `5.0 MB` */
export function sizeWords(bytes) {
  if (bytes < 1e6) return t("transfer.KB", { count: Math.max(1, Math.round(bytes / 1024)) });
  return t("transfer.MB", { size: decimal(bytes / 1048576) });
}
