// @ts-check
/**
 * A small picture of how a game lies at its start: outlines of cards, drawn where the table would lay them.
 * Promise: what the picture shows is said in words as well.
 */
import { geometry, places } from "../table/piles/layout.js";
import { t } from "../words/say.js";
import { start } from "./start.js";

/** @typedef {import("./start.js").Zone} Zone */

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 720;
const HEIGHT = 460;
const MARGIN = 8;

/**
 * @param {{zones:readonly Zone[], draw:number, say:unknown}} rules @param {boolean} left for the left hand
 */
export function picture({ zones, draw, say }, left) {
  const g = geometry({ zones, draw }, WIDTH, HEIGHT, { left, large: false });
  const shown = start(zones, say);
  const cards = [...places(shown, g)].sort(([, a], [, b]) => a.z - b.z);
  const lows = [...Object.values(g.slots).map(({ y, h }) => y + h), ...cards.map(([, { y }]) => y + g.cardHeight)];
  const low = Math.max(...lows);
  const drawn = shape("svg", {
    viewBox: `${-MARGIN} ${-MARGIN} ${g.width + 2 * MARGIN} ${Math.ceil(low) + 2 * MARGIN}`,
    class: "layout", role: "img", "aria-label": t("rules.pictureOf", { piles: zones.map(zoneWords) }),
  });
  for (const [pile, { x, y, w, h }] of Object.entries(g.slots)) {
    if (!g.pictured.has(pile)) drawn.append(card(x, y, w, h, "bare"));
  }
  for (const [item, { x, y }] of cards) {
    drawn.append(card(x, y, g.cardWidth, g.cardHeight, shown.faces.has(item) ? "up" : "down"));
  }
  return drawn;
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} kind */
const card = (x, y, width, height, kind) => shape("rect", { x, y, width, height, rx: width * 0.08, class: kind });

/** @param {string} tag @param {Record<string, string|number>} attributes */
function shape(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** @param {Zone} zone */
function zoneWords({ role, count, places: pictured, row }) {
  return t(`layout.${pictured ? "picture" : row ? "row" : role}`, { count });
}
