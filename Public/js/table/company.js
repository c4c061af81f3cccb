// @ts-check
/** The players at a table: names in the colours of their hands, and free seats. Empty at a table for one. */
import { showSeats } from "./seats.js";
import { find, write } from "../view/dom.js";
import { t } from "../words/say.js";

/**
 * @param {HTMLElement} row @param {readonly import("../net/messages.js").Seat[]} seats @param {number} own
 * @param {number} [host] @param {boolean} [manages]
 */
export function showCompany(row, seats, own, host, manages) {
  row.hidden = seats.length < 2;
  if (row.hidden) return;
  showSeats(find(row, "#seats", HTMLElement), seats, own, host, manages);
  const free = seats.filter(({ id }) => id === undefined).length;
  write(find(row, ".free", HTMLElement), free === 0 ? "" : t("table.freeSeats", { count: free }));
}
