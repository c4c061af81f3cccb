import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { chosenBy, fetchGames, groups, idOf, matches, mistakes, optionTitle, played, title, valueTitle } from
  "../../../Public/js/lobby/games.js";
import { dealNumber, nextNumber } from "../../../Public/js/model/deal.js";
import { open, openBoard } from "../../../Public/js/net/messages.js";
import { Language, speak } from "../../../Public/js/words/say.js";

const game = (id, family, options = [], name = id) => ({ id, name, family, timed: false, winnable: "", options });
const CELLS = { name: "cells", value: "4", values: ["1", "2", "3", "4"] };
const EMPTY = { name: "empty", value: "any", values: ["any", "king"] };
const GAMES = [
  game("klondike1", "Klondike"), game("klondike3", "Klondike"), game("freecell", "FreeCell", [CELLS, EMPTY]),
  game("bakers", "FreeCell"), game("pyramid", "Pyramid"), game("comet", "Stars", [], "Comét"),
];
const shown = (all) => all.map(({ title: heading, games }) => [heading, ...games.map(({ id }) => id)]);

afterEach(() => speak());

describe("the list of games", () => {
  const server = (status, body) => async () => new Response(JSON.stringify(body), { status });

  test("is what the server tells, as far as it can be used", async () => {
    const odd = { id: "x", name: "X", family: "F", options: 3 };
    const clocked = { ...GAMES[0], timed: true };
    const told = { games: [{ ...GAMES[2], seats: [1, 8] }, { id: 7 }, null, odd, clocked] };
    const [freecell, x, last, ...more] = await fetchGames(server(200, told));
    assert.deepEqual(last, clocked);
    assert.deepEqual(freecell, GAMES[2]);
    assert.deepEqual(x, game("x", "F", [], "X"));
    assert.deepEqual(more, []);
  });

  test("says of which games deals are offered that can be won", async () => {
    const told = { games: ["usual", "possible", "never", 1].map((winnable, at) => ({ ...GAMES[at], winnable })) };
    const games = await fetchGames(server(200, told));
    assert.deepEqual(games.map(({ winnable }) => winnable), ["usual", "possible", "", ""]);
  });

  test("is missing when it cannot be had", async () => {
    const offline = async () => { throw new TypeError("no network"); };
    for (const ask of [server(404, {}), server(200, { games: [] }), server(200, 7), offline]) {
      assert.equal(await fetchGames(ask), null);
    }
  });

  test("stands by families, those of one game together at the end", () => {
    assert.deepEqual(shown(groups(GAMES, [])), [["Klondike", "klondike1", "klondike3"],
      ["FreeCell", "freecell", "bakers"], ["More games", "pyramid", "comet"]]);
  });

  test("begins with what was played last, each game in one place only", () => {
    assert.deepEqual(shown(groups(GAMES, ["bakers", "pyramid", "gone"])), [["Last played", "bakers", "pyramid"],
      ["Klondike", "klondike1", "klondike3"], ["FreeCell", "freecell"], ["More games", "comet"]]);
  });

  test("is called in the reader's language, else as the server does", () => {
    speak(new Language("de", { "game.pyramid": "Pyramide" }));
    assert.deepEqual([GAMES[4], GAMES[5]].map(title), ["Pyramide", "Comét"]);
  });

  test("is searched in by beginnings and parts of names, in both languages, without accents", () => {
    speak(new Language("de", { "game.pyramid": "Pyramide", "family.FreeCell": "Freizelle" }));
    const found = (typed) => GAMES.filter((it) => matches(it, typed)).map(({ id }) => id);
    assert.deepEqual(found("pyramide"), ["pyramid"]);
    assert.deepEqual(found("  COMET "), ["comet"]);
    assert.deepEqual(found("freecell"), ["freecell", "bakers"]);
    assert.deepEqual(found("frei bak"), ["bakers"]);
    assert.deepEqual(found("nothing like it"), []);
    assert.equal(found("").length, GAMES.length);
  });
});

describe("a choice", () => {
  test("has an id that names what differs, in the game's order", () => {
    assert.equal(idOf(GAMES[2], {}), "freecell");
    assert.equal(idOf(GAMES[2], { cells: "4", empty: "any" }), "freecell");
    assert.equal(idOf(GAMES[2], { empty: "king", cells: "3" }), "freecell:cells=3,empty=king");
    assert.equal(idOf(GAMES[2], { cells: "99", wings: "2" }), "freecell");
  });

  test("is read from an id, without what the game does not offer", () => {
    const read = (id) => chosenBy(GAMES, id)?.choices;
    assert.deepEqual(read("freecell:cells=3,empty=king"), { cells: "3", empty: "king" });
    assert.deepEqual(read("freecell:cells=99,wings=2,,="), {});
    assert.deepEqual(read("freecell"), {});
    assert.equal(chosenBy(GAMES, "chess"), null);
    assert.equal(chosenBy(GAMES, ""), null);
    for (const id of ["freecell:cells=3,empty=king", "freecell:empty=king", "pyramid"]) {
      const { game: found, choices } = chosenBy(GAMES, id);
      assert.equal(idOf(found, choices), id);
    }
  });

  test("that is not offered is told, each part of it", () => {
    for (const id of ["", "freecell", "freecell:cells=4", "freecell:cells=3,empty=king", "comet"]) {
      assert.deepEqual(mistakes(GAMES, id), [], id);
    }
    assert.deepEqual(mistakes(GAMES, "chess:cells=3"), ["There is no game called “chess” here."]);
    assert.deepEqual(mistakes(GAMES, "freecell:cells=99,wings=2,empty=king"),
      ["Cells of FreeCell cannot be “99”, only 1, 2, 3 or 4.", "FreeCell has no option “wings=2”."]);
    assert.deepEqual(mistakes(GAMES, "freecell:empty"),
      ["Empty columns of FreeCell cannot be “”, only any card or kings."]);
    assert.deepEqual(mistakes(GAMES, "freecell:"), ["FreeCell has no option “”."]);
    assert.equal(mistakes(GAMES, "freecell:cells=3:draw=3").length, 1);
    assert.equal(mistakes(GAMES, "freecell:cells=3=3").length, 1);
  });

  test("that is not offered is told shortly, however long it is", () => {
    assert.equal(mistakes(GAMES, "x".repeat(9999))[0].length, "There is no game called “” here.".length + 41);
    assert.equal(mistakes(GAMES, `freecell:${"x,".repeat(999)}`).length, 3);
  });

  test("is told in words, or as the server calls it", () => {
    assert.deepEqual([optionTitle("cells"), optionTitle("wings")], ["Cells", "wings"]);
    assert.deepEqual([valueTitle("cells", "3"), valueTitle("passes", "any"), valueTitle("wings", "big")],
      ["3", "any number", "big"]);
  });

  test("is kept among those that were played last", () => {
    assert.equal(played("", "freecell:cells=3"), "freecell");
    assert.equal(played("a b c", "b"), "b a c");
    assert.equal(played("a b c d", "e"), "e a b c");
  });
});

describe("the number of a deal", () => {
  test("is a number where numbers are exact, else text, always written in one way", () => {
    const typed = ["7", " 007 ", "9007199254740991", "9007199254740992", "018446744073709551615"];
    assert.deepEqual(typed.map(dealNumber), [7, 7, 9007199254740991, "9007199254740992", null]);
    assert.equal(dealNumber("18446744073709551615"), "18446744073709551615");
  });

  test("is refused beyond the last one, and so is any other text", () =>
    assert.deepEqual(["18446744073709551616", "", "-1", "1.5", "1e3", "x"].map(dealNumber), Array(6).fill(null)));

  test("is followed by the next", () => {
    assert.deepEqual([7, 9007199254740991, "9007199254740992", "18446744073709551615"].map(nextNumber),
      [8, "9007199254740992", "9007199254740993", 0]);
  });
});

describe("what opens a table", () => {
  const deal = { kind: "open", n: "18446744073709551615" };

  test("says whether time counts, as it does if nobody says otherwise", () => {
    const timed = [undefined, true, false].map((it) => open({ game: "golf", deal, auto: "off", timed: it })(1).timed);
    assert.deepEqual(timed, [true, true, false]);
  });

  test("says which cards go up by themselves", () => {
    const sent = (auto) => JSON.stringify(open({ game: "freecell", deal, auto })(1));
    const rest = '"timed":true,"seats":1}';
    const head = '{"t":"open","c":1,"game":"freecell","deal":{"kind":"open","n":"18446744073709551615"},';
    assert.equal(sent("off"), `${head}"safe":false,${rest}`);
    assert.equal(sent("safe"), `${head}"safe":true,${rest}`);
    assert.equal(sent("all"), `${head}"auto":"all",${rest}`);
  });

  test("says who can come only where that was chosen", () => {
    const choice = { game: "freecell", deal, auto: "off" };
    assert.equal("access" in open(choice)(1), false);
    assert.equal(open({ ...choice, access: "knock" })(1).access, "knock");
    assert.equal("access" in openBoard("photos", 4)(1), false);
    assert.equal(openBoard("photos", 4, "link")(1).access, "link");
  });
});
