// @ts-check
/** What scrolls while something is held near its edge, and how fast. Invariant: away from the edges it stands. */

const SHARE = 0.15;
const ZONE_PX = 64;
const SPEED_PX_PER_S = 1100;

/**
 * Pixels per second, negative towards the start.
 * @param {number} at the pointer @param {number} start @param {number} end of the box on the same axis
 */
export function scrollSpeed(at, start, end) {
  const zone = Math.min(ZONE_PX, (end - start) * SHARE);
  if (zone <= 0) return 0;
  const into = at < start + zone ? at - (start + zone) : at > end - zone ? at - (end - zone) : 0;
  const depth = Math.max(-1, Math.min(1, into / zone));
  return Math.sign(depth) * depth * depth * SPEED_PX_PER_S;
}

/**
 * Near an edge the region under the pointer scrolls, or the page.
 * @param {import("./geometry.js").Geometry} geometry @param {{x:number, y:number}} pointer @param {number} passed ms
 */
export function scrollNear(geometry, pointer, passed) {
  const { screen, scroll } = geometry;
  for (const { element, rect } of geometry.scrollers(geometry.onPage(pointer))) {
    const top = rect.y - scroll.y;
    const by = (scrollSpeed(pointer.y, Math.max(0, top), Math.min(screen.h, top + rect.h)) * passed) / 1000;
    if (by !== 0) return geometry.scrollBy(element, by);
  }
  const by = (scrollSpeed(pointer.y, 0, screen.h) * passed) / 1000;
  if (by !== 0) geometry.scrollBy(null, by);
  return undefined;
}
