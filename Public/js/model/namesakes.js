// @ts-check
/**
 * People at one table whose names look alike are told apart by the first digits of their ids: `Ada ·12ab`. Pure.
 * Promise: a claimed name, which begins with `@` and which nobody else has, stays as it is. No two others look alike.
 */

/** @typedef {import("../net/messages.js").Seat} Seat */

/** So many digits at first, and so many more until no two names look alike. */
const DIGITS = 4;
/** People cannot give themselves the end that tells names apart. */
const ENDING = /\s*[·•‧∙⋅・]\s*[0-9a-f]+\s*$/iu;
/** Small letters of Cyrillic and Greek, each before the Latin one that it looks like, itself or as a capital. */
const LOOKS = "аaвbеeѕsіiјjкkмmнhоoрpсcтtуyхxԁdһhαaβbεeζzηhιiκkμmνnοoρpτtυyχx";
const LATIN = new Map([...LOOKS.matchAll(/(.)(.)/gu)].map(([, letter, latin]) => [letter, latin]));

/** Of one shape, as the server takes handles for alike. */
const SHAPES = new Map([["0", "o"], ["1", "l"], ["i", "l"], ["|", "l"], ["5", "s"], ["2", "z"]]);

/**
 * What a name looks like at a glance.
 * @param {string} name
 */
export const look = (name) => [...name.normalize("NFKC").toLowerCase().replace(/\s+/g, "")]
  .map((letter) => LATIN.get(letter) ?? letter).map((letter) => SHAPES.get(letter) ?? letter).join("")
  .replaceAll("rn", "m").replaceAll("vv", "w");

/** @param {string[]} names */
const areAlike = (names) => new Set(names).size < names.length;

/** @param {Seat[]} seats as the server tells them */
export function toldApart(seats) {
  const plain = seats.map(({ name = "" }) => (name.startsWith("@") ? name : name.replace(ENDING, "") || name));
  const looks = plain.map(look);
  const ended = seats.map(({ id }, at) => id !== undefined && plain[at] !== "" && !plain[at].startsWith("@")
    && looks.indexOf(looks[at]) !== looks.lastIndexOf(looks[at]));
  /** @param {number} digits */
  const ends = (digits) => seats.map(({ id = "" }) => id.replace("g_", "").slice(0, digits));
  let digits = DIGITS;
  const length = Math.max(0, ...seats.map(({ id = "" }) => id.length));
  while (digits < length && areAlike(ends(digits).map((end, at) => looks[at] + end).filter((_, at) => ended[at]))) {
    digits += DIGITS;
  }
  const all = ends(digits);
  return seats.map((seat, at) => {
    const name = ended[at] ? `${plain[at]} ·${all[at]}` : plain[at];
    return name === (seat.name ?? "") ? seat : { ...seat, name, plain: seat.name };
  });
}

/**
 * The same for people who are named in several places, at seats and in lines of talk.
 * @param {Seat[]} seats told apart among themselves
 * @param {{id:string, name:string}[]} others as the server names them
 * @returns {(person:{id:string, name:string}) => string} what one of the others is called
 */
export function calling(seats, others) {
  const named = [...seats.map(({ id, name, plain }) => ({ id, name: plain ?? name ?? "" })), ...others];
  const key = (/** @type {{id?:string, name?:string}} */ { id, name }) => `${id} ${look(name ?? "")}`;
  const people = [...new Map(named.map((it) => [key(it), it])).values()].map((it, n) => ({ n, on: true, ...it }));
  const called = new Map(toldApart(people).map((it) => [key({ id: it.id, name: it.plain ?? it.name }), it.name]));
  return (person) => called.get(key(person)) ?? person.name;
}
