// @ts-check
/**
 * Whether a sealed deal was kept: what opens it gives the commitment that was shown from the start, and deals the very
 * cards that were played; in a race, the text that they are bound to names our own salt, and says of the race what we
 * were told. Pure.
 * Promise: it says "no" only where something does not fit, and that it cannot tell where it does not know the packs.
 */
import { has } from "../words/say.js";
import { dealt, joined } from "./dealing.js";
import { bytesOf, hexOf, sha256 } from "./sha256.js";

/** @typedef {{commit?:string, seed?:string, salt?:string, start?:string}} Sealed */
/**
 * @typedef {object} Played
 * @property {string} game its id
 * @property {number} count of all cards at the table
 * @property {number} [seats]
 * @property {ReadonlyMap<number, string>} seen the cards that were seen, by their handles
 */
/** @typedef {{n:number, salt:string, commit:string}} Mine  in a race: our number, our salt, and the commitment that we
 *   saw before we chose it */
/** @typedef {{n:number, commit:string, isOut:boolean}} Named  commit: of their salt, or `bot` */
/** @typedef {{game:string, seconds:number, undo:boolean, hint:boolean, named:readonly Named[]}} Bound  what a race was
 *   said to be, and for whom tables were opened, in the order of their seats */
/**
 * Why: what does not fit, or what is not known.
 * @typedef {{holds:boolean|null, why:""|"seal"|"cards"|"salt"|"start"|"cannot"}} Found
 */

/** A game of one of these has fewer than four suits; an option may say otherwise. */
const FEW_SUITS = new Map([["spider1", 1], ["spider2", 2]]);

/** The aces lie on their foundations from the start on, and are dealt first. */
const ACES_FIRST = new Set(["beleagueredcastle"]);

/**
 * A salt as text, and what it is committed to by.
 * @param {Uint8Array} salt
 */
export const sealed = (salt) => ({ salt: hexOf(salt), commit: hexOf(sha256(salt)) });

/** @param {Sealed} deal that is open */
export function sealHolds({ commit = "", seed = "", salt = "" }) {
  return hexOf(sha256(joined(bytesOf(seed), bytesOf(salt)))) === commit.toLowerCase();
}

/**
 * @param {Sealed} deal that is open @param {Played|null} played null: no card was seen
 * @param {Mine|null} [mine] @param {Bound|null} [bound] @returns {Found}
 */
export function dealHolds(deal, played, mine = null, bound = null) {
  if (!sealHolds(deal)) return { holds: false, why: "seal" };
  if (mine && !namesMine(deal, mine)) return { holds: false, why: "salt" };
  if (bound && !saysSo(deal.start ?? "", bound)) return { holds: false, why: "start" };
  if (!played || played.seen.size === 0) return { holds: null, why: "cannot" };
  const { game, count, seen } = played;
  const isSame = packsOf(played).some((packs) => {
    const cards = dealt({ seed: deal.seed ?? "", start: deal.start }, count, packs);
    return cards !== null && [...seen].every(([handle, face]) => cards[handle] === face);
  });
  if (isSame) return { holds: true, why: "" };
  // The packs of a game that somebody described may be dealt otherwise.
  return isOurs(game) ? { holds: false, why: "cards" } : { holds: null, why: "cannot" };
}

/** @param {Sealed} deal @param {Mine} mine */
function namesMine({ commit, start = "" }, { n, salt, commit: seen }) {
  const mine = start.split("\n").filter((line) => line.startsWith(`${n} `));
  return mine.length === 1 && mine[0] === `${n} ${salt}` && seen === commit;
}

/** @param {string} start @param {Bound} bound */
function saysSo(start, { game, seconds, undo, hint, named }) {
  const [first, id, options = "", ...rows] = start.split("\n");
  const end = rows.pop();
  const said = `seconds=${seconds} undo=${Number(undo)} hint=${Number(hint)}`;
  return first === "baize deal 2" && id === game && end === ""
    && new RegExp(`^auto=(?:off|safe|all) timed=[01] ${said}$`).test(options)
    && rows.length === named.length && rows.every((row, at) => fits(row, named[at]));
}

/** @param {string} row @param {Named} named */
function fits(row, { n, commit, isOut }) {
  const [, seat, said = ""] = /^(\d+) ([0-9a-f]{32}|bot|-)$/.exec(row) ?? [];
  if (seat !== String(n)) return false;
  if (commit === "bot" || said === "bot") return commit === said;
  return said === "-" ? isOut : sealed(bytesOf(said)).commit === commit;
}

/** @param {string} game a game that the page knows by its name, so that it is dealt as all of them are */
const isOurs = (game) => has(`game.${game.split(":", 1)[0]}`);

/**
 * Which packs it may have been.
 * @param {Played} played @returns {Array<{suits?:number, each?:number, acesFirst?:boolean}>}
 */
function packsOf({ game, count, seats = 1 }) {
  const [base, options = ""] = game.split(":", 2);
  const chosen = /(?:^|,)suits=(\d)/.exec(options)?.[1];
  if (isOurs(game)) {
    return [{ suits: chosen ? Number(chosen) : FEW_SUITS.get(base) ?? 4, acesFirst: ACES_FIRST.has(base) }];
  }
  const all = [4, 2, 1].map((suits) => ({ suits }));
  return seats > 1 ? [...all, ...all.map((packs) => ({ ...packs, each: count / seats }))] : all;
}
