// @ts-check
/**
 * Things that go out: a handle to drag them to other windows and the desktop, Download and Copy.
 * Promise: what a drag carries is here before it starts; a handle that has nothing yet does not start one.
 * Invariant: there is one handle, in the item under the mouse or in focus; exports are kept for one version.
 */
import { pileOf, regionWith } from "../model/table.js";
import { itemAt } from "../table/regions/item.js";
import { copied, downloadURL, files, texts } from "./export.js";
import { writeClipboard } from "./clipboard.js";
import { button, make } from "../view/dom.js";
import { t } from "../words/say.js";

/** @typedef {import("./export.js").Exported} Exported */

/** A browser fetches a file of a drag or a download after its event; then its address may go. */
const FETCHED_MS = 60000;
/** A hand that means an item rests on it for so long. */
const REST_MS = 120;

export class Out {
  #handle = make("span", "drag-out");
  #item = -1;
  #version = -1;
  #resting = 0;
  /** The handle is under way to another window. */
  #carried = false;
  /** @type {Map<number, Exported>} */
  #kept = new Map();
  /** @type {Map<string, Array<(items:Exported|null) => void>>} by version and item */
  #asked = new Map();

  /** @param {import("../table/regions/page.js").BoardPage} page @param {AbortSignal} signal */
  constructor(page, signal) {
    this.page = page;
    const handle = this.#handle;
    handle.draggable = true;
    // For the mouse only: fingers and keys have the buttons.
    handle.setAttribute("aria-hidden", "true");
    handle.title = t("transfer.dragOut");
    handle.addEventListener("pointerdown", (event) => event.stopPropagation());
    handle.addEventListener("pointerenter", () => this.#fetch(this.#item));
    handle.addEventListener("click", (event) => event.stopPropagation());
    handle.addEventListener("dragstart", (event) => this.#start(event));
    handle.addEventListener("dragend", () => { this.#carried = false; });
    const { root } = page;
    root.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.#offer(event), { signal });
    root.addEventListener("focusin", (event) => this.#offer(event), { signal });
    document.addEventListener("copy", (event) => this.#copied(event), { signal });
  }

  /** The board was drawn anew: the handle stays with its item while that is there and gives. */
  shown() {
    // A drag whose source leaves the page would not be told its end.
    if (this.#item < 0 || this.#carried) return undefined;
    const element = this.page.view.elements.get(this.#item);
    if (!element?.matches(":hover, :focus") || !this.#gives(this.#item)) return this.#put(-1);
    if (this.#handle.parentElement !== element) element.append(this.#handle);
    return this.#rest();
  }

  leave() {
    clearTimeout(this.#resting);
    this.#put(-1);
  }

  /** @param {number} item */
  #gives(item) {
    const { regions, piles } = this.page.shown;
    return regionWith(regions, pileOf(piles, item))?.gives === true;
  }

  /** @param {Event} event */
  #offer({ target, type }) {
    // While a drag is under way browsers send no pointer events, so with this one any drag is over.
    if (type === "pointerover") this.#carried = false;
    const item = itemAt(target);
    if (item !== null && item !== this.#item && this.#gives(item)) this.#put(item);
  }

  /** @param {number} item */
  #put(item) {
    this.#item = item;
    const element = this.page.view.elements.get(item);
    if (!element) return this.#handle.remove();
    element.append(this.#handle);
    return this.#rest();
  }

  /** Nothing is asked for an item that the mouse only passes, nor at each of many moves of others. */
  #rest() {
    const item = this.#item;
    clearTimeout(this.#resting);
    this.#handle.dataset.ready = String(this.#known(item) !== undefined);
    if (item >= 0 && !this.#known(item)) this.#resting = window.setTimeout(() => this.#fetch(item), REST_MS);
  }

  /** @param {number} item */
  #fetch(item) {
    if (item !== this.#item || item < 0) return;
    this.export(item, () => {
      if (item === this.#item) this.#handle.dataset.ready = String(this.#known(item) !== undefined);
    });
  }

  /** @param {number} item */
  #known(item) {
    if (this.#version !== this.page.version) {
      this.#version = this.page.version;
      this.#kept.clear();
    }
    return this.#kept.get(item);
  }

  /**
   * What travels with an item, from the server or from before.
   * @param {number} item @param {(items:Exported|null) => void} answer
   */
  export(item, answer) {
    const known = this.#known(item);
    if (known) return answer(known);
    const { version } = this.page;
    const question = `${version} ${item}`;
    const waiting = this.#asked.get(question);
    if (waiting) return void waiting.push(answer);
    this.#asked.set(question, [answer]);
    return this.page.room.exported(item, (items) => {
      const answers = this.#asked.get(question) ?? [];
      this.#asked.delete(question);
      const whole = items !== null && items.length > 0 ? items : null;
      if (whole && version === this.page.version) {
        this.#known(item);
        this.#kept.set(item, whole);
      }
      for (const it of answers) it(whole);
    });
  }

  // Dragging out

  /** @param {DragEvent} event */
  #start(event) {
    event.stopPropagation();
    const items = this.#known(this.#item);
    const { dataTransfer } = event;
    if (!items || !dataTransfer) {
      event.preventDefault();
      return this.page.app.announcer.toast(t("transfer.fetching"));
    }
    this.#carried = true;
    dataTransfer.effectAllowed = "copy";
    for (const [type, text] of texts(items, location.origin)) dataTransfer.setData(type, text);
    const file = downloadURL(items, location.origin, ({ text, type }) => addressOf(text ?? "", type));
    if (file !== "") dataTransfer.setData("DownloadURL", file);
    const element = this.page.view.elements.get(this.#item);
    if (!element) return undefined;
    const { left, top } = element.getBoundingClientRect();
    return dataTransfer.setDragImage(element, event.clientX - left, event.clientY - top);
  }

  // Keys and buttons

  /** @param {ClipboardEvent} event */
  #copied(event) {
    const held = document.activeElement;
    const item = itemAt(held);
    if (item === null || !this.#gives(item) || !event.clipboardData) return;
    if (held?.matches("input, textarea, [contenteditable]") || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    const items = this.#known(item);
    if (!items) return this.#copy(item);
    for (const [type, text] of copied(items, location.origin)) event.clipboardData.setData(type, text);
    this.page.app.announcer.toast(t("transfer.copied"));
  }

  /** @param {number} item */
  #copy(item) {
    this.#with(item, async (items) => {
      const done = await writeClipboard(items, location.origin);
      this.page.app.announcer.toast(t(done ? "transfer.copied" : "transfer.noCopy"));
    });
  }

  /**
   * The buttons of an item; null where nothing is given away.
   * @param {number} item @returns {HTMLElement|null}
   */
  actions(item) {
    if (!this.#gives(item)) return null;
    const download = button("", t("transfer.download"), () => this.#with(item, (items) => {
      for (const file of files(items)) save(file.url ?? addressOf(file.text ?? "", file.type), file.name);
    }));
    download.dataset.act = "download";
    const copy = button("", t("transfer.copy"), () => this.#copy(item));
    copy.dataset.act = "copy";
    this.export(item, (items) => {
      const [file, ...more] = items ? files(items) : [];
      if (!file) return;
      download.textContent = more.length > 0 ? t("transfer.downloadFiles", { count: 1 + more.length })
        : t("transfer.downloadFile", { name: file.name });
    });
    return make("div", "actions transfer-actions", download, copy);
  }

  /** @param {number} item @param {(items:Exported) => void} act */
  #with(item, act) {
    this.export(item, (items) => {
      if (items) act(items);
      else this.page.app.announcer.toast(t("transfer.notHandedOver"));
    });
  }
}

/**
 * An address for a text of ours, for as long as a browser may want it.
 * @param {string} text @param {string} type
 */
function addressOf(text, type) {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  setTimeout(() => URL.revokeObjectURL(url), FETCHED_MS);
  return url;
}

/** @param {string} url @param {string} name */
function save(url, name) {
  const link = make("a");
  link.href = url;
  link.download = name;
  // It leads to no page of ours.
  link.addEventListener("click", (event) => event.stopPropagation());
  document.body.append(link);
  link.click();
  link.remove();
}
