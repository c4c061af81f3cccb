// @ts-check
/**
 * A race as it was told, and what follows from that. Values, never changed in place. Pure.
 * Invariant: one row for each entrant who is or was there, in the order of their seats.
 */

/** @typedef {"open"|"starting"|"running"|"ended"} RaceState */
/** @typedef {"playing"|"won"|"over"|"out"} RowState  out: ready, but not there when it began */
/** @typedef {{n:number, ready?:boolean, salted?:boolean, room?:string, commit?:string, state?:RowState, ms?:number,
 *   done?:number, since?:number, moves?:number, score?:number, place?:number}} Row  since: when they had done so many;
 *   told once they are done */
/** @typedef {{state:RaceState, in?:number, until?:number, entrants?:Row[], start?:string, next?:string, seed?:string,
 *   salt?:string}} RaceChange */
/** @typedef {RaceChange & {game:string, name:string, least:number, seconds:number, undo:boolean, hint:boolean,
 *   commit:string, of:number, points?:boolean, low?:boolean, expected?:number, entrants:Row[]}} Race */
/** @typedef {import("../net/messages.js").Seat} Seat */

/** Stands for what a program would have committed to. */
const PROGRAM = "bot";
/** These do not play any more. */
const DONE = new Set(["won", "over", "out"]);

/**
 * The race after a change, of which only what is new is told.
 * @param {Race} race @param {RaceChange} change @returns {Race}
 */
export function afterChange(race, change) {
  const { in: _, ...known } = race;
  const after = { ...known, ...change, entrants: mergedRows(race.entrants, change.entrants ?? []) };
  // Empty: the next race has begun, and another may be made.
  if (after.next === "") delete after.next;
  return after;
}

/** @param {readonly Row[]} rows @param {readonly Row[]} changed whole ones @returns {Row[]} */
function mergedRows(rows, changed) {
  if (changed.length === 0) return [...rows];
  const all = new Map(rows.map((row) => [row.n, row]));
  for (const row of changed) all.set(row.n, asFar(row, all.get(row.n)));
  return [...all.values()].sort((a, b) => a.n - b.n);
}

/**
 * How far somebody is who plays is told by `progress` alone.
 * @param {Row} row @param {Row|undefined} before @returns {Row}
 */
const asFar = (row, before) => (row.state === "playing" && before?.done !== undefined
  ? { done: before.done, moves: before.moves, ...row } : row);

/**
 * A race that is told anew, as a whole.
 * @param {Race} told @param {Race|null} before @returns {Race}
 */
export const toldAnew = (told, before) =>
  ({ ...told, entrants: (told.entrants ?? []).map((row) => asFar(row, before ? rowOf(before, row.n) : undefined)) });

/**
 * How far those are who still play.
 * @param {Race} race @param {ReadonlyArray<readonly [number, number, number]>} list number, cards done, moves
 * @returns {Race}
 */
export function afterProgress(race, list) {
  const told = new Map(list.map(([n, done, moves]) => [n, { done, moves }]));
  const entrants = race.entrants.map((row) => (row.state === "playing" ? { ...row, ...told.get(row.n) } : row));
  return { ...race, entrants };
}

/** @param {Race} race @param {number} n @returns {Row|undefined} */
export const rowOf = (race, n) => race.entrants.find((row) => row.n === n);

/**
 * Does not play any more, or never did.
 * @param {Row|undefined} row
 */
export const isDone = (row) => row?.state !== undefined && DONE.has(row.state);

/**
 * Those who are shown: while it is open who is there, from the start on who has a table of their own.
 * @param {Race} race @param {readonly Seat[]} seats @returns {Row[]}
 */
export function shownRows(race, seats) {
  const here = new Set(seats.filter(({ id }) => id !== undefined).map(({ n }) => n));
  if (race.state !== "open") return race.entrants.filter(({ room }) => room !== undefined);
  const rows = new Map(race.entrants.map((row) => [row.n, row]));
  return [...here].sort((a, b) => a - b).map((n) => rows.get(n) ?? { n });
}

/**
 * How much is done, from 0 to 1.
 * @param {Race} race @param {Row} row
 */
export const partDone = ({ of }, { done = 0, state }) => (state === "won" ? 1 : of > 0 ? Math.min(1, done / of) : 0);

/**
 * Whether it may begin when the host says so.
 * @param {Race} race @param {readonly Seat[]} seats
 */
export function mayStart(race, seats) {
  const here = new Set(seats.filter(({ id, on }) => id !== undefined && on !== false).map(({ n }) => n));
  const ready = race.entrants.filter((row) => row.ready === true && here.has(row.n)).length;
  return race.state === "open" && ready >= race.least;
}

/**
 * What those have committed to whose tables were opened, by their seats.
 * @param {Race} race @returns {Record<number, string>}
 */
export const committed = ({ entrants }) => Object.fromEntries(
  entrants.filter(({ room }) => room !== undefined).map(({ n, commit = PROGRAM }) => [n, commit]));

/**
 * What its deal has to be bound to; null for one that nobody began.
 * @param {Race} race @param {Record<number, string>} [others] what had been committed to when our own salt was opened
 * @returns {import("../seal/holds.js").Bound|null}
 */
export function boundOf(race, others = committed(race)) {
  const { game, seconds, undo, hint, start, entrants } = race;
  if (start === undefined) return null;
  const out = new Set(entrants.filter(({ state }) => state === "out").map(({ n }) => n));
  const named = Object.entries(others).map(([n, commit]) => ({ n: Number(n), commit, isOut: out.has(Number(n)) }));
  return { game, seconds, undo, hint, named };
}
