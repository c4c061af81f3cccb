// @ts-check
/**
 * What our gestures come to, whether made by pointer, by taps or by keys: lifting, dropping, selecting, looking closer.
 * Promise: each way of doing it ends in the same commands and is told in the same words.
 */
import { pileOf, regionWith } from "../model/table.js";
import { capital, t } from "../words/say.js";
import { Bar } from "./bar.js";
import { Choosing } from "./choosing.js";
import { Hand } from "../table/hand.js";
import { FlowStage } from "./drag/flow-stage.js";
import { Keys } from "./keys.js";
import { Lights } from "./drag/lights.js";
import { div, hasDetails } from "./look.js";
import { Player } from "./player.js";
import { nameOf } from "./seats.js";
import { unchanged } from "../model/certainty.js";
import { itemsName, takenWords, targetName } from "./words.js";

/** @typedef {import("../model/store.js").Target} Target */
/** @typedef {import("./drag/flow-stage.js").FlowHolding} Holding */

export class Conduct {
  /** @param {import("./page.js").BoardPage} page @param {AbortSignal} signal */
  constructor(page, signal) {
    this.page = page;
    const { room, view, geometry, parting, root } = page;
    this.lights = new Lights(view);
    const layer = div("hands");
    layer.setAttribute("aria-hidden", "true");
    root.append(layer);
    this.hand = new Hand(room, new FlowStage(room, view, geometry, parting, this.lights, layer));
    this.choosing = new Choosing(page, this.lights, {
      on: (item) => this.keys.focusOn(item),
      moving: (item) => this.keys.moving(item),
    });
    this.bar = new Bar(root, this);
    /** @type {Keys} */
    this.keys = new Keys(view, room, this.hand, {
      enter: (item) => this.#enter(item),
      space: (item) => this.#space(item),
      lift: (item) => this.#liftByKeys(item),
      aim: ({ target }) => this.#aim(target),
      drop: () => this.drop(),
      escape: () => this.escape(),
      menu: (item) => this.hand.holding ?? this.choosing.menu(item),
      command: (op) => this.command(op),
    }, signal);
    this.player = new Player(page.boardRoot, room, view, this.hand, {
      tap: (item, place, { shift }) => this.choosing.tap(item, place, shift),
      lifted: (item) => {
        this.choosing.selected = null;
        this.#say(t("say.lifted", { what: this.#name(this.hand.holding?.lift.items ?? [item]) }));
        page.show();
      },
      refused: (item) => this.choosing.tellHolder(item),
      stuck: (item) => this.choosing.tellLocked(item),
      drop: () => this.drop(),
      home: (why) => this.#home(why),
    }, signal);
  }

  get #shown() {
    return this.page.room.store.shown();
  }

  /**
   * The board was drawn anew.
   * @param {number|null} focused the item that had the focus before
   */
  refresh(focused) {
    if (!this.hand.refresh()) {
      this.player.gone();
      if (this.hand.holding) this.#home("gone");
    }
    this.choosing.refresh();
    const lost = focused !== null && this.keys.focused === null && !this.page.sheets.open;
    if (lost && this.page.view.elements.has(focused)) this.keys.focusOn(focused);
    else if (lost) this.keys.bereft(focused);
    this.keys.refresh();
    if (!this.hand.holding) this.choosing.light();
  }

  // Holding

  /** @param {import("../table/room.js").Lift} lift that the server has ended */
  lost(lift) {
    if (this.hand.holding?.lift !== lift) return;
    this.player.machine.gone();
    // Why was told with the refusal.
    this.#home("cancel", true);
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
    const had = this.choosing.clear();
    if (had) this.page.show();
    return had;
  }

  drop() {
    const { page } = this;
    const over = this.hand.holding?.over ?? null;
    const focus = this.hand.holding?.lift.item ?? null;
    page.flip.first();
    const holding = this.hand.release();
    if (!holding) return;
    const forbidden = holding.forbidden;
    if (focus !== null && holding.keys) this.keys.moving(focus);
    page.parting.close();
    if (over && !this.#stays(holding, over)) {
      const words = targetName(this.#shown, over);
      const there = this.#shown.piles[over.in] ?? [];
      const intent = page.room.drop(holding.lift, over, holding.as);
      page.flights.begin(holding, intent, there);
      this.#say(t("say.put", { what: this.#name(holding.lift.items), place: words }));
    } else {
      page.flights.begin(holding, null, [], forbidden !== null);
      if (forbidden !== null) page.room.dropToLearn(holding.lift, { in: forbidden });
      else page.room.cancel(holding.lift);
      if (forbidden === null) this.#say(t("say.back", { what: this.#name(holding.lift.items) }));
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
    return unchanged(this.#shown.piles[lift.home] ?? [], lift.order, target.before);
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
    if (why === "escape") this.#say(t("say.back", { what: this.#name(holding.lift.items) }));
    if (why === "gone") page.app.announcer.toast(this.#goneWords(holding.lift.items));
    if (holding.keys) this.keys.focusOn(holding.lift.item);
  }

  /** @param {readonly number[]} items that were taken out of our hand */
  #goneWords(items) {
    const { piles } = this.#shown;
    const there = items.filter((item) => pileOf(piles, item) !== null);
    if (there.length === 0) return t("say.notThere");
    if (this.#holder(there) >= 0) return this.taken(there);
    return t("say.movedByOther", { what: capital(this.#name(there)), count: there.length });
  }

  /** @param {readonly number[]} items the seat that holds some of them, or −1 */
  #holder(items) {
    return items.map((item) => this.page.room.store.holder(item)).find((seat) => seat >= 0) ?? -1;
  }

  /** @param {readonly number[]} items that the server gave to somebody else @returns {string} */
  taken(items) {
    const holder = this.#holder(items);
    const seats = this.page.room.store.table?.seats ?? [];
    return takenWords(this.#shown, items, holder < 0 ? t("app.somebodyElse") : nameOf(seats, holder));
  }

  // Keys

  /** @param {number} item */
  #enter(item) {
    const place = pileOf(this.#shown.piles, item);
    if (this.#moveByPress(item, place)) return true;
    if (place !== null && regionWith(this.#shown.regions, place)?.layout === "choice") return this.#space(item);
    if (!hasDetails(this.#shown.faces.get(item)) || this.choosing.editing(place)) return false;
    this.choosing.details(item);
    return true;
  }

  /** @param {number} item */
  #space(item) {
    const place = pileOf(this.#shown.piles, item);
    if (place === null || !this.choosing.tappable(place)) return this.#moveByPress(item, place);
    this.page.room.tap(place, item);
    this.choosing.tellChosen(item, place);
    return true;
  }

  /** @param {number} item @param {string|null} place */
  #moveByPress(item, place) {
    return this.choosing.selected !== null && this.page.room.store.seat >= 0 && this.choosing.moveTo(item, place);
  }

  /** @param {number} item @returns {boolean} */
  #liftByKeys(item) {
    const { room, geometry, view } = this.page;
    geometry.refresh();
    if (!room.store.liftable(item)) {
      if (!this.choosing.tellHolder(item)) this.#say(t("say.cannotLift", { what: this.#name([item]) }));
      return false;
    }
    if (this.choosing.stopsFor(room.store.withItem(item)).length === 0) {
      this.page.flights.shake(item);
      this.#say(t("say.noPlace", { what: this.#name([item]) }));
      return false;
    }
    view.elements.get(item)?.scrollIntoView({ block: "nearest" });
    this.choosing.selected = null;
    if (!this.hand.lift(item, { x: 0, y: 0 }, { keys: true })) return false;
    const count = this.hand.holding?.lift.items ?? [item];
    this.page.show();
    this.#say(t("say.liftedKeys", { what: this.#name(count) }));
    return true;
  }

  /** @param {Target} target */
  #aim(target) {
    this.hand.choose(target);
    const near = target.onto ?? target.before;
    const element = near === undefined ? this.page.view.place(target.in)?.root : this.page.view.elements.get(near);
    element?.scrollIntoView({ block: "nearest" });
    this.#say(t("say.over", { place: targetName(this.#shown, target) }));
  }

  /** @param {"undo"|"redo"} op */
  command(op) {
    const { room } = this.page;
    if (!room.store.mayStep(op)) {
      return this.#say(t(op === "undo" ? "refusal.nothingToUndo" : "refusal.nothingToRedo"));
    }
    this.escape();
    room.command(op);
    return this.#say(t(op === "undo" ? "tools.undone" : "tools.redone"));
  }

  /** @param {readonly number[]} items */
  #name(items) {
    return itemsName(this.#shown, items);
  }

  /** @param {string} text */
  #say(text) {
    this.page.app.announcer.say(text);
  }
}
