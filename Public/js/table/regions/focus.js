// @ts-check
/** The arrow keys' way over a board, by what is seen: rectangles in, the next one out. Pure. */

/** @typedef {import("./drag/flow.js").Rect} Rect */

/**
 * The nearest in the direction of the key; sideways steps prefer the same line. The same index if nothing lies there.
 * @param {readonly Rect[]} rects @param {number} now @param {string} key
 */
export function nextFocus(rects, now, key) {
  if (key === "Home") return 0;
  if (key === "End") return rects.length - 1;
  const from = rects[now];
  if (!from) return now;
  const across = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  const start = middle(from);
  let best = now;
  let least = Infinity;
  rects.forEach((rect, index) => {
    if (index === now) return;
    const to = middle(rect);
    const ahead = (across ? to.x - start.x : to.y - start.y) * sign;
    const aside = Math.abs(across ? to.y - start.y : to.x - start.x);
    // What lies over another, as in a fan, is reached by small steps.
    if (ahead < 2) return;
    const line = across ? overlap(from.y, from.h, rect.y, rect.h) : overlap(from.x, from.w, rect.x, rect.w);
    const cost = ahead + aside * (line ? 1 : 6) + (line ? 0 : 400);
    if (cost < least) {
      least = cost;
      best = index;
    }
  });
  return best;
}

/** @param {Rect} rect */
const middle = ({ x, y, w, h }) => ({ x: x + w / 2, y: y + h / 2 });

/** @param {number} a @param {number} aLength @param {number} b @param {number} bLength */
const overlap = (a, aLength, b, bLength) => Math.min(a + aLength, b + bLength) - Math.max(a, b) > 1;
