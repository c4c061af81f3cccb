// @ts-check
/**
 * What this page adds to the deal of a race: a salt, sealed before anybody else's is known, and opened at the start.
 * Promise: a salt is sent to nobody before the race asks for it, each is used once, and a page that is loaded anew in
 * the countdown can still open its own.
 */
import { later } from "../net/release.js";

/** @typedef {{salt:string, commit:string, deal:string}} Salt  deal: the commitment of the deal that was seen before */

const BYTES = 16;
const KEY = "baize.salt ";
/** @type {Map<string, Salt>} */
const salts = new Map();

/** What seals a salt checks the deal, too, and comes before it is needed. */
export const sealing = () => later(() => import("../seal/holds.js"));

/**
 * A new one for a race, in place of any before.
 * @param {string} race its room @param {string} deal what its deal is committed to @param {Uint8Array} [bytes]
 * @returns {Promise<Salt>}
 */
export async function newSalt(race, deal, bytes = crypto.getRandomValues(new Uint8Array(BYTES))) {
  const { sealed } = await sealing();
  const made = { ...sealed(bytes), deal };
  salts.set(race, made);
  try {
    sessionStorage.setItem(KEY + race, JSON.stringify(made));
  } catch { /* a private window: it lives as long as the page */ }
  return made;
}

/** @param {string} race @returns {Salt|null} */
export function saltOf(race) {
  const made = salts.get(race);
  if (made) return made;
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY + race) ?? "null");
    return ["salt", "commit", "deal"].every((name) => typeof kept?.[name] === "string") ? kept : null;
  } catch {
    return null;
  }
}

/**
 * Another window of ours has sealed another.
 * @param {string} race
 */
export function dropSalt(race) {
  salts.delete(race);
  try {
    sessionStorage.removeItem(KEY + race);
  } catch { /* a private window */ }
}
