import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { ENGLISH } from "../../../Public/js/words/english.js";
import { EXAMPLES, KANBAN, KINDS, OWN, OWN_GAME, RACE } from "../../../Public/js/lobby/kinds.js";
import { languages } from "../../../Public/js/words/language.js";
import { Language } from "../../../Public/js/words/say.js";
import { rules } from "../fixtures.mjs";

const ROOT = new URL("../../../", import.meta.url);
const OTHERS = languages().map(({ code }) => code).filter((code) => code !== "en");
const read = (path) => readFileSync(new URL(path, ROOT), "utf8");
const words = (code) => JSON.parse(read(`Public/words/${code}.json`));

/** Files below a folder, by their endings. */
function files(folder, ending) {
  return readdirSync(new URL(folder, ROOT), { withFileTypes: true }).flatMap((it) =>
    it.isDirectory() ? files(`${folder}${it.name}/`, ending) : it.name.endsWith(ending) ? [folder + it.name] : []);
}

/** What a module of words begins with that comes later, with the part of the page that says them. */
const ADDS = "Object.assign(ENGLISH, {";
/** The keys that come with the page, then those of each module that comes later. */
const GROUPS = [Object.keys(ENGLISH)];
const LATER = files("Public/js/words/", ".js").filter((path) => read(path).includes(ADDS)).sort();
for (const path of LATER) {
  const known = new Set(Object.keys(ENGLISH));
  await import(new URL(path, ROOT));
  GROUPS.push(Object.keys(ENGLISH).filter((key) => !known.has(key)));
}
const KEYS = GROUPS.flat();

/** The operator's page is in English alone, as the log that it shows. */
const SCRIPTS = files("Public/js/", ".js")
  .filter((path) => path !== "Public/js/words/english.js" && !LATER.includes(path))
  .filter((path) => !path.startsWith("Public/js/operator/"))
  .map((path) => [path, read(path)]);
const HTML = read("Public/index.html");

const forms = (entry) => (typeof entry === "string" ? { other: entry } : entry);
/** `{Why}` is `{why}` where a sentence begins. */
const placeholders = (text) => [...new Set([...text.matchAll(/\{(\w)(\w*)\}/g)].map(([, first, rest]) =>
  first.toLowerCase() + rest))].sort();

test("no module of words says anew what another says", () => {
  const counts = LATER.map((path) => [...read(path).matchAll(/^  "[^"]+":/gm)].length);
  assert.deepEqual(GROUPS.slice(1).map((group) => group.length), counts);
});

describe("every text", () => {
  for (const [code, all] of [["en", ENGLISH], ...OTHERS.map((it) => [it, words(it)])]) {
    test(`in ${code} says something, in each form that the language counts with`, () => {
      const counted = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
      for (const [key, entry] of Object.entries(all)) {
        if (typeof entry !== "string") {
          assert.deepEqual(Object.keys(entry).sort(), [...counted].sort(), `${code} ${key}`);
        }
        for (const text of Object.values(forms(entry))) {
          assert.ok(text.trim() === text && text !== "", `${code} ${key}: "${text}"`);
          assert.doesNotMatch(text, /\{\W|\w\{\{|\}\}|  /, `${code} ${key}`);
        }
      }
    });
  }
});

/** Told how many there are, which their English does not say. */
const COUNTED = ["say.cameUp"];

describe("every language", () => {
  for (const code of OTHERS) {
    const other = words(code);

    test(`${code} has the keys of English, those of each module in their order, and no others`, () => {
      assert.deepEqual(Object.keys(other).sort(), [...KEYS].sort());
      for (const group of GROUPS) {
        const own = new Set(group);
        assert.deepEqual(Object.keys(other).filter((key) => own.has(key)), group);
      }
    });

    test(`${code} has the same placeholders in each text`, () => {
      for (const key of KEYS) {
        // A language may count where English need not, as it is told how many; never the other way.
        const mayCount = placeholders(forms(ENGLISH[key]).other).includes("count") || COUNTED.includes(key);
        if (typeof other[key] === "string") assert.equal(typeof ENGLISH[key], "string", `${code} ${key}`);
        else assert.ok(mayCount || typeof ENGLISH[key] !== "string", `${code} ${key}`);
        const [ours, theirs] = [ENGLISH[key], other[key]].map((entry) => placeholders(forms(entry).other));
        assert.deepEqual(theirs, ours, `${code} ${key}`);
      }
    });

    test(`${code} is not English that was forgotten`, () => {
      const same = KEYS.filter((key) => forms(other[key]).other === forms(ENGLISH[key]).other
        && / [a-z]+ /.test(forms(ENGLISH[key]).other.replace(/\{\w+\}/g, "")));
      assert.deepEqual(same, []);
    });
  }
});

describe("what is counted", () => {
  const inLanguage = (code) => new Language(code, code === "en" ? ENGLISH : words(code));
  const said = (code, key, args) => inLanguage(code).say(key, args);

  test("is one where it is one", () => {
    const one = ["en", "de", "es"].flatMap((code) =>
      [said(code, "panel.points", { count: 1 }), said(code, "score.start", { points: 1, count: 1 })]);
    assert.deepEqual(one, ["1 point", "You begin with 1 point.", "1 Punkt", "Du beginnst mit 1 Punkt.", "1 punto",
      "Empiezas con 1 punto."]);
    assert.equal(said("en", "score.start", { points: -52, count: -52 }), "You begin with -52 points.");
    assert.deepEqual([1, 2].map((count) => said("de", "lobby.watching", { count })), ["1 schaut zu", "2 schauen zu"]);
    assert.deepEqual([1, 2].map((count) => said("de", "about.who", { names: "Ann", count })),
      ["Am Tisch: Ann; 1 schaut zu", "Am Tisch: Ann; 2 schauen zu"]);
    assert.equal(said("es", "say.cameUp", { cards: ["A"], count: 1 }), "Se descubre A.");
    assert.equal(said("es", "say.cameUp", { cards: ["A", "B"], count: 2 }), "Se descubren A y B.");
  });

  test("is one column, one card or one pile at a game that has only one", () => {
    const sentences = ["deal.row", "deal.columns", "deal.columns.single", "deal.reserve", "deal.reserve.down",
      "deal.picture.row", "stock.tableau", "foundations.ace", "cells.hold"];
    for (const key of sentences) {
      const [one, two] = [1, 2].map((count) => said("en", key, { count, cards: 3, down: 1 }));
      assert.doesNotMatch(one, /\b1 \w+s\b|\{/, key);
      assert.notEqual(one, two.replace("2", "1"), key);
    }
  });
});

describe("Chinese", () => {
  test("calls a place where no card lies by the name that players give it", () =>
    assert.equal(new Language("zh", words("zh")).say("pile.isEmpty", { pile: "备用牌堆" }), "备用牌堆，占位符"));
});

describe("the words and the code", () => {
  /** Strings that look like keys: their first part is the first part of some key. */
  const sections = new Set(KEYS.map((key) => key.split(".", 1)[0]));
  const isKeyLike = (text) => /^[a-z]\w*\.[\w. -]+$/i.test(text) && sections.has(text.split(".", 1)[0]);
  /** The file's own endings, and names of files, are no keys. */
  const ENDINGS = /\.(js|json|css|svg|html|wasm|vcf|png|txt)$/;
  const literals = SCRIPTS.flatMap(([path, text]) => [...text.matchAll(/"([^"\n]*)"/g)].map(([, it]) => [path, it]))
    .filter(([, it]) => isKeyLike(it) && !ENDINGS.test(it));
  /** What is asked for by a name that is put in: `refusal.{}`. */
  const families = new Set(SCRIPTS.flatMap(([, text]) =>
    [...text.matchAll(/\b(?:t|has)\((?:has\()?`([a-z]\w*\.[^`\n]*\$\{[^`\n]*)`/gi)])
    .map(([, it]) => it.replace(/\$\{[^}]*\}/g, "{}")));
  const marked = [...HTML.matchAll(/data-t(?:-\w+)?="([^"]+)"/g)].map(([, key]) => key);
  /** What the server names in the rules of a game: whole keys, and the beginnings of those that it puts together. */
  const server = files("Sources/", ".swift").map(read).join("\n");
  const told = new Set([...server.matchAll(/"([a-z]\w*(?:\.\w+)*)"/gi)].map(([, key]) => key));
  const begun = [...server.matchAll(/"([a-z]\w*\.(?:\w+\.)*)\\\(/gi)].map(([, start]) => start);
  /** The server's own words: what it writes, and the names of its cases, which are written as they are called. */
  const serverWords = new Set([...server.matchAll(/"(\w+)"|\bcase \.?(\w+)/g)].map(([, text, name]) => text ?? name));

  const protocol = read("docs/PROTOCOL.md");
  const found = (text, pattern) => [...text.matchAll(pattern)].map(([, it]) => it);
  const between = (start, end) => {
    const at = protocol.indexOf(start);
    return protocol.slice(at, protocol.indexOf(end, at));
  };
  const catalogue = files("Sources/Patience/Games/", ".swift").map(read).join("\n");
  const variation = read("Sources/Patience/Rules/Variation.swift");
  const optionNames = found(variation, /case \.(\w+): "\1"/g);
  const optionValues = [...variation.matchAll(/case ([.\w, ]+): \[(".*")\]/g)].flatMap(([, names, values]) =>
    found(names, /\.(\w+)/g).flatMap((name) => found(values, /"(\w+)"/g).map((value) => `${name}.${value}`)))
    .concat("passes.any");
  const boards = [...KINDS, ...EXAMPLES, KANBAN, OWN, OWN_GAME, RACE];
  /** All that may be put in, from where it is defined. */
  const FAMILIES = {
    "rank.{}": [..."A23456789TJQK"], "suit.{}": [..."CDHS"],
    // Rules of a game, and those of a race.
    "refusal.{}": [...rules(), "noDealYet", ...found(between("| `why` of `illegal` |", "\n\n"), /^\| `(\w+)` \|/gm)],
    "level.{}": ["easy", "medium", "hard"],
    // What the page says by itself, without the server, stands last.
    "code.{}": [...found(between("`no` codes", "```"), /^\| `(\w+)` \|/gm), "offline", "lost"],
    "hint.{}": found(between("`why` is `finish`", "\n\n"), /`(\w+)`/g),
    "game.{}": found(catalogue, /\bid: "(\w+)"/g), "family.{}": found(catalogue, /family: "([\w ]+)"/g),
    "option.{}": optionNames, "option.{}.{}": optionValues, "choice.{}": optionNames, "choice.{}.{}": optionValues,
    "race.nth.{}": ["one", "two", "few", "other"],
    "board.{}": boards, "board.{}.line": boards,
    "auto.{}": ["off", "safe", "all"],
    "layout.{}": [
      ...found(read("Sources/Patience/Rules/Zone.swift"), /case \.(\w+): \("\w+", "\1"/g), "picture", "row",
    ],
    ...Object.fromEntries(["damaged", "unopened", "notKept", "closed"].map((it) =>
      [`gone.{}.${it}`, ["table", "board"]])),
    "connection.{}": found(read("Public/js/main.js") + read("Public/js/net/connection.js"), /"(\w+)"/g),
    "upload.{}": found(between("| status, `error` |", "\n\n"), /\b([45]\d\d)\b/g).concat("0"),
  };
  const isIn = (family, key) => FAMILIES[family].some((it) => family.replace("{}.{}", "{}").replace("{}", it) === key);

  test("agree: each key that is asked for exists", () => {
    assert.ok(literals.length > 200, "the keys are found");
    assert.deepEqual(literals.filter(([, key]) => !Object.hasOwn(ENGLISH, key)), []);
    assert.deepEqual(marked.filter((key) => !Object.hasOwn(ENGLISH, key)), []);
  });

  test("agree: what is put into a key is known, and some of it has words", () => {
    assert.deepEqual([...families].sort(), Object.keys(FAMILIES).sort());
    for (const family of families) assert.ok(KEYS.some((key) => isIn(family, key)), family);
  });

  test("agree: each key that exists is asked for", () => {
    const asked = new Set([...literals.map(([, key]) => key), ...marked, ...told]);
    const isBegun = (key, start) => key.startsWith(start) && serverWords.has(key.slice(start.length).split(".").at(-1));
    const isAsked = (key) => asked.has(key) || Object.keys(FAMILIES).some((it) => isIn(it, key))
      || begun.some((start) => isBegun(key, start));
    assert.deepEqual(KEYS.filter((key) => !isAsked(key)), []);
  });

  test("are not mixed: nothing is said, shown or labelled by text in the code", () => {
    const spoken = /\b(?:say|toast|tell|#say|#tell|#write|#label)\((?:[^()"`]*, )?(["`])(?=[^"`$]*[a-z]{2,} [a-z])/i;
    const shown = /\b(?:textContent|title|placeholder|ariaLabel) = (["`])[^"`$]*[a-z]{2}/i;
    const labelled = /setAttribute\("(?:aria-label|title|placeholder)", (["`])[^"`$]*[a-z]{2}/i;
    // A word in place of a name that is missing, and words beside a name.
    const instead = /(?:\?\?|\|\|) (["`])(?!Baize\1)[A-Z][a-z]+\1/;
    const beside = /`[^`]*\$\{[^`]*\}[ (]+[a-z]{3,}[ )`]|`[^`]*\b[a-z]{3,} \$\{/;
    // What is no text for people.
    const machine = /Error\(|className = |key: /;
    for (const [path, text] of SCRIPTS) {
      text.split("\n").forEach((line, at) => {
        if (!machine.test(line)) assert.doesNotMatch(line, beside, `${path}:${at + 1}`);
        for (const rule of [spoken, shown, labelled, instead]) assert.doesNotMatch(line, rule, `${path}:${at + 1}`);
      });
    }
  });
});

describe("the page", () => {
  const plain = (text) => text.replace(/\s+/g, " ").trim();
  const unescape = (text) => text.replace(/&amp;/g, "&").replace(/&quot;/g, '"');

  test("is written in English as the catalogue has it", () => {
    for (const [, key, text] of HTML.matchAll(/data-t="([^"]+)"[^>]*>([^<]*)</g)) {
      assert.equal(plain(text), ENGLISH[key], key);
    }
    const named = { aria: "aria-label", title: "title", placeholder: "placeholder" };
    for (const [tag] of HTML.matchAll(/<[a-z][^>]*>/g)) {
      for (const [, kind, key] of tag.matchAll(/data-t-(\w+)="([^"]+)"/g)) {
        const [, text] = new RegExp(`\\s${named[kind]}="([^"]*)"`).exec(tag) ?? [];
        assert.equal(unescape(text ?? ""), ENGLISH[key], key);
      }
    }
  });

  test("has no other words: each that is read or heard has a key", () => {
    const body = HTML.slice(HTML.indexOf("<body")).replace(/<noscript>.*?<\/noscript>/s, "");
    const without = [...body.matchAll(/<([a-z]\w*)([^>]*)>([^<]*)/g)]
      .filter(([, , attributes, text]) => /[a-z]{2}/i.test(text) && !/data-t=/.test(attributes))
      .map(([, , , text]) => plain(text));
    // The name of the program is its name everywhere.
    assert.deepEqual(without.filter((text) => text !== "Baize"), []);
    const tags = [...body.matchAll(/<[a-z][^>]*>/g)].map(([tag]) => tag);
    const bare = (attribute, mark) =>
      tags.filter((tag) => new RegExp(`\\s${attribute}="[^"]`).test(tag) && !tag.includes(mark));
    assert.deepEqual(bare("aria-label", "data-t-aria"), []);
    assert.deepEqual(bare("title", "data-t-title"), []);
    assert.deepEqual(bare("placeholder", "data-t-placeholder"), []);
  });
});
