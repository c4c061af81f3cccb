// @ts-check
/**
 * The board: cards and piles where the layout says, plus what is in somebody's hand.
 * Promise: one element per card for its whole life; showing the same twice writes nothing; no layout is read while
 * cards move. Invariant: every card of the shown table has an element, and no other card has one.
 */
import { Card } from "./card.js";
import { Cascade, FLIGHT_MS } from "./cascade.js";
import { Pile } from "./pile.js";
import { entrance, settled } from "./focus.js";
import { closedUp, geometry, landing, needs, places } from "./layout.js";
import { attribute, make } from "../../view/dom.js";
import { HOME_MS } from "../../view/motion.js";
import { cardLabel } from "../../model/names.js";
import { cardOf, isOpen } from "../../model/face.js";
import { NOTHING } from "../../model/store.js";
import { withItem } from "../../model/table.js";
import { kindsOf, pilesOf } from "../../model/zones.js";
import { sound } from "../../sound/sound.js";
import { t } from "../../words/say.js";

/** @typedef {import("../../model/store.js").Shown} Shown */
/** @typedef {import("./focus.js").Focus} Focus */

const STAGGER_MS = 12;
const STAGGER_MAX_MS = 120;
const DEAL_STAGGER_MS = 22;
/** However many cards there are, the last one leaves the dealer's hand by then. */
const DEAL_ALL_MS = 1150;
/** The flight of one dealt card. */
const DEAL_MS = 260;

/** Before anything was heard of a table. */
const NOWHERE = geometry({ zones: [], draw: 0 }, 0, 0);

export class Board {
  /** @type {Map<number, Card>} */
  cards = new Map();
  /** @type {Map<string, Pile>} */
  piles = new Map();
  /** @type {import("../../model/zones.js").Kinds} */
  kinds = new Map();
  g = NOWHERE;
  /** @type {Shown} */
  shown = NOTHING;
  /** @type {Map<number, import("./layout.js").Place>} */
  places = new Map();
  /** @type {Focus} */
  focus = { pile: "", index: -1 };
  /** The board when no pile of a row has been closed up. */
  #open = NOWHERE;
  /** The same when no column is too long to be read on it. */
  #usual = NOWHERE;
  /** What piles need that are too long for it, as JSON. */
  #needs = "null";
  /** @type {import("./layout.js").Rules} */
  #rules = { zones: [], draw: 0 };
  /** @type {import("./layout.js").Wishes} */
  #wishes = { left: false, large: false };
  #size = { width: 0, height: 0 };
  /**
   * Which piles are there, for rows that close up; null: the board is another one.
   * @type {string|null}
   */
  #rowKey = null;
  /**
   * Whether somebody holds an item.
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
  /** @type {Cascade|null} */
  #cascade = null;

  /** @param {HTMLElement} root @param {import("../../view/motion.js").Motion} motion */
  constructor(root, motion) {
    this.root = root;
    this.motion = motion;
    this.gap = outline("gap");
    this.landing = outline("landing");
    root.append(this.gap, this.landing);
  }

  /**
   * Fits the board into its surroundings.
   * @param {number} width @param {number} height @param {import("./layout.js").Wishes} wishes
   */
  fit(width, height, wishes) {
    this.#size = { width, height };
    this.#wishes = wishes;
    this.#arrange();
    this.locate();
    this.#lay({ animate: false });
  }

  /** Another game, another size, or another wish: everything finds its place anew. */
  #arrange() {
    const { width, height } = this.#size;
    if (this.#rules.zones.length === 0 || width === 0) return;
    this.#usual = geometry(this.#rules, width, height, this.#wishes);
    this.#needs = "null";
    this.#open = this.#usual;
    this.#make();
    this.#crowd();
    this.#close();
  }

  /** Where a column is too long to be read, the board makes room. */
  #crowd() {
    const found = needs(this.#usual, this.shown);
    const key = JSON.stringify(found);
    if (key === this.#needs) return;
    this.#needs = key;
    const { width, height } = this.#size;
    this.#open = found === null ? this.#usual : geometry(this.#rules, width, height, this.#wishes, found);
    this.#make();
  }

  /** Makes the board and the cards as large as they are to be. */
  #make() {
    const { width } = this.#size;
    const { style } = this.root;
    style.setProperty("--card-w", `${this.#open.cardWidth}px`);
    style.setProperty("--card-h", `${this.#open.cardHeight}px`);
    style.setProperty("--index", `${this.#open.print}px`);
    style.width = `${this.#open.width}px`;
    style.height = `${this.#open.height}px`;
    // In the middle, and on whole pixels there too.
    style.marginRight = `${Math.abs(Math.floor(width) - this.#open.width) % 2}px`;
    this.#rowKey = null;
  }

  /** Piles of a row close up where one is empty. */
  #close() {
    const key = this.#open.row.filter((pile) => (this.shown.piles[pile] ?? []).length > 0).join();
    if (key === this.#rowKey) return;
    this.#rowKey = key;
    this.g = closedUp(this.#open, this.shown.piles);
    for (const pile of this.piles.values()) pile.lay(this.g);
  }

  /** @param {import("../../net/messages.js").Game} game */
  #play({ zones, draw }) {
    const rules = { zones: zones ?? [], draw };
    if (JSON.stringify(rules) === JSON.stringify(this.#rules)) return;
    this.#rules = rules;
    this.kinds = kindsOf(rules.zones);
    for (const pile of this.piles.values()) pile.element.remove();
    this.piles.clear();
    for (const [name, kind] of this.kinds) {
      const pile = new Pile(name, kind);
      this.piles.set(name, pile);
      this.gap.before(pile.element);
    }
    this.#arrange();
  }

  /**
   * What part of the way over the board means to others, who may have it mirrored; and the other way round.
   * @param {number} part
   */
  across(part) {
    return this.#wishes.left ? 1 - part : part;
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
   * @param {Shown} shown @param {import("../../model/table.js").Table} table
   * @param {(item:number) => boolean} held
   * @param {{liftable:(item:number) => boolean, turnable:string|null, playing:boolean, games:number,
   *   holder:(item:number) => string, finished?:(() => void)|null}} about `finished`: cards that go up now go one after
   *   another, and that is called when all have
   */
  show(shown, table, held, about) {
    const focused = this.#focusedCard();
    const { activeElement } = document;
    const first = this.#game === 0;
    const another = this.#game !== about.games;
    const dealing = another && table.status.moves === 0;
    this.#game = about.games;
    this.shown = shown;
    if (another) {
      this.#cascade?.end();
      this.#forget(shown);
    }
    this.#play(table.game);
    if (this.#size.width > 0) this.#crowd();
    this.#close();
    this.#held = held;
    this.#holder = about.holder;
    if (about.finished && !this.motion.reduced) this.#rise(about.finished);
    this.#lay({ animate: !first || dealing, dealing });
    const of = { ...about, base: this.#base(), draw: this.#rules.draw, kinds: this.kinds };
    for (const [name, pile] of this.piles) {
      pile.show(shown.piles[name] ?? [], of, shown.piles);
    }
    for (const [item, card] of this.cards) card.element.classList.toggle("liftable", about.liftable(item));
    const place = focused === null ? undefined : this.places.get(focused);
    // After taking a card off a picture the focus stays in the picture.
    const stays = this.g.pictured.has(this.focus.pile) && place && !this.g.pictured.has(place.pile);
    if (place && !stays) this.focus = { pile: place.pile, index: place.index };
    // A stock that was used up under the focus is no place for it.
    const isLost = activeElement instanceof HTMLButtonElement && activeElement.disabled;
    this.#rove(focused !== null || (isLost && this.root.contains(activeElement)));
  }

  /** The rank that foundations begin with, where the first card dealt to one decides. */
  #base() {
    const [first] = pilesOf(this.kinds, "foundation").flatMap((pile) => this.shown.piles[pile]?.slice(0, 1) ?? []);
    return cardOf(this.shown.faces.get(first))?.[0] ?? "";
  }

  /**
   * Lays all cards; who is home from a hand flies back.
   * @param {{animate:boolean, dealing?:boolean}} how
   */
  #lay({ animate, dealing = false }) {
    const { g } = this;
    this.places = places(this.shown, g);
    let order = 0;
    let turned = false;
    const stagger = Math.min(DEAL_STAGGER_MS, DEAL_ALL_MS / Math.max(1, this.places.size));
    const [stock] = pilesOf(this.kinds, "stock");
    // Without a stock the dealer sits where the player does.
    const dealer = g.slots[stock ?? ""] ?? { x: Math.round((g.width - g.cardWidth) / 2), y: g.height };
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
      // While cards go up one after another, each is for a moment the top of its foundation.
      element.classList.toggle("deep", place.deep && !this.#cascade);
      card.print(place.print);
      turned ||= face !== element.dataset.face;
      if (dealing) card.turn(undefined, false);
      // A dealt card turns on its way, so that the stock does not show what comes.
      card.turn(face, animate, dealing ? order * stagger + DEAL_MS / 2 : 0);
      this.#label(card, place, face);
      if (this.#held(item)) continue;
      if (dealing) card.rest(dealer.x, dealer.y, place.z, {});
      const away = card.held !== null || card.x !== place.x || card.y !== place.y;
      const rises = this.#cascade?.delay(item);
      const delay = rises ?? (dealing ? order * stagger : Math.min(order * STAGGER_MS, STAGGER_MAX_MS));
      const duration = rises !== undefined ? FLIGHT_MS : card.held ? HOME_MS : dealing ? DEAL_MS : undefined;
      card.rest(place.x, place.y, place.z, { animate: animate && !(place.deep && !away), delay, duration });
      if (away && !place.deep) order += 1;
    }
    if (animate && order > 0 && !this.#cascade) sound.play(turned ? "turn" : "place");
  }

  /** @param {Card} card @param {import("./layout.js").Place} place @param {string|undefined} face */
  #label(card, place, face) {
    const above = this.shown.piles[place.pile].length - 1 - place.index;
    const holder = this.#holder(card.handle);
    const named = cardLabel(face, place.pile, above, this.kinds, this.shown.piles);
    const label = holder === "" ? named : t("card.held", { card: named, name: holder });
    attribute(card.element, "aria-label", label);
    attribute(card.element, "role", isOpen(face) ? "button" : "img");
    // A pile's hidden and covered-up cards would only be noise to a screen reader.
    const { role, zone } = this.kinds.get(place.pile) ?? {};
    const heard = zone?.spread || zone?.places ? face !== undefined : above === 0 && role !== "stock";
    // The same card may be covered, or come to light, without another name.
    attribute(card.element, "aria-hidden", String(!heard));
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

  /**
   * Lights what is worth a look: a card, and where it could go; null: nothing any more.
   * @param {{item:number|null, pile:string|null}|null} what
   */
  hint(what) {
    const top = what?.pile == null ? undefined : this.shown.piles[what.pile]?.at(-1);
    const lit = new Set(what?.item == null ? [] : withItem(this.shown.piles, what.item));
    for (const [item, { element }] of this.cards) {
      element.classList.toggle("hinted", lit.has(item));
      element.classList.toggle("hint-target", item === top && !lit.has(item));
    }
    for (const [name, { element }] of this.piles) {
      element.classList.toggle("hint-target", name === what?.pile);
    }
  }

  /** @param {number|null} item */
  select(item) {
    const place = item === null ? undefined : this.places.get(item);
    // Of a squared pile only the top is seen.
    const top = place && this.g.rooms[place.pile] === undefined ? this.shown.piles[place.pile].at(-1) : item;
    for (const [handle, card] of this.cards) {
      card.element.classList.toggle("selected", item !== null && (handle === item || handle === top));
    }
  }

  // The end

  /** Whether cards go up one after another now. */
  get isCascading() {
    return this.#cascade !== null;
  }

  /**
   * What has gone up to foundations and is not seen there yet goes one after another, the lowest first.
   * @param {() => void} finished
   */
  #rise(finished) {
    const up = pilesOf(this.kinds, "foundation").flatMap((pile) => (this.shown.piles[pile] ?? [])
      .map((item, index) => ({ item, index })).filter(({ item }) => this.places.get(item)?.pile !== pile));
    if (up.length === 0) return;
    this.#cascade ??= new Cascade(this.cards, () => {
      this.#cascade = null;
      finished();
    });
    this.#cascade.add(up.sort((a, b) => a.index - b.index).map(({ item }) => item));
  }

  /** Whatever still goes up is there at once. */
  endCascade() {
    this.#cascade?.end();
  }

  // Focus

  /** @param {Focus} focus */
  focusOn(focus) {
    this.focus = settled(this, focus);
    this.#rove(true);
  }

  /** The focus comes to where it was on the table. */
  takeFocus() {
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
    this.focus = settled(this, this.focus);
    if (this.#isDisabled(this.focus.pile)) {
      const other = Object.keys(this.g.slots).find((pile) => !this.#isDisabled(pile) && !this.g.pictured.has(pile));
      if (other !== undefined) this.focus = entrance(this, other);
    }
    const item = this.focusedItem;
    const element = item === null ? this.piles.get(this.focus.pile)?.element : this.cards.get(item)?.element;
    for (const old of this.root.querySelectorAll('[tabindex="0"]')) {
      if (old !== element) old.setAttribute("tabindex", "-1");
    }
    element?.setAttribute("tabindex", "0");
    if (take && document.activeElement !== element) element?.focus({ preventScroll: true });
  }

  /**
   * Whether it is a button that does nothing now.
   * @param {string} pile
   */
  #isDisabled(pile) {
    const element = this.piles.get(pile)?.element;
    return element instanceof HTMLButtonElement && element.disabled;
  }
}

/** @param {string} name */
function outline(name) {
  const element = make("div", name);
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
