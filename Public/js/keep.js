// @ts-check
/** What the browser keeps for us between visits. Private windows may refuse; then it lives as long as the page. */

/** @type {Map<string, string>} */
const memory = new Map();

/** @param {string} key @returns {string} empty if it was never kept */
export function kept(key) {
  try {
    return localStorage.getItem(`baize.${key}`) ?? memory.get(key) ?? "";
  } catch {
    return memory.get(key) ?? "";
  }
}

/** @param {string} key @param {string} value */
export function keep(key, value) {
  memory.set(key, value);
  try {
    localStorage.setItem(`baize.${key}`, value);
  } catch { /* kept in memory */ }
}
