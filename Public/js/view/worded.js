// @ts-check
/** Elements whose words change with the language, as those that stand in the page itself do. */
import { make } from "./dom.js";
import { t } from "../words/say.js";

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {string} kind @param {string} key of what stands in it
 */
export function worded(tag, kind, key) {
  const element = make(tag, kind, t(key));
  element.dataset.t = key;
  return element;
}

/**
 * @template {HTMLElement} E
 * @param {E} element @param {string} key of what it is called @returns {E}
 */
export function called(element, key) {
  element.dataset.tAria = key;
  element.setAttribute("aria-label", t(key));
  return element;
}
