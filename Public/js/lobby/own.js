// @ts-check
/**
 * The dialog for a board or a game of one's own: text, a file, the check.
 * Promise: each mistake that the server names leads to its line; what was written, of either, stays until the page
 * is left. A link to a game is given only of a text that the server knows to be one.
 */
import { kept } from "../keep.js";
import { copy, find, write } from "../view/dom.js";
import { t } from "../words/say.js";
import { BOARD, checkGame, example, GAME, lineRange, openDescribed, sizeMax } from
  "./described.js";
import { pathOf, sharedText } from "./packed.js";
import { DESCRIPTION_BYTES_MAX, keepShared } from "./shared.js";

/** @typedef {import("./described.js").Problem} Problem */

/** How many lines stay in sight above one that is shown. */
const LINES_ABOVE = 3;

/** @param {string} hash of an address @returns {Promise<string|null>} the description in it; nothing if none is */
export const textIn = (hash) => sharedText(hash);

/**
 * The board that is described as an example.
 * @param {string} token @param {string} access
 * @returns {Promise<import("./described.js").Opened>}
 */
export async function openExample(token, access) {
  const text = await example();
  if (text === "") return { why: t("lobby.exampleLost") };
  return openDescribed(text, token, undefined, { ...BOARD, opens: `${BOARD.opens}?access=${access}` });
}

export class Own {
  #busy = false;
  #what = BOARD;
  /** What came by a link. */
  #sent = "";
  /** That has not been looked at yet: nobody was signed in. */
  #unchecked = false;
  /**
   * What was written of each kind.
   * @type {Map<import("./described.js").Described, string>}
   */
  #texts = new Map();

  /** @param {HTMLElement} root of the lobby @param {(path:string, room:string) => void} opened */
  constructor(root, opened) {
    this.opened = opened;
    this.dialog = find(root, "#own-board", HTMLDialogElement);
    this.text = find(this.dialog, "textarea", HTMLTextAreaElement);
    this.gutter = find(this.dialog, ".gutter", HTMLElement);
    this.verdict = find(this.dialog, ".verdict", HTMLElement);
    this.list = find(this.dialog, ".problems", HTMLElement);
    this.check = find(this.dialog, ".check", HTMLButtonElement);
    const file = find(this.dialog, "input[type=file]", HTMLInputElement);
    this.link = find(this.dialog, ".own-link", HTMLElement);
    this.share = find(this.dialog, ".share", HTMLButtonElement);
    this.share.addEventListener("click", () => this.#share());
    this.text.addEventListener("input", () => {
      this.link.hidden = true;
      this.#number();
    });
    this.text.addEventListener("scroll", () => { this.gutter.scrollTop = this.text.scrollTop; });
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.#check();
    });
    this.check.addEventListener("click", () => this.#check());
    find(this.dialog, ".close", HTMLButtonElement).addEventListener("click", () => this.dialog.close());
    find(this.dialog, ".choose", HTMLButtonElement).addEventListener("click", () => file.click());
    file.addEventListener("change", () => {
      const [chosen] = file.files ?? [];
      if (chosen) this.#read(chosen);
      file.value = "";
    });
    this.text.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    this.text.addEventListener("drop", (event) => {
      const dropped = event.dataTransfer?.files[0];
      if (!dropped) return;
      event.preventDefault();
      this.#read(dropped);
    });
  }

  openGame() {
    this.open(GAME);
  }

  /** @param {import("./described.js").Described} [what] */
  async open(what = BOARD) {
    if (what !== this.#what) {
      this.#texts.set(this.#what, this.text.value);
      this.#what = what;
      this.#fill(this.#texts.get(what) ?? "");
    }
    this.reword();
    this.dialog.showModal();
    this.text.focus();
    if (this.text.value !== "") return;
    const text = await example(undefined, what);
    // A player who began to write before the server answered keeps that text.
    if (this.text.value === "" && what === this.#what) this.#fill(text);
  }

  /**
   * Opens with a game that somebody sent, and says whether it is one.
   * @param {string} text
   */
  offer(text) {
    if (this.#what !== GAME) this.#texts.set(this.#what, this.text.value);
    this.#what = GAME;
    this.#sent = text;
    this.#fill(text);
    this.reword();
    this.dialog.showModal();
    this.check.focus();
    this.#unchecked = true;
    this.welcomed();
  }

  /** The server knows us now, if it does. */
  async welcomed() {
    if (!this.#unchecked || kept("tok") === "") return;
    this.#unchecked = false;
    const text = this.#sent;
    if (await this.#isGame() && this.text.value === text) this.#say(t("own.sent"));
  }

  reword() {
    const game = this.#what === GAME;
    const intro = !game ? "own.intro" : this.#sent === "" ? "own.gameIntro" : "own.sentIntro";
    write(find(this.dialog, "h2", HTMLElement), t(game ? "own.gameTitle" : "own.title"));
    write(find(this.dialog, ".intro", HTMLElement), t(intro));
    this.text.setAttribute("aria-label", t(game ? "own.gameText" : "own.text"));
    this.share.hidden = !game;
  }

  /** @param {File} file */
  async #read(file) {
    if (file.size > DESCRIPTION_BYTES_MAX) {
      return this.#say(t("own.fileLarge", { file: file.name, size: sizeMax() }));
    }
    try {
      return this.#fill(await file.text());
    } catch {
      return this.#say(t("own.fileUnread", { file: file.name }));
    }
  }

  /** Asks the server what it thinks of the text, and shows what is wrong with it. */
  async #isGame() {
    if (this.#busy) return false;
    this.#wait(true);
    const answer = await checkGame(this.text.value, kept("tok"));
    this.#wait(false);
    if (this.#what !== GAME) return false;
    if ("why" in answer) this.#say(answer.why, true);
    if ("problems" in answer) this.#show(answer.problems);
    return "ok" in answer;
  }

  /** @param {boolean} busy something is asked of the server */
  #wait(busy) {
    this.#busy = busy;
    this.check.disabled = busy;
    this.share.disabled = busy;
    if (busy) this.#say(t("own.checking"));
  }

  /** Copies a link to what stands there, once it is known to be a game; who cannot copy sees it. */
  async #share() {
    const text = this.text.value;
    if (!await this.#isGame() || text !== this.text.value) return;
    const field = find(this.link, "input", HTMLInputElement);
    field.value = location.origin + await pathOf(text);
    this.link.hidden = false;
    const copied = await copy(field.value);
    this.#say(t(copied ? "own.linkCopied" : "toast.copyByHand"));
    if (!copied) field.select();
  }

  /** @param {string} text */
  #fill(text) {
    this.link.hidden = true;
    this.text.value = text;
    this.text.setSelectionRange(0, 0);
    this.text.scrollTop = 0;
    this.#number();
    this.#say("");
  }

  #number() {
    const lines = this.text.value.split("\n").length;
    write(this.gutter, Array.from({ length: lines }, (_, at) => at + 1).join("\n"));
    this.gutter.scrollTop = this.text.scrollTop;
  }

  async #check() {
    if (this.#busy) return;
    this.#wait(true);
    const what = this.#what;
    const text = this.text.value;
    const answer = await openDescribed(text, kept("tok"), undefined, what);
    this.#wait(false);
    // Meanwhile it may speak of something else.
    if (what !== this.#what) return undefined;
    if ("why" in answer) return this.#say(answer.why, true);
    if ("problems" in answer) return this.#show(answer.problems);
    // The dialog may have been closed meanwhile: then the table is only in the list.
    const wanted = this.dialog.open;
    this.dialog.close();
    this.#say("");
    if (what === GAME) keepShared(answer.room, await pathOf(text));
    return wanted ? this.opened(answer.path, answer.room) : undefined;
  }

  /** @param {string} text @param {boolean} [bad] */
  #say(text, bad = false) {
    this.list.replaceChildren();
    this.verdict.classList.toggle("bad", bad);
    write(this.verdict, text);
  }

  /** @param {Problem[]} problems */
  #show(problems) {
    this.#say(t("own.nothingOpened", { count: problems.length }), true);
    this.list.replaceChildren(...problems.map((problem) => this.#row(problem)));
    this.list.querySelector("button")?.focus();
  }

  /** @param {Problem} problem */
  #row({ line, column, at, message, mend }) {
    const row = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    const part = (/** @type {string} */ name, /** @type {string} */ text) => {
      const made = document.createElement("span");
      made.className = name;
      made.textContent = text;
      return made;
    };
    button.append(part("place", `${line}:${column}`), part("message", message));
    if (at) button.append(part("at", at));
    if (mend) button.append(part("mend", mend));
    button.addEventListener("click", () => this.#select(line));
    row.append(button);
    return row;
  }

  /** @param {number} line */
  #select(line) {
    const { text } = this;
    text.focus();
    text.setSelectionRange(...lineRange(text.value, line));
    const height = parseFloat(getComputedStyle(text).lineHeight);
    text.scrollTop = Math.max(0, (line - 1 - LINES_ABOVE) * height);
    text.scrollLeft = 0;
  }
}
