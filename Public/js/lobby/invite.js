// @ts-check
/**
 * The row that comes with a new table: its address, to be sent to those who shall join.
 * Promise: it takes room of its own and covers nothing.
 * Invariant: there is at most one, and it goes when the lobby is entered again.
 */
import { copy, find, fromTemplate } from "../view/dom.js";
import { t } from "../words/say.js";

/** @param {string} path of the table @param {{toast:(text:string) => void}} announcer */
export function invite(path, announcer) {
  uninvite();
  const row = find(fromTemplate("invite"), ".invite", HTMLElement);
  const field = find(row, "input", HTMLInputElement);
  field.value = location.origin + path;
  find(row, ".copy", HTMLButtonElement).addEventListener("click", async () => {
    const copied = await copy(field.value);
    announcer.toast(t(copied ? "invite.copied" : "toast.copyByHand"));
    if (copied) return uninvite();
    // Where there is little room the address is shown only to those who must copy it by hand.
    row.classList.add("by-hand");
    return field.select();
  });
  find(row, ".close", HTMLButtonElement).addEventListener("click", uninvite);
  row.addEventListener("keydown", ({ key }) => key === "Escape" && uninvite());
  // Ahead of the board, so that keys come by.
  find(document, "#main", HTMLElement).before(row);
}

export function uninvite() {
  for (const row of document.querySelectorAll(".invite")) row.remove();
}
