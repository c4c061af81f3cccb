/**
 * The player's keys, on a page without a browser: what is heard when something cannot be done.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Room } from "../../Public/js/table/room.js";
import { refusal } from "../../Public/js/model/words.js";
import { dests, snap } from "./fixtures.mjs";
import { Element, openPage } from "./page.mjs";

openPage();
Object.assign(globalThis, { Element, addEventListener() {}, matchMedia: () => ({ matches: false }) });
const { Player } = await import("../../Public/js/table/player.js");

const NO_FOUNDATION = "No foundation takes that card yet.";

/** A player in seat 0 whose focus is on a card, and all that was sent and heard. */
function player(focusedItem) {
  const sent = [];
  const heard = [];
  const announcer = { say: (text) => heard.push(text), toast: (text) => heard.push(text) };
  const speaker = { state: "online", ask: (make) => sent.push(make(sent.length + 1)), tell: () => true };
  const room = new Room("rTable", speaker, {
    changed() {}, refused: (no) => announcer.toast(refusal(no)), liftLost() {}, drags() {}, ended() {},
  }, () => 0);
  room.store.seat = 0;
  room.hear(snap());
  room.hear(dests());
  const keys = [];
  globalThis.document.addEventListener = (type, act) => type === "keydown" && keys.push(act);
  const target = Object.assign(new Element(), { closest: () => null });
  const board = { piles: new Map(), cards: new Map(), focusedItem, select() {}, light() {} };
  new Player(room, board, announcer, new Element(), () => {});
  const press = (key) => keys.forEach((act) => act({ key, target, preventDefault() {} }));
  return { room, press, sent, heard };
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

  test("says nothing of foundations when the card could go but must wait", () => {
    const { room, press, sent, heard } = player(6);
    room.move(2, "t0");
    room.move(3, "t5");
    press("f");
    assert.deepEqual([sent.length, heard], [1, [refusal({ code: "rate" })]]);
  });
});
