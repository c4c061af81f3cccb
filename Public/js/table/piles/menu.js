// @ts-check
/**
 * The list of places to which something can go, by name: whatever dragging can do, choosing from a list can do too.
 * Invariant: what is chosen is asked of the room only after the dialog is closed.
 */
import { button, closesBeside, find, make, write } from "../../view/dom.js";
import { capital, t } from "../../words/say.js";

export class Menu {
  /** @param {HTMLDialogElement} dialog */
  constructor(dialog) {
    this.dialog = dialog;
    closesBeside(dialog);
  }

  /**
   * @param {string} what is to be moved, by name @param {readonly {pile:string, name:string}[]} places
   * @param {(pile:string, at:number) => void} choose at: which of the places
   */
  show(what, places, choose) {
    const { dialog } = this;
    write(find(dialog, "h2", HTMLElement), t("move.title", { what }));
    const list = find(dialog, ".stops", HTMLElement);
    list.replaceChildren(...places.map(({ pile, name }, at) => {
      const stop = button("stop", capital(name), () => {
        dialog.close();
        choose(pile, at);
      });
      stop.dataset.in = pile;
      return make("li", "", stop);
    }));
    open(dialog, find(dialog, ".stop, [type=submit]", HTMLElement));
    list.scrollTop = 0;
  }

  close() {
    this.dialog.close();
  }
}

/**
 * Browsers give the focus to whatever scrolls, and what is far down scrolls the rest away: neither is wanted.
 * @param {HTMLDialogElement} dialog @param {HTMLElement} first
 */
export function open(dialog, first) {
  if (!dialog.open) dialog.showModal();
  first.focus({ preventScroll: true });
}
