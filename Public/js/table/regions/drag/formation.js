// @ts-check
/**
 * How lifted items lie to each other: none, pile, list, stack, or as the system likes (default).
 * Promise: the turns of a pile follow from the items alone, so everybody sees the same pile.
 * Invariant: the first item, the one under the finger, has no offset and no turn.
 */

/** @typedef {{x:number, y:number, turn:number, z:number, shown:boolean}} Pose  turn in degrees */

/** More than these are not drawn in a heap: they would only be a thicker edge. */
const HEAP_MAX = 5;
const DEFAULT_MAX = 3;
const LIST_GAP = 6;

/**
 * @param {string} formation @param {readonly number[]} items the lifted one first
 * @param {ReadonlyArray<{w:number, h:number}>} sizes
 * @param {ReadonlyArray<{x:number, y:number}>} lay where they lay to the first @returns {Pose[]}
 */
export function formed(formation, items, sizes, lay) {
  let below = 0;
  return items.map((item, index) => {
    const first = index === 0;
    const top = items.length - index;
    switch (formation) {
      case "none":
        return { ...(lay[index] ?? { x: 0, y: 0 }), turn: 0, z: first ? items.length + 1 : index, shown: true };
      case "list": {
        const y = below;
        below += sizes[index].h + LIST_GAP;
        return { x: 0, y, turn: 0, z: top, shown: true };
      }
      case "stack": {
        const { w, h } = sizes[0];
        return {
          x: Math.round(index * Math.min(14, w * 0.1)), y: Math.round(index * Math.min(30, h * 0.24)),
          turn: 0, z: index + 1, shown: true,
        };
      }
      case "pile": {
        const dice = scattered(item);
        return first ? { x: 0, y: 0, turn: 0, z: top, shown: true } : {
          x: Math.round((dice() - 0.5) * 14), y: Math.round((dice() - 0.5) * 12),
          turn: Math.round((dice() - 0.5) * 260) / 10, z: top, shown: index < HEAP_MAX,
        };
      }
      default:
        return { x: index * 5, y: index * 5, turn: 0, z: top, shown: index < DEFAULT_MAX };
    }
  });
}

/**
 * Numbers in 0..<1 that follow from a seed (mulberry32).
 * @param {number} seed
 */
export function scattered(seed) {
  let state = (seed + 0x9e3779b9) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
