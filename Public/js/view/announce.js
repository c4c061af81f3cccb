// @ts-check
/** What is said to the ear and shown to the eye in passing. The live region is written only when its text changes. */

const TOAST_MS = 3200;
/** Longer words stay longer: about as fast as people read aloud. */
const LETTER_MS = 65;

export class Announcer {
  /** @param {HTMLElement} region @param {HTMLElement} toasts */
  constructor(region, toasts) {
    this.region = region;
    this.toasts = toasts;
  }

  /** @param {string} text */
  say(text) {
    if (this.region.textContent !== text) this.region.textContent = text;
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
    while (this.toasts.children.length > 3) this.toasts.firstElementChild?.remove();
    setTimeout(() => toast.remove(), Math.max(TOAST_MS, text.length * LETTER_MS));
  }
}
