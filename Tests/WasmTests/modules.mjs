/** The modules that `make wasm` builds, and how bytes go in and out of them. */
import { readFileSync } from "node:fs";

export const root = new URL("../../", import.meta.url);
export const read = (path) => readFileSync(new URL(path, root));

export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What `docs/PREDICTION.md` says that a module exports, in a part of it. */
export const saidOf = (part) =>
  [...part.matchAll(/^\| `(\w+)\(.*?\)` \|/gm)].map(([, name]) => name).sort();

export async function start(wasm) {
  const { instance } = await WebAssembly.instantiate(wasm, {});
  const rules = instance.exports;
  /** The bytes of the answer given last. */
  const told = (length) => new Uint8Array(rules.memory.buffer, rules.answer(), length).slice();
  return {
    rules,
    told,
    load(name, bytes) {
      const at = rules.alloc(bytes.length);
      new Uint8Array(rules.memory.buffer, at, bytes.length).set(bytes);
      const answer = rules[name](at, bytes.length);
      rules.dealloc(at);
      return answer;
    },
    ask: (name, ...numbers) => told(rules[name](...numbers)),
  };
}

/** Any numbers, the same in every run. */
export function dice(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * bound);
  };
}
