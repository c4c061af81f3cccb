// @ts-check
/**
 * The clipboard by buttons. Reading falls back to a small dialog to paste into; writing to plain text.
 * Promise: a browser that forbids the clipboard still has a way in.
 */
import { find, fromTemplate } from "../view/dom.js";
import { t } from "../words/say.js";
import { BUNDLE, isPicture, kindWords } from "./kinds.js";
import { copied, pictureOf } from "./export.js";
import { offer, offerOf } from "./in.js";

/** @typedef {import("./things.js").Offer} Offer */
/** @typedef {import("./export.js").Exported} Exported */

/** What browsers let pass between pages under a name of its own. */
const CUSTOM = "web ";

/**
 * What is on the clipboard; null if the browser or the person keeps it closed.
 * @returns {Promise<Offer|null>}
 */
export async function readClipboard() {
  try {
    const items = await navigator.clipboard.read();
    /** @type {Map<string, string>} */
    const found = new Map();
    /** @type {File[]} */
    const files = [];
    for (const item of items) {
      for (const type of item.types) {
        const bytes = await item.getType(type);
        const name = type.startsWith(CUSTOM) ? type.slice(CUSTOM.length) : type;
        const called = `${t("transfer.pictureName")}.${name.slice(6)}`;
        if (isPicture(name)) files.push(new File([bytes], called, { type: name }));
        else if (!found.has(name)) found.set(name, await bytes.text());
      }
    }
    return offer(found, files, []);
  } catch {
    return null;
  }
}

/**
 * Asks for a paste into a dialog; null if the person thinks better of it.
 * @param {HTMLElement} root @param {string} title @param {readonly string[]} takes @returns {Promise<Offer|null>}
 */
export function askForPaste(root, title, takes) {
  const dialog = find(fromTemplate("paste-dialog"), "dialog", HTMLDialogElement);
  const field = find(dialog, "textarea", HTMLTextAreaElement);
  find(dialog, "h2", HTMLElement).textContent = t("paste.into", { place: title });
  find(dialog, "p", HTMLElement).textContent = t("paste.takes", { kinds: kindWords(takes) });
  root.append(dialog);
  return new Promise((resolve) => {
    /** @type {Offer|null} */
    let given = null;
    field.addEventListener("paste", (event) => {
      const pasted = event.clipboardData && offerOf(event.clipboardData);
      const types = pasted?.types ?? [];
      // Letters are shown first, to be looked at; what a field cannot show is taken at once.
      if (!pasted || (pasted.files.length === 0 && !types.includes(BUNDLE))) return;
      event.preventDefault();
      given = pasted;
      dialog.close();
    });
    find(dialog, "form", HTMLFormElement).addEventListener("submit", () => {
      if (field.value.trim() !== "") given = offer(new Map([["text/plain", field.value]]), [], []);
    });
    find(dialog, ".cancel", HTMLButtonElement).addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(given);
    });
    dialog.showModal();
    field.focus();
  });
}

/**
 * Copies by a button. A picture goes as a picture; all else as every type that it has, where the browser can.
 * @param {Exported} items @param {string} origin @returns {Promise<boolean>}
 */
export async function writeClipboard(items, origin) {
  const picture = items.length === 1 ? pictureOf(items[0][1]) : undefined;
  const made = copied(items, origin);
  /** @type {Record<string, Blob|Promise<Blob>>} */
  const kinds = {};
  for (const [type, text] of made) {
    const custom = CUSTOM + type;
    if (type === "text/html" || (type === "text/plain" && !picture)) kinds[type] = new Blob([text], { type });
    else if (type === "text/vcard" && supports(custom)) kinds[custom] = new Blob([text], { type: custom });
  }
  if (picture?.url !== undefined) kinds["image/png"] = asPNG(picture.url);
  try {
    await navigator.clipboard.write([new ClipboardItem(kinds)]);
    return true;
  } catch {
    return copyByEvent(made);
  }
}

/** @param {string} type */
function supports(type) {
  /** @type {any} some browsers have the rest and not this */
  const kind = typeof ClipboardItem === "undefined" ? {} : ClipboardItem;
  return typeof kind.supports === "function" && kind.supports(type) === true;
}

/**
 * The old way, which also pages without https have.
 * @param {Array<[string, string]>} made
 */
function copyByEvent(made) {
  let done = false;
  const write = (/** @type {ClipboardEvent} */ event) => {
    for (const [type, text] of made) event.clipboardData?.setData(type, text);
    event.preventDefault();
    event.stopImmediatePropagation();
    done = event.clipboardData !== null;
  };
  const may = (/** @type {Event} */ event) => event.preventDefault();
  document.addEventListener("beforecopy", may);
  document.addEventListener("copy", write, { capture: true });
  document.execCommand("copy");
  document.removeEventListener("copy", write, { capture: true });
  document.removeEventListener("beforecopy", may);
  return done;
}

/**
 * Clipboards hold pictures as PNG.
 * @param {string} url @returns {Promise<Blob>}
 */
async function asPNG(url) {
  const bytes = await (await fetch(url)).blob();
  if (bytes.type === "image/png") return bytes;
  const bitmap = await createImageBitmap(bytes);
  const canvas = document.createElement("canvas");
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error("no picture"))), "image/png");
  });
}
