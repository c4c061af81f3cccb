// @ts-check
/**
 * As whom this browser plays. The guest that it was before it signed in is kept beside, and comes back afterwards.
 * Invariant: only one guest waits. A person who is signed in signs out before they sign in as somebody else.
 */
import { keep, kept } from "../keep.js";

const TOKEN = "tok";
const BEFORE = "tok.before";
/** What the browser keeps of tables and of people. */
const TRACES = ["last", "tables", "played", "game", "deal", "name", "own-games", "seats"];

export const token = () => kept(TOKEN);

/** Whether a guest waits until we sign out. */
export const hasGuest = () => kept(BEFORE) !== "";

/** @param {string} other the token of the person who plays here from now on */
export function signIn(other) {
  if (!hasGuest()) keep(BEFORE, token());
  keep(TOKEN, other);
}

/** The guest of before plays here again, or a new one. */
export function signOut() {
  keep(TOKEN, kept(BEFORE));
  keep(BEFORE, "");
}

/** Nothing of what was played here is known in this browser any more. */
export function forgetTraces() {
  for (const key of TRACES) keep(key, "");
}
