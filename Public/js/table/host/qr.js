// @ts-check
/**
 * A text as a QR code (ISO/IEC 18004): bytes, error correction of level M, versions 1 to 10, which is 213 bytes.
 * Pure: a text becomes rows of dark and light, and these an outline for one SVG path.
 */

/** By version, from 1 on: all codewords, blocks, and codewords of error correction in each block of level M. */
const TOTAL = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
/** Where the middles of alignment patterns lie, across and down. */
const ALIGNMENT = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50]];
/** The eight masks: modules for which one is 0 are turned over. */
/** @type {Array<(x:number, y:number) => number>} */
const MASKS = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];
/** Light modules around the code, as the standard asks. */
export const QUIET = 4;

/** @typedef {boolean[][]} Matrix rows of modules; true is dark */

/**
 * @param {string} text @returns {Matrix} the smallest that holds it, with the mask that is read best
 */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  const version = TOTAL.findIndex((_, at) => bytes.length <= room(at + 1)) + 1;
  if (version === 0) throw new RangeError(`no QR code of version 10 holds ${bytes.length} bytes`);
  const words = interleaved(codewords(bytes, version), version);
  const codes = MASKS.map((_, mask) => drawn(words, version, mask));
  const penalties = codes.map(penalty);
  return codes[penalties.indexOf(Math.min(...penalties))];
}

/**
 * The dark modules as one outline, for a `viewBox` of the matrix's size and its quiet zone.
 * @param {Matrix} matrix
 */
export function outline(matrix) {
  const runs = [];
  for (const [y, row] of matrix.entries()) {
    for (let x = 0; x < row.length; x++) {
      const start = x;
      while (row[x]) x++;
      if (x > start) runs.push(`M${start + QUIET} ${y + QUIET}h${x - start}v1h${start - x}z`);
    }
  }
  return runs.join("");
}

/** @param {number} version */
const lengthBits = (version) => (version < 10 ? 8 : 16);
/** @param {number} version how many codewords of data it holds */
const dataWords = (version) => TOTAL[version - 1] - BLOCKS[version - 1] * CORRECTION[version - 1];
/** @param {number} version how many bytes of a text it holds */
const room = (version) => Math.floor((dataWords(version) * 8 - 4 - lengthBits(version)) / 8);

/** @param {Uint8Array} bytes @param {number} version @returns {number[]} mode, length, bytes, and padding */
function codewords(bytes, version) {
  /** @type {number[]} */
  const bits = [];
  /** @param {number} value @param {number} count */
  const put = (value, count) => { for (let at = count - 1; at >= 0; at--) bits.push((value >> at) & 1); };
  put(0b0100, 4);
  put(bytes.length, lengthBits(version));
  for (const byte of bytes) put(byte, 8);
  const all = dataWords(version) * 8;
  put(0, Math.min(4, all - bits.length));
  put(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < all; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: all / 8 }, (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((sum, it) => sum * 2 + it));
}

/** @param {number[]} data @param {number} version @returns {number[]} in blocks with their correction, as it is sent */
function interleaved(data, version) {
  const [count, correction] = [BLOCKS[version - 1], CORRECTION[version - 1]];
  const short = Math.floor(data.length / count);
  const long = data.length % count;
  let from = 0;
  const blocks = Array.from({ length: count }, (_, at) =>
    data.slice(from, from += short + (at < count - long ? 0 : 1)));
  const corrections = blocks.map((block) => remainder(block, generator(correction)));
  const across = (/** @type {number[][]} */ rows, /** @type {number} */ length) => Array.from({ length },
    (_, at) => rows.flatMap((row) => (at < row.length ? [row[at]] : []))).flat();
  return [...across(blocks, short + 1), ...across(corrections, correction)];
}

/** @param {number} a @param {number} b in the field of 256 by x⁸ + x⁴ + x³ + x² + 1 */
function times(a, b) {
  let product = 0;
  for (let at = 7; at >= 0; at--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> at) & 1) * a;
  }
  return product;
}

/** @param {number} degree @returns {number[]} Reed and Solomon's, without its first term */
function generator(degree) {
  const terms = [...Array(degree - 1).fill(0), 1];
  for (let root = 1, step = 0; step < degree; step++, root = times(root, 2)) {
    for (let at = 0; at < degree; at++) terms[at] = times(terms[at], root) ^ (terms[at + 1] ?? 0);
  }
  return terms;
}

/** @param {number[]} data @param {number[]} divisor */
function remainder(data, divisor) {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((term, at) => { rest[at] ^= times(term, factor); });
  }
  return rest;
}

/** @param {number[]} words @param {number} version @param {number} mask @returns {Matrix} */
function drawn(words, version, mask) {
  const size = version * 4 + 17;
  const matrix = Array.from({ length: size }, () => Array(size).fill(false));
  /** What is no data. */
  const fixed = Array.from({ length: size }, () => Array(size).fill(false));
  /** @param {number} x @param {number} y @param {boolean} dark */
  const set = (x, y, dark) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    matrix[y][x] = dark;
    fixed[y][x] = true;
  };
  /** @param {number} x @param {number} y its middle @param {number} reach @param {(ring:number) => boolean} dark */
  const rings = (x, y, reach, dark) => {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) set(x + dx, y + dy, dark(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) rings(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const middles = [6, ...ALIGNMENT[version - 1]];
  const last = size - 7;
  for (const x of middles) {
    for (const y of middles) {
      const isCorner = x === 6 ? y === 6 || y === last : x === last && y === 6;
      if (!isCorner && version > 1) rings(x, y, 2, (ring) => ring !== 1);
    }
  }
  // Level M is 00.
  const format = ((mask << 10) | checked(mask, 10, 0x537)) ^ 0x5412;
  for (let at = 0; at < 15; at++) {
    const dark = ((format >> at) & 1) === 1;
    set(8, at < 6 ? at : at < 8 ? at + 1 : size - 15 + at, dark);
    set(at < 8 ? size - 1 - at : at < 9 ? 7 : 14 - at, 8, dark);
  }
  set(8, size - 8, true);
  const named = (version << 12) | checked(version, 12, 0x1f25);
  for (let at = 0; at < 18 && version > 6; at++) {
    const [along, across] = [Math.floor(at / 3), size - 11 + (at % 3)];
    set(along, across, ((named >> at) & 1) === 1);
    set(across, along, ((named >> at) & 1) === 1);
  }
  // The bits in columns of two, from the right, up and down by turns; the upright line of dots is left out.
  let bit = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    const isUp = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed[y][x]) continue;
        const dark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        matrix[y][x] = dark !== (MASKS[mask](x, y) === 0);
        bit++;
      }
    }
  }
  return matrix;
}

/** @param {number} value @param {number} bits @param {number} by the remainder of its division, in bits */
function checked(value, bits, by) {
  let rest = value;
  for (let at = 0; at < bits; at++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * by);
  return rest;
}

/** @param {Matrix} matrix how badly it can be read: long runs, squares, what looks like a corner, too much of one */
function penalty(matrix) {
  const { length } = matrix;
  const columns = matrix.map((_, x) => matrix.map((row) => row[x]));
  let sum = 0;
  for (const line of [...matrix, ...columns]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let y = 1; y < length; y++) {
    for (let x = 1; x < length; x++) {
      const here = matrix[y][x];
      if (here === matrix[y][x - 1] && here === matrix[y - 1][x] && here === matrix[y - 1][x - 1]) sum += 3;
    }
  }
  const dark = matrix.flat().filter(Boolean).length;
  return sum + 10 * Math.floor(Math.abs(dark * 20 - length * length * 10) / (length * length));
}
