// @ts-check
/**
 * People at one table whose names look alike are told apart by the first digits of their ids: `Ada ·12ab`. Pure.
 * Promise: a claimed name, which begins with `@` and which nobody else has, stays as it is.
 */

/** @typedef {import("../net/messages.js").Seat} Seat */

const DIGITS = 4;
/** Small letters of Cyrillic and Greek, each before the Latin one that it looks like, itself or as a capital. */
const LOOKS = "аaвbеeѕsіiјjкkмmнhоoрpсcтtуyхxԁdһhαaβbεeζzηhιiκkμmνnοoρpτtυyχx";
const LATIN = new Map([...LOOKS.matchAll(/(.)(.)/gu)].map(([, letter, latin]) => [letter, latin]));

/**
 * What a name looks like at a glance.
 * @param {string} name
 */
export const look = (name) => [...name.normalize("NFKC").toLowerCase().replace(/\s+/g, "")]
  .map((letter) => LATIN.get(letter) ?? letter).join("");

/** @param {Seat[]} seats as the server tells them */
export function toldApart(seats) {
  const looks = seats.map(({ name }) => look(name ?? ""));
  return seats.map((seat, at) => {
    const { id, name = "" } = seat;
    const isAlone = looks.indexOf(looks[at]) === looks.lastIndexOf(looks[at]);
    if (isAlone || id === undefined || name === "" || name.startsWith("@")) return seat;
    return { ...seat, name: `${name} ·${id.replace("g_", "").slice(0, DIGITS)}`, plain: name };
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
