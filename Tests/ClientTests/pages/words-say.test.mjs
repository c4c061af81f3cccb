import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { choose, languages } from "../../../Public/js/words/language.js";
import { ENGLISH } from "../../../Public/js/words/english.js";
import "../../../Public/js/words/transfer.js";
import { mirrored } from "../../../Public/js/words/mirrored.js";
import { anyOf, capital, decimal, has, Language, language, speak, t } from "../../../Public/js/words/say.js";

const GERMAN = {
  "lobby.moves": { one: "{count} Zug", other: "{count} Züge" },
  "transfer.because": "{names}: {Why}.",
  "board.list": "Liste",
};
const german = () => speak(new Language("de", GERMAN));

afterEach(() => speak());

describe("what the page says", () => {
  test("is English as long as nothing else is chosen", () => {
    assert.equal(language().tag, "en");
    assert.equal(t("board.list"), "List");
  });

  test("has its placeholders filled, and what is missing left out", () => {
    assert.equal(t("card.name", { rank: "4", suit: "clubs" }), "4 of clubs");
    assert.equal(t("card.name", { rank: "4" }), "4 of ");
    assert.equal(t("card.name", { rank: "{suit}", suit: "hearts" }), "{suit} of hearts");
  });

  test("counts, lists and writes numbers as the language does", () => {
    const counts = () => [0, 1, 2, 12345].map((count) => t("lobby.moves", { count }));
    assert.deepEqual(counts(), ["0 moves", "1 move", "2 moves", "12,345 moves"]);
    assert.equal(t("transfer.because", { names: ["a", "b", "c"], why: "no" }), "a, b and c: no.");
    assert.deepEqual([anyOf(["a", "b", "c"]), decimal(2), decimal(1.25)], ["a, b or c", "2.0", "1.3"]);
    german();
    assert.deepEqual(counts(), ["0 Züge", "1 Zug", "2 Züge", "12.345 Züge"]);
    assert.deepEqual([anyOf(["a", "b"]), decimal(2)], ["a oder b", "2,0"]);
  });

  test("leaves names that are numbers as they are", () => assert.equal(t("deal.number", { n: "11982" }), "deal 11982"));

  test("begins a sentence with a capital where the language wants one", () => {
    const because = () => t("transfer.because", { names: ["x"], why: "zu groß" });
    assert.equal(because(), "x: zu groß.");
    german();
    assert.equal(because(), "x: Zu groß.");
    assert.deepEqual(["onto Bag", "élan", ""].map(capital), ["Onto Bag", "Élan", ""]);
  });

  test("is English where a language has no words", () => {
    german();
    assert.equal(t("board.list"), "Liste");
    assert.equal(t("board.cards"), "Cards");
  });

  test("is never a raw key", () => {
    assert.equal(t("status.noMoves"), "no moves");
    assert.equal(t("toString"), "to string");
    assert.deepEqual(["board.list", "board.none", "toString", "constructor"].map(has), [true, false, false, false]);
  });

  test("takes the form that there is if the one for a number is not", () => {
    speak(new Language("de", { "lobby.moves": { other: "{count} Züge" } }));
    assert.equal(t("lobby.moves", { count: 1 }), "1 Züge");
    assert.equal(t("lobby.moves"), " Züge");
  });
});

describe("the language", () => {
  test("can be chosen, each named in itself", () => {
    assert.deepEqual(languages().map(({ code }) => code), ["en", "de", "es", "zh"]);
    assert.ok(languages().every(({ name }) => name.length > 3));
  });

  test("is the one of the settings, else what the browser prefers, else English", () => {
    assert.equal(choose("de", ["es"]), "de");
    assert.equal(choose("auto", ["fr-FR", "zh-TW", "de"]), "zh");
    assert.equal(choose("auto", ["ES-MX"]), "es");
    assert.equal(choose("auto", ["fr"]), "en");
    assert.equal(choose("auto", []), "en");
    assert.equal(choose("tlh", ["de"]), "de");
  });

  test("of the address comes before all others, and only there is the mirrored one", () => {
    assert.equal(choose("de", ["es"], "zh"), "zh");
    assert.equal(choose("de", ["es"], "xb"), "xb");
    assert.equal(choose("de", ["es"], "nonsense"), "de");
    assert.equal(choose("xb", ["xb"]), "en");
  });

  test("that is mirrored has every text, marked, from right to left", () => {
    const { dir, tag } = mirrored();
    assert.deepEqual([dir, tag], ["rtl", "ar-XB"]);
    speak(mirrored());
    for (const key of Object.keys(ENGLISH)) assert.match(t(key), /^\u202e[^]*\u202c$/, key);
    ENGLISH["board.later"] = "a later one";
    assert.equal(t("board.later"), "\u202ea later one\u202c", "words that come later are mirrored, too");
    delete ENGLISH["board.later"];
    assert.match(t("board.list"), /^\u202e.*List.*\u202c$/);
    assert.match(t("lobby.moves", { count: 2 }), /moves/);
  });
});
