// @ts-check
/** What we say of talk, as messages of `baize.v1`; all else of the protocol is in net/messages.js. */

/** @typedef {"hello"|"gg"|"clap"|"oops"|"wow"|"thanks"} Reaction */
/** @typedef {"insult"|"spam"|"cheating"|"other"} Why  a line is reported */

/** @param {string} r @param {string} text */
export const say = (r, text) => (/** @type {number} */ c) => ({ t: "say", c, r, text });

/** @param {string} r @param {Reaction} what */
export const react = (r, what) => (/** @type {number} */ c) => ({ t: "react", c, r, what });

/** @param {string} r @param {number} line @param {Why} why */
export const report = (r, line, why) => (/** @type {number} */ c) => ({ t: "report", c, r, line, why });
