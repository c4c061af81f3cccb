// @ts-check
/**
 * What our gestures come to, whether made by pointer, by taps or by keys: what is held is dropped, or comes home.
 * Promise: each way of doing it ends in the same commands and is told in the same words.
 */
import { holdsThat } from "../model/words.js";
import { t } from "../words/say.js";
import { nameOf } from "./seats.js";

/** @typedef {import("../model/store.js").Target} Target */

/**
 * @template {string|import("../model/table.js").Content} F
 * @template {import("./hand.js").Holding} H
 */
export class Conduct {
  /**
   * @param {import("./room.js").Room<F>} room @param {import("./hand.js").Hand<H>} hand
   * @param {import("../view/announce.js").Announcer} announcer @param {() => void} show the table anew
   */
  constructor(room, hand, announcer, show) {
    this.room = room;
    this.hand = hand;
    this.announcer = announcer;
    this.show = show;
    /** @type {import("./player.js").Player|null} */
    this.player = null;
  }

  get playing() {
    return this.room.store.seat >= 0 && !this.room.ended;
  }

  /** What is held may not be held any more. */
  keepHold() {
    if (this.hand.refresh()) return;
    this.player?.end("gone");
    if (this.hand.holding) this.home("gone");
  }

  /** @param {import("./room.js").Lift} lift that the server has ended */
  lost(lift) {
    if (this.hand.holding?.lift !== lift) return;
    this.player?.machine.end("gone");
    // Why was told with the refusal.
    this.home("cancel", true);
  }

  drop() {
    if (this.hand.holding) this.leaving(this.hand.holding);
    const holding = this.hand.release();
    if (!holding) return;
    const { lift, over, forbidden, as } = holding;
    const what = this.name(lift.items);
    if (over && !this.stays(holding, over)) {
      const words = this.putWords(lift.items, over);
      const intent = this.room.drop(lift, over, as);
      if (intent) this.say(words);
      this.landed(holding, intent, false);
    } else {
      if (forbidden === null) this.room.cancel(lift);
      this.landed(holding, null, forbidden !== null);
      if (forbidden === null) this.say(t("say.back", { what }));
      else this.room.dropToLearn(lift, { in: forbidden });
    }
    this.shown(holding, forbidden !== null && !over);
  }

  /** @param {import("./machine.js").Why} why @param {boolean} [shaking] */
  home(why, shaking = false) {
    if (this.hand.holding) this.leaving(this.hand.holding);
    const holding = this.hand.release();
    if (!holding) return;
    this.room.cancel(holding.lift);
    this.landed(holding, null, shaking);
    this.shown(holding, shaking);
    if (why === "escape") this.say(t("say.back", { what: this.name(holding.lift.items) }));
    if (why === "gone") this.gone(holding.lift.items);
  }

  /**
   * Puts down what is held.
   * @returns {boolean} whether there was something
   */
  putDown() {
    if (this.player?.end("escape")) return true;
    const had = this.hand.holding !== null;
    if (had) this.home("escape");
    return had;
  }

  /**
   * Takes a step back or forth, or says that there is no such step.
   * @param {"undo"|"redo"} op
   */
  step(op) {
    if (!this.playing) return;
    if (!this.room.store.mayStep(op)) {
      return this.say(t(op === "undo" ? "refusal.nothingToUndo" : "refusal.nothingToRedo"));
    }
    this.putDown();
    this.room.command(op);
    return this.stepped(op);
  }

  /**
   * Says who holds an item.
   * @param {number} item @returns {boolean} whether a player asked for what somebody else holds
   */
  tellHolder(item) {
    const { store } = this.room;
    const seat = store.seat < 0 ? -1 : store.holder(item);
    if (seat >= 0) this.announcer.toast(holdsThat(nameOf(store.table?.seats ?? [], seat)));
    return seat >= 0;
  }

  /** @param {string} text */
  say(text) {
    this.announcer.say(text);
  }

  // What piles and regions do in their own way.

  /** @param {H} _ is about to be let go */
  leaving(_) {}

  /**
   * It was let go, and flies to where it goes.
   * @param {H} _ @param {import("../model/store.js").Intent|null} _intent null: it goes home @param {boolean} _refused
   */
  landed(_, _intent, _refused) {}

  /**
   * Shows where it is now.
   * @param {H} _ @param {boolean} _shaking
   */
  shown(_, _shaking) {
    this.show();
  }

  /** @param {H} _ @param {Target} _over @returns {boolean} whether a drop would leave everything as it is */
  stays(_, _over) {
    return false;
  }

  /** @param {readonly number[]} _ that were taken out of our hand */
  gone(_) {}

  /** @param {"undo"|"redo"} _ */
  stepped(_) {}

  /** @param {readonly number[]} _ @returns {string} */
  name(_) {
    return "";
  }

  /** @param {readonly number[]} _ @param {Target} _to @returns {string} */
  putWords(_, _to) {
    return "";
  }
}
