// @ts-check
/**
 * A board or a game of somebody's own: its description goes to the server, which opens it or names every mistake.
 * Promise: `openDescribed` always ends, in a table, in mistakes with their places, or in words.
 */
import { sizeWords, t } from "../words/say.js";
import "../words/own.js";
import { DESCRIPTION_BYTES_MAX } from "./shared.js";

/** @typedef {{line:number, column:number, at?:string, message:string, mend?:string}} Problem */
/** @typedef {{path:string, room:string}|{problems:Problem[]}|{why:string}} Opened */

/** What can be described: where its example is, and who opens it. */
export const BOARD = { example: "/boards/kanban.json", opens: "/api/boards" };
export const GAME = { example: "/games/example.json", opens: "/api/games" };
/** @typedef {typeof BOARD} Described */

/** @type {Record<number, string>} the keys of words */
const REASONS = { 401: "own.signedOut", 403: "own.mayNot", 413: "own.tooLarge" };

export const sizeMax = () => sizeWords(DESCRIPTION_BYTES_MAX);

/**
 * @param {string} text @param {string} token @param {typeof fetch} [ask] @param {Described} [what]
 * @returns {Promise<Opened>}
 */
export async function openDescribed(text, token, ask = (...it) => fetch(...it), what = BOARD) {
  const said = await post(text, token, ask, what.opens);
  if (!("answer" in said)) return said;
  const { room, path } = said.answer ?? {};
  return typeof room === "string" && /^\/t\/\w{1,40}$/.test(path) ? { room, path } : { why: t("own.notOpened") };
}

/**
 * @param {string} text @param {string} token @param {typeof fetch} ask @param {string} path
 * @returns {Promise<{answer:any}|{problems:Problem[]}|{why:string}>} what a server says is looked at
 */
async function post(text, token, ask, path) {
  if (new TextEncoder().encode(text).length > DESCRIPTION_BYTES_MAX) return { why: reason(413) ?? "" };
  try {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const reply = await ask(path, { method: "POST", headers, body: text });
    /** @type {any} what a server says is looked at */
    const answer = await reply.json().catch(() => ({}));
    if (reply.ok) return { answer };
    const problems = Array.isArray(answer?.problems) ? answer.problems.filter(isProblem) : [];
    if (problems.length > 0) return { problems };
    const said = typeof answer?.message === "string" && answer.message !== "" ? answer.message : undefined;
    return { why: reason(reply.status) ?? said ?? t("own.notOpened") };
  } catch {
    return { why: t("own.unreached") };
  }
}

/**
 * Whether a text is a game; nothing is opened.
 * @param {string} text @param {string} token @param {typeof fetch} [ask]
 * @returns {Promise<{ok:true}|{problems:Problem[]}|{why:string}>}
 */
export async function checkGame(text, token, ask = (...it) => fetch(...it)) {
  const said = await post(text, token, ask, `${GAME.opens}?check`);
  return "answer" in said ? { ok: true } : said;
}

/**
 * The description of the example; empty if it cannot be had.
 * @param {typeof fetch} [ask] @param {Described} [what]
 */
export async function example(ask = (...it) => fetch(...it), what = BOARD) {
  try {
    const reply = await ask(what.example);
    return reply.ok ? await reply.text() : "";
  } catch {
    return "";
  }
}

/** @param {number} status */
const reason = (status) => (status in REASONS ? t(REASONS[status], { size: sizeMax() }) : undefined);

/** @param {any} it @returns {it is Problem} */
function isProblem(it) {
  return Number.isInteger(it?.line) && Number.isInteger(it?.column) && typeof it?.message === "string";
}

/**
 * Where a line stands in a text, from its first letter to its last; the last line if there are fewer.
 * @param {string} text @param {number} line from 1 @returns {[number, number]}
 */
export function lineRange(text, line) {
  const lines = text.split("\n");
  const at = Math.max(0, Math.min(lines.length, line) - 1);
  const start = lines.slice(0, at).reduce((sum, it) => sum + it.length + 1, 0);
  return [start, start + lines[at].length];
}
