// @ts-check
/** The words about whether a game can be won, in English. They come with the bar that says it. */
import { ENGLISH } from "./english.js";

Object.assign(ENGLISH, {
  "refusal.hiddenCards": "Nobody can tell while cards lie face down. Give up, and you can see how it stood.",
  "refusal.notSolvable": "This game is not for one player, so nobody can tell.",
  "refusal.solverOff": "This server does not tell whether games can be won.",
  "outlook.showMe": "Show me",
  "outlook.stop": "Stop",
  "outlook.looking": "Looking…",
  "outlook.winnable": { one: "Can be won in {count} move", other: "Can be won in {count} moves" },
  "outlook.impossible": "Cannot be won any more",
  "outlook.neverWinnable": "This deal cannot be won",
  "outlook.unknown": "Too hard to tell here",
  "outlook.busy": "The server is busy. It will look again after the next move.",
  "outlook.lostAt": "Lost with move {n}",
  "outlook.lostBefore": "Lost with move {n} or earlier",
  "outlook.lostBetween": "Lost between move {from} and move {to}",
  "outlook.goBack": "Back to move {n}",
  "outlook.toStart": "Back to the start",
  "outlook.goOn": "Keep playing",
  "outlook.playing": "Move {n} of {count}",
  "outlook.cannotGoOn": "The line could not be played on from here.",
});
