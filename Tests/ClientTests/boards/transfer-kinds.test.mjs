import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { chooserAccept, fileType, kindWords, pictureType, plainType, refusedWords, taken, typeRefusal }
  from "../../../Public/js/transfer/kinds.js";
import { behind, endOf, meant, welcomes } from "../../../Public/js/transfer/places.js";
import { sizeWords } from "../../../Public/js/words/say.js";

const CONTACT = "application/vnd.baize.contact";
const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const bytes = (text) => Uint8Array.from(text, (it) => it.charCodeAt(0));

describe("the type of a file", () => {
  test("is what the system says, without parameters and old names", () => {
    assert.equal(plainType("Text/X-vCard; charset=utf-8"), "text/vcard");
    assert.equal(fileType("a.bin", "image/jpg"), "image/jpeg");
  });

  test("is recognised by its ending where the system does not know it", () => {
    for (const type of ["", "application/octet-stream", "text/plain"]) {
      assert.equal(fileType("Ann.VCF", type), "text/vcard");
    }
    assert.equal(fileType("notes", "text/plain"), "text/plain");
    assert.equal(fileType("notes", ""), "");
    assert.equal(fileType("constructor", ""), "");
  });

  test("of a picture is recognised by its first bytes", () => {
    const heads = { "\x89PNG\r\n\x1a\n": "image/png", "\xff\xd8\xff\xe0": "image/jpeg",
      GIF89a: "image/gif", GIF87a: "image/gif",
      "RIFF\x10\0\0\0WEBPVP8 ": "image/webp" };
    for (const [head, type] of Object.entries(heads)) {
      assert.equal(pictureType(bytes(head)), type);
      for (let length = 0; length < Math.min(head.length, type === "image/webp" ? 12 : 3); length++) {
        assert.equal(pictureType(bytes(head.slice(0, length))), "", `${type} cut after ${length} bytes`);
      }
    }
    for (const head of ["<svg xmlns", "<?xml", "BM", "RIFF\x10\0\0\0WAVE", "%PDF-1.7"]) {
      assert.equal(pictureType(bytes(head)), "");
    }
  });
});

describe("what a place takes", () => {
  test("is exact, or any picture that is kept", () => {
    assert.equal(taken("text/vcard", [CONTACT, "text/vcard"]), true);
    assert.equal(taken("text/html", [CONTACT, "text/vcard"]), false);
    for (const type of PICTURES) assert.equal(taken(type, ["image/*"]), true);
    for (const type of ["image/svg+xml", "image/heic"]) assert.equal(taken(type, ["image/*"]), false);
  });

  test("is offered by a chooser where it comes as files, and only pasted where it is text alone", () => {
    assert.equal(chooserAccept(PICTURES), PICTURES.join(","));
    assert.equal(chooserAccept([CONTACT, "text/vcard", "text/plain"]), "text/vcard,text/x-vcard,.vcf,text/plain,.txt");
    assert.equal(chooserAccept(["text/plain"]), "");
    assert.equal(chooserAccept([]), "");
  });

  test("is said in words", () => {
    assert.equal(kindWords([CONTACT, "text/vcard", "text/plain"]), "contacts (vCard) or text");
    assert.equal(kindWords(["image/*"]), "pictures (PNG, JPEG, GIF, WebP)");
    assert.equal(kindWords([CONTACT]), "things of its own kind");
  });

  test("lights a place for what is named, and for every file: what it is, is known when it is dropped", () => {
    assert.equal(welcomes([CONTACT, "text/plain"], ["text/html", "text/plain"]), true);
    assert.equal(welcomes(["text/vcard"], ["text/html", "text/plain"]), false);
    assert.equal(welcomes(["image/png"], ["Files"]), true);
    assert.equal(welcomes([], ["Files", "text/plain"]), false);
    assert.equal(welcomes(["text/vcard"], ["application/vnd.baize.things+json"]), true);
  });
});

describe("a refusal", () => {
  test("says what to do", () => {
    assert.equal(typeRefusal("image/svg+xml", PICTURES), "SVG cannot be used: save it as PNG or JPEG first");
    assert.equal(typeRefusal("application/pdf", ["text/vcard"]), "PDF does not go there: it takes contacts (vCard)");
    assert.equal(typeRefusal("image/png", ["text/plain"]), "PNG does not go there: it takes text");
    assert.equal(typeRefusal("", ["text/plain"]), "that does not go there: it takes text");
  });

  test("joins what has the same reason, and counts", () => {
    assert.equal(refusedWords([{ name: "a.svg", why: "no" }], 0), "Not added.\na.svg: no.");
    const refused = ["a", "b", "c", "d"].map((name) => ({ name, why: "no" }));
    assert.equal(refusedWords([...refused, { name: "e", why: "too large" }], 3),
      "5 of 8 not added.\na, b and 2 more: no.\ne: too large.");
  });

  test("gives sizes as people read them", () => {
    assert.deepEqual([10, 2048, 5 * 1024 * 1024, 7.2 * 1048576].map(sizeWords), ["1 KB", "2 KB", "5.0 MB", "7.2 MB"]);
  });
});

describe("where things go", () => {
  const place = (name, reorder = false) => ({ in: name, title: "", reorder, capacity: null });
  const basket = { name: "basket", takes: ["text/plain"], places: [place("basket")] };
  const people = { name: "people", takes: [CONTACT, "text/plain"], places: [place("all", true)] };
  const tasks = { name: "tasks", takes: ["text/plain"], places: [place("done"), place("todo", true)] };
  const shown = {
    regions: [{ name: "shelf", places: [place("shelf")] }, basket, people, tasks],
    piles: { shelf: [9], basket: [5, 6], all: [1, 2, 3], todo: [7], done: [] },
  };

  test("a region's end is its first ordered place, or itself", () => {
    assert.deepEqual(endOf(tasks), { in: "todo" });
    assert.deepEqual(endOf(basket), { in: "basket" });
    assert.deepEqual(endOf({ name: "bare", places: [] }), { in: "bare" });
  });

  test("behind an item is before the next one, and the end behind the last or where order does not count", () => {
    assert.deepEqual(behind(shown, 1), { in: "all", before: 2 });
    assert.deepEqual(behind(shown, 3), { in: "all" });
    assert.deepEqual(behind(shown, 5), { in: "basket" });
  });

  test("a paste goes behind the item in focus, into the region in focus, or to the first that takes it", () => {
    assert.deepEqual(meant(shown, ["text/plain"], 2, "people")?.target, { in: "all", before: 3 });
    assert.deepEqual(meant(shown, ["text/plain"], null, "tasks")?.target, { in: "todo" });
    assert.deepEqual(meant(shown, ["text/plain"], 9, "shelf")?.target, { in: "basket" });
    assert.deepEqual(meant(shown, [CONTACT], null, null)?.target, { in: "all" });
    assert.equal(meant(shown, ["image/png"], null, null), null);
  });
});
