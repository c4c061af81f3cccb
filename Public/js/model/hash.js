// @ts-check
/**
 * The view hash: both sides compute it over what is visible, so that a difference is found at once.
 * Invariant: equal views have equal text, whatever way led to them.
 */

/**
 * @param {{order:readonly string[], piles:Readonly<Record<string, readonly number[]>>,
 *   faces:ReadonlyMap<number, string|import("../net/messages.js").Content>}} view
 */
export function viewText({ order, piles, faces }) {
  const seen = (/** @type {number} */ item) => {
    const face = faces.get(item);
    return face === undefined ? `${item}` : `${item}=${faceText(face)}`;
  };
  return order.map((pile) => `${pile}:${piles[pile].map(seen).join()};`).join("");
}

const UTF8 = new TextEncoder();

/**
 * FNV-1a, 32 bit, over the text's UTF-8.
 * @param {string} text
 */
export function fnv1a(text) {
  let hash = 0x811c9dc5;
  for (const byte of UTF8.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/**
 * What is seen of an item: the face of a card in patience, content on a board.
 * @param {string|import("../net/messages.js").Content} face
 */
function faceText(face) {
  if (typeof face === "string") return face;
  const { text, detail = "", symbol = "", color = "", face: card = "", image = "" } = face;
  return [text, detail, symbol, color, card, image].join("|");
}

/** @param {Parameters<typeof viewText>[0]} view */
export const viewHash = (view) => fnv1a(viewText(view));
