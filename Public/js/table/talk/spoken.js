// @ts-check
/**
 * What was said at a table, as far as it is known here. Pure.
 * Invariant: lines stand in the order of their numbers, each once, and no more than the server keeps.
 */

/** @typedef {import("../../net/messages.js").SaidLine} SaidLine */
/** @typedef {{n:number, seat:number, id:string, name:string, text:string}} Line */

/** So many the server keeps and tells those who come. */
export const LINES_MAX = 64;

/** @param {unknown} line as the server tells it @returns {Line|null} */
function lineOf(line) {
  if (!Array.isArray(line)) return null;
  const [n, seat, id, name, text] = line;
  const isLine = typeof n === "number" && typeof seat === "number" && [id, name, text].every((it) =>
    typeof it === "string");
  return isLine ? { n, seat, id, name, text } : null;
}

export class Spoken {
  /** @type {Line[]} */
  lines = [];

  /**
   * Takes in what was told. Those who come back are told again what they know; a server that was started anew counts
   * from the beginning, and nothing of what it does not know is kept.
   * @param {readonly unknown[]} told @returns {Line[]} what is new
   */
  hear(told) {
    const heard = told.flatMap((it) => lineOf(it) ?? []);
    const last = this.lines.at(-1)?.n ?? -Infinity;
    const known = new Map(this.lines.map((line) => [line.n, line]));
    const isOther = heard.some((line) => {
      const before = known.get(line.n);
      if (!before) return line.n <= last && line.n > (this.lines[0]?.n ?? 0);
      return before.id !== line.id || before.text !== line.text;
    });
    if (isOther) {
      this.lines = [];
      known.clear();
    }
    const fresh = heard.filter(({ n }) => !known.has(n));
    this.lines = [...this.lines, ...fresh].sort((a, b) => a.n - b.n).slice(-LINES_MAX);
    return fresh;
  }
}
