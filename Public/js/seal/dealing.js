// @ts-check
/**
 * The cards of a sealed deal, dealt again from what opens it, as docs/PROTOCOL.md says. Pure.
 * Invariant: the same seed and text give the same order for ever; which cards lie in it depends on the packs alone.
 */
import { bytesOf, sha256 } from "./sha256.js";

const RANKS = [..."A23456789TJQK"];
const PACK = 52;
const ALL = 2n ** 64n;

/** Which suits a pack has its 52 cards of, in their order. */
export const SUITS_OF = new Map([[4, "CDHS"], [2, "HHSS"], [1, "SSSS"]]);

/**
 * @param {{seed:string, start?:string}} deal @param {number} count of all cards
 * @param {{suits?:number, each?:number, acesFirst?:boolean}} packs how many different suits they have, and how many
 *   cards are shuffled at a time: each seat's pack by itself where every seat has one; else all. Where the aces begin
 *   the foundations they are dealt first
 * @returns {string[]|null} a face for each handle; null: those are no packs
 */
export function dealt({ seed, start }, count, { suits = 4, each = count, acesFirst = false }) {
  const ofPack = SUITS_OF.get(suits);
  if (ofPack === undefined || count === 0 || each % PACK !== 0 || count % each !== 0) return null;
  const pack = [...ofPack].flatMap((suit) => RANKS.map((rank) => rank + suit));
  const words = keystream(keyOf(bytesOf(seed), start));
  const cards = Array.from({ length: count / each }, () =>
    shuffled(Array.from({ length: each / PACK }, () => pack).flat(), words)).flat();
  return acesFirst ? withAcesFirst(cards) : cards;
}

/** @param {string[]} cards the aces suit by suit, again and again, and then the others as they come */
function withAcesFirst(cards) {
  const aces = cards.filter((face) => face[0] === "A");
  const packs = aces.length / 4;
  const bases = Array.from({ length: packs }, () => [..."CDHS"].map((suit) => `A${suit}`)).flat();
  return [...bases, ...cards.filter((face) => face[0] !== "A")];
}

/** @param {Uint8Array} seed @param {string|undefined} start the text of a race, which its salts stand in */
const keyOf = (seed, start) => (start === undefined ? seed : sha256(joined(seed, new TextEncoder().encode(start))));

/**
 * Block i is the hash of key and i; each block is four numbers of 64 bits.
 * @param {Uint8Array} key @returns {() => bigint} the next one
 */
function keystream(key) {
  let block = 0n;
  /** @type {bigint[]} */
  let words = [];
  return () => {
    if (words.length === 0) {
      const number = new DataView(new ArrayBuffer(8));
      number.setBigUint64(0, block++, true);
      const digest = new DataView(sha256(joined(key, new Uint8Array(number.buffer))).buffer);
      words = [0, 8, 16, 24].map((at) => digest.getBigUint64(at, true));
    }
    return /** @type {bigint} */ (words.shift());
  };
}

/** @param {string[]} cards @param {() => bigint} words */
function shuffled(cards, words) {
  for (let left = cards.length; left > 1; left--) {
    const other = Number(below(BigInt(left), words));
    [cards[left - 1], cards[other]] = [cards[other], cards[left - 1]];
  }
  return cards;
}

/** @param {bigint} bound @param {() => bigint} words the few that would favour low numbers are thrown away */
function below(bound, words) {
  const surplus = ALL % bound;
  let word = words();
  while (word < surplus) word = words();
  return word % bound;
}

/** @param {Uint8Array} a @param {Uint8Array} b */
export function joined(a, b) {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
