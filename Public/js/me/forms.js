// @ts-check
/** What is typed and shown on the page "You", as plain texts: names, codes, tokens. Pure. */

const HANDLE_MIN = 3;
export const HANDLE_MAX = 20;
const CODE_LENGTH = 10;
const CODE = /^[23456789A-HJKMNP-TV-Z]{10}$/;
/** What a guest's token is at least: docs/PROTOCOL.md. */
const TOKEN = /^g1\.[\w.-]{17,200}$/;
const TOKEN_BYTES = 16;

/**
 * A name as it is claimed: small letters, without the `@` that others see before it.
 * @param {string} text
 */
export const handleOf = (text) => text.trim().replace(/^@/, "").toLowerCase();

/**
 * Why a name cannot be claimed, as a key of words; empty if it may be tried.
 * @param {string} handle @param {number} [least]
 */
export function handleProblem(handle, least = HANDLE_MIN) {
  if (handle === "") return "me.rules";
  if (!/^[a-z]/.test(handle)) return "me.first";
  if (!/^[a-z0-9_-]+$/.test(handle)) return "me.letters";
  if (handle.length < least) return "me.short";
  return handle.length > HANDLE_MAX ? "me.long" : "";
}

/**
 * A code as people type it or a link brings it.
 * @param {string} text @returns {string} empty if it is none
 */
export function codeOf(text) {
  const code = text.toUpperCase().replace(/[\s-]/g, "");
  return CODE.test(code) ? code : "";
}

/**
 * `K7QDM-2XWPA`
 * @param {string} code
 */
export const grouped = (code) => `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;

/**
 * The code in a link that adds a device.
 * @param {string} hash of the address @returns {string} empty if there is none
 */
export const codeIn = (hash) => codeOf(/^#pair=([\w-]{1,20})$/.exec(hash)?.[1] ?? "");

/**
 * The token in a text that somebody has kept.
 * @param {string} text @returns {string} empty if it is none
 */
export function tokenOf(text) {
  const token = text.trim();
  return TOKEN.test(token) ? token : "";
}

/**
 * A token that nobody has had before.
 * @param {(bytes:Uint8Array) => unknown} [random] fills them
 */
export function freshToken(random = (/** @type {Uint8Array} */ it) => crypto.getRandomValues(it)) {
  const bytes = new Uint8Array(TOKEN_BYTES);
  random(bytes);
  return `g1.${[...bytes].map((it) => it.toString(16).padStart(2, "0")).join("")}`;
}

/** The most telling one first: many browsers name others besides. */
const BROWSERS = ["Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari"];
const CALLED = new Map([["Edg", "Edge"], ["OPR", "Opera"], ["SamsungBrowser", "Samsung Internet"]]);
const SYSTEMS = ["Android", "iPhone", "iPad", "Windows", "Mac", "CrOS", "Linux"];

/**
 * What a device may be called: `Firefox, Linux`. These are names, the same in every language.
 * @param {string} agent as a browser names itself
 */
export function deviceName(agent) {
  const browser = BROWSERS.find((it) => agent.includes(`${it}/`) || agent.includes(`${it}iOS/`));
  const system = SYSTEMS.find((it) => agent.includes(it));
  const parts = [browser && (CALLED.get(browser) ?? browser), system];
  return parts.filter((it) => it !== undefined).join(", ");
}
