// @ts-check
/**
 * The hands of others over a board: copies of what they hold, in the layer above it, and the gap where it would land.
 * Promise: what we have asked for ourselves and will be refused has not moved.
 */
import { placeFacts, regionWith } from "../../../model/table.js";
import { sizeIn } from "./flow.js";
import { make } from "../../../view/dom.js";
import { Preview } from "./preview.js";

/** @typedef {import("../../../net/messages.js").LiveDrag} LiveDrag */

export class Shades {
  /** @type {Map<number, {preview:Preview, home:string}>} */
  #drawn = new Map();

  /** @param {import("../page.js").BoardPage} page */
  constructor(page) {
    this.page = page;
  }

  /**
   * @param {LiveDrag} drag @param {string} name @param {string} home
   * @returns {import("../../ghosts.js").Shade|null}
   */
  draw({ d, items, by }, name, home) {
    const { flip, room, view } = this.page;
    if (!view.elements.has(items[0])) return null;
    const shown = room.store.shown();
    const rects = items.map((item) => this.#rectOf(item));
    const preview = new Preview(view, shown, items, rects, regionWith(shown.regions, home)?.preview);
    preview.root.classList.replace("hand", "ghost");
    preview.root.dataset.by = String(by);
    preview.root.append(make("div", "ghost-name", name));
    view.layer.append(preview.root);
    preview.measure();
    this.#drawn.set(d, { preview, home });
    const [{ x, y }] = rects;
    return {
      at: { x, y },
      heard: ({ f }) => preview.form(f || "default"),
      goal: (drag) => this.#goal(drag, preview),
      move: (at) => preview.move(at.x, at.y),
      rest: (resting) => preview.root.classList.toggle("resting", resting),
      end: () => {
        items.forEach((item, at) => {
          const element = view.elements.get(item);
          const clone = preview.clones[at];
          if (element && clone) flip.from(element, clone.getBoundingClientRect());
        });
        preview.root.remove();
        this.#drawn.delete(d);
      },
    };
  }

  /**
   * Where it lies on the board.
   * @param {number} item
   */
  #rectOf(item) {
    const { geometry, shown } = this.page;
    const { x, y, w, h } = geometry.rectOf(shown.piles, item);
    const { board } = geometry;
    return { x: x - board.x, y: y - board.y, w, h };
  }

  /**
   * What is over a place there is over it here, whatever the shape of the two pages.
   * @param {LiveDrag} drag @param {Preview} preview
   */
  #goal(drag, preview) {
    const { geometry } = this.page;
    const { board } = geometry;
    if (drag.x === undefined || drag.y === undefined) {
      const { x, y } = this.#rectOf(drag.items[0]);
      return { x: x + 6, y: y - 6 };
    }
    const frame = (drag.o !== undefined && geometry.root(drag.o)) || board;
    const [size] = preview.sizes;
    // Where a place has been scrolled otherwise than there, the hand is at the edge behind which it is.
    const seen = (drag.o !== undefined && geometry.window(drag.o)) || board;
    const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ length) =>
      Math.max(from, Math.min(from + length, at));
    const x = within(frame.x + (drag.x / 10000) * frame.w, seen.x, seen.w);
    const y = within(frame.y + (drag.y / 10000) * frame.h, seen.y, seen.h);
    return { x: x - board.x - size.w / 2, y: y - board.y - Math.min(size.h / 2, 28) };
  }

  /**
   * The latest hand over an ordered place opens the gap where it would land.
   * @param {readonly LiveDrag[]} live all drags but our own
   */
  part(live) {
    const { geometry, parting, shown: { regions } } = this.page;
    const drag = [...live].reverse().find(({ o }) => o !== undefined && placeFacts(regions, o)?.reorder);
    const drawn = drag ? this.#drawn.get(drag.d) : undefined;
    const lane = drag?.o === undefined ? null : geometry.lane(drag.o);
    if (!drag || drag.o === undefined || !drawn || !lane || drag.onto !== undefined) return parting.close();
    const moving = new Set(drag.items);
    const sizes = drawn.preview.rects.map((rect) => sizeIn(lane, rect));
    // In a grid more room would be in another row. Elsewhere what is held is still seen where it was.
    const collapses = drawn.home === drag.o && lane.kind === "wrap";
    const staying = lane.slots.filter(({ item }) => !(collapses && moving.has(item)));
    const at = staying.findIndex(({ item }) => item === drag.b);
    return parting.open({
      moving, home: drawn.home, collapses, place: drag.o, sizes, index: at < 0 ? staying.length : at, by: drag.by,
    });
  }
}
