import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pathOf, sharedText } from "../../../Public/js/lobby/packed.js";
import { DESCRIPTION_BYTES_MAX, isShared, keepShared, sharedOf } from "../../../Public/js/lobby/shared.js";

const hashOf = async (text) => new URL(await pathOf(text), "http://baize").hash;
const base64url = (bytes) => Buffer.from(bytes).toString("base64url");

describe("a link to a game of somebody's own", () => {
  test("brings its text as it was written", async () => {
    const long = "x".repeat(DESCRIPTION_BYTES_MAX);
    for (const text of [long, "{}", '{"title":"Größe 牌 🂡"}', "{\n  \"game\": \"g\"\n}\n"]) {
      const hash = await hashOf(text);
      assert.ok(isShared(hash));
      assert.match(hash, /^#own=[\w-]+$/);
      assert.equal(await sharedText(hash), text);
    }
  });

  test("is deflated where that is shorter, and read where it was not", async () => {
    const long = "spades and hearts ".repeat(200);
    assert.ok((await hashOf(long)).length < 200);
    assert.equal(await sharedText(`#own=0${base64url(long)}`), long);
    assert.equal((await hashOf("{}")).charAt(5), "0");
  });

  test("is kept out of requests: it stands behind the #", async () =>
    assert.deepEqual([new URL(await pathOf("{}"), "http://baize")].map(({ pathname, search }) => pathname + search),
      ["/"]));

  test("that cannot be read brings nothing", async () => {
    const whole = await hashOf("spades and hearts ".repeat(50));
    const bad = ["", "#", "#own=", "#own=0", "#own=1", "#own=2e30", "#own=0e3*0", "#main", "#own=0A",
      whole.slice(0, -9), `#own=0${base64url([0xff, 0xfe])}`, `#own=1${base64url("not deflated")}`];
    for (const hash of bad) assert.equal(await sharedText(hash), null, hash);
  });

  test("brings no more than a description may have, however well it was packed", async () => {
    for (const count of [DESCRIPTION_BYTES_MAX + 1, 100 * DESCRIPTION_BYTES_MAX]) {
      assert.equal(await sharedText(await hashOf("x".repeat(count))), null);
    }
    assert.equal(await sharedText(`#own=0${base64url("x".repeat(DESCRIPTION_BYTES_MAX + 1))}`), null);
  });

  test("is kept for the tables that were opened last", () => {
    assert.equal(sharedOf("r1"), "");
    for (let n = 1; n <= 9; n++) keepShared(`r${n}`, `/#own=0${n}`);
    assert.deepEqual(["r1", "r2", "r9", "r"].map(sharedOf), ["", "/#own=02", "/#own=09", ""]);
    keepShared("r9", "/#own=0x");
    assert.equal(sharedOf("r9"), "/#own=0x");
    assert.equal(sharedOf("r2"), "/#own=02");
  });
});
