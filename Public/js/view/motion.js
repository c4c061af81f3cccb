// @ts-check
/**
 * Everything that moves by itself, counted, so that the page knows when it is at rest.
 * Promise: with reduced motion, of the system or of the settings, nothing moves; each animation that was started leaves
 * the count exactly once.
 */
import { settings } from "../settings.js";

export const FLIP_MS = 180;
export const HOME_MS = 220;
export const EASE_OUT = "cubic-bezier(.25,.6,.25,1)";

/**
 * The part of its way that a thing eases on in some milliseconds. A page that slept does not leap.
 * @param {number} ms @param {number} easeMs
 */
export const approach = (ms, easeMs) => 1 - Math.exp(-Math.min(100, ms) / easeMs);

export class Motion {
  running = 0;
  #still = matchMedia("(prefers-reduced-motion: reduce)");

  /** @param {() => void} rested called when the last animation has ended */
  constructor(rested) {
    this.rested = rested;
  }

  get reduced() {
    return this.#still.matches || settings.get("motion") === "reduce";
  }

  /**
   * @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options
   * @param {() => void} [ended] called in every case, also when nothing may move
   * @returns {Animation|null}
   */
  animate(element, frames, options, ended = () => {}) {
    if (this.reduced) {
      ended();
      return null;
    }
    this.running += 1;
    const animation = element.animate(frames, options);
    let over = false;
    const end = () => {
      if (over) return;
      over = true;
      this.running -= 1;
      ended();
      if (this.running === 0) this.rested();
    };
    animation.onfinish = end;
    animation.oncancel = end;
    return animation;
  }
}
