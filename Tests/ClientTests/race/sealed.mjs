/** A sealed deal with all that opens it, and its cards: computed once in another language by the protocol's words. */

const hex = (from, to) =>
  Array.from({ length: to - from }, (_, at) => (from + at).toString(16).padStart(2, "0")).join("");

export const SEED = hex(0, 32);
export const SALT = hex(32, 48);
export const COMMIT = "4dbdc2b2b62cb00749785bc84202236dbc3777d74660611b8e58812f0cfde6c3";

/** What an entrant of a race chose, and its hash. */
export const MINE = "00112233445566778899aabbccddeeff";
export const MINE_COMMIT = "a8faed6abbf35c12a4b26e40f6feb19d736d90045c83b9f9a31f638d323e6811";
export const START = `baize deal 2\nklondike1\n0 ${MINE}\n1 bot\n`;

const cards = (text) => text.trim().split(/\s+/);

/** One pack, from the seed alone. */
export const ALONE = cards(`7S KC 6D 2D 2S 7H TC 9D 2H 6C 4D AD 4S 4H 5H AH 7D 5D 9H 5S 3D 3S 6H JS 6S 3C QC 9C 8S KH
  QH TH KD 7C AS AC JH 8C 8D TD TS KS 8H JD 9S 4C QD 5C QS JC 3H 2C`);
/** The same with the text of a race. */
export const RACED = cards(`7D QD 6H 5C 5S 8C 9D 7C JS 7S 3C 3S TH 5D 6C 2H KH 2D 8S 8D 4C KC TD KS AC 4D 6D 6S JH JD
  7H 2C TC TS JC QH 4H AD 4S QC 3D KD 8H AH AS 3H 9S QS 2S 5H 9H 9C`);
/** Two packs of hearts and spades: how a game of two suits begins. */
export const TWO_SUITS = cards(`5S 6H JH 3H KS 4S TS 5H 4S TS AS QS 8H 2S 7S AS 6S 5H AH 2H 2S 8H 6S QH 5H TH AH 2S
  KH 3S`);
/** A pack for each of two seats: the first cards of the second one. */
export const SECOND = cards("JC 7S QC KC 9C 4C KH 9S");

/** Some cards by their handles. */
export const seen = (faces, from = 0) => new Map(faces.map((face, at) => [from + at, face]));

/** The regions of a table on which all cards lie in the stock, some of them open. */
export const regions = (faces = ALONE.slice(0, 7), count = 52) => [{
  name: "stock",
  runs: [{ in: "stock", items: Array.from({ length: count }, (_, at) => (faces[at] ? [at, faces[at]] : [at])) }],
}];

/** Waits for what comes a little later: a module is loaded, which takes long on a busy machine. */
export async function until(known) {
  for (let tries = 0; tries < 2000; tries++) {
    if (known()) return;
    await new Promise((done) => { setTimeout(done, 5); });
  }
  throw new Error("that never came");
}
