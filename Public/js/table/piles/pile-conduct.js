// @ts-check
/**
 * What gestures come to at a table of patience: turning the stock, lifting and dropping cards, tapping them to where
 * they go. A spectator has none of this.
 * Promise: mouse, pen, finger and keyboard can each do everything, and whatever cannot be done is said.
 */
import { cardAt, isOnCard, pileAt } from "./hit.js";
import { nextTarget, step } from "./focus.js";
import { Taps } from "./tap.js";
import { faceName, pileName } from "../../model/names.js";
import { withItem } from "../../model/table.js";
import { refusal } from "../../model/words.js";
import { settings } from "../../settings.js";
import { PileStage } from "./pile-stage.js";
import { t } from "../../words/say.js";
import { Conduct } from "../conduct.js";
import { Hand } from "../hand.js";
import { Keys } from "../keys.js";
import { Player } from "../player.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./pile-stage.js").PileHolding} PileHolding */

/** @extends {Conduct<string, PileHolding>} */
export class PileConduct extends Conduct {
  taps = new Taps();
  #ends = new AbortController();

  /**
   * @param {import("../room.js").Room<string>} room @param {Board} board
   * @param {import("../../view/announce.js").Announcer} announcer @param {HTMLElement} felt around the board
   * @param {() => void} show
   * @param {{menu:import("./menu.js").Menu, hints:{show():void}, lines:{open():void}}} helps what keys can ask for
   */
  constructor(room, board, announcer, felt, show, helps) {
    super(room, new Hand(room, new PileStage(board, room.store)), announcer, show);
    this.board = board;
    this.helps = helps;
    const { signal } = this.#ends;
    this.player = new Player(felt, this, {
      under: (event, target) => this.#under(event, target),
      point: (event) => board.local(event),
      press: (item) => {
        for (const [handle, { element }] of board.cards) element.classList.toggle("pressed", handle === item);
      },
      tap: ({ grasp, place, time, finger }) => this.#tap(grasp, place, time, isOnce(finger)),
      lifted: (item) => {
        this.taps.clear();
        board.select(null);
        this.show();
        this.say(t("say.lifted", { what: this.name([item]) }));
      },
    }, signal);
    new Keys(this, signal);
    felt.addEventListener("click", (event) => this.#click(event), { signal });
  }

  /** Ends all listening; what is in the hand goes home. */
  leave() {
    this.escape();
    this.#ends.abort();
  }

  /** The table changed: what is held may be gone, what is selected may not be movable any more. */
  refresh() {
    this.keepHold();
    const { selected } = this.taps;
    if (selected !== null && !this.room.store.liftable(selected)) this.taps.clear();
    if (!this.hand.holding) this.#lightSelected();
  }

  /** @param {string|null} [stock] that is to be turned; without it the one that can be */
  turn(stock = this.room.store.turnable) {
    if (!this.playing) return;
    this.taps.clear();
    const [first = null] = this.board.kinds.keys();
    const pile = stock ?? (this.board.kinds.get(first ?? "")?.role === "stock" ? first : null);
    if (pile !== null) this.room.tap(pile);
  }

  /**
   * Puts down what is held or selected.
   * @returns {boolean} whether there was something
   */
  escape() {
    const had = this.putDown();
    const selected = this.taps.clear();
    if (selected) this.#lightSelected();
    return had || selected;
  }

  /** @param {PileHolding} holding @param {boolean} shaking */
  shown({ lift }, shaking) {
    this.show();
    if (shaking) for (const item of lift.items) this.board.cards.get(item)?.shake();
  }

  // Pointer

  /** @param {PointerEvent} event @param {Element} target */
  #under(event, target) {
    if (!this.playing || target.closest("button, a, input, .panel, dialog")) return null;
    const { board } = this;
    board.locate();
    const { x, y } = board.local(event);
    const item = cardAt(board.places, board.g, x, y);
    return { item, place: pileAt(board.g, board.places, x, y), grasp: this.#graspable(item, x, y), atOnce: true };
  }

  /**
   * What a press is about: a card that can be lifted, else one that cannot because somebody holds it.
   * @param {number|null} item @param {number} x @param {number} y
   */
  #graspable(item, x, y) {
    const { store } = this.room;
    const { cards, g } = this.board;
    const lifts = item === null ? null : store.grasp(item);
    if (lifts !== null) return lifts;
    if (item !== null && store.holder(item) >= 0) return item;
    // In a hand it is seen elsewhere than it lies.
    const seen = [...cards].filter(([it]) => store.holder(it) >= 0);
    return seen.find(([, { held }]) => held && isOnCard(held, g, x, y))?.[0] ?? null;
  }

  /**
   * A stock is a button of its own; and a screen reader presses cards and places without any pointer.
   * @param {MouseEvent} event
   */
  #click({ target, detail, timeStamp }) {
    const pressed = target instanceof Element ? target.closest(".card, .pile") : null;
    if (!(pressed instanceof HTMLElement)) return;
    const pile = pressed.dataset.in ?? null;
    if (pressed.matches("button")) this.turn(pile);
    else if (detail === 0 && this.playing && !this.hand.holding) {
      this.#pressed(pressed.dataset.handle === undefined ? null : Number(pressed.dataset.handle), pile, timeStamp);
    }
  }

  /** @param {number|null} card @param {string|null} pile in which it lies, or that was pressed @param {number} time */
  #pressed(card, pile, time) {
    const { store } = this.room;
    const item = card === null || store.holder(card) >= 0 ? card : store.grasp(card);
    const isPlace = this.taps.selected !== null && pile !== null
      && store.destinations(this.taps.selected)?.includes(pile) === true;
    if (card !== null && item === null && !isPlace) this.say(t("say.cardCannotLift"));
    this.#tap(item, pile, time, settings.get("oneTap") === "on");
  }

  // Taps

  /**
   * @param {number|null} tapped a card @param {string|null} under the pile @param {number} time
   * @param {boolean} once whether one tap is enough
   */
  #tap(tapped, under, time, once) {
    if (!this.playing) return;
    const { board, taps } = this;
    const { store } = this.room;
    const held = tapped !== null && store.holder(tapped) >= 0;
    const item = held ? null : tapped;
    // A stock whose top card can be played is turned all the same when it is tapped.
    if (item !== null && taps.selected === null && board.kinds.get(under ?? "")?.role === "stock") {
      this.turn(under);
      return;
    }
    const result = taps.tap(item, under, time, store, once);
    if (result.act === "move") this.move(result.item, result.to);
    else if (result.act === "send") this.room.send(result.item);
    else if (result.act === "shake") {
      for (const it of withItem(store.shown().piles, result.item)) board.cards.get(it)?.shake();
      this.say(t("say.noPlace", { what: this.name([result.item]) }));
    } else if (result.act === "select") {
      const count = store.destinations(result.item)?.length ?? 0;
      this.say(t("say.selected", { what: this.name([result.item]), count }));
    }
    this.#lightSelected();
    if (item !== null && result.act !== "none") this.#focusItem(item);
    if (tapped !== null && held && result.act !== "move") this.tellHolder(tapped);
  }

  /** @param {number} item @param {string} to */
  move(item, to) {
    const words = this.putWords([item], { in: to });
    if (this.room.move(item, { in: to })) this.say(words);
  }

  #lightSelected() {
    const { selected } = this.taps;
    this.board.select(selected);
    this.board.light(selected === null ? [] : this.room.store.destinations(selected) ?? [], null);
  }

  /** @param {number} item */
  #focusItem(item) {
    const { board } = this;
    const place = board.places.get(item);
    if (!place) return;
    // Of a squared pile only the top is seen.
    const top = board.g.rooms[place.pile] === undefined;
    board.focusOn({ pile: place.pile, index: top ? board.shown.piles[place.pile].length - 1 : place.index });
  }

  // Keys

  /** @param {Element} target */
  #isOurs(target) {
    return this.playing && target.closest("#board") !== null;
  }

  /** @param {string} key @param {Element} target */
  walk(key, target) {
    const { board } = this;
    if (this.#isOurs(target)) board.focusOn(step(board, board.focus, key));
    // From wherever the page has the focus, as after a deal, arrows come to the cards.
    else if (this.playing && key.startsWith("Arrow") && !target.closest("#panel")) board.takeFocus();
    else return false;
    return true;
  }

  /** @param {string} key @returns {boolean} */
  letter(key) {
    // Spectators may open the lines, too.
    if (key === "l") this.helps.lines.open();
    else if (!this.playing) return false;
    else if (key === "d") this.turn();
    else if (key === "h") this.helps.hints.show();
    else if (key === "f") return this.#send();
    else return key === "m" && this.choose();
    return true;
  }

  /** Whether there is a card to be moved: selected, or focused last. */
  get mayChoose() {
    const item = this.#item;
    return item !== null && this.room.store.grasp(item) !== null;
  }

  /** The card that a key is about: in the hand, or selected, or under the focus, be it the top of a stock. */
  get #item() {
    const { board, hand, taps } = this;
    const isStock = board.kinds.get(board.focus.pile)?.role === "stock";
    const top = isStock ? board.shown.piles[board.focus.pile]?.at(-1) : null;
    return hand.holding?.lift.item ?? taps.selected ?? board.focusedItem ?? top ?? null;
  }

  #send() {
    const item = this.#item;
    const goesUp = item !== null && this.room.store.sendable(item) !== null;
    const pairs = this.room.store.table?.game.pairs !== undefined;
    if (!goesUp && (pairs || ![...this.board.kinds.values()].some(({ role }) => role === "foundation"))) {
      this.announcer.toast(t("say.noFoundations"));
      return true;
    }
    if (item === null || this.hand.holding) return false;
    if (this.tellHolder(item)) return true;
    if (!goesUp) this.announcer.toast(t("refusal.noFoundationTakesIt"));
    else this.room.send(item);
    this.taps.clear();
    return true;
  }

  /**
   * A list of all places to which the card may go.
   * @returns {boolean} whether there was a card to ask for
   */
  choose() {
    const item = this.#item;
    if (item === null) return false;
    if (this.tellHolder(item)) return true;
    const { store } = this.room;
    const lifts = store.grasp(item);
    const places = lifts === null ? [] : store.destinations(lifts) ?? [];
    if (lifts === null || places.length === 0) {
      this.say(lifts === null ? t("say.cardCannotLift") : t("say.noPlace", { what: this.name([item]) }));
      return true;
    }
    this.escape();
    const game = store.games;
    const named = places.map((pile) => ({ pile, name: this.placeAndTop(pile) }));
    this.helps.menu.show(this.name([item]), named, (pile) => {
      // The table may have gone on while the list was open, or be another deal where this number is another card.
      if (game === store.games && store.destinations(lifts)?.includes(pile)) this.move(lifts, pile);
      else this.say(refusal({ code: "stale" }));
    });
    return true;
  }

  /** @param {string} _ @param {Element} target */
  press(_, target) {
    const { board } = this;
    if (!this.#isOurs(target) || board.kinds.get(board.focus.pile)?.role === "stock") return false;
    const item = board.focusedItem;
    if (item !== null) this.#lift(item);
    return true;
  }

  /** @param {number} focused */
  #lift(focused) {
    const { board, hand, room } = this;
    this.taps.clear();
    const item = room.store.grasp(focused);
    if (item === null || !hand.lift(item, { x: 0, y: 0 }, { keys: true })) {
      if (!this.tellHolder(focused)) this.say(t("say.cardCannotLift"));
      return;
    }
    const legal = room.store.destinations(item) ?? [];
    const what = this.name([item]);
    if (legal.length === 0) {
      this.home("cancel", true);
      this.say(t(room.store.sendable(item) === null ? "say.noPlace" : "say.onlySend", { what }));
      return;
    }
    this.show();
    const place = this.#goOn(nextTarget(board.g, board.kinds, legal, null, "ArrowRight"));
    if (place !== "") this.say(t("say.liftedCard", { what, place }));
  }

  /** @param {string} key */
  aim(key) {
    const { board, hand, room } = this;
    if (!hand.holding) return;
    const { lift, over } = hand.holding;
    const legal = room.store.destinations(lift.item) ?? [];
    const place = this.#goOn(nextTarget(board.g, board.kinds, legal, over?.in ?? null, key));
    if (place !== "") this.say(t("say.over", { place }));
  }

  /** @param {string|null} pile @returns {string} its name */
  #goOn(pile) {
    if (pile === null) return "";
    this.hand.choose({ in: pile });
    return this.placeAndTop(pile);
  }

  // Words

  /**
   * What the first of some cards is called.
   * @param {readonly number[]} items
   */
  name([item]) {
    return faceName(this.room.store.shown().faces.get(item));
  }

  /** @param {readonly number[]} items @param {import("../../model/store.js").Target} to */
  putWords(items, to) {
    return t("say.to", { what: this.name(items), place: this.#place(to.in) });
  }

  /** @param {string} pile */
  #place(pile) {
    return pileName(pile, this.board.kinds, this.room.store.shown().piles);
  }

  /**
   * What a pile is called, with the card on which one would come to lie where that is not clear from its name.
   * @param {string} pile
   */
  placeAndTop(pile) {
    const { piles, faces } = this.room.store.shown();
    const items = piles[pile] ?? [];
    const face = faces.get(items[items.length - 1]);
    const { role, zone } = this.board.kinds.get(pile) ?? {};
    const isClear = face === undefined || role !== "tableau" || zone?.spread === true;
    return isClear ? this.#place(pile) : t("card.inPile", { card: faceName(face), pile: this.#place(pile) });
  }
}

/**
 * Whether one tap is enough to move a card: as it was chosen, else with a finger.
 * @param {boolean} finger
 */
function isOnce(finger) {
  const chosen = settings.get("oneTap");
  return chosen === "auto" ? finger : chosen === "on";
}
