// @ts-check
/**
 * The player's keys: whatever a pointer can do at a table they can do too, and a few things more quickly.
 * Promise: keys that belong to a field or a dialog are left alone.
 */
import { lettersCount } from "../settings/letters.js";

/**
 * @typedef {object} KeyDeeds what keys come to
 * @property {import("./hand.js").Hand<any>} hand
 * @property {boolean} playing whether we have a seat at a table that is there
 * @property {(key:string, target:Element) => boolean} letter whether it meant something, here as in what follows
 * @property {(op:"undo"|"redo") => void} step
 * @property {() => boolean} escape
 * @property {(key:string, target:Element) => boolean} walk moves the focus
 * @property {(key:string, target:Element) => boolean} press Enter, or a space, on what has the focus
 * @property {(key:string) => void} aim moves what is held to the next place
 * @property {() => void} drop
 */

export const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

export class Keys {
  /** @param {KeyDeeds} deeds @param {AbortSignal} signal */
  constructor(deeds, signal) {
    this.deeds = deeds;
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target } = event;
    if (event.defaultPrevented || event.altKey || !(target instanceof Element)) return;
    if (target.closest("dialog, input, select, textarea")) return;
    if (this.#shortcut(event, target) || this.#onBoard(event, target)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @param {Element} target */
  #shortcut(event, target) {
    const { deeds } = this;
    const key = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    if (key === "escape") return deeds.escape();
    if (event.repeat || (!command && !lettersCount(target))) return false;
    if ((key === "z" || key === "y") && deeds.playing) {
      deeds.step(key === "y" || event.shiftKey ? "redo" : "undo");
      return true;
    }
    return !command && deeds.letter(key, target);
  }

  /** @param {KeyboardEvent} event @param {Element} target */
  #onBoard(event, target) {
    if (event.ctrlKey || event.metaKey) return false;
    const { holding } = this.deeds.hand;
    if (holding && !holding.keys) return false;
    const presses = event.key === " " || event.key === "Enter";
    if (holding) {
      if (presses) this.deeds.drop();
      else if (ARROWS.has(event.key)) this.deeds.aim(event.key);
      // What is held keeps the focus.
      else return event.key === "Tab";
      return true;
    }
    if (ARROWS.has(event.key)) return this.deeds.walk(event.key, target);
    return presses && !event.repeat && this.deeds.press(event.key, target);
  }
}
