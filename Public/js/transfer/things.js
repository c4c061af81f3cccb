// @ts-check
/**
 * Things from outside, before they are on the board: gathered from a drop, a paste or a chosen file, checked, packed.
 * Promise: what is too large or of a wrong type is refused here with words, before anything is uploaded.
 * Invariant: things keep the order in which they were offered; a thing's ways are ordered as the place prefers them.
 */
import { BUNDLE, FILE_BYTES_MAX, fileType, HEAD_BYTES, isPicture, kindWords, pictureType, plainType, taken,
  typeRefusal } from "./kinds.js";
import { sizeWords, t } from "../words/say.js";
import { contactName, contacts, letters } from "./vcard.js";

/**
 * One way in which a thing is offered: as text, as bytes that are still here, or as a blob that the server has.
 * @typedef {{type:string, name?:string, text?:string, bytes?:Blob, blob?:string}} Way
 * @typedef {Way[]} Thing best way first
 * @typedef {{name:string, why:string, count?:number}} Refused one, or so many under one name
 * @typedef {{things:Thing[], refused:Refused[]}} Gathered
 * @typedef {[string, string|{blob:string}]|[string, string|{blob:string}, string]} WireWay
 * @typedef {WireWay[]} WireThing
 * @typedef {{types:readonly string[], text:(type:string) => string, files:File[], folders:string[]}} Offer what a
 *   DataTransfer holds, read at once: it is empty after its event
 */

export const THINGS_MAX = 100;
/** A longer text travels as a blob. */
export const INLINE_BYTES_MAX = 2048;
/** What all ways of one thing may take in a message; the rest of a frame of 4096 bytes is for the command itself. */
const THING_BYTES_MAX = 3000;
const BATCH_BYTES_MAX = 3500;
const BATCH_THINGS_MAX = 32;
const NAME_LETTERS_MAX = 100;
/** @type {Gathered} */
const NOTHING = { things: [], refused: [] };

/** @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(text).length;

/**
 * Everything that an offer holds for a place. Files come before texts: a picture dragged from a page is the picture.
 * @param {Offer} offer @param {readonly string[]} takes @param {string} origin whose blobs are known
 * @returns {Promise<Gathered>}
 */
export async function gather(offer, takes, origin) {
  /** @type {Gathered} */
  const gathered = { things: [], refused: offer.folders.map((name) => ({ name, why: t("transfer.noFolders") })) };
  const texts = fromTexts(offer, takes, origin);
  const own = offer.types.includes(BUNDLE) && texts.things.length > 0;
  for (const file of own ? [] : offer.files) {
    if (gathered.things.length >= THINGS_MAX) {
      gathered.refused.push({ name: file.name, why: t("transfer.atMost", { max: THINGS_MAX }) });
    } else {
      await takeFile(file, takes, gathered);
    }
  }
  if (gathered.things.length > 0 || (gathered.refused.length > 0 && texts.things.length === 0)) return gathered;
  return { things: texts.things, refused: [...gathered.refused, ...texts.refused] };
}

/** @param {File} file @param {readonly string[]} takes @param {Gathered} gathered */
async function takeFile(file, takes, gathered) {
  const { name } = file;
  const refuse = (/** @type {string} */ why) => gathered.refused.push({ name: name || t("transfer.file"), why });
  const type = fileType(name, file.type);
  if (!taken(type, takes)) return refuse(typeRefusal(type, takes));
  if (file.size === 0) return refuse(t("transfer.empty"));
  if (file.size > FILE_BYTES_MAX) {
    return refuse(t("transfer.fileLarge", { size: sizeWords(file.size), max: sizeWords(FILE_BYTES_MAX) }));
  }
  try {
    if (isPicture(type)) {
      const found = pictureType(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
      if (found === "") return refuse(t("transfer.noPicture"));
      if (!taken(found, takes)) return refuse(typeRefusal(found, takes));
      return gathered.things.push([{ type: found, name, bytes: file }]);
    }
    const text = letters(new Uint8Array(await file.arrayBuffer()));
    if (type !== "text/vcard") return gathered.things.push([{ type, text, name }]);
    const cards = contacts(text);
    if (cards.length === 0) return refuse(t("transfer.noContact"));
    const room = THINGS_MAX - gathered.things.length;
    if (cards.length > room) {
      const count = cards.length - room;
      const why = t("transfer.manyContacts", { total: cards.length, max: THINGS_MAX, count });
      gathered.refused.push({ name, why, count });
    }
    for (const card of cards.slice(0, room)) gathered.things.push(contact(card, takes, cards.length === 1 ? name : ""));
    return undefined;
  } catch {
    return refuse(t("transfer.unread"));
  }
}

/** @param {string} card @param {readonly string[]} takes @param {string} file @returns {Thing} */
function contact(card, takes, file) {
  const name = file || (contactName(card) ? `${contactName(card)}.vcf` : "");
  return taken("text/vcard", takes) ? [{ type: "text/vcard", text: card, ...(name && { name }) }] : [];
}

/**
 * The texts of an offer are ways of one thing, but for several contacts, which are several.
 * @param {Offer} offer @param {readonly string[]} takes @param {string} origin @returns {Gathered}
 */
export function fromTexts(offer, takes, origin) {
  const bundled = offer.types.includes(BUNDLE) ? fromBundle(offer.text(BUNDLE), takes, origin) : NOTHING;
  if (bundled.things.length > 0) return bundled;
  /** @type {Thing} */
  const ways = [];
  for (const offered of offer.types) {
    const type = plainType(offered);
    if (type === "files" || !taken(type, takes) || isPicture(type) || ways.some((way) => way.type === type)) continue;
    const text = offer.text(offered);
    if (text.trim() !== "") ways.push({ type, text });
  }
  const cards = contacts(ways.find(({ type }) => type === "text/vcard")?.text ?? "");
  if (cards.length > 1) {
    const refused = tooMany(cards.length, "transfer.contacts");
    return { things: cards.slice(0, THINGS_MAX).map((card) => contact(card, takes, "")), refused };
  }
  const large = ways.find(({ text }) => bytesOf(text ?? "") > FILE_BYTES_MAX);
  if (large) {
    const size = sizeWords(bytesOf(large.text ?? ""));
    const why = t("transfer.textLarge", { size, max: sizeWords(FILE_BYTES_MAX) });
    return { things: [], refused: [{ name: t("transfer.theText"), why }] };
  }
  return { things: ways.length > 0 ? [preferred(ways, takes)] : [], refused: [] };
}

/**
 * Things from another window of ours. What it says is checked like everything else that comes from outside.
 * @param {string} text @param {readonly string[]} takes @param {string} origin @returns {Gathered}
 */
function fromBundle(text, takes, origin) {
  /** @type {any} anybody can write this */
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return NOTHING;
  }
  if (!Array.isArray(value?.things)) return NOTHING;
  /** @type {Thing[]} */
  const things = [];
  for (const ways of value.things.slice(0, THINGS_MAX)) {
    /** @type {Thing} */
    const thing = [];
    for (const way of Array.isArray(ways) ? ways : []) {
      const [type, what, name] = Array.isArray(way) ? way : [];
      if (typeof type !== "string" || !taken(type, takes) || thing.some((it) => it.type === type)) continue;
      const named = typeof name === "string" && name !== "" ? { name } : {};
      if (typeof what === "string") {
        if (!isPicture(type) && bytesOf(what) <= FILE_BYTES_MAX) thing.push({ type, text: what, ...named });
      } else if (value.from === origin && /^[0-9a-f]{64}$/.test(String(what?.blob))) {
        thing.push({ type, blob: what.blob, ...named });
      }
    }
    if (thing.length > 0) things.push(preferred(thing, takes));
  }
  return { things, refused: tooMany(value.things.length, "transfer.things") };
}

/** @param {number} count that came @param {string} what the key of their name @returns {Refused[]} */
function tooMany(count, what) {
  const more = count - THINGS_MAX;
  const why = t("transfer.atMostGo", { max: THINGS_MAX });
  return more > 0 ? [{ name: t(what, { count: more }), why, count: more }] : [];
}

/** @param {Thing} ways @param {readonly string[]} takes @returns {Thing} */
function preferred(ways, takes) {
  const rank = (/** @type {Way} */ { type }) => {
    const at = takes.findIndex((it) => taken(type, [it]));
    return at < 0 ? takes.length : at;
  };
  return [...ways].sort((a, b) => rank(a) - rank(b));
}

/**
 * What a thing is called before it is on the board.
 * @param {Thing} thing
 */
export function nameOf(thing) {
  const text = thing.find(({ type }) => type === "text/plain")?.text;
  const named = thing.find(({ name }) => name)?.name ?? text?.trim().split("\n", 1)[0];
  if (!named) return t("transfer.things", { count: 1 });
  return named.length > 40 ? `${named.slice(0, 39)}…` : named;
}

/**
 * What to say when an offer holds nothing for a place.
 * @param {readonly string[]} takes
 */
export function nothingWords(takes) {
  return t("transfer.nothing", { kinds: kindWords(takes) });
}

/**
 * The ways of a thing that must be uploaded before it can be put: bytes, long texts, and the longest texts of a thing
 * that would not fit into a message.
 * @param {Thing} thing @returns {Set<Way>}
 */
export function uploads(thing) {
  const away = new Set(thing.filter(({ bytes, text }) => bytes || bytesOf(text ?? "") > INLINE_BYTES_MAX));
  const blob = "x".repeat(64);
  const size = () => bytesOf(JSON.stringify(thing.map((way) => wire(away.has(way) ? { ...way, blob } : way))));
  while (size() > THING_BYTES_MAX) {
    const rest = thing.filter((way) => way.text !== undefined && !away.has(way));
    if (rest.length === 0) break;
    away.add(rest.reduce((a, b) => (bytesOf(b.text ?? "") > bytesOf(a.text ?? "") ? b : a)));
  }
  return away;
}

/** @param {Way} way @returns {WireWay} */
function wire(way) {
  const what = way.blob !== undefined ? { blob: way.blob } : way.text ?? "";
  const name = [...way.name ?? ""].slice(0, NAME_LETTERS_MAX).join("");
  return name ? [way.type, what, name] : [way.type, what];
}

/**
 * Things in as few commands as fit, in order.
 * @param {Thing[]} things @returns {WireThing[][]}
 */
export function batches(things) {
  /** @type {WireThing[][]} */
  const made = [];
  let room = 0;
  for (const thing of things) {
    const wired = thing.map(wire);
    const bytes = bytesOf(JSON.stringify(wired)) + 1;
    if (made.length === 0 || bytes > room || made[made.length - 1].length === BATCH_THINGS_MAX) {
      made.push([]);
      room = BATCH_BYTES_MAX;
    }
    made[made.length - 1].push(wired);
    room -= bytes;
  }
  return made;
}
