import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { afterRefusal, keyIn, links } from "../../../Public/js/table/host/door.js";

const PLAY = { role: "play", text: "Ab3dE9xQ" };
const WATCH = { role: "watch", text: "m2Kf81Lz" };
const role = (why) => ({ code: "role", why });

describe("a key in an address", () => {
  test("says for what it is", () => {
    const found = ["#p=Ab3dE9xQ", "#w=m2Kf81Lz", "#h=9sTq0WeR"].map((hash) => keyIn(hash)?.role);
    assert.deepEqual(found, ["play", "watch", "host"]);
    assert.deepEqual(keyIn("#p=Ab3dE9xQ"), PLAY);
  });

  test("is nothing else", () => {
    for (const hash of ["", "#", "#main", "#p=", "#x=Ab3dE9xQ", "#p=Ab3d E9xQ", "#p=a/b", `#p=${"x".repeat(41)}`]) {
      assert.equal(keyIn(hash), null, hash);
    }
  });
});

describe("who is not let in", () => {
  test("to play watches, and knows why", () => {
    for (const no of [{ code: "full" }, role("locked"), role("refused"), role("hostAway")]) {
      assert.deepEqual(afterRefusal(no, "play", PLAY), { as: "watch", key: PLAY, why: no.why ?? "full" });
    }
  });

  test("with a key for watching watches", () =>
    assert.deepEqual(afterRefusal(role("key"), "play", WATCH), { as: "watch", key: WATCH, why: "" }));

  test("with a key of old tries without it, once", () => {
    for (const [as, key] of [["play", PLAY], ["watch", WATCH]]) {
      assert.deepEqual(afterRefusal(role("key"), as, key), { as, key: null, why: "" });
      assert.deepEqual(afterRefusal(role("key"), as, null), { end: "key" });
    }
  });

  test("at all is told so, and so is who tried too often", () => {
    const ends = [role("banned"), { code: "rate", ms: 9000 }, { code: "gone" }, { code: "gone", why: "damaged" }];
    assert.deepEqual(ends.map((no) => afterRefusal(no, "play", PLAY)?.end), ["banned", "rate", "idle", "damaged"]);
  });

  test("for another reason is told of it as of any refusal", () => {
    for (const no of [{ code: "paused" }, role("bot"), { code: "role" }, { code: "full" }]) {
      assert.equal(afterRefusal(no, "watch", null), null);
    }
  });

  test("never goes on asking", () => {
    for (const why of ["key", "locked", "refused", "hostAway", "banned"]) {
      for (const start of [null, PLAY, WATCH]) {
        let [then, asked] = [{ as: "play", key: start }, 0];
        while (then && "as" in then && asked < 9) {
          then = afterRefusal(role(why), then.as, then.key);
          asked += 1;
        }
        assert.ok(asked <= 3, `${why} ${start?.role}`);
      }
    }
  });
});

describe("the links that one may hand on", () => {
  const keys = { play: "Ab3dE9xQ", watch: "m2Kf81Lz", host: "9sTq0WeR" };

  test("are plain ones at a public table, and where an older server says nothing", () => {
    for (const access of ["public", undefined]) {
      assert.deepEqual(links("rT", access, {}, null), { play: "/t/rT", watch: "/watch/rT" });
    }
    assert.deepEqual(links("rT", "public", keys, null),
      { play: "/t/rT", watch: "/watch/rT", host: "/t/rT#h=9sTq0WeR" });
  });

  test("have keys at a private one, as far as one was told of them", () => {
    assert.deepEqual(links("rT", "link", keys, null),
      { play: "/t/rT#p=Ab3dE9xQ", watch: "/watch/rT#w=m2Kf81Lz", host: "/t/rT#h=9sTq0WeR" });
    assert.deepEqual(links("rT", "link", { watch: keys.watch }, PLAY), { watch: "/watch/rT#w=m2Kf81Lz" });
  });

  test("of a watcher are the one with which they came", () => {
    assert.deepEqual(links("rT", "link", {}, WATCH), { watch: "/watch/rT#w=m2Kf81Lz" });
    assert.deepEqual(links("rT", "link", {}, null), {});
  });

  test("lead past the door only if the host gives them", () => {
    assert.deepEqual(links("rT", "knock", {}, null), { play: "/t/rT", watch: "/watch/rT" });
    assert.equal(links("rT", "knock", keys, null).play, "/t/rT#p=Ab3dE9xQ");
  });
});
