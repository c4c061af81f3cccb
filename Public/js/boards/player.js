// @ts-check
/**
 * The player's pointer: presses become taps, lifts and drops. A spectator may only look closer.
 * Promise: whatever interrupts a drag brings the items home; a second finger changes nothing.
 */
import { HOLD_MS, Machine } from "../dnd/machine.js";
import { lookOf } from "./look.js";

/** @typedef {import("../dnd/machine.js").Act} Act */
/** @typedef {import("../table/hand.js").Hand<import("./drag/flow-stage.js").FlowHolding>} Hand */
/**
 * @typedef {object} Deeds what a player's gestures come to; the page does them
 * @property {(item:number|null, place:string|null, event:{shift:boolean}) => void} tap
 * @property {(item:number) => void} lifted
 * @property {(item:number) => void} refused somebody has it in their hand
 * @property {(item:number) => void} stuck it cannot be lifted, though somebody drags at it
 * @property {() => void} drop what is held
 * @property {(why:"escape"|"cancel"|"gone") => void} home
 */

/** Pixels that are more than a click. */
const TUG = 12;
const OTHERS = "button, a, input, select, textarea, dialog, .drag-out, .transfer-tools";

export class Player {
  machine = new Machine();
  /** @type {{item:number|null, place:string|null, shift:boolean}} */
  #pressed = { item: null, place: null, shift: false };
  #timer = 0;
  /** A finger has just tapped. */
  #tapped = false;
  /**
   * What the mouse pressed on though it cannot be lifted, and where.
   * @type {{item:number, x:number, y:number}|null}
   */
  #stuck = null;

  /**
   * @param {HTMLElement} surface around the board @param {import("../table/room.js").BoardRoom} room
   * @param {import("./view.js").View} view @param {Hand} hand @param {Deeds} deeds @param {AbortSignal} signal
   */
  constructor(surface, room, view, hand, deeds, signal) {
    this.surface = surface;
    this.room = room;
    this.view = view;
    this.hand = hand;
    this.deeds = deeds;
    const options = { signal };
    surface.addEventListener("pointerdown", (event) => this.#down(event), options);
    surface.addEventListener("pointermove", (event) => {
      this.#perform(this.machine.move(point(event)), event);
      this.#tug(event);
    }, options);
    surface.addEventListener("pointerup", (event) => this.#perform(this.machine.up(point(event)), event), options);
    for (const lost of /** @type {const} */ (["pointercancel", "lostpointercapture"])) {
      surface.addEventListener(lost, (event) => this.#perform(this.machine.cancel(event.pointerId), event), options);
    }
    surface.addEventListener("contextmenu", (event) => {
      if (this.machine.phase.phase !== "idle") event.preventDefault();
    }, options);
    // Once something is lifted a finger no longer scrolls.
    surface.addEventListener("touchmove", (event) => {
      if (this.machine.phase.phase === "dragging" && event.cancelable) event.preventDefault();
    }, { ...options, passive: false });
    // The click that browsers make of a tap would fall on what the tap has opened.
    surface.addEventListener("touchend", (event) => {
      if (this.#tapped && event.cancelable) event.preventDefault();
      this.#tapped = false;
    }, { ...options, passive: false });
    addEventListener("blur", () => this.escape(), options);
  }

  /** @returns {boolean} whether a pointer held something */
  escape() {
    const acts = this.machine.escape();
    this.#perform(acts, null);
    return acts.some(({ act }) => act === "return");
  }

  /** What was held is not ours any more. */
  gone() {
    this.#perform(this.machine.gone(), null);
  }

  /** @param {PointerEvent} event */
  #tug({ buttons, clientX, clientY }) {
    const stuck = this.#stuck;
    if (!stuck) return;
    const far = Math.hypot(clientX - stuck.x, clientY - stuck.y) > TUG;
    if (far || buttons === 0) this.#stuck = null;
    if (far && buttons !== 0) this.deeds.stuck(stuck.item);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { target } = event;
    if (event.button !== 0 || this.hand.holding || !(target instanceof Element) || target.closest(OTHERS)) return;
    if (this.machine.phase.phase !== "idle") return;
    const element = target.closest(".item");
    const item = element instanceof HTMLElement ? Number(element.dataset.handle) : null;
    const place = target.closest(".place");
    this.#pressed = {
      item, place: place instanceof HTMLElement ? place.dataset.in ?? null : null,
      shift: event.shiftKey,
    };
    // A player who grasps at an item that somebody holds is told who holds it.
    const graspable = item !== null && (this.room.store.liftable(item) || this.#isTaken(item));
    const pulls = item !== null && !graspable && event.pointerType === "mouse";
    this.#stuck = pulls ? { item, x: event.clientX, y: event.clientY } : null;
    const scrolls = event.pointerType === "touch" && !this.#atOnce(item, target);
    this.#perform(this.machine.down(point(event), graspable ? item : null, scrolls), event);
    const rested = () => this.#perform(this.machine.rested(), event);
    if (graspable && scrolls) this.#timer = window.setTimeout(rested, HOLD_MS);
    // Synthetic events of tests have no active pointer to capture; a finger that may scroll is not captured yet.
    if (!scrolls) this.#capture(event.pointerId);
  }

  /** @param {number} item */
  #isTaken(item) {
    const { store } = this.room;
    return store.seat >= 0 && store.holder(item) >= 0;
  }

  /** @param {number} id */
  #capture(id) {
    try {
      this.surface.setPointerCapture(id);
    } catch { /* then events bubble as usual */ }
  }

  /**
   * Playing cards and handles lift under a finger at once; on everything else it may want to scroll.
   * @param {number|null} item @param {Element} target
   */
  #atOnce(item, target) {
    if (target.closest(".grip")) return true;
    const content = item === null ? undefined : this.room.store.shown().faces.get(item);
    return item !== null && lookOf(content, "") === "card";
  }

  /** @param {Act[]} acts @param {PointerEvent|null} event */
  #perform(acts, event) {
    for (const act of acts) {
      switch (act.act) {
        case "press":
          this.#press(act.item);
          break;
        case "release":
          this.#press(null);
          break;
        case "lift":
          this.#press(null);
          this.#lift(act, event);
          break;
        case "drag":
          this.hand.drag(act.point, wish(event));
          break;
        case "drop":
          this.hand.dragEnds(act.point, wish(event));
          this.deeds.drop();
          break;
        case "return":
          this.deeds.home(act.why);
          break;
        case "tap":
          this.#tapped = event?.pointerType === "touch";
          this.deeds.tap(this.#pressed.item, this.#pressed.place, { shift: this.#pressed.shift });
      }
    }
  }

  /** @param {number|null} item */
  #press(item) {
    if (item === null) clearTimeout(this.#timer);
    for (const old of this.view.root.querySelectorAll(".pressed")) old.classList.remove("pressed");
    if (item !== null) this.view.elements.get(item)?.classList.add("pressed");
  }

  /** @param {Extract<Act, {act:"lift"}>} act @param {PointerEvent|null} event */
  #lift(act, event) {
    if (event) this.#capture(event.pointerId);
    const finger = act.point.type === "touch";
    if (!this.hand.lift(act.item, act.from, { finger })) {
      this.machine.gone();
      if (this.#isTaken(act.item)) this.deeds.refused(act.item);
      return;
    }
    if (finger) navigator.vibrate?.(8);
    this.hand.drag(act.point, wish(event));
    this.deeds.lifted(act.item);
  }
}

/**
 * What a key that is held down asks for, as it does in file managers.
 * @param {PointerEvent|null} event
 */
function wish(event) {
  if (event?.altKey || event?.ctrlKey) return "copy";
  return event?.metaKey ? "move" : "";
}

/** @param {PointerEvent} event @returns {import("../dnd/machine.js").Point} */
function point(event) {
  return { id: event.pointerId, type: event.pointerType, time: event.timeStamp, x: event.clientX, y: event.clientY };
}
