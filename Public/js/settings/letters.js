// @ts-check
/**
 * Keys that are a letter alone. A player who speaks to the page, or brushes a key, would do things that they never
 * meant (WCAG 2.2, 2.1.4). So the keys can be switched off, and do nothing where the focus is on something else.
 */
import { settings } from "../settings.js";

/** Where a letter is meant for the table: its tools are where a dialog leaves the focus that they opened. */
const TABLE = "#board, .tools";
/** What has keys of its own, or none. */
const CONTROLS = "button, a, summary";

/**
 * Whether a letter that is pressed there is meant for the table or the board.
 * @param {Element} target
 */
export const lettersCount = (target) =>
  settings.get("letters") && (target.closest(TABLE) !== null || target.closest(CONTROLS) === null);
