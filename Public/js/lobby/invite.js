// @ts-check
/**
 * The row that comes with a new table: it opens the invitation where nobody else is yet, or says which deal a link
 * named.
 * Promise: it takes room of its own and covers nothing.
 * Invariant: there is at most one, and it goes when another page is entered.
 */
import { find, fromTemplate, write } from "../view/dom.js";

export function invite() {
  const row = find(fromTemplate("invite"), ".invite", HTMLElement);
  find(row, ".open", HTMLButtonElement).addEventListener("click", () => {
    // The table may be on its way still.
    const share = document.querySelector("#share");
    if (!(share instanceof HTMLElement)) return;
    uninvite();
    share.click();
  });
  put(row);
}

/** @param {string} what the game and the deal of a link, which opened the table */
export function arrived(what) {
  const row = find(fromTemplate("arrival"), ".invite", HTMLElement);
  write(find(row, "h2", HTMLElement), what);
  put(row);
}

/** Another deal lies on the table than the one that was named. */
export function dealtAnew() {
  for (const row of document.querySelectorAll(".arrival")) row.remove();
}

/** @param {HTMLElement} row */
function put(row) {
  uninvite();
  find(row, ".close", HTMLButtonElement).addEventListener("click", uninvite);
  row.addEventListener("keydown", ({ key }) => key === "Escape" && uninvite());
  // Ahead of the board, so that keys come by.
  find(document, "#main", HTMLElement).before(row);
}

/** Somebody else is there. */
export function accompanied() {
  for (const row of document.querySelectorAll(".invite:not(.arrival)")) row.remove();
}

export function uninvite() {
  for (const row of document.querySelectorAll(".invite")) row.remove();
}
