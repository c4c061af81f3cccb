// @ts-check
/** What lies under a point, from numbers alone: a card where there is one, else the pile that the place belongs to. */

/** @typedef {import("./layout.js").Geometry} Geometry */
/** @typedef {ReadonlyMap<number, import("./layout.js").Place>} Places */

/**
 * The pile at a point.
 * @param {Geometry} g @param {Places} places of the cards @param {number} x @param {number} y
 * @returns {string|null}
 */
export function pileAt(g, places, x, y) {
  if (y >= g.height) return null;
  const card = cardAt(places, g, x, y);
  const place = card === null ? undefined : places.get(card);
  // Only there cards lie over other piles.
  if (place && g.pictured.has(place.pile)) return place.pile;
  for (const [pile, area] of Object.entries(g.areas)) {
    if (x >= area.left && x < area.right && y >= area.top && y < area.bottom) return pile;
  }
  return null;
}

/**
 * The topmost card under a point.
 * @param {Places} places @param {Geometry} g @param {number} x @param {number} y
 */
export function cardAt(places, g, x, y) {
  /** @type {number|null} */
  let found = null;
  let top = -1;
  for (const [item, place] of places) {
    if (isOnCard(place, g, x, y) && place.z > top) {
      top = place.z;
      found = item;
    }
  }
  return found;
}

/** @param {{x:number, y:number}} corner of a card @param {Geometry} g @param {number} x @param {number} y */
export const isOnCard = (corner, { cardWidth, cardHeight }, x, y) =>
  x >= corner.x && x < corner.x + cardWidth && y >= corner.y && y < corner.y + cardHeight;

/**
 * Where a drag would drop: the pile under the pointer if it is legal or home; else the one under the middle of the
 * lifted card if that is legal, because people aim with the card as often as with the finger.
 * @param {Geometry} g @param {Places} places @param {{x:number,y:number}} pointer
 * @param {{x:number,y:number}} middle of the lifted card
 * @param {string} home @param {readonly string[]|null} legal
 */
export function target(g, places, pointer, middle, home, legal) {
  const under = pileAt(g, places, pointer.x, pointer.y);
  if (legal === null || (under !== null && (under === home || legal.includes(under)))) return under;
  const near = pileAt(g, places, middle.x, middle.y);
  return near !== null && legal.includes(near) ? near : under;
}
