import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { calling, look, toldApart } from "../../../Public/js/model/namesakes.js";
import { fromSnap } from "../../../Public/js/model/table.js";
import { snap } from "../fixtures.mjs";

const seat = (n, name, digits = `${n}${n}${n}${n}ffff`) => ({ n, id: `g_${digits}`, name, kind: "guest", on: true });
const names = (...seats) => toldApart(seats).map(({ name }) => name);

describe("people at one table whose names look alike", () => {
  test("get four digits of their ids", () =>
    assert.deepEqual(names(seat(0, "Ada", "12abcdef"), seat(1, "Ben"), seat(2, "Ada", "9f03ab12")),
      ["Ada ·12ab", "Ben", "Ada ·9f03"]));

  test("get more digits where four are the same", () => {
    assert.deepEqual(names(seat(0, "Ada", "12abcdef01"), seat(1, "Ada", "12abcd0001"), seat(2, "Ada", "9999cdef01")),
      ["Ada ·12abcdef", "Ada ·12abcd00", "Ada ·9999cdef"]);
    // Another name with the same digits is no reason.
    assert.deepEqual(
      names(seat(0, "Ada", "12abcdef"), seat(1, "Ben", "12abcd00"), seat(2, "Ada", "9999cdef"), seat(3, "Ben", "77")),
      ["Ada ·12ab", "Ben ·12ab", "Ada ·9999", "Ben ·77"]);
  });

  test("cannot write digits of somebody else behind their names", () => {
    assert.deepEqual(names(seat(0, "Ada", "12abcdef"), seat(1, "Ada ·12ab"), seat(2, "Ada•12AB ", "9f03ab12")),
      ["Ada ·12ab", "Ada ·1111", "Ada ·9f03"]);
    assert.deepEqual(names(seat(0, "Ada ·12ab"), seat(1, "·12ab"), seat(2, "Eve · Ann")),
      ["Ada", "·12ab", "Eve · Ann"]);
  });

  for (const [one, other] of [["Alex", "AIex"], ["Bob", "B0b"], ["Arno", "Amo"], ["lan", "Іan"], ["Wim", "VVim"]]) {
    test(`as ${one} and ${other}`, () =>
      assert.deepEqual(names(seat(0, one), seat(1, other)), [`${one} ·0000`, `${other} ·1111`]));
  }

  for (const other of ["ada", "ADA", " A d a", "Аda", "АДА".replace("Д", "D"), "αdα", "Ａｄａ"]) {
    test(`also written as ${other}`, () =>
      assert.deepEqual(names(seat(0, "Ada"), seat(1, other)), ["Ada ·0000", `${other} ·1111`]));
  }

  for (const other of ["Adam", "Eda", "A", "", "@ada"]) {
    test(`which "${other}" does not`, () =>
      assert.deepEqual(names(seat(0, "Ada"), seat(1, other)), ["Ada", other]));
  }

  test("keep a name that is claimed, whatever others are called", () => {
    assert.deepEqual(names(seat(0, "@ada"), seat(1, "@ada")), ["@ada", "@ada"]);
    assert.deepEqual(names(seat(0, "@ada/brio"), seat(1, "＠ada/brio")), ["@ada/brio", "＠ada/brio ·1111"]);
  });

  test("are not those who are not there", () => {
    const free = [{ n: 0 }, { n: 1 }];
    assert.deepEqual(toldApart(free), free);
  });
});

describe("people at seats and in lines of talk", () => {
  const called = (seats, lines) => lines.map(calling(toldApart(seats), lines));
  const line = (name, digits) => ({ id: `g_${digits}`, name });

  test("are called as at their seats", () =>
    assert.deepEqual(called([seat(0, "Ann"), seat(1, "Аnn")], [line("Ann", "0000ffff"), line("Аnn", "1111ffff")]),
      ["Ann ·0000", "Аnn ·1111"]));

  test("are told apart also where only one has a seat, or only one has said something", () => {
    assert.deepEqual(called([seat(0, "Ann")], [line("Ann", "9999ffff")]), ["Ann ·9999"]);
    assert.deepEqual(called([seat(0, "Ann"), seat(1, "Ann")], [line("Ann", "1111ffff")]), ["Ann ·1111"]);
    assert.deepEqual(called([], [line("Ann", "0000ffff"), line("ann", "1111ffff")]), ["Ann ·0000", "ann ·1111"]);
  });

  test("keep their names where nobody else has one like it", () => {
    assert.deepEqual(called([seat(0, "Ann"), { n: 1 }], [line("Ann", "0000ffff"), line("Ben", "2222ffff")]),
      ["Ann", "Ben"]);
    // Somebody may have been called otherwise before.
    assert.deepEqual(called([seat(0, "Ann")], [line("Eve", "0000ffff")]), ["Eve"]);
    assert.deepEqual(called([seat(0, "@ann")], [line("@ann", "0000ffff")]), ["@ann"]);
  });
});

describe("letters that look like Latin ones", () => {
  test("look like them, small and as capitals", () => {
    assert.equal(look("АВЕЅІЈКМНОРСТУХ"), "abesljkmhopctyx");
    assert.equal(look("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"), "abezhlkmnoptyx");
    assert.equal(look("аеорсухіјѕ"), "aeopcyxljs");
  });

  test("leave words of other scripts apart", () => assert.notEqual(look("Ольга"), look("Οлега")));
});

describe("a table", () => {
  test("has its people told apart", () => {
    const told = fromSnap(snap({ seats: [seat(0, "Ada"), seat(1, "Ada")] }));
    assert.deepEqual(told.seats.map(({ name }) => name), ["Ada ·0000", "Ada ·1111"]);
  });
});
