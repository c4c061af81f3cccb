import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { copied, downloadURL, fileName, files, plainText, texts } from "../../../Public/js/transfer/export.js";
import { offer } from "../../../Public/js/transfer/in.js";
import { fromTexts } from "../../../Public/js/transfer/things.js";
import { unwrap, wrap } from "../../../Public/js/transfer/wrap.js";

const ORIGIN = "https://baize.test";
const CONTACT = "application/vnd.baize.contact";
const BUNDLE = "application/vnd.baize.things+json";
const HEX = "ab".repeat(32);
const vcard = (name) => `BEGIN:VCARD\r\nFN:${name}\r\nEND:VCARD\r\n`;
const person = (id, name, phone) => [id, [
  { type: CONTACT, text: `{"id":"${id}"}` }, { type: "text/vcard", name: `${name}.vcf`, text: vcard(name) },
  { type: "text/plain", text: phone },
]];
const photo = (id, name) => [id, [{ type: "image/png", name, url: `/api/blobs/${HEX}` }]];
const fruit = [9, [{ type: "text/plain", text: "Apple" }]];
const ANN = person(1, "Ann Lee", "555-1");
const BOB = person(2, "Bob", "555-2");

/** What a window of ours makes of texts, and what it should. */
const arrived = (made) => fromTexts(offer(made, [], []), [CONTACT, "text/vcard", "text/plain"], ORIGIN).things;
const left = (...items) => items.map(([, ways]) =>
  ways.map(({ type, text, name }) => (name ? { type, text, name } : { type, text })));

describe("what a drag out of the page carries", () => {
  const carried = (...items) => Object.fromEntries(texts(items, ORIGIN));

  test("is every type of an item: its own, its vCard, its phone number as text", () => {
    const made = carried(ANN);
    assert.deepEqual(Object.keys(made).sort(), [CONTACT, BUNDLE, "text/plain", "text/vcard"].sort());
    assert.deepEqual([made[CONTACT], made["text/vcard"], made["text/plain"]],
      ["{\"id\":\"1\"}", vcard("Ann Lee"), "555-1"]);
  });

  test("is for several items their vCards in one, their texts in lines, and each of them in the bundle", () => {
    const made = carried(ANN, BOB);
    assert.equal(made[CONTACT], undefined);
    assert.equal(made["text/vcard"], vcard("Ann Lee") + vcard("Bob"));
    assert.equal(made["text/plain"], "555-1\n555-2");
    assert.equal(JSON.parse(made[BUNDLE]).things.length, 2);
  });

  test("is for a picture its absolute address, for editors a picture, for us its blob", () => {
    const made = carried(photo(3, "a \"cat\".png"));
    const address = `${ORIGIN}/api/blobs/${HEX}`;
    assert.deepEqual([made["text/uri-list"], made["text/plain"], made["image/png"]], [address, address, address]);
    assert.equal(made["text/html"], `<img src="${address}" alt="a &#34;cat&#34;.png">`);
    const things = [[["image/png", { blob: HEX }, "a \"cat\".png"]]];
    assert.deepEqual(JSON.parse(made[BUNDLE]), { from: ORIGIN, things });
  });

  test("arrives in another window of ours as it left", () => {
    const made = carried(ANN, BOB);
    assert.deepEqual(arrived(new Map(Object.entries(made))), left(ANN, BOB));
  });

  test("always has plain text, where there is any text at all", () => {
    assert.equal(plainText([[1, [{ type: "text/vcard", text: "x" }]]], ORIGIN), "x");
    assert.equal(plainText([fruit, ANN], ORIGIN), "Apple\n555-1");
    assert.equal(plainText([], ORIGIN), "");
  });
});

describe("what is copied", () => {
  test("arrives as it left, also where a clipboard passes on plain text and HTML alone", () => {
    const made = new Map(copied([ANN, BOB], ORIGIN));
    assert.deepEqual(arrived(made), left(ANN, BOB));
    const known = [...made].filter(([type]) => type === "text/plain" || type === "text/html");
    assert.deepEqual(arrived(new Map(known)), left(ANN, BOB));
  });

  test("shows its text to those who know no bundles", () => {
    const made = new Map(copied([[9, [{ type: "text/plain", text: "a <b> & c" }]]], ORIGIN));
    assert.match(made.get("text/html"), />a &#60;b&#62; &#38; c<\/span>$/);
    const cat = new Map(copied([photo(3, "cat.png")], ORIGIN));
    assert.match(cat.get("text/html"), /^<span data-baize="[^"]+"><img src="https:/);
  });

  test("is found in HTML that a browser wrote anew", () => {
    for (const text of ["{\"a\":\"<b> & 'c' é 🍎\"}", "&quot;", "&#1114112;", "\u00a0"]) {
      assert.equal(unwrap(`<meta charset="utf-8"><div>${wrap(text, "x")}</div>`), text);
      const anew = text.replaceAll("&", "&amp;").replaceAll("\"", "&quot;").replaceAll("\u00a0", "&nbsp;");
      assert.equal(unwrap(`<span style="color: red;" data-baize="${anew}">x</span>`), text);
    }
    for (const html of ["", "<span>", "<p data-baize=\"x\">", "<span data-baize='x'>", "<spandata-baize=\"x\">"]) {
      assert.equal(unwrap(html), "");
    }
    assert.equal(unwrap("<span data-baize=\"&#x41;&#1114112;&constructor;\">"), "A&#1114112;&constructor;");
  });

  test("as plain text is a contact if it is one", () => {
    const card = vcard("Ann");
    assert.deepEqual(offer(new Map([["text/plain", `\n${card}`]]), [], []).types, ["text/plain", "text/vcard"]);
    assert.deepEqual(offer(new Map([["text/plain", "BEGIN:VCARDS"]]), [], []).types, ["text/plain"]);
  });
});

describe("files to save", () => {
  test("are the way of each item that has a name; contacts go together", () => {
    assert.deepEqual(files([ANN]), [{ name: "Ann Lee.vcf", type: "text/vcard", text: vcard("Ann Lee") }]);
    const both = vcard("Ann Lee") + vcard("Bob");
    assert.deepEqual(files([ANN, BOB]), [{ name: "2 contacts.vcf", type: "text/vcard", text: both }]);
    assert.deepEqual(files([photo(3, "cat.png"), photo(4, "cat.png")]).map(({ name, url }) => [name, url]),
      [["cat.png", `/api/blobs/${HEX}`], ["cat.png", `/api/blobs/${HEX}`]]);
    assert.deepEqual(files([fruit]), [{ name: "Apple.txt", type: "text/plain", text: "Apple" }]);
    assert.deepEqual(files([[1, []]]), []);
  });

  test("have names that every system takes", () => {
    assert.equal(fileName("a/b\\c:d*e?f\"g<h>i|j\n.png"), "a_b_c_d_e_f_g_h_i_j_.png");
    assert.equal(fileName("../../etc"), "_.._etc");
    for (const name of ["", ".", "..", " "]) assert.equal(fileName(name), "Baize");
    assert.equal([...fileName("x".repeat(500))].length, 120);
  });

  test("come out of a drag one at a time, with type, name and address", () => {
    const urlOf = () => "blob:https://baize.test/1";
    assert.equal(downloadURL([ANN], ORIGIN, urlOf), "text/vcard:Ann Lee.vcf:blob:https://baize.test/1");
    assert.equal(downloadURL([photo(3, "a:b.png")], ORIGIN, urlOf), `image/png:a_b.png:${ORIGIN}/api/blobs/${HEX}`);
    assert.equal(downloadURL([photo(3, "a.png"), photo(4, "b.png")], ORIGIN, urlOf), "");
    assert.equal(downloadURL([], ORIGIN, urlOf), "");
  });
});
