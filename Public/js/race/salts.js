// @ts-check
/**
 * What this page adds to the deal of a race: a salt, sealed before anybody else's is known, and opened at the start.
 * Promise: a salt is sent to nobody before the race asks for it, each is used once, and a page that is loaded anew in
 * the countdown can still open its own, as can another window.
 */
import { later } from "../net/release.js";

/**
 * @typedef {{salt:string, commit:string, deal:string, others?:Record<number, string>}} Salt
 *   deal: the commitment of the deal that was seen before; others: what all who begin had committed to when it was
 *   opened, by their seats
 */

const BYTES = 16;
const KEY = "baize.salt ";
/** So many races have their salts kept; then they begin anew. */
const MOST = 32;
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
  return keep(race, { ...sealed(bytes), deal });
}

/** @param {string} race @param {Salt} salt */
function keep(race, salt) {
  salts.set(race, salt);
  try {
    const kept = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
    if (kept.length >= MOST) for (const key of kept) localStorage.removeItem(key);
    localStorage.setItem(KEY + race, JSON.stringify(salt));
  } catch { /* a private window: it lives as long as the page */ }
  return salt;
}

/**
 * What was committed to before ours is opened. What is told later may be made to fit.
 * @param {string} race @param {Record<number, string>} others
 */
export function noteOthers(race, others) {
  const salt = saltOf(race);
  if (salt && !salt.others) keep(race, { ...salt, others });
}

/** @param {string} race @returns {Salt|null} */
export function saltOf(race) {
  try {
    // The last one that any window has sealed.
    const kept = JSON.parse(localStorage.getItem(KEY + race) ?? "null");
    if (["salt", "commit", "deal"].every((name) => typeof kept?.[name] === "string")) return kept;
  } catch { /* a private window, or what was kept is none */ }
  return salts.get(race) ?? null;
}

/**
 * Forgets a salt that does not count: another device of ours has sealed another since.
 * @param {string} race
 */
export function dropSalt(race) {
  salts.delete(race);
  try {
    localStorage.removeItem(KEY + race);
  } catch { /* a private window */ }
}
