// @ts-check
/** The note of an upload: what is on its way, how far, and a button that stops it. It comes only if that takes time. */
import { find, fromTemplate, write } from "../view/dom.js";

const QUICK_MS = 250;

export class Note {
  #element = find(fromTemplate("upload-note"), "section", HTMLElement);
  #text = find(this.#element, "p", HTMLElement);
  #bar = find(this.#element, "progress", HTMLProgressElement);
  #coming = 0;

  /** @param {HTMLElement} root @param {() => void} stop */
  constructor(root, stop) {
    this.root = root;
    find(this.#element, "button", HTMLButtonElement).addEventListener("click", stop);
  }

  /** @param {string} text @param {number} part from 0 to 1 */
  show(text, part) {
    write(this.#text, text);
    this.#bar.value = part;
    if (!this.#coming) this.#coming = window.setTimeout(() => this.root.append(this.#element), QUICK_MS);
  }

  close() {
    clearTimeout(this.#coming);
    this.#coming = 0;
    this.#element.remove();
  }
}
