/** A line that is played by itself: step by step, and no further than somebody wants. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import { LinePlayer } from "../../../Public/js/table/outlook/line-player.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "Date"] }));
afterEach(() => mock.timers.reset());

/** A table at which each action is on its way until `confirm` is called. */
function playing(steps = 3, head = 0) {
  const store = { intents: [], games: 1, version: 1, get edition() { return `${this.games} ${this.version}`; } };
  const done = [];
  const ends = [];
  const player = new LinePlayer({ store }, { ended: (why) => ends.push(why), stepped: () => {} });
  player.play(Array.from({ length: head + steps }, (_, at) => () => {
    done.push(at);
    store.intents = [{ op: "move" }];
    return true;
  }), steps);
  const confirm = (games = store.games) => {
    Object.assign(store, { intents: [], games, version: store.version + 1 });
    mock.timers.tick(1000);
  };
  mock.timers.tick(1);
  return { store, player, done, ends, confirm };
}

describe("a line that is played", () => {
  test("goes on with what is confirmed, and is done once the last step is", () => {
    const { done, ends, confirm, player } = playing();
    assert.deepEqual(done, [0]);
    mock.timers.tick(1000);
    assert.deepEqual(done, [0]);
    confirm();
    assert.deepEqual([done, player.playing], [[0, 1], { done: 2, all: 3 }]);
    confirm();
    mock.timers.tick(5000);
    assert.deepEqual([done, ends], [[0, 1, 2], []]);
    confirm();
    assert.deepEqual([ends, player.playing], [["done"], null]);
  });

  test("ends where nobody answers", () => {
    const { done, ends } = playing();
    mock.timers.tick(20_000);
    assert.deepEqual([done, ends], [[0], ["refused"]]);
  });

  test("ends with another deal, but for the one that it begins with itself", () => {
    const { done, ends, confirm } = playing(3, 1);
    confirm(2);
    confirm();
    assert.deepEqual([done, ends], [[0, 1, 2], []]);
    confirm(3);
    assert.deepEqual([done, ends], [[0, 1, 2], ["other"]]);
  });

  test("ends where somebody does something else, and where a step of it is refused", () => {
    const other = playing();
    other.player.refresh();
    assert.deepEqual(other.ends, []);
    other.store.intents = [...other.store.intents, { op: "undo" }];
    other.player.refresh();
    assert.deepEqual(other.ends, ["other"]);
    const refused = playing();
    refused.player.refused({ op: "move" });
    assert.deepEqual(refused.ends, []);
    refused.player.refused(refused.store.intents[0]);
    refused.confirm();
    assert.deepEqual([refused.done, refused.ends], [[0], ["refused"]]);
  });
});
