// @ts-check
/**
 * Where everything lies on the page, measured once and kept until the page scrolls, changes its size or is drawn anew.
 * Promise: asking reads no layout unless something has changed since; transforms and flights never count.
 * Invariant: all rectangles are in the document's pixels, those of a lane in its box's.
 */
import { EMPTY_HEIGHT, inside } from "./flow.js";
import { pileOf } from "../../../model/table.js";

/** @typedef {import("./flow.js").Rect} Rect */
/** @typedef {import("./flow.js").Lane} Lane */
/** @typedef {{x:number, y:number}} XY */
/** @typedef {{place:string, region:string, root:Rect, box:Rect, scroller:HTMLElement|null}} Spot */
/**
 * @typedef {object} Scroller what scrolls of a region
 * @property {XY} at how far it was scrolled when it was measured
 * @property {XY} now
 * @property {Rect} rect
 * @property {boolean} across whether it scrolls sideways
 * @property {boolean} down
 */

/** @type {Record<string, import("./flow.js").FlowKind>} */
const KINDS = { row: "wrap", grid: "wrap", area: "wrap", choice: "wrap", piles: "fan" };
/** How much of a card is seen under the next, where there is no other to tell. */
const FAN_SHARE = 0.28;

export class Geometry {
  board = { x: 0, y: 0, w: 0, h: 0 };
  scroll = { x: 0, y: 0 };
  screen = { w: 0, h: 0 };
  rtl = false;
  /** Counts the measurements. */
  turn = 0;
  /** @type {Map<string, Spot>} */
  #spots = new Map();
  /** @type {Map<string, Rect>} */
  #regions = new Map();
  /** @type {Map<string, Lane>} */
  #lanes = new Map();
  /** @type {Map<HTMLElement, Scroller>} */
  #scrollers = new Map();
  stale = true;
  /** To be called when something was scrolled. */
  scrolled = () => {};
  /**
   * Of these (null: the page) what is heard of scrolling is our own doing, until it is over.
   * @type {Set<HTMLElement|null>}
   */
  #ours = new Set();

  /** @param {import("../view.js").View} view @param {AbortSignal} signal */
  constructor(view, signal) {
    this.view = view;
    addEventListener("resize", () => this.invalidate(), { signal });
    // Whatever changed the board's size has moved what lies below.
    const sizes = new ResizeObserver(([{ contentRect: { width, height } }]) => {
      if (Math.hypot(width - this.board.w, height - this.board.h) > 0.5) this.invalidate();
    });
    sizes.observe(view.root);
    signal.addEventListener("abort", () => sizes.disconnect());
    const all = { capture: true, passive: true, signal };
    document.addEventListener("scroll", (event) => this.#scrolled(event.target), all);
    document.addEventListener("scrollend", (event) => this.#scrolled(event.target, true), all);
  }

  invalidate() {
    this.stale = true;
  }

  /**
   * Scrolls the page, or a region. Where it is then is read at once, while the layout is fresh: when it is heard of,
   * other things may have changed.
   * @param {HTMLElement|null} scroller @param {XY} by pixels
   */
  scrollBy(scroller, by) {
    const at = () => (scroller ? this.#scrollers.get(scroller)?.now : this.scroll);
    const before = at();
    (scroller ?? window).scrollBy(by.x, by.y);
    this.#ours.delete(scroller);
    this.#scrolled(scroller);
    const after = at();
    // At its end nothing scrolls, and nothing is heard.
    if (after?.x !== before?.x || after?.y !== before?.y) this.#ours.add(scroller);
  }

  /** @param {EventTarget|null} target @param {boolean} [over] */
  #scrolled(target, over = false) {
    const element = target instanceof HTMLElement ? target : null;
    const known = element ? this.#scrollers.get(element) : undefined;
    const scroller = known ? element : null;
    const ours = this.#ours.has(scroller);
    if (over) this.#ours.delete(scroller);
    if (ours) return;
    if (known && element) known.now = scrolledTo(element);
    else this.scroll = { x: window.scrollX, y: window.scrollY };
    this.scrolled();
  }

  refresh() {
    if (!this.stale) return;
    this.stale = false;
    this.turn += 1;
    const { view } = this;
    this.scroll = { x: window.scrollX, y: window.scrollY };
    this.screen = { w: document.documentElement.clientWidth, h: window.innerHeight };
    const { left, top, width, height } = view.root.getBoundingClientRect();
    this.board = { x: left + this.scroll.x, y: top + this.scroll.y, w: width, h: height };
    this.rtl = getComputedStyle(view.root).direction === "rtl";
    this.#spots.clear();
    this.#regions.clear();
    this.#lanes.clear();
    this.#scrollers.clear();
    for (const [name, region] of view.regions) {
      this.#regions.set(name, this.#rect(region.root, null));
      const down = region.root.classList.contains("scroll");
      const scroller = down || region.layout === "columns" ? region.body : null;
      if (scroller) {
        const at = scrolledTo(scroller);
        const across = scroller.scrollWidth > scroller.clientWidth;
        this.#scrollers.set(scroller, { at, now: at, rect: this.#rect(scroller, null), across, down });
      }
      for (const [place, { root, box }] of region.places) {
        this.#spots.set(place, {
          place, region: name, scroller, root: this.#rect(root, scroller), box: this.#rect(box, scroller),
        });
      }
    }
  }

  /**
   * Measures places ahead of time, at the start of a gesture: on the way nothing is to be read.
   * @param {Iterable<string>} places
   */
  measure(places) {
    const { left, top } = this.view.root.getBoundingClientRect();
    const { board } = this;
    this.scroll = { x: window.scrollX, y: window.scrollY };
    // What stands above the board comes and goes, and nobody tells.
    if (Math.hypot(left + this.scroll.x - board.x, top + this.scroll.y - board.y) > 0.5) this.invalidate();
    for (const place of places) this.lane(place);
  }

  /** @param {HTMLElement} element @param {HTMLElement|null} scroller @returns {Rect} */
  #rect(element, scroller) {
    let { x, y } = this.board;
    for (let at = /** @type {Element|null} */ (element); at instanceof HTMLElement && at !== this.view.root;) {
      x += at.offsetLeft;
      y += at.offsetTop;
      at = at.offsetParent;
    }
    const by = scroller ? scrolledTo(scroller) : { x: 0, y: 0 };
    return { x: x - by.x, y: y - by.y, w: element.offsetWidth, h: element.offsetHeight };
  }

  /** @param {string} place @returns {Lane|null} */
  lane(place) {
    this.refresh();
    const known = this.#lanes.get(place);
    const made = this.view.place(place);
    const spot = this.#spots.get(place);
    if (known || !made || !spot) return known ?? null;
    const kind = KINDS[this.view.regions.get(spot.region)?.layout ?? ""] ?? "column";
    const slots = [];
    for (const element of made.box.children) {
      if (!(element instanceof HTMLElement) || element.dataset.handle === undefined) continue;
      const { offsetLeft: x, offsetTop: y, offsetWidth: w, offsetHeight: h } = element;
      slots.push({ item: Number(element.dataset.handle), rect: { x, y, w, h } });
    }
    const style = getComputedStyle(made.box);
    const last = slots.length - 1;
    const height = slots[0]?.rect.h ?? spot.box.w * 1.4;
    const step = last > 0 ? slots[last].rect.y - slots[last - 1].rect.y : height * FAN_SHARE;
    const lane = {
      kind, slots, step, rtl: this.rtl, width: spot.box.w,
      gapX: parseFloat(style.columnGap) || 0, gapY: parseFloat(style.rowGap) || 0,
    };
    this.#lanes.set(place, lane);
    return lane;
  }

  /**
   * Where something that was measured lies now that its region has been scrolled.
   * @param {Rect} rect @param {HTMLElement|null} scroller @returns {Rect}
   */
  #drifted(rect, scroller) {
    const known = scroller ? this.#scrollers.get(scroller) : undefined;
    if (!known) return { ...rect };
    return { ...rect, x: rect.x + known.at.x - known.now.x, y: rect.y + known.at.y - known.now.y };
  }

  /** @param {string} place @returns {Rect|null} where its items lie */
  box(place) {
    this.refresh();
    const spot = this.#spots.get(place);
    return spot ? this.#drifted(spot.box, spot.scroller) : null;
  }

  /** @param {string} place @returns {Rect|null} all that counts as the place */
  root(place) {
    this.refresh();
    const spot = this.#spots.get(place);
    return spot ? this.#drifted(spot.root, spot.scroller) : null;
  }

  /**
   * Where an item lies, on the page.
   * @param {import("../../../model/table.js").Piles} piles @param {number} item @returns {Rect}
   */
  rectOf(piles, item) {
    const place = pileOf(piles, item) ?? "";
    const box = this.box(place) ?? { x: 0, y: 0 };
    const rect = this.lane(place)?.slots.find((it) => it.item === item)?.rect ?? { x: 0, y: 0, w: 80, h: 40 };
    return { ...rect, x: box.x + rect.x, y: box.y + rect.y };
  }

  /**
   * What is seen of a place that scrolls; null: it does not.
   * @param {string} place
   */
  window(place) {
    this.refresh();
    const scroller = this.#spots.get(place)?.scroller;
    return (scroller && this.#scrollers.get(scroller)?.rect) ?? null;
  }

  /** @param {{clientX:number, clientY:number}|XY} event */
  onPage(event) {
    const { x, y } = "clientX" in event ? { x: event.clientX, y: event.clientY } : event;
    return { x: x + this.scroll.x, y: y + this.scroll.y };
  }

  /**
   * The place under a point; in a region's free room the nearest of its places.
   * @param {XY} at @param {(place:string) => number} [shift] how far a place has moved down meanwhile
   */
  placeAt(at, shift = () => 0) {
    this.refresh();
    /** @type {string|null} */
    let nearest = null;
    let least = Infinity;
    for (const { place, region, root, scroller } of this.#spots.values()) {
      const frame = this.#regions.get(region);
      if (!frame || !inside(frame, at)) continue;
      const rect = this.#drifted(root, scroller);
      rect.y += shift(place);
      if (inside(rect, at)) return place;
      const aside = Math.max(rect.x - at.x, 0, at.x - rect.x - rect.w)
        + Math.max(rect.y - at.y, 0, at.y - rect.y - rect.h);
      if (aside < least) {
        least = aside;
        nearest = place;
      }
    }
    return nearest;
  }

  /**
   * What can scroll of the regions under a point, and which way; sideways also beside it, out to the screen's edge.
   * @param {XY} at
   */
  scrollers(at) {
    const found = [];
    for (const [element, { rect, across, down }] of this.#scrollers) {
      const over = inside(rect, at);
      const beside = across && inside({ ...rect, x: at.x }, at);
      if (over || beside) found.push({ element, rect, across, down: down && over });
    }
    return found;
  }

  /** @param {string} place the height that its items take up at rest */
  height(place) {
    const slots = this.lane(place)?.slots ?? [];
    return Math.max(EMPTY_HEIGHT, ...slots.map(({ rect }) => rect.y + rect.h));
  }
}

/** @param {HTMLElement} element @returns {XY} */
const scrolledTo = ({ scrollLeft: x, scrollTop: y }) => ({ x, y });
