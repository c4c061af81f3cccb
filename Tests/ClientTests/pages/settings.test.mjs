/** Settings: what may be kept, whose they are, and who hears of changes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { KeptSettings } from "../../../Public/js/settings/kept.js";
import { CHOICES, KEYS, known, read, write } from "../../../Public/js/settings/values.js";
import { themeOf } from "../../../Public/js/settings/look.js";
import { settings } from "../../../Public/js/settings.js";

const DEFAULTS = {
  theme: "auto", back: "lattice", colours: "2", hand: "right", large: false, sound: false, motion: "auto",
  oneTap: "auto", auto: "off", timed: true, timer: true, letters: true, language: "auto",
};

/** A place that several tabs share. */
function place(texts = {}) {
  return { texts, kept: (key) => texts[key] ?? "", keep: (key, value) => void (texts[key] = value) };
}

test("without a browser the defaults hold", () => {
  assert.deepEqual(Object.fromEntries(KEYS.map((key) => [key, settings.get(key)])), DEFAULTS);
});

test("there are at least six backs, and a picture of each", async () => {
  const { existsSync, readFileSync } = await import("node:fs");
  const styles = readFileSync(new URL("../../../Public/css/themes.css", import.meta.url), "utf8");
  assert.ok(CHOICES.back.length >= 6);
  for (const back of CHOICES.back) {
    assert.ok(existsSync(new URL(`../../../Public/img/backs/${back}.svg`, import.meta.url)), back);
    assert.ok(styles.includes(`[data-back=${back}] { --back: url("/img/backs/${back}.svg")`), back);
  }
});

test("what is unknown, or of another kind, is the default", () => {
  for (const text of ["", "{", "null", "7", '"dark"', "[]", "{}"]) assert.deepEqual(read(text), DEFAULTS, text);
  const odd = { theme: "pink", back: 7, large: "true", sound: 1, timer: null, language: ["de"], extra: "x" };
  assert.deepEqual(read(JSON.stringify(odd)), DEFAULTS);
  assert.equal(known("colours", 4), "2");
  assert.equal(known("colours", "4"), "4");
});

test("every value survives being kept, and defaults are not written down", () => {
  for (const key of KEYS) {
    for (const value of CHOICES[key]) {
      const values = { ...DEFAULTS, [key]: value };
      assert.deepEqual(read(write(values)), values);
    }
  }
  assert.equal(write(read("")), "{}");
});

test("a change is heard once, with its key, until nobody listens any more", () => {
  const it = new KeptSettings(place());
  const heard = [];
  const end = it.subscribe((changed) => heard.push(changed));
  it.set("theme", "dark");
  it.set("theme", "dark");
  it.set("large", true);
  end();
  it.set("large", false);
  assert.deepEqual(heard, [["theme"], ["large"]]);
  assert.equal(it.get("theme"), "dark");
});

test("guests of one browser do not share; until one is known the last one's hold", () => {
  const shared = place();
  const first = new KeptSettings(shared);
  first.belongTo("ada");
  first.set("theme", "dark");
  assert.equal(new KeptSettings(shared).get("theme"), "dark");
  const second = new KeptSettings(shared);
  second.belongTo("bob");
  assert.equal(second.get("theme"), "auto");
  second.set("colours", "4");
  second.belongTo("ada");
  assert.deepEqual([second.get("theme"), second.get("colours")], ["dark", "2"]);
});

test("what was set before any guest was known belongs to the first one", () => {
  const shared = place();
  const it = new KeptSettings(shared);
  it.set("large", true);
  it.belongTo("ada");
  assert.equal(it.get("large"), true);
  it.belongTo("bob");
  assert.equal(it.get("large"), false);
});

test("who gets a new id keeps what was set, but nothing of one who has settings already", () => {
  const shared = place();
  const it = new KeptSettings(shared);
  it.belongTo("ada");
  it.set("large", true);
  it.belongTo("ada2", true);
  assert.equal(it.get("large"), true);
  it.set("theme", "light");
  it.belongTo("ada", true);
  assert.deepEqual([it.get("large"), it.get("theme")], [true, "auto"]);
});

test("tabs that change different settings do not undo each other", () => {
  const shared = place();
  const [one, other] = [new KeptSettings(shared), new KeptSettings(shared)];
  const heard = [];
  other.subscribe((changed) => heard.push(...changed));
  one.set("theme", "dark");
  other.set("hand", "left");
  one.reread();
  assert.deepEqual([one.get("theme"), one.get("hand")], ["dark", "left"]);
  assert.deepEqual([other.get("theme"), other.get("hand")], ["dark", "left"]);
  assert.deepEqual(heard.sort(), ["hand", "theme"]);
});

test("by itself the page asks for high contrast where the system does", () => {
  assert.equal(themeOf("auto", false), "");
  assert.equal(themeOf("auto", true), "contrast");
  assert.equal(themeOf("light", true), "light");
});
