// @ts-check
/**
 * A bundle inside HTML: the one kind of text that every clipboard passes on whole, however it is written and read.
 * Invariant: what `wrap` has wrapped, `unwrap` gives back, also when a browser wrote the HTML anew.
 */

/** @type {Record<string, string>} */
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'", nbsp: "\u00a0" };

/** @param {string} text */
export function escaped(text) {
  return text.replace(/[&<>"]/g, (it) => `&#${it.charCodeAt(0)};`);
}

/**
 * @param {string} bundle @param {string} shown HTML that stands for it where nobody knows bundles
 */
export function wrap(bundle, shown) {
  return `<span data-baize="${escaped(bundle)}">${shown}</span>`;
}

/**
 * The bundle in a page's HTML; empty if the page has none.
 * @param {string} html
 */
export function unwrap(html) {
  const found = /<span\s[^>]*?data-baize="([^"]*)"/i.exec(html)?.[1] ?? "";
  return found.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : whole;
    const code = hex !== undefined ? parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
