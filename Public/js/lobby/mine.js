// @ts-check
/**
 * The tables of one guest, running and finished, and the one to go on with.
 * Promise: what was left in this browser is known at once, before the server has told its list and where it has none.
 * Invariant: running tables stand before finished ones, and among each the one that was used last is first.
 */
import { keep, kept } from "../keep.js";
import { language, t } from "../words/say.js";
import { howFar } from "./kinds.js";

/** @typedef {import("../net/messages.js").TableFacts & {at?:number, here?:string[]}} Mine  at: when it was used last */
/** @typedef {{tables:Mine[], more:string}} Told  more: names the next part of the list; empty at its end */

const PATH = "/api/me/tables";
const KEY = "tables";
/** So many are known without the server. */
const NOTED_MAX = 6;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/**
 * What is less happened now.
 * @type {Array<[number, Intl.RelativeTimeFormatUnit]>}
 */
const UNITS = [[DAY, "day"], [HOUR, "hour"], [MINUTE, "minute"]];

/**
 * @param {string} token @param {string} before of an answer's `more`; empty for the newest @param {typeof fetch} [ask]
 * @returns {Promise<Told|null>} null if the list cannot be had
 */
export async function fetchMine(token, before, ask = (...it) => fetch(...it)) {
  try {
    const headers = { Authorization: `Bearer ${token}` };
    const reply = await ask(before === "" ? PATH : `${PATH}?before=${encodeURIComponent(before)}`, { headers });
    // An earlier release has no such list; then the browser's own counts.
    if (reply.status === 404) return { tables: before === "" ? noted() : [], more: "" };
    return reply.ok ? readMine(await reply.text()) : null;
  } catch {
    return null;
  }
}

/** @param {string} text @returns {Told|null} what of it can be used */
export function readMine(text) {
  try {
    const { tables, more } = JSON.parse(text);
    return { tables: tables.filter(isMine), more: typeof more === "string" ? more : "" };
  } catch {
    return null;
  }
}

/** @param {any} it @returns {it is Mine} */
const isMine = (it) => typeof it?.id === "string" && /^\w{1,40}$/.test(it.id)
  && (it.status === "damaged" || (typeof it.game === "string" && Array.isArray(it.who)));

/** @param {string} status of a game that nobody plays on */
export const isFinished = (status) => status === "won" || status === "over";

/** @param {Mine} table */
const rank = ({ status }) => (status === "damaged" ? 2 : isFinished(status) ? 1 : 0);

/** @param {readonly Mine[]} tables the newest first */
export const ranked = (tables) => [...tables].sort((a, b) => rank(a) - rank(b));

/** @param {readonly Mine[]} tables the newest first @returns {Mine|undefined} the one to go on with */
export const goesOn = (tables) => tables.find(({ status }) => status === "playing");

/**
 * How far a table is, who is there, and when it was used.
 * @param {Mine} table @param {number} [now]
 */
export function mineLine(table, now = Date.now()) {
  const { at } = table;
  const bots = new Set((table.bots ?? []).map((place) => table.who[place]));
  const here = (table.here ?? []).map((name) => (bots.has(name) ? t("lobby.bot", { name }) : name));
  const when = at === undefined ? [] : [ago(at, now)];
  if (table.status === "damaged") return [t("gone.table.damaged"), ...when].join(" · ");
  return [howFar(table), ...(here.length > 0 ? [t("mine.here", { names: here, count: here.length })] : []), ...when]
    .join(" · ");
}

/** @param {number} at @param {number} now both in ms since 1970 */
export function ago(at, now) {
  const seconds = Math.max(0, (now - at) / 1000);
  const [size, unit] = UNITS.find(([it]) => seconds >= it) ?? [Infinity, "second"];
  return language().times.format(-Math.floor(seconds / size), /** @type {Intl.RelativeTimeFormatUnit} */ (unit));
}

// What the browser knows

/** @returns {Mine[]} */
export function noted() {
  const tables = readMine(kept(KEY))?.tables ?? [];
  const last = kept("last");
  // Of a table that an earlier release of this page opened there is no more than its name.
  return tables.length > 0 || last === "" ? tables
    : [{ id: last, game: "", who: [], seats: 1, watching: 0, moves: 0, score: 0, up: 0, of: 0, status: "playing" }];
}

/** @param {readonly Mine[]} tables the newest first */
export const noteAll = (tables) => keep(KEY, JSON.stringify({ tables: tables.slice(0, NOTED_MAX) }));

/** @param {string} room to which we may not come any more */
export function forgetMine(room) {
  const tables = noted();
  if (!tables.some(({ id }) => id === room)) return;
  noteAll(tables.filter(({ id }) => id !== room));
  if (kept("last") === room) keep("last", "");
}

/**
 * Notes a table at which we sit, as we leave it.
 * @param {import("../model/table.js").TableOf<any>} table
 */
export function note({ room, game, deal, kinds, piles, seats, status, watching }) {
  const foundations = [...kinds].filter(([, { role }]) => role === "foundation");
  const count = (/** @type {string[]} */ names) => names.reduce((sum, name) => sum + (piles[name]?.length ?? 0), 0);
  keep("last", room);
  noteAll([{
    id: room, game: game.id, name: game.name, ...(deal && { deal }), seats: seats.length, watching,
    who: seats.flatMap(({ name }) => name ?? []), moves: status.moves, score: 0,
    up: count(foundations.map(([name]) => name)), of: count(Object.keys(piles)),
    status: status.status ?? "playing", at: Date.now(),
  }, ...noted().filter(({ id }) => id !== room)]);
}
