import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { beforeEach, describe, test } from "node:test";
import { keep, kept } from "../../../Public/js/keep.js";
import { ask, collect, readMe } from "../../../Public/js/me/api.js";
import { codeIn, codeOf, deviceName, freshToken, grouped, handleOf, handleProblem, tokenOf } from
  "../../../Public/js/me/forms.js";
import { forgetTraces, hasGuest, signIn, signOut, token } from "../../../Public/js/me/identity.js";

// Node 18 keeps what browsers call crypto in a module.
globalThis.crypto ??= webcrypto;

describe("a name that is claimed", () => {
  test("may have 3 to 20 small letters, digits, underscores and hyphens, the first a letter", () => {
    for (const handle of ["ada", "a12", "a_b-c", "a".repeat(20)]) assert.equal(handleProblem(handle), "", handle);
  });

  const wrong = {
    "me.rules": [""], "me.first": ["1da", "_da", "-da", "äda", "@ada", "Ada"],
    "me.letters": ["a da", "ada!", "adä", "aDa", "a/b"], "me.short": ["a", "ab"], "me.long": ["a".repeat(21)],
  };
  for (const [key, handles] of Object.entries(wrong)) {
    for (const handle of handles) test(`"${handle}" is told: ${key}`, () => assert.equal(handleProblem(handle), key));
  }

  test("is typed as people write it", () =>
    assert.deepEqual([" Ada ", "@ada", "ADA"].map(handleOf), ["ada", "ada", "ada"]));
});

describe("a code", () => {
  test("is read with or without its hyphen, in small letters too", () => {
    for (const text of ["K7QDM2XWPA", "k7qdm-2xwpa", " K7QDM - 2XWPA "]) assert.equal(codeOf(text), "K7QDM2XWPA", text);
    assert.equal(grouped("K7QDM2XWPA"), "K7QDM-2XWPA");
  });

  test("has ten of its letters and digits, and no others", () => {
    for (const letter of "23456789ABCDEFGHJKMNPQRSTVWXYZ") assert.equal(codeOf(letter.repeat(10)).length, 10, letter);
    for (const letter of "01ILOU_ä") assert.equal(codeOf(`K7QDM2XWP${letter}`), "", letter);
    for (const text of ["", "K7QDM2XWP", "K7QDM2XWPAA"]) assert.equal(codeOf(text), "", text);
  });

  test("comes in a link behind its word", () => {
    assert.equal(codeIn("#pair=K7QDM2XWPA"), "K7QDM2XWPA");
    assert.equal(codeIn("#pair=k7qdm-2xwpa"), "K7QDM2XWPA");
    for (const hash of ["", "#", "#pair=", "#pair=K7QDM", "#K7QDM2XWPA", "#pair=K7QDM2XWPA&x", "#p=K7QDM2XWPA"]) {
      assert.equal(codeIn(hash), "", hash);
    }
  });
});

describe("a token", () => {
  test("that is new has 32 digits by chance", () => {
    assert.match(freshToken(), /^g1\.[0-9a-f]{32}$/);
    assert.notEqual(freshToken(), freshToken());
    assert.equal(freshToken((bytes) => bytes.fill(10)), `g1.${"0a".repeat(16)}`);
  });

  test("is found in what somebody has kept, and only there", () => {
    const it = freshToken();
    assert.equal(tokenOf(`  ${it}\n`), it);
    for (const text of ["", "g1.", "g1.short", `b1.${"0".repeat(32)}`, `${it} ${it}`, "K7QDM-2XWPA"]) {
      assert.equal(tokenOf(text), "", text);
    }
  });
});

describe("a device", () => {
  test("is called by its browser and its system", () => {
    const agents = {
      "Firefox, Linux": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      "Chrome, Android": "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
      "Safari, iPhone": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
      "Edge, Windows": "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
      "Safari, Mac": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15",
      "": "curl",
    };
    for (const [name, agent] of Object.entries(agents)) assert.equal(deviceName(agent), name);
  });
});

/** A server that answers everything in the same way, and notes what it was asked. */
const server = (status, body, seen = []) => async (...request) => {
  seen.push(request);
  return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
};

describe("what is asked of the server", () => {
  test("comes with the token, and with what was chosen as JSON", async () => {
    const seen = [];
    const told = { id: "g_1", devices: [] };
    const reply = await ask("g1.x", "PATCH", "", { handle: "ada" }, server(200, told, seen));
    assert.deepEqual(reply, { body: told, error: "" });
    const [path, { method, headers, body }] = seen[0];
    assert.deepEqual([path, method, body], ["/api/me", "PATCH", '{"handle":"ada"}']);
    assert.deepEqual(headers, { Authorization: "Bearer g1.x", "Content-Type": "application/json" });
    await ask("g1.x", "DELETE", "/keys/2", undefined, server(200, told, seen));
    assert.deepEqual([seen[1][0], seen[1][1].body], ["/api/me/keys/2", undefined]);
    assert.deepEqual((await ask("g1.x", "DELETE", "", undefined, server(202, { erased: "soon" }))).error, "");
  });

  test("is refused by the server's word, or by ours where it has none", async () => {
    const of = async (asking) => (await ask("g1.x", "GET", "", undefined, asking)).error;
    for (const error of ["taken", "handle", "claimed"]) assert.equal(await of(server(409, { error })), error);
    assert.equal(await of(server(401, { error: "token" })), "token");
    assert.equal(await of(server(429, { error: "rate" })), "slow");
    assert.equal(await of(server(429, "<html>")), "slow");
    const others = [server(500, "<html>"), server(404, { error: 7 }), server(200, "no JSON"), server(200, null)];
    for (const asking of others) assert.equal(await of(asking), "other");
    assert.equal(await of(async () => { throw new TypeError("no network"); }), "offline");
  });
});

describe("who we are", () => {
  test("is read as far as it can be used", () => {
    const devices = [{ n: 0, this: true }, { n: "1" }, null];
    assert.deepEqual(readMe({ id: "g_1", handle: "ada", devices, bots: [{ name: "brio" }, 7] }),
      { id: "g_1", handle: "ada", devices: [devices[0]], bots: [{ name: "brio", scopes: [] }] });
    assert.deepEqual(readMe({ id: "g_1", devices: [] }), { id: "g_1", devices: [], bots: [] });
    for (const wrong of [null, {}, "x", { id: 1, devices: [] }, { id: "g_1" }]) assert.equal(readMe(wrong), null);
  });
});

describe("all that the server has of somebody", () => {
  const pages = {
    "/export": {
      me: { id: "g_1" }, uploads: [{ blob: "b1" }], ban: { until: 9 }, tables: [{ room: "rA" }], reports: [],
      more: "1 7",
    },
    "/export?after=1%207": { tables: [{ room: "rB" }], reports: [{ line: 3 }], more: "9" },
    "/export?after=9": { tables: [], reports: [] },
  };
  const from = (all) => async (path) => ({ body: all[path] ?? null, error: all[path] ? "" : "offline" });

  test("is gathered part after part", async () => {
    const counts = [];
    const { body, error } = await collect(from(pages), (count) => counts.push(count));
    assert.deepEqual([error, counts], ["", [1, 2, 2]]);
    assert.deepEqual(body, {
      me: { id: "g_1" }, uploads: [{ blob: "b1" }], ban: { until: 9 }, tables: [{ room: "rA" }, { room: "rB" }],
      reports: [{ line: 3 }],
    });
  });

  test("is whole, or is not given at all", async () => {
    const { "/export?after=9": last, ...rest } = pages;
    assert.ok(last);
    assert.deepEqual(await collect(from(rest), () => {}), { body: null, error: "offline" });
    const round = { "/export": { more: "a" }, "/export?after=a": { more: "a" } };
    assert.deepEqual(await collect(from(round), () => {}), { body: null, error: "other" });
  });
});

describe("the guest of a browser", () => {
  beforeEach(() => {
    keep("tok", "g1.guest");
    keep("tok.before", "");
  });

  test("waits while somebody else plays here, and comes back", () => {
    signIn("g1.ada");
    assert.deepEqual([token(), hasGuest()], ["g1.ada", true]);
    signOut();
    assert.deepEqual([token(), hasGuest()], ["g1.guest", false]);
  });

  test("is not taken for the person who signed in before", () => {
    signIn("g1.ada");
    signIn("g1.ben");
    signOut();
    assert.equal(token(), "g1.guest");
  });

  test("leaves no traces of tables, but what was set stays", () => {
    keep("tables", '{"tables":[]}');
    keep("last", "rA");
    keep("name", "Ada");
    keep("theme", "dark");
    forgetTraces();
    assert.deepEqual(["tables", "last", "name", "theme", "tok"].map(kept), ["", "", "", "dark", "g1.guest"]);
  });
});
