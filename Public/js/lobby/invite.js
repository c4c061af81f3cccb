// @ts-check
/**
 * The card that comes with a new board: its address, to be sent to those who shall join.
 * Invariant: there is at most one, and it goes when the lobby is entered again.
 */
import { copy, find, fromTemplate } from "../view/dom.js";

/** @param {string} path of the table @param {{toast:(text:string) => void}} announcer */
export function invite(path, announcer) {
  uninvite();
  const card = find(fromTemplate("invite"), ".invite", HTMLElement);
  const field = find(card, "input", HTMLInputElement);
  field.value = location.origin + path;
  find(card, ".copy", HTMLButtonElement).addEventListener("click", async () => {
    const copied = await copy(field.value);
    announcer.toast(copied ? "Link copied: whoever opens it takes a seat." : "Copy the selected link.");
    if (copied) uninvite();
    else field.select();
  });
  find(card, ".close", HTMLButtonElement).addEventListener("click", uninvite);
  card.addEventListener("keydown", ({ key }) => key === "Escape" && uninvite());
  // Ahead of the board, so that keys come by.
  find(document, "#main", HTMLElement).before(card);
}

export function uninvite() {
  for (const card of document.querySelectorAll(".invite")) card.remove();
}
