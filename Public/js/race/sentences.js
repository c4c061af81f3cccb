// @ts-check
/** The sentences of a race: its rules in one line, places, margins, times, and what its deal comes to. Pure. */
import { timeText } from "../model/score.js";
import { capital, language, t } from "../words/say.js";
import { marginOf, placeOf } from "./places.js";
import { isDone } from "./race.js";

/** @typedef {import("./race.js").Race} Race */
/** @typedef {import("./race.js").Row} Row */

/** Margins below a minute are told to a tenth of a second. */
const MINUTE_MS = 60000;

/**
 * `2nd`.
 * @param {number} n
 */
export function nth(n) {
  const ordinal = new Intl.PluralRules(language().tag, { type: "ordinal" }).select(n);
  return t(`race.nth.${ordinal}`, { n: String(n) });
}

/** @param {import("./places.js").Place} place */
export const placeWords = ({ place, isFinal }) => (isFinal ? nth(place) : t("race.soFar", { place: nth(place) }));

/**
 * What is raced for, and what is allowed.
 * @param {Race} race
 */
export function rulesLine({ seconds, undo, hint, points, low }) {
  return [
    t(!points ? "race.goalTime" : low ? "race.goalFew" : "race.goalMany"),
    t("race.minutes", { count: Math.round(seconds / 6) / 10 }), t(undo ? "race.undo" : "race.noUndo"),
    t(hint ? "race.hint" : "race.noHint"),
  ].map((part, at) => (at === 0 ? capital(part) : part)).join(" · ");
}

/** @param {number} ms a difference */
function differenceText(ms) {
  if (ms >= MINUTE_MS) return timeText(ms);
  const digits = ms < 1000 ? 2 : 1;
  const seconds = (ms / 1000).toLocaleString(language().tag, { minimumFractionDigits: digits,
    maximumFractionDigits: digits });
  return t("race.seconds", { seconds });
}

/**
 * `0:12 behind Ben`; empty where there is nobody, or no difference.
 * @param {Race} race @param {readonly Row[]} rows @param {Row} row @param {(n:number) => string} name
 */
export function marginWords(race, rows, row, name) {
  const margin = marginOf(race, rows, row);
  if (!margin) return "";
  const { unit, by, behind, n } = margin;
  const much = unit === "ms" ? differenceText(by) : unit === "cards" ? t("race.cards", { count: by })
    : unit === "points" ? t("panel.points", { count: by }) : t("lobby.moves", { count: by });
  return t(behind ? "race.behind" : "race.ahead", { much, name: name(n) });
}

/**
 * How far somebody is, or how they ended.
 * @param {Race} race @param {Row} row
 */
export function farWords(race, row) {
  const { state, done = 0, moves = 0, ms = 0, score = 0 } = row;
  if (state === "out") return t("race.out");
  const cards = t("race.done", { done, of: race.of });
  if (!isDone(row)) return cards;
  const points = race.points ? [t("panel.points", { count: score })] : [];
  // When the time is over those who still played have not given up.
  const gaveUp = state === "over" && race.state === "running" ? [t("lobby.over")] : [];
  const far = state === "won" && !race.points ? [timeText(ms)] : [...gaveUp, ...points, cards];
  return [...far, t("lobby.moves", { count: moves })].join(" · ");
}

/**
 * A row of the result for the ear: `Ben, 2nd, 1:21 · 120 moves, 0:12 behind Ada`.
 * @param {Race} race @param {readonly Row[]} rows @param {Row} row @param {(n:number) => string} name
 */
export function rowWords(race, rows, row, name) {
  const place = placeOf(race, rows, row);
  return [name(row.n), place ? placeWords(place) : "", farWords(race, row),
    race.state === "ended" ? marginWords(race, rows, row, name) : ""].filter((it) => it !== "").join(", ");
}

/**
 * What was found of the deal, in plain words.
 * @param {import("../seal.js").Found|undefined} found @param {boolean} isOurs our own salt is in it
 */
export function verdictWords(found, isOurs) {
  if (!found) return t("race.sealLater");
  const { holds, why } = found;
  if (holds) return t(isOurs ? "race.sealOurs" : "race.sealHolds");
  if (holds === null) return t("race.sealUnknown");
  return t(why === "salt" ? "race.sealSalt" : why === "start" ? "race.sealStart"
    : why === "cards" ? "race.sealCards" : "race.sealBroken");
}

/**
 * A commitment as people compare it aloud: its first eight signs.
 * @param {string} commit
 */
export const shortCode = (commit) => `${commit.slice(0, 4)} ${commit.slice(4, 8)}`;
