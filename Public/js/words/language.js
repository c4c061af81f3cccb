// @ts-check
/**
 * Which language the page speaks: the one chosen in the settings, else what the browser prefers, else English.
 * Promise: words that cannot be fetched leave the language that was spoken, and nothing waits longer than WAIT_MS for
 * them. Words are fetched once.
 */
import { anew, later } from "../net/release.js";
import { keep } from "../keep.js";
import { english, Language, language, speak } from "./say.js";
import { fill } from "./fill.js";

/** Languages by their code as in the settings, named in themselves. */
const NAMES = new Map([["en", "English"], ["de", "Deutsch"], ["es", "Español"], ["zh", "中文（简体）"]]);
/** Where the words of each are; English comes with the program. early.js names them, too. */
const WORDS = new Map([["de", "/words/de.json"], ["es", "/words/es.json"], ["zh", "/words/zh.json"]]);
/** Full tags, where the code alone says too little. */
const TAGS = new Map([["zh", "zh-Hans"]]);
/** Mirrored English, written from right to left: only `?lang=xb` asks for it, and only tests do. */
const MIRRORED = "xb";
const WAIT_MS = 4000;

/** What can be spoken without asking anybody, by code. */
const known = new Map([["en", english]]);
/** @type {Set<() => void>} */
const listeners = new Set();
/** Of several wishes only the last one counts. */
let wish = 0;

/** What can be chosen. @returns {{code:string, name:string}[]} */
export const languages = () => [...NAMES].map(([code, name]) => ({ code, name }));

/**
 * The code of the language to speak.
 * @param {string} setting a code or "auto" @param {readonly string[]} preferred tags, the best first
 * @param {string|null} [asked] by the address
 */
export function choose(setting, preferred, asked = null) {
  if (asked !== null && (NAMES.has(asked) || asked === MIRRORED)) return asked;
  if (NAMES.has(setting)) return setting;
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => NAMES.has(code)) ?? "en";
}

/**
 * Speaks a language from now on, and tells who listens.
 * @param {string} setting a code, or "auto" for what the browser prefers
 */
export async function setLanguage(setting) {
  const mine = ++wish;
  const asked = new URLSearchParams(location.search).get("lang");
  const code = choose(setting, navigator.languages, asked);
  const next = known.get(code) ?? await load(code);
  // For early.js.
  if (asked === null) keep("spoken", code);
  if (next) known.set(code, next);
  // Somebody chose again meanwhile.
  if (mine !== wish) return;
  const before = language();
  speak(next ?? before);
  const root = document.documentElement;
  root.lang = language().tag;
  root.dir = language().dir;
  if (before.tag === language().tag) return;
  fill(document, before);
  for (const listener of listeners) listener();
}

/** What the address asks for counts no more: something else was chosen by hand, and later. */
export function forgetAsked() {
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  history.replaceState(history.state, "", address);
}

/**
 * Called whenever another language is spoken; the page's own texts have been changed by then.
 * @param {() => void} listener @returns {() => void} ends it
 */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {string} code @returns {Promise<Language|undefined>} nothing if it cannot be had */
async function load(code) {
  const patience = new AbortController();
  const end = setTimeout(() => patience.abort(), WAIT_MS);
  try {
    if (code === MIRRORED) return (await later(() => import("./mirrored.js"))).mirrored();
    const reply = await fetch(WORDS.get(code) ?? "", { signal: patience.signal });
    if (reply.status === 404) await anew();
    return reply.ok ? new Language(TAGS.get(code) ?? code, await reply.json()) : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(end);
  }
}
