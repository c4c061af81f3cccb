// @ts-check
/**
 * The zones of a game, as the server tells them, and what that makes of each pile. Pure.
 * Promise: all code asks here what a pile is, so that no game is known by its name.
 */

/** @typedef {"stock"|"waste"|"foundation"|"tableau"|"cell"|"reserve"} Role */
/**
 * @typedef {object} Zone
 * @property {Role} role
 * @property {number} count of its piles
 * @property {number} [dealt] most cards dealt to one of them
 * @property {boolean} [spread] cards are seen one below another
 * @property {boolean} [suits] pile i is for suit i % 4
 * @property {boolean} [runs] it takes complete runs only
 * @property {boolean} [row] empty piles close up
 * @property {"king"|"ace"|"base"|"none"} [empty] what may begin an empty pile; any if left out
 * @property {Array<[number, number]>} [places] x in half card widths, y by rows
 */
/** @typedef {{role:Role, index:number, zone:Zone}} Kind */
/** @typedef {ReadonlyMap<string, Kind>} Kinds */

/** What a pile of each role is called on the wire: this and its number; the first stock and waste have none. */
const NAMES = { stock: "stock", waste: "waste", foundation: "f", tableau: "t", cell: "c", reserve: "r" };
const BARE = new Set(["stock", "waste"]);
export const SUITS = "CDHS";

/**
 * What each pile is, in the order of the table.
 * @param {readonly Zone[]} zones @returns {Map<string, Kind>}
 */
export function kindsOf(zones) {
  const kinds = new Map();
  for (const zone of zones) {
    for (let index = 0; index < zone.count; index++) {
      const name = NAMES[zone.role] + (index === 0 && BARE.has(zone.role) ? "" : index);
      kinds.set(name, { role: zone.role, index, zone });
    }
  }
  return kinds;
}

/**
 * The piles of a role.
 * @param {Kinds} kinds @param {Role} role
 */
export const pilesOf = (kinds, role) => [...kinds.keys()].filter((pile) => kinds.get(pile)?.role === role);

/**
 * Whether cards of a pile are built on: then it is a goal, not a heap.
 * @param {Zone|undefined} zone
 */
export const isBuiltUpon = (zone) => zone !== undefined && zone.empty !== "none";

/**
 * The suit that a pile is for; empty: any.
 * @param {Kind|undefined} kind
 */
export const suitOf = (kind) => (kind?.zone.suits ? SUITS[kind.index % SUITS.length] : "");
