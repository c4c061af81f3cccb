// @ts-check
/**
 * The player's keys: what a pointer can do at a table, they can do too, and a few things more quickly.
 * Promise: whatever is done or cannot be done is said; keys that belong to a field or a dialog are left alone.
 */
import { nextTarget, step } from "../dnd/focus.js";
import { refusal } from "../model/words.js";
import { lettersCount } from "../settings/letters.js";
import { t } from "../words/say.js";

/**
 * @typedef {object} Helps
 * @property {import("./menu.js").Menu} menu of the places to which a card can go
 * @property {import("./hints.js").Hints} hints
 * @property {{open():void}} lines of play
 */

const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

export class Keys {
  /** @param {import("./player.js").Player} player @param {Helps} [helps] */
  constructor(player, helps) {
    this.player = player;
    this.helps = helps;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { target } = event;
    if (event.defaultPrevented || event.altKey || !(target instanceof Element)) return;
    if (target.closest("input, select, textarea, dialog")) return;
    if (this.#shortcut(event, target) || (this.player.playing && target.closest("#board") && this.#onBoard(event))) {
      event.preventDefault();
    }
  }

  /** @param {KeyboardEvent} event @param {Element} target @returns {boolean} whether it was ours */
  #shortcut(event, target) {
    const { player } = this;
    const key = event.key.toLowerCase();
    if (key === "escape") return player.escape();
    if (event.repeat || (!event.ctrlKey && !event.metaKey && !lettersCount(target))) return false;
    // Spectators may open the lines, too.
    if (key === "l" && this.helps && !event.ctrlKey && !event.metaKey) {
      this.helps.lines.open();
      return true;
    }
    if (!player.playing) return false;
    if (key === "z" || key === "y") {
      player.step(key === "y" || event.shiftKey ? "redo" : "undo");
      return true;
    }
    if (event.ctrlKey || event.metaKey) return false;
    if (key === "d") {
      player.turn();
      return true;
    }
    if (key === "h" && this.helps) {
      this.helps.hints.show();
      return true;
    }
    if (key === "f") return this.#send();
    if (key === "m") return this.choose();
    return false;
  }

  /** Whether there is a card to be moved: selected, or focused last. */
  get mayChoose() {
    const item = this.#item;
    return item !== null && this.player.room.store.grasp(item) !== null;
  }

  /** The card that a key is about: in the hand, or selected, or under the focus, be it the top of a stock. */
  get #item() {
    const { board, hand, taps } = this.player;
    const isStock = board.kinds.get(board.focus.pile)?.role === "stock";
    const top = isStock ? board.shown.piles[board.focus.pile]?.at(-1) : null;
    return hand.holding?.lift.item ?? taps.selected ?? board.focusedItem ?? top ?? null;
  }

  #send() {
    const { player } = this;
    const item = this.#item;
    if (item === null || player.hand.holding) return false;
    if (player.tellHolder(item)) return true;
    if (player.room.store.sendable(item) === null) player.tell(t("refusal.noFoundationTakesIt"));
    else player.room.send(item);
    player.taps.clear();
    return true;
  }

  /**
   * A list of all places to which the card may go.
   * @returns {boolean} whether there was a card to ask for
   */
  choose() {
    const { player, helps } = this;
    const item = this.#item;
    if (!helps || item === null) return false;
    if (player.tellHolder(item)) return true;
    const { store } = player.room;
    const lifts = store.grasp(item);
    const places = lifts === null ? [] : store.destinations(lifts) ?? [];
    if (lifts === null || places.length === 0) {
      player.tell(lifts === null ? t("say.cardCannotLift") : t("say.noPlace", { what: player.name(item) }));
      return true;
    }
    player.escape();
    const game = store.games;
    helps.menu.show(player.name(item), places.map((pile) => ({ pile, name: player.placeAndTop(pile) })), (pile) => {
      // The table may have gone on while the list was open, or be another deal where this number is another card.
      if (game === store.games && store.destinations(lifts)?.includes(pile)) player.move(lifts, pile);
      else player.tell(refusal({ code: "stale" }));
    });
    return true;
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  #onBoard(event) {
    const { board, hand } = this.player;
    const { holding } = hand;
    const press = event.key === " " || event.key === "Enter";
    if (holding) {
      if (!holding.keys) return false;
      if (press) this.player.drop();
      else if (ARROWS.has(event.key)) {
        const legal = this.player.room.store.destinations(holding.lift.item) ?? [];
        this.#aim(nextTarget(board.g, board.kinds, legal, holding.over?.in ?? null, event.key));
      } else return false;
      return true;
    }
    if (ARROWS.has(event.key)) {
      board.focusOn(step(board, board.focus, event.key));
      return true;
    }
    if (!press || board.kinds.get(board.focus.pile)?.role === "stock") return false;
    const item = board.focusedItem;
    if (item !== null) this.#lift(item);
    return true;
  }

  /** @param {number} focused */
  #lift(focused) {
    const { player } = this;
    const { board, hand, room } = player;
    player.taps.clear();
    const item = room.store.grasp(focused);
    if (item === null || !hand.lift(item, { x: 0, y: 0 }, { keys: true })) {
      if (!player.tellHolder(focused)) player.tell(t("say.cardCannotLift"));
      return;
    }
    const legal = room.store.destinations(item) ?? [];
    if (legal.length === 0) {
      player.home("cancel", true);
      player.tell(t(room.store.sendable(item) === null ? "say.noPlace" : "say.onlySend", { what: player.name(item) }));
      return;
    }
    player.show();
    this.#aim(nextTarget(board.g, board.kinds, legal, null, "ArrowRight"), item);
  }

  /** @param {string|null} pile @param {number} [lifted] a card that was lifted just now */
  #aim(pile, lifted) {
    if (pile === null) return;
    const { player } = this;
    player.hand.choose({ in: pile });
    const place = player.placeAndTop(pile);
    player.tell(lifted === undefined ? t("say.over", { place })
      : t("say.liftedCard", { what: player.name(lifted), place }));
  }
}
