/**
 * A page without a browser: enough of one for a panel or a dialog. Every selector finds its element, always the same.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const MARKUP = readFileSync(new URL("../../Public/index.html", import.meta.url), "utf8");

export class Element {
  hidden = false;
  textContent = "";
  value = "";
  dataset = {};
  /** @type {Map<string, Element>} */
  #found = new Map();
  /** @type {Set<string>} */
  classes = new Set();
  classList = {
    toggle: (name, on) => (on ? this.classes.add(name) : this.classes.delete(name)),
    add: (name) => this.classes.add(name),
    remove: (...names) => names.forEach((name) => this.classes.delete(name)),
  };
  /** @type {Map<string, (event: object) => void>} */
  #listening = new Map();

  constructor(id = "", attributes = {}) {
    this.id = id;
    this.attributes = attributes;
  }

  querySelector(selector) {
    if (!this.#found.has(selector)) this.#found.set(selector, new Element(selector.replace("#", "")));
    return this.#found.get(selector);
  }

  /** The buttons of the real page that the selector's attribute stands on. */
  querySelectorAll(selector) {
    const attribute = /\[([\w-]+)\]$/.exec(selector)[1];
    const buttons = MARKUP.matchAll(new RegExp(`<button id="([\\w-]+)"[^>]*${attribute}="([^"]*)"`, "g"));
    return [...buttons].map(([, id, value]) => {
      const button = this.querySelector(`#${id}`);
      button.attributes[attribute] = value;
      return button;
    });
  }

  getAttribute(name) {
    return this.attributes[name] ?? null;
  }

  addEventListener(kind, act) {
    this.#listening.set(kind, act);
  }
  removeEventListener(kind) {
    this.#listening.delete(kind);
  }
  /** What happens to an event of that kind, once. */
  fire(kind) {
    const done = [];
    const event = { preventDefault: () => done.push("prevented"), stopPropagation: () => done.push("stopped") };
    this.#listening.get(kind)?.(event);
    return done;
  }
  focus() {}
  showModal() {
    this.open = true;
  }
  close() {
    this.open = false;
  }
  contains() {
    return false;
  }
}

/** What scripts of a browser take for granted; animation frames are counted and never come, hashes come at once. */
export function openPage() {
  const page = { frames: 0 };
  Object.assign(globalThis, {
    HTMLElement: Element, HTMLButtonElement: Element, HTMLDialogElement: Element, HTMLInputElement: Element,
    HTMLSelectElement: Element, HTMLAnchorElement: Element,
    document: new Element(), location: { origin: "https://baize.test" },
    requestAnimationFrame: () => ++page.frames, cancelAnimationFrame() {},
  });
  const digest = async (_, bytes) => createHash("sha256").update(bytes).digest();
  Object.defineProperty(globalThis, "crypto", { value: { subtle: { digest } } });
  return page;
}

/** Presses buttons by their selector: `on` is what a page gives its parts to listen with. */
export function buttons() {
  const acts = new Map();
  return { on: (selector, act) => acts.set(selector, act), press: (selector) => acts.get(selector)() };
}
