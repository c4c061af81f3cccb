// @ts-check
/**
 * What leaves the board: an item's ways, as a drag, as files and as the clipboard want them.
 * Promise: nothing here waits: browsers want all of it at once, when the drag starts.
 */
import { BUNDLE, isPicture } from "./kinds.js";
import { escaped, wrap } from "./wrap.js";

/** @typedef {{type:string, name?:string, text?:string, url?:string}} Offered */
/** @typedef {Array<[number, Offered[]]>} Exported an item first, then what is selected and travels with it */
/** @typedef {{name:string, type:string, text?:string, url?:string}} Saved a file to be */

const ENDINGS = { "text/vcard": ".vcf", "text/plain": ".txt", "application/json": ".json", "text/csv": ".csv" };

/**
 * A name that every system takes for a file.
 * @param {string} name
 */
export function fileName(name) {
  const clean = [...name].map((it) => (it < " " || '\\/:*?"<>|'.includes(it) ? "_" : it)).join("");
  return clean.replace(/^[. ]+|[. ]+$/g, "").slice(0, 120) || "Baize";
}

/**
 * Where a way can be fetched from by anybody.
 * @param {Offered} way @param {string} origin
 */
const address = (way, origin) => new URL(way.url ?? "", origin).href;

/**
 * The one text that stands for items where only text is taken.
 * @param {Exported} items @param {string} origin
 */
export function plainText(items, origin) {
  return items.map(([, ways]) => {
    const text = ways.find(({ type, text: it }) => type === "text/plain" && it !== undefined)
      ?? ways.find(({ type, text: it }) => type.startsWith("text/") && it !== undefined);
    const elsewhere = ways.find(({ url }) => url !== undefined);
    return text?.text ?? (elsewhere ? address(elsewhere, origin) : "");
  }).filter((it) => it !== "").join("\n");
}

/**
 * The files that items are saved as: the first way of each that has a name; contacts go together into one file.
 * @param {Exported} items @returns {Saved[]}
 */
export function files(items) {
  /** @type {Saved[]} */
  const saved = [];
  for (const [, ways] of items) {
    const way = ways.find(({ name }) => name) ?? ways.find(({ url }) => url)
      ?? ways.find(({ type }) => type === "text/plain") ?? ways[0];
    if (!way) continue;
    const ending = Object.entries(ENDINGS).find(([type]) => type === way.type)?.[1] ?? "";
    const name = fileName(way.name || firstLine(way.text ?? "") + ending);
    saved.push({ name, type: way.type, ...(way.url !== undefined ? { url: way.url } : { text: way.text ?? "" }) });
  }
  const cards = saved.filter(({ type, text }) => type === "text/vcard" && text !== undefined);
  if (cards.length < 2) return saved;
  const text = cards.map((card) => card.text).join("");
  const together = { name: `${cards.length} contacts.vcf`, type: "text/vcard", text };
  return [together, ...saved.filter((it) => !cards.includes(it))];
}

/** @param {string} text */
function firstLine(text) {
  return text.trim().split("\n", 1)[0].slice(0, 40) || "Baize";
}

/**
 * Things for another window of ours: each in all its ways, without loss.
 * @param {Exported} items @param {string} origin
 */
export function bundle(items, origin) {
  const things = items.map(([, ways]) => ways.flatMap((way) => {
    const blob = /^\/api\/blobs\/([0-9a-f]{64})$/.exec(way.url ?? "")?.[1];
    const what = way.text ?? (blob && { blob });
    return what === undefined ? [] : [way.name ? [way.type, what, way.name] : [way.type, what]];
  })).filter((thing) => thing.length > 0);
  return JSON.stringify({ from: origin, things });
}

/** @param {Offered[]} ways @returns {Offered|undefined} */
export function pictureOf(ways) {
  return ways.find(({ type, url }) => isPicture(type) && url !== undefined);
}

/**
 * Types and texts for a drag or a copy, `text/plain` always among them.
 * @param {Exported} items @param {string} origin @returns {Array<[string, string]>}
 */
export function texts(items, origin) {
  /** @type {Map<string, string>} */
  const made = new Map();
  const first = items[0]?.[1] ?? [];
  // A type of our own describes one item; several go in the bundle.
  if (items.length === 1) {
    for (const way of first) if (way.text !== undefined && !isPicture(way.type)) made.set(way.type, way.text);
  }
  const cards = items.map(([, ways]) => ways.find(({ type }) => type === "text/vcard")?.text ?? "").join("");
  if (cards !== "") made.set("text/vcard", cards);
  const pictures = items.flatMap(([, ways]) => pictureOf(ways) ?? []);
  if (pictures.length > 0) {
    made.set("text/uri-list", pictures.map((way) => address(way, origin)).join("\r\n"));
    made.set("text/html", pictures.map((way) =>
      `<img src="${escaped(address(way, origin))}" alt="${escaped(way.name ?? "")}">`).join(""));
  }
  if (pictures.length === 1) made.set(pictures[0].type, address(pictures[0], origin));
  const plain = plainText(items, origin);
  if (plain !== "") made.set("text/plain", plain);
  made.set(BUNDLE, bundle(items, origin));
  return [...made];
}

/**
 * The same for a clipboard: there the bundle goes inside HTML too, since some ways of pasting see no type of ours.
 * @param {Exported} items @param {string} origin @returns {Array<[string, string]>}
 */
export function copied(items, origin) {
  const made = new Map(texts(items, origin));
  const shown = made.get("text/html") ?? escaped(made.get("text/plain") ?? "");
  made.set("text/html", wrap(bundle(items, origin), shown));
  return [...made];
}

/**
 * What browsers make a file of when a drag ends on the desktop; empty unless there is exactly one file.
 * @param {Exported} items @param {string} origin
 * @param {(file:Saved) => string} urlOf an address of a file that is text
 */
export function downloadURL(items, origin, urlOf) {
  const made = files(items);
  if (made.length !== 1) return "";
  const [file] = made;
  return `${file.type}:${file.name}:${file.url !== undefined ? new URL(file.url, origin).href : urlOf(file)}`;
}
