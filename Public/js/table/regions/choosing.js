// @ts-check
/**
 * The selection, made by a tap or kept on the server, and moving it: for people who do not drag.
 * Promise: a second tap moves it where that is possible; everything possible is listed by name as well.
 */
import { pileOf, placeFacts, regionWith } from "../../model/table.js";
import { refusal } from "../../model/words.js";
import { button } from "../../view/dom.js";
import { t } from "../../words/say.js";
import { hasDetails } from "./look.js";
import { layoutOf } from "./region.js";
import { stops } from "./stops.js";

export class Choosing {
  /**
   * The item that a tap has selected, to be moved by the next.
   * @type {number|null}
   */
  selected = null;
  /** @type {{item:number, place:string}|null} */
  #lastTap = null;

  /** @param {import("./flow-conduct.js").FlowConduct} conduct */
  constructor(conduct) {
    this.conduct = conduct;
    this.page = conduct.page;
  }

  /**
   * What the bar speaks of: selected on the server, else by a tap.
   * @returns {number[]}
   */
  chosen() {
    const { store } = this.page.room;
    if (this.selected !== null) return store.withItem(this.selected);
    if (store.seat < 0) return [];
    const { regions, piles } = this.page.shown;
    const isTapped = (/** @type {number} */ item) => regionWith(regions, pileOf(piles, item))?.taps === true;
    return store.selected().filter((item) => isTapped(item) && store.liftable(item));
  }

  /** @param {readonly number[]} items */
  stopsFor(items) {
    const { store } = this.page.room;
    return items.length === 0 || store.seat < 0 ? [] : stops(store.shown(), items, store.targets(items[0]));
  }

  /** The board was drawn anew. */
  refresh() {
    const { store } = this.page.room;
    if (this.selected !== null && !store.liftable(this.selected)) this.selected = null;
    for (const [item, element] of this.page.view.elements) element.classList.toggle("picked", item === this.selected);
  }

  /** Lights where it could go. */
  light() {
    const [first] = this.chosen();
    if (first === undefined) {
      if (!this.page.outside?.active) this.conduct.lights.out();
      return;
    }
    const { store } = this.page.room;
    this.conduct.lights.on({ ...store.targets(first), home: pileOf(this.page.shown.piles, first) ?? "" }, null);
  }

  /** @returns {boolean} whether something was selected */
  clear() {
    const chosen = this.chosen();
    if (this.selected === null) {
      for (const item of chosen) this.page.room.tap(pileOf(this.page.shown.piles, item) ?? "", item);
    }
    this.selected = null;
    return chosen.length > 0;
  }

  // Taps

  /** @param {number|null} item @param {string|null} place @param {boolean} shift */
  tap(item, place, shift) {
    const { room } = this.page;
    const { store } = room;
    if (store.seat >= 0 && this.moveTo(item, place)) return;
    const last = this.#lastTap;
    this.#lastTap = item !== null && place !== null ? { item, place } : null;
    if (item !== null && place !== null && this.tappable(place)) {
      if (shift && last?.place === place) this.#range(place, last.item, item);
      else room.tap(place, item);
      this.tellChosen(item, place);
    } else if (item !== null && hasDetails(this.page.shown.faces.get(item)) && !this.editing(place)) {
      this.details(item);
    } else if (item !== null && store.liftable(item) && this.selected !== item) {
      this.selected = item;
      const count = this.stopsFor([item]).length;
      this.conduct.say(t("say.selected", { what: this.conduct.name([item]), count }));
    } else {
      this.selected = null;
      if (item !== null) this.conduct.tellHolder(item);
    }
    this.page.show();
    if (item !== null && !this.page.sheets.open) this.conduct.focus.focusOn(item);
  }

  /** @param {string} place */
  tappable(place) {
    const region = regionWith(this.page.shown.regions, place);
    return this.page.room.store.seat >= 0 && region !== null && (region.taps === true || layoutOf(region) === "choice");
  }

  /** @param {string|null} place */
  editing(place) {
    return regionWith(this.page.shown.regions, place)?.edit !== undefined && this.page.room.store.seat >= 0;
  }

  /**
   * Selects all between two taps.
   * @param {string} place @param {number} from @param {number} to
   */
  #range(place, from, to) {
    const items = this.page.shown.piles[place] ?? [];
    // Where the first tap was lies nothing any more: then this is the first.
    const first = items.includes(from) ? from : to;
    const [start, end] = [items.indexOf(first), items.indexOf(to)].sort((a, b) => a - b);
    const chosen = this.page.room.store.selected();
    for (const item of items.slice(start, end + 1)) if (!chosen.includes(item)) this.page.room.tap(place, item);
  }

  /** @param {number} item @param {string} place */
  tellChosen(item, place) {
    const region = regionWith(this.page.shown.regions, place);
    if (region && layoutOf(region) === "choice") return;
    const selected = this.page.room.store.selectedWith(item);
    const said = { what: this.conduct.name([item]), count: selected.length };
    this.conduct.say(t(selected.includes(item) ? "say.chosen" : "say.notChosen", said));
  }

  /**
   * A tap on a place where what is selected may go.
   * @param {number|null} item @param {string|null} place
   */
  moveTo(item, place) {
    const { room } = this.page;
    const [first] = this.chosen();
    if (first === undefined || place === null || (item !== null && item === this.selected)) return false;
    const { to, onto } = room.store.targets(first);
    const { regions, piles, fixed } = this.page.shown;
    if (item !== null && onto.has(item)) return this.#move(first, { in: place, onto: item });
    const home = pileOf(piles, first);
    const ordered = placeFacts(regions, place)?.reorder === true;
    if (!to.has(place) || (place === home && (!ordered || item === null || this.selected === null))) return false;
    const region = regionWith(regions, place);
    if (!ordered || item === null || (region && layoutOf(region) === "piles")) return this.#move(first, { in: place });
    const pile = piles[place];
    // Within its own place it takes the other's: behind what comes later, before what comes earlier.
    const later = place === home && pile.indexOf(item) > pile.indexOf(first);
    const before = later ? pile[pile.indexOf(item) + 1] : item;
    const open = before !== undefined && !fixed.has(before);
    return this.#move(first, open ? { in: place, before } : { in: place });
  }

  /** @param {number} item @param {import("../../model/store.js").Target} target */
  #move(item, target) {
    const words = this.conduct.putWords(this.chosen(), target);
    this.selected = null;
    this.conduct.say(words);
    this.page.flip.first();
    this.conduct.focus.moving(item);
    this.page.room.move(item, target);
    this.conduct.focus.focusOn(item);
    return true;
  }

  // Looking closer

  /** @param {number|undefined} item */
  hasSheet(item) {
    if (item === undefined) return false;
    const { regions, piles, faces } = this.page.shown;
    return hasDetails(faces.get(item)) || regionWith(regions, pileOf(piles, item))?.gives === true;
  }

  /** @param {number} item */
  details(item) {
    const { page } = this;
    const actions = [];
    if (page.room.store.liftable(item) && this.stopsFor([item]).length > 0) {
      actions.push(button("", t("boards.moveTo"), () => this.menu(item)));
    }
    const more = page.transfer.out.actions(item);
    if (more) actions.push(more);
    page.sheets.showDetails(this.page.shown, item, actions);
  }

  /**
   * Lists where something can go.
   * @param {number|null} item null: what is selected
   */
  menu(item) {
    const { conduct, page } = this;
    const chosen = this.chosen();
    const first = item !== null && !chosen.includes(item) ? item : chosen[0];
    if (first === undefined || page.room.store.seat < 0) return;
    const items = page.room.store.withItem(first);
    const stops = this.stopsFor(items);
    if (!page.room.store.liftable(first) || stops.length === 0) {
      if (!conduct.tellHolder(first)) conduct.say(t("say.noPlace", { what: conduct.name([first]) }));
      return;
    }
    page.sheets.showMenu(this.page.shown, items, stops, ({ target }) => {
      this.selected = first;
      this.#move(first, target);
    });
  }

  /**
   * Says what unlocks an item, where that is for the player to do.
   * @param {number} item
   */
  tellLocked(item) {
    const region = regionWith(this.page.shown.regions, pileOf(this.page.shown.piles, item));
    const { seat } = this.page.room.store;
    if (seat < 0 || region?.edit !== "toggle" || (region.editing ?? []).includes(seat)) return;
    this.page.app.announcer.toast(refusal({ code: "illegal", why: "notEditing" }));
  }
}
