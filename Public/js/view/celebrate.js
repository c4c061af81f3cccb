// @ts-check
/**
 * The win: the kings and all that is under them leap from the foundations and bounce away. Any press ends it.
 * With reduced motion there is none. Invariant: afterwards every card lies on its foundation again.
 */

const GRAVITY = 0.0022; // px per ms², for a board 700 px wide
const LAUNCH_MS = 95;

/** @typedef {{card:import("./card.js").Card, x:number, y:number, vx:number, vy:number, at:number}} Leap */

/**
 * @param {import("./board.js").Board} board @param {() => number} random @param {() => void} ended
 * @returns {() => void} ends it
 */
export function celebrate(board, random, ended) {
  const { g, shown } = board;
  const scale = g.width / 700;
  /** @type {Leap[]} */
  const leaps = [];
  for (let depth = 0; depth < 13; depth++) {
    for (const pile of ["f0", "f1", "f2", "f3"]) {
      const items = shown.piles[pile];
      const card = board.cards.get(items[items.length - 1 - depth]);
      if (!card) continue;
      const { x, y } = g.slots[pile];
      const vx = (random() < 0.72 ? -1 : 1) * (0.1 + random() * 0.32) * scale;
      leaps.push({ card, x, y, vx, vy: -random() * 0.45 * scale, at: leaps.length * LAUNCH_MS });
    }
  }
  const began = performance.now();
  let last = began;
  let frame = 0;
  let over = false;

  const end = () => {
    if (over) return;
    over = true;
    cancelAnimationFrame(frame);
    document.removeEventListener("pointerdown", end, true);
    document.removeEventListener("keydown", end, true);
    for (const { card } of leaps) card.element.classList.remove("leaping");
    ended();
  };

  /** @param {number} now */
  const step = (now) => {
    const ms = Math.min(40, now - last);
    last = now;
    let flying = false;
    leaps.forEach((leap, order) => {
      if (now - began < leap.at) {
        flying = true;
        return;
      }
      if (leap.x < -g.width || leap.x > 2 * g.width) return;
      flying = true;
      leap.card.element.classList.add("leaping");
      leap.vy += GRAVITY * scale * ms;
      leap.x += leap.vx * ms;
      leap.y += leap.vy * ms;
      const floor = g.height - g.cardHeight;
      if (leap.y > floor && leap.vy > 0) {
        leap.y = floor;
        leap.vy *= -0.78;
      }
      leap.card.hold(leap.x, leap.y, order);
    });
    if (flying) frame = requestAnimationFrame(step);
    else end();
  };

  document.addEventListener("pointerdown", end, true);
  document.addEventListener("keydown", end, true);
  frame = requestAnimationFrame(step);
  return end;
}
