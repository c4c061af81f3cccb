// @ts-check
/**
 * What is said to the ear and shown to the eye in passing; under an open dialog nothing is heard, so that each dialog
 * has a place of its own for it (`.said`).
 * Promise: what is said again without anybody having pressed anything is not heard again; an answer always is.
 */

const TOAST_MS = 3200;
/** Longer words stay longer: about as fast as people read aloud. */
const LETTER_MS = 65;
/** What is pressed, by whatever means: a screen reader's own press is a click alone. */
const PRESSES = ["keydown", "pointerdown", "click"];
/** Written behind a text that stands there already: only what changes is heard. */
const AGAIN = "\u00a0";

export class Announcer {
  /**
   * Where the last words stand.
   * @type {Element}
   */
  #last;
  /** Whether something was pressed since then. */
  #pressed = false;

  /** @param {HTMLElement} region @param {HTMLElement} toasts */
  constructor(region, toasts) {
    this.region = region;
    this.toasts = toasts;
    this.#last = region;
    for (const press of PRESSES) document.addEventListener(press, (event) => this.#press(event), { capture: true });
  }

  /** @param {Event} event */
  #press(event) {
    const isHeldDown = event instanceof KeyboardEvent && event.repeat;
    // The end of what a pointer began, and was answered perhaps.
    const isEnd = event.type === "click" && event instanceof MouseEvent && event.detail > 0;
    this.#pressed ||= !isHeldDown && !isEnd;
  }

  /** @param {string} text */
  say(text) {
    const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
    const region = dialog?.querySelector(".said") ?? this.region;
    if (region !== this.#last) this.#last.textContent = "";
    this.#last = region;
    const before = region.textContent ?? "";
    const isSame = before === text || before === text + AGAIN;
    if (isSame && !this.#pressed) return;
    this.#pressed = false;
    region.textContent = before === text ? text + AGAIN : text;
  }

  /** Forgets what was said: in another language it would be read as nonsense. */
  forget() {
    this.#last.textContent = "";
  }

  /** Puts away what is shown. */
  hush() {
    this.toasts.replaceChildren();
  }

  /**
   * Says it and shows it for a moment.
   * @param {string} text
   */
  toast(text) {
    this.say(text);
    for (const old of this.toasts.children) if (old.textContent === text) old.remove();
    const toast = document.createElement("p");
    toast.className = "toast";
    toast.textContent = text;
    this.toasts.append(toast);
    // Above whatever dialog was opened meanwhile.
    const { toasts } = /** @type {{toasts: HTMLElement & {hidePopover?():void, showPopover?():void}}} */ (this);
    toasts.hidePopover?.();
    toasts.showPopover?.();
    while (this.toasts.children.length > 3) this.toasts.firstElementChild?.remove();
    setTimeout(() => toast.remove(), Math.max(TOAST_MS, text.length * LETTER_MS));
  }
}
