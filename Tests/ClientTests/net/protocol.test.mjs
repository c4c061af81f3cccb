import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as say from "../../../Public/js/net/messages.js";
import * as talk from "../../../Public/js/table/talk/messages.js";
import { examples } from "../fixtures.mjs";

describe("what the server sends", () => {
  const lines = examples("server");

  test("the page has examples of every kind that we read", () => {
    const kinds = new Set(lines.map((line) => JSON.parse(line).t));
    const all = ("welcome ok no lease snap ev dests drag crowd hb gone bye tables data hints lines rights knock "
      + "question said reacts progress").split(" ");
    for (const kind of all) assert.ok(kinds.has(kind), kind);
  });

  for (const line of lines) {
    test(`is read: ${line.slice(0, 60)}`, () => {
      assert.deepEqual(say.decode(`${line}\n`), { messages: [JSON.parse(line)], whole: true });
    });
  }

  test("several lines of one message come in order", () => {
    const text = lines.map((line) => `${line}\n`).join("");
    const { messages, whole } = say.decode(text);
    assert.deepEqual(messages.map((message) => JSON.stringify(message)), lines);
    assert.equal(whole, true);
  });

  const kept = [{ t: "ok", c: 3, later: true }];
  for (const noise of ["{", "[]", "null", "7", '"ok"', "{}", '{"t":7}', '{"t":"ok"}', '{"t":"ok","c":"1"}',
    '{"t":"snap","r":"r1"}', '{"t":"ev"}{"t":"ev"}', "\ufffd", " "]) {
    test(`what is no message is left out and noticed, the rest is kept: ${noise}`, () => {
      for (const text of [`${noise}\n${JSON.stringify(kept[0])}\n`, `${JSON.stringify(kept[0])}\n${noise}`]) {
        assert.deepEqual(say.decode(text), { messages: kept, whole: false });
      }
    });
  }

  for (const later of ['{"t":"later","x":1}', '{"t":"constructor"}', ""]) {
    test(`a kind of a later version is left out, and nothing is missed: ${later}`, () => {
      assert.deepEqual(say.decode(`${later}\n${JSON.stringify(kept[0])}\n`), { messages: kept, whole: true });
    });
  }

  // Optional fields. A message that lacks any other field is not understood.
  const spare = {
    ok: ["r", "v", "room", "seat", "keys", "knocking", "asked"], no: ["c", "r", "v", "why", "reset"],
    dests: ["undo", "redo"], lease: ["onto"], snap: ["sel", "access", "host", "locked", "chat", "entry"],
    crowd: ["access", "host", "locked", "chat"], ev: ["gone", "regions", "sel", "reveal", "race"],
    drag: ["regions"], verdict: ["why", "moves", "next", "autoOff", "line", "won", "lost"],
    rights: ["host", "keys", "knocks", "bans", "muted"],
    question: ["by", "game", "deal", "resign", "ms", "of", "yes", "end"],
  };
  for (const line of lines) {
    const whole = JSON.parse(line);
    for (const field of Object.keys(whole)) {
      const { [field]: _, ...rest } = whole;
      const spared = spare[whole.t]?.includes(field) ?? false;
      test(`without \`${field}\` is ${spared ? "read all the same" : "left out"}: ${line.slice(0, 40)}`, () => {
        const read = say.decode(JSON.stringify(rest));
        assert.deepEqual(read, { messages: spared ? [rest] : [], whole: spared });
      });
    }
  }
});

describe("what we send", () => {
  const me = { tok: "g1.3q2-7wXk0b1mPZ9cVh4RsA", name: "Ada", app: "web/0.1.0" };
  const room = "r7Qk2mXab";
  const board = "rB8xT1uQz";
  const race = "rK3fQ9abC";
  const commit = "13575d5fd43f4fe3570bfa69ec99b982a17630f588e864872ed6984e8293e89b";
  const blob = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
  const things = [
    [["text/vcard", "BEGIN:VCARD\r\nFN:Dee\r\nEND:VCARD\r\n", "Dee.vcf"], ["text/plain", "Dee"]],
    [["image/png", { blob }, "cat.png"]],
  ];
  const built = [
    say.hello(me),
    say.hello(me, { sid: "6f1e0c9a27d84b53a1c05e7f9b2d4836", rooms: [[room, "9f3c1b02", 412]] }),
    say.open({ game: "klondike1", deal: { kind: "open", n: 7 }, auto: false })(1),
    say.open({ game: "klondike3", deal: { kind: "sealed" }, auto: true })(2),
    say.open({ game: "klondike3", deal: { kind: "sealed", winnable: true, level: "easy" }, auto: false })(105),
    say.open({ game: "freecell", deal: { kind: "open", winnable: true }, auto: false })(106),
    say.verdict(room, "none")(107), say.verdict(room, "line")(108), say.verdict(room, "past")(109),
    say.lobby(true)(3),
    say.sub(room, "play")(4),
    say.sub(room, "watch")(5),
    say.sub(room, "mini", "m2Kf81Lz")(5),
    say.host(room, "kick", { seat: 2 })(9),
    say.host(room, "let", { knock: 3 })(10),
    say.host(room, "chat", { on: true })(33),
    say.host(room, "mute", { seat: 1 })(34),
    say.answer(room, 3, true)(8),
    talk.say(room, "gg")(30),
    talk.react(room, "clap")(31),
    talk.report(room, 17, "insult")(32),
    say.unsub(room)(6),
    say.cmd(room, "move", { item: 17, in: "t5", if: { t3: 18, t5: 8 } })(58),
    say.cmd(room, "drop", { d: 20, in: "t5", if: { t5: 8 } })(59),
    say.cmd(room, "tap", { in: "stock" })(60),
    say.cmd(room, "send", { item: 18 })(61),
    say.cmd(room, "finish")(62),
    say.cmd(room, "undo")(63),
    say.cmd(room, "redo")(64),
    say.cmd(room, "restart")(65),
    say.cmd(room, "deal", { deal: { kind: "open", n: 8 }, game: "klondike1" })(66),
    say.cmd(room, "set", { safe: true })(67),
    say.lift(room, 17)(73),
    say.hover(room, 20, 5123, 2310, "t5"),
    say.cancel(room, 20)(74),
    say.heartbeat(),
    say.sync(room, "hash"),
    say.openBoard("fruits", 4)(80),
    say.cmd(board, "move", { item: 3, in: "favorites", before: 1, as: "copy" })(81),
    say.cmd(board, "drop", { d: 4, in: "files", onto: 9 })(82),
    say.cmd(board, "tap", { in: "grid", item: 3 })(83),
    say.cmd(board, "edit", { in: "list", on: true })(84),
    say.cmd(board, "put", { in: "people", before: 2, things })(85),
    say.hover(board, 4, 5000, 2500, "favorites", { b: 1, onto: 9 }),
    say.exported(board, 3)(87),
    say.hint(room)(90),
    say.cmd(room, "set", { safe: true, auto: "all" })(91),
    say.lines(room)(92), say.lines(room, 512)(94),
    say.cmd(room, "go", { ply: 2 })(93),
    say.cmd(room, "resign")(68),
    say.cmd(race, "ready", { on: true, commit })(101),
    say.cmd(race, "salt", { salt: "9f86d081884c7d659a2feaa0c55ad015" })(102),
    say.cmd(race, "start")(103),
    say.cmd(race, "again")(104),
  ].map((message) => say.encode(message).trimEnd());
  // That query is for bots that did not ask for `dests`; the browser has no builder for it. A race is opened below.
  const said = examples("client").map((line) => JSON.parse(line));
  const expected = examples("client").filter((_, at) => said[at].q !== "dests" && !said[at].race);

  for (const line of expected) {
    test(`is written byte for byte: ${line.slice(0, 60)}`, () => assert.ok(built.includes(line)));
  }

  test("nothing else is built", () => assert.equal(built.length, expected.length));

  test("a race is opened with the same fields, without what need not be said", () => {
    const { seats, ...open } = said.find((it) => it.race);
    assert.equal(seats, 1);
    const choice = { game: open.game, deal: { kind: "sealed" }, auto: "safe", access: open.access, race: open.race };
    assert.deepEqual(say.open(choice)(100), { ...open, timed: true });
  });

  test("a line ends in a newline and holds no other", () => {
    assert.match(say.encode(say.hello({ ...me, name: "A\nB" })), /^[^\n]+\n$/);
  });

  test("a first hello has no token and no resume", () => {
    const first = say.hello({ tok: "", name: "Ada", app: "web/0.1.0" });
    assert.deepEqual(Object.keys(first), ["t", "name", "role", "app", "want"]);
  });

  test("a hover over nothing has no pile", () => {
    assert.deepEqual(say.hover(room, 20, 1, 2, null), { t: "hover", r: room, d: 20, x: 1, y: 2 });
  });
});
