// @ts-check
/** Elements of the operator's page: those that are sure to be there, and new ones. What is in them is text. */

/** @param {string} selector */
export function element(selector) {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** @param {string} selector */
export function field(selector) {
  const found = element(selector);
  if (!(found instanceof HTMLInputElement)) throw new Error(`${selector} is no field`);
  return found;
}

/** @param {string} tag @param {...(string|Node)} content */
export function made(tag, ...content) {
  const element = document.createElement(tag);
  element.append(...content);
  return element;
}
