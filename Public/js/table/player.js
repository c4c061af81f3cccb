// @ts-check
/**
 * The player's pointer: presses, taps and drags become lifts, drops and commands. A spectator has none of this.
 * Promise: mouse, pen, finger and keyboard can each do everything; whatever interrupts a drag brings the cards home.
 */
import { Machine } from "../dnd/machine.js";
import { Taps } from "../dnd/tap.js";
import { cardAt, pileAt } from "../dnd/hit.js";
import { faceName, pileName } from "../model/names.js";
import { holdsThat } from "../model/words.js";
import { withItem } from "../model/table.js";
import { t } from "../words/say.js";
import { nameOf } from "../boards/seats.js";
import { settings } from "../settings.js";
import { PileStage } from "../view/pile-stage.js";
import { Hand } from "./hand.js";
import { Keys } from "./keys.js";

/** @typedef {import("./room.js").Room<string>} Room */
/** @typedef {import("../view/board.js").Board} Board */
/** @typedef {import("../dnd/machine.js").Act} Act */

export class Player {
  machine = new Machine();
  taps = new Taps();
  #ends = new AbortController();
  /** What pressed last: a finger, a pen or a mouse. */
  #pointer = "mouse";

  /**
   * @param {Room} room @param {Board} board @param {import("../view/announce.js").Announcer} announcer
   * @param {HTMLElement} felt around the board @param {() => void} show
   * @param {import("./keys.js").Helps} [helps] what keys can ask for
   */
  constructor(room, board, announcer, felt, show, helps) {
    this.room = room;
    this.board = board;
    this.announcer = announcer;
    this.show = show;
    this.hand = new Hand(room, new PileStage(board, room.store));
    const options = { signal: this.#ends.signal };
    felt.addEventListener("pointerdown", (event) => this.#down(event), options);
    felt.addEventListener("pointermove", (event) => this.#perform(this.machine.move(point(event, board))), options);
    felt.addEventListener("pointerup", (event) => this.#perform(this.machine.up(point(event, board))), options);
    for (const lost of /** @type {const} */ (["pointercancel", "lostpointercapture"])) {
      felt.addEventListener(lost, (event) => this.#perform(this.machine.cancel(event.pointerId)), options);
    }
    felt.addEventListener("contextmenu", (event) => this.#contextMenu(event), options);
    felt.addEventListener("click", (event) => this.#click(event), options);
    this.keys = new Keys(this, helps);
    document.addEventListener("keydown", (event) => this.keys.press(event), options);
    addEventListener("blur", () => this.escape(), options);
    this.felt = felt;
  }

  /** Ends all listening; what is in the hand goes home. */
  leave() {
    this.escape();
    this.#ends.abort();
  }

  get playing() {
    return this.room.store.seat >= 0 && !this.room.ended;
  }

  /** The table changed: what is held may be gone, what is selected may not be movable any more. */
  refresh() {
    if (!this.hand.refresh()) {
      this.#perform(this.machine.gone());
      if (this.hand.holding) this.home("gone");
    }
    const { selected } = this.taps;
    if (selected !== null && !this.room.store.liftable(selected)) this.taps.clear();
    if (!this.hand.holding) this.#lightSelected();
  }

  /** @param {import("./room.js").Lift} lift that the server has ended */
  lost(lift) {
    if (this.hand.holding?.lift !== lift) return;
    this.machine.gone();
    this.home("gone", true);
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
   * Takes a step back or forth, or says that there is no such step.
   * @param {"undo"|"redo"} op
   */
  step(op) {
    if (!this.playing) return;
    if (this.room.store.mayStep(op)) {
      this.escape();
      this.room.command(op);
    } else this.tell(t(op === "undo" ? "refusal.nothingToUndo" : "refusal.nothingToRedo"));
  }

  /**
   * Puts down what is held or selected.
   * @returns {boolean} whether there was something
   */
  escape() {
    const had = this.hand.holding !== null || this.taps.selected !== null;
    this.#perform(this.machine.escape());
    if (this.hand.holding) this.home("escape");
    if (this.taps.clear()) this.#lightSelected();
    return had;
  }

  // Pointer

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
    if (card !== null && item === null && !isPlace) this.tell(t("say.cardCannotLift"));
    this.#tap(item, pile, time, settings.get("oneTap") === "on");
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#pointer = event.pointerType;
    if (!this.playing || event.button !== 0 || this.hand.holding) return;
    if (event.target instanceof Element && event.target.closest("button, a, input, .panel, dialog")) return;
    this.board.locate();
    const at = point(event, this.board);
    const acts = this.machine.down(at, this.#graspable(at));
    if (this.machine.phase.phase === "pressed" && this.machine.phase.from.id === event.pointerId) {
      // Synthetic events of tests have no active pointer to capture.
      try {
        this.felt.setPointerCapture(event.pointerId);
      } catch { /* then events bubble as usual */ }
    }
    this.#perform(acts);
  }

  /**
   * What a press is about: a card that can be lifted, else one that cannot because somebody holds it.
   * @param {{x:number, y:number}} at
   */
  #graspable({ x, y }) {
    const { store } = this.room;
    const { cards, g, places } = this.board;
    const item = cardAt(places, g, x, y);
    const lifts = item === null ? null : store.grasp(item);
    if (lifts !== null) return lifts;
    if (item !== null && store.holder(item) >= 0) return item;
    // In a hand it is seen elsewhere than it lies.
    const seen = [...cards].filter(([it]) => store.holder(it) >= 0);
    return seen.find(([, { held }]) => held && inside(held, g, x, y))?.[0] ?? null;
  }

  /**
   * Says who holds a card.
   * @param {number} item @returns {boolean} whether it is somebody else
   */
  tellHolder(item) {
    const { store } = this.room;
    const seat = store.holder(item);
    if (seat >= 0) this.announcer.toast(holdsThat(nameOf(store.table?.seats ?? [], seat)));
    return seat >= 0;
  }

  /**
   * A long press holds a card; it does not ask for a menu.
   * @param {Event} event
   */
  #contextMenu(event) {
    if (this.machine.phase.phase !== "idle") event.preventDefault();
  }

  /** @param {Act[]} acts */
  #perform(acts) {
    for (const act of acts) {
      if (act.act === "press") this.#press(act.item);
      else if (act.act === "release") this.#press(null);
      else if (act.act === "lift") this.#lift(act);
      else if (act.act === "drag") this.hand.drag(act.point);
      else if (act.act === "drop") {
        this.hand.dragEnds(act.point);
        this.drop();
      }
      else if (act.act === "return") this.home(act.why);
      else this.#tap(act.item, pileAt(this.board.g, this.board.places, act.x, act.y), act.time, this.#once);
    }
  }

  /** @param {number|null} item */
  #press(item) {
    for (const [handle, { element }] of this.board.cards) element.classList.toggle("pressed", handle === item);
  }

  /** @param {Extract<Act, {act:"lift"}>} act */
  #lift(act) {
    this.#press(null);
    this.taps.clear();
    this.board.select(null);
    if (!this.hand.lift(act.item, act.from, { finger: act.point.type === "touch" })) {
      this.machine.gone();
      this.tellHolder(act.item);
      return;
    }
    this.hand.drag(act.point);
    this.show();
    this.tell(t("say.lifted", { what: this.name(act.item) }));
  }

  drop() {
    const holding = this.hand.release();
    if (!holding) return;
    const { lift, over, forbidden } = holding;
    if (over) {
      if (this.room.drop(lift, over)) {
        this.tell(t("say.to", { what: this.name(lift.item), place: this.place(over.in) }));
      } else this.show();
      return;
    }
    if (forbidden === null) this.room.cancel(lift);
    else this.room.dropToLearn(lift, { in: forbidden });
    this.show();
    if (forbidden !== null) for (const item of lift.items) this.board.cards.get(item)?.shake();
    else this.tell(t("say.back", { what: this.name(lift.item) }));
  }

  /** @param {"escape"|"cancel"|"gone"} why @param {boolean} [shaking] */
  home(why, shaking = false) {
    const holding = this.hand.release();
    if (!holding) return;
    this.room.cancel(holding.lift);
    this.show();
    if (shaking) for (const item of holding.lift.items) this.board.cards.get(item)?.shake();
    if (why === "escape") this.tell(t("say.back", { what: this.name(holding.lift.item) }));
  }

  // Taps

  /**
   * @param {number|null} tapped a card @param {string|null} under the pile @param {number} time
   * @param {boolean} once whether one tap is enough
   */
  #tap(tapped, under, time, once) {
    const { board, taps } = this;
    const { store } = this.room;
    const held = tapped !== null && store.holder(tapped) >= 0;
    const item = held ? null : tapped;
    // A stock whose top card can be played is turned all the same when it is tapped.
    if (item !== null && taps.selected === null && board.kinds.get(under ?? "")?.role === "stock") {
      return this.turn(under);
    }
    const result = taps.tap(item, under, time, {
      liftable: (item) => store.liftable(item),
      destinations: (item) => store.destinations(item),
      sendable: (item) => store.sendable(item),
    }, once);
    if (result.act === "move") this.move(result.item, result.to);
    else if (result.act === "send") this.room.send(result.item);
    else if (result.act === "shake") {
      for (const it of withItem(store.shown().piles, result.item)) board.cards.get(it)?.shake();
      this.tell(t("say.noPlace", { what: this.name(result.item) }));
    } else if (result.act === "select") {
      const count = store.destinations(result.item)?.length ?? 0;
      this.tell(t("say.selected", { what: this.name(result.item), count }));
    }
    this.#lightSelected();
    if (item !== null && result.act !== "none") this.#focusItem(item);
    if (tapped !== null && held && result.act !== "move") this.tellHolder(tapped);
    return undefined;
  }

  /** Whether one tap is enough to move a card: as it was chosen, else with a finger. */
  get #once() {
    const chosen = settings.get("oneTap");
    return chosen === "auto" ? this.#pointer === "touch" : chosen === "on";
  }

  /** @param {number} item @param {string} to */
  move(item, to) {
    const words = t("say.to", { what: this.name(item), place: this.place(to) });
    if (this.room.move(item, { in: to })) this.tell(words);
  }

  #lightSelected() {
    const { selected } = this.taps;
    this.board.select(selected);
    this.board.light(selected === null ? [] : this.room.store.destinations(selected) ?? [], null);
  }

  // Words

  /**
   * What a card is called.
   * @param {number} item
   */
  name(item) {
    return faceName(this.room.store.shown().faces.get(item));
  }

  /**
   * What a pile is called.
   * @param {string} pile
   */
  place(pile) {
    return pileName(pile, this.board.kinds, this.room.store.shown().piles);
  }

  /**
   * The same, with the card on which one would come to lie where that is not clear from its name.
   * @param {string} pile
   */
  placeAndTop(pile) {
    const { piles, faces } = this.room.store.shown();
    const items = piles[pile] ?? [];
    const face = faces.get(items[items.length - 1]);
    const { role, zone } = this.board.kinds.get(pile) ?? {};
    const isClear = face === undefined || role !== "tableau" || zone?.spread === true;
    return isClear ? this.place(pile) : t("card.inPile", { card: faceName(face), pile: this.place(pile) });
  }

  /** @param {number} item */
  #focusItem(item) {
    const place = this.board.places.get(item);
    if (!place) return;
    // Of a squared pile only the top is seen.
    const top = this.board.g.rooms[place.pile] === undefined;
    this.board.focusOn({ pile: place.pile, index: top ? this.board.shown.piles[place.pile].length - 1 : place.index });
  }

  /** @param {string} text */
  tell(text) {
    this.announcer.say(text);
  }
}

/** @param {{x:number, y:number}} corner @param {Board["g"]} g @param {number} x @param {number} y */
const inside = (corner, { cardWidth, cardHeight }, x, y) =>
  x >= corner.x && x < corner.x + cardWidth && y >= corner.y && y < corner.y + cardHeight;

/** @param {PointerEvent} event @param {Board} board @returns {import("../dnd/machine.js").Point} */
function point(event, board) {
  return { id: event.pointerId, type: event.pointerType, time: event.timeStamp, ...board.local(event) };
}
