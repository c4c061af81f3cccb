// @ts-check
/**
 * A board of somebody's own: its description goes to the server, which opens it or names every mistake.
 * Promise: `openDescribed` always ends, in a table, in mistakes with their places, or in words.
 */

/** @typedef {{line:number, column:number, at?:string, message:string, mend?:string}} Problem */
/** @typedef {{path:string, room:string}|{problems:Problem[]}|{why:string}} Opened */

export const DESCRIPTION_BYTES_MAX = 64 * 1024;
const EXAMPLE = "/boards/kanban.json";

/** @type {Record<number, string>} */
const REASONS = {
  401: "This page's sign-in is over. Reload the page and try again.",
  403: "This page may not open boards. Reload it and try again.",
  413: `That is more than ${DESCRIPTION_BYTES_MAX / 1024} KB. Take items or texts out.`,
};

/**
 * @param {string} text @param {string} token @param {typeof fetch} [ask] @returns {Promise<Opened>}
 */
export async function openDescribed(text, token, ask = (...it) => fetch(...it)) {
  if (new TextEncoder().encode(text).length > DESCRIPTION_BYTES_MAX) return { why: REASONS[413] };
  try {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const reply = await ask("/api/boards", { method: "POST", headers, body: text });
    /** @type {any} what a server says is looked at */
    const answer = await reply.json().catch(() => ({}));
    const { room, path } = answer ?? {};
    if (reply.ok && typeof room === "string" && /^\/t\/\w{1,40}$/.test(path)) return { room, path };
    const problems = Array.isArray(answer?.problems) ? answer.problems.filter(isProblem) : [];
    if (problems.length > 0) return { problems };
    const said = typeof answer?.message === "string" && answer.message !== "" ? answer.message : undefined;
    return { why: REASONS[reply.status] ?? said ?? "The server did not open that. Try again in a moment." };
  } catch {
    return { why: "The server could not be reached. Try again when the connection is back." };
  }
}

/**
 * The description of the example; empty if it cannot be had.
 * @param {typeof fetch} [ask]
 */
export async function example(ask = (...it) => fetch(...it)) {
  try {
    const reply = await ask(EXAMPLE);
    return reply.ok ? await reply.text() : "";
  } catch {
    return "";
  }
}

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
