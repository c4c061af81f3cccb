// @ts-check
/**
 * The list of places to which a card can go, by name: whatever dragging can do, choosing from a list can do too.
 * Invariant: what is chosen is asked of the room only after the dialog is closed.
 */
import { closesBeside, find, write } from "../../view/dom.js";
import { capital, t } from "../../words/say.js";

export class Menu {
  /** @param {HTMLDialogElement} dialog */
  constructor(dialog) {
    this.dialog = dialog;
    closesBeside(dialog);
  }

  /**
   * @param {string} what is to be moved, by name @param {readonly {pile:string, name:string}[]} places
   * @param {(pile:string) => void} choose
   */
  show(what, places, choose) {
    const { dialog } = this;
    write(find(dialog, "h2", HTMLElement), t("move.title", { what }));
    find(dialog, ".stops", HTMLElement).replaceChildren(...places.map(({ pile, name }) => {
      const row = document.createElement("li");
      const stop = document.createElement("button");
      stop.type = "button";
      stop.className = "stop";
      stop.dataset.in = pile;
      stop.textContent = capital(name);
      stop.addEventListener("click", () => {
        dialog.close();
        choose(pile);
      });
      row.append(stop);
      return row;
    }));
    if (!dialog.open) dialog.showModal();
    find(dialog, ".stop, [type=submit]", HTMLElement).focus({ preventScroll: true });
  }

  close() {
    this.dialog.close();
  }
}
