// @ts-check
/**
 * The door of a table: the key in a link, what a refusal to come in leads to, and the links that one may hand on.
 * Pure. Invariant: a key stands behind `#`, which no browser sends, and is kept nowhere but in the address.
 */

/** @typedef {import("../../net/messages.js").Keys} Keys */
/** @typedef {{role:keyof Keys, text:string}} Key */

const LETTERS = /** @type {const} */ ({ p: "play", w: "watch", h: "host" });
/** Who may not sit down may watch meanwhile. */
const WATCHES = new Set(["locked", "refused", "hostAway"]);

/** @param {string} hash of an address @returns {Key|null} */
export function keyIn(hash) {
  const [, letter, text] = /^#([pwh])=(\w{1,40})$/.exec(hash) ?? [];
  return letter === undefined ? null : { role: LETTERS[/** @type {"p"|"w"|"h"} */ (letter)], text };
}

/**
 * What the page does when it was not let in: it asks for something else, it says that it cannot come in, or it does
 * nothing. The word for why comes along.
 * @param {{code:string, why?:string}} no @param {"play"|"watch"} as what was wished @param {Key|null} key
 * @returns {{as:"play"|"watch", key:Key|null, why:string}|{end:string}|null}
 */
export function afterRefusal({ code, why = "" }, as, key) {
  if (code === "gone") return { end: why || "idle" };
  if (code === "full" && as === "play") return { as: "watch", key, why: "full" };
  if (code === "rate") return { end: "rate" };
  if (code !== "role") return null;
  if (WATCHES.has(why) && as === "play") return { as: "watch", key, why };
  if (why === "banned") return { end: "banned" };
  if (why !== "key") return null;
  if (as === "play" && key?.role === "watch") return { as: "watch", key, why: "" };
  // A link that was made void may name a table that needs no key by now, or where we have a seat.
  return key ? { as, key: null, why: "" } : { end: "key" };
}

/**
 * The links that somebody may hand on.
 * @param {string} room @param {import("../../net/messages.js").Access|undefined} access @param {Keys} keys that we were
 *   told @param {Key|null} key with which we came
 * @returns {Keys} paths
 */
export function links(room, access, keys, key) {
  const [plain, watch] = [`/t/${room}`, `/watch/${room}`];
  const seen = keys.watch ?? (key?.role === "watch" ? key.text : undefined);
  const isOpen = access !== "link";
  return {
    ...(isOpen && { play: plain }),
    ...(keys.play !== undefined && access !== "public" && { play: `${plain}#p=${keys.play}` }),
    ...(isOpen ? { watch } : seen !== undefined && { watch: `${watch}#w=${seen}` }),
    ...(keys.host !== undefined && { host: `${plain}#h=${keys.host}` }),
  };
}
