// @ts-check
/**
 * The board: cards and piles where the layout says, plus what is in somebody's hand.
 * Promise: one element per card for its whole life; showing the same twice writes nothing; no layout is read while
 * cards move. Invariant: every card of the shown table has an element, and no other card has one.
 */
import { Card } from "./card.js";
import { Pile } from "./pile.js";
import { entrance, settled } from "../dnd/focus.js";
import { geometry, landing, places } from "./layout.js";
import { HOME_MS } from "./motion.js";
import { cardLabel } from "../model/words.js";

/** @typedef {import("./motion.js").Motion} Motion */
/** @typedef {import("../model/store.js").Shown} Shown */
/** @typedef {import("../dnd/focus.js").Focus} Focus */

const STAGGER_MS = 12;
const STAGGER_MAX_MS = 120;
const DEAL_STAGGER_MS = 22;
/** The flight of one dealt card. */
const DEAL_MS = 260;

export class Board {
  /** @type {Map<number, Card>} */
  cards = new Map();
  /** @type {Map<string, Pile>} */
  piles = new Map();
  /** @type {import("./layout.js").Geometry} */
  g = geometry(700, 600);
  /** @type {Shown} */
  shown = { piles: {}, faces: new Map() };
  /** @type {Map<number, import("./layout.js").Place>} */
  places = new Map();
  /** @type {Focus} */
  focus = { pile: "stock", index: -1 };
  #draw = 1;
  /**
   * Who is in somebody's hand.
   * @type {(item:number) => boolean}
   */
  #held = () => false;
  /**
   * Whose hand it is in, in words.
   * @type {(item:number) => string}
   */
  #holder = () => "";
  #origin = { left: 0, top: 0 };
  /** Which of the store's games is shown; 0: none yet. */
  #game = 0;

  /** @param {HTMLElement} root @param {Motion} motion */
  constructor(root, motion) {
    this.root = root;
    this.motion = motion;
    for (const name of Object.keys(this.g.slots)) {
      const pile = new Pile(name);
      this.piles.set(name, pile);
      root.append(pile.element);
    }
    this.gap = outline("gap");
    this.landing = outline("landing");
    root.append(this.gap, this.landing);
  }

  /**
   * Fits the board into its surroundings.
   * @param {number} width @param {number} height
   */
  fit(width, height) {
    this.g = geometry(width, height);
    const { style } = this.root;
    style.setProperty("--card-w", `${this.g.cardWidth}px`);
    style.setProperty("--card-h", `${this.g.cardHeight}px`);
    style.width = `${this.g.width}px`;
    style.height = `${this.g.height}px`;
    for (const pile of this.piles.values()) pile.lay(this.g);
    this.locate();
    this.#lay({ animate: false });
  }

  /** Reads where the board is on the page: at the start of a gesture, never during it. */
  locate() {
    const { left, top } = this.root.getBoundingClientRect();
    this.#origin = { left, top };
  }

  /** @param {{clientX:number, clientY:number}} event */
  local(event) {
    return { x: event.clientX - this.#origin.left, y: event.clientY - this.#origin.top };
  }

  /**
   * Shows a table. Cards that somebody holds stay where they are held.
   * @param {Shown} shown @param {import("../model/table.js").Table} table
   * @param {(item:number) => boolean} held
   * @param {{liftable:(item:number) => boolean, turnable:boolean, playing:boolean, games:number,
   *   holder:(item:number) => string}} about
   */
  show(shown, table, held, about) {
    const focused = this.#focusedCard();
    const first = this.#game === 0;
    const another = this.#game !== about.games;
    const dealing = another && table.status.moves === 0;
    this.#game = about.games;
    this.shown = shown;
    this.#draw = table.game.draw;
    if (another) this.#forget(shown);
    this.#held = held;
    this.#holder = about.holder;
    this.#lay({ animate: !first || dealing, dealing });
    for (const [name, pile] of this.piles) pile.show(shown.piles[name] ?? [], about);
    for (const [item, card] of this.cards) card.element.classList.toggle("liftable", about.liftable(item));
    if (focused !== null && this.places.has(focused)) {
      const { pile, index } = /** @type {import("./layout.js").Place} */ (this.places.get(focused));
      this.focus = { pile, index };
    }
    this.#rove(focused !== null);
  }

  /**
   * Lays all cards; who is home from a hand flies back.
   * @param {{animate:boolean, dealing?:boolean}} how
   */
  #lay({ animate, dealing = false }) {
    this.places = places(this.shown, this.g, this.#draw);
    let order = 0;
    for (const [item, place] of this.places) {
      const face = this.shown.faces.get(item);
      let card = this.cards.get(item);
      if (!card) {
        card = new Card(item, this.motion);
        this.cards.set(item, card);
        this.root.append(card.element);
        card.rest(place.x, place.y, place.z, {});
      }
      const { element } = card;
      element.dataset.in = place.pile;
      element.dataset.index = String(place.index);
      element.classList.toggle("deep", place.deep);
      if (dealing) card.turn(undefined, false);
      // A dealt card turns on its way, so that the stock does not show what comes.
      card.turn(face, animate, dealing ? order * DEAL_STAGGER_MS + DEAL_MS / 2 : 0);
      this.#label(card, place, face);
      if (this.#held(item)) continue;
      if (dealing) card.rest(this.g.slots.stock.x, this.g.slots.stock.y, place.z, {});
      const away = card.held !== null || card.x !== place.x || card.y !== place.y;
      const delay = dealing ? order * DEAL_STAGGER_MS : Math.min(order * STAGGER_MS, STAGGER_MAX_MS);
      const duration = card.held ? HOME_MS : dealing ? DEAL_MS : undefined;
      card.rest(place.x, place.y, place.z, { animate: animate && !(place.deep && !away), delay, duration });
      if (away && !place.deep) order += 1;
    }
  }

  /** @param {Card} card @param {import("./layout.js").Place} place @param {string|undefined} face */
  #label(card, place, face) {
    const above = this.shown.piles[place.pile].length - 1 - place.index;
    const holder = this.#holder(card.handle);
    const label = cardLabel(face, place.pile, above) + (holder === "" ? "" : `, held by ${holder}`);
    const { element } = card;
    if (element.getAttribute("aria-label") === label) return;
    element.setAttribute("aria-label", label);
    element.setAttribute("role", face === undefined ? "img" : "button");
    // A pile's hidden and covered-up cards would only be noise to a screen reader.
    const heard = place.pile.startsWith("t") ? face !== undefined : above === 0 && place.pile !== "stock";
    element.setAttribute("aria-hidden", heard ? "false" : "true");
  }

  /** @param {Shown} shown */
  #forget(shown) {
    const kept = new Set(Object.values(shown.piles).flat());
    for (const [item, card] of this.cards) {
      if (kept.has(item)) continue;
      card.remove();
      this.cards.delete(item);
    }
  }

  /**
   * Lights up where something may go.
   * @param {readonly string[]} legal @param {string|null} over
   */
  light(legal, over) {
    const tops = new Set(legal.map((name) => this.shown.piles[name]?.slice(-1)[0]));
    for (const [name, pile] of this.piles) pile.light(legal.includes(name), name === over);
    for (const [item, card] of this.cards) card.element.classList.toggle("target", tops.has(item));
  }

  /**
   * Opens the landing place, or closes it; says where it is.
   * @param {string|null} pile @param {number[]} items
   */
  openLanding(pile, items) {
    const rect = pile === null ? null : landing(this.shown, this.g, pile, items);
    place(this.landing, rect);
    return rect;
  }

  /**
   * The dashed place that a lifted item leaves.
   * @param {number|null} item
   */
  openGap(item) {
    const at = item === null ? undefined : this.places.get(item);
    place(this.gap, at ? { x: at.x, y: at.y, w: this.g.cardWidth, h: this.g.cardHeight } : null);
  }

  /** @param {number|null} item */
  select(item) {
    for (const [handle, card] of this.cards) card.element.classList.toggle("selected", handle === item);
  }

  // Focus

  /** @param {Focus} focus */
  focusOn(focus) {
    this.focus = settled(this.shown, focus);
    this.#rove(true);
  }

  /** @returns {number|null} the focused card's handle */
  get focusedItem() {
    return this.focus.index < 0 ? null : this.shown.piles[this.focus.pile]?.[this.focus.index] ?? null;
  }

  #focusedCard() {
    const active = document.activeElement;
    return active instanceof HTMLElement && active.classList.contains("card") ? Number(active.dataset.handle) : null;
  }

  /**
   * One tab stop on the whole table, at the focus.
   * @param {boolean} take whether to move the focus itself
   */
  #rove(take) {
    this.focus = settled(this.shown, this.focus);
    if (this.focus.pile === "stock" && this.#disabledStock()) this.focus = entrance(this.shown, "waste");
    const item = this.focusedItem;
    const element = item === null ? this.piles.get(this.focus.pile)?.element : this.cards.get(item)?.element;
    for (const old of this.root.querySelectorAll('[tabindex="0"]')) {
      if (old !== element) old.setAttribute("tabindex", "-1");
    }
    element?.setAttribute("tabindex", "0");
    if (take && document.activeElement !== element) element?.focus({ preventScroll: true });
  }

  #disabledStock() {
    return /** @type {HTMLButtonElement|undefined} */ (this.piles.get("stock")?.element)?.disabled ?? false;
  }
}

/** @param {string} name */
function outline(name) {
  const element = document.createElement("div");
  element.className = name;
  element.hidden = true;
  return element;
}

/** @param {HTMLElement} element @param {import("./layout.js").Rect|null} rect */
function place(element, rect) {
  element.hidden = rect === null;
  if (!rect) return;
  element.style.transform = `translate(${rect.x}px, ${rect.y}px)`;
  element.style.width = `${rect.w}px`;
  element.style.height = `${rect.h}px`;
}
