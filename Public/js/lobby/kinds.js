// @ts-check
/** The kinds of boards that the lobby offers, their words, and what a row of the live tables says. */
import { dealName, gameName } from "../model/words.js";
import { has, t } from "../words/say.js";

/** @typedef {import("../net/messages.js").TableFacts} TableFacts */

export const SEATS_MAX = 8;
const SEATS_USUAL = 4;
const CARDS_USUAL = 52;

/** The game that is chosen beside the boards, for several people. */
export const SOLITAIRE = "solitaire";
/** The game that is chosen, played by several at once, each at a table of their own. */
export const RACE = "race";
/** What the server has under these names, but for KANBAN: the boards of use, and the rest as examples. */
export const KINDS = ["photos", "fruits", SOLITAIRE];
export const EXAMPLES = ["contacts", "card-grid", "free-piles", "four-aces", "cards", "sections", "list"];
/** What is opened from the example that every server has. */
export const KANBAN = "kanban";
export const OWN = "own";
export const OWN_GAME = "own-game";

/** @param {string} kind */
export const kindTitle = (kind) => t(`board.${kind}`);

/** @param {string} kind */
export const kindLine = (kind) => t(`board.${kind}.line`);

/**
 * How many seats somebody asked for, as a number that a table can have.
 * @param {string} text
 */
export function seatsOf(text) {
  const seats = Math.round(Number(text));
  return text.trim() === "" || !Number.isFinite(seats) ? SEATS_USUAL : Math.max(1, Math.min(SEATS_MAX, seats));
}

/** @param {TableFacts} facts */
export function gameTitle({ game, name, deal, race }) {
  // What somebody described has a name of its own.
  if (deal || race !== undefined) return gameName(game, name);
  return name || (has(`board.${game}`) ? kindTitle(game) : gameName(game));
}

/**
 * What is played at a table, and which deal if it has a number: that it is sealed says nothing to who looks for a game.
 * @param {TableFacts} facts
 */
export const gameLine = (facts) => (facts.deal?.kind === "open"
  ? t("lobby.gameAndDeal", { game: gameTitle(facts), deal: dealName(facts.deal) }) : gameTitle(facts));

/** How a game stands that does not go on. */
const ENDS = new Map([["won", "lobby.won"], ["stuck", "lobby.stuck"], ["over", "lobby.over"]]);

/** @param {string} status */
const endWords = (status) => [ENDS.get(status)].flatMap((key) => (key === undefined ? [] : [t(key)]));

/**
 * How far a game is: cards where there are some to bring up, else moves.
 * @param {TableFacts} facts
 */
export function howFar({ deal, up, of = CARDS_USUAL, moves, status, race }) {
  if (race !== undefined) return raceWords(race);
  const ended = endWords(status);
  if (ended.length > 0) return ended[0];
  return deal && up > 0 ? t("lobby.up", { up, of }) : t("lobby.moves", { count: moves });
}

/** @param {string} race how far it is */
const raceWords = (race) =>
  t(race === "open" ? "lobby.raceOpen" : race === "ended" ? "lobby.raceOver" : "lobby.raceRuns");

/**
 * How much of a game lies where it shall, from 0 to 1.
 * @param {TableFacts} facts
 */
export const partUp = ({ up, of = CARDS_USUAL }) => (of > 0 ? up / of : 0);

/**
 * How it stands there: cards for patience, people where there may be several.
 * @param {TableFacts} facts
 */
export function stateLine(facts) {
  if (facts.race !== undefined) {
    const all = { taken: facts.who.length, count: facts.seats };
    return [raceWords(facts.race), t("lobby.entered", all),
      t("lobby.watching", { count: facts.watching })].join(" · ");
  }
  const moves = t("lobby.moves", { count: facts.moves });
  const watching = t("lobby.watching", { count: facts.watching });
  const taken = t("lobby.taken", { taken: facts.who.length, count: facts.seats });
  if (!facts.deal) return [taken, moves, watching].join(" · ");
  const seats = facts.seats > 1 ? [taken] : [];
  const up = t("lobby.up", { up: facts.up, of: facts.of ?? CARDS_USUAL });
  return [...seats, moves, up, watching, ...endWords(facts.status)].join(" · ");
}

/**
 * Where somebody plays there.
 * @param {TableFacts} facts
 */
export const pathOf = ({ id, race }) => (race === undefined ? `/t/${id}` : `/c/${id}`);

/**
 * What the link of a row does: back to our own table, to a free seat where several may sit, or to watch.
 * @param {TableFacts} facts @param {boolean} mine @returns {{path:string, text:string}}
 */
export function linkOf(facts, mine) {
  const path = pathOf(facts);
  if (facts.race !== undefined) {
    const act = mine ? "lobby.continue" : facts.race === "open" && facts.who.length < facts.seats ? "lobby.join"
      : "lobby.watch";
    return { path, text: t(act) };
  }
  if (mine) return { path, text: t("lobby.continue") };
  const shared = !facts.deal || facts.seats > 1;
  const free = shared && facts.who.length < facts.seats;
  return free ? { path, text: t("lobby.join") }
    : { path: `/watch/${facts.id}`, text: t("lobby.watch") };
}
