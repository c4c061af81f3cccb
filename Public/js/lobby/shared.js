// @ts-check
/**
 * Games of somebody's own as links: which links are some, and for which tables of ours there is one. What stands in
 * them is read and written in `packed.js`.
 */
import { keep, kept } from "../keep.js";

export const MARK = "#own=";
/** What a description may have, in bytes. */
export const DESCRIPTION_BYTES_MAX = 64 * 1024;
/** For how many tables it is kept who described their game. */
const TABLES_MAX = 8;
const KEY = "own-games";

/** @param {string} hash of an address */
export const isShared = (hash) => hash.startsWith(MARK);

// The tables whose game was described in this browser.

/** @param {string} room @param {string} path of the game that is played there */
export function keepShared(room, path) {
  const others = keptShared().filter(([it]) => it !== room);
  keep(KEY, JSON.stringify([[room, path], ...others].slice(0, TABLES_MAX)));
}

/** @param {string} room @returns {string} the path of the game that was described here for it; empty if none was */
export const sharedOf = (room) => keptShared().find(([it]) => it === room)?.[1] ?? "";

/** @returns {Array<[string, string]>} */
function keptShared() {
  try {
    const found = JSON.parse(kept(KEY));
    return Array.isArray(found) ? found.filter((it) => Array.isArray(it) && it.length === 2
      && typeof it[0] === "string" && typeof it[1] === "string" && it[1].startsWith(`/${MARK}`)) : [];
  } catch {
    return [];
  }
}
