/** The themes: whatever is read on whatever can be read, in every theme and with every deck. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const css = (name) => readFileSync(new URL(`../../../Public/css/${name}.css`, import.meta.url), "utf8");
const [themes, cards, settings] = [css("themes"), css("cards"), css("settings")];

/** The custom properties of all rules with this selector, the last one counts. */
function tokens(text, selector) {
  const rules = [...text.matchAll(/^ *([^\s{}@/][^{}@/]*) \{([^{}]*)\}/gm)]
    .filter(([, selectors]) => selectors.split(/,\s*/).includes(selector));
  assert.notEqual(rules.length, 0, `no rule ${selector}`);
  return Object.fromEntries(rules.flatMap(([, , body]) =>
    [...body.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value])));
}

const day = tokens(themes, ":root");
const colours = Object.keys(day).filter((name) => day[name].startsWith("#"));
const THEMES = {
  day,
  night: { ...day, ...tokens(themes, ":root:not([data-theme])") },
  ...Object.fromEntries(["baize", "light", "dark", "contrast"].map((name) =>
    [name, { ...day, ...tokens(themes, `[data-theme=${name}]`) }])),
};

/** @returns {number[]} red, green, blue and alpha of 1 */
function parse(text) {
  assert.match(text, /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i, text);
  const digits = text.length === 4 ? [...text.slice(1)].map((digit) => digit + digit).join("") : text.slice(1);
  return [0, 2, 4, 6].map((at) => parseInt(digits.slice(at, at + 2) || "ff", 16) / 255);
}

/** One colour over another. */
const over = ([r, g, b, a], below) => [r, g, b].map((part, at) => part * a + below[at] * (1 - a)).concat(1);

function luminance([r, g, b]) {
  const [x, y, z] = [r, g, b].map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}

function contrast(front, back) {
  const [light, dark] = [luminance(over(front, back)), luminance(back)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const FELT = ["felt", "felt-light", "felt-deep"];
/** [what, on what…]: a list is one layer on another, the lowest last. */
const TEXT = [
  ["ink", "paper"], ["ink", "sheet"], ["soft", "paper"], ["soft", "sheet"], ["accent", "paper"], ["accent", "sheet"],
  ["soft", "brass 20% sheet"], ["ink", "brass 20% sheet"], ["ink", "brass 22% sheet"],
  ["bad", "paper"], ["bad", "sheet"], ["on-accent", "accent"], ["on-brass", "brass"], ["on-top", "top"],
  ["on-top", ["top-veil", "top"]], ["brass", "top"], ["alert", "top"], ["on-float", "float-on-paper"],
  ["on-toast", ["toast", "paper"]],
  ...FELT.flatMap((felt) => [
    ["on-felt", felt], ["on-felt-soft", felt], ["on-felt", ["bar", felt]], ["on-felt-soft", ["bar", felt]],
    ["brass", ["bar", felt]], ["on-felt", ["felt-hover", "bar", felt]], ["on-felt", ["felt-press", "bar", felt]],
    ["on-top", ["top-veil", "bar", felt]], ["on-float", ["float", felt]], ["on-toast", ["toast", felt]],
  ]),
  ...["C", "D", "H", "S"].map((suit) => [`suit-${suit}`, "card"]),
].map(([what, on]) => [what, on === "float-on-paper" ? ["float", "paper"] : on]);
const PARTS = [
  ["rim", "paper"], ["rim", "sheet"], ["accent", "paper"], ["accent", "sheet"], ["knob", "rim"], ["knob", "accent"],
  ["ok", ["top-veil", "top"]], ["brass", ["float", "paper"]],
  ...FELT.flatMap((felt) => [
    ["slot-line", felt], ["slot-line", ["slot", felt]], ["slot-mark", ["slot", felt]], ["brass", felt], ["hint", felt],
    ["ok", ["top-veil", "bar", felt]], ["card", felt],
  ]),
];

/** A colour by its name, or one mixed into another: `brass 20% sheet`. */
function colour(theme, name) {
  const [first, share, second] = name.split(" ");
  if (second === undefined) return parse(theme[first]);
  return over([...parse(theme[first]).slice(0, 3), parseInt(share, 10) / 100], parse(theme[second]));
}

/** @param {Record<string, string>} theme @param {string|string[]} names */
const layers = (theme, names) =>
  [names].flat().reduceRight((below, name) => over(colour(theme, name), below), [1, 1, 1, 1]);

for (const [name, theme] of Object.entries(THEMES)) {
  test(`${name}: all words have a contrast of 4.5 at least, all that can be operated of 3`, () => {
    for (const [pairs, least] of [[TEXT, 4.5], [PARTS, 3]]) {
      for (const [what, on] of pairs) {
        // A light table needs no bright cards: there their edge is what is seen.
        const front = what === "card" && contrast(parse(theme.card), layers(theme, on)) < least ? "card-edge" : what;
        const found = contrast(parse(theme[front]), layers(theme, on));
        assert.ok(found >= least, `${front} on ${[on].flat().join(" on ")}: ${found.toFixed(2)}`);
      }
    }
  });
}

test("every theme names every colour, so that a part of a page can have a theme of its own", () => {
  for (const name of ["baize", "light", "dark", "contrast"]) {
    const named = tokens(themes, `[data-theme=${name}]`);
    assert.deepEqual(colours.filter((colour) => !(colour in named)), [], name);
  }
  assert.deepEqual(Object.fromEntries(colours.map((colour) => [colour, THEMES.baize[colour]])),
    Object.fromEntries(colours.map((colour) => [colour, day[colour]])), "baize is the day's");
});

test("no colour is written twice for two themes side by side", () => {
  const rules = [...themes.matchAll(/^([^\n{}]*data-theme=(?:baize|dark)\])[^{}\n]* \{([^{}]*)\}/gm)];
  const written = rules.filter(([, selectors]) => !/ |\]\[/.test(selectors.replaceAll(", ", ",")))
    .flatMap(([, , body]) => [...body.matchAll(/--[\w-]+: [^;]+;/g)].map(([it]) => it));
  assert.ok(written.length > colours.length);
  assert.deepEqual(written.filter((it, at) => written.indexOf(it) !== at), []);
});

test("the swatch of what the system chooses shows by night what it chooses", () => {
  const night = tokens(themes, ":root:not([data-theme])");
  const swatch = tokens(settings, ".themes .night");
  for (const [name, value] of Object.entries(swatch)) assert.equal(value, night[name], name);
});

test("four colours can be told from each other and read on every paper", () => {
  const four = tokens(themes, '[data-colours="4"]');
  const vivid = tokens(themes, '[data-theme=contrast][data-colours="4"]');
  for (const [name, theme] of Object.entries(THEMES)) {
    const deck = { ...theme, ...four, ...name === "contrast" ? vivid : {} };
    const suits = ["C", "D", "H", "S"].map((suit) => deck[`suit-${suit}`]);
    assert.equal(new Set(suits).size, 4, name);
    for (const suit of suits) assert.ok(contrast(parse(suit), parse(deck.card)) >= 4.5, `${name} ${suit}`);
  }
});

test("a face that is known although it lies face down can be read", () => {
  const known = tokens(cards, ".card.known-down");
  const [paper, hatch] = [parse(known.card), parse("#24446f3d")];
  const four = tokens(themes, '[data-colours="4"]');
  for (const [name, theme] of Object.entries(THEMES)) {
    for (const deck of [theme, { ...theme, ...four }]) {
      for (const suit of ["C", "D", "H", "S"]) {
        const ink = parse(deck[`suit-${suit}`]);
        assert.ok(contrast(ink, paper) >= 4.5, `${name} ${suit}`);
        assert.ok(contrast(ink, over(hatch, paper)) >= 3, `${name} ${suit} between the lines`);
      }
    }
  }
  const edge = contrast(parse(known["card-edge"]), parse(known.card));
  assert.ok(edge >= 3, "its frame is that of a back");
});
