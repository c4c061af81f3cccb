// @ts-check
/**
 * What gestures come to on a board of regions: lifting, dropping, selecting, looking closer.
 */
import { pileOf, regionWith } from "../../model/table.js";
import { unchanged } from "../../model/certainty.js";
import { Conduct } from "../conduct.js";
import { Hand } from "../hand.js";
import { Keys } from "../keys.js";
import { Player } from "../player.js";
import { make } from "../../view/dom.js";
import { capital, t } from "../../words/say.js";
import { Bar } from "./bar.js";
import { Choosing } from "./choosing.js";
import { FlowStage } from "./drag/flow-stage.js";
import { Lights } from "./drag/lights.js";
import { itemAt } from "./item.js";
import { hasDetails, lookOf } from "./look.js";
import { Roving } from "./roving.js";
import { nextTarget } from "./stops.js";
import { nameOf } from "../seats.js";
import { itemsName, targetName } from "./words.js";

/** @typedef {import("../../model/store.js").Target} Target */
/** @typedef {import("./drag/flow-stage.js").FlowHolding} Holding */

const OTHERS = "button, a, input, select, textarea, dialog, .drag-out, .transfer-tools";

/** @extends {Conduct<import("../../model/table.js").Content, Holding>} */
export class FlowConduct extends Conduct {
  /**
   * What lay where it is about to be dropped.
   * @type {readonly number[]}
   */
  #there = [];

  /** @param {import("./page.js").BoardPage} page @param {AbortSignal} signal */
  constructor(page, signal) {
    const { room, view, root, app } = page;
    const lights = new Lights(view);
    const layer = make("div", "hands");
    layer.setAttribute("aria-hidden", "true");
    root.append(layer);
    const stage = new FlowStage(page, lights, layer);
    super(room, new Hand(room, stage), app.announcer, () => page.show());
    this.page = page;
    this.lights = lights;
    this.focus = new Roving(view, this.hand, signal);
    this.choosing = new Choosing(this);
    this.bar = new Bar(root, this);
    new Keys(this, signal);
    this.player = new Player(page.boardRoot, this, {
      under: (_, target) => this.#under(target),
      point: ({ clientX: x, clientY: y }) => ({ x, y }),
      press: (item) => {
        for (const old of view.root.querySelectorAll(".pressed")) old.classList.remove("pressed");
        if (item !== null) view.elements.get(item)?.classList.add("pressed");
      },
      tap: ({ item, place, shift }) => this.choosing.tap(item, place, shift),
      lifted: (item) => {
        this.choosing.selected = null;
        this.say(t("say.lifted", { what: this.name(this.hand.holding?.lift.items ?? [item]) }));
        page.show();
      },
      stuck: (item) => this.choosing.tellLocked(item),
    }, signal);
  }

  /**
   * The board was drawn anew.
   * @param {number|null} focused the item that had the focus before
   */
  refresh(focused) {
    this.keepHold();
    this.choosing.refresh();
    const lost = focused !== null && this.focus.focused === null && !this.page.sheets.open;
    if (lost && this.page.view.elements.has(focused)) this.focus.focusOn(focused);
    else if (lost) this.focus.bereft(focused);
    this.focus.refresh();
    if (!this.hand.holding) this.choosing.light();
  }

  /** @param {Element} target */
  #under(target) {
    if (target.closest(OTHERS)) return null;
    const { store } = this.room;
    const item = itemAt(target);
    const place = target.closest(".place");
    // A player who grasps at an item that somebody holds is told who holds it.
    const isGraspable = item !== null && (store.liftable(item) || (store.seat >= 0 && store.holder(item) >= 0));
    // Playing cards and handles lift under a finger at once; on everything else it may want to scroll.
    const isCard = item !== null && lookOf(this.page.shown.faces.get(item), "") === "card";
    return {
      item, place: place instanceof HTMLElement ? place.dataset.in ?? null : null, grasp: isGraspable ? item : null,
      atOnce: isCard || target.closest(".grip") !== null,
    };
  }

  // Holding

  /**
   * Puts down what is held or selected.
   * @returns {boolean} whether there was something
   */
  escape() {
    if (this.putDown()) return true;
    const had = this.choosing.clear();
    if (had) this.show();
    return had;
  }

  /** @param {Holding} holding */
  leaving({ keys, lift, over }) {
    this.page.flip.first();
    this.#there = over ? this.page.shown.piles[over.in] ?? [] : [];
    if (keys) this.focus.moving(lift.item);
  }

  /** @param {Holding} holding @param {import("../../model/store.js").Intent|null} intent @param {boolean} refused */
  landed(holding, intent, refused) {
    this.page.parting.close();
    this.page.flights.begin(holding, intent, this.#there, refused);
  }

  /** @param {Holding} holding */
  shown({ keys, lift }) {
    this.show();
    if (keys) this.focus.focusOn(lift.item);
  }

  /** @param {Holding} holding @param {Target} target */
  stays({ lift, collapses }, target) {
    if (!collapses || target.onto !== undefined || target.in !== lift.home) return false;
    return unchanged(this.page.shown.piles[lift.home] ?? [], lift.order, target.before);
  }

  /** @param {readonly number[]} items that were taken out of our hand */
  gone(items) {
    const { piles } = this.page.shown;
    const there = items.filter((item) => pileOf(piles, item) !== null);
    const words = there.length === 0 ? t("say.notThere") : this.#holder(there) >= 0 ? this.taken(there)
      : t("say.movedByOther", { what: capital(this.name(there)), count: there.length });
    this.announcer.toast(words);
  }

  /** @param {readonly number[]} items the seat that holds some of them, or −1 */
  #holder(items) {
    return items.map((item) => this.room.store.holder(item)).find((seat) => seat >= 0) ?? -1;
  }

  /** @param {readonly number[]} items that the server gave to somebody else @returns {string} */
  taken(items) {
    const holder = this.#holder(items);
    const who = holder < 0 ? t("app.somebodyElse") : nameOf(this.room.store.table?.seats ?? [], holder);
    return t("say.taken", { what: capital(this.name(items)), count: items.length, who });
  }

  // Keys

  /** @param {string} key */
  letter(key) {
    if (key !== "m" || !this.playing) return false;
    if (!this.hand.holding) this.choosing.menu(this.focus.focused);
    return true;
  }

  /** @param {string} key @param {Element} target */
  walk(key, target) {
    const item = itemAt(target);
    if (item !== null) this.focus.walk(item, key);
    return item !== null;
  }

  /** @param {string} key @param {Element} target */
  press(key, target) {
    const item = itemAt(target);
    if (item === null) return false;
    const done = key === " " ? this.#space(item) : this.#enter(item);
    if (!done) this.#lift(item);
    return true;
  }

  /** @param {number} item */
  #enter(item) {
    const place = pileOf(this.page.shown.piles, item);
    if (this.#moveByPress(item, place)) return true;
    if (regionWith(this.page.shown.regions, place)?.layout === "choice") return this.#space(item);
    if (!hasDetails(this.page.shown.faces.get(item)) || this.choosing.editing(place)) return false;
    this.choosing.details(item);
    return true;
  }

  /** @param {number} item */
  #space(item) {
    const place = pileOf(this.page.shown.piles, item);
    if (place === null || !this.choosing.tappable(place)) return this.#moveByPress(item, place);
    this.room.tap(place, item);
    this.choosing.tellChosen(item, place);
    return true;
  }

  /** @param {number} item @param {string|null} place */
  #moveByPress(item, place) {
    return this.choosing.selected !== null && this.room.store.seat >= 0 && this.choosing.moveTo(item, place);
  }

  /** @param {number} item */
  #lift(item) {
    const { room } = this;
    const { geometry, view, flights } = this.page;
    geometry.refresh();
    if (!room.store.liftable(item)) {
      if (!this.tellHolder(item)) this.say(t("say.cannotLift", { what: this.name([item]) }));
      return;
    }
    if (this.choosing.stopsFor(room.store.withItem(item)).length === 0) {
      flights.shake(item);
      this.say(t("say.noPlace", { what: this.name([item]) }));
      return;
    }
    view.elements.get(item)?.scrollIntoView({ block: "nearest" });
    this.choosing.selected = null;
    if (!this.hand.lift(item, { x: 0, y: 0 }, { keys: true })) return;
    const items = this.hand.holding?.lift.items ?? [item];
    this.show();
    this.say(t("say.liftedKeys", { what: this.name(items) }));
  }

  /** @param {string} key */
  aim(key) {
    const { holding } = this.hand;
    if (!holding) return;
    const { view } = this.page;
    const rtl = getComputedStyle(view.root).direction === "rtl";
    const target = nextTarget(this.page.shown, holding.lift, holding.over, key, rtl);
    if (!target) return;
    this.hand.choose(target);
    const near = target.onto ?? target.before;
    const element = near === undefined ? view.place(target.in)?.root : view.elements.get(near);
    element?.scrollIntoView({ block: "nearest" });
    this.say(t("say.over", { place: targetName(this.page.shown, target) }));
  }

  /** @param {"undo"|"redo"} op */
  stepped(op) {
    this.say(t(op === "undo" ? "tools.undone" : "tools.redone"));
  }

  /** @param {readonly number[]} items */
  name(items) {
    return itemsName(this.page.shown, items);
  }

  /** @param {readonly number[]} items @param {Target} to */
  putWords(items, to) {
    return t("say.put", { what: this.name(items), place: targetName(this.page.shown, to) });
  }
}
