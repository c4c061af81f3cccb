// @ts-check
/**
 * A file of pictures, of which a page draws those that it shows.
 * Used as `file.svg#name`, the whole file would be laid out before the first picture is seen: all cards, half a second
 * of a slow phone. And a `<use>` would make the browser copy what we can copy with less work.
 * Expects each picture, and each part that pictures share, on a line of its own, with its id before all others there.
 */

const SVG = "http://www.w3.org/2000/svg";
const ID = / id="([\w-]+)"/;
const PARTS = /href="#([\w-]+)"/g;
/** A file that did not come is asked for again after so long. */
const AGAIN_MS = 2000;

export class Sprite {
  /**
   * The lines of the file by what they draw.
   * @type {Map<string, string>|null}
   */
  #lines = null;
  /**
   * What was drawn already, to be copied.
   * @type {Map<string, Element>}
   */
  #drawn = new Map();
  /**
   * What shows nothing yet, and what it will show.
   * @type {Map<SVGSVGElement, string>}
   */
  #waiting = new Map();
  #isComing = false;

  /** @param {string} address of the file */
  constructor(address) {
    this.address = address;
  }

  /** @param {string} name empty for none yet */
  picture(name) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("aria-hidden", "true");
    if (name !== "") this.show(svg, name);
    return svg;
  }

  /** @param {SVGSVGElement} picture made here @param {string} name of what it shows from now on */
  show(picture, name) {
    this.#waiting.set(picture, name);
    if (this.#drawn.has(name)) this.#fill();
    else if (!this.#isComing) this.#bring();
  }

  /** Draws at once all that is waited for by then, and tries again while the file does not come. */
  async #bring() {
    this.#isComing = true;
    try {
      this.#lines ??= byName(await fetched(this.address));
      await null;
      this.#draw(this.#lines);
      this.#fill();
      // What the file does not have never comes.
      this.#waiting.clear();
      this.#isComing = false;
    } catch {
      setTimeout(() => {
        for (const picture of this.#waiting.keys()) if (!picture.isConnected) this.#waiting.delete(picture);
        if (this.#waiting.size > 0) this.#bring();
        else this.#isComing = false;
      }, AGAIN_MS);
    }
  }

  /** @param {Map<string, string>} lines */
  #draw(lines) {
    /** @type {Map<string, string>} */
    const needed = new Map();
    /** @param {string} name */
    const need = (name) => {
      const line = lines.get(name);
      if (line === undefined || needed.has(name) || this.#drawn.has(name)) return;
      // Parts stand before what is drawn from them.
      for (const [, part] of line.matchAll(PARTS)) need(part);
      needed.set(name, line);
    };
    for (const name of this.#waiting.values()) need(name);
    const text = `<svg xmlns="${SVG}">${[...needed.values()].join("")}</svg>`;
    const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
    for (const element of [...documentElement.children]) {
      for (const use of element.querySelectorAll("use")) use.replaceWith(this.#part(use));
      this.#drawn.set(element.id, element);
      element.removeAttribute("id");
    }
  }

  /** @param {SVGUseElement} use */
  #part(use) {
    const part = this.#drawn.get(use.getAttribute("href")?.slice(1) ?? "")?.cloneNode(true);
    const group = document.createElementNS(SVG, "g");
    for (const { name, value } of use.attributes) if (name !== "href") group.setAttribute(name, value);
    if (part) group.append(part);
    return group;
  }

  #fill() {
    for (const [picture, name] of this.#waiting) {
      const drawn = this.#drawn.get(name);
      if (!drawn) continue;
      picture.setAttribute("viewBox", drawn.getAttribute("viewBox") ?? "");
      picture.replaceChildren(...drawn.cloneNode(true).childNodes);
      this.#waiting.delete(picture);
    }
  }
}

/** @param {string} address */
async function fetched(address) {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  return reply.text();
}

/** @param {string} text @returns {Map<string, string>} */
function byName(text) {
  const named = text.split("\n").map((line) => /** @type {const} */ ([ID.exec(line)?.[1] ?? "", line]));
  return new Map(named.filter(([name]) => name !== ""));
}

/** The cards, and what else is seen of a table of patience. */
export const CARDS = new Sprite("/img/cards.svg");
/** A picture of each kind of board. */
export const BOARDS = new Sprite("/img/boards.svg");
