// @ts-check
/**
 * In which moment a race is for the one who looks at it, what is seen then, and what is said when one moment becomes
 * another. Pure; in the language that is spoken.
 * Promise: each thing that happens is said once; of progress nothing is said.
 */
import { t } from "../words/say.js";
import { isDone, rowOf, shownRows } from "./race.js";
import { marginWords, placeWords } from "./sentences.js";
import { placeOf } from "./places.js";

/** @typedef {import("./race.js").Race} Race */
/** @typedef {import("./race.js").Seat} Seat */
/**
 * Waits: for others, or for somebody to be ready. Counts: the backs lie there. Plays: on the own table. Looks: at those
 * of others.
 * @typedef {"waits"|"counts"|"plays"|"looks"|"ended"} Moment
 */
/** @typedef {{race:Race, seats:readonly Seat[], seat:number, startsIn:number}} Seen */

/** @param {Seen} seen @returns {Moment} */
export function momentOf({ race, seat, startsIn }) {
  if (race.state === "open") return "waits";
  if (race.state === "ended") return "ended";
  if (race.state === "starting" || startsIn > 0) return "counts";
  const own = seat < 0 ? undefined : rowOf(race, seat);
  return own?.room !== undefined && !isDone(own) ? "plays" : "looks";
}

/**
 * Whether the boards of others may be seen: by who does not play.
 * @param {Seen} seen
 */
export const maySeeOthers = (seen) => ["looks", "ended"].includes(momentOf(seen));

/**
 * Whether we may ask for another race: we were in this one, and are done with it.
 * @param {Pick<Seen, "race"|"seat">} seen
 */
export const isDoneWith = ({ race, seat }) => seat >= 0 && (race.state === "ended" || isDone(rowOf(race, seat)));

/**
 * Whether there is something to say of the end, and a way to the next race: for those who are done also while others
 * still play.
 * @param {Seen} seen
 */
export const hasOutcome = (seen) => seen.race.state === "ended"
  || momentOf(seen) === "looks" && (isDoneWith(seen) || seen.race.next !== undefined);

/** @param {readonly Seat[]} seats @param {number} n */
export const nameIn = (seats, n) => seats.find((it) => it.n === n)?.name ?? t("app.somebody");

/**
 * What is said of what has changed.
 * @param {Seen} before @param {Seen} now @returns {string[]}
 */
export function news(before, now) {
  const { race, seats, seat } = now;
  const said = [];
  if (race.state === "open") said.push(...comings(before, now));
  if (before.race.state === "starting" && race.state === "open") said.push(t("race.reopened"));
  if (momentOf(before) === "counts" && race.state === "running" && momentOf(now) !== "counts") {
    said.push(t("race.go"));
  }
  for (const row of race.entrants) {
    const was = rowOf(before.race, row.n);
    // When the time is over those who still played have not given up.
    const isLate = race.state === "ended" && row.state === "over";
    if (row.n === seat || !isDone(row) || isDone(was) || row.state === "out" || isLate) continue;
    said.push(t(row.state === "won" ? "race.theyWon" : "race.theyEnded", { name: nameIn(seats, row.n) }));
  }
  const own = rowOf(race, seat);
  if (race.state === "ended" && before.race.state !== "ended") said.push(resultWords(now));
  else if (own && isDone(own) && !isDone(rowOf(before.race, seat))) {
    const place = placeOf(race, shownRows(race, seats), own);
    said.push(own.state === "out" ? t("race.youOut") : place ? t("race.youAre", { place: placeWords(place) }) : "");
  }
  // Who still plays is not disturbed.
  if (race.next !== undefined && before.race.next === undefined && momentOf(now) !== "plays") {
    said.push(t("race.someoneAgain"));
  }
  return said.filter((words) => words !== "");
}

/** @param {Seen} before @param {Seen} now */
function comings(before, { race, seats, seat }) {
  const people = (/** @type {readonly Seat[]} */ list) => list.filter(({ id }) => id !== undefined);
  const here = people(seats);
  const came = here.filter(({ n, id }) => n !== seat && !before.seats.some((it) => it.n === n && it.id === id));
  const left = people(before.seats).filter(({ n, id }) => !here.some((it) => it.n === n && it.id === id));
  // Programs are ready at once.
  const ready = here.filter(({ n, kind }) =>
    n !== seat && kind !== "bot" && rowOf(race, n)?.ready && !rowOf(before.race, n)?.ready);
  const counts = { here: here.length, of: seats.length };
  return [
    ...came.map(({ n }) => t("race.came", { name: nameIn(seats, n), ...counts })),
    ...left.filter(({ n }) => n !== seat).map(({ n }) => t("race.left", { name: nameIn(before.seats, n), ...counts })),
    ...ready.map(({ n }) => t("race.isReady", { name: nameIn(seats, n) })),
  ];
}

/**
 * How it ended, or stands, in a sentence: for us, or for who only looked.
 * @param {Seen} seen
 */
export function resultWords({ race, seats, seat }) {
  const rows = shownRows(race, seats);
  const own = seat < 0 ? undefined : rows.find(({ n }) => n === seat);
  const place = own ? placeOf(race, rows, own) : null;
  if (own && place) {
    // How far apart people are is not known before all are done.
    const margin = race.state === "ended" ? marginWords(race, rows, own, (n) => nameIn(seats, n)) : "";
    const words = { place: placeWords(place), margin };
    return t(margin === "" ? "race.youAre" : "race.youAreBy", words);
  }
  if (race.state !== "ended") {
    return t("race.othersPlay", { count: rows.filter(({ state }) => state === "playing").length });
  }
  const first = rows.filter((row) => placeOf(race, rows, row)?.place === 1).map(({ n }) => nameIn(seats, n));
  return first.length === 0 ? t("race.over") : t("race.firstIs", { names: first, count: first.length });
}
