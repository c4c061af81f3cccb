import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { fetchRules } from "../../../Public/js/net/rules.js";

const EMPTY = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
const { fetch, WebAssembly } = globalThis;
afterEach(() => Object.assign(globalThis, { fetch, WebAssembly }));

/** @param {BodyInit} body @param {ResponseInit} [more] */
const answering = (body, more) => { globalThis.fetch = async () => new Response(body, more); };
const wasm = { headers: { "content-type": "application/wasm" } };

describe("fetching the rules", () => {
  test("gives what the module exports, compiled as it comes in", async () => {
    answering(EMPTY, wasm);
    assert.deepEqual(Object.keys(await fetchRules("/patience.wasm", 1000)), []);
  });

  test("also from a server that does not know the type", async () => {
    answering(EMPTY, { headers: { "content-type": "application/octet-stream" } });
    assert.deepEqual(Object.keys(await fetchRules("/patience.wasm", 1000)), []);
  });

  test("fails where the file is missing", async () => {
    answering("nothing here", { status: 404 });
    await assert.rejects(fetchRules("/patience.wasm", 1000), /404/);
  });

  test("fails where the file is another", async () => {
    for (const more of [wasm, {}]) {
      answering("<!doctype html>", more);
      await assert.rejects(fetchRules("/patience.wasm", 1000), /CompileError|expected magic word/);
    }
  });

  test("fails where there is no network", async () => {
    globalThis.fetch = async () => { throw new TypeError("Failed to fetch"); };
    await assert.rejects(fetchRules("/patience.wasm", 1000), /Failed to fetch/);
  });

  test("fails where the page may not compile", async () => {
    answering(EMPTY, wasm);
    globalThis.WebAssembly = undefined;
    await assert.rejects(fetchRules("/patience.wasm", 1000), /no WebAssembly/);
  });

  test("is given up after its time", async () => {
    globalThis.fetch = (_, { signal }) =>
      new Promise((_, reject) => { signal.onabort = () => reject(signal.reason); });
    await assert.rejects(fetchRules("/patience.wasm", 1), { name: "AbortError" });
  });
});
