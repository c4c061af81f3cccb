// @ts-check
/**
 * Where a panel covers nothing that its reader wants to see. Pure.
 * Promise: it lies inside the room, and covers as little as it can of what must be seen; of such spots it takes the one
 * that covers least of anything else, and of those the nearest to the wanted one.
 */

/** @typedef {{x:number, y:number, w:number, h:number}} Rect */

const STEP_PX = 8;

/**
 * @param {{w:number, h:number}} size of the panel @param {{w:number, h:number}} room @param {readonly Rect[]} seen
 * @param {readonly Rect[]} others @param {number} wanted how far down, 0…1 of the room that is left
 * @param {number} [margin]
 * @returns {{x:number, y:number}}
 */
export function spot(size, room, seen, others, wanted, margin = 8) {
  const across = Math.max(0, room.w - size.w);
  const down = Math.max(0, room.h - size.h);
  const edge = Math.min(margin, across / 2, down / 2);
  const aim = { x: across / 2, y: edge + (down - 2 * edge) * wanted };
  let best = aim;
  let least = [Infinity, Infinity, Infinity];
  for (const x of [aim.x, edge, across - edge]) {
    for (let y = edge; y <= down - edge; y += STEP_PX) {
      const covered = [seen, others].map((all) => all.reduce((sum, it) => sum + shared({ x, y, ...size }, it), 0));
      const cost = [...covered, Math.hypot(x - aim.x, y - aim.y)];
      const at = cost.findIndex((it, index) => it !== least[index]);
      if (at < 0 || cost[at] > least[at]) continue;
      least = cost;
      best = { x, y };
    }
  }
  return { x: Math.round(best.x), y: Math.round(best.y) };
}

/** @param {Rect} a @param {Rect} b @returns {number} how much of b lies under a */
function shared(a, b) {
  const across = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}
