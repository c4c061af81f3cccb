// @ts-check
/**
 * Keys that are a letter alone. Who speaks to the page, or brushes a key, would do things with them that they never
 * meant (WCAG 2.2, 2.1.4): so they can be switched off, and mean nothing where the focus is on something else.
 */
import { settings } from "../settings.js";

/** What has keys of its own, or none. */
const CONTROLS = "button, a, summary";

/**
 * Whether a letter that is pressed there is meant for the table or the board.
 * @param {Element} target
 */
export const lettersCount = (target) =>
  settings.get("letters") && (target.closest("#board") !== null || target.closest(CONTROLS) === null);
