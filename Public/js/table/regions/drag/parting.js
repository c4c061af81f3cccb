// @ts-check
/**
 * Items that part to make room, and the outline of that room. Writes transforms only, and only those that change, of
 * what is near the screen: of hundreds of items most are not.
 * Invariant: at most one gap is open; closed, no item and no place has a transform of ours.
 */
import { arranged, EMPTY_HEIGHT } from "./flow.js";
import { make } from "../../../view/dom.js";

/** @typedef {import("./flow.js").Rect} Rect */
/**
 * @typedef {object} Room
 * @property {ReadonlySet<number>} moving
 * @property {string} home
 * @property {boolean} collapses whether the movers leave room behind at home
 * @property {string|null} place where room is made; null: nowhere but where they were
 * @property {number|null} index
 * @property {import("./flow.js").Size[]} sizes
 * @property {number} [by] somebody else's seat; what they move within a place is shown where it would land
 */

export class Parting {
  /** @type {Room|null} */
  now = null;
  /** All that decides how it was laid. */
  #key = "";
  /**
   * Where the screen began in each place when its items parted.
   * @type {Map<string, {x:number, y:number}>}
   */
  #seen = new Map();
  /** @type {Map<string, import("./flow.js").Arrangement>} */
  #lanes = new Map();
  /** @type {Map<string, number>} */
  #shifts = new Map();
  /** @type {HTMLElement[]} */
  #gaps = [];
  /** @type {Map<HTMLElement, string>} */
  #written = new Map();

  /** @type {Element|null} */
  #grown = null;
  /** @type {Set<HTMLElement>} */
  #fuller = new Set();

  /** @param {import("../view.js").View} view @param {import("./geometry.js").Geometry} geometry */
  constructor(view, geometry) {
    this.view = view;
    this.geometry = geometry;
    geometry.scrolled = () => this.#drifted();
  }

  /** @param {Room} room */
  open(room) {
    const key = JSON.stringify([{ ...room, moving: [...room.moving] }, this.geometry.turn]);
    if (this.now && key === this.#key) return;
    this.#key = key;
    this.#lay(room);
  }

  /** @param {Room} room */
  #lay(room) {
    this.now = room;
    const { geometry, view } = this;
    const { moving, home, collapses, place, index, sizes, by } = room;
    this.#lanes.clear();
    this.#seen.clear();
    this.#less();
    /** @type {Map<HTMLElement, string>} */
    const wanted = new Map();
    const touched = new Set([...(collapses && place !== null ? [home] : []), ...(place !== null ? [place] : [])]);
    for (const name of touched) {
      const lane = geometry.lane(name);
      if (!lane) continue;
      const made = arranged(lane, collapses ? moving : new Set(), name === place ? index : null, sizes);
      this.#lanes.set(name, made);
      this.#more(name, made.height - geometry.height(name));
      const rest = new Map(lane.slots.map(({ item, rect }) => [item, rect]));
      const near = this.#near(name);
      for (const { item, rect } of made.slots) {
        const from = rest.get(item);
        const element = view.elements.get(item);
        if (from && element && (from.x !== rect.x || from.y !== rect.y) && (near(from) || near(rect))) {
          wanted.set(element, `translate(${rect.x - from.x}px, ${rect.y - from.y}px)`);
        }
      }
      if (by === undefined || !collapses || name !== place) continue;
      landed(lane, made.gaps, sizes).forEach(({ x, y }, at) => {
        const item = [...moving][at];
        const [from, element] = [rest.get(item), view.elements.get(item)];
        if (from && element) wanted.set(element, `translate(${x - from.x}px, ${y - from.y}px)`);
      });
    }
    this.#shift(wanted);
    for (const element of this.#written.keys()) if (!wanted.has(element)) element.style.transform = "";
    for (const [element, text] of wanted) if (this.#written.get(element) !== text) element.style.transform = text;
    this.#written = wanted;
    this.#grow(by === undefined ? 0 : this.#growth(place));
    const gaps = place === null ? this.#left(room) : this.#lanes.get(place)?.gaps ?? [];
    this.#outline(view.place(place ?? home)?.box ?? null, collapses || place !== null ? gaps : [], by);
  }

  /**
   * Where the screen begins, in the pixels of a place's box.
   * @param {string} place
   */
  #screen(place) {
    const { scroll } = this.geometry;
    const { x, y } = this.geometry.box(place) ?? { x: 0, y: 0 };
    return { x: scroll.x - x, y: scroll.y - y };
  }

  /**
   * What of a place is so near the screen that it may soon be seen.
   * @param {string} place
   */
  #near(place) {
    const { w, h } = this.geometry.screen;
    const at = this.#screen(place);
    this.#seen.set(place, at);
    return (/** @type {Rect} */ rect) => rect.x + rect.w >= at.x - w && rect.x <= at.x + 2 * w
      && rect.y + rect.h >= at.y - h && rect.y <= at.y + 2 * h;
  }

  /** Something was scrolled: what comes near the screen parts too. */
  #drifted() {
    const { w, h } = this.geometry.screen;
    const isFar = [...this.#seen].some(([place, was]) => {
      const { x, y } = this.#screen(place);
      return Math.abs(x - was.x) > w / 2 || Math.abs(y - was.y) > h / 2;
    });
    if (this.now && isFar) this.#lay(this.now);
  }

  /**
   * The room that movers leave where they were.
   * @param {Room} room
   */
  #left({ home, moving, collapses }) {
    if (!collapses) return [];
    return this.geometry.lane(home)?.slots.filter(({ item }) => moving.has(item)).map(({ rect }) => rect) ?? [];
  }

  /**
   * Places that lie under each other move with what is above them.
   * @param {Map<HTMLElement, string>} wanted
   */
  #shift(wanted) {
    this.#shifts.clear();
    for (const region of this.view.regions.values()) {
      if (region.places.size < 2 || (region.layout !== "list" && region.layout !== "table")) continue;
      let down = 0;
      for (const [place, { root }] of region.places) {
        if (down !== 0) {
          this.#shifts.set(place, down);
          wanted.set(root, `translateY(${down}px)`);
        }
        const made = this.#lanes.get(place);
        if (made) down += Math.max(EMPTY_HEIGHT, made.height) - this.geometry.height(place);
      }
    }
  }

  /**
   * How much more room a place takes than its box.
   * @param {string} place @param {number} by pixels
   */
  #more(place, by) {
    const box = this.view.place(place)?.box;
    if (!box || by === 0) return;
    box.style.setProperty("--more", `${by}px`);
    this.#fuller.add(box);
  }

  #less() {
    for (const box of this.#fuller) box.style.removeProperty("--more");
    this.#fuller.clear();
  }

  /**
   * How much higher a region must be for a gap while nobody has left room.
   * @param {string|null} place
   */
  #growth(place) {
    const made = place === null ? undefined : this.#lanes.get(place);
    if (place === null || !made) return 0;
    this.#grown = this.view.place(place)?.root.closest(".region") ?? null;
    return Math.max(0, made.height - this.geometry.height(place));
  }

  /** @param {number} by pixels */
  #grow(by) {
    if (!(this.#grown instanceof HTMLElement)) return;
    this.#grown.style.setProperty("--grown", `${by}px`);
    if (by === 0) this.#grown = null;
  }

  /** @param {HTMLElement|null} box @param {Rect[]} rects @param {number} [by] */
  #outline(box, rects, by) {
    while (this.#gaps.length < rects.length) this.#gaps.push(make("div", "gap"));
    this.#gaps.forEach((gap, at) => {
      const rect = rects[at];
      if (!rect || !box) return gap.remove();
      gap.style.transform = `translate(${rect.x}px, ${rect.y}px)`;
      gap.style.width = `${rect.w}px`;
      gap.style.height = `${rect.h}px`;
      gap.classList.toggle("remote", by !== undefined);
      if (by !== undefined) gap.dataset.by = String(by);
      else delete gap.dataset.by;
      if (gap.parentNode !== box) box.append(gap);
      return undefined;
    });
  }

  /** @param {string} place how far it has moved down */
  shift(place) {
    return this.#shifts.get(place) ?? 0;
  }

  /**
   * Where the gap is, on the page.
   * @returns {Rect|null}
   */
  rect() {
    const { now } = this;
    if (!now?.place) return null;
    const box = this.geometry.box(now.place);
    const gap = this.#lanes.get(now.place)?.gaps[0];
    return box && gap ? { ...gap, x: box.x + gap.x, y: box.y + gap.y + this.shift(now.place) } : null;
  }

  /**
   * The board was drawn anew: what is open opens again at its new place, at once.
   * @param {boolean} moved whether it lies otherwise than before
   */
  again(moved) {
    const { now } = this;
    if (!now || !moved) return;
    this.#still(() => this.#lay(now));
  }

  /** Closes without a flight: the caller animates what follows. */
  close() {
    if (!this.now) return;
    this.now = null;
    this.#still(() => {
      for (const element of this.#written.keys()) element.style.transform = "";
    });
    this.#written.clear();
    this.#lanes.clear();
    this.#less();
    this.#shifts.clear();
    this.#grow(0);
    for (const gap of this.#gaps) gap.remove();
  }

  /** @param {() => void} act */
  #still(act) {
    const { classList } = this.view.root;
    classList.add("still");
    act();
    // The style is settled while nothing may move: else the browser would begin from before.
    this.view.root.getBoundingClientRect();
    classList.remove("still");
  }
}

/**
 * Where those lie for whom room was made.
 * @param {import("./flow.js").Lane} lane @param {Rect[]} gaps @param {import("./flow.js").Size[]} sizes
 */
function landed({ kind, gapY, step }, gaps, sizes) {
  if (kind === "wrap" || gaps.length === 0) return gaps;
  let [{ x, y }] = gaps;
  return sizes.map(({ h }) => {
    const at = { x, y };
    y += kind === "fan" ? step : h + gapY;
    return at;
  });
}
