// @ts-check
/** The words of the dialog that opens a race, in English. They come with that dialog. */
import { ENGLISH } from "./english.js";

Object.assign(ENGLISH, {
  "race.new": "New race",
  "race.newHint": "Everybody gets the same cards at the same moment.",
  "race.game": "Game: {game}",
  "race.most": "Most players",
  "race.limit": "Time limit in minutes",
  "race.mayUndo": "Undo allowed",
  "race.mayHint": "Hints allowed",
  "race.open": "Open the race",
  "race.cancel": "Cancel",
});
