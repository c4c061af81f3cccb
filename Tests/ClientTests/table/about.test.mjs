import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { Foresight } from "../../../Public/js/model/foresight.js";
import { About } from "../../../Public/js/table/piles/about.js";
import { Store } from "../../../Public/js/model/store.js";
import { Language, speak } from "../../../Public/js/words/say.js";
import { snap, STATUS } from "../fixtures.mjs";
import { buttons, Element, openPage } from "../page.mjs";
import { COMMIT, regions, SALT, SEED, until } from "../race/sealed.mjs";

openPage();
afterEach(() => speak());

describe("the seal in a table's dialog", () => {
  const commit = COMMIT;
  const opened = { kind: "sealed", commit, seed: SEED, salt: SALT };

  /** A dialog that shows one deal after another. */
  function dialog() {
    const store = new Store(new Foresight());
    const about = new About(new Element(), { store }, {});
    const section = about.dialog.querySelector(".seal");
    const verdict = section.querySelector(".verdict");
    const show = async (deal, faces = undefined) => {
      store.take(snap({ deal, why: "deal", regions: regions(faces) }));
      about.show();
      await until(() => section.dataset.verdict !== undefined || deal.seed === undefined);
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
    await show({ ...opened, salt: SALT.replace("20", "21") });
    assert.equal(section.dataset.verdict, "false");
    assert.match(verdict.textContent, /^✗/);
  });

  test("that holds other cards than were played is said to do that", async () => {
    const { section, verdict, show } = dialog();
    await show(opened, ["KS", "KH"]);
    assert.equal(section.dataset.verdict, "false");
    assert.match(verdict.textContent, /^✗ .* other cards/);
  });

  test("of a deal of which nothing was seen says that the cards cannot be checked", async () => {
    const { section, verdict, show } = dialog();
    await show(opened, []);
    assert.equal(section.dataset.verdict, "null");
    assert.match(verdict.textContent, /cannot be checked/);
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
    const next = show({ ...opened, seed: SEED.replace("00", "01") });
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

describe("giving up", () => {
  /** A dialog at a table, and what was asked of its room. */
  function table(more = {}) {
    const store = new Store(new Foresight());
    store.seat = 0;
    const asked = [];
    const about = new About(new Element(), { store, command: (op) => asked.push(op) }, {});
    const { on, press } = buttons();
    about.buttons(on);
    const show = (status, rest = {}) => {
      store.take(snap({ s: { ...STATUS, status }, ...more, ...rest }));
      about.show();
    };
    show("playing");
    return { about, asked, press, show, words: () => about.resigning.querySelector("p").textContent };
  }

  for (const from of ["#resign", "#fresh-resign", "#panel-resign"]) {
    test(`is asked once more before it is done: ${from}`, () => {
      const { about, asked, press } = table();
      about.fresh.showModal();
      press(from);
      assert.deepEqual([about.fresh.open, about.resigning.open, asked], [false, true, []]);
      press("#resign-now");
      assert.deepEqual([about.resigning.open, asked], [false, ["resign"]]);
    });
  }

  test("says what it means: alone, for everybody at the table, and in a race", () => {
    const seats = [{ n: 0, id: "g_1", name: "Ada" }, { n: 1, id: "g_2", name: "Ben" }];
    assert.match(table().words(), /^It ends as it lies now\. That cannot be undone\.$/);
    assert.match(table({ seats }).words(), /the others are asked first/);
    assert.match(table({ entry: { race: "rRace", n: 0, undo: true, hint: true } }).words(), /your race ends here/);
  });

  for (const status of ["over", "won", "waiting"]) {
    test(`is not asked any more when the game is ${status}`, () => {
      const { about, press, show } = table();
      press("#resign");
      show("stuck");
      assert.equal(about.resigning.open, true);
      show(status);
      assert.equal(about.resigning.open, false);
    });
  }
});
