// @ts-check
/**
 * What can be done about a line of somebody else: hide the person, report the line, and for a host mute the seat.
 * Promise: what was done is said, and nothing is done before a button says it.
 */
import { button, closesBeside, make, write } from "../../view/dom.js";
import { open } from "../piles/menu.js";
import { t } from "../../words/say.js";
import { worded } from "../../view/worded.js";

/** @typedef {import("./spoken.js").Line} Line */
/** @typedef {import("./messages.js").Why} Why */
/**
 * @typedef {object} LineDeeds
 * @property {(line:Line) => void} hide
 * @property {(line:Line, why:Why) => void} report
 * @property {(line:Line, act:"mute"|"unmute") => void} mute
 */

/** @type {ReadonlyArray<readonly [Why, string]>} */
const WHYS = [["insult", "talk.insult"], ["spam", "talk.spam"], ["cheating", "talk.cheating"], ["other", "talk.other"]];

export class LineMenu {
  /** @param {LineDeeds} deeds */
  constructor(deeds) {
    this.deeds = deeds;
    const title = make("h2");
    title.id = "line-title";
    this.title = title;
    this.words = make("bdi");
    this.stops = make("ul", "stops");
    this.hint = make("p");
    const cancel = worded("button", "", "move.cancel");
    this.dialog = make("dialog", "", make("form", "", title, make("p", "quoted", this.words), this.stops, this.hint,
      make("div", "choices", cancel)), make("p", "said unseen"));
    const [form, said] = this.dialog.children;
    form.setAttribute("method", "dialog");
    said.setAttribute("role", "status");
    this.dialog.id = "line-menu";
    this.dialog.setAttribute("aria-labelledby", title.id);
    closesBeside(this.dialog);
  }

  /** @param {Line} line @param {"mute"|"unmute"|null} mute what a host can do */
  open(line, mute) {
    write(this.title, line.name);
    write(this.words, line.text);
    write(this.hint, t("talk.hideHint"));
    this.stops.replaceChildren(
      this.#stop("hide", t("talk.hide"), () => this.deeds.hide(line)),
      this.#stop("report", t("talk.report"), () => this.#report(line), false),
      ...(mute ? [this.#stop(mute, t(mute === "mute" ? "talk.mute" : "talk.unmute"),
        () => this.deeds.mute(line, mute))] : []),
    );
    this.#first();
  }

  close() {
    this.dialog.close();
  }

  /** @param {Line} line */
  #report(line) {
    write(this.title, t("talk.reportWhy"));
    write(this.hint, t("talk.reportHint"));
    this.stops.replaceChildren(...WHYS.map(([why, key]) =>
      this.#stop(why, t(key), () => this.deeds.report(line, why))));
    this.#first();
  }

  #first() {
    const [first] = this.stops.querySelectorAll("button");
    open(this.dialog, first);
  }

  /** @param {string} name @param {string} text @param {() => void} act @param {boolean} [closes] */
  #stop(name, text, act, closes = true) {
    const stop = button("", text, () => {
      if (closes) this.dialog.close();
      act();
    });
    stop.dataset.do = name;
    return make("li", "", stop);
  }
}
