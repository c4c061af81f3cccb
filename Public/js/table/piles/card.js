// @ts-check
/**
 * One card on the page: one element for its whole life. It rests at a place, flies to another, or is held.
 * Invariant: the element's own transform is where it will come to rest, or where it is held; flights only overlay it.
 */
import { cardOf, isKnownDown } from "../../model/face.js";
import { sound } from "../../sound/sound.js";
import { EASE_OUT, FLIP_MS } from "../../view/motion.js";
import { CARDS } from "../../view/sprite.js";

/** @typedef {import("../../view/motion.js").Motion} Motion */
/** @typedef {{animate?:boolean, delay?:number, duration?:number}} Flight */

/** While it flies or is held, a card lies above all that rest. */
const FLYING_Z = 1000;
const HELD_Z = 3000;

export class Card {
  /** Where it rests, or will when its flight ends. */
  x = 0;
  y = 0;
  z = 0;
  /** @type {{x:number, y:number}|null} */
  held = null;
  /** @type {Animation|null} */
  #flight = null;
  /** @type {string|undefined} */
  #face = undefined;
  #front = CARDS.picture("");
  #print = 0;

  /** @param {number} handle @param {Motion} motion */
  constructor(handle, motion) {
    this.handle = handle;
    this.motion = motion;
    this.element = document.createElement("div");
    this.element.className = "card";
    this.element.id = `card-${handle}`;
    this.element.dataset.handle = String(handle);
    this.body = document.createElement("div");
    this.body.className = "body";
    // Its picture is one of the styles, the same for all cards.
    const back = document.createElement("div");
    back.className = "back";
    this.#front.classList.add("front");
    this.body.append(back, this.#front);
    this.element.append(this.body);
  }

  /**
   * @param {string|undefined} face as it is told: one that is known although the card lies face down is marked
   * @param {boolean} animate @param {number} [delay] in milliseconds
   */
  turn(face, animate, delay = 0) {
    if (face === this.#face) return;
    const was = this.#face;
    this.#face = face;
    if (face !== undefined) {
      CARDS.show(this.#front, cardOf(face));
      this.element.dataset.face = face;
    } else {
      delete this.element.dataset.face;
    }
    const show = () => {
      this.element.classList.toggle("up", this.#face !== undefined);
      this.element.classList.toggle("known-down", isKnownDown(this.#face));
    };
    if (!animate || (was !== undefined && face !== undefined)) {
      show();
      return;
    }
    const half = { duration: FLIP_MS / 2, easing: "ease-in", delay };
    this.motion.animate(this.body, [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], half, () => {
      show();
      if (this.element.isConnected) {
        const rest = { duration: FLIP_MS / 2, easing: "ease-out" };
        this.motion.animate(this.body, [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], rest);
      }
    });
  }

  /**
   * How high the index at its corner is, in units of its picture; 0: as on the whole board.
   * @param {number} height
   */
  print(height) {
    if (height === this.#print) return;
    this.#print = height;
    this.element.style.setProperty("--index", height === 0 ? "" : `${height}px`);
  }

  /** Where it is seen now. Reads the page only while it flies. */
  now() {
    if (this.held) return this.held;
    if (!this.#flight) return { x: this.x, y: this.y };
    const matrix = new DOMMatrix(getComputedStyle(this.element).transform);
    return { x: matrix.e, y: matrix.f };
  }

  /** @param {number} x @param {number} y @param {number} z @param {Flight} flight */
  rest(x, y, z, flight) {
    const same = x === this.x && y === this.y;
    if (same && !this.held) {
      this.z = z;
      if (!this.#flight) this.element.style.zIndex = String(z);
      return;
    }
    const from = this.now();
    const dropped = this.held !== null;
    this.#land();
    this.held = null;
    Object.assign(this, { x, y, z });
    this.#write(x, y);
    const far = Math.hypot(from.x - x, from.y - y) > 0.5;
    if (!flight.animate || !far || this.motion.reduced) {
      this.element.style.zIndex = String(z);
      return;
    }
    this.element.style.zIndex = String(FLYING_Z + z);
    this.element.classList.add("flying");
    this.element.classList.toggle("settling", dropped);
    const { delay = 0, duration = FLIP_MS } = flight;
    const started = this.motion.animate(
      this.element,
      [{ transform: translation(from.x, from.y) }, { transform: translation(x, y) }],
      { duration, delay, easing: EASE_OUT, fill: "backwards" },
      // The end of a flight that another has taken over is heard later than the other's start.
      () => this.#flight === started && this.#landed(),
    );
    this.#flight = started;
  }

  /**
   * Holds it somewhere, above all others.
   * @param {number} x @param {number} y @param {number} order
   */
  hold(x, y, order) {
    if (!this.held) {
      this.#land();
      this.element.style.zIndex = String(HELD_Z + order);
    }
    this.held = { x, y };
    this.#write(x, y);
  }

  /** A short shake of the head, after it came home. */
  shake() {
    sound.play("refuse");
    const frames = [0, -5, 5, -3, 3, 0].map((x) => ({ translate: `${x}px` }));
    this.motion.animate(this.element, /** @type {Keyframe[]} */ (frames), { duration: 200, delay: 200 });
  }

  remove() {
    this.#land();
    this.element.remove();
  }

  /** @param {number} x @param {number} y */
  #write(x, y) {
    this.element.style.transform = translation(x, y);
  }

  #land() {
    const flight = this.#flight;
    this.#landed();
    flight?.cancel();
  }

  #landed() {
    this.#flight = null;
    this.element.classList.remove("flying", "settling");
    if (!this.held) this.element.style.zIndex = String(this.z);
  }
}

/** @param {number} x @param {number} y */
const translation = (x, y) => `translate(${x}px, ${y}px)`;
