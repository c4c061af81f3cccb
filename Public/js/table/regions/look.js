// @ts-check
/**
 * What an item looks like: its content as elements, in the look that its region asks for.
 * Promise: only what the server named is shown; text is text, and pictures come from our own server.
 */
import { CARDS } from "../../view/sprite.js";
import { make } from "../../view/dom.js";
import { t } from "../../words/say.js";

/** @typedef {import("../../net/messages.js").Content} Content */

const COLORS = new Set(["blue", "green", "yellow", "orange", "pink", "red", "purple", "teal", "gray", "white"]);
const FACE = /^[A2-9TJQK][CDHS]$/;

/**
 * How it is drawn: playing cards, pictures and coloured cards look like themselves everywhere.
 * @param {Content|undefined} content @param {string} layout
 */
export function lookOf(content, layout) {
  if (!content) return "card";
  if (FACE.test(content.face ?? "")) return "card";
  if (isPicture(content)) return layout === "list" || layout === "table" ? "row" : "photo";
  if (COLORS.has(content.color ?? "") && layout !== "table" && !content.fields) return "tile";
  if (layout === "row" || layout === "area") return "chip";
  if (layout === "list" || layout === "table") return "row";
  if (layout === "choice") return "option";
  return "tile";
}

/** @param {Content} content */
export const isPicture = ({ image }) => image !== undefined && image.startsWith("/api/blobs/");

/** @param {Content|undefined} content */
export const hasDetails = (content) =>
  content !== undefined && (isPicture(content) || (content.fields ?? []).length > 0);

/**
 * @param {Content|undefined} content @param {string} look @param {string} [layout] around it
 * @param {string[]} [columns] that a table shows
 * @returns {HTMLElement}
 */
export function body(content, look, layout = "", columns = []) {
  const made = make("div", layout === "" ? `body look-${look}` : `body look-${look} in-${layout}`);
  if (content && COLORS.has(content.color ?? "")) made.classList.add("color", content.color ?? "");
  if (look === "card") {
    if (content?.face) made.append(CARDS.picture(content.face));
    else made.classList.add("face-down");
    return made;
  }
  if (!content) return made;
  if (look === "photo" || look === "thumbnail") {
    made.append(look === "photo" ? picture(content) : avatar(content), make("b", "", content.text));
    return made;
  }
  if (look === "row" && (content.detail || content.fields || content.symbol || isPicture(content) || content.color)) {
    made.append(avatar(content));
  } else if (look === "row") made.classList.add("plain");
  else if (content.symbol) made.append(make("i", "", content.symbol));
  const words = make("div", "words", make("b", "", content.text));
  if (content.detail) words.append(make("small", "", content.detail));
  made.append(words);
  if (look === "row") {
    for (const column of columns) {
      const value = content.fields?.find(([name]) => name === column)?.[1] ?? "";
      made.append(make("span", "", value));
    }
  }
  return made;
}

/**
 * What changes when an item must be drawn anew.
 * @param {Content|undefined} content @param {string} look @param {string[]} columns
 */
export const drawn = (content, look, columns) => JSON.stringify([look, content, columns]);

/**
 * What a screen reader says.
 * @param {Content|undefined} content
 */
export function labelOf(content) {
  if (!content) return t("card.faceDown");
  return content.label ?? (content.detail ? `${content.text}, ${content.detail}` : content.text);
}

/** @param {Content} content */
function picture(content) {
  const image = document.createElement("img");
  image.src = content.image ?? "";
  image.alt = "";
  image.draggable = false;
  image.decoding = "async";
  return image;
}

/** @param {Content} content */
export function avatar(content) {
  const made = make("div", "avatar");
  made.setAttribute("aria-hidden", "true");
  if (isPicture(content)) made.append(picture(content));
  else {
    made.textContent = content.symbol || initials(content.text);
    made.dataset.hue = String([...content.text].reduce((sum, it) => sum + (it.codePointAt(0) ?? 0), 0) % 6);
    made.classList.toggle("letters", !content.symbol);
  }
  return made;
}

/** @param {string} text */
function initials(text) {
  const words = text.split(/\s+/).filter((it) => /^[\p{L}\p{N}]/u.test(it));
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return ends.map((it) => ([...it][0] ?? "").toUpperCase()).join("") || "•";
}
