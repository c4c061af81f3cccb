// @ts-check
/**
 * The edge of a board to the operating system: what comes in from there and what goes out.
 * Promise: what was let in arrives in order and at its place, or it is said why not; nothing is lost in silence.
 * Invariant: arrivals are put one after the other, each when all its bytes are on the server.
 */
import { kept } from "../keep.js";
import { uploadAll } from "./blobs.js";
import { askForPaste, readClipboard } from "./clipboard.js";
import { In, offer } from "./in.js";
import { chooserAccept, refusedWords } from "./kinds.js";
import { Note } from "./note.js";
import { Out } from "./out.js";
import { endOf } from "./places.js";
import { putAll } from "./putting.js";
import { batches, gather, nameOf, nothingWords } from "./things.js";
import { titleOf } from "../table/regions/words.js";
import { button, make } from "../view/dom.js";
import { t } from "../words/say.js";

/** @typedef {import("../model/table.js").Region} Region */
/** @typedef {import("../model/store.js").Target} Target */
/** @typedef {import("./things.js").Offer} Offer */
/** @typedef {import("./things.js").Thing} Thing */
/** @typedef {import("./putting.js").PutAnswer} PutAnswer */

export class Transfer {
  #ends = new AbortController();
  /** Arrivals wait for each other. */
  #line = Promise.resolve();

  /** @param {import("../table/regions/page.js").BoardPage} page */
  constructor(page) {
    this.page = page;
    const { signal } = this.#ends;
    this.in = new In(page, (...arrival) => this.#arrive(...arrival), signal);
    this.out = new Out(page, signal);
  }

  /** After each drawing of the board. */
  shown() {
    for (const region of this.page.shown.regions) this.#tools(region);
    this.out.shown();
  }

  leave() {
    this.#ends.abort();
    this.in.end();
    this.out.leave();
  }

  // The buttons of a region

  /** @param {Region} facts */
  #tools(facts) {
    const root = this.page.root.querySelector(`.region[data-region="${CSS.escape(facts.name)}"]`);
    if (!(root instanceof HTMLElement)) return;
    const takes = facts.takes ?? [];
    const wanted = takes.length > 0 && this.page.playing;
    root.classList.toggle("takes", wanted);
    let box = root.querySelector(".transfer-tools");
    if (!wanted) return box?.remove();
    if (box) return undefined;
    box = make("div", "transfer-tools");
    const now = () => this.page.shown.regions.find(({ name }) => name === facts.name) ?? facts;
    if (chooserAccept(takes) !== "") box.append(...this.#chooser(now));
    box.append(tool("paste", t("transfer.paste"), named(facts), () => this.#pasteInto(now())));
    (root.querySelector(".region-tools") ?? root).append(box);
  }

  /** @param {() => Region} now @returns {HTMLElement[]} */
  #chooser(now) {
    const input = make("input");
    input.type = "file";
    input.multiple = true;
    input.hidden = true;
    input.setAttribute("aria-label", t("transfer.files"));
    input.accept = chooserAccept(now().takes ?? []);
    input.addEventListener("change", () => {
      this.#arrive(offer(new Map(), [...input.files ?? []], []), now(), endOf(now()), true);
      // The same file may be chosen again.
      input.value = "";
    });
    return [tool("add", t("transfer.add"), named(now()), () => input.click()), input];
  }

  /** @param {Region} region */
  async #pasteInto(region) {
    const takes = region.takes ?? [];
    const given = await readClipboard() ?? await askForPaste(this.page.root, named(region), takes);
    if (given) this.in.paste(given, region);
  }

  // Arrivals

  /** @param {Offer} offer @param {Region} region @param {Target} target @param {boolean} [unseen] */
  #arrive(offer, region, target, unseen = false) {
    const takes = region.takes ?? [];
    const gathered = gather(offer, takes, location.origin);
    this.#line = this.#line.then(async () => {
      if (this.#ends.signal.aborted) return;
      const before = new Set(this.page.view.elements.keys());
      await this.#bring(await gathered, region, target);
      if (unseen) this.#reveal(before, target);
    }).catch((error) => {
      this.page.app.announcer.toast(t("transfer.failed"));
      throw error;
    });
  }

  /** @param {import("./things.js").Gathered} gathered @param {Region} region @param {Target} target */
  async #bring({ things, refused }, region, target) {
    const { announcer } = this.page.app;
    if (things.length + refused.length === 0) return announcer.toast(nothingWords(region.takes ?? []));
    const missing = [...refused];
    const whole = await this.#upload(things, missing);
    if (this.#ends.signal.aborted) return undefined;
    const added = await putAll(batches(whole), (batch) => this.#put(target, batch), missing, region.takes ?? []);
    if (missing.length > 0) return announcer.toast(refusedWords(missing, added));
    const what = added === 1 ? nameOf(whole[0]) : t("transfer.things", { count: added });
    const place = region.places.find((it) => it.in === target.in)?.title || named(region);
    return announcer.say(t("transfer.added", { what, place }));
  }

  /**
   * Brings into sight what has arrived at a place.
   * @param {ReadonlySet<number>} before what was there @param {Target} target
   */
  #reveal(before, target) {
    requestAnimationFrame(() => {
      const { elements } = this.page.view;
      const made = [...elements].filter(([item, { dataset }]) => !before.has(item) && dataset.in === target.in);
      made.at(-1)?.[1].scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  }

  /** @param {Thing[]} things @param {import("./things.js").Refused[]} missing @returns {Promise<Thing[]>} */
  async #upload(things, missing) {
    const ends = new AbortController();
    const stop = () => ends.abort();
    this.#ends.signal.addEventListener("abort", stop);
    const note = new Note(this.page.root, stop);
    const whole = await uploadAll(things, missing, kept("tok"), (text, part) => note.show(text, part), ends.signal);
    note.close();
    this.#ends.signal.removeEventListener("abort", stop);
    return whole;
  }

  /** @param {Target} target @param {import("./things.js").WireThing[]} things @returns {Promise<PutAnswer>} */
  #put(target, things) {
    const { view, room } = this.page;
    // While bytes were on their way, the item that was aimed at may have gone.
    const gone = (/** @type {number|undefined} */ item) => item !== undefined && !view.elements.has(item);
    const at = gone(target.before) || gone(target.onto) ? { in: target.in } : target;
    return new Promise((resolve) => { room.put(at, things, resolve); });
  }
}

/** @param {Region} region */
const named = (region) => titleOf(region) || t("boards.theBoard");

/** @param {string} act @param {string} text @param {string} to @param {() => void} press */
function tool(act, text, to, press) {
  const made = button("", text, press);
  made.dataset.act = act;
  made.append(make("span", "unseen", ` ${t(act === "add" ? "transfer.addTo" : "transfer.pasteInto", { place: to })}`));
  return made;
}
