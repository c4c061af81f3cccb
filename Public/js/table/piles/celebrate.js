// @ts-check
/**
 * The win: the cards leap from the foundations, or from wherever the game has gathered them, and bounce away. Any key
 * or press ends it, and it ends by itself in a few seconds. With reduced motion nothing moves.
 * Invariant: afterwards every card lies where it lay.
 */
import { pilesOf } from "../../model/zones.js";

const GRAVITY = 0.0022; // px per ms², for a board 700 px wide
const LAUNCH_MS = 95;
/** However many cards there are, the last one leaps by then. */
const LAUNCH_ALL_MS = 2600;
/** The celebration ends after at most so long, and the panel follows. */
const PARTY_MS = 4200;
/** Those that are still on the table then fade: css/endings.css. */
const FADE_MS = 300;

/** @typedef {{card:import("./card.js").Card, x:number, y:number, vx:number, vy:number, at:number}} Leap */

/**
 * @param {import("./board.js").Board} board @param {() => number} random @param {() => void} ended
 * @returns {() => void} ends it
 */
export function celebrate(board, random, ended) {
  const { g, kinds, shown } = board;
  const scale = g.width / 700;
  /** @type {Leap[]} */
  const leaps = [];
  const gathered = pilesOf(kinds, "foundation").filter((pile) => shown.piles[pile].length > 0);
  const full = Object.keys(g.slots).filter((pile) => shown.piles[pile].length > 0);
  const from = gathered.length > 0 ? gathered : full;
  const most = Math.max(0, ...from.map((pile) => shown.piles[pile].length));
  const all = from.reduce((sum, pile) => sum + shown.piles[pile].length, 0);
  const pause = Math.min(LAUNCH_MS, LAUNCH_ALL_MS / Math.max(1, all));
  for (let depth = 0; depth < most; depth++) {
    for (const pile of from) {
      const items = shown.piles[pile];
      const card = board.cards.get(items[items.length - 1 - depth]);
      if (!card) continue;
      const { x, y } = g.slots[pile];
      const vx = (random() < 0.72 ? -1 : 1) * (0.1 + random() * 0.32) * scale;
      leaps.push({ card, x, y, vx, vy: -random() * 0.45 * scale, at: leaps.length * pause });
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
    document.removeEventListener("keydown", skip, true);
    for (const { card } of leaps) card.element.classList.remove("leaping", "fading");
    ended();
  };
  /**
   * It means "go on", whatever else the key would do.
   * @param {KeyboardEvent} event
   */
  const skip = (event) => {
    event.preventDefault();
    event.stopPropagation();
    end();
  };

  /** @param {number} now */
  const step = (now) => {
    const ms = Math.min(40, now - last);
    last = now;
    if (now - began > PARTY_MS) return end();
    if (now - began > PARTY_MS - FADE_MS) for (const { card } of leaps) card.element.classList.add("fading");
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
    if (!flying) return end();
    frame = requestAnimationFrame(step);
    return undefined;
  };

  document.addEventListener("pointerdown", end, true);
  document.addEventListener("keydown", skip, true);
  frame = requestAnimationFrame(step);
  return end;
}
