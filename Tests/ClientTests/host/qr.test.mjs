import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { outline, qr, QUIET } from "../../../Public/js/table/host/qr.js";

/** Drawn by python's qrcode 7.4.2 at level M, told to use the mask that ours chose: each row as a number. */
const KNOWN = JSON.parse(readFileSync(new URL("../fixtures/qr.json", import.meta.url), "utf8"));
const rows = (matrix) => matrix.map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));
const known = ({ rows: numbers, size }) =>
  numbers.split(" ").map((it) => BigInt(`0x${it}`).toString(2).padStart(size, "0"));

describe("a QR code", () => {
  for (const code of KNOWN) {
    test(`of ${code.text.length} letters is, module by module, that of another program`, () =>
      assert.deepEqual(rows(qr(code.text)), known(code)));
  }

  test("is as small as it can be, up to 213 bytes", () => {
    const side = (length) => qr("x".repeat(length)).length;
    const fits = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213];
    assert.deepEqual(fits.map(side), fits.map((_, at) => 21 + at * 4));
    assert.deepEqual(fits.slice(0, -1).map((it) => side(it + 1)), fits.slice(1).map((_, at) => 25 + at * 4));
    assert.throws(() => qr("x".repeat(214)), RangeError);
  });

  test("is drawn as one outline behind its quiet zone", () => {
    assert.equal(outline([[true, true, false], [false, false, true]]), `M${QUIET} ${QUIET}h2v1h-2zM6 5h1v1h-1z`);
    const modules = qr("a").flat().filter(Boolean).length;
    const drawn = [...outline(qr("a")).matchAll(/h(\d+)v/g)].reduce((sum, [, width]) => sum + Number(width), 0);
    assert.equal(drawn, modules);
  });
});
