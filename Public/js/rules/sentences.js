// @ts-check
/**
 * The rules of a game as people read them. The server tells them as sentences by key, with arguments; words that are
 * arguments come as keys as well: `{"t": "zone.waste"}`; `{"or": [1, 3]}` is one of these. What has points, and does
 * not say how many, is a row of the table of scoring. Pure.
 * Promise: a sentence that is not known is left out, never shown as a key.
 */
import { anyOf, capital, has, language, t } from "../words/say.js";
import "../words/rules.js";

/** @typedef {[string]|[string, Record<string, unknown>]} Told */
/** @typedef {{text:string, points:string}} Score */
/** @typedef {{title:string, sentences:string[], scores:Score[]}} Section */

const SECTION = "section.";

/**
 * @param {unknown} say as the server tells it @returns {Section[]}
 */
export function sections(say) {
  /** @type {Section[]} */
  const found = [];
  for (const told of Array.isArray(say) ? say : []) {
    const [key, args] = /** @type {unknown[]} */ (Array.isArray(told) ? told : []);
    if (typeof key !== "string" || !has(key)) continue;
    const known = argumentsOf(args);
    const text = t(key, known);
    if (key.startsWith(SECTION)) {
      found.push({ title: text, sentences: [], scores: [] });
      continue;
    }
    if (found.length === 0) found.push({ title: "", sentences: [], scores: [] });
    const section = found[found.length - 1];
    const { points } = known;
    const isRow = typeof points === "number" && t(key, { ...known, points: "" }) === text;
    if (isRow) section.scores.push({ text: capital(text), points: signed(points) });
    else section.sentences.push(capital(text));
  }
  return found.filter(({ sentences, scores }) => sentences.length + scores.length > 0);
}

/** @param {unknown} args @returns {import("../words/say.js").Args} */
function argumentsOf(args) {
  const given = typeof args === "object" && args !== null ? Object.entries(args) : [];
  return Object.fromEntries(given.map(([name, value]) => [name, argument(value)]));
}

/** @param {unknown} value @returns {import("../words/say.js").Args[string]} */
function argument(value) {
  if (Array.isArray(value)) return value.map((it) => /** @type {string|number} */ (argument(it)));
  if (typeof value === "number") return value;
  const { t: key, or } = /** @type {{t?:unknown, or?:unknown}} */ (
    typeof value === "object" && value !== null ? value : {});
  if (Array.isArray(or)) return anyOf(or.map((it) => language().write(argument(it))));
  return typeof key === "string" ? t(key) : String(value);
}

/**
 * `+5`, `−20`, as points are given and taken.
 * @param {number} points
 */
const signed = (points) => (points > 0 ? "+" : "") + language().write(points).replace("-", "−");
