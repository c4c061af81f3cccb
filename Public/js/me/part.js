// @ts-check
/**
 * One part of the page "You": a heading, what belongs to it, and a line for what went wrong.
 * Promise: what is asked once more is asked in place, and the focus comes back to where it was asked.
 */
import { attribute, button, copy, make, write } from "../view/dom.js";
import { language, t } from "../words/say.js";

/** @typedef {import("./api.js").Me} Me */
/** @typedef {import("./page.js").MePage} MePage */

/** What every request may end with. */
const ENDS = new Map([["offline", "me.offline"], ["slow", "me.slow"], ["token", "me.unknown"]]);

/**
 * An element with the words of a key, which change with the language.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {string} kind @param {string} key
 */
export function said(tag, kind, key) {
  const element = make(tag, kind, t(key));
  element.dataset.t = key;
  return element;
}

/** @param {string} kind @param {string} key @param {() => void} act */
export function press(kind, key, act) {
  const element = button(kind, t(key), act);
  element.dataset.t = key;
  return element;
}

/**
 * A field under its name.
 * @param {string} name @param {string} key of its label @param {Partial<HTMLInputElement>} [more]
 */
export function field(name, key, more = {}) {
  const input = make("input");
  Object.assign(input, { type: "text", name, autocomplete: "off", spellcheck: false, ...more });
  attribute(input, "autocapitalize", "off");
  return { input, label: make("label", "field", said("span", "", key), input) };
}

/**
 * What is shown to be copied, with a button for it.
 * @param {string} key of its label @param {(copied:boolean) => void} told
 */
export function copyable(key, told) {
  const { input, label } = field("copy", key, { readOnly: true });
  const act = press("copy", "about.copy", async () => {
    const copied = await copy(input.value);
    if (!copied) input.select();
    told(copied);
  });
  return { input, row: make("div", "copyable", label, act) };
}

/** @param {number} ms since 1970 */
export function dateText(ms) {
  const { locale } = language().numbers.resolvedOptions();
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(ms);
}

/** @param {import("./api.js").Device} device what it is called */
export const deviceTitle = ({ n, name }) =>
  name || (n === 0 ? t("me.firstDevice") : t("me.device", { n: String(n + 1) }));

export class Part {
  /**
   * What was pressed that made us ask.
   * @type {HTMLElement|null}
   */
  #asker = null;
  /** Whether an answer is waited for. */
  isBusy = false;

  /** @param {MePage} page @param {string} name @param {string} title key of its heading */
  constructor(page, name, title) {
    this.page = page;
    this.name = name;
    this.heading = said("h2", "", title);
    this.heading.id = `me-${name}`;
    this.heading.tabIndex = -1;
    this.why = make("p", "why");
    this.why.id = `me-${name}-why`;
    this.asking = make("div", "asking");
    this.root = make("section", "part", this.heading);
    this.root.dataset.part = name;
    attribute(this.root, "aria-labelledby", this.heading.id);
  }

  /** @param {...(string|Node)} content what stands below the heading; what went wrong and what is asked come last */
  put(...content) {
    this.root.append(...content, this.why, this.asking);
  }

  /** @param {Me} _me who we are now */
  show(_me) {}

  leave() {}

  /**
   * What went wrong, beside what was pressed; empty: nothing.
   * @param {string} text
   */
  tell(text) {
    write(this.why, text);
    if (text !== "") this.page.app.announcer.say(text);
  }

  /**
   * Words for the end of a request.
   * @param {string} error @param {Record<string, string>} [known] keys of words for what the server may say here
   */
  words(error, known = {}) {
    return t(known[error] ?? ENDS.get(error) ?? "me.other");
  }

  /**
   * Asks the server, once at a time.
   * @param {string} method @param {string} path @param {object} [body] @param {string} [token]
   * @returns {Promise<import("./api.js").Reply|null>} null if we wait for an answer already, or the page was left
   */
  async ask(method, path, body, token) {
    if (this.isBusy) return null;
    this.isBusy = true;
    attribute(this.root, "aria-busy", "true");
    this.tell("");
    const reply = await this.page.ask(method, path, body, token);
    this.isBusy = false;
    attribute(this.root, "aria-busy", null);
    return this.page.isLeft ? null : reply;
  }

  /**
   * Asks once more before something is done.
   * @param {string} text @param {string} yes key of the button that does it @param {() => void} act
   * @param {HTMLElement} asker to which the focus comes back
   */
  once(text, yes, act, asker) {
    this.tell("");
    this.#asker = asker;
    const words = make("p", "", text);
    words.id = `me-${this.name}-ask`;
    const does = press("primary", yes, () => {
      this.closeQuestion();
      act();
    });
    const not = press("", "boards.cancel", () => this.closeQuestion());
    const group = make("div", "question", words, make("div", "choices", does, not));
    attribute(group, "role", "group");
    attribute(group, "aria-labelledby", words.id);
    group.tabIndex = -1;
    group.addEventListener("keydown", (event) => event.key === "Escape" && this.closeQuestion());
    this.asking.replaceChildren(group);
    group.focus();
    group.scrollIntoView?.({ block: "nearest" });
  }

  closeQuestion() {
    const had = this.asking.contains(document.activeElement);
    this.asking.replaceChildren();
    if (had) (this.#asker?.isConnected && !this.#asker.hidden ? this.#asker : this.heading).focus();
  }

  /** @param {boolean} copied */
  copied(copied) {
    this.page.app.announcer.toast(t(copied ? "me.copied" : "me.copyByHand"));
  }
}
