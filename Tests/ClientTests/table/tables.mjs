import { Foresight } from "../../../Public/js/model/foresight.js";
import { Room } from "../../../Public/js/table/room.js";
import { dests, snap } from "../fixtures.mjs";
import { speaking } from "../speaker.mjs";

/** A room with us in seat 0, and all that it said and told. */
export function room() {
  const { speaker, said, answers } = speaking();
  const told = { refused: [], lost: 0, ended: 0, drags: [] };
  const clock = { ms: 5000 };
  const it = new Room("rTable", speaker, new Foresight(), {
    changed() {},
    refused: (no) => told.refused.push(no.code),
    liftLost: () => { told.lost += 1; },
    drags: (live, changed) => told.drags.push([live.length, changed]),
    ended: () => { told.ended += 1; },
  }, () => clock.ms);
  const answer = (c, message) => {
    answers.get(c)({ c, ...message });
    it.heardAll();
  };
  it.enter("play");
  answer(1, { t: "ok", r: "rTable", seat: 0, v: 10 });
  it.hear(snap());
  it.hear(dests());
  it.heardAll();
  said.length = 0;
  told.drags.length = 0;
  const lease = {
    t: "lease", r: "rTable", v: 10, d: 20, items: [2, 3], index: 0, formation: "stack", to: ["t0"], ttl: 10000,
  };
  return { it, said, told, answer, lease, speaker, clock };
}
