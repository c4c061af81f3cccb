// @ts-check
/** How fast a box scrolls while something is held near its edge. Pure. Invariant: away from the edges it stands. */

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
