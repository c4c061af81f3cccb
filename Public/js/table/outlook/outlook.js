// @ts-check
/**
 * Whether the game can still be won, said in a bar over the table: after each move, with the way to win it played step
 * by step, and after the game where it was lost.
 * Promise: what it says is of the table that is shown, or it says that it is looking; a line that is played can be
 * stopped at any time, and stops by itself when anybody does something else.
 * Invariant: at a table of a race nothing is asked while it runs.
 */
import "../../words/outlook.js";
import { autoOf } from "../../model/predictor.js";
import { refusal } from "../../model/words.js";
import { autoFields } from "../../net/messages.js";
import { button, find, make, write } from "../../view/dom.js";
import { sheet } from "../../view/sheet.js";
import { called, worded } from "../../view/worded.js";
import { t } from "../../words/say.js";
import { LinePlayer } from "./line-player.js";

/** @typedef {import("../../net/messages.js").Verdict} Verdict */
/** @typedef {() => boolean} Action  does one thing; false: not now */

/** Several steps that come at once are one question. */
const SETTLED_MS = 120;
/** So long until what was refused as too often is asked again, where the server does not say. */
const AGAIN_MS = 1000;

/** Loads its styles. */
export const styled = () => sheet("/css/outlook.css");

export class Outlook {
  isOpen = false;
  /**
   * What is known, and of which table.
   * @type {{of:string, verdict:Verdict}|null}
   */
  #told = null;
  /** The table for which the bar says where the game was lost; empty: none. */
  #past = "";
  /** Of which table something is asked; empty: nothing is. */
  #asking = "";
  /**
   * Why nothing is told, and of which table.
   * @type {{of:string, words:string}|null}
   */
  #refused = null;
  /**
   * What went up by itself before a line turned that off; null: no line did.
   * @type {import("../../net/messages.js").Auto|null}
   */
  #autoBefore = null;
  /** The table at which the old setting was last asked for; it may be refused, so it is asked for once at each. */
  #restoredAt = "";
  /** Counts what ends the wish to see the line. */
  #ends = 0;
  /** Nothing is asked before this time, since the server has refused to be asked so often; in ms since 1970. */
  #pausedUntil = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;

  /**
   * @param {import("../room.js").Room<string>} room @param {HTMLElement} place where the bar goes
   * @param {import("./asker.js").Asker} asker
   */
  constructor(room, place, asker) {
    this.room = room;
    this.asker = asker;
    this.words = make("p", "words");
    this.words.setAttribute("role", "status");
    this.root = called(make("section", "outlook", this.words), "tools.outlook");
    this.root.hidden = true;
    const on = (/** @type {string} */ kind, /** @type {string} */ key, /** @type {() => void} */ act) => {
      const made = button(kind, "", act);
      if (key !== "") made.append(worded("span", "", key));
      this.root.append(made);
      return made;
    };
    on("show-me primary", "outlook.showMe", () => this.showMe());
    on("back primary", "", () => this.#goBack());
    on("where", "panel.look", () => this.look());
    on("stop", "outlook.stop", () => this.player.stop());
    called(on("close", "", () => this.close()), "panel.close").append("✕");
    place.append(this.root);
    this.player = new LinePlayer(room, {
      ended: (why) => this.#ended(why), stepped: () => this.refresh(),
    });
  }

  /** Says it from now on. */
  open() {
    this.isOpen = true;
    this.refresh();
  }

  /** Says where the game was lost. */
  look() {
    this.isOpen = true;
    this.#past = this.room.store.edition;
    this.#told = this.#refused = null;
    this.refresh();
  }

  close() {
    this.isOpen = false;
    this.#past = "";
    this.#told = null;
    this.leave();
    this.root.hidden = true;
  }

  /** The page is left. */
  leave() {
    this.#ends += 1;
    this.player.stop();
    clearTimeout(this.#timer);
  }

  /** Somebody did something else. */
  interrupt() {
    this.#ends += 1;
    this.player.stop("other");
  }

  /** Plays the line that wins from here. */
  showMe() {
    this.isOpen = true;
    const of = this.room.store.edition;
    const ends = this.#ends;
    this.#asking = of;
    this.asker.ask("line", (verdict) => {
      if (this.#asking === of) this.#asking = "";
      if (of !== this.room.store.edition || ends !== this.#ends) return this.refresh();
      this.#told = { of, verdict };
      const { line, autoOff = false } = verdict;
      if (line) this.player.play([...this.#auto(autoOff), ...this.#steps(line)], line.length);
      return this.refresh();
    }, (no) => this.#failed(no, of));
    this.refresh();
  }

  /**
   * Plays the line with which an opened deal proves that it could be won: from the start.
   * @param {readonly import("../../net/messages.js").Step[]} line
   */
  prove(line) {
    this.isOpen = true;
    /** @type {Action} */
    const restart = () => {
      this.room.command("restart");
      return true;
    };
    this.player.play([restart, ...this.#auto(true), ...this.#steps(line)], line.length);
    this.refresh();
  }

  #goBack() {
    const won = this.#told?.verdict.won;
    if (!won) return;
    this.room.command("go", { ply: won[0] });
  }

  /** @param {boolean} needed @returns {Action[]} */
  #auto(needed) {
    return !needed ? [] : [() => {
      const { table } = this.room.store;
      if (!table || autoOf(table.status) === "off") return true;
      this.#autoBefore = autoOf(table.status);
      this.room.command("set", autoFields("off"));
      return true;
    }];
  }

  /** Cards go up by themselves again as before the line, once the game goes on without it. */
  #restoreAuto() {
    const { room, player } = this;
    const { table, seat, intents, edition } = room.store;
    const before = this.#autoBefore;
    if (!table || before === null || player.playing || intents.length > 0 || room.ended || seat < 0) return;
    // The setting is restored, or somebody has chosen another one.
    if (autoOf(table.status) !== "off") this.#autoBefore = null;
    else if (!["won", "over"].includes(table.status.status) && this.#restoredAt !== edition) {
      this.#restoredAt = edition;
      room.command("set", autoFields(before));
    }
  }

  /** @param {readonly import("../../net/messages.js").Step[]} line @returns {Action[]} */
  #steps(line) {
    return line.map((step) => () => {
      if (step.length === 2) return this.room.move(step[0], { in: step[1] }) !== null;
      this.room.tap(step[0]);
      return true;
    });
  }

  /** @param {import("./line-player.js").End} why */
  #ended(why) {
    if (why === "refused") this.#refused = { of: this.room.store.edition, words: t("outlook.cannotGoOn") };
    this.refresh();
  }

  // What is said

  /** The table, or the language, may have changed. */
  refresh() {
    this.#restoreAuto();
    if (!this.isOpen) return;
    const { store, ended } = this.room;
    const isWon = store.table?.status.status === "won";
    this.root.hidden = ended || isWon || store.table === null || store.seat < 0;
    if (this.root.hidden) return;
    this.player.refresh();
    const { playing } = this.player;
    const of = store.edition;
    const known = this.#told?.of === of && store.intents.length === 0 ? this.#told.verdict : null;
    const refused = this.#refused?.of === of ? this.#refused.words : "";
    if (!known && refused === "" && !playing && this.#asking !== of) this.#askSoon();
    write(this.words, playing ? t("outlook.playing", { n: playing.done, count: playing.all }) : refused !== ""
      ? refused : known ? said(known) : t("outlook.looking"));
    this.root.dataset.is = playing ? "playing" : known?.is ?? "";
    this.#offer(known, playing !== null);
  }

  /** @param {Verdict|null} known @param {boolean} playing */
  #offer(known, playing) {
    const { status } = this.room.store.table ?? {};
    const isOver = status?.status === "over";
    const won = known?.won;
    const offers = {
      ".show-me": known?.is === "winnable" && (known.moves ?? 0) > 0 && !isOver,
      ".where": known !== null && known.is !== "winnable" && this.#past !== this.room.store.edition
        && this.asker.knowsPast,
      ".back": known !== null && won !== undefined && (known.is !== "winnable" || isOver),
      ".stop": playing,
    };
    for (const [selector, is] of Object.entries(offers)) {
      find(this.root, selector, HTMLElement).hidden = !is || (playing && selector !== ".stop");
    }
    if (!won) return;
    const back = known?.is === "winnable" ? t("outlook.goOn") : won[1] === 0 ? t("outlook.toStart")
      : t("outlook.goBack", { n: won[1] });
    write(find(this.root, ".back", HTMLElement), back);
  }

  #askSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { store } = this.room;
      if (this.isOpen && store.intents.length === 0 && !this.player.playing) this.#ask(store.edition);
    }, Math.max(SETTLED_MS, this.#pausedUntil - Date.now()));
  }

  /** @param {string} of */
  #ask(of) {
    if (this.#asking === of) return;
    this.#asking = of;
    // Over, it can only be gone back into.
    const isOver = this.room.store.table?.status.status === "over";
    this.asker.ask(this.#past === of || isOver ? "past" : "none", (verdict) => {
      if (this.#asking === of) this.#asking = "";
      if (of === this.room.store.edition) this.#told = { of, verdict };
      this.refresh();
    }, (no) => this.#failed(no, of));
  }

  /** @param {import("../../net/messages.js").No} no @param {string} of */
  #failed(no, of) {
    if (this.#asking === of) this.#asking = "";
    // The table went on meanwhile: what lies there now is asked about with the next refresh.
    if (no.code === "stale") return this.refresh();
    if (no.code === "rate" || no.code === "paused") {
      this.#pausedUntil = Date.now() + (no.reset ?? AGAIN_MS);
      return this.#askSoon();
    }
    this.#refused = { of, words: refusal(no) };
    return this.refresh();
  }
}

/** @param {Verdict} verdict */
function said({ is, why, moves = 0, won, lost }) {
  if (is === "winnable") return t("outlook.winnable", { count: moves });
  const first = (won?.[1] ?? -1) + 1;
  if (lost && lost[1] === 0) return t("outlook.neverWinnable");
  if (lost && won && first === lost[1]) return t("outlook.lostAt", { n: lost[1] });
  if (lost && won) return t("outlook.lostBetween", { from: first, to: lost[1] });
  if (lost) return t("outlook.lostBefore", { n: lost[1] });
  if (is === "impossible") return t("outlook.impossible");
  return t(why === "busy" ? "outlook.busy" : "outlook.unknown");
}
