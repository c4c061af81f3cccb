// @ts-check
/**
 * A pile whose cards are seen one below another: how far each lies below the first, and how high the index at its
 * corner may be. Pure.
 * Promise: all cards keep within the room there is; where it grows tight, hidden cards give way before open ones. An
 * open card shows its whole index, at least `INDEX_LEAST` high, wherever the room is as much as `need` says.
 */
import { isKnownDown } from "../../model/face.js";

/** How far a card lies below the face-up one under it, as a part of a card's height. */
const UP_STEP = 0.29;
/** Offsets of hidden cards, as parts of a card's height: wished for, and the least when a pile is long. */
const DOWN = { wished: 0.12, least: 0.045 };
/** Where there is so much more room than a card, in card heights, open cards may show so much of themselves. */
const ROOMY = [{ room: 7, up: 0.44 }, { room: 4.6, up: 0.36 }];
/** The same for players who want to see much of each card. */
const ROOMY_LARGE = [{ room: 6, up: 0.5 }, { room: 3, up: 0.4 }];
/** A face-down card that is known shows its corner, and no more. */
const KNOWN_DOWN = 0.83;

/** In CSS pixels: the lowest index that is read well, whose ranks are 11 high, and what must be seen to show it. */
const INDEX_LEAST = 11.45;
const STRIP_LEAST = 13;
/** The usual height of an index on a card that is 350 high, in small and in large print: cards.svg. */
const SMALL_PRINT = 56;
const LARGE_PRINT = 74;
const PICTURE = 350;
/** Cards that are no higher have large print: cards.css. */
const LARGE_PRINT_HEIGHT = 80;
/** An index and the edge above it, and how wide that of a ten is, with the edge before it; in heights of an index. */
const INDEX_DOWN = 1.14;
const INDEX_ACROSS = 2.18;
/** The least step between cards that lie beside each other, in CSS pixels. */
export const FAN_LEAST = Math.ceil(INDEX_LEAST * INDEX_ACROSS);

/**
 * How high the index is on a card of which enough is seen.
 * @param {number} height of the card @param {boolean} large
 */
const usual = (height, large) =>
  Math.max(INDEX_LEAST, height * (large || height <= LARGE_PRINT_HEIGHT ? LARGE_PRINT : SMALL_PRINT) / PICTURE);

/**
 * The index of all cards of a board, in units of their picture.
 * @param {number} height of a card @param {boolean} large
 */
export const print = (height, large) => usual(height, large) * PICTURE / Math.max(1, height);

/**
 * That of a card of which only a strip is seen; 0: the usual one.
 * @param {number} height of the card @param {boolean} large @param {{down?:number, across?:number}} strip
 */
export function tightPrint(height, large, { down = Infinity, across = Infinity }) {
  const most = Math.max(INDEX_LEAST, Math.min((down - 0.4) / INDEX_DOWN, across / INDEX_ACROSS));
  return most < usual(height, large) ? Math.floor(100 * most * PICTURE / height) / 100 : 0;
}

/**
 * From one open card to the next where nothing is tight.
 * @param {number} height of a card
 */
export const openStep = (height) => Math.max(UP_STEP * height, usual(height, false) * INDEX_DOWN);

/** @typedef {{down:number, known:number, open:number}} Covered how many of the cards that lie under others are what */

/**
 * @param {readonly number[]} items @param {ReadonlyMap<number,string>} faces @returns {Covered}
 */
function covered(items, faces) {
  const count = { down: 0, known: 0, open: 0 };
  for (let index = 0; index < items.length - 1; index++) count[look(faces.get(items[index]))] += 1;
  return count;
}

/** @param {string|undefined} face @returns {keyof Covered} */
const look = (face) => (face === undefined ? "down" : isKnownDown(face) ? "known" : "open");

/**
 * The least room below the first card in which all that is open can be read.
 * @param {readonly number[]} items @param {ReadonlyMap<number,string>} faces @param {number} height of a card
 */
export function need(items, faces, height) {
  const { down, known, open } = covered(items, faces);
  return Math.ceil(down * DOWN.least * height) + (known + open) * STRIP_LEAST;
}

/**
 * How far each card lies below the first, in whole pixels, and the print of those that lie under others.
 * @param {readonly number[]} items @param {ReadonlyMap<number,string>} faces
 * @param {number} height of a card @param {number} room below the first card
 * @param {{large?:boolean, open?:number}} how open: the step of open cards in card heights; 0: the usual one
 * @returns {{falls:number[], print:number}}
 */
export function spread(items, faces, height, room, { large = false, open = 0 }) {
  const count = covered(items, faces);
  const step = offsets(height, room, count, { large, open });
  const even = Math.max(0, room) / Math.max(1, items.length - 1);
  const falls = [];
  let y = 0;
  for (const item of items) {
    falls.push(Math.round(y));
    y += step === null ? even : step[look(faces.get(item))];
  }
  const strip = step === null ? even : Math.min(count.open > 0 ? step.open : Infinity,
    count.known > 0 ? step.known : Infinity);
  return { falls, print: tightPrint(height, large, { down: Math.floor(strip) }) };
}

/**
 * @param {number} h @param {number} room @param {Covered} covered @param {{large:boolean, open:number}} how
 * @returns {Covered|null} steps; null: too tight for any difference
 */
function offsets(h, room, { down, known, open }, how) {
  const { large } = how;
  const roomy = (large ? ROOMY_LARGE : ROOMY).find((it) => room > it.room * h);
  const index = usual(h, large) * INDEX_DOWN;
  const wished = Math.max((how.open || (roomy?.up ?? UP_STEP)) * h, index);
  const knownOf = (/** @type {number} */ up) => Math.max(KNOWN_DOWN * up, Math.min(up, index));
  const step = { down: DOWN.wished * h, known: knownOf(wished), open: wished };
  const faces = known * step.known + open * step.open;
  if (down * step.down + faces <= room) return step;
  step.down = Math.max(DOWN.least * h, Math.min(step.down, (room - faces) / Math.max(1, down)));
  const left = room - down * step.down;
  if (known + open > 0) {
    // Open cards come down to what known ones show, then all of them on.
    step.open = Math.min(step.open, Math.max((left - known * step.known) / Math.max(1, open), step.known));
    const even = left / (known + open);
    if (step.known > even) step.known = step.open = even;
    if (even < STRIP_LEAST) return null;
  } else if (left < 0) {
    return null;
  }
  return step;
}
