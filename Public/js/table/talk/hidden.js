// @ts-check
/**
 * The people whom the reader of this browser does not want to hear, at whatever table. Only this browser knows.
 * Invariant: each stands here once, and those that were hidden last are kept.
 */
import { keep, kept } from "../../keep.js";

/** @typedef {{id:string, name:string}} Person */

const KEY = "hidden";
export const HIDDEN_MAX = 200;

/** @returns {Person[]} who was hidden last stands last */
export function hidden() {
  try {
    const found = JSON.parse(kept(KEY) || "[]");
    return found.filter((/** @type {any} */ it) => typeof it?.id === "string" && typeof it.name === "string");
  } catch {
    return [];
  }
}

/** @param {Person} person */
export const hide = ({ id, name }) =>
  keep(KEY, JSON.stringify([...hidden().filter((it) => it.id !== id), { id, name }].slice(-HIDDEN_MAX)));

/** @param {string} id */
export const showAgain = (id) => keep(KEY, JSON.stringify(hidden().filter((it) => it.id !== id)));
