// @ts-check
/**
 * What is said at a table, and the ways to say something: beside the board, on a phone above its lower part. Where
 * nobody writes there is only the row of reactions.
 * Promise: it never takes the focus by itself, and what somebody writes is text, whatever is in it.
 * Invariant: a line is one element for as long as it is there.
 */
import { attribute, button, find, make, write } from "../../view/dom.js";
import { t } from "../../words/say.js";
import { nameRow, reactionRow } from "./reactions.js";
import { called, worded } from "../../view/worded.js";

/** @typedef {import("./spoken.js").Line} Line */
/** @typedef {import("./hidden.js").Person} Person */
/**
 * @typedef {object} PanelDeeds what it comes to
 * @property {() => void} close
 * @property {(what:import("./messages.js").Reaction) => void} react
 * @property {(text:string) => void} say
 * @property {(line:Line) => void} more about a line of somebody else
 * @property {(person:Person) => void} showAgain
 */

/** As many letters as the server takes. */
const TEXT_MAX = 140;
/** Who has scrolled so near to the end follows it. */
const NEAR_PX = 40;

export class TalkPanel {
  /** @type {Map<number, HTMLElement>} */
  #rows = new Map();
  #hiddenKey = "";
  /** The end of the list is in sight, and stays so. */
  #follows = true;

  /** @param {PanelDeeds} deeds @param {AbortSignal} signal */
  constructor(deeds, signal) {
    this.deeds = deeds;
    const close = called(button("close", "✕", deeds.close), "talk.close");
    const title = worded("h2", "", "talk.title");
    title.id = "talk-title";
    this.list = called(make("ol"), "talk.lines");
    this.list.tabIndex = 0;
    this.none = worded("p", "none", "talk.none");
    this.people = make("ul");
    this.hidden = make("details", "hidden-people", make("summary"), this.people);
    this.reactions = reactionRow(deeds.react);
    this.field = called(make("input"), "talk.write");
    Object.assign(this.field, { type: "text", maxLength: TEXT_MAX, autocomplete: "off", enterKeyHint: "send" });
    this.field.dataset.tPlaceholder = "talk.write";
    this.field.placeholder = t("talk.write");
    const send = worded("button", "primary", "talk.send");
    send.type = "submit";
    this.form = make("form", "", this.field, send);
    this.watching = worded("p", "none", "talk.watching");
    this.why = make("p", "why");
    attribute(this.why, "role", "status");
    this.root = make("section", "talk-panel", make("div", "talk-head", title, close), this.list, this.none, this.hidden,
      this.reactions, this.form, this.watching, this.why);
    this.root.id = "talk";
    attribute(this.root, "aria-labelledby", "talk-title");
    this.root.hidden = true;
    this.field.addEventListener("input", () => this.tell(""));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (text !== "") deeds.say(text);
    });
    this.root.addEventListener("keydown", (event) => {
      // While letters are being put together Escape is theirs.
      if (event.key !== "Escape" || event.isComposing) return;
      event.preventDefault();
      deeds.close();
    });
    this.#aboveKeyboard(signal);
    this.list.addEventListener("scroll", () => {
      const { scrollTop, scrollHeight, clientHeight } = this.list;
      this.#follows = scrollTop + clientHeight >= scrollHeight - NEAR_PX;
    });
    // A word below it takes room from it.
    const sizes = new ResizeObserver(() => this.#follow());
    sizes.observe(this.list);
    signal.addEventListener("abort", () => sizes.disconnect());
  }

  /**
   * Where letters are typed on the screen the panel lies above them.
   * @param {AbortSignal} signal
   */
  #aboveKeyboard(signal) {
    const { visualViewport: seen } = window;
    seen?.addEventListener("resize", () => {
      const covered = Math.max(0, Math.round(innerHeight - seen.height - seen.offsetTop));
      this.root.style.setProperty("--keyboard", `${seen.scale > 1.01 ? 0 : covered}px`);
    }, { signal });
  }

  get hasFocus() {
    return this.root.contains(document.activeElement);
  }

  /**
   * The keys go on here.
   * @param {boolean} writes
   */
  focus(writes) {
    const first = writes ? this.field : this.reactions.querySelector("button");
    first?.focus({ preventScroll: true });
  }

  /** @param {string} why something could not be said */
  tell(why) {
    write(this.why, why);
  }

  /**
   * @param {{lines:readonly Line[], own:string, writes:boolean, chat:boolean, manages:boolean, hidden:Person[]}} what
   *   own: our id; chat: it is on; manages: we are the host
   */
  show({ lines, own, writes, chat, manages, hidden }) {
    this.root.classList.toggle("small", !chat);
    nameRow(this.reactions);
    const kept = new Set(lines.map(({ n }) => n));
    for (const [n, row] of this.#rows) {
      if (kept.has(n)) continue;
      if (row.contains(document.activeElement)) this.list.focus({ preventScroll: true });
      row.remove();
      this.#rows.delete(n);
    }
    for (const line of lines) this.#row(line, line.id === own, manages);
    this.list.hidden = !chat || lines.length === 0;
    this.none.hidden = !chat || lines.length > 0;
    this.form.hidden = !chat || !writes;
    this.watching.hidden = !chat || writes;
    this.#people(chat ? hidden : []);
    this.#follow();
  }

  #follow() {
    if (this.#follows) this.list.scrollTop = this.list.scrollHeight;
  }

  /** Who opens it reads what was said last. */
  toEnd() {
    this.#follows = true;
    this.#follow();
  }

  /** @param {Line} line @param {boolean} isOwn @param {boolean} manages */
  #row(line, isOwn, manages) {
    let row = this.#rows.get(line.n);
    if (!row) {
      const more = isOwn ? [] : [button("more", "", () => this.deeds.more(line))];
      row = make("li", isOwn ? "of-mine" : "", make("i"), make("bdi", "who", line.name), " ",
        make("bdi", "text", line.text), ...more);
      for (const it of more) attribute(it, "aria-haspopup", "dialog");
      row.dataset.by = String(line.seat);
      row.dataset.line = String(line.n);
      this.#rows.set(line.n, row);
      const next = [...this.#rows.keys()].filter((n) => n > line.n).sort((a, b) => a - b)[0];
      this.list.insertBefore(row, this.#rows.get(next) ?? null);
    }
    write(find(row, ".who", HTMLElement), line.name);
    const more = row.querySelector(".more");
    if (more) attribute(more, "aria-label", t(manages ? "talk.moreHost" : "talk.more", { name: line.name }));
  }

  /** @param {Person[]} hidden */
  #people(hidden) {
    this.hidden.hidden = hidden.length === 0;
    const [summary] = this.hidden.children;
    write(summary, t("talk.hidden", { count: hidden.length }));
    const key = JSON.stringify([hidden, t("talk.showAgain")]);
    if (key === this.#hiddenKey) return;
    this.#hiddenKey = key;
    const had = this.people.contains(document.activeElement);
    this.people.replaceChildren(...hidden.map((person) => {
      const again = button("", t("talk.showAgain"), () => this.deeds.showAgain(person));
      return make("li", "", make("bdi", "", person.name), again);
    }));
    if (had) (this.people.querySelector("button") ?? this.list).focus({ preventScroll: true });
  }
}
