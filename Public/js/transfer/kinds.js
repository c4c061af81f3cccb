// @ts-check
/**
 * What kinds of things come from outside: their types, what a place takes, and how that is said to people.
 * Promise: nothing here reads more of a file than the bytes it is given.
 */
import { anyOf, t } from "../words/say.js";
import "../words/transfer.js";

export const FILE_BYTES_MAX = 5 * 1024 * 1024;
/** How many bytes of a file tell what it is. */
export const HEAD_BYTES = 16;
/** Our own type: things from a Baize window, each in all its ways. */
export const BUNDLE = "application/vnd.baize.things+json";

/** @type {Record<string, string>} */
const BY_ENDING = {
  vcf: "text/vcard", vcard: "text/vcard", txt: "text/plain", text: "text/plain",
  png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp",
  svg: "image/svg+xml", heic: "image/heic", heif: "image/heic", bmp: "image/bmp", tif: "image/tiff", tiff: "image/tiff",
  avif: "image/avif",
};
/** @type {Record<string, string>} */
const SAME_AS = {
  "text/x-vcard": "text/vcard", "text/directory": "text/vcard", "image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg",
  "image/heif": "image/heic",
};
/** The pictures that every server of Baize keeps. */
const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** @type {Record<string, string>} */
const NAMES = {
  "image/png": "PNG", "image/jpeg": "JPEG", "image/gif": "GIF", "image/webp": "WebP", "image/svg+xml": "SVG",
  "image/heic": "HEIC", "image/bmp": "BMP", "image/tiff": "TIFF", "image/avif": "AVIF", "application/pdf": "PDF",
};

/**
 * `Text/X-vCard; charset=utf-8` → `text/vcard`.
 * @param {string} type
 */
export function plainType(type) {
  const bare = type.split(";")[0].trim().toLowerCase();
  return SAME_AS[bare] ?? bare;
}

/**
 * What a file says that it is: its type, or its ending where the system does not know it.
 * @param {string} name @param {string} type
 */
export function fileType(name, type) {
  const told = plainType(type);
  const ending = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? "";
  const byEnding = Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : "";
  if (told === "" || told === "application/octet-stream" || (told === "text/plain" && byEnding !== "")) {
    return byEnding || told;
  }
  return told;
}

/**
 * What the first bytes of a picture say; empty for what is no picture that we know.
 * @param {Uint8Array} head
 */
export function pictureType(head) {
  const at = (/** @type {number} */ from, /** @type {number} */ to) => String.fromCharCode(...head.subarray(from, to));
  if (at(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (at(0, 3) === "\xff\xd8\xff") return "image/jpeg";
  if (at(0, 6) === "GIF87a" || at(0, 6) === "GIF89a") return "image/gif";
  if (at(0, 4) === "RIFF" && at(8, 12) === "WEBP") return "image/webp";
  return "";
}

/** @param {string} type @param {readonly string[]} takes */
export function taken(type, takes) {
  return takes.some((it) => it === type || (it === "image/*" && PICTURES.includes(type)));
}

/** @param {string} type */
export function isPicture(type) {
  return type.startsWith("image/");
}

/**
 * The `accept` of a file chooser; empty where a place takes no files by nature (plain text is pasted).
 * @param {readonly string[]} takes
 */
export function chooserAccept(takes) {
  const pictures = PICTURES.filter((it) => taken(it, takes));
  const cards = takes.includes("text/vcard") ? ["text/vcard", "text/x-vcard", ".vcf"] : [];
  if (pictures.length + cards.length === 0) return "";
  return [...pictures, ...cards, ...(takes.includes("text/plain") ? ["text/plain", ".txt"] : [])].join(",");
}

/**
 * `pictures (PNG, JPEG), contacts (vCard) or text`
 * @param {readonly string[]} takes
 */
export function kindWords(takes) {
  const pictures = PICTURES.filter((it) => taken(it, takes)).map((it) => NAMES[it]);
  return anyOf([
    ...(pictures.length > 0 ? [t("transfer.kindPictures", { list: pictures.join(", ") })] : []),
    ...(takes.includes("text/vcard") ? [t("transfer.kindContacts")] : []),
    ...(takes.includes("text/plain") ? [t("transfer.kindText")] : []),
  ]) || t("transfer.kindOwn");
}

/**
 * Why a file of that type is not taken there, and what to do.
 * @param {string} type @param {readonly string[]} takes
 */
export function typeRefusal(type, takes) {
  const name = Object.hasOwn(NAMES, type) ? NAMES[type] : "";
  if (isPicture(type) && PICTURES.some((it) => taken(it, takes))) {
    return t("transfer.pictureNotTaken", { name: name || t("transfer.thatPicture") });
  }
  const kinds = kindWords(takes);
  return name ? t("transfer.notThere", { name, kinds }) : t("transfer.thatNotThere", { kinds });
}

/**
 * What was refused, in one breath: names with the same reason stand together.
 * @param {Array<{name:string, why:string, count?:number}>} refused each stands for so many, else for one
 * @param {number} added
 */
export function refusedWords(refused, added) {
  /** @type {Map<string, string[]>} */
  const reasons = new Map();
  for (const { name, why } of refused) reasons.set(why, [...(reasons.get(why) ?? []), name]);
  const parts = [...reasons].map(([why, names]) => {
    const few = names.length > 3 ? [...names.slice(0, 2), t("transfer.more", { count: names.length - 2 })] : names;
    return t("transfer.because", { names: few, why });
  });
  const out = refused.reduce((sum, { count = 1 }) => sum + count, 0);
  const head = out + added > 1 ? t("transfer.someNotAdded", { out, total: out + added }) : t("transfer.notAdded");
  return [head, ...parts].join("\n");
}
