/**
 * A module in JavaScript with the exports of docs/PREDICTION.md. It plays whatever it is asked, legal or not, and what
 * may be done is told to it by `may`. Each export can be replaced by another, to see what a bad one does.
 */

const ANSWER = 32768;

export const UNKNOWN = 255;

/** The bytes of a view as piles of `[handle, face byte]`. @param {Uint8Array} bytes */
export function pilesIn(bytes) {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const piles = [];
  let at = 21;
  // The head is 2 bytes longer for each stock but the first: these tables have one.
  for (let pile = 0; pile < bytes[3]; pile++) {
    const count = data.getUint16(at, true);
    at += 2;
    piles.push(Array.from({ length: count }, (_, i) => [data.getUint16(at + 3 * i, true), bytes[at + 3 * i + 2]]));
    at += 3 * count;
  }
  if (at !== bytes.length) throw new Error("no view");
  return piles;
}

/** @param {Array<Array<[number, number]>>} piles */
export function viewOf(piles) {
  const u16 = (n) => [n & 255, n >> 8];
  return [2, 0, 0, piles.length, ...Array(17).fill(0),
    ...piles.flatMap((pile) => [...u16(pile.length), ...pile.flatMap(([item, face]) => [...u16(item), face])])];
}

/** @param {{flags?:number, d?:Array<[number, Array<[number, number]>]>, send?:Array<[number, number]>}} choices */
export function choicesOf({ flags = 1, d = [], send = [] }) {
  const u16 = (n) => [n & 255, n >> 8];
  return [flags, ...u16(d.length), ...d.flatMap(([item, places]) => [...u16(item), places.length, ...places.flat()]),
    ...u16(send.length), ...send.flatMap(([item, pile]) => [...u16(item), pile])];
}

/**
 * @param {string[]} order
 * @param {{may?: (piles: Array<Array<[number, number]>>) => object} & Record<string, unknown>} [more]
 */
export function fakeRules(order, { may = () => ({}), ...other } = {}) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  /** What it was given, and what it was asked. */
  const heard = { rules: [], views: [], held: [], calls: 0, live: 0 };
  let piles = [];
  let next = 1024;
  const give = (bytes) => {
    new Uint8Array(memory.buffer).set(bytes, ANSWER);
    return bytes.length;
  };
  const say = (text) => give([...new TextEncoder().encode(text)]);
  const taken = (at, length) => new Uint8Array(memory.buffer, at, length).slice();
  const carry = (item, to) => {
    const from = piles.find((pile) => pile.some(([it]) => it === item));
    piles[to].push(...from.splice(from.findIndex(([it]) => it === item)));
  };
  const exports = {
    memory,
    version: () => 1,
    alloc(length) {
      heard.live += 1;
      const at = next;
      next = next + length > ANSWER ? 1024 : next + length;
      return at;
    },
    dealloc: () => { heard.live -= 1; },
    answer: () => ANSWER,
    loadRules: (at, length) => heard.rules.push(taken(at, length)) && 0,
    loadView(at, length) {
      heard.views.push(taken(at, length));
      piles = pilesIn(heard.views[heard.views.length - 1]);
      return 0;
    },
    hold: (item) => heard.held.push(item) && 0,
    piles: () => say(order.join(";")),
    choices: () => give(choicesOf(may(piles))),
    whyNotDrop: () => 4,
    play(op, item, to) {
      if (op === 2) {
        const turned = piles[0].length > 0;
        const over = turned ? [piles[0].pop()] : piles[1].splice(0).reverse();
        piles[turned ? 1 : 0].push(...over.map(([it]) => [it, UNKNOWN]));
      } else carry(item, to);
      return 0;
    },
    view: () => give(viewOf(piles)),
    refusalName: (refusal) => say(refusal === 4 ? "needsKing" : ""),
    ...other,
  };
  for (const [name, call] of Object.entries(exports)) {
    if (typeof call !== "function") continue;
    exports[name] = (...numbers) => {
      heard.calls += 1;
      return call(...numbers);
    };
  }
  return { exports, heard, give };
}
