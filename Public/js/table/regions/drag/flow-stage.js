// @ts-check
/**
 * A hand over regions: copies of the lifted items are carried, and items part where they would land.
 * Promise: what stays at home while it is held says so; a place is measured before the hand begins to move.
 */
import { pileOf, placeFacts, regionWith } from "../../../model/table.js";
import { Aim } from "./aim.js";
import { scrollNear } from "./autoscroll.js";
import { Preview } from "./preview.js";

/** @typedef {import("../../room.js").Lift} Lift */
/**
 * @typedef {import("../../hand.js").Holding & {preview:Preview, collapses:boolean}} FlowHolding collapses: its
 *   home closes up behind it
 */

export class FlowStage {
  /** A finger hides what is under it. */
  raise = 24;

  /**
   * @param {import("../page.js").BoardPage} page @param {import("./lights.js").Lights} lights
   * @param {HTMLElement} layer
   */
  constructor({ room, view, geometry, parting }, lights, layer) {
    this.room = room;
    this.view = view;
    this.geometry = geometry;
    this.parting = parting;
    this.lights = lights;
    this.layer = layer;
    this.aiming = new Aim({ room, geometry, parting });
  }

  /** @param {Lift} lift */
  carry(lift) {
    // Room that was made for somebody else closes: everything is measured as it lies at rest.
    if (this.parting.now) {
      this.parting.close();
      this.geometry.invalidate();
    }
    this.geometry.measure([lift.home, ...lift.to]);
    const shown = this.room.store.shown();
    const { x, y, w, h } = this.geometry.rectOf(shown.piles, lift.item);
    const { scroll } = this.geometry;
    const preview = this.#draw(lift);
    const collapses = placeFacts(shown.regions, lift.home)?.reorder === true;
    this.#mark(lift.items, collapses);
    const corner = { x: x - scroll.x, y: y - scroll.y, w, h };
    return { corner, size: preview.sizes[0], more: { preview, collapses } };
  }

  /** @param {readonly number[]} moving @param {boolean} collapses */
  #mark(moving, collapses) {
    this.view.root.classList.add("carrying");
    for (const [item, element] of this.view.elements) {
      const held = moving.includes(item);
      element.classList.toggle("lifted", held);
      element.classList.toggle("stays", held && !collapses);
    }
  }

  /** @param {Lift} lift */
  #draw(lift) {
    const shown = this.room.store.shown();
    const look = regionWith(shown.regions, lift.home)?.preview;
    const rects = lift.items.map((item) => this.geometry.rectOf(shown.piles, item));
    const preview = new Preview(this.view, shown, lift.items, rects, look);
    this.layer.append(preview.root);
    preview.measure();
    return preview;
  }

  /** @param {FlowHolding} holding @param {boolean} calm */
  aim(holding, calm) {
    return this.aiming.at(holding, calm);
  }

  /** @param {FlowHolding} holding @param {boolean} moved */
  show(holding, moved) {
    const { lift, over, forbidden, preview, collapses } = holding;
    if (moved) this.#part(holding);
    else {
      this.#mark(lift.items, collapses);
      this.#follow(holding);
    }
    this.lights.on(lift, over);
    preview.root.classList.toggle("forbidden", forbidden !== null);
    const { regions } = this.room.store.shown();
    const there = over && regionWith(regions, over.in);
    preview.form((there ? there.drop : lift.formation || regionWith(regions, lift.home)?.formation) || "default");
  }

  /**
   * Keys aim at what it goes before, wherever that lies by now; a pointer finds out for itself.
   * @param {FlowHolding} holding
   */
  #follow(holding) {
    const open = this.parting.now;
    const { keys, over } = holding;
    if (!keys || !over || open?.place !== over.in || open.index === null) return;
    if (this.#index(holding, over) !== open.index) this.#part(holding);
  }

  /** @param {FlowHolding} holding */
  #part(holding) {
    const { over, moving, lift, collapses } = holding;
    const nowhere = { moving, home: lift.home, collapses, place: null, index: null, sizes: [] };
    if (!over || over.onto !== undefined) return this.parting.open(nowhere);
    const isOrdered = placeFacts(this.room.store.shown().regions, over.in)?.reorder === true;
    const sizes = this.aiming.sizesIn(holding, over.in);
    const index = isOrdered ? this.#index(holding, over) : null;
    return this.parting.open({ ...nowhere, place: over.in, index, sizes });
  }

  /**
   * How many of those that stay lie before the gap.
   * @param {FlowHolding} holding @param {import("../../../model/store.js").Target} over
   */
  #index({ collapses, moving }, over) {
    const pile = this.room.store.shown().piles[over.in] ?? [];
    const staying = pile.filter((item) => !(collapses && moving.has(item)));
    const at = over.before === undefined ? -1 : staying.indexOf(over.before);
    return at < 0 ? staying.length : at;
  }

  /** @param {FlowHolding} holding */
  move({ preview, at }) {
    preview.move(at.x, at.y);
  }

  /** @param {FlowHolding} holding @param {number} passed ms */
  scroll({ pointer }, passed) {
    scrollNear(this.geometry, pointer, passed);
  }

  /** @param {FlowHolding} holding */
  goal({ over, lift }) {
    const { geometry, parting, room } = this;
    const gap = over ? parting.rect() ?? geometry.root(over.in) : geometry.rectOf(room.store.shown().piles, lift.item);
    return gap && { x: gap.x - geometry.scroll.x + 8, y: gap.y - geometry.scroll.y - 8 };
  }

  /**
   * Places are told as parts of the place that is meant.
   * @param {FlowHolding} holding
   */
  spot(holding) {
    const { keys, at, preview, pointer } = holding;
    const { geometry } = this;
    const point = geometry.onPage(keys ? { x: at.x + preview.sizes[0].w / 2, y: at.y + 12 } : pointer);
    const over = holding.over ?? this.aiming.above(holding, point);
    const frame = (over && geometry.root(over.in)) || geometry.board;
    const shift = over ? this.parting.shift(over.in) : 0;
    return { x: (point.x - frame.x) / (frame.w || 1), y: (point.y - frame.y - shift) / (frame.h || 1), over };
  }

  /** @param {FlowHolding} holding */
  isStill(holding) {
    const { lift, over } = holding;
    const { store } = this.room;
    const { piles } = store.shown();
    if (lift.items.some((item) => pileOf(piles, item) === null) || pileOf(piles, lift.item) !== lift.home) return false;
    if (lift.items.some((item) => store.holder(item) >= 0)) return false;
    const near = over?.onto ?? over?.before;
    if (over && near !== undefined && pileOf(piles, near) !== over.in) {
      holding.over = null;
      holding.forbidden = null;
      this.#part(holding);
    }
    return true;
  }

  /** @param {FlowHolding} holding */
  leased(holding) {
    const { lift, preview } = holding;
    if (lift.items.length === preview.items.length && lift.items.every((it) => preview.items.includes(it))) return;
    preview.root.remove();
    holding.preview = this.#draw(lift);
  }

  /** The preview stays on the page: it flies to where it goes. */
  end() {
    this.view.root.classList.remove("carrying");
    for (const element of this.view.elements.values()) element.classList.remove("lifted", "stays");
    this.lights.out();
  }
}
