// @ts-check
/**
 * What one person holds: lifted items that follow the pointer, or wait over a destination that keys have chosen.
 * Promise: while it moves, each frame writes transforms and reads no layout; legal places light up at once.
 * Invariant: at most one lift; `over` is where a drop would go, null where it would go home.
 */
import { approach } from "../../view/motion.js";
import { pileOf, placeFacts, regionWith } from "../../model/table.js";
import { Aim } from "./aim.js";
import { scrollNear } from "./autoscroll.js";
import { PAUSE_MS } from "./gap.js";
import { Preview } from "./preview.js";

/** @typedef {import("../../table/room.js").Lift} Lift */
/** @typedef {import("../../model/store.js").Target} Target */
/** @typedef {import("./flow.js").Rect} Rect */
/** @typedef {{x:number, y:number}} XY */
/**
 * @typedef {object} Holding
 * @property {Lift} lift
 * @property {Preview} preview
 * @property {ReadonlySet<number>} moving
 * @property {XY} grip from the first item's corner to the pointer
 * @property {XY} at the first item's corner now, on the screen
 * @property {XY} pointer on the screen
 * @property {number} raise how far a finger's items float above it
 * @property {boolean} keys moved by keys
 * @property {boolean} collapses its home closes up behind it
 * @property {Target|null} over
 * @property {string|null} forbidden a place that would refuse
 * @property {string} as "copy" or "move", if asked for by a key that is held down
 */

/** A finger hides what is under it. */
const FINGER_RAISE_PX = 24;
const EASE_MS = 45;

export class Hand {
  /** @type {Holding|null} */
  holding = null;
  #frame = 0;
  #last = 0;
  #changedAt = 0;

  /**
   * @param {import("../../table/room.js").BoardRoom} room @param {import("../view.js").View} view
   * @param {import("./geometry.js").Geometry} geometry @param {import("./parting.js").Parting} parting
   * @param {import("./lights.js").Lights} lights @param {HTMLElement} layer
   */
  constructor(room, view, geometry, parting, lights, layer) {
    this.room = room;
    this.view = view;
    this.geometry = geometry;
    this.parting = parting;
    this.lights = lights;
    this.layer = layer;
    this.aim = new Aim(room, geometry, parting);
  }

  /** @param {number} item */
  holds(item) {
    return this.holding?.moving.has(item) ?? false;
  }

  /**
   * @param {number} item @param {XY} pointer on the screen @param {{finger?:boolean, keys?:boolean}} how
   * @returns {boolean}
   */
  lift(item, pointer, { finger = false, keys = false }) {
    const lift = this.room.lift(item);
    if (!lift) return false;
    this.#alone();
    this.geometry.measure([lift.home, ...lift.to]);
    const corner = this.#rectOf(item);
    const { scroll } = this.geometry;
    const at = { x: corner.x - scroll.x, y: corner.y - scroll.y };
    const facts = placeFacts(this.room.store.shown().regions, lift.home);
    this.holding = {
      lift, keys, at, pointer, preview: this.#draw(lift), moving: new Set(lift.items), over: null, forbidden: null,
      as: "", collapses: facts?.reorder === true, raise: finger ? FINGER_RAISE_PX : 0,
      grip: keys ? { x: corner.w / 2, y: corner.h / 2 } : { x: pointer.x - at.x, y: pointer.y - at.y },
    };
    this.#grip(this.holding, corner);
    this.#mark();
    this.#rest(this.holding);
    this.#light();
    this.#last = performance.now();
    this.#step(this.#last);
    return true;
  }

  /** Room that was made for somebody else closes: everything is measured as it lies at rest. */
  #alone() {
    if (!this.parting.now) return;
    this.parting.close();
    this.geometry.invalidate();
  }

  /** @param {number} item @returns {Rect} where it lies, on the page */
  #rectOf(item) {
    const { piles } = this.room.store.shown();
    const place = pileOf(piles, item) ?? "";
    const box = this.geometry.box(place) ?? { x: 0, y: 0, w: 0, h: 0 };
    const rect = this.geometry.lane(place)?.slots.find((it) => it.item === item)?.rect ?? { x: 0, y: 0, w: 80, h: 40 };
    return { ...rect, x: box.x + rect.x, y: box.y + rect.y };
  }

  /** @param {Lift} lift */
  #draw(lift) {
    const { store } = this.room;
    const shown = store.shown();
    const look = regionWith(shown.regions, lift.home)?.preview;
    const preview = new Preview(this.view, shown, lift.items, lift.items.map((item) => this.#rectOf(item)), look);
    this.layer.append(preview.root);
    preview.measure();
    return preview;
  }

  /**
   * What is drawn smaller than it lay stays under the pointer.
   * @param {Holding} holding @param {Rect} corner
   */
  #grip(holding, corner) {
    const [size] = holding.preview.sizes;
    if (!holding.preview.own || corner.w === 0) return;
    holding.grip = { x: (holding.grip.x / corner.w) * size.w, y: (holding.grip.y / corner.h) * size.h };
  }

  #mark() {
    for (const [item, element] of this.view.elements) element.classList.toggle("lifted", this.holds(item));
    for (const element of this.view.root.querySelectorAll(".item.stays")) element.classList.remove("stays");
    if (!this.holding || this.holding.collapses) return;
    for (const item of this.holding.moving) this.view.elements.get(item)?.classList.add("stays");
  }

  /** @param {Lift} lift that the server has described */
  leased(lift) {
    const { holding } = this;
    if (holding?.lift !== lift) return;
    if (lift.items.length !== holding.moving.size || lift.items.some((it) => !holding.moving.has(it))) {
      holding.preview.root.remove();
      holding.preview = this.#draw(lift);
      holding.moving = new Set(lift.items);
      this.#mark();
      this.#rest(holding);
    }
    this.#light();
  }

  /** @param {XY} pointer on the screen @param {string} as */
  drag(pointer, as) {
    if (!this.holding) return;
    this.holding.pointer = pointer;
    this.holding.as = as;
  }

  /** @param {Target} target chosen by keys */
  choose(target) {
    if (!this.holding) return;
    this.#over(this.holding, target, null, performance.now());
  }

  /**
   * The board was drawn anew.
   * @returns {boolean} whether the hand still holds what it held
   */
  refresh() {
    const { holding } = this;
    if (!holding) return true;
    const { piles } = this.room.store.shown();
    const { lift } = holding;
    if (lift.items.some((item) => pileOf(piles, item) === null) || pileOf(piles, lift.item) !== lift.home) return false;
    if (lift.items.some((item) => this.room.store.holder(item) >= 0)) return false;
    const { over } = holding;
    const near = over?.onto ?? over?.before;
    if (over && near !== undefined && pileOf(piles, near) !== over.in) this.#over(holding, null, null, 0);
    else if (over && holding.keys) this.#follow(holding, piles[over.in] ?? []);
    this.#mark();
    this.#light();
    return true;
  }

  /**
   * Keys aim at what it goes before, wherever that lies by now; a pointer finds out for itself.
   * @param {Holding} holding @param {readonly number[]} pile
   */
  #follow(holding, pile) {
    const { over, moving, collapses } = holding;
    const open = this.parting.now;
    if (!over || open?.place !== over.in || open.index === null) return;
    const staying = pile.filter((item) => !(collapses && moving.has(item)));
    const at = over.before === undefined ? staying.length : staying.indexOf(over.before);
    if (at !== open.index) this.#part(holding);
  }

  /** @returns {Holding|null} what was held; its preview stays on the page */
  release() {
    const { holding } = this;
    if (!holding) return null;
    cancelAnimationFrame(this.#frame);
    this.holding = null;
    this.#mark();
    this.lights.out();
    return holding;
  }

  /** @param {number} now */
  #step(now) {
    const { holding } = this;
    if (!holding) return;
    const passed = Math.min(100, now - this.#last);
    this.#last = now;
    if (holding.keys) this.#glide(holding, approach(passed, EASE_MS));
    else {
      holding.at = { x: holding.pointer.x - holding.grip.x, y: holding.pointer.y - holding.grip.y - holding.raise };
      const found = this.aim.at(holding, now - this.#changedAt < PAUSE_MS);
      if (found) this.#over(holding, found.over, found.forbidden, now);
    }
    holding.preview.move(holding.at.x, holding.at.y);
    // After all that is written: then the browser lays out once.
    if (!holding.keys) scrollNear(this.geometry, holding.pointer, passed);
    this.#tell(holding);
    this.#frame = requestAnimationFrame((next) => this.#step(next));
  }

  /** @param {Holding} holding @param {Target|null} over @param {string|null} forbidden @param {number} now */
  #over(holding, over, forbidden, now) {
    const was = holding.over;
    const same = was?.in === over?.in && was?.before === over?.before && was?.onto === over?.onto;
    if (same && forbidden === holding.forbidden) return;
    holding.over = over;
    holding.forbidden = forbidden;
    this.#changedAt = now;
    this.#part(holding);
    this.#light();
  }

  /** @param {Holding} holding */
  #part(holding) {
    const { over, moving, lift, collapses } = holding;
    const { regions } = this.room.store.shown();
    if (!over || over.onto !== undefined) return this.#rest(holding);
    const ordered = placeFacts(regions, over.in)?.reorder === true;
    const lane = ordered ? this.geometry.lane(over.in) : null;
    const staying = lane?.slots.filter(({ item }) => !(collapses && moving.has(item))) ?? [];
    const at = staying.findIndex(({ item }) => item === over.before);
    return this.parting.open({
      moving, home: lift.home, collapses, place: over.in, sizes: this.aim.sizesIn(holding, over.in),
      index: ordered ? (at < 0 ? staying.length : at) : null,
    });
  }

  /** @param {Holding} holding nothing is to be dropped anywhere: the room is where they were */
  #rest({ moving, lift, collapses }) {
    this.parting.open({ moving, home: lift.home, collapses, place: null, index: null, sizes: [] });
  }

  #light() {
    const { holding } = this;
    if (!holding) return;
    const { lift, over, forbidden, preview } = holding;
    this.lights.on(lift, over);
    preview.root.classList.toggle("forbidden", forbidden !== null);
    const { regions } = this.room.store.shown();
    const there = over ? regionWith(regions, over.in) : null;
    const home = regionWith(regions, lift.home);
    preview.form((there ? there.drop : lift.formation || home?.formation) || "default");
  }

  /** @param {Holding} holding @param {number} share */
  #glide(holding, share) {
    const { geometry, parting } = this;
    const gap = holding.over ? parting.rect() ?? geometry.root(holding.over.in) : this.#rectOf(holding.lift.item);
    if (!gap) return;
    const goal = { x: gap.x - geometry.scroll.x + 8, y: gap.y - geometry.scroll.y - 8 };
    holding.at.x += (goal.x - holding.at.x) * share;
    holding.at.y += (goal.y - holding.at.y) * share;
  }

  /** @param {Holding} holding */
  #tell(holding) {
    const { lift, keys, at, preview } = holding;
    const { geometry } = this;
    const point = geometry.onPage(keys ? { x: at.x + preview.sizes[0].w / 2, y: at.y + 12 } : holding.pointer);
    const over = holding.over ?? this.aim.above(holding, point);
    const frame = (over && geometry.root(over.in)) || geometry.board;
    const shift = over ? this.parting.shift(over.in) : 0;
    this.room.hover(lift, (point.x - frame.x) / (frame.w || 1), (point.y - frame.y - shift) / (frame.h || 1), over);
  }
}
