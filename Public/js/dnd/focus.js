// @ts-check
/**
 * The arrow keys' way over the table: one focus, on a card or on an empty pile. Pure.
 * Invariant: whatever the key, the next focus exists on the table.
 */
import { TOP_ROW } from "../view/layout.js";

/** @typedef {{pile:string, index:number}} Focus  index −1: the empty pile itself, or the stock's button */
/** @typedef {{piles:Record<string, number[]>, faces:Map<number,string>}} Shown */

const TOP = TOP_ROW.flatMap((pile) => pile ?? []);
const COLUMN_BELOW = TOP.map((pile) => TOP_ROW.indexOf(pile));

/**
 * The place in a pile where focus arrives.
 * @param {Shown} shown @param {string} pile @returns {Focus}
 */
export function entrance(shown, pile) {
  return { pile, index: pile === "stock" ? -1 : (shown.piles[pile] ?? []).length - 1 };
}

/**
 * The focus itself if it still exists, else the nearest that does.
 * @param {Shown} shown @param {Focus} focus
 */
export function settled(shown, focus) {
  const items = shown.piles[focus.pile] ?? [];
  if (focus.pile === "stock" || focus.index >= items.length || focus.index < 0) return entrance(shown, focus.pile);
  return shown.faces.has(items[focus.index]) ? focus : entrance(shown, focus.pile);
}

/** @param {Shown} shown @param {Focus} focus @param {string} key @returns {Focus} */
export function step(shown, focus, key) {
  const column = focus.pile.startsWith("t") ? Number(focus.pile.slice(1)) : -1;
  const top = TOP.indexOf(focus.pile);
  switch (key) {
    case "ArrowLeft":
    case "ArrowRight": {
      const by = key === "ArrowLeft" ? -1 : 1;
      if (column >= 0) return entrance(shown, `t${Math.max(0, Math.min(6, column + by))}`);
      return entrance(shown, TOP[Math.max(0, Math.min(TOP.length - 1, top + by))]);
    }
    case "ArrowUp": {
      if (column < 0) return focus;
      const above = shown.piles[focus.pile][focus.index - 1];
      if (above !== undefined && shown.faces.has(above)) return { pile: focus.pile, index: focus.index - 1 };
      const nearest = COLUMN_BELOW.reduce((best, below, at) => (below <= column ? at : best), 0);
      return entrance(shown, TOP[nearest]);
    }
    case "ArrowDown": {
      if (column < 0) {
        const pile = `t${COLUMN_BELOW[top]}`;
        const first = shown.piles[pile].findIndex((item) => shown.faces.has(item));
        return { pile, index: first };
      }
      const last = shown.piles[focus.pile].length - 1;
      return { pile: focus.pile, index: Math.min(last, focus.index + 1) };
    }
    case "Home":
      return entrance(shown, column >= 0 ? "t0" : TOP[0]);
    case "End":
      return entrance(shown, column >= 0 ? "t6" : TOP[TOP.length - 1]);
    default:
      return focus;
  }
}

/**
 * The next legal destination while a card is held by keyboard.
 * @param {readonly string[]} legal @param {string|null} at @param {string} key
 */
export function nextTarget(legal, at, key) {
  if (legal.length === 0) return null;
  const order = [...legal].sort((a, b) => rank(a) - rank(b));
  const by = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  if (key === "Home") return order[0];
  if (key === "End") return order[order.length - 1];
  const now = at === null ? -1 : order.indexOf(at);
  return order[now < 0 ? (by > 0 ? 0 : order.length - 1) : (now + by + order.length) % order.length];
}

/**
 * Columns first, left to right, then foundations.
 * @param {string} pile
 */
const rank = (pile) => (pile.startsWith("t") ? 0 : 10) + Number(pile.slice(1));
