import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { batches, fromTexts, gather, THINGS_MAX, uploads } from "../../../Public/js/transfer/things.js";
import { refusedWords } from "../../../Public/js/transfer/kinds.js";
import { contactName, contacts, letters } from "../../../Public/js/transfer/vcard.js";
import { uploadAll } from "../../../Public/js/transfer/blobs.js";
import { putAll } from "../../../Public/js/transfer/putting.js";

const CONTACT = "application/vnd.baize.contact";
const BUNDLE = "application/vnd.baize.things+json";
const PEOPLE = [CONTACT, "text/vcard", "text/plain"];
const PHOTOS = ["image/png", "image/jpeg"];
const ORIGIN = "https://baize.test";
const HEX = "ab".repeat(32);
const PNG = Uint8Array.from("\x89PNG\r\n\x1a\n0000IHDR", (it) => it.charCodeAt(0));
const card = (name) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nEND:VCARD\r\n`;
const file = (name, type, ...parts) => new File(parts, name, { type });
const ofTexts = (texts) =>
  ({ types: Object.keys(texts), text: (type) => texts[type] ?? "", files: [], folders: [] });
const ofFiles = (...files) => ({ types: ["Files"], text: () => "", files, folders: [] });

describe("vCards", () => {
  test("are taken apart in order, each unchanged, whatever ends the lines", () => {
    for (const end of ["\r\n", "\n", "\r"]) {
      const text = `junk${end}${(card("Ann") + card("Bob")).replaceAll("\r\n", end)}${end}`;
      assert.deepEqual(contacts(text), [card("Ann"), card("Bob")]);
    }
  });

  test("that are not whole are left out", () => {
    const whole = card("Ann");
    for (let length = 0; length < whole.length - 2; length++) assert.deepEqual(contacts(whole.slice(0, length)), []);
    assert.deepEqual(contacts("END:VCARD\nFN:x"), []);
  });

  test("may hold another one", () => {
    const text = "BEGIN:VCARD\r\nAGENT:\r\nBEGIN:VCARD\r\nEND:VCARD\r\nFN:Ann\r\nEND:VCARD\r\n";
    assert.deepEqual(contacts(text), [text]);
  });

  test("have names", () => {
    assert.equal(contactName(card("Ann Lee")), "Ann Lee");
    assert.equal(contactName("BEGIN:VCARD\nitem1.fn;CHARSET=utf-8:Zoë\nEND:VCARD"), "Zoë");
    assert.equal(contactName("BEGIN:VCARD\nN:Lee;Ann\nEND:VCARD"), "");
  });

  test("are read as UTF-8, as their mark says, or as Windows wrote them", () => {
    assert.equal(letters(new TextEncoder().encode("Zoë")), "Zoë");
    assert.equal(letters(new TextEncoder().encode("\ufeffZoë")), "Zoë");
    assert.equal(letters(Uint8Array.of(0x5a, 0x6f, 0xeb)), "Zoë");
    assert.equal(letters(Uint8Array.of(0xff, 0xfe, 0x5a, 0, 0xeb, 0)), "Zë");
    assert.equal(letters(Uint8Array.of(0xfe, 0xff, 0, 0x5a, 0, 0xeb)), "Zë");
  });
});

describe("texts from outside", () => {
  test("are ways of one thing, in the order that the place prefers", () => {
    const texts = { "text/html": "<b>Ann</b>", "text/plain": "555", "text/vcard": card("Ann"), [CONTACT]: "{}" };
    const { things } = fromTexts(ofTexts(texts), PEOPLE, ORIGIN);
    assert.deepEqual(things.map((thing) => thing.map(({ type }) => type)), [PEOPLE]);
  });

  test("hold nothing for a place that takes none of them", () => {
    const offer = ofTexts({ "text/html": "x", "text/plain": " \n" });
    assert.deepEqual(fromTexts(offer, PEOPLE, ORIGIN), { things: [], refused: [] });
  });

  test("with several contacts are several things", () => {
    const offer = ofTexts({ "text/vcard": card("Ann") + card("Bob"), "text/plain": "Ann\nBob" });
    assert.deepEqual(fromTexts(offer, PEOPLE, ORIGIN).things, [
      [{ type: "text/vcard", text: card("Ann"), name: "Ann.vcf" }],
      [{ type: "text/vcard", text: card("Bob"), name: "Bob.vcf" }],
    ]);
  });

  test("that are larger than a server keeps are refused", () => {
    const counts = (length) => {
      const { things, refused } = fromTexts(ofTexts({ "text/plain": "x".repeat(length) }), PEOPLE, ORIGIN);
      return [things.length, refused.length];
    };
    assert.deepEqual(counts(5 * 1024 * 1024), [1, 0]);
    assert.deepEqual(counts(5 * 1024 * 1024 + 1), [0, 1]);
  });
});

describe("things from another window of ours", () => {
  const bundle = (things, from = ORIGIN) =>
    ofTexts({ [BUNDLE]: JSON.stringify({ from, things }), "text/plain": "555" });

  test("come in all their ways, each on its own", () => {
    const ann = [[CONTACT, "{1}"], ["text/vcard", card("Ann"), "Ann.vcf"], ["text/plain", "555"]];
    const offer = bundle([ann, [[CONTACT, "{2}"]]]);
    const { things } = fromTexts(offer, PEOPLE, ORIGIN);
    assert.deepEqual(things.map((thing) => thing.map(({ type }) => type)), [PEOPLE, [CONTACT]]);
    assert.equal(things[0][1].name, "Ann.vcf");
  });

  test("bring their pictures by the id that the same server gave, and not from another server", () => {
    const things = [[["image/png", { blob: HEX }, "cat.png"]]];
    const cat = { type: "image/png", blob: HEX, name: "cat.png" };
    assert.deepEqual(fromTexts(bundle(things), PHOTOS, ORIGIN).things, [[cat]]);
    assert.deepEqual(fromTexts(bundle(things, "https://other.test"), PHOTOS, ORIGIN).things, []);
  });

  test("are not believed: what is no thing leaves the plain text", () => {
    const hostile = [null, 7, [], [[]], [[["text/vcard"]]], [["x"]], [[["text/plain", { blob: "../x" }]]], [[[7, "x"]]],
      [[["text/html", "<script>"]]], [[["image/png", "no bytes"]]], [[["__proto__", "x"]]]];
    for (const things of hostile) {
      const { things: found } = fromTexts(bundle(things), PEOPLE, ORIGIN);
      assert.deepEqual(found, [[{ type: "text/plain", text: "555" }]], JSON.stringify(things));
    }
    const broken = ofTexts({ [BUNDLE]: "{", "text/plain": "555" });
    assert.deepEqual(fromTexts(broken, PEOPLE, ORIGIN).things, [[{ type: "text/plain", text: "555" }]]);
  });

  test("have each way once", () => {
    const twice = [[["text/plain", "1"], ["text/plain", "2"]]];
    assert.deepEqual(fromTexts(bundle(twice), PEOPLE, ORIGIN).things, [[{ type: "text/plain", text: "1" }]]);
  });

  test("are at most so many", () => {
    const many = Array.from({ length: THINGS_MAX + 1 }, (_, at) => [["text/plain", `${at}`]]);
    const { things, refused } = fromTexts(bundle(many), PEOPLE, ORIGIN);
    assert.deepEqual([things.length, refused.map(({ name, count }) => [name, count])],
      [THINGS_MAX, [["1 thing", 1]]]);
    assert.deepEqual(fromTexts(bundle(many.slice(1)), PEOPLE, ORIGIN).refused, []);
  });
});

describe("files", () => {
  const refusals = async (offer, takes) =>
    (await gather(offer, takes, ORIGIN)).refused.map(({ name, why }) => `${name}: ${why}`);

  test("are things in their order, pictures by what they are", async () => {
    const { things, refused } = await gather(
      ofFiles(file("b.png", "image/png", PNG), file("a.jpg", "image/jpeg", PNG)), PHOTOS, ORIGIN);
    assert.deepEqual(refused, []);
    assert.deepEqual(things.map(([{ type, name }]) => [type, name]), [["image/png", "b.png"], ["image/png", "a.jpg"]]);
  });

  test("of several contacts are several things", async () => {
    const { things } = await gather(ofFiles(file("all.vcf", "", card("Ann") + card("Bob")),
      file("C.vcf", "text/x-vcard", card("Cid"))), PEOPLE, ORIGIN);
    assert.deepEqual(things.map(([{ name }]) => name), ["Ann.vcf", "Bob.vcf", "C.vcf"]);
  });

  test("come before texts: a picture dragged from a page is the picture", async () => {
    const text = "https://elsewhere.test/";
    const offer = { ...ofTexts({ Files: "", "text/plain": text }), files: [file("a.png", "image/png", PNG)] };
    const { things } = await gather(offer, [...PHOTOS, "text/plain"], ORIGIN);
    assert.deepEqual(things.map(([{ type }]) => type), ["image/png"]);
    assert.deepEqual((await gather(offer, ["text/plain"], ORIGIN)).things, [[{ type: "text/plain", text }]]);
  });

  test("are refused with words that say what to do, before anything is uploaded", async () => {
    const large = file("large.png", "image/png", PNG, new Uint8Array(5 * 1024 * 1024 - PNG.length + 1));
    const whole = file("whole.png", "image/png", PNG, new Uint8Array(5 * 1024 * 1024 - PNG.length));
    const offer = ofFiles(large, whole,
      file("a.svg", "image/svg+xml", "<svg/>"), file("lie.png", "image/png", "<svg/>"),
      file("b.pdf", "application/pdf", "%PDF"), file("none.png", "image/png"));
    assert.deepEqual(await refusals(offer, PHOTOS), [
      "large.png: 5.0 MB is too large: at most 5.0 MB, make it smaller first",
      "a.svg: SVG cannot be used: save it as PNG or JPEG first",
      "lie.png: its content is no picture: open it in a picture program and save it as PNG",
      "b.pdf: PDF does not go there: it takes pictures (PNG, JPEG)",
      "none.png: it is empty",
    ]);
    assert.equal((await gather(offer, PHOTOS, ORIGIN)).things.length, 1);
    assert.deepEqual(await refusals(ofFiles(file("x.vcf", "", "hello")), PEOPLE),
      ["x.vcf: it holds no contact: export it as vCard (.vcf) again"]);
    assert.deepEqual(await refusals({ ...ofFiles(), folders: ["Trip"] }, PHOTOS),
      ["Trip: folders cannot go there: drop the files inside instead"]);
  });

  test("are at most so many at once", async () => {
    const many = Array.from({ length: THINGS_MAX + 1 }, (_, at) => file(`${at}.txt`, "text/plain", "x"));
    const { things, refused } = await gather(ofFiles(...many), PEOPLE, ORIGIN);
    assert.deepEqual([things.length, refused.length], [THINGS_MAX, 1]);
  });

  test("of more contacts than go at once tell how many stay out, whether as file or as text", async () => {
    const all = Array.from({ length: THINGS_MAX + 92 }, (_, at) => card(`P${at}`)).join("");
    for (const offer of [ofFiles(file("all.vcf", "text/vcard", all)), ofTexts({ "text/vcard": all })]) {
      const { things, refused } = await gather(offer, PEOPLE, ORIGIN);
      assert.deepEqual([things.length, refused.map(({ count }) => count)], [THINGS_MAX, [92]]);
      assert.match(refusedWords(refused, things.length), /^92 of 192 not added\.\n.*at most 100 go at once/);
    }
  });
});

describe("packing", () => {
  const way = (type, length) => ({ type, text: "x".repeat(length) });

  test("leaves a text of 2 KB in the message and uploads a longer one", () => {
    assert.equal(uploads([way("text/plain", 2048)]).size, 0);
    assert.equal(uploads([way("text/plain", 2049)]).size, 1);
    assert.equal(uploads([way("text/plain", 1025), { type: "text/vcard", text: "é".repeat(1025) }]).size, 1);
  });

  test("uploads the longest ways of a thing until the rest fits", () => {
    const [own, vcard, plain] = [way(CONTACT, 1500), way("text/vcard", 2000), way("text/plain", 900)];
    assert.deepEqual(uploads([own, vcard, plain]), new Set([vcard]));
    const quotes = { type: CONTACT, text: "\"".repeat(2000) };
    assert.deepEqual(uploads([quotes, plain]), new Set([quotes]));
  });

  test("makes commands that fit into a frame, and keeps the order", () => {
    for (const length of [5, 100, 1200, 2048]) {
      const things = Array.from({ length: 20 }, (_, at) =>
        [{ type: "text/plain", text: `${at} ${"x".repeat(length - 3)}` }]);
      const made = batches(things);
      for (const batch of made) assert.ok(JSON.stringify(batch).length < 3600, `${JSON.stringify(batch).length}`);
      assert.deepEqual(made.flat().map(([[, text]]) => text), things.map(([{ text }]) => text));
    }
    const small = Array.from({ length: 33 }, () => [{ type: "text/plain", text: "x" }]);
    assert.deepEqual(batches(small).map(({ length }) => length), [32, 1]);
    const [[[[, , long]]]] = batches([[{ type: "text/plain", text: "x", name: "🍎".repeat(101) }]]);
    assert.equal(long, "🍎".repeat(100));
    assert.deepEqual(batches([]), []);
    const cat = { type: "image/png", blob: HEX, name: "a.png" };
    assert.deepEqual(batches([[cat]]), [[[["image/png", { blob: HEX }, "a.png"]]]]);
  });
});

describe("uploading", () => {
  /** A server that gives these answers, one after the other. */
  function server(...answers) {
    const seen = [];
    const send = async (bytes, headers, onPart) => {
      seen.push([await bytes.text(), headers.Authorization, headers["Content-Type"]]);
      onPart(0.5);
      const answer = answers.shift();
      return answer === null ? null : { status: answer[0], body: JSON.stringify(answer[1]) };
    };
    const things = ["1", "2", "3"].map((it) => [{ type: "image/png", name: `${it}.png`, bytes: new Blob([it]) }]);
    const run = async (given = things) => {
      const missing = [];
      const told = [];
      const tell = (text, part) => told.push([text, part]);
      const whole = await uploadAll(given, missing, "tok", tell, new AbortController().signal, send);
      return { whole, missing, told, seen };
    };
    return { run };
  }
  const ok = (id) => [201, { blob: id.repeat(64) }];

  test("brings bytes in order, says how far it is, and keeps names", async () => {
    const { whole, missing, told, seen } = await server(ok("a"), [200, { blob: "b".repeat(64) }], ok("c")).run();
    assert.deepEqual(whole.map(([it]) => [it.blob[0], it.name]), [["a", "1.png"], ["b", "2.png"], ["c", "3.png"]]);
    assert.deepEqual(missing, []);
    assert.deepEqual(seen[0], ["1", "Bearer tok", "image/png"]);
    assert.deepEqual(told.slice(0, 3), [["Uploading 1 of 3: 1.png", 0], ["Uploading 1 of 3: 1.png", 1 / 6],
      ["Uploading 2 of 3: 2.png", 1 / 3]]);
  });

  test("leaves out what one answer refuses and goes on", async () => {
    const { whole, missing } = await server(ok("a"), [415, { error: "type" }], ok("c")).run();
    assert.deepEqual(whole.map(([it]) => it.name), ["1.png", "3.png"]);
    assert.deepEqual(missing.map(({ name }) => name), ["2.png"]);
  });

  test("ends where no other upload would fare better, with the same words for the rest", async () => {
    for (const answer of [[429, { message: "Your 50 MB are used up." }], [507, {}], [401, {}], [503, {}], [0, {}]]) {
      const { whole, missing, seen } = await server(ok("a"), answer).run();
      assert.deepEqual([whole.length, seen.length, missing.length], [1, 2, 2], `${answer[0]}`);
      assert.equal(missing[0].why, missing[1].why);
      assert.match(missing[0].why, /: \S|\S/);
    }
    const { missing } = await server([429, { message: "Your 50 MB are used up." }]).run();
    assert.equal(missing[0].why, "Your 50 MB are used up");
  });

  test("ends when it is stopped, and an answer without an id counts as no answer", async () => {
    const { missing } = await server(ok("a"), null).run();
    assert.deepEqual(missing.map(({ why }) => why), ["stopped by you", "stopped by you"]);
    for (const blob of [undefined, 7, "A".repeat(64), "a".repeat(63)]) {
      assert.equal((await server([201, { blob }], ok("b"), ok("c")).run()).whole.length, 2);
    }
  });

  test("uploads only what must be, and leaves the rest of a thing as it is", async () => {
    const thing = [{ type: CONTACT, text: "{}" }, { type: "text/vcard", text: "x".repeat(3000), name: "A.vcf" }];
    const { whole, seen } = await server(ok("a")).run([thing, [{ type: "text/plain", text: "hi" }]]);
    const brought = { type: "text/vcard", blob: "a".repeat(64), name: "A.vcf" };
    assert.deepEqual(whole, [[thing[0], brought], [{ type: "text/plain", text: "hi" }]]);
    assert.equal(seen.length, 1);
    assert.equal(thing[1].blob, undefined);
  });
});

describe("putting", () => {
  const thing = (name) => [["image/png", { blob: HEX }, name]];
  const things = ["a", "b", "c", "d"].map(thing);

  /** A board that takes what it is asked by `judge`. */
  async function put(batches, judge, takes = []) {
    const asked = [];
    const missing = [];
    const added = await putAll(batches, async (batch) => {
      const names = batch.map(([[, , name]]) => name).join("");
      asked.push(names);
      return judge(names);
    }, missing, takes);
    return { added, asked, missing: missing.map(({ name }) => name), why: missing.map(({ why }) => why) };
  }

  test("takes batches in order", async () => {
    const { added, asked, missing } = await put([things.slice(0, 3), things.slice(3)], () => ({ t: "ok" }));
    assert.deepEqual([added, asked, missing], [4, ["abc", "d"], []]);
  });

  test("tries each for itself when several are refused together", async () => {
    const judge = (names) => (names.includes("b") ? { t: "no", code: "illegal", why: "declined" } : { t: "ok" });
    const { added, asked, missing } = await put([things], judge);
    assert.deepEqual([added, asked, missing], [3, ["abcd", "a", "b", "c", "d"], ["b"]]);
  });

  test("fills what room there is, and asks no more when it is full", async () => {
    let room = 2;
    const judge = (names) => {
      if (names.length > room) return { t: "no", code: "illegal", why: "full" };
      room -= names.length;
      return { t: "ok" };
    };
    const { added, asked, missing } = await put([things, [thing("e")]], judge);
    assert.deepEqual([added, asked, missing], [2, ["abcd", "a", "b", "c"], ["c", "d", "e"]]);
  });

  test("says what the place takes of what it could not read", async () => {
    const judge = () => ({ t: "no", code: "illegal", why: "unreadable" });
    for (const [takes, words] of [[["text/plain"], "it only takes names it knows"],
      [[CONTACT, "text/vcard"], "it could not be read: it takes contacts (vCard)"]]) {
      assert.deepEqual((await put([[thing("a")]], judge, takes)).why, [words]);
    }
  });

  test("ends with the words of a refusal that is not about the thing", async () => {
    for (const code of ["role", "rate", "gone", "lost", "paused", "bad"]) {
      const { added, asked, missing } = await put([things.slice(0, 2), things.slice(2)], () => ({ t: "no", code }));
      assert.deepEqual([added, asked, missing], [0, ["ab"], ["a", "b", "c", "d"]], code);
    }
  });
});
