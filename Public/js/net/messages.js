// @ts-check
/**
 * The messages of `baize.v1`, as data: `decode` reads what the server sends, the builders write what we say.
 * Promise: `decode` never throws and never yields a message that lacks what its kind needs.
 * Invariant: every builder keeps the order of fields that docs/PROTOCOL.md shows.
 */

/** @typedef {[number, string]|[string]} Step  of a line that wins: a card to a place, or a stock that is turned */
/** @typedef {"easy"|"medium"|"hard"} Level */
/** @typedef {{winnable?:true, level?:Level}} Terms  what was promised of a deal */
/** @typedef {{kind:"open"|"sealed", n?:number|string, commit?:string, seed?:string, salt?:string, start?:string,
 *   line?:Step[]} & Terms} Deal  n: of an open one, left out where the server is to pick it; the others are of a sealed
 *   one; start: of a race, the text that it is bound to; line: the proof that it can be won */
/** @typedef {"off"|"safe"|"all"} Auto */
/** @typedef {{score:number, moves:number, pass:number, redeal:boolean, up:number, clock:number, run:boolean,
 *   ticks:number, status:"playing"|"won"|"stuck"|"over"|"waiting", undo:number, redo:number, safe:boolean,
 *   auto?:Auto, timed:boolean, bonus?:number, streak?:number}} Status */
/**
 * `plain` is the name as the server tells it, where `name` tells them from somebody else.
 * @typedef {{n:number, id?:string, name?:string, plain?:string, kind?:string, on?:boolean}} Seat
 */
/** @typedef {{race:string, n:number, undo:boolean, hint:boolean}} Entry  an entrant's own table in a race: the room of
 *   the race, their number there, and what is allowed here */
/** @typedef {"public"|"link"|"knock"} Access  who may come */
/** @typedef {{access?:Access, host?:number, locked?:boolean, chat?:boolean}} Admission  who may come, the seat of the
 *   host, and whether the players can write to each other */
/** @typedef {{d:number, by:number, items:number[], x?:number, y?:number, o?:string, b?:number, onto?:number,
 *   f?:string}} LiveDrag */
/** @typedef {{in:string, drag?:boolean, items:Array<[number]|[number,string]>}} Run */
/** @typedef {{name:string, formation?:string, runs:Run[]}} Region */
/** @typedef {{id:string, name:string, kind?:string, draw:number, passes:number, rules?:string, of?:number,
 *   pairs?:number, score?:"low"|"none", zones:import("../model/zones.js").Zone[]}} Game  rules: base64 */
/** @typedef {{text:string, detail?:string, symbol?:string, color?:string, face?:string, image?:string,
 *   fields?:Array<[string,string]>, label?:string}} Content */
/** @typedef {{in:string, drag?:boolean, title?:string, reorder?:boolean, capacity?:number,
 *   items:Array<[number]|[number,Content]>}} BoardRun */
/** @typedef {{label:string, on:boolean}} RegionButton */
/** @typedef {{name:string, title?:string, label?:string, layout?:string, empty?:string, formation?:string,
 *   drop?:string, button?:RegionButton, edit?:"toggle"|"always", editing?:number[], taps?:boolean, takes?:string[],
 *   gives?:boolean, preview?:string, scroll?:boolean, runs:BoardRun[]}} BoardRegion */
/** @typedef {{name:string, title?:string, label?:string, formation?:string, button?:RegionButton,
 *   editing?:number[]}} RegionChange */
/** @typedef {Array<[number, number[]]>} Selections  items by seat */
/** @typedef {{id:string, name:string, kind:"board"}} BoardGame */
/** @typedef {{t:"snap", r:string, e:string, v:number, h:string, why:string, game:BoardGame, regions:BoardRegion[],
 *   sel?:Selections, s:Status, seats:Seat[], watching:number, live:LiveDrag[]} & Admission} BoardSnap */
/** @typedef {{t:"ev", r:string, p:number, v:number, by:number, op:string, m:Mv[], up:Array<[number,Content]>,
 *   dn:number[], gone?:number[], regions?:RegionChange[], sel?:Selections, h:string, s:Status}} BoardEv */
/** @typedef {{item?:number, in?:string, tap?:string, why:string}} Hint  a move, or a press of a stock */
/** @typedef {{t:"hints", c:number, r:string, v:number, list:Hint[]}} Hints */
/** @typedef {{t:"verdict", c:number, r:string, v:number, is:"winnable"|"impossible"|"unknown", why?:"hard"|"busy",
 *   moves?:number, next?:Step, autoOff?:boolean, line?:Step[], won?:[number, number], lost?:[number, number]}} Verdict
 *   won, lost: a ply, and how many moves lead there */
/** @typedef {Array<number|string>} Ply  its number, the ply that it was done after, the word of the command, and as far
 *   as it has them the item and the collection */
/** @typedef {{t:"lines", c:number, r:string, v:number, from:number, at:number, plies:Ply[], more?:boolean}} Lines */
/** @typedef {{type:string, name?:string, text?:string, url?:string}} Exported */
/** @typedef {{t:"data", c:number, r:string, items:Array<[number, Exported[]]>}} Data */
/** @typedef {{t:"welcome", sid:string, tok:string, you:{id:string,name:string,kind:string,handle?:string},
 *   proto:string, srv:string, boot:string, now:number, hb:number, keeps:boolean, solves?:boolean, resumed:boolean,
 *   rooms:Array<[string,number]>, lim:Record<string, number|number[]>}} Welcome */
/** @typedef {{t:"ok", c:number, r?:string, v?:number, room?:string, seat?:number, knocking?:boolean,
 *   asked?:number}} Ok */
/** @typedef {{t:"no", c?:number, r?:string, v?:number, code:string, why?:string, reset?:number, ms?:number}} No */
/** @typedef {{t:"lease", c:number, r:string, v:number, d:number, items:number[], index:number, formation:string,
 *   to:string[], onto?:number[], ttl:number}} Lease */
/** @typedef {{t:"snap", r:string, e:string, v:number, h:string, why:string, game:Game, deal:Deal, regions:Region[],
 *   s:Status, seats:Seat[], watching:number, live:LiveDrag[], entry?:Entry} & Admission} Snap */
/** @typedef {["mv", number[], string, number?]} Mv */
/** @typedef {{t:"ev", r:string, p:number, v:number, by:number, op:string, m:Mv[], up:Array<[number,string]>,
 *   dn:number[], h:string, s:Status, reveal?:{seed:string,salt:string,start?:string,line?:Step[]}}} Ev */
/** @typedef {{t:"dests", r:string, v:number, d:Array<Array<number|string>>, tap:string[],
 *   send:Array<[number,string]>, finish:boolean, undo?:boolean, redo?:boolean}} Dests */
/** @typedef {Array<number|number[]|string|{onto:number[]}>} BoardDest  items, then where they may go */
/** @typedef {{t:"drag", r:string, live:LiveDrag[], regions?:RegionChange[]}} Drag */
/** @typedef {{t:"crowd", r:string, seats:Seat[], watching:number, clock:number, run:boolean} & Admission} Crowd */
/** @typedef {{play?:string, watch?:string, host?:string}} Keys */
/** @typedef {{t:"rights", r:string, host?:boolean, keys?:Keys, knocks?:Array<[number,string]>,
 *   bans?:Array<[number,string]>, muted?:number[]}} Rights  what one person may do here; the latest replaces the one
 *   before. Muted: seats */
/** @typedef {{t:"knock", r:string, end:"let"|"refused"|"late"}} Knock */
/** @typedef {{t:"question", r:string, n:number, by?:number, game?:string, deal?:Deal, resign?:boolean,
 *   ms?:number, of?:number[], yes?:number[], end?:"agreed"|"refused"|"late"|"withdrawn"}} Question */
/** @typedef {[number, number, string, string, string]} SaidLine  its number, the seat, the id, the name, the text */
/** @typedef {{t:"said", r:string, lines:SaidLine[]}} Said */
/** @typedef {{t:"reacts", r:string, list:Array<[number,string]>, sum:Record<string, number>}} Reacts  of seats, and how
 *   often those who watch sent each */
/** @typedef {{t:"progress", r:string, clock:number, list:Array<[number, number, number]>}} Progress  of a race: who
 *   still plays, cards done, moves */
/** @typedef {{t:"hb", now:number, r:Array<[string,number]>}} Heartbeat */
/** @typedef {{t:"gone", r:string, why:string}} Gone */
/** @typedef {{t:"bye", code:string, in:[number,number]}} Bye */
/** @typedef {{id:string, game:string, name?:string, deal?:Deal, who:string[], seats:number, watching:number,
 *   moves:number, score:number, up:number, of?:number, status:string, race?:"open"|"starting"|"running",
 *   bots?:number[]}} TableFacts  of a race, whose seats are the most entrants, too; bots: programs among `who` */
/** @typedef {{t:"tables", list:TableFacts[]}} Tables */
/** @typedef {Ok|No|Lease|Data|Hints|Lines|Verdict} Answer */
/** @typedef {Welcome|Answer|Snap|Ev|Dests|Drag|Crowd|Rights|Knock|Question|Said|Reacts|Progress|
 *   Heartbeat|Gone|Bye|Tables} ServerMessage */
/** @typedef {Record<string, unknown>} ClientMessage */
/** @typedef {{sid:string, rooms:Array<[string,string,number]>}} Resume */

/** What a message of each kind must hold; kinds that are not named here are ignored, as the protocol asks.
 * @type {Record<string, Record<string, "string"|"number"|"boolean"|"array"|"object">>} */
const NEEDS = {
  welcome: {
    sid: "string", tok: "string", you: "object", proto: "string", srv: "string", boot: "string", now: "number",
    hb: "number", keeps: "boolean", resumed: "boolean", rooms: "array", lim: "object",
  },
  ok: { c: "number" },
  no: { code: "string" },
  lease: { c: "number", r: "string", v: "number", d: "number", items: "array", index: "number", formation: "string",
    to: "array", ttl: "number" },
  snap: { r: "string", e: "string", v: "number", h: "string", why: "string", game: "object", regions: "array",
    s: "object", seats: "array", watching: "number", live: "array" },
  ev: { r: "string", p: "number", v: "number", by: "number", op: "string", m: "array", up: "array", dn: "array",
    h: "string", s: "object" },
  dests: { r: "string", v: "number", d: "array", tap: "array", send: "array", finish: "boolean" },
  drag: { r: "string", live: "array" },
  crowd: { r: "string", seats: "array", watching: "number", clock: "number", run: "boolean" },
  rights: { r: "string" },
  knock: { r: "string", end: "string" },
  question: { r: "string", n: "number" },
  said: { r: "string", lines: "array" },
  reacts: { r: "string", list: "array", sum: "object" },
  progress: { r: "string", clock: "number", list: "array" },
  hb: { now: "number", r: "array" },
  gone: { r: "string", why: "string" },
  bye: { code: "string", in: "array" },
  tables: { list: "array" },
  data: { c: "number", r: "string", items: "array" },
  hints: { c: "number", r: "string", v: "number", list: "array" },
  verdict: { c: "number", r: "string", v: "number", is: "string" },
  lines: { c: "number", r: "string", v: "number", from: "number", at: "number", plies: "array" },
};

/** @param {unknown} value @param {string} kind */
function is(value, kind) {
  if (kind === "array") return Array.isArray(value);
  if (kind === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === kind;
}

/**
 * The lines of one WebSocket text message, in order, and whether each of them could be read: one that could not may
 * have told something. Kinds that we do not know are left out, as the protocol asks.
 * @param {string} text @returns {{messages:ServerMessage[], whole:boolean}}
 */
export function decode(text) {
  /** @type {ServerMessage[]} */
  const messages = [];
  let whole = true;
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const value = parse(line);
    if (!is(value, "object") || typeof value.t !== "string") whole = false;
    else if (!Object.hasOwn(NEEDS, value.t)) continue;
    else if (isComplete(value)) messages.push(value);
    else whole = false;
  }
  return { messages, whole };
}

/** @param {string} line @returns {any} what a peer sent: to be checked */
function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** @param {any} value of a kind that we know */
function isComplete(value) {
  const needs = NEEDS[value.t];
  if (!Object.keys(needs).every((field) => is(value[field], needs[field]))) return false;
  return value.t !== "snap" || isBoard(value) || is(value[isRace(value) ? "race" : "deal"], "object");
}

const ANSWERS = new Set(["ok", "no", "lease", "data", "hints", "lines", "verdict"]);

/** @param {ServerMessage} message @returns {message is Answer} */
export const isAnswer = (message) => ANSWERS.has(message.t);

/**
 * Whether a snapshot is one of a described board; the others are patience.
 * @param {{game: {kind?:string}}} snap
 */
export const isBoard = (snap) => snap.game.kind === "board";

/**
 * Whether a snapshot is one of a race, which has entrants instead of cards.
 * @param {{game: {kind?:string}}} snap
 */
export const isRace = (snap) => snap.game.kind === "race";

/** @param {ClientMessage} message */
export function encode(message) {
  return JSON.stringify(message) + "\n";
}

/**
 * @param {{tok:string, name:string, app:string}} me
 * @param {Resume} [resume] @returns {ClientMessage}
 */
export function hello({ tok, name, app }, resume) {
  const want = ["dests", "drag"];
  return { t: "hello", ...(tok && { tok }), name, role: "player", app, want, ...(resume && { resume }) };
}

/**
 * Auto: which cards go up by themselves. Timed: time counts, where the game's score has it.
 * @typedef {{game:string, deal:Deal, auto:Auto|boolean, timed?:boolean, seats?:number, access?:Access,
 *   race?:RaceTerms}} Choice
 */
/** @typedef {{entrants:[number, number], seconds:number, undo:boolean, hint:boolean}} RaceTerms */
/** @param {Choice} choice */
export const open = ({ game, deal, auto, seats = 1, timed = true, access, race }) => (/** @type {number} */ c) =>
  ({ t: "open", c, game, ...(!race && { deal }), ...autoFields(auto), timed, ...(race ? { race } : { seats }),
    ...(access && { access }) });

/**
 * Servers of all ages know `safe`.
 * @param {Auto|boolean} auto
 */
export const autoFields = (auto) => (auto === "all" ? { auto } : { safe: auto === true || auto === "safe" });

/** @param {string} game @param {number} seats @param {Access} [access] */
export const openBoard = (game, seats, access) => (/** @type {number} */ c) =>
  ({ t: "open", c, game, seats, ...(access && { access }) });

/** @param {boolean} on */
export const lobby = (on) => (/** @type {number} */ c) => ({ t: "lobby", c, on });

/** @param {string} room @param {"play"|"watch"|"mini"} as @param {string} [key] */
export const sub = (room, as, key = "") => (/** @type {number} */ c) => (
  { t: "sub", c, room, as, ...(key && { key }) });

/** @param {string} room */
export const unsub = (room) => (/** @type {number} */ c) => ({ t: "unsub", c, room });

/** @param {string} r @param {string} op @param {ClientMessage} [fields] */
export const cmd = (r, op, fields = {}) => (/** @type {number} */ c) => ({ t: "cmd", c, r, op, ...fields });

/**
 * @param {string} r @param {string} act what the host does: `kick`, `lock`, …
 * @param {{seat?:number, knock?:number, ban?:number, access?:Access, on?:boolean}} [fields]
 */
export const host = (r, act, fields = {}) => (/** @type {number} */ c) => ({ t: "host", c, r, do: act, ...fields });

/** @param {string} r @param {number} n the question @param {boolean} yes */
export const answer = (r, n, yes) => (/** @type {number} */ c) => ({ t: "answer", c, r, n, yes });

/** @param {string} r @param {number} item */
export const lift = (r, item) => (/** @type {number} */ c) => ({ t: "lift", c, r, item });

/** @param {string} r @param {number} d */
export const cancel = (r, d) => (/** @type {number} */ c) => ({ t: "cancel", c, r, d });

/**
 * @param {string} r @param {number} d @param {number} x @param {number} y @param {string|null} o
 * @param {{b?:number, onto?:number}} [more] before which item of a board it would land, or onto which
 */
export const hover = (r, d, x, y, o, more = {}) => ({ t: "hover", r, d, x, y, ...(o !== null && { o }), ...more });

/** @param {string} r @param {number} item */
export const exported = (r, item) => (/** @type {number} */ c) => ({ t: "q", c, r, q: "export", item });

/** @param {string} r */
export const hint = (r) => (/** @type {number} */ c) => ({ t: "q", c, r, q: "hint" });

/** @param {string} r @param {"none"|"line"|"past"} detail what it is to tell beside the next step */
export const verdict = (r, detail) => (/** @type {number} */ c) => (
  { t: "q", c, r, q: "verdict", ...(detail !== "none" && { with: detail }) });

/** @param {string} r @param {number} [after] the last ply that is known */
export const lines = (r, after = 0) => (/** @type {number} */ c) => (
  { t: "q", c, r, q: "lines", ...(after && { after }) });

/** @param {string} r @param {"gap"|"hash"} why */
export const sync = (r, why) => ({ t: "sync", r, why });

export const heartbeat = () => ({ t: "hb" });
