import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { Foresight } from "../../../Public/js/model/foresight.js";
import { About } from "../../../Public/js/table/piles/about.js";
import { Store } from "../../../Public/js/model/store.js";
import { Language, speak } from "../../../Public/js/words/say.js";
import { snap } from "../fixtures.mjs";
import { Element, openPage } from "../page.mjs";

openPage();
afterEach(() => speak());

describe("the seal in a table's dialog", () => {
  // SHA-256 of the three bytes "abc", FIPS 180-2.
  const commit = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  const opened = { kind: "sealed", commit, seed: "6162", salt: "63" };

  /** A dialog that shows one deal after another. */
  function dialog() {
    const store = new Store(new Foresight());
    const about = new About(new Element(), { store }, {});
    const section = about.dialog.querySelector(".seal");
    const verdict = section.querySelector(".verdict");
    const show = async (deal) => {
      store.take(snap({ deal, why: "deal" }));
      about.show();
      await new Promise((resolve) => { setImmediate(resolve); });
    };
    return { about, section, verdict, show };
  }

  test("is verified when it is opened", async () => {
    const { section, verdict, show } = dialog();
    await show(opened);
    assert.equal(section.dataset.verdict, "true");
    assert.match(verdict.textContent, /^✓ Verified/);
  });

  test("that is broken is said to be", async () => {
    const { section, verdict, show } = dialog();
    await show({ ...opened, salt: "64" });
    assert.equal(section.dataset.verdict, "false");
    assert.match(verdict.textContent, /^✗/);
  });

  test("is told in the language that is spoken now", async () => {
    const { about, verdict, show } = dialog();
    await show(opened);
    speak(new Language("de", { "seal.holds": "Geprüft" }));
    about.show();
    assert.equal(verdict.textContent, "Geprüft");
  });

  test("of one game says nothing of another whose hash has not come yet", async () => {
    const { about, section, verdict, show } = dialog();
    await show(opened);
    const next = show({ ...opened, seed: "6161" });
    assert.deepEqual([section.dataset.verdict, verdict.textContent], [undefined, ""]);
    await next;
    assert.equal(section.dataset.verdict, "false");
    about.show();
    assert.match(verdict.textContent, /^✗/);
  });

  test("of the next deal has no verdict yet", async () => {
    const { section, verdict, show } = dialog();
    await show(opened);
    await show({ kind: "sealed", commit });
    assert.equal(section.dataset.verdict, undefined);
    assert.equal(verdict.textContent, "Seed and salt are shown when the game ends.");
  });
});
