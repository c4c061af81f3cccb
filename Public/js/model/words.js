// @ts-check
/**
 * What the page says: names of cards and piles, labels, refusals. All text that depends on the game is made here.
 * Promise: nothing here names a card whose face is not given.
 */

/** @type {Record<string, string>} */
const RANKS = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
/** @type {Record<string, string>} */
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const FOUNDATIONS = ["clubs", "diamonds", "hearts", "spades"];

/**
 * `4C` → `4 of clubs`.
 * @param {string|undefined} face
 */
export function cardName(face) {
  if (face === undefined) return "face-down card";
  return `${RANKS[face[0]] ?? face[0]} of ${SUITS[face[1]]}`;
}

/** @param {string} pile */
export function pileName(pile) {
  if (pile.startsWith("t")) return `column ${Number(pile.slice(1)) + 1}`;
  if (pile.startsWith("f")) return `${FOUNDATIONS[Number(pile.slice(1))]} foundation`;
  return pile;
}

/**
 * `4 of clubs, column 3, 2 cards on top`.
 * @param {string|undefined} face @param {string} pile @param {number} above how many cards lie on it
 */
export function cardLabel(face, pile, above) {
  const on = above === 0 || !pile.startsWith("t") ? "" : `, ${above} card${above === 1 ? "" : "s"} on top`;
  return `${cardName(face)}, ${pileName(pile)}${on}`;
}

/** @param {string} pile @param {number} count @param {boolean} redeal */
export function pileLabel(pile, count, redeal) {
  if (pile === "stock" && count === 0) return redeal ? "Stock, empty: turn the waste over" : "Stock, empty";
  const name = pileName(pile);
  const cards = count === 0 ? "empty" : `${count} card${count === 1 ? "" : "s"}`;
  return `${name[0].toUpperCase()}${name.slice(1)}, ${cards}`;
}

/** @type {Record<string, string>} */
const RULES = {
  notNextRank: "That card does not follow in rank.",
  sameColour: "Columns alternate red and black.",
  otherColour: "That card must have the same colour as the one it goes on.",
  wrongSuit: "That foundation belongs to another suit.",
  needsKing: "Only a king may fill an empty column.",
  needsAce: "A foundation starts with its ace.",
  needsBase: "That pile starts with another rank.",
  oneCardOnly: "Only one card at a time goes there.",
  full: "There is no more room there.",
  faceDown: "That card lies face down.",
  notTop: "Only the top card can be taken from there.",
  notARun: "The cards on it do not follow each other, so they cannot move together.",
  tooMany: "That is more cards than can move at once.",
  staysThere: "That card stays where it is.",
  nothingThere: "There is nothing to take.",
  samePile: "That card is there already.",
  noSuchPile: "There is no such pile at this table.",
  notAllowedThere: "That cannot go there.",
  noFoundationTakesIt: "No foundation takes that card yet.",
  noPassesLeft: "The stock cannot be turned over again.",
  notYetOpen: "The rest cannot be finished by itself yet.",
  cannotFinish: "Not all cards can go up from here.",
  nothingToUndo: "There is nothing to undo.",
  nothingToRedo: "There is nothing to redo.",
  gameOver: "This game is over.",
  alreadyDragging: "You hold something else already.",
  vanished: "That is not there any more.",
  declined: "The table did not take that move.",
  // On boards.
  noSuchItem: "That item is not here any more.",
  noSuchPlace: "There is no such place on this board.",
  notDraggable: "That cannot be moved.",
  disabled: "That is switched off now.",
  notEditing: "Press Edit first, then move it.",
  cancelled: "The board called that off.",
  oneOnly: "Only one at a time goes there.",
  otherOperation: "It cannot be dropped in that way there.",
  unreadable: "Nothing there could read that.",
  tooLarge: "That is too large.",
  notAButton: "There is nothing to press there.",
  tooLongAgo: "Too much has been done since to take that back.",
  builtUpon: "Others have built on that move since.",
  brokenBoard: "The board made a mistake; nothing was lost.",
  nothingOfYours: "There is no move of yours to take back.",
  badPlace: "That place has changed meanwhile.",
};

/** @type {Record<string, string>} */
const CODES = {
  illegal: "The rules forbid that move.",
  stale: "The table changed a moment before; look again.",
  lost_race: "Somebody was faster.",
  leased: "Somebody else holds that.",
  role: "Only who sits at the table may do that.",
  rate: "That was too fast; try again in a moment.",
  full: "There is no free seat here.",
  gone: "That is no longer there.",
  paused: "The server cannot save just now, so that did not count. Nothing else is lost, and play goes on by itself.",
  bad: "The server did not understand that.",
  offline: "Waiting for the connection.",
  lost: "The connection was lost before the server heard of that move.",
};

/** These name no item: then it is not "that" which somebody holds. */
const SWEEPING = new Set(["undo", "redo", "put"]);

/** @param {string} name of whoever has it in their hand */
export const holdsThat = (name) => `${name} holds that.`;

/**
 * Why something was refused, as a sentence.
 * @param {{code:string, why?:string}} no @param {string} [op] that was asked for
 */
export function refusal(no, op = "") {
  if (no.code === "leased" && SWEEPING.has(op)) return "Somebody holds what that would move; try again in a moment.";
  if (no.code === "gone" && no.why === "answered") return "That was asked before, and was answered then.";
  const rule = no.why !== undefined && Object.hasOwn(RULES, no.why) ? RULES[no.why] : "";
  if (no.code === "illegal" && rule !== "") return rule;
  if (no.code === "lost_race" && rule !== "") return `${CODES.lost_race} ${rule}`;
  return CODES[no.code] ?? CODES.illegal;
}

/**
 * What is said in place of a table that is no more: a heading and a sentence.
 * @param {string} why a word of `gone` @param {boolean} restarted the server was, since we saw the table
 * @param {"table"|"board"} [what]
 */
export function goneWords(why, restarted, what = "table") {
  if (why === "damaged") {
    return [
      `This ${what} is damaged`,
      "Its record on the server cannot be read any more. It stays closed, so that nothing wrong is shown.",
    ];
  }
  if (why === "paused" || why === "full") {
    return [`This ${what} cannot be opened now`, "The server has it, but cannot open it just now. Come back later."];
  }
  if (restarted) return ["The server was restarted", `This ${what} was not kept.`];
  return [`This ${what} is closed`, "Nobody was here for a long time, or the link is wrong."];
}

/** @param {string} game */
export function gameName(game) {
  const draw = /^klondike(\d)$/.exec(game);
  return draw ? `Klondike, draw ${draw[1]}` : game;
}

/** @param {import("../net/messages.js").Deal} [deal] boards have none */
export function dealName(deal) {
  if (!deal) return "";
  return deal.kind === "open" ? `deal ${deal.n}` : "sealed deal";
}

/** @param {number} count @param {string} one */
export function plural(count, one) {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
