// @ts-check
/**
 * The arrow keys' way over the table: one focus, on a card or on an empty pile. Pure.
 * They go where things are seen to be, whatever the game: along a column from card to card, else to what lies next.
 * Invariant: whatever the key, the next focus exists on the table.
 */

/** @typedef {{pile:string, index:number}} Focus  index −1: the empty pile itself, or the stock's button */
/** @typedef {import("./layout.js").Geometry} Geometry */
/** @typedef {import("./layout.js").Rect} Rect */
/** @typedef {Pick<import("./board.js").Board, "shown"|"g"|"places"|"kinds">} World */

/** So much further a thing seems that lies aside of the way of an arrow to the left or right. */
const ASIDE = 2;

/**
 * The place in a pile where focus arrives.
 * @param {World} world @param {string} pile @returns {Focus}
 */
export function entrance({ shown, kinds }, pile) {
  const isButton = kinds.get(pile)?.role === "stock";
  return { pile, index: isButton ? -1 : (shown.piles[pile] ?? []).length - 1 };
}

/**
 * The focus itself if it still exists, else the nearest that does.
 * @param {World} world @param {Focus} focus @returns {Focus}
 */
export function settled(world, focus) {
  const { shown, g, kinds } = world;
  if (!isThere(world, focus.pile)) {
    const slot = g.slots[focus.pile];
    const all = stops(world);
    if (all.length === 0) return focus;
    const far = (/** @type {string} */ pile) => (slot ? distance(slot, g.slots[pile]) : 0);
    return entrance(world, all.reduce((best, pile) => (far(pile) < far(best) ? pile : best)));
  }
  const items = shown.piles[focus.pile] ?? [];
  const isButton = kinds.get(focus.pile)?.role === "stock";
  if (isButton || focus.index >= items.length || focus.index < 0) return entrance(world, focus.pile);
  return shown.faces.has(items[focus.index]) ? focus : entrance(world, focus.pile);
}

/** @param {World} world @param {Focus} focus @param {string} key @returns {Focus} */
export function step(world, focus, key) {
  const { shown, g } = world;
  const own = rectOf(world, focus);
  if (!own) return settled(world, focus);
  const others = stops(world).filter((pile) => pile !== focus.pile);
  const spread = g.rooms[focus.pile] !== undefined;
  const items = shown.piles[focus.pile] ?? [];
  const isLevel = (/** @type {string} */ pile) => {
    const { y, h } = strip(g, pile);
    return y < own.y + own.h && own.y < y + h;
  };
  switch (key) {
    case "ArrowLeft":
    case "ArrowRight": {
      const right = key === "ArrowRight";
      const apart = (/** @type {string} */ pile) => (g.slots[pile].x - own.x) * (right ? 1 : -1);
      const level = others.filter((pile) => isLevel(pile) && apart(pile) > own.w / 2);
      const next = nearest(level, (pile) => {
        const { x, y } = g.slots[pile];
        const nearby = Math.max(y, Math.min(y + (g.rooms[pile] ?? 0), own.y));
        return Math.abs(x - own.x) + ASIDE * Math.abs(nearby - own.y);
      });
      return next === null ? focus : entrance(world, next);
    }
    case "ArrowUp":
    case "ArrowDown": {
      const by = key === "ArrowDown" ? 1 : -1;
      const index = focus.index + by;
      const isSeen = items[index] !== undefined && (by > 0 || shown.faces.has(items[index]));
      if (spread && focus.index >= 0 && isSeen) return { pile: focus.pile, index };
      const far = (/** @type {string} */ pile) => by * (g.slots[pile].y - g.slots[focus.pile].y);
      const next = nearest(others.filter((pile) => far(pile) > own.h / 4), (pile) =>
        far(pile) + Math.abs(g.slots[pile].x - own.x));
      if (next === null) return focus;
      const first = by > 0 ? (shown.piles[next] ?? []).findIndex((item) => shown.faces.has(item)) : -1;
      return g.rooms[next] !== undefined && first >= 0 ? { pile: next, index: first } : entrance(world, next);
    }
    case "Home":
    case "End": {
      const by = key === "Home" ? 1 : -1;
      const next = nearest(stops(world).filter(isLevel), (pile) => by * g.slots[pile].x);
      return next === null || next === focus.pile ? focus : entrance(world, next);
    }
    default:
      return focus;
  }
}

/**
 * The next legal destination while a card is held by keyboard: the tableau's first, as one reads, then the others.
 * @param {Geometry} g @param {import("../../model/zones.js").Kinds} kinds
 * @param {readonly string[]} legal @param {string|null} at @param {string} key
 */
export function nextTarget(g, kinds, legal, at, key) {
  if (legal.length === 0) return null;
  const order = [...legal].sort((a, b) => compare(rank(g, kinds, a), rank(g, kinds, b)));
  const by = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  if (key === "Home") return order[0];
  if (key === "End") return order[order.length - 1];
  const now = at === null ? -1 : order.indexOf(at);
  return order[now < 0 ? (by > 0 ? 0 : order.length - 1) : (now + by + order.length) % order.length];
}

/** @param {Geometry} g @param {import("../../model/zones.js").Kinds} kinds @param {string} pile */
function rank(g, kinds, pile) {
  const { x = 0, y = 0 } = g.slots[pile] ?? {};
  return [kinds.get(pile)?.role === "tableau" ? 0 : 1, y, x];
}

/** @param {number[]} a @param {number[]} b */
function compare(a, b) {
  const at = a.findIndex((it, index) => it !== b[index]);
  return at < 0 ? 0 : a[at] - b[at];
}

/**
 * Piles that can have the focus.
 * @param {World} world
 */
const stops = (world) => Object.keys(world.g.slots).filter((pile) => isThere(world, pile));

/**
 * A hole in a picture is nothing, nor is a card there that nobody knows.
 * @param {World} world @param {string} pile
 */
function isThere({ shown, g }, pile) {
  if (!g.slots[pile]) return false;
  if (!g.pictured.has(pile)) return true;
  const items = shown.piles[pile] ?? [];
  return items.length > 0 && shown.faces.has(items[items.length - 1]);
}

/** @param {World} world @param {Focus} focus @returns {Rect|undefined} */
function rectOf({ shown, g, places }, { pile, index }) {
  const slot = g.slots[pile];
  const place = places.get(shown.piles[pile]?.[index] ?? -1);
  return slot && place ? { ...slot, x: place.x, y: place.y } : slot;
}

/**
 * All that a pile may cover.
 * @param {Geometry} g @param {string} pile
 */
const strip = (g, pile) => ({ ...g.slots[pile], h: g.slots[pile].h + (g.rooms[pile] ?? 0) });

/** @param {Rect} a @param {Rect} b */
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * @param {string[]} piles @param {(pile:string) => number} far
 * @returns {string|null} the first of the nearest
 */
function nearest(piles, far) {
  return piles.reduce((/** @type {string|null} */ best, pile) =>
    (best === null || far(pile) < far(best) ? pile : best), null);
}
