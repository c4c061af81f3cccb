// @ts-check
/** The words of hints, in English. They come with the first hint. */
import { ENGLISH } from "./english.js";

Object.assign(ENGLISH, {
  "hint.wins": { one: "{hint} Wins in {count} move.", other: "{hint} Wins in {count} moves." },
  "hint.lost": "This cannot be won any more. {hint}",
  "hint.none": "No hint: no move helps any more.",
  "hint.over": "The game is won: there is nothing left to hint at.",
  "hint.finish": "Finish: all remaining cards can go up now.",
  "hint.safe": "{card} to {place}: it is not needed here any more.",
  "hint.run": "{card} to {place}: that completes a run.",
  "hint.pair": "{card} and {partner} go together.",
  "hint.away": "{card} can be taken away.",
  "hint.turnsUp": "{card} to {place}: that turns a card up.",
  "hint.empties": "{card} to {place}: that empties a column.",
  "hint.clears": "{card} to {place}: that uncovers cards.",
  "hint.foundation": "{card} to {place}: it can go up, though you might still need it.",
  "hint.suit": "{card} to {place}: that puts cards of one suit together.",
  "hint.waste": "{card} from the waste to {place}.",
  "hint.reserve": "{card} from the reserve to {place}.",
  "hint.fromCell": "{card} from its cell to {place}.",
  "hint.fills": "{card} to {place}: that fills an empty place.",
  "hint.build": "{card} to {place}: it fits there.",
  "hint.cell": "{card} to {place}, out of the way.",
  "hint.deal": "Deal new cards from the stock.",
  "hint.draw": "Turn the stock for new cards.",
  "hint.redeal": "Turn the waste over to go through it again.",
  "hint.shuffle": "{card} to {place}: that changes little.",
  "hint.again": "{card} to {place}: that repeats an earlier position.",
  "hint.stockAgain": "Turn the stock: that repeats an earlier position.",
  "hint.back": "{card} back to {place}.",
  "hint.move": "{card} to {place}.",
});
