import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { ENGLISH } from "../../Public/js/words/english.js";
import { languages } from "../../Public/js/words/language.js";

const ROOT = new URL("../../", import.meta.url);
const OTHERS = languages().map(({ code }) => code).filter((code) => code !== "en");
const read = (path) => readFileSync(new URL(path, ROOT), "utf8");
const words = (code) => JSON.parse(read(`Public/words/${code}.json`));
const KEYS = Object.keys(ENGLISH);

/** Files below a folder, by their endings. */
function files(folder, ending) {
  return readdirSync(new URL(folder, ROOT), { withFileTypes: true }).flatMap((it) =>
    it.isDirectory() ? files(`${folder}${it.name}/`, ending) : it.name.endsWith(ending) ? [folder + it.name] : []);
}

const SCRIPTS = files("Public/js/", ".js").filter((path) => !path.startsWith("Public/js/words/english")).map((path) =>
  [path, read(path)]);
const HTML = read("Public/index.html");

const forms = (entry) => (typeof entry === "string" ? { other: entry } : entry);
/** `{Why}` is `{why}` where a sentence begins. */
const placeholders = (text) => [...new Set([...text.matchAll(/\{(\w)(\w*)\}/g)].map(([, first, rest]) =>
  first.toLowerCase() + rest))].sort();

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

describe("every language", () => {
  for (const code of OTHERS) {
    const other = words(code);

    test(`${code} has the keys of English, in their order, and no others`, () =>
      assert.deepEqual(Object.keys(other), KEYS));

    test(`${code} has the same placeholders in each text`, () => {
      for (const key of KEYS) {
        assert.equal(typeof other[key] === "string", typeof ENGLISH[key] === "string", key);
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

describe("the words and the code", () => {
  /** Strings that look like keys: their first part is the first part of some key. */
  const sections = new Set(KEYS.map((key) => key.split(".", 1)[0]));
  const isKeyLike = (text) => /^[a-z]\w*\.[\w. -]+$/i.test(text) && sections.has(text.split(".", 1)[0]);
  /** The file's own endings, and names of files, are no keys. */
  const ENDINGS = /\.(js|json|css|svg|html|wasm|vcf|png|txt)$/;
  const literals = SCRIPTS.flatMap(([path, text]) => [...text.matchAll(/"([^"\n]*)"/g)].map(([, it]) => [path, it]))
    .filter(([, it]) => isKeyLike(it) && !ENDINGS.test(it));
  const patterns = SCRIPTS.flatMap(([, text]) => [...text.matchAll(/`([a-z]\w*\.[^`\n]*\$\{[^`\n]*)`/gi)])
    .map(([, it]) => it).filter((it) => sections.has(it.split(".", 1)[0]))
    .map((it) => new RegExp(`^${it.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.\\-]/g, "\\$&")).join(".+")}$`));
  const marked = [...HTML.matchAll(/data-t(?:-\w+)?="([^"]+)"/g)].map(([, key]) => key);
  /** What the server names in the rules of a game: whole keys, and the beginnings of those that it puts together. */
  const server = files("Sources/", ".swift").map(read).join("\n");
  const told = new Set([...server.matchAll(/"([a-z]\w*(?:\.\w+)*)"/gi)].map(([, key]) => key));
  const begun = [...server.matchAll(/"([a-z]\w*\.(?:\w+\.)*)\\\(/gi)].map(([, start]) => start);

  test("agree: each key that is asked for exists", () => {
    assert.ok(literals.length > 200, "the keys are found");
    assert.deepEqual(literals.filter(([, key]) => !Object.hasOwn(ENGLISH, key)), []);
    assert.deepEqual(marked.filter((key) => !Object.hasOwn(ENGLISH, key)), []);
    for (const pattern of patterns) assert.ok(KEYS.some((key) => pattern.test(key)), String(pattern));
  });

  test("agree: each key that exists is asked for", () => {
    const asked = new Set([...literals.map(([, key]) => key), ...marked, ...told]);
    const isAsked = (key) => asked.has(key) || patterns.some((it) => it.test(key))
      || begun.some((start) => key.startsWith(start));
    assert.deepEqual(KEYS.filter((key) => !isAsked(key)), []);
  });

  test("are not mixed: nothing is said, shown or labelled by text in the code", () => {
    const spoken = /\b(?:say|toast|tell|#say|#tell|#write|#label)\((?:[^()"`]*, )?(["`])(?=[^"`$]*[a-z]{2,} [a-z])/i;
    const shown = /\b(?:textContent|title|placeholder|ariaLabel) = (["`])[^"`$]*[a-z]{2}/i;
    const labelled = /setAttribute\("(?:aria-label|title|placeholder)", (["`])[^"`$]*[a-z]{2}/i;
    for (const [path, text] of SCRIPTS) {
      text.split("\n").forEach((line, at) => {
        for (const rule of [spoken, shown, labelled]) assert.doesNotMatch(line, rule, `${path}:${at + 1}`);
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
