// @ts-check
/**
 * The view hash: both sides compute it over what is visible, so that a difference is found at once.
 * Invariant: equal views have equal text, whatever way led to them.
 */

/**
 * @param {{order:readonly string[], piles:Readonly<Record<string, readonly number[]>>,
 *   faces:ReadonlyMap<number,string>}} view
 */
export function viewText(view) {
  let text = "";
  for (const pile of view.order) {
    const items = view.piles[pile].map((item) => {
      const face = view.faces.get(item);
      return face === undefined ? `${item}` : `${item}=${face}`;
    });
    text += `${pile}:${items.join(",")};`;
  }
  return text;
}

/**
 * FNV-1a, 32 bit; the text is ASCII.
 * @param {string} text
 */
export function fnv1a(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** @param {Parameters<typeof viewText>[0]} view */
export const viewHash = (view) => fnv1a(viewText(view));
