/** A race as the server tells it, and a page's part in it with the speaker of a test. */
import { RaceRoom } from "../../../Public/js/race/race-room.js";
import { STATUS } from "../fixtures.mjs";
import { speaking } from "../speaker.mjs";
import { COMMIT } from "./sealed.mjs";

export const seat = (n, name, more = {}) => ({ n, id: `g_${name}`, name, kind: "guest", on: true, ...more });
export const SEATS = [seat(0, "Ada"), seat(1, "Ben"), seat(2, "Brio", { kind: "bot" }), { n: 3 }];

export const race = (more = {}) => ({
  game: "klondike1", name: "Klondike", least: 2, seconds: 600, undo: true, hint: false, state: "open", commit: COMMIT,
  of: 52, entrants: [{ n: 0 }, { n: 1, ready: true }, { n: 2, ready: true }], ...more,
});

/** One that runs: who has won, who has given up, who plays. */
export const running = (rows, more = {}) => race({
  state: "running", until: 600000, start: "baize deal 2\nklondike1\n",
  entrants: rows.map((row, n) => ({ n, ready: true, room: `rTab${n}`, state: "playing", ...row })), ...more,
});

export const raceSnap = (told, more = {}) => ({
  t: "snap", r: "rRace", e: "00000001", v: 5, h: "", why: "join", regions: [],
  game: { id: "klondike1", name: "Klondike", kind: "race", of: 52 }, s: { ...STATUS, clock: 1000, run: true },
  seats: SEATS, watching: 0, live: [], access: "link", host: 0, race: told, ...more,
});

export const raceEv = (told, more = {}) => ({
  t: "ev", r: "rRace", p: 5, v: 6, by: -1, op: "standing", m: [], up: [], dn: [], h: "",
  s: { ...STATUS, clock: 42000, run: true }, race: told, ...more,
});

/** Our part in the room of a race, with us in seat 0. */
export function raceRoom(told = race()) {
  const { speaker, said, answers } = speaking();
  const refused = [];
  const clock = { ms: 5000 };
  const listener = { changed() {}, refused: (no) => refused.push(no), liftLost() {}, drags() {}, ended() {} };
  const room = new RaceRoom("rRace", speaker, listener, () => clock.ms);
  room.enter("play");
  answers.get(1)({ t: "ok", c: 1, r: "rRace", seat: 0, v: 5 });
  room.hear(raceSnap(told));
  said.length = 0;
  return { room, said, refused, clock, answer: (c, message) => answers.get(c)({ c, ...message }) };
}
