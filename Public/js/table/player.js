// @ts-check
/**
 * The player's pointer: presses become taps, lifts and drops. A spectator may only look closer.
 * Promise: whatever interrupts a drag brings the items home; a second finger changes nothing.
 */
import { HOLD_MS, Machine } from "./machine.js";

/** @typedef {import("./machine.js").Act} Act */
/**
 * @typedef {object} Pressed what lies under a pointer that presses
 * @property {number|null} item
 * @property {string|null} place
 * @property {number|null} grasp what is lifted by taking hold of it; also what somebody else holds, to be told so
 * @property {boolean} atOnce a finger lifts it without resting on it first
 */
/** @typedef {Pressed & {shift:boolean, finger:boolean, time:number}} Tapped */
/**
 * @typedef {object} Deeds what a player's gestures come to
 * @property {(event:PointerEvent, target:Element) => Pressed|null} under null: a press there is none of ours
 * @property {(event:PointerEvent) => {x:number, y:number}} point in the hand's pixels
 * @property {(item:number|null) => void} press shows what is pressed
 * @property {(tapped:Tapped) => void} tap
 * @property {(item:number) => void} lifted
 * @property {(item:number) => void} [stuck] it cannot be lifted, though somebody drags at it
 */

/** Pixels that are more than a click. */
const TUG = 12;

/** @type {Tapped} */
const NOTHING = { item: null, place: null, grasp: null, atOnce: true, shift: false, finger: false, time: 0 };

export class Player {
  machine = new Machine();
  /** @type {Tapped} */
  #pressed = NOTHING;
  #timer = 0;
  /** A finger has just tapped. */
  #tapped = false;
  /**
   * What the mouse pressed on though it cannot be lifted, and where.
   * @type {{item:number, x:number, y:number}|null}
   */
  #stuck = null;

  /**
   * @param {HTMLElement} surface around the table
   * @param {Pick<import("./conduct.js").Conduct<any, any>, "hand"|"drop"|"home"|"tellHolder">} conduct
   * @param {Deeds} deeds @param {AbortSignal} signal
   */
  constructor(surface, conduct, deeds, signal) {
    this.surface = surface;
    this.conduct = conduct;
    this.hand = conduct.hand;
    this.deeds = deeds;
    const options = { signal };
    surface.addEventListener("pointerdown", (event) => this.#down(event), options);
    surface.addEventListener("pointermove", (event) => {
      this.#perform(this.machine.move(this.#point(event)), event);
      this.#tug(event);
    }, options);
    surface.addEventListener("pointerup", (event) => {
      this.#perform(this.machine.up(this.#point(event)), event);
    }, options);
    for (const lost of /** @type {const} */ (["pointercancel", "lostpointercapture"])) {
      surface.addEventListener(lost, (event) => this.#perform(this.machine.cancel(event.pointerId), event), options);
    }
    // A long press holds an item; it does not ask for a menu.
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
    addEventListener("blur", () => this.end("escape"), options);
  }

  /** @param {import("./machine.js").Why} why @returns {boolean} whether a pointer held something */
  end(why) {
    const acts = this.machine.end(why);
    this.#perform(acts, null);
    return acts.some(({ act }) => act === "return");
  }

  /** @param {PointerEvent} event @returns {import("./machine.js").Point} */
  #point(event) {
    return { id: event.pointerId, type: event.pointerType, time: event.timeStamp, ...this.deeds.point(event) };
  }

  /** @param {PointerEvent} event */
  #tug({ buttons, clientX, clientY }) {
    const stuck = this.#stuck;
    if (!stuck) return;
    const far = Math.hypot(clientX - stuck.x, clientY - stuck.y) > TUG;
    if (far || buttons === 0) this.#stuck = null;
    if (far && buttons !== 0) this.deeds.stuck?.(stuck.item);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { target } = event;
    if (event.button !== 0 || this.hand.holding || !(target instanceof Element)) return;
    if (this.machine.phase.phase !== "idle") return;
    const under = this.deeds.under(event, target);
    if (!under) return;
    const finger = event.pointerType === "touch";
    this.#pressed = { ...under, shift: event.shiftKey, finger, time: event.timeStamp };
    const { item, grasp } = under;
    const pulls = item !== null && grasp === null && event.pointerType === "mouse";
    this.#stuck = pulls ? { item, x: event.clientX, y: event.clientY } : null;
    const scrolls = finger && !under.atOnce;
    this.#perform(this.machine.down(this.#point(event), grasp, scrolls), event);
    const rested = () => this.#perform(this.machine.rested(), event);
    if (grasp !== null && scrolls) this.#timer = window.setTimeout(rested, HOLD_MS);
    // A finger that may scroll is not captured yet.
    if (!scrolls) this.#capture(event.pointerId);
  }

  /** @param {number} id */
  #capture(id) {
    // Synthetic events of tests have no active pointer to capture.
    try {
      this.surface.setPointerCapture(id);
    } catch { /* then events bubble as usual */ }
  }

  /** @param {Act[]} acts @param {PointerEvent|null} event */
  #perform(acts, event) {
    for (const act of acts) {
      switch (act.act) {
        case "press":
          this.deeds.press(act.item);
          break;
        case "release":
          this.#release();
          break;
        case "lift":
          this.#release();
          this.#lift(act, event);
          break;
        case "drag":
          this.hand.drag(act.point, wish(event));
          break;
        case "drop":
          this.hand.dragEnds(act.point, wish(event));
          this.conduct.drop();
          break;
        case "return":
          this.conduct.home(act.why);
          break;
        case "tap":
          this.#tapped = this.#pressed.finger;
          this.deeds.tap({ ...this.#pressed, time: act.time });
      }
    }
  }

  #release() {
    clearTimeout(this.#timer);
    this.deeds.press(null);
  }

  /** @param {Extract<Act, {act:"lift"}>} act @param {PointerEvent|null} event */
  #lift(act, event) {
    if (event) this.#capture(event.pointerId);
    const finger = act.point.type === "touch";
    if (!this.hand.lift(act.item, act.from, { finger })) {
      this.machine.end("gone");
      // It is in somebody's hand, or was taken away just now.
      this.conduct.tellHolder(act.item);
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
