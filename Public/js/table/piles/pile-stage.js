// @ts-check
/**
 * A hand over piles: the lifted cards themselves are carried, and their pile keeps a dashed place for them.
 * Promise: nothing is read from the page while they move.
 */
import { formationOffsets } from "./formation.js";
import { target } from "./hit.js";
import { isBuiltUpon } from "../../model/zones.js";
import { sound } from "../../sound/sound.js";

/**
 * @typedef {import("../hand.js").Holding & {lay:number[], under:string|null}} PileHolding lay: offsets in which
 *   the cards lay; under: the pile under the pointer, whether it takes them or not
 */

/** A finger hides what is under it. */
const FINGER_RAISE_PX = 24;
/** Our own hand is above those of others. */
const ABOVE = 200;

export class PileStage {
  /**
   * Where a drop would land.
   * @type {{x:number, y:number}|null}
   */
  #goal = null;

  /** @param {import("./board.js").Board} board @param {import("../../model/store.js").Store<string>} store */
  constructor(board, store) {
    this.board = board;
    this.store = store;
  }

  get raise() {
    return Math.min(FINGER_RAISE_PX, this.board.g.cardHeight / 3);
  }

  /** @param {import("../room.js").Lift} lift */
  carry({ item, items }) {
    sound.play("lift");
    const { board } = this;
    const size = { w: board.g.cardWidth, h: board.g.cardHeight };
    const corner = board.cards.get(item)?.now() ?? { x: 0, y: 0 };
    const top = board.places.get(item)?.y ?? 0;
    for (const it of items) board.cards.get(it)?.element.classList.add("lifted");
    board.openGap(item);
    const lay = items.map((it) => (board.places.get(it)?.y ?? 0) - top);
    return { corner: { ...size, x: corner.x, y: corner.y }, size, more: { lay, under: null } };
  }

  /** @param {PileHolding} holding */
  aim(holding) {
    const { lift: { item, home }, at, pointer } = holding;
    const { g, places } = this.board;
    const middle = { x: at.x + g.cardWidth / 2, y: at.y + g.cardHeight / 2 };
    const legal = this.store.destinations(item);
    const under = target(g, places, pointer, middle, home, legal);
    holding.under = under;
    const isLegal = under !== null && under !== home && (legal === null || legal.includes(under));
    if (isLegal) return { over: { in: under }, forbidden: null };
    return { over: null, forbidden: under === home || under === null || this.#isHeap(under) ? null : under };
  }

  /**
   * Nothing is ever put there, so that a card let go over it was only put back.
   * @param {string} pile
   */
  #isHeap(pile) {
    const { role, zone } = this.board.kinds.get(pile) ?? {};
    if (role === "stock") return true;
    return role === "waste" && !isBuiltUpon(zone) && this.store.table?.game.pairs === undefined;
  }

  /** @param {PileHolding} holding */
  show({ lift: { item, items }, over, forbidden }) {
    const legal = this.store.destinations(item) ?? [];
    const at = over?.in ?? null;
    this.board.light(legal, at ?? forbidden);
    this.#goal = this.board.openLanding(at !== null && legal.includes(at) ? at : null, items);
  }

  /** @param {PileHolding} holding */
  move({ lift: { formation, items }, at, lay }) {
    const { cards, g } = this.board;
    const offsets = formationOffsets(formation, items.length, g.cardHeight, lay);
    items.forEach((item, index) => cards.get(item)?.hold(at.x, at.y + offsets[index], ABOVE + index));
  }

  /** @param {PileHolding} holding */
  goal({ lift: { item } }) {
    const { x, y } = this.#goal ?? this.board.places.get(item) ?? {};
    return x === undefined || y === undefined ? null : { x, y: y - 8 };
  }

  /**
   * Places are told as parts of the table, which others may see mirrored.
   * @param {PileHolding} holding
   */
  spot({ keys, at, pointer, over, under }) {
    const { board } = this;
    const { cardHeight, cardWidth, height, width } = board.g;
    const { x, y } = keys ? { x: at.x + cardWidth / 2, y: at.y + cardHeight * 0.2 } : pointer;
    return { x: board.across(x / width), y: y / height, over: over ?? (under === null ? null : { in: under }) };
  }

  /** @param {PileHolding} holding */
  isStill(holding) {
    const { over, lift: { item, items, home, game } } = holding;
    const legal = this.store.destinations(item);
    // A pointer finds out for itself where it may be put now.
    if (holding.keys && over && legal && !legal.includes(over.in)) {
      Object.assign(holding, { over: null, forbidden: over.in });
    }
    const pile = this.store.shown().piles[home] ?? [];
    // After a new deal a card of the same number may lie in the same place; it is another card.
    return game === this.store.games && items.every((it, index) => pile[pile.length - items.length + index] === it);
  }

  /** @param {PileHolding} holding */
  end({ lift: { items } }) {
    const { board } = this;
    for (const it of items) board.cards.get(it)?.element.classList.remove("lifted");
    board.openGap(null);
    board.openLanding(null, []);
    board.light([], null);
  }
}
