// @ts-check
/**
 * The options of a new table: which deal, what goes up by itself, whether time counts, who can come, and our name.
 * Promise: what was chosen is chosen on the next visit, and beside the word "Options" stands what differs from usual.
 */
import { keep, kept } from "../keep.js";
import { dealNumber } from "../model/deal.js";
import { dealName } from "../model/words.js";
import { settings } from "../settings.js";
import { find, write } from "../view/dom.js";
import { t } from "../words/say.js";

/** @typedef {import("../net/messages.js").Deal} Deal */
/** @typedef {import("../net/messages.js").Auto} Auto */
/** @typedef {import("../net/messages.js").Access} Access */
/** @typedef {""|"usual"|"possible"} Offer */
/** @typedef {{deal:Deal, auto:Auto, timed:boolean, access:Access}} Chosen */

/** What a link gets that deals without asking; a number was never chosen for it. */
export const usual = () => ({
  auto: settings.get("auto"), timed: settings.get("timed"), access: /** @type {Access} */ (kept("access") || "link"),
});

/** @param {Offer} offer whether a deal is wanted that can be won */
const wants = (offer) => (offer === "usual" ? kept("winnable") !== "no" : offer !== "" && kept("winnable") === "yes");

export class Options {
  /** @type {Offer} */
  #offer = "";
  /** @type {() => void} */
  #unsubscribe;

  /** @param {HTMLFormElement} form @param {() => void} changed @param {() => void} renamed we have another name */
  constructor(form, changed, renamed) {
    this.form = form;
    this.changed = changed;
    this.number = find(form, "[name=n]", HTMLInputElement);
    this.auto = find(form, "[name=auto]", HTMLSelectElement);
    this.timed = find(form, "[name=timed]", HTMLInputElement);
    this.access = find(form, "[name=access]", HTMLSelectElement);
    this.winnable = find(form, "[name=winnable]", HTMLInputElement);
    this.level = find(form, "[name=level]", HTMLSelectElement);
    this.level.value = kept("level");
    if (dealNumber(kept("deal")) !== null) this.byNumber(kept("deal"));
    this.access.value = usual().access;
    this.#take();
    this.#unsubscribe = settings.subscribe(() => this.#take());
    this.name = find(form, "#your-name", HTMLInputElement);
    this.name.addEventListener("change", () => {
      keep("name", this.name.value.trim());
      renamed();
    });
    this.winnable.addEventListener("input", () => keep("winnable", this.winnable.checked ? "yes" : "no"));
    find(form, "#options", HTMLElement).addEventListener("input", () => {
      settings.set("auto", /** @type {Auto} */ (this.auto.value));
      settings.set("timed", this.timed.checked);
      keep("access", this.access.value);
      keep("level", this.level.value);
      keep("deal", this.isByNumber ? this.number.value : "");
      changed();
    });
  }

  leave() {
    this.#unsubscribe();
  }

  /** @param {string} handle a claimed name, which stays as it is; empty for a guest */
  claimed(handle) {
    this.name.disabled = handle !== "";
    this.name.value = handle === "" ? kept("name") : `@${handle}`;
    find(this.form, "#name-hint", HTMLElement).hidden = handle === "";
  }

  #take() {
    this.auto.value = settings.get("auto");
    this.timed.checked = settings.get("timed");
    this.changed();
  }

  /** A number is asked for. */
  get isByNumber() {
    return find(this.form, "[name=kind][value=open]", HTMLInputElement).checked;
  }

  /** @param {string} number */
  byNumber(number) {
    find(this.form, "[name=kind][value=open]", HTMLInputElement).checked = true;
    this.number.value = number.slice(0, this.number.maxLength);
  }

  /**
   * @param {Offer} [offer] of the game, whether its deals can be picked that can be won
   * @returns {Chosen}
   */
  chosen(offer = this.#offer) {
    const n = this.isByNumber ? dealNumber(this.number.value) : null;
    if (n !== null) return { ...usual(), deal: { kind: "open", n } };
    const level = /** @type {import("../net/messages.js").Level} */ (this.level.value);
    /** @type {Deal} */
    const winnable = { kind: this.isByNumber ? "open" : "sealed", winnable: true, ...(level && { level }) };
    return { ...usual(), deal: wants(offer) ? winnable : { kind: "sealed" } };
  }

  /**
   * Shows what fits the game that is chosen.
   * @param {boolean} timed time can count there @param {Offer} offer
   */
  show(timed, offer) {
    this.#offer = offer;
    const { isByNumber, number, winnable } = this;
    const { deal, auto, access } = this.chosen();
    winnable.checked = wants(offer);
    const row = find(this.form, ".winnable", HTMLElement);
    // Which deal it is to be, a number says by itself.
    row.hidden = offer === "" || (isByNumber && dealNumber(number.value) !== null);
    write(find(row, "small", HTMLElement), t(offer === "usual" ? "lobby.winnableHint" : "lobby.winnableSlow"));
    find(this.form, ".level", HTMLElement).hidden = offer === "" || !winnable.checked || deal.winnable !== true;
    const picks = isByNumber && wants(offer);
    number.disabled = !isByNumber;
    number.required = isByNumber && !picks;
    number.placeholder = picks ? t("lobby.anyNumber") : "";
    const isWrong = isByNumber && number.value.trim() !== "" && dealNumber(number.value) === null;
    number.setCustomValidity(isWrong || (isByNumber && deal.kind === "sealed") ? t("lobby.numberWrong") : "");
    find(this.form, ".number", HTMLElement).hidden = !isByNumber;
    find(this.form, ".timed", HTMLElement).hidden = !timed;
    const told = [
      deal.kind === "open" || deal.level ? dealName(deal) : "",
      auto === "off" ? "" : t("lobby.autoSet", { how: t(`auto.${auto}`) }),
      access === "link" ? "" : this.access.selectedOptions[0]?.text ?? "",
    ];
    write(find(this.form, "#options summary small", HTMLElement), told.filter((it) => it !== "").join(" · "));
  }
}
