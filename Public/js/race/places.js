// @ts-check
/**
 * Who comes before whom in a race, as far as it is known, and by how much. Pure.
 * Promise: a place that the server has told is never guessed; one that may still change is called so.
 */
import { isDone } from "./race.js";

/** @typedef {import("./race.js").Race} Race */
/** @typedef {import("./race.js").Row} Row */
/** @typedef {{place:number, isFinal:boolean}} Place */
/** @typedef {{n:number, behind:boolean, unit:"ms"|"cards"|"points"|"moves", by:number}} Margin  to entrant n; behind:
 *   they are ahead of us */

/**
 * What decides, the most important first; fewer is better.
 * @param {Race} race @param {Row} row @returns {number[]}
 */
function order({ points, low }, { state, ms = 0, done = 0, moves = 0, score = 0 }) {
  const absence = state === "out" ? 1 : 0;
  if (points && state !== "playing") return [absence, low ? score : -score, ms];
  if (state === "won") return [absence, 0, ms, 0];
  return [absence, 1, -done, moves];
}

/**
 * Who came so far first comes first, where that was told of both.
 * @param {Row} a @param {Row} b
 */
const sooner = (a, b) => (a.done === b.done && a.since !== undefined && b.since !== undefined ? a.since - b.since : 0);

/** @param {Race} race @param {Row} a @param {Row} b */
function compared(race, a, b) {
  if (a.place !== undefined && b.place !== undefined) return a.place - b.place;
  if (!race.points && a.state === "over" && b.state === "over" && sooner(a, b) !== 0) return sooner(a, b);
  const [first, second] = [order(race, a), order(race, b)];
  const at = first.findIndex((it, index) => it !== second[index]);
  return at < 0 ? 0 : first[at] - (second[at] ?? 0);
}

/**
 * The best first; equal ones stay as their seats are.
 * @param {Race} race @param {readonly Row[]} rows
 */
export const ranked = (race, rows) => [...rows].sort((a, b) => compared(race, a, b) || a.n - b.n);

/**
 * The place of somebody: the one that was told, else the one that they would have if nothing more happened.
 * @param {Race} race @param {readonly Row[]} rows @param {Row} row @returns {Place|null} null: there is none yet
 */
export function placeOf(race, rows, row) {
  if (row.state === undefined || row.state === "out") return null;
  if (row.place !== undefined) return { place: row.place, isFinal: true };
  // Where nobody has done anything nobody leads.
  if (!isDone(row) && rows.every(({ done = 0, state }) => done === 0 && !isDone({ n: 0, state }))) return null;
  return { place: 1 + rows.filter((it) => compared(race, it, row) < 0).length, isFinal: false };
}

/**
 * How far somebody who is done is behind the next one; of the first one how far ahead of the second.
 * @param {Race} race @param {readonly Row[]} rows @param {Row} row
 * @returns {Margin|null} null: there is nobody, or they are equal
 */
export function marginOf(race, rows, row) {
  const all = ranked(race, rows.filter((it) => isDone(it) && it.state !== "out"));
  const at = all.findIndex(({ n }) => n === row.n);
  if (at < 0) return null;
  const ahead = all.slice(0, at).reverse().find((it) => compared(race, it, row) < 0);
  const after = all.slice(at + 1).find((it) => compared(race, it, row) > 0);
  // Who shares the first place has nobody to be compared with.
  const other = ahead ?? (at === 0 && all[1] === after ? after : undefined);
  return other === undefined ? null : difference(race, row, other, ahead !== undefined);
}

/** @param {Race} race @param {Row} row @param {Row} other @param {boolean} behind @returns {Margin|null} */
function difference(race, row, other, behind) {
  const [a, b] = [row, other].map((it) => (it.state === "won" ? { ...it, done: race.of } : it));
  const by = (/** @type {"ms"|"done"|"moves"|"score"} */ what) => Math.abs((a[what] ?? 0) - (b[what] ?? 0));
  /** @type {Array<[Margin["unit"], number]>} */
  const units = race.points ? [["points", by("score")], ["ms", by("ms")]]
    : row.state === "won" && other.state === "won" ? [["ms", by("ms")]]
    : [["cards", by("done")], ["ms", Math.abs(sooner(row, other))], ["moves", by("moves")]];
  const [unit, much] = units.find(([, it]) => it > 0) ?? ["ms", 0];
  return much === 0 ? null : { n: other.n, behind, unit, by: much };
}
