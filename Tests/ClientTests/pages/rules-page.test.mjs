import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, describe, test } from "node:test";
import { fetchRules } from "../../../Public/js/rules/page.js";
import { sections } from "../../../Public/js/rules/sentences.js";
import { start } from "../../../Public/js/rules/start.js";
import { Language, speak } from "../../../Public/js/words/say.js";

afterEach(() => speak());

describe("the rules of a game", () => {
  test("are sentences in sections, without what is not known", () => {
    const king = ["card.name", { rank: { t: "rank.K" }, suit: { t: "suit.H" } }];
    const say = [["rules.title"], ["never.heard"], "x", null, [7], king];
    assert.deepEqual(sections(say), [{ title: "", sentences: ["Rules", "King of hearts"], scores: [] }]);
    assert.deepEqual([undefined, {}, []].map(sections), [[], [], []]);
  });

  test("are told in the reader's language, their arguments too", () => {
    speak(new Language("de", { "card.name": "{suit} {rank}", "rank.K": "König", "suit.H": "Herz" }));
    const [{ sentences }] = sections([["card.name", { rank: { t: "rank.K" }, suit: { t: "suit.H" } }]]);
    assert.deepEqual(sentences, ["Herz König"]);
    const [odd] = sections([["card.name", { rank: { t: "rank.neverHeard" }, suit: "suit.H" }]]);
    assert.deepEqual(odd.sentences, ["Suit.H never heard"], "what is no key is text, and no key is shown as one");
  });

  test("have a table of what has points", () => {
    const [{ scores }] = sections([["rules.all", { points: 10 }], ["rules.title", { points: -1000 }]]);
    assert.deepEqual(scores, [{ text: "All games", points: "+10" }, { text: "Rules", points: "−1,000" }]);
    const [told] = sections([["score.start", { points: -52, count: -52 }]]);
    assert.deepEqual([told.sentences, told.scores], [["You begin with -52 points."], []]);
  });

  test("take lists of words and numbers", () => {
    const [{ sentences }] = sections([["table.watchingWhom", { names: [{ t: "suit.C" }, { t: "suit.D" }, 1000] }]]);
    assert.deepEqual(sentences, ["Watching clubs, diamonds and 1,000"]);
  });

  test("are told with a choice of numbers", () => {
    const [{ sentences }] = sections([["row.reach", { steps: { or: [1, 3, 1000] } }]]);
    assert.deepEqual(sentences, ["A pile may be put on the pile 1, 3 or 1,000 to its left."]);
    speak(new Language("de", { "row.reach": "{steps}" }));
    assert.deepEqual(sections([["row.reach", { steps: { or: [1, 3] } }]])[0].sentences, ["1 oder 3"]);
  });

  /** What `baize rules` says: for each game its sections, with the lines about points apart. */
  test("are the same at the command line, word for word", () => {
    const read = (name) => readFileSync(new URL(`../../Fixtures/${name}`, import.meta.url), "utf8");
    const written = new Map(read("sentences.txt").split(/^== /m).slice(1).map((game) => {
      const [head, ...parts] = game.trim().split("\n\n");
      return [head.split("\n", 1)[0], parts.map((part) => {
        const [title, ...lines] = part.split("\n").map((line) => line.trim());
        const isRow = (line) => /^[+−][\d,]+ {2}/.test(line);
        return [title, lines.filter((line) => !isRow(line)), lines.filter(isRow)];
      })];
    }));
    const told = read("explanations.jsonl").trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(told.map(({ id }) => id), [...written.keys()]);
    for (const { id, say } of told) {
      const shown = sections(say).map(({ title, sentences, scores }) =>
        [title, sentences, scores.map(({ points, text }) => `${points}  ${text}`)]);
      assert.deepEqual(shown, written.get(id), id);
    }
  });

  test("are fetched by the game's id, or it is said why not", async () => {
    const seen = [];
    const server = (status, body) => async (...asked) => {
      seen.push(asked);
      return new Response(JSON.stringify(body), { status });
    };
    const empty = { name: "X", zones: [], say: [] };
    const { id, zones, draw } = await fetchRules("freecell:cells=3", "", server(200, empty));
    assert.deepEqual([id, zones, draw, seen[0]], ["freecell:cells=3", [], 1, ["/api/games/freecell:cells=3"]]);
    const tiny = { id: "tiny:draw=3", name: "Tiny", zones: [] };
    const table = await fetchRules("t/rAbCdEfGh", "#w=Ab3dE9xQ", server(200, tiny));
    const [path, { headers }] = seen.at(-1);
    assert.deepEqual([table.id, table.name, path], ["tiny:draw=3", "Tiny", "/api/rooms/rAbCdEfGh/game"]);
    assert.equal(headers["Table-Key"], "Ab3dE9xQ");
    assert.equal(await fetchRules("x", "", server(404, {})), "rules.unknown");
    for (const ask of [server(500, {}), server(200, {}), async () => { throw new TypeError(); }]) {
      assert.equal(await fetchRules("x", "", ask), "rules.lost");
    }
  });
});

describe("the picture of a start", () => {
  const lying = (zones, say) => {
    const { piles, faces } = start(zones, say);
    return Object.fromEntries(Object.entries(piles).map(([pile, items]) =>
      [pile, items.map((item) => (faces.has(item) ? "u" : "d")).join("")]));
  };

  test("has the cards that were dealt, the first of them face down", () => {
    const tableau = { role: "tableau", count: 3, dealt: 3, spread: true, start: [[0, 1], [1, 1], [2, 1]] };
    assert.deepEqual(lying([tableau]), { t0: "u", t1: "du", t2: "ddu" });
  });

  test("follows the sentences about the deal where piles differ", () => {
    const tableau = { role: "tableau", count: 3, dealt: 3, spread: true };
    const columns = ["deal.columns.sizes", { count: 3, sizes: [1, 2, 3] }];
    assert.deepEqual(lying([tableau], [columns, ["deal.topsOpen"]]), { t0: "u", t1: "du", t2: "ddu" });
    const down = ["deal.down.sizes", { sizes: [0, 0, 2] }];
    assert.deepEqual(lying([tableau], [columns, down]), { t0: "u", t1: "uu", t2: "ddu" });
    assert.deepEqual(lying([tableau], [columns, ["deal.open"]]), { t0: "u", t1: "uu", t2: "uuu" });
    const peaks = { role: "tableau", count: 3, dealt: 1, places: [[1, 0], [0, 1], [2, 1]] };
    assert.deepEqual(lying([peaks], [["deal.lastRowOpen"]]), { t0: "d", t1: "u", t2: "u" });
  });

  test("has as many cards in each pile if more is not told", () =>
    assert.deepEqual(lying([{ role: "tableau", count: 2, dealt: 2, spread: true }]), { t0: "uu", t1: "uu" }));

  test("shows one card of a pile that is squared, and none of an empty one", () => {
    const zones = [{ role: "stock", count: 1, dealt: 24 }, { role: "waste", count: 1 },
      { role: "reserve", count: 1, dealt: 13 }, { role: "foundation", count: 2, start: [[0, 1], [0, 0]] }];
    assert.deepEqual(lying(zones), { stock: "d", waste: "", r0: "u", f0: "u", f1: "" });
  });
});
