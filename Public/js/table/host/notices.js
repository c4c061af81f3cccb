// @ts-check
/**
 * What is asked of a player while the game goes on: rows above the tools, each with its answers, and perhaps a clock.
 * Promise: nothing waits for them, the board least of all; each is said once, and again when its words change.
 * Invariant: a row is one element for as long as it is there, so that the focus stays in it.
 */
import { attribute, button, make, write } from "../../view/dom.js";
import { t } from "../../words/say.js";

/**
 * @typedef {object} Notice
 * @property {string} key
 * @property {string} text
 * @property {Array<[words:string, act:() => void]>} answers the best first
 * @property {{left:number, of:number}} [clock] in milliseconds
 */

export class Notices {
  /** @type {Map<string, HTMLElement>} */
  #rows = new Map();

  /**
   * @param {HTMLElement} root @param {(text:string) => void} say
   * @param {() => void} home takes the focus of a row that goes
   */
  constructor(root, say, home) {
    this.root = root;
    this.say = say;
    this.home = home;
  }

  /** @param {readonly Notice[]} list */
  show(list) {
    for (const [key, row] of this.#rows) {
      if (list.some((it) => it.key === key)) continue;
      this.#rows.delete(key);
      const had = row.contains(document.activeElement);
      row.remove();
      if (had) this.home();
    }
    for (const notice of list) this.#row(notice);
  }

  /** @param {Notice} notice */
  #row({ key, text, answers, clock }) {
    let row = this.#rows.get(key);
    if (!row) {
      const time = make("p", "clock", make("b"), make("i", "", make("i")));
      row = make("div", "notice", make("p"), time, make("div", "choices"));
      attribute(row, "role", "group");
      attribute(row, "tabindex", "-1");
      row.dataset.notice = key.replace(/\d+$/, "");
      this.#rows.set(key, row);
      this.root.append(row);
    }
    const [words, time, choices] = /** @type {HTMLElement[]} */ ([...row.children]);
    if (words.textContent !== text) this.say(text);
    write(words, text);
    attribute(row, "aria-label", text);
    time.hidden = !clock;
    if (clock) {
      const [seconds, bar] = /** @type {NodeListOf<HTMLElement>} */ (time.querySelectorAll("b, i > i"));
      write(seconds, t("question.seconds", { count: Math.ceil(clock.left / 1000) }));
      bar.style.inlineSize = `${(100 * clock.left) / clock.of}%`;
    }
    if (choices.textContent === answers.map(([it]) => it).join("")) return;
    const had = choices.contains(document.activeElement);
    const isChoice = answers.length > 1;
    choices.replaceChildren(...answers.map(([it, act], at) => button(isChoice && at === 0 ? "primary" : "", it, act)));
    choices.hidden = answers.length === 0;
    if (had) row.focus({ preventScroll: true });
  }
}
