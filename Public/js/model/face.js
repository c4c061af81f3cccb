// @ts-check
/** A face as the server sends it: `KS` for a card that lies open, `~KS` for a known card that lies face down. */

const DOWN = "~";

/**
 * Whether a card lies open.
 * @param {string|undefined} face
 */
export const isOpen = (face) => face !== undefined && !face.startsWith(DOWN);

/**
 * Whether its face is known although it lies face down.
 * @param {string|undefined} face
 */
export const isKnownDown = (face) => face !== undefined && face.startsWith(DOWN);

/**
 * The card itself, however it lies.
 * @template {string|undefined} T
 * @param {T} face @returns {T}
 */
export const cardOf = (face) => (isKnownDown(face) ? /** @type {T} */ (face?.slice(DOWN.length)) : face);

/**
 * The same card lying face down.
 * @param {string} face
 */
export const turnedDown = (face) => DOWN + cardOf(face);
