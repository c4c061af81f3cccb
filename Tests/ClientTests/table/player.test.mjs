/**
 * The player's keys, on a page without a browser: what is heard when something cannot be done.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Foresight } from "../../../Public/js/model/foresight.js";
import { Room } from "../../../Public/js/table/room.js";
import { refusal } from "../../../Public/js/model/words.js";
import { kindsOf } from "../../../Public/js/model/zones.js";
import { ZONES, dests, snap } from "../fixtures.mjs";
import { Element, openPage } from "../page.mjs";

openPage();
Object.assign(globalThis, { Element, addEventListener() {}, matchMedia: () => ({ matches: false }) });
const { geometry, places } = await import("../../../Public/js/table/piles/layout.js");
const { settings } = await import("../../../Public/js/settings.js");
const { PileConduct } = await import("../../../Public/js/table/piles/pile-conduct.js");

const SEATS = [{ n: 0, id: "g_1", name: "Ada", on: true }, { n: 1, id: "g_2", name: "Ann", on: true }];
const NO_FOUNDATION = "That card cannot go to a foundation yet.";

/** A player in seat 0 whose focus is on a card, and all that was sent and heard. */
function player(focusedItem) {
  const sent = [];
  const heard = [];
  const announcer = { say: (text) => heard.push(text), toast: (text) => heard.push(text) };
  const speaker = { state: "online", ask: (make) => sent.push(make(sent.length + 1)), tell: () => true };
  const room = new Room("rTable", speaker, new Foresight(), {
    changed() {}, refused: (no) => announcer.toast(refusal(no)), liftLost() {}, drags() {}, ended() {},
  }, () => 0);
  room.store.seat = 0;
  room.hear(snap({ seats: SEATS }));
  room.hear(dests());
  const keys = [];
  globalThis.document.addEventListener = (type, act) => type === "keydown" && keys.push(act);
  const target = Object.assign(new Element(), { closest: () => null });
  const board = {
    piles: new Map(), cards: new Map(), places: new Map(), focusedItem, focus: { pile: "t2", index: 0 },
    g: geometry({ zones: ZONES, draw: 1 }, 700, 600), shown: room.store.shown(), kinds: kindsOf(ZONES),
    select() {}, light() {}, locate() {}, focusOn() {}, local: ({ x, y }) => ({ x, y }),
  };
  board.places = places(board.shown, board.g);
  const felt = new Element();
  const hands = new Map();
  felt.addEventListener = (type, act) => hands.set(type, act);
  felt.setPointerCapture = () => {};
  const lists = [];
  const menu = { show: (what, all, choose) => lists.push({ what, places: all, choose }) };
  const helps = { menu, hints: { show() {} } };
  new PileConduct(room, board, announcer, felt, () => {}, helps);
  const press = (key, at = target, more = {}) =>
    keys.forEach((act) => act({ key, target: at, preventDefault() {}, ...more }));
  const onBoard = Object.assign(new Element(), { closest: (kinds) => (kinds === "#board" ? onBoard : null) });
  /** A mouse does something in the upper strip of a card, or so far from there. */
  const mouse = (type, item, by = 0, pointerType = "mouse") => {
    const { x, y } = board.places.get(item);
    const event = { pointerId: 1, pointerType, button: 0, timeStamp: 1000, target };
    hands.get(type)({ ...event, x: x + 9 + by, y: y + 4 });
  };
  const hold = (...items) => room.hear({ t: "drag", r: "rTable", live: items.length ? [{ d: 1, by: 1, items }] : [] });
  return { room, board, press, onBoard, mouse, hold, sent, heard, lists };
}

describe("the key that sends a card to its foundation", () => {
  test("sends it", () => {
    const { press, sent, heard } = player(6);
    press("f");
    assert.deepEqual([sent.map(({ op, item }) => [op, item]), heard], [[["send", 6]], []]);
  });

  test("says so when none takes it", () => {
    const { press, sent, heard } = player(5);
    press("f");
    assert.deepEqual([sent, heard], [[], [NO_FOUNDATION]]);
  });

  test("waits with what was asked before, and is refused aloud when too much waits", () => {
    const { room, press, sent, heard } = player(6);
    room.move(2, { in: "t0" });
    room.move(3, { in: "t5" });
    press("f");
    assert.deepEqual([sent.length, heard, room.store.shown().piles.f2], [1, [], [6]]);
    room.tap("stock");
    press("f");
    assert.deepEqual([sent.length, heard], [1, [refusal({ code: "rate" })]]);
  });
});

describe("a card that somebody else holds", () => {
  const THEIRS = "Ann is holding that.";

  test("is said to be theirs when our player taps it, pulls at it or lifts it by keys, and nothing is asked", () => {
    const { mouse, press, onBoard, hold, sent, heard } = player(6);
    hold(6);
    mouse("pointerdown", 6);
    mouse("pointerup", 6);
    assert.deepEqual(heard, [THEIRS]);
    mouse("pointerdown", 6);
    mouse("pointermove", 6, 30);
    mouse("pointermove", 6, 60);
    mouse("pointerup", 6, 60);
    assert.deepEqual(heard, [THEIRS, THEIRS]);
    press("Enter", onBoard);
    press("f");
    assert.deepEqual([heard, sent], [Array(4).fill(THEIRS), []]);
  });

  test("is said to be theirs where it is seen in their hand", () => {
    const { board, mouse, hold, heard } = player(6);
    hold(6);
    const { x, y } = board.places.get(13);
    board.cards.set(6, { held: { x: x - 5, y: y - 5 }, element: { classList: { toggle() {} } } });
    mouse("pointerdown", 13);
    mouse("pointerup", 13);
    assert.deepEqual(heard, [THEIRS]);
  });

  test("can be lifted again when it is put down", () => {
    const { mouse, hold, heard } = player(6);
    hold(6);
    hold();
    mouse("pointerdown", 6);
    mouse("pointerup", 6);
    assert.deepEqual(heard, ["Selected ace of hearts, 1 destination."]);
  });

  test("is not announced to spectators", () => {
    const { room, mouse, press, onBoard, hold, heard } = player(6);
    room.store.seat = -1;
    hold(6);
    mouse("pointerdown", 6);
    mouse("pointerup", 6);
    press("Enter", onBoard);
    assert.deepEqual(heard, []);
  });
});

describe("one tap", () => {
  const tap = ({ mouse }, item, type) => {
    mouse("pointerdown", item, 0, type);
    mouse("pointerup", item, 0, type);
  };

  test("of a finger moves a card to the best of its places", () => {
    const it = player(2);
    tap(it, 2, "touch");
    assert.deepEqual(it.sent.map(({ op, item, in: to }) => [op, item, to]), [["move", 2, "t0"]]);
    assert.deepEqual(it.heard, ["6 of diamonds to column 1."]);
  });

  test("of a finger on a card that goes nowhere says so", () => {
    const it = player(1);
    tap(it, 1, "touch");
    assert.deepEqual([it.sent, it.heard], [[], ["7 of spades has no place to go."]]);
  });

  test("of a mouse selects, but where one tap was chosen", () => {
    const it = player(2);
    tap(it, 2, "mouse");
    assert.deepEqual([it.sent.length, it.heard], [0, ["Selected 6 of diamonds, 1 destination."]]);
    settings.set("oneTap", "on");
    const other = player(2);
    tap(other, 2, "mouse");
    settings.set("oneTap", "off");
    assert.equal(other.sent.length, 1);
    const third = player(2);
    tap(third, 2, "touch");
    settings.set("oneTap", "auto");
    assert.equal(third.sent.length, 0);
  });
});

describe("the list of places", () => {
  test("has them by name, and moves to the one that is chosen", () => {
    const { press, lists, sent } = player(5);
    press("m");
    assert.deepEqual(lists.map(({ what, places: all }) => [what, all]),
      [["7 of diamonds", [{ pile: "t6", name: "column 7" }]]]);
    lists[0].choose("t6");
    assert.deepEqual(sent.map(({ op, in: to }) => [op, to]), [["move", "t6"]]);
  });

  test("does not open for a card that goes nowhere, or cannot be lifted", () => {
    for (const [item, words] of [[1, "7 of spades has no place to go."], [13, "That card cannot be lifted."]]) {
      const { press, lists, heard } = player(item);
      press("m");
      assert.deepEqual([lists, heard], [[], [words]]);
    }
  });

  test("asks for nothing that is no longer so", () => {
    const { room, press, lists, sent, heard } = player(5);
    press("m");
    room.hear({ ...dests(), d: [[5]] });
    lists[0].choose("t6");
    assert.deepEqual([sent, heard], [[], [refusal({ code: "stale" })]]);
  });
});

describe("the list of places of one deal", () => {
  test("moves nothing in the next, where the number is another card that could go there", () => {
    const { room, press, lists, sent, heard } = player(5);
    press("m");
    room.hear(snap({ seats: SEATS, why: "deal", v: 11, deal: { kind: "open", n: 8 } }));
    room.hear(dests(11));
    assert.deepEqual(room.store.destinations(5), ["t6"]);
    lists[0].choose("t6");
    assert.deepEqual([sent, heard], [[], [refusal({ code: "stale" })]]);
  });
});

describe("the keys of undo and redo", () => {
  test("ask where the server says that a step is one's own, and say so where it is not", () => {
    const { room, press, sent, heard } = player(6);
    room.hear({ ...dests(), undo: true, redo: false });
    press("z");
    press("y");
    assert.deepEqual([sent.map(({ op }) => op), heard], [["undo"], ["There is nothing to redo."]]);
  });

  test("play a step again with the shift key too, and never what is another's", () => {
    const { room, press, sent, heard } = player(6);
    room.hear({ ...dests(), undo: false, redo: true });
    press("Z", undefined, { shiftKey: true });
    press("z");
    assert.deepEqual([sent.map(({ op }) => op), heard], [["redo"], ["There is nothing to undo."]]);
  });
});
