// @ts-check
/**
 * The dialog that opens a race of the game that is chosen: how many, how long, and what is allowed.
 * Promise: what was chosen is chosen the next time; what cannot be a race is not asked for.
 */
import { keep, kept } from "../keep.js";
import { gameName } from "../model/words.js";
import { attribute, closesBeside, make, write } from "../view/dom.js";
import { worded } from "../view/worded.js";
import { t } from "../words/say.js";
import "../words/racing.js";

/** @typedef {import("../net/messages.js").Access} Access */
/** @typedef {import("../net/messages.js").Choice} Choice */
/** @typedef {{most:number, minutes:number, undo:boolean, hint:boolean, access:Access}} RaceWish */

const KEY = "race";
const LEAST = 2;
const MOST = { min: 2, max: 64, usual: 8 };
const MINUTES = { min: 1, max: 120, usual: 10 };
/** @type {Access[]} */
const ACCESSES = ["link", "public", "knock"];

/** @param {unknown} value @param {{min:number, max:number, usual:number}} range */
function within(value, { min, max, usual }) {
  const number = Math.round(Number(value));
  return value === "" || !Number.isFinite(number) || number === 0 ? usual : Math.max(min, Math.min(max, number));
}

/**
 * What was chosen, as it was kept; what is not, or cannot be, is as usual.
 * @param {string} text @returns {RaceWish}
 */
export function wishOf(text) {
  /** @type {any} */
  let known = {};
  try {
    known = JSON.parse(text) ?? {};
  } catch { /* as usual */ }
  return {
    most: within(known.most ?? "", MOST), minutes: within(known.minutes ?? "", MINUTES), undo: known.undo !== false,
    hint: known.hint === true, access: ACCESSES.includes(known.access) ? known.access : "link",
  };
}

/**
 * What the server is asked for.
 * @param {Choice} choice @param {RaceWish} wish @returns {Choice}
 */
export function raceOf({ game, auto, timed }, { most, minutes, undo, hint, access }) {
  const race = { entrants: /** @type {[number, number]} */ ([LEAST, most]), seconds: minutes * 60, undo, hint };
  return { game, deal: { kind: "sealed" }, auto, timed, access, race };
}

export class Racing {
  /** @type {Choice|null} */
  #choice = null;

  /** @param {HTMLElement} root of the lobby @param {(wish:Choice) => void} open */
  constructor(root, open) {
    const wish = wishOf(kept(KEY));
    const heading = worded("h2", "", "race.new");
    heading.id = "new-race-title";
    this.game = make("p", "what");
    this.most = number("entrants", MOST, wish.most);
    this.minutes = number("minutes", MINUTES, wish.minutes);
    this.undo = check("undo", wish.undo);
    this.hint = check("hint", wish.hint);
    this.access = make("select");
    this.access.name = "race-access";
    const names = { link: "lobby.accessLink", public: "lobby.accessPublic", knock: "lobby.accessKnock" };
    for (const access of ACCESSES) {
      const option = worded("option", "", names[access]);
      option.value = access;
      this.access.append(option);
    }
    this.access.value = wish.access;
    const start = worded("button", "primary", "race.open");
    start.id = "open-race";
    start.type = "submit";
    const cancel = worded("button", "", "race.cancel");
    cancel.type = "button";
    cancel.addEventListener("click", () => this.dialog.close());
    const form = make("form", "", heading, this.game, worded("p", "hint", "race.newHint"),
      labelled("seats", "race.most", this.most), labelled("seats", "race.limit", this.minutes),
      switched("race.mayUndo", this.undo), switched("race.mayHint", this.hint),
      labelled("access", "lobby.access", this.access), make("div", "choices", start, cancel));
    form.method = "dialog";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.dialog.close();
      const chosen = this.#chosen;
      keep(KEY, JSON.stringify(chosen));
      if (this.#choice) open(raceOf(this.#choice, chosen));
    });
    const said = make("p", "said unseen");
    attribute(said, "role", "status");
    this.dialog = make("dialog", "", form, said);
    this.dialog.id = "new-race";
    attribute(this.dialog, "aria-labelledby", heading.id);
    closesBeside(this.dialog);
    root.append(this.dialog);
  }

  /** @returns {RaceWish} */
  get #chosen() {
    return {
      most: within(this.most.value, MOST), minutes: within(this.minutes.value, MINUTES), undo: this.undo.checked,
      hint: this.hint.checked, access: /** @type {Access} */ (this.access.value),
    };
  }

  /** @param {Choice} choice */
  open(choice) {
    this.#choice = choice;
    write(this.game, t("race.game", { game: gameName(choice.game) }));
    this.dialog.showModal();
  }
}

/** @param {string} name @param {{min:number, max:number}} range @param {number} value */
function number(name, { min, max }, value) {
  const input = make("input");
  Object.assign(input, { type: "number", name, min: String(min), max: String(max), step: "1", required: true,
    value: String(value) });
  attribute(input, "inputmode", "numeric");
  return input;
}

/** @param {string} name @param {boolean} checked */
function check(name, checked) {
  const input = make("input");
  Object.assign(input, { type: "checkbox", name, checked });
  return input;
}

/** @param {string} kind @param {string} key @param {HTMLElement} control */
const labelled = (kind, key, control) => make("label", kind, worded("span", "", key), control);

/** @param {string} key @param {HTMLInputElement} control */
function switched(key, control) {
  const knob = make("i");
  attribute(knob, "aria-hidden", "true");
  return make("label", "switch", control, knob, worded("span", "", key));
}
