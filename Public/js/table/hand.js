// @ts-check
/**
 * What one person holds: lifted cards that follow the pointer, or wait over a destination that keys have chosen.
 * Promise: while it moves, each frame writes transforms only; legal places light up at once, without waiting for the
 * lease. Invariant: at most one lift; `over` is the pile that a drop would go to.
 */
import { formationOffsets } from "../dnd/formation.js";
import { target } from "../dnd/hit.js";
import { sound } from "../sound/sound.js";
import { approach } from "../view/motion.js";

/** @typedef {import("./room.js").Lift} Lift */
/** @typedef {import("./room.js").Room<string>} Room */
/** @typedef {import("../view/board.js").Board} Board */
/** @typedef {{x:number, y:number}} XY */
/**
 * @typedef {object} Holding
 * @property {Lift} lift
 * @property {XY} grip from the lifted card's corner to the pointer
 * @property {XY} at the card's corner now
 * @property {XY} pointer
 * @property {number} raise how far a finger's cards float above it
 * @property {number[]} lay offsets in which the cards lay
 * @property {boolean} keys moved by keys
 * @property {string[]|null} legal
 * @property {string|null} over
 */

/** A finger hides what is under it. */
const FINGER_RAISE_PX = 24;
const EASE_MS = 45;
/** Our own hand is above those of others. */
const ABOVE = 200;

export class Hand {
  /** @type {Holding|null} */
  holding = null;
  /**
   * Where a drop would land.
   * @type {XY|null}
   */
  #goal = null;
  #frame = 0;
  #last = 0;

  /** @param {Room} room @param {Board} board */
  constructor(room, board) {
    this.room = room;
    this.board = board;
  }

  /** @param {number} item */
  holds(item) {
    return this.holding?.lift.items.includes(item) ?? false;
  }

  /** @param {number} item @param {XY} pointer @param {boolean} finger @returns {boolean} */
  lift(item, pointer, finger) {
    const corner = this.board.cards.get(item)?.now();
    return corner !== undefined && this.#begin(item, pointer, corner, finger, false);
  }

  /** @param {number} item @returns {boolean} */
  liftByKeys(item) {
    const corner = this.board.cards.get(item)?.now();
    if (!corner) return false;
    return this.#begin(item, { x: corner.x + this.board.g.cardWidth / 2, y: corner.y + 8 }, corner, false, true);
  }

  /** @param {number} item @param {XY} pointer @param {XY} corner @param {boolean} finger @param {boolean} keys */
  #begin(item, pointer, corner, finger, keys) {
    const lift = this.room.lift(item);
    if (!lift) return false;
    sound.play("lift");
    const { places } = this.board;
    const lay = lift.items.map((it) => (places.get(it)?.y ?? 0) - (places.get(item)?.y ?? 0));
    this.holding = {
      lift, lay, keys, pointer, at: { ...corner }, over: null, legal: null,
      grip: { x: pointer.x - corner.x, y: pointer.y - corner.y },
      raise: finger ? Math.min(FINGER_RAISE_PX, this.board.g.cardHeight / 3) : 0,
    };
    for (const it of lift.items) this.board.cards.get(it)?.element.classList.add("lifted");
    this.board.openGap(item);
    this.refresh();
    this.#last = performance.now();
    this.#step(this.#last);
    return true;
  }

  /** @param {XY} pointer */
  drag(pointer) {
    if (this.holding) this.holding.pointer = pointer;
  }

  /** @param {string} pile chosen by keys */
  aim(pile) {
    if (!this.holding) return;
    this.holding.over = pile;
    this.#light();
  }

  /**
   * The table changed.
   * @returns {boolean} whether the hand still holds what it held
   */
  refresh() {
    const { holding } = this;
    if (!holding) return true;
    const { items, home, item, game } = holding.lift;
    const { store } = this.room;
    const pile = store.shown().piles[home] ?? [];
    // After a new deal a card of the same number may lie in the same place; it is another card.
    const still = game === store.games && items.every((it, index) => pile[pile.length - items.length + index] === it);
    if (!still) return false;
    holding.legal = store.destinations(item);
    this.#light();
    return true;
  }

  /** @param {XY} pointer where it is let go @returns {string|null} */
  overAt(pointer) {
    if (!this.holding) return null;
    this.holding.pointer = pointer;
    if (!this.holding.keys) this.#aimAtPointer(this.holding);
    return this.holding.over;
  }

  /**
   * Lets go of the cards; where they fly is the board's to say.
   * @returns {Holding|null}
   */
  release() {
    const { holding } = this;
    if (!holding) return null;
    cancelAnimationFrame(this.#frame);
    this.holding = null;
    for (const it of holding.lift.items) this.board.cards.get(it)?.element.classList.remove("lifted");
    this.board.openGap(null);
    this.board.openLanding(null, []);
    this.board.light([], null);
    return holding;
  }

  /** @param {number} now */
  #step(now) {
    const { holding, board } = this;
    if (!holding) return;
    const share = approach(now - this.#last, EASE_MS);
    this.#last = now;
    if (holding.keys) this.#glide(holding, share);
    else {
      holding.at = { x: holding.pointer.x - holding.grip.x, y: holding.pointer.y - holding.grip.y - holding.raise };
      this.#aimAtPointer(holding);
    }
    const { lift, at, lay } = holding;
    const offsets = formationOffsets(lift.formation, lift.items.length, board.g.cardHeight, lay);
    lift.items.forEach((item, index) => board.cards.get(item)?.hold(at.x, at.y + offsets[index], ABOVE + index));
    const spot = holding.keys
      ? { x: at.x + board.g.cardWidth / 2, y: at.y + board.g.cardHeight * 0.2 }
      : holding.pointer;
    this.room.hover(lift, board.across(spot.x / board.g.width), spot.y / board.g.height,
      holding.over === null ? null : { in: holding.over });
    this.#frame = requestAnimationFrame((next) => this.#step(next));
  }

  /** @param {Holding} holding @param {number} share */
  #glide(holding, share) {
    const goal = this.#goal ?? this.board.places.get(holding.lift.item);
    if (!goal) return;
    holding.at.x += (goal.x - holding.at.x) * share;
    holding.at.y += (goal.y - 8 - holding.at.y) * share;
  }

  /** @param {Holding} holding */
  #aimAtPointer(holding) {
    const { g } = this.board;
    const middle = { x: holding.at.x + g.cardWidth / 2, y: holding.at.y + g.cardHeight / 2 };
    const over = target(g, this.board.places, holding.pointer, middle, holding.lift.home, holding.legal);
    if (over === holding.over) return;
    holding.over = over;
    this.#light();
  }

  #light() {
    const { holding, board } = this;
    if (!holding) return;
    const legal = holding.legal ?? [];
    board.light(legal, holding.over);
    const lands = holding.over !== null && legal.includes(holding.over);
    this.#goal = board.openLanding(lands ? holding.over : null, holding.lift.items);
  }
}
