import assert from "node:assert/strict";
import { beforeEach, describe, mock, test } from "node:test";
import { Connection } from "../../../Public/js/net/connection.js";

/** A browser's part of it: sockets that do nothing by themselves, and timers that are let go by hand. */
class FakeSocket {
  /** @type {FakeSocket[]} */
  static all = [];
  bufferedAmount = 0;
  sent = [];

  constructor(url, protocols) {
    this.url = url;
    this.protocols = protocols;
    FakeSocket.all.push(this);
  }

  send(line) {
    this.sent.push(JSON.parse(line));
  }

  close() {}
}

let timers = [];
let clock = 0;
let look = () => {};
/** What the page hears of its network and of being looked at. */
const network = new Map();
const later = (act, ms) => timers.push({ act, ms });

beforeEach(() => {
  FakeSocket.all = [];
  timers = [];
  Object.assign(globalThis, {
    WebSocket: FakeSocket, addEventListener: (name, act) => network.set(name, act),
    document: { addEventListener() {}, visibilityState: "visible" },
    window: { setTimeout: later, setInterval: (act) => { look = act; } },
  });
  clock = 1000;
});
mock.method(performance, "now", () => clock);

const welcome = (more) => `${JSON.stringify({
  t: "welcome", sid: "s1", tok: "g1.t", you: { id: "g_1", name: "Ada", kind: "guest" }, proto: "baize.v1", srv: "0",
  boot: "b1", now: 0, hb: 20000, keeps: false, resumed: false, rooms: [], lim: {}, ...more,
})}\n`;

/** A connection that was welcomed, and all that it told its page. */
function online() {
  const told = { heard: [], states: [], welcomed: 0 };
  const it = new Connection("ws://baize.test/ws", "web/1", {
    identity: () => ({ tok: "g1.t", name: "Ada" }),
    rooms: () => [["r1", "e1", 412]],
    welcomed: () => { told.welcomed += 1; },
    heard: (messages, whole) => told.heard.push([messages.map(({ t }) => t), whole]),
    changed: () => told.states.push(it.state),
  });
  it.connect();
  const socket = FakeSocket.all[0];
  socket.onopen();
  socket.onmessage({ data: welcome() });
  told.heard.length = 0;
  return { it, told, socket };
}

describe("a message of several lines", () => {
  test("answers what was asked, and hands the rest over together", () => {
    const { it, told, socket } = online();
    const answered = [];
    for (const on of [true, false]) it.ask((c) => ({ t: "lobby", c, on }), ({ t, c }) => answered.push(t + c));
    const rest = '{"t":"gone","r":"r1","why":"idle"}';
    socket.onmessage({ data: `{"t":"ok","c":1}\n${rest}\n{"t":"no","c":2,"code":"rate"}\n${rest}\n` });
    assert.deepEqual(answered, ["ok1", "no2"]);
    assert.deepEqual(told.heard, [[["gone", "gone"], true]]);
  });

  test("of which one cannot be read says so, and the others count", () => {
    const { it, told, socket } = online();
    let answered = 0;
    it.ask((c) => ({ t: "lobby", c, on: true }), () => { answered += 1; });
    socket.onmessage({ data: '{"t":"ok","c":1}\n{"t":"gone","r"\n{"t":"gone","r":"r1","why":"idle"}\n' });
    assert.deepEqual([answered, told.heard], [1, [[["gone"], false]]]);
  });
});

describe("a connection that was closed", () => {
  for (const code of [1001, 1006, 1013, 4008, 4010]) {
    test(`by ${code} comes back by itself and resumes what is held`, () => {
      const { it, told, socket } = online();
      socket.onclose({ code });
      assert.deepEqual([it.state, it.lostBy, told.states], ["reconnecting", code, ["online", "reconnecting"]]);
      const { act, ms } = timers.at(-1);
      assert.ok(ms >= 0 && ms <= 250, `${ms}`);
      act();
      assert.equal(FakeSocket.all.length, 2);
      const again = FakeSocket.all[1];
      again.onopen();
      assert.deepEqual(again.sent[0].resume, { sid: "s1", rooms: [["r1", "e1", 412]] });
      again.onmessage({ data: welcome({ resumed: true }) });
      assert.deepEqual([it.state, told.welcomed], ["online", 2]);
    });
  }

  for (const code of [1002, 1007, 1009, 4400, 4402, 4403]) {
    test(`by ${code} stays closed`, () => {
      const { it, socket } = online();
      const before = timers.length;
      socket.onclose({ code });
      assert.deepEqual([it.state, timers.length, FakeSocket.all.length], ["closed", before, 1]);
    });
  }

  test("again and again waits longer and longer, each time by chance", () => {
    const { socket } = online();
    const { random } = Math;
    const waits = [];
    let last = socket;
    for (const part of [1, 0.5, 1, 0, 1]) {
      Math.random = () => part;
      last.onclose({ code: 1013 });
      waits.push(timers.at(-1).ms);
      timers.at(-1).act();
      last = FakeSocket.all.at(-1);
    }
    Math.random = random;
    assert.deepEqual(waits, [250, 250, 1000, 0, 4000]);
  });

  test("that was welcomed is retried in haste, however often it was lost before", () => {
    const { socket } = online();
    const { random } = Math;
    Math.random = () => 1;
    const waits = [];
    let last = socket;
    const lose = () => {
      last.onclose({ code: 1006 });
      waits.push(timers.at(-1).ms);
      timers.at(-1).act();
      last = FakeSocket.all.at(-1);
    };
    for (let times = 0; times < 5; times++) lose();
    last.onopen();
    last.onmessage({ data: welcome({ resumed: true, boot: "b2" }) });
    for (let times = 0; times < 2; times++) lose();
    Math.random = random;
    assert.deepEqual(waits, [250, 500, 500, 500, 500, 500, 500]);
  });

  test("is one connection: what the lost one still says is not heard", () => {
    const { it, told, socket } = online();
    socket.onclose({ code: 4008 });
    timers.at(-1).act();
    socket.onmessage({ data: '{"t":"gone","r":"r1","why":"idle"}\n' });
    socket.onclose({ code: 1002 });
    assert.deepEqual([told.heard, it.state, FakeSocket.all.length], [[], "reconnecting", 2]);
  });
});

describe("a server that says nothing", () => {
  const wait = (ms) => {
    for (const end = clock + ms; clock < end; clock += 50) look();
  };

  for (const name of ["offline", "online"]) {
    test(`after ${name} is told to the page within two seconds, and left after fifteen`, () => {
      const { it, told, socket } = online();
      network.get(name)();
      assert.deepEqual(socket.sent.at(-1), { t: "hb" });
      wait(1500);
      assert.deepEqual([it.silent, told.states], [false, ["online"]]);
      wait(500);
      assert.deepEqual([it.silent, it.state, told.states.length], [true, "online", 2]);
      wait(13500);
      assert.deepEqual([it.silent, it.state], [false, "reconnecting"]);
      assert.equal(FakeSocket.all.length, 2);
    });
  }

  test("to a question is asked whether it is there, once, and heard of as soon as it answers", () => {
    const { it, socket } = online();
    it.ask((c) => ({ t: "lobby", c, on: true }));
    wait(1400);
    assert.equal(socket.sent.at(-1).t, "lobby");
    wait(400);
    assert.equal(socket.sent.at(-1).t, "hb");
    wait(1900);
    assert.deepEqual([it.silent, socket.sent.filter(({ t }) => t === "hb").length], [true, 1]);
    socket.onmessage({ data: '{"t":"hb","now":1,"r":[]}\n' });
    assert.equal(it.silent, false);
    assert.equal(FakeSocket.all.length, 1);
  });

  test("is not doubted while it says something else, or while nothing is asked", () => {
    const { it, socket } = online();
    wait(20000);
    it.ask((c) => ({ t: "lobby", c, on: true }));
    for (let times = 0; times < 20; times++) {
      wait(1000);
      socket.onmessage({ data: '{"t":"gone","r":"r1","why":"idle"}\n' });
    }
    assert.deepEqual([it.silent, socket.sent.filter(({ t }) => t === "hb").length], [false, 0]);
  });

  test("for half a minute is left, whatever is asked", () => {
    const { it } = online();
    wait(35100);
    assert.deepEqual([it.state, FakeSocket.all.length], ["reconnecting", 2]);
  });
});

/** A connection that has not met the server yet. */
function fresh(url = "ws://baize.test/ws") {
  const answered = [];
  const it = new Connection(url, "web/1", {
    identity: () => ({ tok: "", name: "Ada" }), rooms: () => [], welcomed() {}, heard() {}, changed() {},
  });
  return { it, answered, ask: () => it.ask((c) => ({ t: "lobby", c, on: true }), ({ t }) => answered.push(t)) };
}
const kinds = (socket) => socket.sent.map(({ t }) => t);

describe("what is asked before the first welcome", () => {
  test("follows the hello at once, and is not asked again", () => {
    const { it, answered, ask } = fresh();
    ask();
    it.connect();
    const [socket] = FakeSocket.all;
    assert.deepEqual(kinds(socket), []);
    socket.onopen();
    assert.deepEqual(kinds(socket), ["hello", "lobby"]);
    ask();
    assert.deepEqual(socket.sent.map(({ c }) => c), [undefined, 1, 2]);
    socket.onmessage({ data: `${welcome()}{"t":"ok","c":1}\n{"t":"ok","c":2}\n` });
    assert.deepEqual([kinds(socket), answered], [["hello", "lobby", "lobby"], ["ok", "ok"]]);
  });

  test("is asked on the next connection where the first one was lost before it", () => {
    const { it, answered, ask } = fresh();
    it.connect();
    FakeSocket.all[0].onopen();
    ask();
    FakeSocket.all[0].onclose({ code: 1006 });
    ask();
    assert.deepEqual(kinds(FakeSocket.all[0]), ["hello", "lobby"]);
    timers.at(-1).act();
    FakeSocket.all[1].onopen();
    assert.deepEqual(kinds(FakeSocket.all[1]), ["hello", "lobby", "lobby"]);
    FakeSocket.all[1].onmessage({ data: welcome() });
    assert.deepEqual([kinds(FakeSocket.all[1]).length, answered], [3, []]);
  });

  test("of a visit that goes on waits for its welcome: it may have been answered", () => {
    const { it, socket } = online();
    it.ask((c) => ({ t: "lobby", c, on: true }));
    socket.onclose({ code: 1006 });
    timers.at(-1).act();
    FakeSocket.all[1].onopen();
    it.ask((c) => ({ t: "lobby", c, on: false }));
    assert.deepEqual(kinds(FakeSocket.all[1]), ["hello"]);
    FakeSocket.all[1].onmessage({ data: welcome({ resumed: true }) });
    assert.deepEqual(kinds(FakeSocket.all[1]), ["hello", "lobby", "lobby"]);
  });
});

describe("a socket that was opened while the program came", () => {
  const early = (readyState, url = "ws://baize.test/ws") => {
    Object.assign(FakeSocket, { OPEN: 1 });
    const socket = Object.assign(new FakeSocket(url, ["baize.v1"]), { readyState });
    Object.assign(globalThis, { earlySocket: socket });
    return socket;
  };

  test("is the first one, and is spoken on as soon as it is open", () => {
    for (const readyState of [0, 1]) {
      FakeSocket.all = [];
      const socket = early(readyState);
      fresh().it.connect();
      assert.equal(FakeSocket.all.length, 1);
      if (readyState === 0) socket.onopen();
      assert.deepEqual(kinds(socket), ["hello"]);
    }
  });

  test("is left alone when it is closing, has closed, or leads elsewhere", () => {
    for (const socket of [() => early(2), () => early(3), () => early(1, "ws://other.test/ws")]) {
      FakeSocket.all = [];
      const left = socket();
      fresh().it.connect();
      assert.deepEqual([FakeSocket.all.length, left.onopen], [2, undefined]);
    }
  });

  test("that the server was tired of is replaced, and only such a one", () => {
    const socket = early(1);
    const { it } = fresh();
    it.connect();
    socket.onclose({ code: 4401 });
    assert.equal(it.state, "reconnecting");
    timers.at(-1).act();
    FakeSocket.all[1].onclose({ code: 4401 });
    assert.equal(it.state, "closed");
  });
});

describe("somebody else", () => {
  test("comes in a new visit, and what was asked before is lost", () => {
    const { it, socket, told } = online();
    const answers = [];
    it.ask((c) => ({ t: "lobby", c, on: true }), ({ t, code }) => answers.push([t, code]));
    it.anew();
    assert.deepEqual(answers, [["no", "lost"]]);
    // What is asked meanwhile belongs to the new visit.
    it.ask((c) => ({ t: "lobby", c, on: false }));
    const next = FakeSocket.all.at(-1);
    assert.notEqual(next, socket);
    next.onopen();
    assert.deepEqual(next.sent.map(({ t, c, resume }) => [t, c, resume]),
      [["hello", undefined, undefined], ["lobby", 1, undefined]]);
    next.onmessage({ data: welcome({ sid: "s2", boot: "b2" }) });
    assert.deepEqual([it.state, it.visit.sid, told.welcomed], ["online", "s2", 2]);
    // What the left socket says late is heard no more.
    socket.onclose({ code: 4402 });
    assert.equal(it.state, "online");
  });

  test("comes by itself where the one before was signed out", () => {
    const { it, socket } = online();
    socket.onclose({ code: 4402 });
    assert.equal(it.state, "closed");
    it.anew();
    const next = FakeSocket.all.at(-1);
    next.onopen();
    assert.equal(next.sent[0].resume, undefined);
    next.onmessage({ data: welcome({ sid: "s2" }) });
    assert.equal(it.state, "online");
  });
});
