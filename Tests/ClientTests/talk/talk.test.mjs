import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { Announcing } from "../../../Public/js/table/talk/announcing.js";
import * as people from "../../../Public/js/table/talk/hidden.js";
import { pictureOf, reactionName } from "../../../Public/js/table/talk/reactions.js";
import { refusedWords } from "../../../Public/js/table/talk/refused.js";
import { LINES_MAX, Spoken } from "../../../Public/js/table/talk/spoken.js";
import "../../../Public/js/words/talk.js";
import { snap } from "../fixtures.mjs";
import { room } from "../table/tables.mjs";

const line = (n, text = `text ${n}`, id = "g_1") => [n, 0, id, "Ada", text];
const texts = ({ lines }) => lines.map(({ text }) => text);

describe("what everybody at a table is told", () => {
  test("says whether chat is on, with who is there", () => {
    const { it } = room();
    it.hear(snap({ v: 12, why: "sync", chat: true }));
    assert.equal(it.store.table.admission.chat, true);
    it.hear({ t: "crowd", r: "rTable", seats: [], watching: 0, clock: 0, run: false });
    assert.equal(it.store.table.admission.chat, undefined);
  });
});

describe("what was said", () => {
  test("stands in the order of its numbers, each once", () => {
    const spoken = new Spoken();
    assert.deepEqual(spoken.hear([line(3), line(4)]).map(({ n }) => n), [3, 4]);
    assert.deepEqual(spoken.hear([line(3), line(4), line(5)]).map(({ n }) => n), [5]);
    assert.deepEqual(texts(spoken), ["text 3", "text 4", "text 5"]);
    assert.deepEqual(spoken.lines[0], { n: 3, seat: 0, id: "g_1", name: "Ada", text: "text 3" });
  });

  test("is kept as far as the server keeps it", () => {
    const spoken = new Spoken();
    for (let n = 1; n <= LINES_MAX; n++) spoken.hear([line(n)]);
    assert.equal(spoken.lines.length, LINES_MAX);
    spoken.hear([line(LINES_MAX + 1)]);
    assert.deepEqual([spoken.lines.length, spoken.lines[0].n], [LINES_MAX, 2]);
  });

  test("is forgotten where the server counts anew", () => {
    for (const [told, left] of [[[line(1, "new")], ["new"]], [[line(3, "same text", "g_2")], ["same text"]]]) {
      const spoken = new Spoken();
      spoken.hear([line(1), line(3, "same text"), line(9)]);
      spoken.hear(told);
      assert.deepEqual(texts(spoken), left);
    }
    const spoken = new Spoken();
    spoken.hear([line(1), line(9)]);
    spoken.hear([line(4, "between")]);
    assert.deepEqual(texts(spoken), ["between"]);
  });

  for (const wrong of [null, {}, [], [1, 0, "g_1", "Ada"], ["1", 0, "g_1", "Ada", "x"], [1, null, "g_1", "Ada", "x"],
    [1, 0, 2, "Ada", "x"], [1, 0, "g_1", {}, "x"], [1, 0, "g_1", "Ada", 5]]) {
    test(`leaves out what is no line: ${JSON.stringify(wrong)}`, () => {
      const spoken = new Spoken();
      assert.deepEqual(spoken.hear([wrong, line(2)]).map(({ n }) => n), [2]);
    });
  }
});

describe("a person who is hidden", () => {
  let shelf;
  beforeEach(() => {
    shelf = new Map();
    globalThis.localStorage = { getItem: (key) => shelf.get(key) ?? null, setItem: (key, it) => shelf.set(key, it) };
  });

  test("stays so until shown again", () => {
    people.hide({ id: "g_1", name: "Eve" });
    people.hide({ id: "g_2", name: "@mal" });
    people.hide({ id: "g_1", name: "Eva", text: "more than is kept" });
    assert.deepEqual(people.hidden(), [{ id: "g_2", name: "@mal" }, { id: "g_1", name: "Eva" }]);
    people.showAgain("g_2");
    assert.deepEqual(people.hidden(), [{ id: "g_1", name: "Eva" }]);
  });

  test("is one of many at most", () => {
    for (let at = 0; at <= people.HIDDEN_MAX; at++) people.hide({ id: `g_${at}`, name: "Eve" });
    assert.deepEqual([people.hidden().length, people.hidden()[0].id], [people.HIDDEN_MAX, "g_1"]);
  });

  for (const wrong of ["{", "7", "null", "{}", '[{"id":1,"name":"x"}]', '[{"id":"g_1"}]', "[null]"]) {
    test(`is nobody where something else was kept: ${wrong}`, () => {
      shelf.set("baize.hidden", wrong);
      assert.deepEqual(people.hidden(), []);
    });
  }
});

describe("a refusal to say something", () => {
  const all = [
    { code: "role", why: "seat" }, { code: "role", why: "chatOff" }, { code: "role", why: "muted" },
    { code: "role", why: "newcomer" }, { code: "role" }, { code: "rate", reset: 2000 }, { code: "rate", reset: 900 },
    { code: "bad", why: "links are not allowed in chat" }, { code: "bad", why: "you have just said that" },
    { code: "bad", why: "a host cannot be muted" }, { code: "bad", why: "something of a later version" },
    { code: "bad" }, { code: "lost" }, { code: "gone" },
  ];
  for (const no of all) {
    test(`is a sentence of its own: ${Object.values(no).join(" ")}`, () => {
      assert.match(refusedWords(no), /^[A-Z].*[.n]$/);
      assert.deepEqual(all.filter((it) => refusedWords(it) === refusedWords(no)), [no]);
    });
  }

  test("says how long to wait, and what the server says", () => {
    assert.equal(refusedWords({ code: "rate", reset: 1001 }), "Too fast. Try again in 2 seconds.");
    assert.equal(refusedWords({ code: "rate" }), "Too fast. Try again in 1 second.");
    assert.match(refusedWords({ code: "bad", why: "something new" }), /something new$/);
  });
});

describe("reactions", () => {
  test("are six, each with a picture and a name of its own", () => {
    const all = ["hello", "gg", "clap", "oops", "wow", "thanks"];
    assert.equal(new Set(all.map(pictureOf)).size, 6);
    assert.deepEqual(all.map(reactionName), ["Hello", "Good game", "Applause", "Oops", "Wow", "Thanks"]);
  });

  test("of a later version have no picture", () =>
    assert.deepEqual(["dance", "toString", ""].map(pictureOf), ["", "", ""]));
});

describe("what is said aloud", () => {
  const aloud = () => {
    const said = [];
    const clock = { ms: 0 };
    return { said, clock, it: new Announcing((text) => said.push(text), () => clock.ms) };
  };

  test("is said at once, and what comes soon after in one", (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const { said, clock, it } = aloud();
    it.add(["Ada: one"]);
    it.add(["Ada: two"]);
    it.add(["Ben: three"]);
    assert.deepEqual(said, ["Ada: one"]);
    clock.ms = 3000;
    context.mock.timers.tick(3000);
    assert.deepEqual(said, ["Ada: one", "Ada: two\nBen: three"]);
  });

  test("is the last of many, and a count as it is by then", (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const { said, clock, it } = aloud();
    it.count(() => "1 new message");
    let unread = 2;
    it.count(() => `${unread} new messages`);
    it.add(["a", "b", "c", "d", "e"]);
    unread = 7;
    clock.ms = 3000;
    context.mock.timers.tick(3000);
    assert.deepEqual(said, ["1 new message", "b\nc\nd\ne\n7 new messages"]);
  });

  test("is nothing where there is nothing any more, or the page was left", (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const { said, it } = aloud();
    it.count(() => "");
    it.add([]);
    assert.deepEqual(said, []);
    it.add(["one"]);
    it.add(["two"]);
    it.leave();
    context.mock.timers.tick(9000);
    assert.deepEqual(said, ["one"]);
  });
});
