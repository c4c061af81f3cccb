// @ts-check
/**
 * The player: pointer, taps and keys become lifts, drops and commands. A spectator has none of this.
 * Promise: mouse, pen, finger and keyboard can each do everything; whatever interrupts a drag brings the cards home.
 */
import { Machine } from "../dnd/machine.js";
import { Taps } from "../dnd/tap.js";
import { cardAt, pileAt } from "../dnd/hit.js";
import { nextTarget, step } from "../dnd/focus.js";
import { cardName, holdsThat, pileName, plural } from "../model/words.js";
import { nameOf } from "../boards/seats.js";
import { Hand } from "./hand.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("../view/board.js").Board} Board */
/** @typedef {import("../dnd/machine.js").Act} Act */

const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

export class Player {
  machine = new Machine();
  taps = new Taps();
  #ends = new AbortController();

  /**
   * @param {Room} room @param {Board} board @param {import("../view/announce.js").Announcer} announcer
   * @param {HTMLElement} felt around the board @param {() => void} show
   */
  constructor(room, board, announcer, felt, show) {
    this.room = room;
    this.board = board;
    this.announcer = announcer;
    this.show = show;
    this.hand = new Hand(room, board);
    const options = { signal: this.#ends.signal };
    felt.addEventListener("pointerdown", (event) => this.#down(event), options);
    felt.addEventListener("pointermove", (event) => this.#perform(this.machine.move(point(event, board))), options);
    felt.addEventListener("pointerup", (event) => this.#perform(this.machine.up(point(event, board))), options);
    for (const lost of /** @type {const} */ (["pointercancel", "lostpointercapture"])) {
      felt.addEventListener(lost, (event) => this.#perform(this.machine.cancel(event.pointerId)), options);
    }
    felt.addEventListener("contextmenu", (event) => this.#contextMenu(event), options);
    board.piles.get("stock")?.element.addEventListener("click", () => this.turn(), options);
    document.addEventListener("keydown", (event) => this.#key(event), options);
    addEventListener("blur", () => this.escape(), options);
    this.felt = felt;
  }

  /** Ends all listening; what is in the hand goes home. */
  leave() {
    this.escape();
    this.#ends.abort();
  }

  get #playing() {
    return this.room.store.seat >= 0 && !this.room.ended;
  }

  /** The table changed: what is held may be gone, what is selected may not be movable any more. */
  refresh() {
    if (!this.hand.refresh()) {
      this.#perform(this.machine.gone());
      if (this.hand.holding) this.#home("gone");
    }
    const { selected } = this.taps;
    if (selected !== null && !this.room.store.liftable(selected)) this.taps.clear();
    if (!this.hand.holding) this.#lightSelected();
  }

  /** @param {import("./room.js").Lift} lift that the server has ended */
  lost(lift) {
    if (this.hand.holding?.lift !== lift) return;
    this.machine.gone();
    this.#home("gone", true);
  }

  turn() {
    if (!this.#playing) return;
    this.taps.clear();
    this.room.tap("stock");
  }

  /**
   * Puts down what is held or selected.
   * @returns {boolean} whether there was something
   */
  escape() {
    const had = this.hand.holding !== null || this.taps.selected !== null;
    this.#perform(this.machine.escape());
    if (this.hand.holding) this.#home("escape");
    if (this.taps.clear()) this.#lightSelected();
    return had;
  }

  // Pointer

  /** @param {PointerEvent} event */
  #down(event) {
    if (!this.#playing || event.button !== 0 || this.hand.holding) return;
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
    if (item !== null && (store.liftable(item) || store.holder(item) >= 0)) return item;
    // In a hand it is seen elsewhere than it lies.
    const seen = [...cards].filter(([it]) => store.holder(it) >= 0);
    return seen.find(([, { held }]) => held && inside(held, g, x, y))?.[0] ?? null;
  }

  /**
   * Says who holds a card.
   * @param {number} item @returns {boolean} whether it is somebody else
   */
  #tellHolder(item) {
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
      else if (act.act === "drop") this.#drop(this.hand.overAt(act.point));
      else if (act.act === "return") this.#home(act.why);
      else this.#tap(act);
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
    if (!this.hand.lift(act.item, act.from, act.point.type === "touch")) {
      this.machine.gone();
      this.#tellHolder(act.item);
      return;
    }
    this.hand.drag(act.point);
    this.show();
    this.#tell(`Lifted ${this.#name(act.item)}.`);
  }

  /** @param {string|null} over */
  #drop(over) {
    const holding = this.hand.release();
    if (!holding) return;
    const { lift, legal } = holding;
    const home = over === null || over === lift.home || over === "stock" || over === "waste";
    if (!home && (legal === null || legal.includes(over))) {
      if (this.room.drop(lift, over)) {
        this.#tell(`${this.#name(lift.item)} to ${pileName(over)}.`);
      } else this.show();
      return;
    }
    if (home) this.room.cancel(lift);
    else this.room.dropToLearn(lift, over);
    this.show();
    if (!home) for (const item of lift.items) this.board.cards.get(item)?.shake();
    else this.#tell(`${this.#name(lift.item)} is back.`);
  }

  /** @param {"escape"|"cancel"|"gone"} why @param {boolean} [shaking] */
  #home(why, shaking = false) {
    const holding = this.hand.release();
    if (!holding) return;
    this.room.cancel(holding.lift);
    this.show();
    if (shaking) for (const item of holding.lift.items) this.board.cards.get(item)?.shake();
    if (why === "escape") this.#tell(`${this.#name(holding.lift.item)} is back.`);
  }

  // Taps

  /** @param {Extract<Act, {act:"tap"}>} act */
  #tap(act) {
    const { store } = this.room;
    const held = act.item !== null && store.holder(act.item) >= 0;
    const item = held ? null : act.item;
    const result = this.taps.tap(item, pileAt(this.board.g, act.x, act.y), act.time, {
      liftable: (item) => store.liftable(item),
      destinations: (item) => store.destinations(item),
      sendable: (item) => store.sendable(item),
    });
    if (result.act === "move") this.room.move(result.item, result.to);
    else if (result.act === "send") this.room.send(result.item);
    else if (result.act === "select") {
      const count = store.destinations(result.item)?.length ?? 0;
      this.#tell(`Selected ${this.#name(result.item)}, ${plural(count, "destination")}.`);
    }
    this.#lightSelected();
    if (item !== null && result.act !== "none") this.#focusItem(item);
    if (act.item !== null && held && result.act !== "move") this.#tellHolder(act.item);
  }

  #lightSelected() {
    const { selected } = this.taps;
    this.board.select(selected);
    this.board.light(selected === null ? [] : this.room.store.destinations(selected) ?? [], null);
  }

  // Keys

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target } = event;
    if (event.defaultPrevented || event.altKey || !(target instanceof Element)) return;
    if (target.closest("input, select, textarea, dialog")) return;
    if (this.#shortcut(event) || (this.#playing && target.closest("#board") && this.#onBoard(event))) {
      event.preventDefault();
    }
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether it was ours */
  #shortcut(event) {
    const key = event.key.toLowerCase();
    if (key === "escape") return this.escape();
    if (!this.#playing || event.repeat) return false;
    if (key === "z" && event.shiftKey) return this.#command("redo");
    if (key === "z") return this.#command("undo");
    if (key === "y") return this.#command("redo");
    if (event.ctrlKey || event.metaKey) return false;
    if (key === "d") {
      this.turn();
      return true;
    }
    if (key === "f") return this.#sendFocused();
    return false;
  }

  /** @param {"undo"|"redo"} op */
  #command(op) {
    if (!this.room.store.mayStep(op)) this.#tell(`There is nothing to ${op}.`);
    else {
      this.escape();
      this.room.command(op);
    }
    return true;
  }

  #sendFocused() {
    const item = this.hand.holding?.lift.item ?? this.taps.selected ?? this.board.focusedItem;
    if (item === null || this.hand.holding) return false;
    if (this.#tellHolder(item)) return true;
    if (this.room.store.sendable(item) === null) this.announcer.say("No foundation takes that card yet.");
    else this.room.send(item);
    this.taps.clear();
    return true;
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  #onBoard(event) {
    const { holding } = this.hand;
    const { board } = this;
    const press = event.key === " " || event.key === "Enter";
    if (holding) {
      if (!holding.keys) return false;
      if (press) this.#drop(holding.over);
      else if (ARROWS.has(event.key)) this.#aim(nextTarget(holding.legal ?? [], holding.over, event.key));
      else return false;
      return true;
    }
    if (ARROWS.has(event.key)) {
      board.focusOn(step(board.shown, board.focus, event.key));
      return true;
    }
    if (!press || board.focus.pile === "stock") return false;
    const item = board.focusedItem;
    if (item !== null) this.#liftByKeys(item);
    return true;
  }

  /** @param {number} item */
  #liftByKeys(item) {
    this.taps.clear();
    if (!this.room.store.liftable(item) || !this.hand.liftByKeys(item)) {
      if (!this.#tellHolder(item)) this.announcer.say("That card cannot be lifted.");
      return;
    }
    const legal = this.hand.holding?.legal ?? [];
    if (legal.length === 0) {
      this.#home("cancel", true);
      this.announcer.say(`${this.#name(item)} has no place to go.`);
      return;
    }
    this.show();
    this.#aim(nextTarget(legal, null, "ArrowRight"), `Lifted ${this.#name(item)}. Arrows choose, Enter drops. `);
  }

  /** @param {string|null} pile @param {string} [before] */
  #aim(pile, before = "") {
    if (pile === null) return;
    this.hand.aim(pile);
    this.announcer.say(`${before}Over ${pileName(pile)}.`);
  }

  // Words

  /** @param {number} item */
  #name(item) {
    return cardName(this.room.store.shown().faces.get(item));
  }

  /** @param {number} item */
  #focusItem(item) {
    const place = this.board.places.get(item);
    if (place) this.board.focusOn({ pile: place.pile, index: place.index });
  }

  /** @param {string} text */
  #tell(text) {
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
