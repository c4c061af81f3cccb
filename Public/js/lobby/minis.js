// @ts-check
/**
 * Small boards that move, one in each row of the live tables that is on the screen.
 * Drawn on canvases: 32 of them cost the page half of what 52 elements for each would (docs/PERFORMANCE.md). One frame
 * draws all that have changed, and measures nothing.
 * Promise: who looks at a small board is not counted as watching, and a table that has left the screen is not followed.
 */
import { SUITS } from "../model/zones.js";
import { settings } from "../settings.js";
import { find, make } from "../view/dom.js";
import { Followed } from "./followed.js";
import { marks } from "./mini.js";

/** @typedef {import("./mini.js").Mark} Mark */
/** @typedef {{place:HTMLElement, canvas:HTMLCanvasElement, pen:CanvasRenderingContext2D|null}} Mini */

const MOST = 32;
/** Rooms that a connection keeps for what else a page does. */
const KEPT = 4;
/** In CSS pixels, as lobby.css has it. */
const SIZE = { width: 108, height: 72 };

export class Minis {
  /** @type {Map<string, Mini>} */
  #minis = new Map();
  /** @type {Set<string>} */
  #inSight = new Set();
  /** @type {Set<string>} */
  #changed = new Set();
  #asked = false;
  /**
   * One that is not followed.
   * @type {{room:string, table:import("../model/table.js").Table}|null}
   */
  #lent = null;
  #paints = new Paints();
  #gone = new AbortController();

  /**
   * @param {import("../net/connection.js").Connection} connection
   * @param {{width:number, height:number}} [size] in CSS pixels
   */
  constructor(connection, size = SIZE) {
    this.size = size;
    const { rooms = 0 } = connection.visit.lim;
    const most = Math.min(MOST, Number(rooms) - KEPT);
    this.followed = new Followed(connection, Math.max(0, most), (room) => this.#draw(room));
    this.observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const room = /** @type {HTMLElement} */ (target).dataset.room ?? "";
        if (isIntersecting) this.#inSight.add(room);
        else this.#inSight.delete(room);
      }
      this.#want();
    });
    const { signal } = this.#gone;
    document.addEventListener("visibilitychange", () => this.#want(), { signal });
    for (const media of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
      matchMedia(media).addEventListener("change", () => this.#repaint(), { signal });
    }
    signal.addEventListener("abort", settings.subscribe(() => this.#repaint()));
  }

  /** @param {ReadonlyMap<string, HTMLElement>} rows by their tables, as they stand in the list */
  show(rows) {
    for (const [room, { place }] of this.#minis) {
      const row = rows.get(room);
      if (row?.contains(place)) continue;
      const was = place.closest("li");
      if (was) this.observer.unobserve(was);
      this.#minis.delete(room);
      this.#inSight.delete(room);
    }
    for (const [room, row] of rows) {
      if (this.#minis.has(room)) continue;
      const canvas = make("canvas");
      const place = find(row, ".mini", HTMLElement);
      place.replaceChildren(canvas);
      this.#minis.set(room, { place, canvas, pen: canvas.getContext("2d") });
      this.observer.observe(row);
    }
    this.#want();
  }

  /**
   * A table that the page has already is drawn as it is, and not followed.
   * @param {import("../model/table.js").Table} table
   */
  lend(table) {
    if (this.#lent?.table === table) return;
    this.#lent = { room: table.room, table };
    this.#want();
    this.#draw(table.room);
  }

  /** @param {string} room */
  #tableOf(room) {
    return this.#lent?.room === room ? this.#lent.table : this.followed.tableOf(room);
  }

  /** Those tables of patience that are seen, as they were last told. */
  tables() {
    const all = [...this.#minis.keys()].map((room) => this.#tableOf(room));
    return /** @type {import("../model/table.js").Table[]} */ (all.filter((it) => it !== null && "zones" in it.game));
  }

  /** @param {import("../net/messages.js").ServerMessage[]} messages */
  heard(messages) {
    for (const message of messages) this.followed.hear(message);
  }

  /** Another connection. */
  welcomed() {
    this.followed.again();
  }

  leave() {
    this.#gone.abort();
    this.observer.disconnect();
    this.followed.leave();
  }

  #want() {
    const seen = document.visibilityState === "visible" ? [...this.#minis.keys()] : [];
    this.followed.want(seen.filter((room) => this.#inSight.has(room) && room !== this.#lent?.room));
  }

  #repaint() {
    this.#paints = new Paints();
    for (const room of this.#minis.keys()) this.#draw(room);
  }

  /** @param {string} room has changed */
  #draw(room) {
    this.#changed.add(room);
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      for (const it of this.#changed) this.#drawNow(it);
      this.#changed.clear();
    });
  }

  /** @param {string} room */
  #drawNow(room) {
    const { place, canvas, pen } = this.#minis.get(room) ?? {};
    if (!place || !canvas || !pen) return;
    const table = this.#tableOf(room);
    place.classList.toggle("none", this.followed.isNone(room));
    // What is out of sight keeps its picture until it comes back.
    if (!table) return;
    const width = Math.round(this.size.width * devicePixelRatio);
    const height = Math.round(this.size.height * devicePixelRatio);
    if (canvas.width !== width) Object.assign(canvas, { width, height });
    else pen.clearRect(0, 0, width, height);
    for (const mark of marks(table, width, height)) this.#paints.mark(pen, mark);
    place.dataset.version = String(table.version);
  }
}

/** The colours of the page as it is now, each asked for once. */
class Paints {
  #style = getComputedStyle(document.documentElement);
  /** @type {Map<string, string>} */
  #known = new Map();

  /** @param {CanvasRenderingContext2D} pen @param {Mark} mark */
  mark(pen, { x, y, w, h, look }) {
    const isSuit = SUITS.includes(look);
    const isCard = isSuit || look === "back";
    const edge = Math.max(1, Math.round(w / 16));
    pen.fillStyle = isCard ? this.#of("--card-edge") : look === "slot" ? this.#of("--bar") : this.#tint(look);
    pen.fillRect(x, y, w, h);
    if (!isCard) return;
    pen.fillStyle = isSuit ? this.#of("--card") : this.#back;
    pen.fillRect(x + edge, y + edge, w - 2 * edge, h - 2 * edge);
    if (!isSuit) return;
    pen.fillStyle = this.#of(`--suit-${look}`);
    pen.fillRect(x + 2 * edge, y + 2 * edge, Math.max(2, Math.round(w * 0.44)), Math.max(2, Math.round(h * 0.2)));
  }

  /** @param {string} name */
  #of(name) {
    return this.#once(name, () => this.#style.getPropertyValue(name).trim());
  }

  /** Of a picture and a colour, the colour. */
  get #back() {
    return this.#once("back", () => this.#style.getPropertyValue("--back").trim().split(" ").at(-1) ?? "");
  }

  /** @param {string} colour of an item, which the styles know as a class */
  #tint(colour) {
    return this.#once(`.${colour}`, () => {
      const asked = make("i", "color");
      asked.classList.add(colour);
      document.body.append(asked);
      const found = getComputedStyle(asked).getPropertyValue("--tint").trim();
      asked.remove();
      return found;
    });
  }

  /** @param {string} name @param {() => string} find */
  #once(name, find) {
    const found = this.#known.get(name) ?? find();
    this.#known.set(name, found);
    return found;
  }
}
