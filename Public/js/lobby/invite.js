// @ts-check
/**
 * The row that comes with a new table, where nobody else is yet: it opens the invitation.
 * Promise: it takes room of its own and covers nothing.
 * Invariant: there is at most one, and it goes when the lobby is entered again.
 */
import { find, fromTemplate } from "../view/dom.js";

export function invite() {
  uninvite();
  const row = find(fromTemplate("invite"), ".invite", HTMLElement);
  find(row, ".open", HTMLButtonElement).addEventListener("click", () => {
    // The table may be on its way still.
    const share = document.querySelector("#share");
    if (!(share instanceof HTMLElement)) return;
    uninvite();
    share.click();
  });
  find(row, ".close", HTMLButtonElement).addEventListener("click", uninvite);
  row.addEventListener("keydown", ({ key }) => key === "Escape" && uninvite());
  // Ahead of the board, so that keys come by.
  find(document, "#main", HTMLElement).before(row);
}

export function uninvite() {
  for (const row of document.querySelectorAll(".invite")) row.remove();
}
