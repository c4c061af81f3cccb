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
 * Near an edge the region under the pointer scrolls, the way it can, or else the page.
 * @param {import("./geometry.js").Geometry} geometry @param {{x:number, y:number}} pointer @param {number} passed ms
 */
export function scrollNear(geometry, pointer, passed) {
  const { screen, scroll } = geometry;
  /** @param {number} at @param {number} start @param {number} length @param {number} seen of the screen */
  const way = (at, start, length, seen) =>
    (scrollSpeed(at, Math.max(0, start), Math.min(seen, start + length)) * passed) / 1000;
  let down = false;
  for (const { element, rect, ...can } of geometry.scrollers(geometry.onPage(pointer))) {
    const by = {
      x: can.across ? way(pointer.x, rect.x - scroll.x, rect.w, screen.w) : 0,
      y: can.down ? way(pointer.y, rect.y - scroll.y, rect.h, screen.h) : 0,
    };
    if (by.x !== 0 || by.y !== 0) geometry.scrollBy(element, by);
    down ||= by.y !== 0;
  }
  const y = way(pointer.y, 0, screen.h, screen.h);
  if (!down && y !== 0) geometry.scrollBy(null, { x: 0, y });
}
