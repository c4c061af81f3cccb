// @ts-check
/**
 * The words that stand in the page itself: `<h2 data-t="lobby.boards">Boards</h2>`; `data-t-aria`, `data-t-title` and
 * `data-t-placeholder` do the same for attributes. The page is written in English, and is English without us.
 * Invariant: what was written there meanwhile by somebody else is left alone.
 */
import { t } from "./say.js";

const ATTRIBUTES = new Map([["data-t-aria", "aria-label"], ["data-t-title", "title"],
  ["data-t-placeholder", "placeholder"]]);
const MARKED = ["data-t", ...ATTRIBUTES.keys()].map((name) => `[${name}]`).join();

/**
 * Fills a page and its templates.
 * @param {ParentNode} root @param {import("./say.js").Language} before what it was written in
 */
export function fill(root, before) {
  for (const template of root.querySelectorAll("template")) fill(template.content, before);
  for (const element of root.querySelectorAll(MARKED)) {
    const key = element.getAttribute("data-t");
    if (key !== null && plain(element.textContent) === before.say(key, {})) element.textContent = t(key);
    for (const [mark, attribute] of ATTRIBUTES) {
      const name = element.getAttribute(mark);
      if (name === null || element.getAttribute(attribute) !== before.say(name, {})) continue;
      element.setAttribute(attribute, t(name));
    }
  }
}

/**
 * Lines may be broken anywhere in a page.
 * @param {string|null} text
 */
const plain = (text) => (text ?? "").replace(/\s+/g, " ").trim();
