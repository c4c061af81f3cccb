// @ts-check
/**
 * How lifted cards lie to each other. The server names the formation; a `stack` keeps the feel of a column.
 * Invariant: the first card, the one under the finger, has offset 0.
 */
import { openStep } from "./spread.js";

/**
 * Offsets below the lifted card, in pixels.
 * @param {string} formation @param {number} count @param {number} cardHeight
 * @param {number[]} [lay] the offsets in which the cards lay before, which a stack never exceeds
 */
export function formationOffsets(formation, count, cardHeight, lay) {
  const step = formation === "stack" ? openStep(cardHeight) : 2;
  return Array.from({ length: count }, (_, index) => Math.min(index * step, lay?.[index] ?? Infinity));
}
