// @ts-check
/**
 * The entrants of a race as a list: who they are, whether they are ready, how far they have come, and a small board of
 * each whose table may be seen.
 * Invariant: one row for each entrant as long as they are shown, our own first; nothing jumps while the race runs, and
 * the result stands in the order of places.
 */
import { attribute, button, make, write } from "../view/dom.js";
import { called } from "../view/worded.js";
import { t } from "../words/say.js";
import { placeOf, ranked } from "./places.js";
import { partDone, shownRows } from "./race.js";
import { nameIn } from "./moments.js";
import { farWords, marginWords, nth, rowWords } from "./sentences.js";

/** @typedef {import("./race.js").Row} Row */
/** @typedef {import("./moments.js").Seen} Seen */
/**
 * @typedef {object} Manner
 * @property {number} host the seat of the host @property {boolean} manages the reader is
 * @property {(n:number) => number|null} awayMs
 */

export class Racers {
  /** @type {Map<number, HTMLLIElement>} */
  #rows = new Map();
  #frame = 0;

  constructor() {
    this.root = called(make("ol", "racers"), "race.entrants");
  }

  /** @param {Seen} seen @param {Manner} manner */
  show(seen, manner) {
    const rows = shownRows(seen.race, seen.seats);
    const shown = new Set(rows.map(({ n }) => n));
    for (const [n, element] of this.#rows) {
      if (shown.has(n)) continue;
      element.remove();
      this.#rows.delete(n);
    }
    const isOwn = (/** @type {Row} */ { n }) => Number(n === seen.seat);
    const inOrder = seen.race.state === "ended" ? ranked(seen.race, rows)
      : [...rows].sort((a, b) => isOwn(b) - isOwn(a));
    inOrder.forEach((row, at) => {
      const element = this.#rows.get(row.n) ?? made();
      this.#rows.set(row.n, element);
      this.#write(element, row, rows, seen, manner);
      if (this.root.children[at] !== element) this.root.insertBefore(element, this.root.children[at] ?? null);
    });
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#fit());
  }

  /** Where not all fit they can be scrolled, by keys as well. Sizes are asked for once a frame. */
  #fit() {
    this.#frame = 0;
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.root;
    attribute(this.root, "tabindex", scrollWidth > clientWidth || scrollHeight > clientHeight + 1 ? "0" : null);
  }

  /**
   * The rows of those whose boards are drawn, by their rooms.
   * @param {Seen} seen @returns {Map<string, HTMLElement>}
   */
  boards({ race, seats }) {
    const all = shownRows(race, seats).filter(({ room, state }) => room !== undefined && state !== "out");
    return new Map(all.flatMap(({ n, room = "" }) => {
      const element = this.#rows.get(n);
      return element ? [[room, element]] : [];
    }));
  }

  /** @param {HTMLLIElement} element @param {Row} row @param {readonly Row[]} rows @param {Seen} seen
   * @param {Manner} manner */
  #write(element, row, rows, seen, { host, manages, awayMs }) {
    const { race, seats, seat } = seen;
    const { n } = row;
    const who = seats.find((it) => it.n === n);
    const name = (/** @type {number} */ it) => nameIn(seats, it);
    const place = race.state === "open" ? null : placeOf(race, rows, row);
    const isOpen = race.state === "open";
    Object.assign(element.dataset, {
      n: String(n), by: String(n), ready: String(row.ready === true), state: row.state ?? "",
      place: place ? String(place.place) : "", final: String(place?.isFinal === true), room: row.room ?? "",
    });
    const away = awayMs(n);
    element.classList.toggle("own", n === seat);
    element.classList.toggle("away", away !== null);
    const parts = /** @type {Record<string, HTMLElement>} */ (Object.fromEntries(
      [...element.querySelectorAll("[data-part]")].map((it) => [it.getAttribute("data-part"), it])));
    write(parts.place, place ? nth(place.place) : "");
    write(parts.name, n === seat ? t("table.you", { name: name(n) }) : name(n));
    parts.bot.hidden = who?.kind !== "bot";
    parts.crown.hidden = n !== host || !isOpen;
    attribute(parts.crown, "aria-label", t("host.is"));
    write(parts.away, away === null ? "" : t("race.awayFor", { count: Math.floor(away / 1000) }));
    write(parts.mark, isOpen ? t(row.ready ? "race.readyMark" : "race.notReadyMark") : "");
    write(parts.far, isOpen || race.state === "starting" ? "" : farWords(race, row));
    write(parts.margin, race.state === "ended" ? marginWords(race, rows, row, name) : "");
    parts.bar.hidden = isOpen;
    parts["bar-fill"].style.setProperty("--part", String(partDone(race, row)));
    parts.more.hidden = !manages || n === seat || !isOpen;
    attribute(parts.more, "aria-label", t("host.menu", { name: name(n) }));
    attribute(element, "aria-label", isOpen ? null : rowWords(race, rows, row, name));
  }
}

/** @returns {HTMLLIElement} */
function made() {
  const part = (/** @type {"b"|"span"|"i"} */ tag, /** @type {string} */ name, /** @type {Node[]} */ ...content) => {
    const element = make(tag, name, ...content);
    element.dataset.part = name;
    return element;
  };
  const bot = part("span", "bot");
  bot.dataset.t = "race.bot";
  bot.textContent = t("race.bot");
  const crown = part("b", "crown");
  attribute(crown, "role", "img");
  const more = button("more", "", () => {});
  more.dataset.part = "more";
  attribute(more, "aria-haspopup", "dialog");
  const mini = make("div", "mini");
  attribute(mini, "aria-hidden", "true");
  const bar = part("span", "bar", part("span", "bar-fill"));
  attribute(bar, "aria-hidden", "true");
  return make("li", "racer", mini, part("span", "place"),
    make("span", "who", part("b", "name"), crown, bot, part("span", "away"), more),
    make("span", "facts", part("span", "mark"), part("span", "far"), part("span", "margin")), bar);
}
