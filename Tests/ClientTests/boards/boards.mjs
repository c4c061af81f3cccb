/**
 * What the tests of boards share: a small board, events with their true hashes, the golden transcripts, dice,
 * and a room to talk in.
 */
import { readFileSync } from "node:fs";
import { Certainty } from "../../../Public/js/model/certainty.js";
import { Room } from "../../../Public/js/table/room.js";
import { viewHash } from "../../../Public/js/model/hash.js";
import { afterEvent } from "../../../Public/js/model/table.js";
import { STATUS } from "../fixtures.mjs";

export const NAMES = { 1: "Red", 2: "Green", 3: "Blue", 4: "Pink", 5: "Teal", 6: "Gold", 7: "Bag" };

/**
 * Two ordered lists that share a region, a shelf without order whose last thing is a bag, a choice, and a line of text.
 */
export function snap(more = {}) {
  const named = (...items) => items.map((item) => [item, { text: NAMES[item] }]);
  return {
    t: "snap", r: "rBoard", e: "00000001", v: 10, h: "", why: "join",
    game: { id: "colours", name: "Colours", kind: "board" },
    regions: [
      { name: "status", layout: "text", title: "idle", runs: [] },
      {
        name: "lists", layout: "list", edit: "toggle", taps: true,
        runs: [
          { in: "liked", drag: true, reorder: true, title: "Liked", items: named(1, 2, 3) },
          { in: "other", drag: true, reorder: true, title: "Other", capacity: 4, items: named(4, 5) },
        ],
      },
      { name: "shelf", title: "Shelf (2)", layout: "grid", runs: [{ in: "shelf", drag: true, items: named(6, 7) }] },
      {
        name: "looks", layout: "choice",
        runs: [{ in: "looks", items: [[8, { text: "Pile" }], [9, { text: "List" }]] }],
      },
    ],
    sel: [], s: { ...STATUS }, seats: [{ n: 0, id: "g_1", name: "Ada", kind: "guest", on: true }, { n: 1 }],
    watching: 0, live: [], ...more,
  };
}

/** Everything in the lists may go everywhere, and into the bag; what is on the shelf may go to the lists. */
export const dests = (v = 10, more = {}) => ({
  t: "dests", r: "rBoard", v, d: [[[1, 2, 3, 4, 5], "liked", "other", "shelf", { onto: [7] }], [[6, 7], "liked"]],
  tap: [], send: [], finish: false, undo: true, redo: false, ...more,
});

/** The event that leads on from a board, with the true hash. */
export function event(table, m, more = {}) {
  const ev = {
    t: "ev", r: "rBoard", p: table.version, v: table.version + 1, by: 0, op: "move", m, up: [], dn: [], h: "",
    s: { ...STATUS, moves: table.status.moves + 1 }, ...more,
  };
  return { ...ev, h: hashAfter(table, ev) };
}

/** The hash to which an event leads, found from the items as they are counted one by one. */
function hashAfter(table, { m, up, dn, gone = [] }) {
  const piles = Object.fromEntries(Object.entries(table.piles).map(([name, items]) => [name, [...items]]));
  const faces = new Map(table.faces);
  const take = (item) => {
    for (const pile of Object.values(piles)) if (pile.includes(item)) pile.splice(pile.indexOf(item), 1);
  };
  for (const item of gone) {
    take(item);
    faces.delete(item);
  }
  for (const [, items, to, before] of m) {
    for (const item of items) take(item);
    piles[to].splice(piles[to].includes(before) ? piles[to].indexOf(before) : piles[to].length, 0, ...items);
  }
  for (const [item, content] of up) faces.set(item, content);
  for (const item of dn) faces.delete(item);
  return viewHash({ order: table.order, piles, faces });
}

/** The board after some events that are known to apply. */
export const after = (table, ...events) => events.reduce((now, make) => afterEvent(now, make(now)), table);

/** Numbers below a limit that follow from a seed. */
export function dice(seed) {
  let state = seed;
  return (n) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % n;
}

const BOARDS = new URL("../../Fixtures/boards/", import.meta.url);

/**
 * What each of those at a board said and heard, in order.
 * @param {string} name @returns {Array<{who:string, heard:boolean, message:any}>}
 */
export function transcript(name) {
  const lines = readFileSync(new URL(`${name}.txt`, BOARDS), "utf8").trim().split("\n");
  return lines.map((line) => {
    const [, direction, who, json] = /^([<>]) (\w+) (.*)$/.exec(line);
    return { who, heard: direction === "<", message: JSON.parse(json) };
  });
}

/** A room with us in seat 0, and all that it said and told. */
export function room(more = {}) {
  const said = [];
  const told = { refused: [], lost: [], leased: 0, ended: 0, changed: 0, drags: [] };
  const clock = { ms: 5000 };
  const answers = new Map();
  const speaker = {
    state: "online",
    ask(make, answer = () => {}) {
      const message = make(answers.size + 1);
      answers.set(message.c, answer);
      said.push(message);
    },
    tell(message) {
      if (speaker.state === "online") said.push(message);
      return speaker.state === "online";
    },
  };
  const it = new Room("rBoard", speaker, new Certainty(), {
    changed: () => { told.changed += 1; },
    refused: (no, intent) => told.refused.push(intent ? `${intent.op} ${no.code}` : no.code),
    leased: () => { told.leased += 1; },
    liftLost: (lift) => told.lost.push(lift.item),
    drags: (_, changed) => told.drags.push(changed),
    ended: () => { told.ended += 1; },
  }, () => clock.ms);
  const answer = (c, message) => answers.get(c)({ c, r: "rBoard", ...message });
  it.enter("play");
  answer(1, { t: "ok", seat: 0, v: 10 });
  it.hear(snap(more));
  it.hear(dests());
  said.length = 0;
  told.drags.length = 0;
  const lease = { t: "lease", v: 10, d: 20, items: [1], index: 0, formation: "pile", to: ["other"], ttl: 10000 };
  return { it, said, told, answer, lease, speaker, clock, verbs: () => said.map(({ t, op }) => op ?? t) };
}

/** A room where item 1 is held by us. */
export function holding(more) {
  const made = room(more);
  const lift = made.it.lift(1);
  made.answer(2, made.lease);
  made.said.length = 0;
  return { ...made, lift };
}
