// @ts-check
/**
 * The dialog that lists the keys: `?` opens it on every page, and so do buttons in the settings and a table's details.
 * Promise: `?` that belongs to a field or a dialog is left alone.
 */
import { closesBeside, find } from "../view/dom.js";

export class KeysDialog {
  constructor() {
    this.dialog = find(document, "#keys", HTMLDialogElement);
    closesBeside(this.dialog);
    find(this.dialog, ".close", HTMLButtonElement).addEventListener("click", () => this.dialog.close());
    document.addEventListener("keydown", (event) => this.#press(event));
    document.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest(".open-keys")) this.open();
    });
  }

  open() {
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key, target } = event;
    if (key !== "?" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.closest("input, select, textarea, dialog")) return;
    event.preventDefault();
    this.open();
  }
}
