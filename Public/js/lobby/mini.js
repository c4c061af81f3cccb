// @ts-check
/**
 * What is drawn of a table in a picture as small as a stamp: cards and tiles as rectangles, in the order in which they
 * lie over each other. Pure.
 * Promise: a table of patience lies as it would on the page; nothing reaches beyond the picture.
 */
import { isOpen } from "../model/face.js";
import { SUITS } from "../model/zones.js";
import { closedUp, geometry, places } from "../table/piles/layout.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/table.js").BoardTable} BoardTable */
/** @typedef {{x:number, y:number, w:number, h:number, look:string}} Mark  look: a suit, `slot`, `back`, or a colour */

/** Cards are laid out for a board as wide as this, and the picture shows it from far away. */
const WIDE = 720;
/** Games that are known by now, by their zones: how their piles lie. */
const KNOWN_MAX = 64;
/** @type {Map<string, import("../table/piles/layout.js").Geometry>} */
const known = new Map();

/** What has no colour of its own has that of its place. */
const COLOURS = ["blue", "orange", "green", "purple", "teal", "pink", "yellow", "red"];
const TILE_MAX = 0.28;
const TILE_LEAST = 2;
/** The height of a tile, in its widths. */
const TILE = 0.7;
/** Between tiles, as a part of the width of the picture. */
const GAP = 0.01;
/** More places than these stand in several rows. */
const ABREAST = 6;

/**
 * @param {Table|BoardTable} table @param {number} width @param {number} height of the picture in its pixels
 * @returns {Mark[]}
 */
export function marks(table, width, height) {
  const margin = Math.round(width * 0.03);
  const found = "zones" in table.game
    ? cards(/** @type {Table} */ (table), width - 2 * margin, height - 2 * margin)
    : tiles(/** @type {BoardTable} */ (table), width - 2 * margin, height - 2 * margin);
  return found.map((it) => ({ ...it, x: it.x + margin, y: it.y + margin }));
}

/** @param {Table} table @param {number} width @param {number} height @returns {Mark[]} */
function cards(table, width, height) {
  const g = closedUp(laid(table.game, Math.round((WIDE * height) / width)), table.piles);
  const scale = Math.min(width / g.width, height / g.height);
  const left = (width - g.width * scale) / 2;
  const w = Math.max(2, Math.round(g.cardWidth * scale));
  const h = Math.max(3, Math.round(g.cardHeight * scale));
  const at = (/** @type {{x:number, y:number}} */ { x, y }, /** @type {string} */ look) =>
    ({ x: Math.round(left + x * scale), y: Math.round(y * scale), w, h, look });
  const slots = Object.entries(g.slots).filter(([pile]) => !g.pictured.has(pile)).map(([, slot]) => at(slot, "slot"));
  const lying = [...places(table, g)].filter(([, { deep }]) => !deep).sort(([, a], [, b]) => a.z - b.z);
  return [...slots, ...lying.map(([item, place]) => at(place, lookOf(table.faces.get(item))))];
}

/** @param {import("../net/messages.js").Game} game @param {number} high */
function laid({ zones, draw }, high) {
  const key = JSON.stringify([high, draw, zones]);
  const found = known.get(key) ?? geometry({ zones, draw }, WIDE, high);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(key, found);
  return found;
}

/** @param {string|undefined} face of a card */
function lookOf(face) {
  const suit = isOpen(face) ? face?.at(-1) ?? "" : "";
  return SUITS.includes(suit) && suit !== "" ? suit : "back";
}

/** @typedef {{names:string[], wide:number}} Band places side by side, and how wide each of them is */

/**
 * The regions of a board one below another, the places of each side by side, the tiles as large as all of them can be.
 * @param {BoardTable} table @param {number} width @param {number} height @returns {Mark[]}
 */
function tiles({ regions, piles, faces }, width, height) {
  const gap = Math.max(1, Math.round(width * GAP));
  const bands = regions.flatMap((region) => bandsOf(region.places.map((it) => it.in), width, gap));
  const abreast = (/** @type {Band} */ { wide }, /** @type {number} */ size) =>
    Math.max(1, Math.floor((wide - gap) / (size + gap)));
  const tall = (/** @type {number} */ size) => Math.max(1, Math.round(size * TILE));
  const high = (/** @type {Band} */ band, /** @type {number} */ size) =>
    Math.max(1, ...band.names.map((name) => Math.ceil((piles[name]?.length ?? 0) / abreast(band, size))))
      * (tall(size) + gap) + gap;
  const all = (/** @type {number} */ size) => bands.reduce((sum, band) => sum + high(band, size) + 2 * gap, -2 * gap);
  let size = Math.floor(width * TILE_MAX);
  while (size > TILE_LEAST && all(size) > height) size--;
  /** @type {Mark[]} */
  const found = [];
  let y = 0;
  let colour = 0;
  for (const band of bands) {
    const { names, wide } = band;
    names.forEach((name, column) => {
      const x = column * (wide + 2 * gap);
      const own = COLOURS[colour++ % COLOURS.length];
      found.push({ x, y, w: wide, h: high(band, size), look: "slot" });
      (piles[name] ?? []).forEach((item, index) => found.push({
        x: x + gap + (index % abreast(band, size)) * (size + gap),
        y: y + gap + Math.floor(index / abreast(band, size)) * (tall(size) + gap),
        w: Math.min(size, wide - 2 * gap), h: tall(size), look: tileLook(faces.get(item), own),
      }));
    });
    y += high(band, size) + 2 * gap;
  }
  // Of more than can be shown, what fits is.
  return found.filter(({ y: top, h }) => top + h <= height);
}

/** @param {string[]} names of the places of a region @param {number} width @param {number} gap @returns {Band[]} */
function bandsOf(names, width, gap) {
  const across = names.length > ABREAST ? Math.ceil(Math.sqrt(2 * names.length)) : names.length;
  const wide = Math.max(3 * gap, Math.floor((width + 2 * gap) / across) - 2 * gap);
  const bands = [];
  for (let from = 0; from < names.length; from += across) bands.push({ names: names.slice(from, from + across), wide });
  return bands;
}

/** @param {import("../net/messages.js").Content|undefined} content @param {string} own colour of its place */
function tileLook(content, own) {
  if (content === undefined) return "back";
  return content.face ? lookOf(content.face) : content.color || own;
}
