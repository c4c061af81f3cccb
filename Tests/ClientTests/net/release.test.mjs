/** Parts that come later: of the same release, or with a new page. */
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

let pages = 0;
/** What the server answers, and what was done with the page. */
let served = "a1";
let reloads = 0;
let fetches = 0;

/** A page of a release, that was opened now. */
const visit = (release) => {
  Object.assign(globalThis, { document: { documentElement: { dataset: release ? { release } : {} } } });
  return import(`../../../Public/js/net/release.js?page=${++pages}`);
};

beforeEach(() => {
  served = "a1";
  reloads = 0;
  fetches = 0;
  const kept = new Map();
  Object.assign(globalThis, {
    location: { reload: () => { reloads += 1; } },
    sessionStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    fetch: async () => {
      fetches += 1;
      if (served === "") throw new TypeError("no network");
      return new Response(`<!doctype html><html data-release="${served}" lang="en">`);
    },
  });
});

/** Whether a part came, did not come, or a new page is being loaded. */
const outcome = async (bringing) => Promise.race([
  bringing.then(() => "came", () => "failed"),
  new Promise((done) => setTimeout(() => done("waits"), 20)),
]);
const lost = () => Promise.reject(new TypeError("404"));

describe("a part that comes later", () => {
  test("comes, and nothing is asked", async () => {
    const { later } = await visit("a1");
    assert.equal(await later(async () => 7), 7);
    assert.equal(fetches, 0);
  });

  test("that the server does not have any more brings a new page, once", async () => {
    const { later } = await visit("a1");
    served = "b2";
    assert.deepEqual([await outcome(later(lost)), reloads], ["waits", 1]);
    const again = await visit("a1");
    assert.deepEqual([await outcome(again.later(lost)), reloads], ["failed", 1], "it was loaded anew a moment ago");
  });

  test("that does not come for another reason leaves the page as it is", async () => {
    for (const now of ["a1", ""]) {
      served = now;
      const { later } = await visit("a1");
      assert.deepEqual([await outcome(later(lost)), reloads], ["failed", 0], now);
    }
    // A page would be lost that is loaded anew without a connection, also when it is known to be of an older release.
    const { compareRelease, later } = await visit("a1");
    served = "b2";
    await compareRelease();
    served = "";
    assert.deepEqual([await outcome(later(lost)), reloads], ["failed", 0]);
    served = "b2";
    const single = await visit("");
    assert.deepEqual([await outcome(single.later(lost)), reloads], ["failed", 0], "single files have no release");
  });

  test("leaves the page as it is where the browser keeps nothing", async () => {
    const { later } = await visit("a1");
    served = "b2";
    globalThis.sessionStorage.setItem = () => { throw new Error("private"); };
    assert.deepEqual([await outcome(later(lost)), reloads], ["failed", 0]);
  });
});

describe("a page of a server that came back", () => {
  test("knows whether the next page is of another release", async () => {
    const { compareRelease, isSuperseded } = await visit("a1");
    for (const [now, is] of [["a1", false], ["", false], ["b2", true], ["", true], ["a1", false]]) {
      served = now;
      await compareRelease();
      assert.equal(isSuperseded(), is, now);
    }
    assert.equal(reloads, 0);
  });
});
