import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { Foresight } from "../../../Public/js/model/foresight.js";
import { Panel } from "../../../Public/js/table/piles/panel.js";
import { Store } from "../../../Public/js/model/store.js";
import { kindsOf } from "../../../Public/js/model/zones.js";
import { Language, speak } from "../../../Public/js/words/say.js";
import { snap, STATUS, ZONES } from "../fixtures.mjs";
import { buttons, Element, openPage } from "../page.mjs";
import { COMMIT, regions, SALT, SEED, until } from "../race/sealed.mjs";

const page = openPage();
const OPENED = { kind: "sealed", commit: COMMIT, seed: SEED, salt: SALT };
afterEach(() => speak());

describe("the panel of a table", () => {
  /** @param {number} seat */
  function table(seat) {
    const store = new Store(new Foresight());
    store.seat = seat;
    const room = { store, ended: false, endedBy: "" };
    const root = new Element();
    const piles = { f0: [], f1: [], f2: [], f3: [] };
    const board = { g: { width: 700, slots: {} }, kinds: kindsOf(ZONES), shown: { piles }, cards: new Map() };
    const panel = new Panel(root, board, { reduced: false });
    const { on, press } = buttons();
    panel.buttons(on, room, {});
    root.hidden = true;
    page.frames = 0;
    const show = (status, more = {}) => {
      store.take(snap({ s: { ...STATUS, status }, ...more }));
      panel.turnTo(store.games);
      panel.show(room, false, "online");
    };
    const offered = () => root.querySelectorAll("button[data-for]").filter(({ hidden }) => !hidden).map(({ id }) => id);
    const again = () => panel.show(room, false, "online");
    return { root, room, store, show, again, press, offered };
  }

  test("comes when a win has been celebrated, or when a key or a press has cut that short", () => {
    for (const [kind, done] of [["keydown", ["prevented", "stopped"]], ["pointerdown", []]]) {
      const { root, show, offered } = table(0);
      show("playing");
      assert.equal(root.hidden, true);
      show("won");
      assert.deepEqual([root.hidden, root.dataset.kind, page.frames], [true, "won", 1]);
      assert.deepEqual(document.fire(kind), done);
      assert.equal(root.hidden, false);
      assert.deepEqual(offered(), ["panel-new", "panel-again", "panel-lobby", "panel-close"]);
      assert.deepEqual(document.fire(kind), [], "nobody listens any more");
    }
  });

  test("has one primary button: what is best done next", () => {
    for (const [seat, status, best] of [[0, "won", "panel-new"], [0, "stuck", "panel-undo"], [-1, "stuck", null]]) {
      const { root, show } = table(seat);
      show(status);
      const primary = root.querySelectorAll("button[data-for]").filter(({ classes }) => classes.has("primary"));
      assert.deepEqual(primary.map(({ id }) => id), best === null ? [] : [best]);
    }
  });

  test("of a win that was over before we came is not celebrated", () => {
    const { root, show } = table(0);
    show("won");
    assert.deepEqual([root.hidden, page.frames], [false, 0]);
  });

  test("stays away when it was closed, until the next game of the room is won", () => {
    const { root, show, press } = table(0);
    show("playing");
    show("won");
    press("#panel-close");
    show("won");
    assert.deepEqual([root.hidden, page.frames], [true, 1]);
    show("playing", { v: 11, why: "deal" });
    show("won", { v: 90 });
    assert.deepEqual([root.hidden, page.frames], [true, 2]);
    document.fire("pointerdown");
    assert.equal(root.hidden, false);
  });

  test("comes again for a game that was dealt and won while we were away, and is not celebrated", () => {
    const { root, show, press } = table(0);
    show("playing");
    show("won");
    press("#panel-close");
    show("won", { v: 90, why: "resume", deal: { kind: "open", n: 8 } });
    assert.deepEqual([root.hidden, page.frames], [false, 1]);
  });

  test("offers its choices to a guest who takes the seat while it is open, without another celebration", () => {
    const { store, show, offered } = table(-1);
    show("playing");
    show("won");
    assert.deepEqual(offered(), ["panel-close"]);
    store.seat = 0;
    show("won");
    assert.deepEqual(offered(), ["panel-new", "panel-again", "panel-lobby", "panel-close"]);
    assert.equal(page.frames, 1);
  });

  const german = new Language("de", {
    "panel.youWon": "Gewonnen", "panel.result": "{score}", "panel.points": "{count} Punkte",
    "panel.sealHolds": "Echt, {seed}",
    "panel.stuck": "Sackgasse", "panel.startOver": "Von vorn", "gone.table.closed": "Geschlossen",
  });
  const words = (root) => ["h2", ".words", ".fair"].map((it) => root.querySelector(it).textContent);

  test("speaks the language that is spoken now, its seal too", async () => {
    const { root, show, again } = table(0);
    show("won", { deal: OPENED, regions: regions() });
    await until(() => words(root)[2] !== "");
    assert.deepEqual([words(root)[0], words(root)[2]], ["You won", "✓ Seal verified, seed 00010203…"]);
    speak(german);
    again();
    assert.deepEqual(words(root), ["Gewonnen", "0 Punkte", "Echt, 00010203…"]);
    assert.equal(root.querySelector(".fair").hidden, false);
  });

  test("of what was given up is quiet, and says what it was and whether its seal holds", async () => {
    const { root, show, offered } = table(0);
    show("playing", { deal: { kind: "sealed", commit: COMMIT }, regions: regions() });
    show("over", { deal: OPENED, regions: regions() });
    assert.deepEqual([root.hidden, root.dataset.kind, page.frames], [false, "over", 0]);
    assert.deepEqual(offered(), ["panel-new", "panel-again", "panel-lobby", "panel-close"]);
    await until(() => words(root)[2] !== "");
    assert.deepEqual(words(root), ["You gave up", "Klondike, draw 1 · sealed deal. 0:00, 0 moves, 0 points.",
      "✓ Seal verified, seed 00010203…"]);
  });

  test("in a race leads back to it, and offers no other deal", () => {
    const entry = { race: "rRace", n: 0, undo: true, hint: false };
    for (const [status, more, choices] of [["over", {}, ["panel-race", "panel-close"]],
      ["won", {}, ["panel-race", "panel-close"]], ["stuck", {}, ["panel-undo", "panel-resign", "panel-close"]],
      ["stuck", { undo: false }, ["panel-resign", "panel-close"]]]) {
      const { show, offered } = table(0);
      show(status, { entry: { ...entry, ...more } });
      assert.deepEqual(offered(), choices, status);
    }
  });

  test("stays away before a game has begun", () => {
    const { root, show } = table(0);
    show("waiting");
    assert.deepEqual([root.hidden, page.frames], [true, 0]);
  });

  test("of a dead end, or of a table that is gone, speaks it too", () => {
    const { root, room, show, again } = table(0);
    show("stuck");
    speak(german);
    again();
    assert.deepEqual([words(root)[0], root.querySelector("#panel-again").textContent], ["Sackgasse", "Von vorn"]);
    speak();
    Object.assign(room, { ended: true, endedBy: "idle" });
    again();
    assert.equal(words(root)[0], "This table is closed");
    speak(german);
    again();
    assert.equal(words(root)[0], "Geschlossen");
  });

  test("that was closed is not written anew", () => {
    const { root, show, again, press } = table(0);
    show("won");
    press("#panel-close");
    speak(german);
    again();
    assert.deepEqual([root.hidden, words(root)[0]], [true, "You won"]);
  });

  test("of a dead end comes again at the next dead end", () => {
    const { root, show, press } = table(0);
    show("stuck");
    press("#panel-close");
    assert.equal(root.hidden, true);
    show("stuck", { v: 12 });
    assert.deepEqual([root.hidden, root.dataset.kind], [false, "stuck"]);
  });
});
