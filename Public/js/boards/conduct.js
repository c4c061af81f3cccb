// @ts-check
/**
 * What our gestures come to, whether made by pointer, by taps or by keys: lifting, dropping, selecting, looking closer.
 * Promise: each way of doing it ends in the same commands and is told in the same words.
 */
import { pileOf } from "../model/table.js";
import { Bar } from "./bar.js";
import { Hand } from "./hand.js";
import { Keys } from "./keys.js";
import { Lights } from "./lights.js";
import { button, div, hasDetails } from "./look.js";
import { Player } from "./player.js";
import { slid } from "./store.js";
import { layoutOf } from "./region.js";
import { placeFacts, regionWith } from "./table.js";
import { itemName, itemsName, targetName } from "./words.js";

/** @typedef {import("./store.js").Target} Target */
/** @typedef {import("./hand.js").Holding} Holding */

export class Conduct {
  /**
   * The item that a tap has selected, to be moved by the next.
   * @type {number|null}
   */
  selected = null;
  /** @type {{item:number, place:string}|null} */
  #lastTap = null;

  /** @param {import("./page.js").BoardPage} page @param {AbortSignal} signal */
  constructor(page, signal) {
    this.page = page;
    const { room, view, geometry, parting, root } = page;
    this.lights = new Lights(view);
    const layer = div("hands");
    layer.setAttribute("aria-hidden", "true");
    root.append(layer);
    this.hand = new Hand(room, view, geometry, parting, this.lights, layer);
    this.bar = new Bar(root, this);
    this.keys = new Keys(view, room, this.hand, {
      enter: (item) => this.#enter(item),
      space: (item) => this.#space(item),
      lift: (item) => this.#liftByKeys(item),
      aim: ({ target }) => this.#aim(target),
      drop: () => this.drop(),
      escape: () => this.escape(),
      menu: (item) => this.menu(item),
      command: (op) => this.command(op),
    }, signal);
    this.player = new Player(page.boardRoot, room, view, this.hand, {
      tap: (item, place, { shift }) => this.#tap(item, place, shift),
      lifted: (item) => {
        this.selected = null;
        this.#say(`Lifted ${this.#name([item])}.`);
        page.show();
      },
      drop: () => this.drop(),
      home: (why) => this.#home(why),
    }, signal);
  }

  get #shown() {
    return this.page.room.store.shown();
  }

  /**
   * What the bar speaks of: selected on the server, else by a tap.
   * @returns {number[]}
   */
  chosen() {
    const { store } = this.page.room;
    if (this.selected !== null) return store.withItem(this.selected);
    if (store.seat < 0) return [];
    const { regions, piles } = this.#shown;
    return store.selected().filter((item) => {
      const place = pileOf(piles, item);
      return place !== null && regionWith(regions, place)?.taps === true && store.liftable(item);
    });
  }

  /** @param {readonly number[]} items */
  stopsFor(items) {
    return items.length === 0 || this.page.room.store.seat < 0 ? [] : this.keys.stops(items, items[0]);
  }

  /**
   * The board was drawn anew.
   * @param {number|null} focused the item that had the focus before
   */
  refresh(focused) {
    const { store } = this.page.room;
    if (!this.hand.refresh()) {
      this.player.gone();
      if (this.hand.holding) this.#home("gone");
    }
    if (this.selected !== null && !store.liftable(this.selected)) this.selected = null;
    for (const [item, element] of this.page.view.elements) element.classList.toggle("picked", item === this.selected);
    const lost = focused !== null && this.keys.focused === null && !this.page.sheets.open;
    if (lost && this.page.view.elements.has(focused)) this.keys.focusOn(focused);
    this.keys.refresh();
    if (!this.hand.holding) this.#lightChosen();
  }

  #lightChosen() {
    const [first] = this.chosen();
    if (first === undefined) {
      if (!this.page.outside?.active) this.lights.out();
      return;
    }
    const { store } = this.page.room;
    this.lights.on({ ...store.targets(first), home: pileOf(this.#shown.piles, first) ?? "" }, null);
  }

  // Holding

  /** @param {import("./room.js").Lift} lift that the server has ended */
  lost(lift) {
    if (this.hand.holding?.lift !== lift) return;
    this.player.machine.gone();
    this.#home("gone", true);
  }

  /**
   * Puts down what is held or selected.
   * @returns {boolean} whether there was something
   */
  escape() {
    if (this.player.escape()) return true;
    if (this.hand.holding) {
      this.#home("escape");
      return true;
    }
    const { selected } = this;
    const chosen = this.chosen();
    this.selected = null;
    if (selected === null) this.#unselect(chosen);
    if (chosen.length > 0) this.page.show();
    return chosen.length > 0;
  }

  /** @param {readonly number[]} items */
  #unselect(items) {
    for (const item of items) {
      const place = pileOf(this.#shown.piles, item);
      if (place !== null) this.page.room.tap(place, item);
    }
  }

  drop() {
    const { page } = this;
    const over = this.hand.holding?.over ?? null;
    const focus = this.hand.holding?.lift.item ?? null;
    page.flip.first();
    const holding = this.hand.release();
    if (!holding) return;
    const forbidden = holding.forbidden;
    page.parting.close();
    if (over && !this.#stays(holding, over)) {
      const words = targetName(this.#shown, over);
      const there = this.#shown.piles[over.in] ?? [];
      const intent = page.room.drop(holding.lift, over, holding.as);
      page.flights.begin(holding, intent, there);
      this.#say(`${this.#name(holding.lift.items)}: ${words}.`);
    } else {
      page.flights.begin(holding, null, [], forbidden !== null);
      if (forbidden !== null) page.room.dropToLearn(holding.lift, { in: forbidden });
      else page.room.cancel(holding.lift);
      if (forbidden === null) this.#say(`${this.#name(holding.lift.items)} is back.`);
    }
    page.show();
    if (focus !== null && holding.keys) this.keys.focusOn(focus);
  }

  /**
   * Whether a drop would leave everything as it is.
   * @param {Holding} holding @param {Target} target
   */
  #stays({ lift, collapses }, target) {
    if (!collapses || target.onto !== undefined || target.in !== lift.home) return false;
    const pile = this.#shown.piles[lift.home] ?? [];
    const before = slid(pile, lift.items, target.before);
    const rest = pile.filter((item) => !lift.items.includes(item));
    const at = before === undefined ? rest.length : rest.indexOf(before);
    const next = [...rest.slice(0, at), ...lift.items, ...rest.slice(at)];
    return next.length === pile.length && next.every((item, index) => item === pile[index]);
  }

  /** @param {"escape"|"cancel"|"gone"} why @param {boolean} [shaking] */
  #home(why, shaking = false) {
    const { page } = this;
    page.flip.first();
    const holding = this.hand.release();
    if (!holding) return;
    page.parting.close();
    page.room.cancel(holding.lift);
    page.flights.begin(holding, null, [], shaking);
    page.show();
    if (why === "escape") this.#say(`${this.#name(holding.lift.items)} is back.`);
    if (why === "gone") this.#say(`${this.#name(holding.lift.items)} was taken by somebody else.`);
    if (holding.keys) this.keys.focusOn(holding.lift.item);
  }

  // Taps

  /** @param {number|null} item @param {string|null} place @param {boolean} shift */
  #tap(item, place, shift) {
    const { room } = this.page;
    const { store } = room;
    if (store.seat >= 0 && this.#moveTo(item, place)) return;
    const last = this.#lastTap;
    this.#lastTap = item !== null && place !== null ? { item, place } : null;
    if (item !== null && place !== null && this.#tappable(place)) {
      if (shift && last?.place === place) this.#range(place, last.item, item);
      else room.tap(place, item);
      this.#tellChosen(item, place);
    } else if (item !== null && hasDetails(this.#shown.contents.get(item)) && !this.#editing(place)) {
      this.details(item);
    } else if (item !== null && store.liftable(item) && this.selected !== item) {
      this.selected = item;
      this.#say(`Selected ${this.#name([item])}, ${this.stopsFor([item]).length} destinations.`);
    } else this.selected = null;
    this.page.show();
    if (item !== null && !this.page.sheets.open) this.keys.focusOn(item);
  }

  /** @param {string} place */
  #tappable(place) {
    const region = regionWith(this.#shown.regions, place);
    return this.page.room.store.seat >= 0 && region !== null && (region.taps === true || layoutOf(region) === "choice");
  }

  /** @param {string|null} place */
  #editing(place) {
    const region = place === null ? null : regionWith(this.#shown.regions, place);
    return region?.edit !== undefined && this.page.room.store.seat >= 0;
  }

  /**
   * Selects all between two taps.
   * @param {string} place @param {number} from @param {number} to
   */
  #range(place, from, to) {
    const items = this.#shown.piles[place] ?? [];
    const [start, end] = [items.indexOf(from), items.indexOf(to)].sort((a, b) => a - b);
    const chosen = this.page.room.store.selected();
    for (const item of items.slice(start, end + 1)) if (!chosen.includes(item)) this.page.room.tap(place, item);
  }

  /** @param {number} item @param {string} place */
  #tellChosen(item, place) {
    const region = regionWith(this.#shown.regions, place);
    if (region && layoutOf(region) === "choice") return;
    const selected = this.page.room.store.selected();
    const words = selected.includes(item) ? "selected" : "not selected";
    this.#say(`${this.#name([item])} ${words}, ${selected.length} in all.`);
  }

  /**
   * A tap on a place where what is selected may go.
   * @param {number|null} item @param {string|null} place
   */
  #moveTo(item, place) {
    const { room } = this.page;
    const [first] = this.chosen();
    if (first === undefined || place === null || item === this.selected) return false;
    const { to, onto } = room.store.targets(first);
    const { regions, piles, fixed } = this.#shown;
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

  /** @param {number} item @param {Target} target */
  #move(item, target) {
    const items = this.chosen();
    this.selected = null;
    this.#say(`${this.#name(items)}: ${targetName(this.#shown, target)}.`);
    this.page.flip.first();
    this.page.room.move(item, target);
    this.keys.focusOn(item);
    return true;
  }

  // Looking closer

  /** @param {number|undefined} item */
  hasSheet(item) {
    if (item === undefined) return false;
    const place = pileOf(this.#shown.piles, item);
    const region = place === null ? null : regionWith(this.#shown.regions, place);
    return hasDetails(this.#shown.contents.get(item)) || region?.gives === true;
  }

  /** @param {number} item */
  details(item) {
    const { page } = this;
    const actions = [];
    if (page.room.store.liftable(item) && this.stopsFor([item]).length > 0) {
      actions.push(button("", "Move to…", () => this.menu(item)));
    }
    const more = page.transfer.actions(item);
    if (more) actions.push(more);
    page.sheets.showDetails(this.#shown, item, actions);
  }

  /**
   * Lists where something can go.
   * @param {number|null} item null: what is selected
   */
  menu(item) {
    const { page } = this;
    const chosen = this.chosen();
    const first = item !== null && !chosen.includes(item) ? item : chosen[0];
    if (first === undefined || page.room.store.seat < 0 || this.hand.holding) return;
    const items = page.room.store.withItem(first);
    const stops = this.stopsFor(items);
    if (!page.room.store.liftable(first) || stops.length === 0) {
      return this.#say(`${this.#name([first])} has no place to go.`);
    }
    page.sheets.showMenu(this.#shown, items, stops, ({ target }) => {
      this.selected ??= first;
      this.#move(first, target);
    });
  }

  // Keys

  /** @param {number} item */
  #enter(item) {
    const place = pileOf(this.#shown.piles, item);
    if (this.#moveByPress(item, place)) return true;
    if (place !== null && regionWith(this.#shown.regions, place)?.layout === "choice") return this.#space(item);
    if (!hasDetails(this.#shown.contents.get(item)) || this.#editing(place)) return false;
    this.details(item);
    return true;
  }

  /** @param {number} item */
  #space(item) {
    const place = pileOf(this.#shown.piles, item);
    if (place === null || !this.#tappable(place)) return this.#moveByPress(item, place);
    this.page.room.tap(place, item);
    this.#tellChosen(item, place);
    return true;
  }

  /** @param {number} item @param {string|null} place */
  #moveByPress(item, place) {
    return this.selected !== null && this.page.room.store.seat >= 0 && this.#moveTo(item, place);
  }

  /** @param {number} item @returns {boolean} */
  #liftByKeys(item) {
    const { room, geometry, view } = this.page;
    geometry.refresh();
    if (!room.store.liftable(item)) {
      this.#say(`${this.#name([item])} cannot be lifted.`);
      return false;
    }
    if (this.stopsFor(room.store.withItem(item)).length === 0) {
      this.page.flights.shake(item);
      this.#say(`${this.#name([item])} has no place to go.`);
      return false;
    }
    view.elements.get(item)?.scrollIntoView({ block: "nearest" });
    this.selected = null;
    if (!this.hand.lift(item, { x: 0, y: 0 }, { keys: true })) return false;
    const count = this.hand.holding?.lift.items ?? [item];
    this.page.show();
    this.#say(`Lifted ${this.#name(count)}. Arrows choose a place, Enter drops, Escape puts back.`);
    return true;
  }

  /** @param {Target} target */
  #aim(target) {
    this.hand.aim(target);
    const near = target.onto ?? target.before;
    const element = near === undefined ? this.page.view.place(target.in)?.root : this.page.view.elements.get(near);
    element?.scrollIntoView({ block: "nearest" });
    this.#say(`Over ${targetName(this.#shown, target)}.`);
  }

  /** @param {"undo"|"redo"} op */
  command(op) {
    const { room } = this.page;
    if (!room.store.choices?.[op]) return this.#say(`There is nothing to ${op}.`);
    this.escape();
    room.command(op);
    return this.#say(op === "undo" ? "Undone." : "Played again.");
  }

  // Words

  /** @param {readonly number[]} items */
  #name(items) {
    return items.length === 1 ? itemName(this.#shown, items[0]) : itemsName(this.#shown, items);
  }

  /** @param {string} text */
  #say(text) {
    this.page.app.announcer.say(text);
  }
}
