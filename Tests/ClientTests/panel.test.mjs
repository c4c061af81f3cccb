import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Panel } from "../../Public/js/table/panel.js";
import { Store } from "../../Public/js/model/store.js";
import { kindsOf } from "../../Public/js/model/zones.js";
import { snap, STATUS, ZONES } from "./fixtures.mjs";
import { buttons, Element, openPage } from "./page.mjs";

const page = openPage();

describe("the panel of a table", () => {
  /** @param {number} seat */
  function table(seat) {
    const store = new Store();
    store.seat = seat;
    const room = { store, ended: false };
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
    return { root, store, show, press, offered };
  }

  test("comes with a win, and the win is celebrated", () => {
    const { root, show, offered } = table(0);
    show("playing");
    assert.equal(root.hidden, true);
    show("won");
    assert.deepEqual([root.hidden, root.dataset.kind, page.frames], [false, "won", 1]);
    assert.deepEqual(offered(), ["panel-new", "panel-again", "panel-lobby", "panel-close"]);
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
    assert.deepEqual([root.hidden, page.frames], [false, 2]);
  });

  test("comes again for a game that was dealt and won while we were away, and is not celebrated", () => {
    const { root, show, press } = table(0);
    show("playing");
    show("won");
    press("#panel-close");
    show("won", { v: 90, why: "resume", deal: { kind: "open", n: 8 } });
    assert.deepEqual([root.hidden, page.frames], [false, 1]);
  });

  test("offers its choices to who takes the seat while it is open, without another celebration", () => {
    const { store, show, offered } = table(-1);
    show("playing");
    show("won");
    assert.deepEqual(offered(), ["panel-close"]);
    store.seat = 0;
    show("won");
    assert.deepEqual(offered(), ["panel-new", "panel-again", "panel-lobby", "panel-close"]);
    assert.equal(page.frames, 1);
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
