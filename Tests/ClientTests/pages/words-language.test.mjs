/** Another language: fetched once, spoken when it has come; the old one goes on where it does not come. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, test } from "node:test";
import { language, speak, t } from "../../../Public/js/words/say.js";

/** What was asked of the server, and what it answers to each path. */
const asked = [];
let answers = async () => new Response("", { status: 404 });

const words = (code) => readFileSync(new URL(`../../../Public/words/${code}.json`, import.meta.url), "utf8");
let visits = 0;
/** A page that was opened now, and has fetched nothing yet. */
const visit = () => import(`../../../Public/js/words/language.js?visit=${++visits}`);
const server = async (path) => new Response(words(/(\w+)\.json/.exec(path)[1]));

beforeEach(() => {
  Object.assign(globalThis, {
    location: { search: "" }, navigator: { languages: ["en"] },
    document: { documentElement: {}, querySelectorAll: () => [] },
    fetch: (path) => (asked.push(path), answers(path)),
  });
  asked.length = 0;
  answers = server;
});
afterEach(() => speak());

describe("a language", () => {
  test("that does not come leaves the one that is spoken, and nobody is told of a change", async () => {
    const { onLanguage, setLanguage } = await visit();
    await setLanguage("es");
    const heard = [];
    const end = onLanguage(() => heard.push(language().tag));
    for (const failing of [async () => new Response("", { status: 500 }), async () => { throw new TypeError(); }]) {
      answers = failing;
      await setLanguage("de");
      assert.deepEqual([language().tag, t("table.score"), document.documentElement.lang], ["es", "Puntos", "es"]);
    }
    assert.deepEqual(heard, []);
    answers = server;
    await setLanguage("de");
    assert.deepEqual([heard, t("table.score")], [["de"], "Punkte"]);
    end();
    await setLanguage("es");
    assert.deepEqual(heard, ["de"]);
  });

  test("is fetched once, however often it is chosen", async () => {
    const { setLanguage } = await visit();
    for (const code of ["zh", "en", "zh", "en", "zh"]) await setLanguage(code);
    assert.deepEqual(asked, ["/words/zh.json"]);
    assert.equal(language().tag, "zh-Hans");
  });

  test("that was wished for before another one does not come after it", async () => {
    const { setLanguage } = await visit();
    let bring = () => {};
    const late = new Promise((resolve) => { bring = resolve; });
    answers = async (path) => (path.includes("de") ? (await late, server(path)) : server(path));
    const first = setLanguage("de");
    await setLanguage("es");
    bring();
    await first;
    assert.equal(language().tag, "es");
    await setLanguage("de");
    assert.deepEqual([language().tag, asked.length], ["de", 2], "but is not fetched again");
  });
});
