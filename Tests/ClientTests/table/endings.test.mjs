/** How a game ends: how fast the last cards go up, and where the panel lies that comes then. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { spot } from "../../../Public/js/table/piles/spot.js";
import { FLIGHT_MS, pause } from "../../../Public/js/table/piles/cascade.js";

describe("a cascade", () => {
  const lasts = (count) => pause(count) * (count - 1) + FLIGHT_MS;

  test("takes between one and a half and two and a half seconds, however many cards go up", () => {
    for (let count = 5; count <= 104; count++) {
      assert.ok(lasts(count) >= 1500 - 1e-9 && lasts(count) <= 2500 + 1e-9, `${count}: ${lasts(count)}`);
    }
  });

  test("of a few cards does not dawdle, and one card just goes", () => {
    assert.deepEqual([1, 2, 3, 4].map(lasts), [300, 600, 900, 1200]);
  });

  test("that began with what the page foresaw is over no later when the server tells of the rest", () => {
    const gone = pause(6) * 6;
    for (let count = 1; count <= 45; count++) {
      assert.ok(gone + pause(count, gone) * (count - 1) + FLIGHT_MS <= 2500 + 1e-9, `${count} more`);
    }
  });
});

describe("the spot of a panel", () => {
  const room = { w: 400, h: 600 };
  const size = { w: 300, h: 100 };
  const covers = (at, it) => at.x < it.x + it.w && it.x < at.x + size.w && at.y < it.y + it.h && it.y < at.y + size.h;

  test("is the wanted one where nothing lies there", () => {
    assert.deepEqual([0, 0.5, 1].map((wanted) => spot(size, room, [], [], wanted)),
      [{ x: 50, y: 8 }, { x: 50, y: 248 }, { x: 50, y: 488 }]);
  });

  test("is the nearest that covers nothing of what is looked at", () => {
    const last = { x: 180, y: 280, w: 60, h: 84 };
    const at = spot(size, room, [last], [], 0.5);
    assert.ok(!covers(at, last), JSON.stringify(at));
    assert.ok(Math.abs(at.y - 250) < 130, JSON.stringify(at));
  });

  test("is beside what is looked at where there is no room above or below", () => {
    const pillar = { x: 0, y: 0, w: 90, h: 600 };
    const at = spot(size, room, [pillar], [], 0.5);
    assert.equal(at.x, 92);
  });

  test("covers as little as it must where everything is looked at, and stays in the room", () => {
    const at = spot(size, room, [{ x: 0, y: 0, w: 400, h: 400 }, { x: 0, y: 540, w: 400, h: 60 }], [], 0.5);
    assert.ok(at.y >= 400 && at.y + size.h <= 600, JSON.stringify(at));
    assert.deepEqual(spot({ w: 500, h: 700 }, room, [], [], 0.5), { x: 0, y: 0 });
  });

  test("is where it covers the fewest of the other things, as long as what must be seen stays seen", () => {
    const top = { x: 0, y: 0, w: 400, h: 380 };
    const below = { x: 0, y: 380, w: 400, h: 220 };
    assert.ok(spot(size, room, [], [top], 0.5).y >= 380);
    assert.ok(spot(size, room, [below], [top], 0.5).y + size.h <= 380);
  });
});
