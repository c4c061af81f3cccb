// @ts-check
/**
 * One region on the page: its head with title and buttons, and its places with their boxes of items.
 * Promise: the head's `.region-tools` is made once and never written again: others put their buttons there.
 */
import { attribute, button, make, write } from "../../view/dom.js";
import { t } from "../../words/say.js";

/** @typedef {import("../../model/table.js").Region} Facts */
/** @typedef {{root:HTMLElement, box:HTMLElement, head:HTMLElement, empty:HTMLElement}} Place */
/** @typedef {{press:(region:string) => void, edit:(region:string, on:boolean) => void}} Acts */

const LAYOUTS = new Set(["row", "list", "table", "grid", "piles", "columns", "area", "text", "choice"]);

/** @param {Facts} facts */
export const layoutOf = ({ layout = "list" }) => (LAYOUTS.has(layout) ? layout : "list");

export class Region {
  /** @type {Map<string, Place>} */
  places = new Map();
  #press;
  #edit;
  #title = make("h2");
  #heads = make("div", "columns-head");
  #editing = false;

  /** @param {Facts} facts @param {Acts} acts */
  constructor(facts, acts) {
    this.name = facts.name;
    this.layout = layoutOf(facts);
    this.root = make("section", "region");
    this.root.dataset.region = facts.name;
    this.root.dataset.layout = this.layout;
    this.root.classList.toggle("scroll", facts.scroll === true);
    this.root.classList.toggle("split", facts.places.length > 1);
    this.tools = make("div", "region-tools");
    const head = make("div", "region-head", this.#title, this.tools);
    this.#press = button("press primary", "", () => acts.press(facts.name));
    this.#edit = button("edit", t("boards.edit"), () => acts.edit(facts.name, !this.#editing));
    if (facts.button) head.append(this.#press);
    if (facts.edit === "toggle") head.append(this.#edit);
    this.body = make("div", "places");
    this.#heads.setAttribute("aria-hidden", "true");
    this.root.append(head, this.body);
    for (const { in: name } of facts.places) this.#add(name);
    if (facts.places.length === 0 && this.layout !== "text") this.#add(facts.name);
  }

  /** @param {string} name */
  #add(name) {
    const root = make("div", "place");
    root.dataset.in = name;
    const head = make("div", "place-head");
    const empty = make("p", "empty");
    const box = make("div", "items", empty);
    root.append(head, ...(this.layout === "table" ? [this.#heads] : []), box);
    this.body.append(root);
    this.places.set(name, { root, box, head, empty });
  }

  /**
   * @param {Facts} facts @param {Record<string, number[]>} piles @param {string[]} columns
   * @param {number} seat ours
   */
  show(facts, piles, columns, seat) {
    const { root, layout } = this;
    const text = facts.title ?? "";
    write(this.#title, text);
    this.#title.hidden = text === "" || layout === "text";
    if (layout === "text") this.#status(text);
    attribute(root, "aria-label", facts.label ?? (text || null));
    attribute(root, "role", layout === "text" ? null : "group");
    this.#buttons(facts, seat);
    if (layout === "table") this.#columns(columns);
    const listed = facts.places.length > 0 ? facts.places : [{ in: facts.name, title: "", capacity: null }];
    for (const [index, place] of listed.entries()) {
      const made = this.places.get(place.in);
      if (!made) continue;
      const count = piles[place.in]?.length ?? 0;
      this.#head(made, place.title, place.capacity, count);
      write(made.empty, facts.empty ?? "");
      made.empty.hidden = count > 0;
      made.root.classList.toggle("none", count === 0);
      made.root.classList.toggle("full", place.capacity !== null && count >= place.capacity);
      attribute(made.box, "role", layout === "choice" ? "radiogroup" : "group");
      const numbered = t("boards.numbered", { title: text || t("boards.pile"), n: String(index + 1) });
      attribute(made.box, "aria-label", place.title || (listed.length > 1 ? numbered : text || facts.name));
    }
  }

  /** @param {Place} place @param {string} title @param {number|null} capacity @param {number} count */
  #head({ head }, title, capacity, count) {
    // A limit that nobody declared for people to see is told when it is reached.
    const told = capacity !== null && (title !== "" || count >= capacity);
    const text = told ? `${count}/${capacity}` : "";
    if (head.dataset.text === `${title} ${text}`) return;
    head.dataset.text = `${title} ${text}`;
    head.replaceChildren();
    if (title !== "") head.append(make(this.#title.hidden ? "h2" : "h3", "", title));
    if (text !== "") head.append(make("span", "capacity", text));
    head.hidden = title === "" && text === "";
  }

  /** @param {string} text */
  #status(text) {
    const line = this.body.firstElementChild ?? make("p", "status-line");
    write(line, text);
    if (!line.parentNode) this.body.append(line);
  }

  /** @param {Facts} facts @param {number} seat */
  #buttons(facts, seat) {
    if (facts.button) {
      write(this.#press, facts.button.label);
      this.#press.disabled = !facts.button.on || seat < 0;
    }
    this.#editing = seat >= 0 && (facts.editing ?? []).includes(seat);
    this.root.classList.toggle("editing", this.#editing || (facts.edit === "always" && seat >= 0));
    write(this.#edit, t(this.#editing ? "boards.done" : "boards.edit"));
    attribute(this.#edit, "aria-pressed", String(this.#editing));
    this.#edit.hidden = seat < 0;
  }

  /** @param {string[]} columns */
  #columns(columns) {
    const key = [t("boards.name"), ...columns].join("\n");
    if (this.#heads.dataset.key === key) return;
    this.#heads.dataset.key = key;
    this.root.style.setProperty("--columns", String(columns.length));
    this.#heads.replaceChildren(...[t("boards.name"), ...columns].map((it) => make("span", "", it)));
  }
}
