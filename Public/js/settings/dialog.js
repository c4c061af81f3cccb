// @ts-check
/**
 * The dialog of the settings, on every page. Every control has the name of its setting and works at once; there is
 * nothing to confirm. Promise: it shows what holds, also when another tab changes it; the page beneath goes on.
 */
import { closesBeside, find } from "../view/dom.js";
import { CARDS } from "../view/sprite.js";
import { settings } from "../settings.js";
import { forgetAsked, languages } from "../words/language.js";
import { CHOICES } from "./values.js";

/** One of each suit, and a court. */
const FACES = ["AS", "7H", "9C", "KD"];
/** @typedef {import("./values.js").Key} Key */

/**
 * What a switch sets: a setting that is not a boolean has its default when the switch is off, and its other value when
 * it is on.
 * @param {Key} key @param {boolean} on
 */
const switched = (key, on) => (typeof CHOICES[key][0] === "boolean" ? on : CHOICES[key][Number(on)]);

export class SettingsDialog {
  constructor() {
    this.dialog = find(document, "#settings", HTMLDialogElement);
    const { dialog } = this;
    const select = find(dialog, "[name=language]", HTMLSelectElement);
    for (const { code, name } of languages()) {
      const option = new Option(name, code);
      option.lang = code;
      select.append(option);
    }
    dialog.addEventListener("change", ({ target }) => this.#changed(target));
    closesBeside(dialog);
    find(dialog, ".close", HTMLButtonElement).addEventListener("click", () => dialog.close());
    find(dialog, "a", HTMLAnchorElement).addEventListener("click", () => dialog.close());
    find(document, "#open-settings", HTMLButtonElement).addEventListener("click", () => this.open());
    settings.subscribe(() => this.#show());
  }

  open() {
    this.#show();
    for (const deck of this.dialog.querySelectorAll(".decks .swatch:empty")) {
      deck.append(...FACES.map((face) => CARDS.picture(face)));
    }
    this.dialog.showModal();
  }

  /** @param {EventTarget|null} target */
  #changed(target) {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    const key = /** @type {Key} */ (target.name);
    const isSwitch = target instanceof HTMLInputElement && target.type === "checkbox";
    if (key === "language") forgetAsked();
    settings.set(key, /** @type {never} */ (isSwitch ? switched(key, target.checked) : target.value));
  }

  #show() {
    for (const control of this.dialog.querySelectorAll("input, select")) {
      if (control instanceof HTMLSelectElement) control.value = String(settings.get(/** @type {Key} */ (control.name)));
      else if (control instanceof HTMLInputElement) {
        const key = /** @type {Key} */ (control.name);
        control.checked = settings.get(key) === (control.type === "radio" ? control.value : switched(key, true));
      }
    }
  }
}
