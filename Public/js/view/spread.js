// @ts-check
/**
 * A pile whose cards are seen one below another: how far each lies below the first. Pure.
 * Promise: all cards keep within the room there is; where it grows tight, hidden cards give way before open ones.
 */
import { isKnownDown } from "../model/face.js";

/** How far a card lies below the face-up one under it, as a part of a card's height. */
export const UP_STEP = 0.29;
/** Offsets, as parts of a card's height: wished for, and the least when a pile is long. */
const UP = { wished: UP_STEP, least: 0.1 };
const DOWN = { wished: 0.12, least: 0.045 };
/** Where there is so much more room than a card, in card heights, open cards may show so much of themselves. */
const ROOMY = [{ room: 7, up: 0.44 }, { room: 4.6, up: 0.36 }];
/** The same for players who want to see much of each card. */
const ROOMY_LARGE = [{ room: 6, up: 0.5 }, { room: 3, up: 0.4 }];
/** A face-down card that is known shows its corner, and no more. */
const KNOWN_DOWN = 0.83;
/**
 * How far each card lies below the first, in whole pixels.
 * @param {readonly number[]} items @param {ReadonlyMap<number,string>} faces
 * @param {number} height of a card @param {number} room below the first card @param {boolean} [large]
 */
export function steps(items, faces, height, room, large = false) {
  // What each card shows above the next one: 0 for a hidden card, else its share of an open card's step.
  /** @type {number[]} */
  const shares = items.slice(0, -1).map((item) => {
    const face = faces.get(item);
    return face === undefined ? 0 : isKnownDown(face) ? KNOWN_DOWN : 1;
  });
  const down = shares.filter((it) => it === 0).length;
  const step = offsets(height, room, down, shares.reduce((sum, it) => sum + it, 0), large);
  const even = Math.max(0, room) / Math.max(1, shares.length);
  const found = [];
  let y = 0;
  for (let index = 0; index < items.length; index++) {
    found.push(Math.round(y));
    const share = shares[index] ?? 0;
    y += step === null ? even : share === 0 ? step.down : step.up * share;
  }
  return found;
}

/**
 * @param {number} h @param {number} room @param {number} down @param {number} up how many such steps there are
 * @param {boolean} large @returns {{down:number, up:number}|null} null: too tight for any difference
 */
function offsets(h, room, down, up, large) {
  const roomy = (large ? ROOMY_LARGE : ROOMY).find((it) => room > it.room * h);
  let downStep = DOWN.wished * h;
  let upStep = (roomy?.up ?? UP.wished) * h;
  if (down * downStep + up * upStep > room) {
    downStep = Math.max(DOWN.least * h, Math.min(downStep, (room - up * upStep) / Math.max(1, down)));
    upStep = Math.min(upStep, (room - down * downStep) / Math.max(1, up));
    if (upStep < UP.least * h) return null;
  }
  return { down: downStep, up: upStep };
}
