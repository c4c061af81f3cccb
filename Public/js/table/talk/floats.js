// @ts-check
/**
 * Reactions as they are seen: one of a player floats up from their name, those who watch are counted beside their
 * number. For people who want less motion they stand still.
 * Promise: none stays longer than FLOAT_MS, none covers anything that can be pressed, and so many are shown at most.
 */
import { attribute, make } from "../../view/dom.js";
import { t } from "../../words/say.js";
import { pictureOf } from "./reactions.js";

const FLOAT_MS = 2000;
const FLOATS_MAX = 12;
/** Of one name no two lie on each other. */
const STEP_PX = 22;

export class Floats {
  /** @type {Set<ReturnType<typeof setTimeout>>} */
  #timers = new Set();

  /** @param {HTMLElement} root of the page @param {HTMLElement} talk the button, where there is nothing else */
  constructor(root, talk) {
    this.root = root;
    this.talk = talk;
    this.layer = make("div", "talk-floats");
    attribute(this.layer, "aria-hidden", "true");
    root.append(this.layer);
  }

  /** @param {number} seat @param {string} what */
  player(seat, what) {
    const badge = this.root.querySelector(`#seats [data-by="${seat}"]`);
    const float = make("span", "talk-float", pictureOf(what));
    float.dataset.by = String(seat);
    float.dataset.what = what;
    this.#show(float, badge);
  }

  /** @param {[string, number][]} counted what those who watch have sent, and how often */
  watchers(counted) {
    const known = counted.filter(([what, count]) => pictureOf(what) !== "" && count > 0);
    if (known.length === 0) return;
    const words = known.map(([what, count]) => make("span", "", pictureOf(what),
      ...(count > 1 ? [make("b", "", t("talk.count", { count }))] : [])));
    this.layer.querySelector(".of-watchers")?.remove();
    this.#show(make("span", "talk-float of-watchers", ...words), this.root.querySelector(".watchers:not([hidden])"));
  }

  /** @param {HTMLElement} float @param {Element|null} at whose place */
  #show(float, at) {
    if (float.childNodes.length === 0 || float.textContent === "") return;
    let place = at?.getBoundingClientRect();
    // A name may be scrolled out of its row, and a number may find no room in it.
    if (!place || place.width === 0 || place.right > innerWidth || place.left < 0 || isClipped(at)) {
      place = this.talk.getBoundingClientRect();
    }
    while (this.layer.children.length >= FLOATS_MAX) this.layer.firstElementChild?.remove();
    const here = [...this.layer.children].filter((it) => float.dataset.by !== undefined
      && it instanceof HTMLElement && it.dataset.by === float.dataset.by).length;
    const isBelow = float.classList.contains("of-watchers");
    float.style.left = `${Math.round(place.left + 4 + (here % 4) * STEP_PX)}px`;
    float.style.top = `${Math.round(isBelow ? place.bottom + 2 : place.top)}px`;
    this.layer.append(float);
    const over = float.getBoundingClientRect().right - innerWidth + 4;
    if (over > 0) float.style.left = `${Math.round(place.left + 4 - over)}px`;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      float.remove();
    }, FLOAT_MS);
    this.#timers.add(timer);
  }

  leave() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.layer.remove();
  }
}

/**
 * Whether it lies outside of what it scrolls or wraps in.
 * @param {Element|null|undefined} element
 */
function isClipped(element) {
  const [own, around] = [element, element?.parentElement].map((it) => it?.getBoundingClientRect());
  if (!own || !around) return true;
  return own.left < around.left - 1 || own.right > around.right + 1 || own.top > around.bottom - 4;
}
