// @ts-check
/**
 * How a race ended, or stands for who is done with it: our place in a sentence, what its sealed deal comes to, and the
 * way to the next one, which waits for nobody.
 */
import { attribute, make, write } from "../view/dom.js";
import { worded } from "../view/worded.js";
import { t } from "../words/say.js";
import { isDoneWith, resultWords } from "./moments.js";
import { press } from "./lounge.js";
import { verdictWords } from "./sentences.js";

/** @typedef {import("./moments.js").Seen} Seen */

export class Outcome {
  /** @param {() => void} again */
  constructor(again) {
    this.heading = make("h2", "", "");
    this.heading.id = "race-result";
    this.again = press("primary", "race.again", again);
    this.again.id = "again";
    const lobby = worded("a", "button", "panel.lobby");
    lobby.href = "/";
    this.verdict = make("p", "race-verdict");
    this.root = make("section", "outcome", this.heading, make("div", "choices", this.again, lobby), this.verdict);
    attribute(this.root, "aria-labelledby", "race-result");
    this.root.hidden = true;
  }

  /**
   * @param {Seen} seen @param {import("../seal.js").Found|undefined} found @param {boolean} isOurs our salt is in it
   * @param {boolean} watches we may only watch
   */
  show(seen, found, isOurs, watches) {
    write(this.heading, resultWords(seen));
    // Who only looked can take part in the next one, once there is one.
    this.again.hidden = !isDoneWith(seen) && seen.race.next === undefined;
    write(this.again, t(seen.race.next === undefined ? "race.again" : watches ? "race.watchAgain" : "race.joinAgain"));
    write(this.verdict, seen.race.state === "ended" ? verdictWords(found, isOurs) : "");
    attribute(this.verdict, "data-verdict", found ? String(found.holds ?? "unknown") : null);
  }
}
