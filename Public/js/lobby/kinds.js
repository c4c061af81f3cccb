// @ts-check
/** The kinds of boards that the lobby offers: names, a line about each, and what a row of the live tables says. */
import { dealName, gameName, plural } from "../model/words.js";

/** @typedef {{name:string, title:string, line:string}} Kind */
/** @typedef {import("../net/messages.js").TableFacts} TableFacts */

export const SEATS_MAX = 8;
const SEATS_USUAL = 4;

/** The game that is chosen beside the boards, for several people. @type {Kind} */
export const SOLITAIRE = { name: "solitaire", title: "Solitaire", line: "Klondike with several hands on one deal" };

/** @type {readonly Kind[]} */
export const KINDS = [
  SOLITAIRE,
  { name: "fruits", title: "Fruit basket", line: "Drop five fruits into a basket" },
  { name: "contacts", title: "Contacts", line: "Sort people, drop vCards in and out" },
  { name: "photos", title: "Photos", line: "Your pictures in one shared grid" },
  { name: "card-grid", title: "Card grid", line: "Select several, drag them as a pile" },
  { name: "free-piles", title: "Free piles", line: "Seven piles of cards, no rules" },
  { name: "four-aces", title: "Four aces", line: "Four cards to put in order" },
  { name: "cards", title: "Cards", line: "Five colours in one column" },
  { name: "sections", title: "Sections", line: "Favorites and others" },
  { name: "list", title: "List", line: "Edit, then move by the handles" },
];

/** What is opened from the example that every server has. @type {Kind} */
export const KANBAN = { name: "kanban", title: "Kanban", line: "To do, doing, done" };
/** @type {Kind} */
export const OWN = { name: "own", title: "Your own board…", line: "You say what lies where and who may drag it" };

/**
 * How many seats somebody asked for, as a number that a table can have.
 * @param {string} text
 */
export function seatsOf(text) {
  const seats = Math.round(Number(text));
  return text.trim() === "" || !Number.isFinite(seats) ? SEATS_USUAL : Math.max(1, Math.min(SEATS_MAX, seats));
}

/**
 * What is played at a table.
 * @param {TableFacts} facts
 */
export function gameLine(facts) {
  if (facts.deal) return `${gameName(facts.game)} · ${dealName(facts.deal)}`;
  // What somebody described has a name of its own.
  return facts.name || (KINDS.find(({ name }) => name === facts.game)?.title ?? gameName(facts.game));
}

/**
 * How it stands there: cards for patience, people where there may be several.
 * @param {TableFacts} facts
 */
export function stateLine(facts) {
  const moves = plural(facts.moves, "move");
  const watching = `${facts.watching} watching`;
  const taken = `${facts.who.length} of ${plural(facts.seats, "seat")} taken`;
  if (!facts.deal) return [taken, moves, watching].join(" · ");
  const seats = facts.seats > 1 ? [taken] : [];
  const state = facts.status === "won" ? ["won"] : facts.status === "stuck" ? ["no way on"] : [];
  return [...seats, moves, `${facts.up} of 52 up`, watching, ...state].join(" · ");
}

/**
 * What the link of a row does: back to our own table, to a free seat where several may sit, or to watch.
 * @param {TableFacts} facts @param {boolean} mine @returns {{path:string, text:string}}
 */
export function linkOf(facts, mine) {
  if (mine) return { path: `/t/${facts.id}`, text: "Continue" };
  const shared = !facts.deal || facts.seats > 1;
  const free = shared && facts.who.length < facts.seats;
  return free ? { path: `/t/${facts.id}`, text: "Join" } : { path: `/watch/${facts.id}`, text: "Watch" };
}
