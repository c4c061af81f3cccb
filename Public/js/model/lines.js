// @ts-check
/**
 * The lines of play of a table as a list: the deal first, then the line that lies on the table; what was left for
 * another stands indented behind the ply at which it was left. Pure.
 * Promise: whatever is told becomes a list that ends; a ply that stands on none that is known is left out, with all
 * that stand on it. Invariant: each ply stands behind the one that it was done after, and its number is one higher.
 */

/**
 * @typedef {object} Row
 * @property {number} ply
 * @property {number|null} parent the ply that it was done after; null for where all begin
 * @property {number} n how many steps lead there
 * @property {number} depth 0 on the line of the table, else within how many branches it lies
 * @property {boolean} onLine
 * @property {boolean} current it lies on the table
 * @property {""|"branch"|"back"} turn whether a branch begins here, or an earlier line goes on behind some
 * @property {string} op the word of its command; empty for where all begin
 * @property {number|null} item
 * @property {string|null} place
 */
/** @typedef {{ply:number, parent:Node|null, n:number, op:string, item:number|null, place:string|null,
 *   children:Node[], height:number}} Node  height: steps of the longest line that goes on from there */
/**
 * @typedef {object} Known of the table, beside its lines
 * @property {number} undo how many steps can be taken back
 * @property {number} redo how many can be played again
 * @property {ReadonlySet<number>} [before] the line that was shown before
 */

/**
 * @param {Pick<import("../net/messages.js").Lines, "from"|"at"|"plies">} lines @param {Known} known of the same version
 * @returns {Row[]}
 */
export function rowsOf(lines, { undo, redo, before = new Set() }) {
  const nodes = tree(lines);
  const start = /** @type {Node} */ (nodes.get(lines.from));
  const at = nodes.get(lines.at) ?? start;
  const line = lineThrough(at, redo, before);
  // What the table forgot was played all the same.
  const first = Math.max(0, undo - at.n);
  /** @type {Row[]} */
  const rows = [];
  /**
   * Still to come, the next one last.
   * @type {Array<{node:Node, depth:number, isBranch:boolean}>}
   */
  const waiting = [{ node: start, depth: 0, isBranch: false }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth, isBranch } = next;
    const onLine = line.has(node);
    const turn = isBranch ? "branch" : depth < (rows.at(-1)?.depth ?? 0) ? "back" : "";
    const { ply, op, item, place } = node;
    rows.push({
      ply, parent: node.parent?.ply ?? null, n: first + node.n, depth, onLine, current: node === at, turn,
      op, item, place,
    });
    const main = onLine ? node.children.find((it) => line.has(it)) : node.children.at(-1);
    if (main) waiting.push({ node: main, depth, isBranch: false });
    for (const branch of node.children.filter((it) => it !== main).reverse()) {
      waiting.push({ node: branch, depth: depth + 1, isBranch: true });
    }
  }
  return rows;
}

/**
 * Where a key leads in the list: to the row before or behind, along a line, or to an end.
 * @param {readonly Row[]} rows @param {number} index @param {string} key @returns {number} the same if nowhere
 */
export function neighbour(rows, index, key) {
  const { ply, parent, depth } = rows[index];
  if (key === "ArrowUp") return Math.max(0, index - 1);
  if (key === "ArrowDown") return Math.min(rows.length - 1, index + 1);
  if (key === "Home") return 0;
  if (key === "End") return rows.length - 1;
  const found = key === "ArrowLeft" ? rows.findIndex((row) => row.ply === parent)
    : key === "ArrowRight" ? rows.findIndex((row) => row.parent === ply && row.depth === depth) : -1;
  return found < 0 ? index : found;
}

/**
 * The plies that can be come to from the oldest one, parents first, children by their numbers.
 * @param {Pick<import("../net/messages.js").Lines, "from"|"plies">} lines
 */
function tree({ from, plies }) {
  /** @type {Map<number, Node>} */
  const nodes = new Map();
  nodes.set(from, { ply: from, parent: null, n: 0, op: "", item: null, place: null, children: [], height: 0 });
  const read = plies.flatMap((entry) => plyOf(entry) ?? []).sort((a, b) => a.ply - b.ply);
  for (const { on, ...step } of read) {
    const parent = nodes.get(on);
    if (!parent || nodes.has(step.ply)) continue;
    const node = { ...step, parent, n: parent.n + 1, children: [], height: 0 };
    parent.children.push(node);
    nodes.set(step.ply, node);
  }
  for (const { parent, height } of [...nodes.values()].reverse()) {
    if (parent) parent.height = Math.max(parent.height, height + 1);
  }
  return nodes;
}

/**
 * @param {unknown} entry what a peer sent
 * @returns {{ply:number, on:number, op:string, item:number|null, place:string|null}|null} null: it is no ply
 */
function plyOf(entry) {
  if (!Array.isArray(entry)) return null;
  const [ply, on, op, ...rest] = entry;
  if (!Number.isSafeInteger(ply) || !Number.isSafeInteger(on) || ply <= on || typeof op !== "string") return null;
  const item = rest.find((it) => typeof it === "number") ?? null;
  const place = rest.find((it) => typeof it === "string") ?? null;
  return { ply, on, op, item, place };
}

/**
 * All of the line on the table: what led there, and as many steps as can be played again. Which branch those are is
 * not told: it is the one that was shown before, else the newest that is long enough.
 * @param {Node} at @param {number} redo @param {ReadonlySet<number>} before
 */
function lineThrough(at, redo, before) {
  /** @type {Set<Node>} */
  const line = new Set();
  for (let node = /** @type {Node|null} */ (at); node; node = node.parent) line.add(node);
  let tip = at;
  for (let left = redo; left > 0; left--) {
    const newest = [...tip.children].reverse();
    const long = newest.filter(({ height }) => height + 1 >= left);
    const next = long.find(({ ply }) => before.has(ply)) ?? long[0] ?? newest[0];
    if (!next) break;
    line.add(next);
    tip = next;
  }
  return line;
}
