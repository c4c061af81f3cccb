// @ts-check
/**
 * Things that come in: dropped from other windows and the desktop, chosen as files, pasted.
 * Promise: a drag from outside is let in only over a region that takes things; a dropped file never replaces the page.
 * Invariant: a place is lit exactly while such a drag is over it.
 */
import { regionWith } from "../model/table.js";
import { itemAt } from "../table/regions/item.js";
import { BUNDLE } from "./kinds.js";
import { meant, welcomes } from "./places.js";
import { nothingWords } from "./things.js";
import { unwrap } from "./wrap.js";
import { t } from "../words/say.js";

/** @typedef {import("../model/table.js").Region} Region */
/** @typedef {import("../model/store.js").Target} Target */
/** @typedef {import("./things.js").Offer} Offer */
/**
 * @typedef {(offer:Offer, region:Region, target:Target, unseen?:boolean) => void} Arrive unseen: the player
 *   has not pointed at the place
 */

/** Some browsers end a drag that leaves their window without a word. */
const SILENCE_MS = 700;
/** What takes drops and pastes by itself. */
const FIELDS = "input, textarea, [contenteditable], dialog";

export class In {
  /** A drag from outside is over the page. */
  #dragging = false;
  #silence = 0;

  /** @param {import("../table/regions/page.js").BoardPage} page @param {Arrive} arrive @param {AbortSignal} signal */
  constructor(page, arrive, signal) {
    this.page = page;
    this.arrive = arrive;
    // On the document: a file that misses the board must not replace it either.
    document.addEventListener("dragenter", (event) => this.#over(event), { signal });
    document.addEventListener("dragover", (event) => this.#over(event), { signal });
    document.addEventListener("dragleave", (event) => event.relatedTarget === null && this.end(), { signal });
    document.addEventListener("drop", (event) => this.#drop(event), { signal });
    document.addEventListener("dragend", () => this.end(), { signal });
    document.addEventListener("paste", (event) => this.#paste(event), { signal });
  }

  /** @param {DragEvent} event @returns {{region:Region, target:Target}|null} */
  #welcome({ dataTransfer, clientX, clientY, target: over }) {
    const { page } = this;
    const onBoard = over instanceof Element && page.root.contains(over) && !over.closest(FIELDS);
    const target = page.playing && dataTransfer && onBoard ? page.outside.targetAt(clientX, clientY) : null;
    const region = target && regionWith(page.shown.regions, target.in);
    const taken = region && dataTransfer && welcomes(region.takes ?? [], dataTransfer.types);
    return taken && target ? { region, target } : null;
  }

  /** @param {DragEvent} event */
  #over(event) {
    const { dataTransfer } = event;
    if (!dataTransfer) return;
    clearTimeout(this.#silence);
    this.#silence = window.setTimeout(() => this.end(), SILENCE_MS);
    if (!this.#dragging) {
      this.#dragging = true;
      this.page.root.classList.add("from-outside");
    }
    const welcome = this.#welcome(event);
    this.page.outside.light(welcome?.target ?? null);
    // A file that nobody takes would be opened in place of the table.
    if (!welcome && !dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    dataTransfer.dropEffect = welcome ? "copy" : "none";
  }

  /** @param {DragEvent} event */
  #drop(event) {
    const welcome = this.#welcome(event);
    this.end();
    const { dataTransfer } = event;
    if (!dataTransfer || (!welcome && !dataTransfer.types.includes("Files"))) return;
    event.preventDefault();
    if (welcome) this.arrive(offerOf(dataTransfer), welcome.region, welcome.target);
  }

  /** The drag from outside is over or away. */
  end() {
    clearTimeout(this.#silence);
    if (!this.#dragging) return;
    this.#dragging = false;
    this.page.root.classList.remove("from-outside");
    this.page.outside.light(null);
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const { clipboardData, target } = event;
    const editing = target instanceof Element && target.closest(FIELDS);
    if (!clipboardData || editing || !this.page.playing) return;
    if (!this.page.shown.regions.some(({ takes }) => takes && takes.length > 0)) return;
    event.preventDefault();
    this.paste(offerOf(clipboardData));
  }

  /**
   * Puts what was on the clipboard where the focus is, or into a region that was named.
   * @param {Offer} offer @param {Region} [region]
   */
  paste(offer, region) {
    const { app, shown } = this.page;
    const held = document.activeElement;
    const item = itemAt(held);
    const focus = held?.closest(".region[data-region]");
    const name = region?.name ?? (focus instanceof HTMLElement ? focus.dataset.region ?? null : null);
    const found = meant(region ? { ...shown, regions: [region] } : shown, offer.types, region ? null : item, name);
    if (found) return this.arrive(offer, found.region, found.target, true);
    return app.announcer.toast(nothingWords(shown.regions.flatMap(({ takes }) => takes ?? [])));
  }
}

/**
 * All that a drag or a clipboard holds, read at once.
 * @param {DataTransfer} data @returns {Offer}
 */
export function offerOf(data) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const type of data.types) if (type !== "Files") texts.set(type, data.getData(type));
  /** @type {File[]} */
  const files = [];
  const folders = [];
  for (const item of data.items) {
    if (item.kind !== "file") continue;
    const file = item.getAsFile();
    if (item.webkitGetAsEntry?.()?.isDirectory) folders.push(file?.name || t("transfer.folder"));
    else if (file) files.push(file);
  }
  return offer(texts, files, folders);
}

/**
 * What was read, with what is inside of it: our own things in HTML, a contact that came as plain text.
 * @param {Map<string, string>} texts @param {File[]} files @param {string[]} folders @returns {Offer}
 */
export function offer(texts, files, folders) {
  const all = new Map(texts);
  const ours = unwrap(all.get("text/html") ?? "");
  if (ours !== "" && !all.has(BUNDLE)) all.set(BUNDLE, ours);
  const plain = all.get("text/plain") ?? "";
  if (/^BEGIN:VCARD\s/i.test(plain.trimStart()) && !all.has("text/vcard")) all.set("text/vcard", plain);
  const some = files.length + folders.length > 0;
  return { types: [...all.keys(), ...(some ? ["Files"] : [])], text: (type) => all.get(type) ?? "", files, folders };
}
