import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { closedUp, geometry, landing, places } from "../../../Public/js/table/piles/layout.js";
import { spread } from "../../../Public/js/table/piles/spread.js";
import { cardAt, pileAt, target } from "../../../Public/js/table/piles/hit.js";
import { kindsOf } from "../../../Public/js/model/zones.js";
import { GAMES, INVENTED, faceOf } from "./games.mjs";

/** What is left for the board on phones upright and on their side, on pads, and on a desk. */
const SIZES = {
  phone: [348, 480], "phone on its side": [744, 326], pad: [788, 1036], "wide pad": [1068, 742], desk: [1328, 822],
};
const WISHES = [false, true].flatMap((left) => [false, true].map((large) => ({ left, large })));
const range = (from, count) => Array.from({ length: count }, (_, index) => from + index);

/** A table with so many cards in each pile, the first ones face down. */
function filled(game, countOf, downOf = () => 0) {
  const piles = {};
  const faces = new Map();
  let next = 0;
  for (const [pile, kind] of kindsOf(game.zones)) {
    const count = countOf(kind);
    piles[pile] = range(next, count);
    piles[pile].slice(downOf(kind)).forEach((item) => faces.set(item, faceOf(item)));
    next += count;
  }
  return { piles, faces };
}

const dealt = (game) => filled(game, ({ zone, role }) => zone.dealt ?? (role === "stock" ? 24 : 0));
/** As full as it may ever become. */
const crowded = (game) => filled(game, ({ zone, role }) => (zone.spread ? 6 + 13 : zone.places || zone.row ? 1
  : role === "cell" ? 1 : 13), ({ zone }) => (zone.spread ? 6 : 0));

const overlap = (a, b) => ({
  w: Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x), h: Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y),
});

for (const [name, game] of Object.entries({ ...GAMES, ...INVENTED })) {
  describe(`the table of ${name}`, () => {
    const kinds = kindsOf(game.zones);
    for (const [size, [width, height]] of Object.entries(SIZES)) {
      for (const wishes of WISHES) {
        const g = geometry(game, width, height, wishes);
        const how = `on a ${size}${wishes.left ? ", left" : ""}${wishes.large ? ", large" : ""}`;

        test(`fits ${how}`, () => {
          assert.ok(g.width <= width && g.height <= height, `${g.width} × ${g.height}`);
          assert.ok(Math.abs(g.cardHeight / g.cardWidth - 7 / 5) < 0.03);
          for (const [pile, { x, y, w, h }] of Object.entries(g.slots)) {
            assert.ok(x >= 0 && y >= 0 && x + w <= g.width && y + h <= g.height, pile);
            assert.ok([x, y, w, h].every(Number.isInteger), `${pile} lies between pixels`);
          }
          assert.deepEqual(Object.keys(g.slots), [...kinds.keys()]);
        });

        test(`has its piles apart ${how}`, () => {
          const all = Object.entries(g.slots);
          all.forEach(([a, one], index) => all.slice(index + 1).forEach(([b, other]) => {
            const over = overlap(one, other);
            if (over.w <= 0 || over.h <= 0 || (g.pictured.has(a) && g.pictured.has(b))) return;
            // Finished runs lie over each other, and the corners of all are seen.
            assert.ok([a, b].every((pile) => kinds.get(pile).zone.runs), `${a} and ${b}`);
            assert.ok(Math.abs(one.x - other.x) >= 25 || Math.abs(one.y - other.y) >= 13, `${a} under ${b}`);
          }));
        });

        test(`has a place for each card ${how}, and leaves none out of the board`, () => {
          for (const shown of [dealt(game), crowded(game)]) {
            const lie = places(shown, g);
            assert.deepEqual([...lie.keys()], Object.values(shown.piles).flat());
            for (const [item, { x, y, pile }] of lie) {
              const inside = x >= 0 && y >= 0 && x + g.cardWidth <= g.width && y + g.cardHeight <= g.height;
              assert.ok(inside, `${item} of ${pile} at ${x}, ${y}`);
            }
          }
        });

        test(`means by each place one pile ${how}`, () => {
          const none = new Map();
          for (const [pile, { x, y, w }] of Object.entries(g.slots)) {
            if (!g.pictured.has(pile)) assert.equal(pileAt(g, none, x + w / 4, y + 8), pile);
          }
          const areas = Object.entries(g.areas);
          areas.forEach(([a, one], index) => areas.slice(index + 1).forEach(([b, other]) => {
            const apart = one.right <= other.left || other.right <= one.left || one.bottom <= other.top
              || other.bottom <= one.top;
            assert.ok(apart, `${a} and ${b}: ${JSON.stringify([one, other])}`);
          }));
        });
      }

      test(`is mirrored for the left hand on a ${size}`, () => {
        const [right, left] = [false, true].map((it) => geometry(game, width, height, { left: it, large: false }));
        for (const [pile, slot] of Object.entries(right.slots)) {
          assert.deepEqual(left.slots[pile], { ...slot, x: right.width - slot.x - slot.w }, pile);
        }
      });

      test(`has no smaller cards on a ${size} where they are wished large`, () => {
        const [usual, large] = [false, true].map((it) => geometry(game, width, height, { left: false, large: it }));
        assert.ok(large.cardWidth >= usual.cardWidth, `${large.cardWidth} < ${usual.cardWidth}`);
      });
    }

    test("has cards of a finger's size on a phone, where it has no ten columns", () => {
      const across = game.zones.some(({ role, count, row, places: picture, spread }) =>
        role === "tableau" && (picture ? Math.max(...picture.map(([x]) => x)) >= 18 : spread && !row && count === 10));
      const { cardWidth } = geometry(game, 348, 560);
      assert.ok(cardWidth >= (across ? 27 : 28), `${cardWidth}`);
    });
  });
}

describe("the table of the seed", () => {
  const klondike = GAMES.klondike1;
  const shown = (piles, faceUp) => ({
    piles: { ...filled(klondike, () => 0).piles, ...piles },
    faces: new Map(faceUp.map((item) => [item, "5H"])),
  });

  for (const [width, height] of [[344, 600], [950, 700], [1840, 1010], [1000, 2000], [300, 300]]) {
    test(`is seven cards and six gaps wide on ${width} × ${height}`, () => {
      const g = geometry(klondike, width, height);
      assert.equal(g.width, 7 * g.cardWidth + 6 * g.gap);
    });
  }

  test("on a wide pad the gap is 10 and the space between the rows 20", () => {
    const g = geometry(klondike, 950, 1200);
    assert.deepEqual([g.gap, g.slots.t0.y - g.cardHeight], [10, 20]);
    assert.equal(g.cardWidth, Math.floor((950 - 60) / 7));
  });

  test("has stock, waste, a blank column, then the foundations", () => {
    const g = geometry(klondike, 950, 700);
    const columnOf = (name) => g.slots[name].x / (g.cardWidth + g.gap);
    assert.deepEqual(["stock", "waste", "f0", "f1", "f2", "f3"].map(columnOf), [0, 1, 3, 4, 5, 6]);
    assert.deepEqual(range(0, 7).map((n) => columnOf(`t${n}`)), range(0, 7));
  });

  test("on a phone on its side leaves the height to the columns", () => {
    const g = geometry(klondike, 744, 326);
    assert.equal(g.slots.t0.y, 0);
    assert.ok(g.slots.stock.x < g.slots.t0.x && g.slots.f0.x > g.slots.t6.x);
    assert.ok(g.slots.waste.y >= g.slots.stock.y + g.cardHeight);
  });

  describe("of draw 1 has a waste that is squared", () => {
    const g = geometry(klondike, 950, 700);
    test("only the current card of the waste is seen", () => {
      const lie = places(shown({ waste: [1, 2, 3] }, [1, 2, 3]), g);
      assert.deepEqual([1, 2, 3].map((item) => lie.get(item).x), Array(3).fill(g.slots.waste.x));
      assert.deepEqual([1, 2, 3].map((item) => lie.get(item).deep), [true, false, false]);
    });
  });

  describe("of draw 3 fans its last three", () => {
    const waste = shown({ waste: [1, 2, 3, 4] }, [1, 2, 3, 4]);
    test("into the blank column, and no further", () => {
      const g = geometry(GAMES.klondike3, 950, 700);
      const lie = places(waste, g);
      const xs = [1, 2, 3, 4].map((item) => lie.get(item).x);
      assert.equal(xs[0], xs[1]);
      assert.ok(xs[1] < xs[2] && xs[2] < xs[3]);
      assert.ok(xs[3] + g.cardWidth < g.slots.f0.x);
      assert.equal(pileAt(g, lie, xs[3] + g.cardWidth - 2, 9), "waste");
    });

    test("to the other side for the left hand, where the left edge of each is seen, too", () => {
      const g = geometry(GAMES.klondike3, 950, 700, { left: true, large: false });
      const xs = [1, 2, 3, 4].map((item) => places(waste, g).get(item).x);
      assert.ok(xs[1] < xs[2] && xs[2] < xs[3]);
      assert.equal(xs[3], g.slots.waste.x);
      assert.ok(xs[1] > g.slots.f0.x + g.cardWidth);
    });

    test("downwards where it stands beside", () => {
      const g = geometry(GAMES.klondike3, 744, 326);
      const ys = [1, 2, 3, 4].map((item) => places(waste, g).get(item).y);
      assert.ok(ys[1] < ys[2] && ys[2] < ys[3]);
    });
  });

  describe("opens a landing place", () => {
    const g = geometry(klondike, 950, 700);
    test("that is the empty column's own", () => {
      assert.deepEqual(landing(shown({}, [9]), g, "t3", [9]), g.slots.t3);
    });

    test("where the cards will lie when they are there", () => {
      const before = shown({ t0: [1, 2], t1: [3, 4] }, [2, 3, 4]);
      const rect = landing(before, g, "t0", [3, 4]);
      const after = places(shown({ t0: [1, 2, 3, 4] }, [2, 3, 4]), g);
      assert.deepEqual([rect.x, rect.y], [after.get(3).x, after.get(3).y]);
      assert.equal(rect.y + rect.h, after.get(4).y + g.cardHeight);
    });
  });

  describe("under a point has", () => {
    const g = geometry(klondike, 950, 700);
    const half = g.gap / 2;
    const t3 = g.slots.t3;
    const none = new Map();

    test("a column in its strip with half a gap on each side", () => {
      assert.equal(pileAt(g, none, t3.x - half, 400), "t3");
      assert.equal(pileAt(g, none, t3.x - half - 1, 400), "t2");
      assert.equal(pileAt(g, none, t3.x + t3.w + half - 1, 400), "t3");
      assert.equal(pileAt(g, none, t3.x + t3.w + half, 400), "t4");
    });

    test("it down to the board's bottom and no further", () => {
      assert.equal(pileAt(g, none, t3.x, g.height - 1), "t3");
      assert.equal(pileAt(g, none, t3.x, g.height), null);
    });

    test("the nearest column beyond the edges", () => {
      assert.equal(pileAt(g, none, -500, 400), "t0");
      assert.equal(pileAt(g, none, g.width + 500, 400), "t6");
    });

    test("a foundation in its card, half gaps, and all above", () => {
      const { x, w } = g.slots.f0;
      assert.equal(pileAt(g, none, x - half, 10), "f0");
      assert.equal(pileAt(g, none, x + w + half - 1, -80), "f0");
      assert.equal(pileAt(g, none, g.width + half - 1, 10), "f3");
      assert.equal(pileAt(g, none, g.width + half + 1, 10), null);
    });

    test("nothing in the blank column, and the rows part in the middle of their space", () => {
      const rowGap = 2 * g.gap;
      assert.equal(pileAt(g, none, g.slots.t2.x + 10, 20), null);
      assert.equal(pileAt(g, none, g.slots.f0.x, g.slots.t0.y - rowGap / 2 - 1), "f0");
      assert.equal(pileAt(g, none, g.slots.f0.x, g.slots.t0.y - rowGap / 2), "t3");
    });

    test("the topmost card, through the strip that others leave of it", () => {
      const lie = places(shown({ t3: [1, 2, 3] }, [2, 3]), g);
      assert.equal(cardAt(lie, g, t3.x + 5, lie.get(2).y + 3), 2);
      assert.equal(cardAt(lie, g, t3.x + 5, lie.get(3).y + g.cardHeight - 1), 3);
      assert.equal(cardAt(lie, g, t3.x + 5, lie.get(3).y + g.cardHeight), null);
      assert.equal(cardAt(lie, g, t3.x - 1, lie.get(3).y), null);
    });
  });

  describe("takes a drag", () => {
    const g = geometry(klondike, 950, 700);
    const none = new Map();
    const over = (pile) => ({ x: g.slots[pile].x + g.cardWidth / 2, y: 400 });

    test("under the pointer, if that is legal", () => {
      assert.equal(target(g, none, over("t2"), over("t3"), "t0", ["t2", "t3"]), "t2");
    });

    test("else under the card's middle, if that is legal", () => {
      assert.equal(target(g, none, over("t2"), over("t3"), "t0", ["t3"]), "t3");
      assert.equal(target(g, none, { x: 400, y: g.height + 9 }, over("t3"), "t0", ["t3"]), "t3");
    });

    test("home when the pointer is there, wherever the card is", () => {
      assert.equal(target(g, none, over("t0"), over("t1"), "t0", ["t1"]), "t0");
    });

    test("in the pointer's pile when nothing is legal, or nothing known", () => {
      assert.equal(target(g, none, over("t2"), over("t3"), "t0", []), "t2");
      assert.equal(target(g, none, over("t2"), over("t3"), "t0", null), "t2");
    });
  });
});

const steps = (items, faces, height, room, how = {}) => spread(items, faces, height, room, how).falls;

describe("a column", () => {
  const faces = (...pairs) => new Map(pairs);
  const gaps = (falls) => falls.slice(1).map((y, index) => y - falls[index]);

  test("shows less of a face-down card than of a face-up one", () => {
    const [down, up] = gaps(steps([1, 2, 3], faces([2, "5H"], [3, "4S"]), 100, 400));
    assert.ok(down < up);
  });

  test("shows of a known card that lies face down less than of an open one, and more than of a hidden one", () => {
    const [hidden, known, open] = gaps(steps([1, 2, 3, 4], faces([2, "~5H"], [3, "4S"], [4, "3H"]), 100, 400));
    assert.ok(hidden < known && known < open);
  });

  test("that grows long gives way where cards are hidden first, and never leaves its room", () => {
    const open = new Map(range(6, 13).map((item) => [item, "5H"]));
    for (const room of [0, 40, 90, 150, 220, 300, 500]) {
      const falls = steps(range(0, 19), open, 100, room);
      assert.ok(falls.at(-1) <= room, `${falls.at(-1)} in ${room}`);
      assert.deepEqual(falls, [...falls].sort((a, b) => a - b));
    }
    const [tight, wide] = [220, 600].map((room) => gaps(steps(range(0, 19), open, 100, room)));
    assert.ok(wide[0] - tight[0] > 0 && tight[10] > tight[0]);
  });

  test("shows more of its cards where there is much room, and most where they are wished large", () => {
    const open = new Map(range(0, 5).map((item) => [item, "5H"]));
    const [usual, roomy, large] = [[300, false], [900, false], [900, true]].map(([room, is]) =>
      steps(range(0, 5), open, 100, room, { large: is }).at(-1));
    assert.ok(usual < roomy && roomy < large);
  });
});

describe("eighteen fans", () => {
  test("stand in rows, each with room of its own", () => {
    const g = geometry(GAMES.fan, 360, 700);
    const rows = new Set(range(0, 18).map((n) => g.slots[`t${n}`].y));
    assert.ok(rows.size > 1 && rows.size < 6, `${rows.size} rows`);
    const across = range(0, 18).filter((n) => g.slots[`t${n}`].y === g.slots.t0.y).length;
    const below = g.slots[`t${across}`].y;
    assert.ok(g.slots.t0.y + g.cardHeight + g.rooms.t0 < below);
  });
});

describe("a row that closes up", () => {
  const game = GAMES.accordion;
  const open = geometry(game, 348, 560);
  const shown = filled(game, () => 1);

  test("has its piles one after the other, in their order", () => {
    assert.deepEqual(closedUp(open, shown.piles).slots, open.slots);
    const g = closedUp(open, { ...shown.piles, t3: [], t7: [] });
    assert.deepEqual([g.slots.t2, g.slots.t3, g.slots.t4, g.slots.t6, g.slots.t8],
      [open.slots.t2, undefined, open.slots.t3, open.slots.t5, open.slots.t6]);
    assert.equal(pileAt(g, new Map(), open.slots.t3.x + 3, open.slots.t3.y + 3), "t4");
  });

  test("keeps the size of its cards", () => {
    assert.equal(closedUp(open, { t0: [1] }).cardWidth, open.cardWidth);
  });
});

describe("a picture", () => {
  const game = GAMES.pyramid;
  const g = geometry(game, 700, 700);
  const shown = filled(game, ({ role }) => (role === "tableau" ? 1 : 0));

  test("has later rows above earlier ones, half a card to the side", () => {
    const lie = places(shown, g);
    const [top] = shown.piles.t0;
    const [left] = shown.piles.t1;
    assert.ok(lie.get(left).z > lie.get(top).z && lie.get(left).y > lie.get(top).y && lie.get(left).x < lie.get(top).x);
  });

  test("takes a drop where a card is seen, and nothing where one was", () => {
    const lie = places(shown, g);
    const { x, y } = g.slots.t27;
    assert.equal(pileAt(g, lie, x + 5, y + g.cardHeight - 5), "t27");
    const without = { ...shown, piles: { ...shown.piles, t27: [] } };
    assert.equal(pileAt(g, places(without, g), x + 5, y + g.cardHeight - 5), null);
  });

  test("has stock, waste and what is taken away in its free corners", () => {
    assert.deepEqual([g.slots.stock.y, g.slots.waste.y, g.slots.f0.y], [0, 0, 0]);
    assert.ok(g.slots.f0.x > g.slots.t0.x && g.slots.waste.x < g.slots.t0.x);
  });
});

describe("what is played onto", () => {
  test("lies below the tableau, near to the hand", () => {
    for (const game of [GAMES.golf, GAMES.tripeaks]) {
      const g = geometry(game, 1328, 822);
      assert.ok(Object.keys(g.slots).every((pile) => g.slots[pile].y <= g.slots.waste.y));
    }
  });
});
