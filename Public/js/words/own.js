// @ts-check
/** The words of the dialog for a board or a game of one's own, in English. They come with that dialog. */
import { ENGLISH } from "./english.js";

Object.assign(ENGLISH, {
  "own.title": "Your own board",
  "own.intro": "Describe what lies where and who can drag what. Start from this Kanban example, or choose a file.",
  "own.text": "Description of the board, as JSON",
  "own.gameTitle": "Your own game",
  "own.gameIntro": "Describe how the cards are dealt and what can go where. Start from this example, or choose a file.",
  "own.gameText": "Description of the game, as JSON",
  "own.linkCopied": "Link copied. Anyone with it can deal this game.",
  "own.sentIntro": "This game was sent to you. Deal it as it is, or change it.",
  "own.sent": "The game is complete and can be dealt.",
  "own.checking": "Checking…",
  "own.nothingOpened": {
    one: "{count} problem: nothing was opened yet.",
    other: "{count} problems: nothing was opened yet.",
  },
  "own.fileLarge": "{file} is larger than {size}. Remove some items or text.",
  "own.fileUnread": "{file} could not be read. Copy it to this device first.",
  "own.signedOut": "Your session has ended. Reload the page and try again.",
  "own.mayNot": "This page is not allowed to open boards. Reload it and try again.",
  "own.tooLarge": "That is more than {size}. Remove some items or text.",
  "own.notOpened": "The server could not open that. Try again in a moment.",
  "own.unreached": "The server could not be reached. Try again when the connection is back.",
});
