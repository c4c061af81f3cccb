// @ts-check
/**
 * What the page "You" asks of the server, and what it is answered.
 * Promise: nothing here throws; what went wrong is one word, the server's own where it gave one.
 */

/** @typedef {{n:number, name?:string, made?:number, this?:boolean}} Device  made: in ms since 1970 */
/** @typedef {{name:string, scopes:string[], made?:number}} Bot */
/** @typedef {{id:string, handle?:string, devices:Device[], bots:Bot[]}} Me */
/**
 * `error` is empty, or the server's word, or `offline` (not reached), `slow` (too often), `other`.
 * @typedef {{body:any, error:string}} Reply
 */

const PATH = "/api/me";

/**
 * @param {string} token @param {string} method @param {string} path below `/api/me` @param {object} [body]
 * @param {typeof fetch} [asking] @returns {Promise<Reply>}
 */
export async function ask(token, method, path, body, asking = (...it) => fetch(...it)) {
  try {
    const reply = await asking(PATH + path, {
      method, headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const told = await reply.json().catch(() => null);
    if (reply.ok && told !== null) return { body: told, error: "" };
    const error = reply.status === 429 ? "slow" : typeof told?.error === "string" ? told.error : "other";
    return { body: null, error };
  } catch {
    return { body: null, error: "offline" };
  }
}

/** @param {any} told @returns {Me|null} what of it can be used */
export function readMe(told) {
  if (typeof told?.id !== "string" || !Array.isArray(told.devices)) return null;
  const bots = Array.isArray(told.bots) ? told.bots : [];
  return {
    id: told.id, ...(typeof told.handle === "string" && { handle: told.handle }),
    devices: told.devices.filter((/** @type {any} */ it) => Number.isInteger(it?.n)),
    bots: bots.filter((/** @type {any} */ it) => typeof it?.name === "string")
      .map((/** @type {any} */ it) => ({ ...it, scopes: Array.isArray(it.scopes) ? it.scopes : [] })),
  };
}

/**
 * All that the server has of somebody, part after part.
 * @param {(path:string) => Promise<Reply>} get @param {(tables:number) => void} progress
 * @returns {Promise<Reply>} in its body `me`, `uploads`, `ban` where there is one, `tables` and `reports`, whole or not
 *   at all
 */
export async function collect(get, progress) {
  /** @type {{me:any, uploads:any[], tables:any[], reports:any[], ban?:any}} */
  const all = { me: null, uploads: [], tables: [], reports: [] };
  const seen = new Set();
  for (let after = ""; !seen.has(after);) {
    seen.add(after);
    const { body, error } = await get(`/export${after === "" ? "" : `?after=${encodeURIComponent(after)}`}`);
    if (error !== "") return { body: null, error };
    all.me ??= body.me ?? null;
    all.uploads = all.uploads.concat(body.uploads ?? []);
    if (body.ban) all.ban = body.ban;
    all.tables = all.tables.concat(body.tables ?? []);
    all.reports = all.reports.concat(body.reports ?? []);
    progress(all.tables.length);
    if (typeof body.more !== "string" || body.more === "") return { body: all, error: "" };
    after = body.more;
  }
  // The server names a part that we have: there would be no end.
  return { body: null, error: "other" };
}
