// @ts-check
/**
 * Three, two, one over the backs of the cards, with the short code of their seal: what it stands for was settled before
 * anybody knew them.
 */
import { attribute, make, write } from "../view/dom.js";
import { t } from "../words/say.js";
import { shortCode } from "./sentences.js";

export class Countdown {
  constructor() {
    this.digit = make("b");
    attribute(this.digit, "aria-hidden", "true");
    this.seal = make("p");
    this.root = make("div", "countdown", this.digit, this.seal);
    this.root.hidden = true;
  }

  /** @param {number} ms until the start @param {string} commit @param {boolean} counts */
  show(ms, commit, counts) {
    this.root.hidden = !counts;
    if (!counts) return;
    const digit = String(Math.max(1, Math.min(3, Math.ceil(ms / 1000))));
    write(this.digit, digit);
    this.root.dataset.digit = digit;
    write(this.seal, t("race.seal", { code: shortCode(commit) }));
  }
}
