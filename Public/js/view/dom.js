// @ts-check
/** Small help with the page: elements that are sure to be there, new ones, and what is written on them. */

/**
 * The element, or a clear error: the page and the code no longer fit together.
 * @template {Element} T
 * @param {ParentNode} root @param {string} selector @param {new () => T} kind @returns {T}
 */
export function find(root, selector, kind) {
  const element = root.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`the page lacks ${selector}`);
  return element;
}

/**
 * A fresh copy of a page's template.
 * @param {string} id
 */
export function fromTemplate(id) {
  const template = find(document, `#${id}`, HTMLTemplateElement);
  return /** @type {DocumentFragment} */ (template.content.cloneNode(true));
}

/**
 * Writes only what differs.
 * @param {Element} element @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Does what can wait when the browser has nothing else to do, or after a second.
 * @param {() => void} act
 */
export function whenIdle(act) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act, { timeout: 1000 });
  else setTimeout(act, 200);
}

/**
 * Marks whether a button does something now. One that does nothing keeps the focus, which it would lose with
 * `disabled`; so its listeners have to check for themselves.
 * @param {HTMLElement} button @param {boolean} on
 */
export function allow(button, on) {
  if (on) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

/**
 * A press beside the box closes it, as people expect.
 * @param {HTMLDialogElement} dialog
 */
export function closesBeside(dialog) {
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

/** @param {string} text @returns {Promise<boolean>} */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes only what differs.
 * @param {Element} element @param {string} name @param {string|null} value null: it is taken away
 */
export function attribute(element, name, value) {
  if (value === null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * An element with its class, and with what is in it.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {string} [kind] its class @param {...(string|Node)} content
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, kind = "", ...content) {
  const element = document.createElement(tag);
  if (kind !== "") element.className = kind;
  element.append(...content);
  return element;
}

/** @param {string} kind @param {string} text @param {() => void} press */
export function button(kind, text, press) {
  const element = make("button", kind, text);
  element.type = "button";
  element.addEventListener("click", press);
  return element;
}
