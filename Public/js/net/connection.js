// @ts-check
/**
 * The one WebSocket of the page: connects, speaks first, listens for silence, comes back by itself.
 * Promise: never more than one socket; a lost connection ends in a resumed or a new visit, never in a reload.
 * Invariant: `state` is "online" exactly from a welcome until the close.
 */
import { afterClose, attempts } from "./backoff.js";
import { decode, encode, heartbeat, hello, isAnswer } from "./messages.js";
import { Visit } from "./visit.js";

/** @typedef {import("./messages.js").ClientMessage} ClientMessage */
/** @typedef {"connecting"|"online"|"reconnecting"|"closed"} ConnectionState */
/**
 * @typedef {object} Listener
 * @property {() => {tok:string, name:string}} identity
 * @property {() => Array<[string,string,number]>} rooms what we hold: id, epoch, version
 * @property {(welcome: import("./messages.js").Welcome, restarted: boolean) => void} welcomed
 * @property {(messages: import("./messages.js").ServerMessage[], whole: boolean) => void} heard all lines
 *   of one message; not whole: one of them could not be read
 * @property {() => void} changed the state
 */

/** After so long a silence the socket is given up, whatever the page does. */
const SILENCE_MS = 35000;
/** How often it is looked whether the server has gone silent. */
const LOOK_MS = 250;
/** A socket that has not opened by then, or brought a welcome, is told to the page like a probe without an answer. */
const OPENING_MS = 3500;
/** A question that is open for so long, while nothing is heard, makes us ask whether the socket still lives. */
const DOUBT_MS = 1500;
/** A probe that is not answered by then is told to the page; a slow line may still answer it. */
const PROBE_MS = 1700;
/** After so long without an answer to the probe, or without a welcome, the socket is given up. */
const GIVE_UP_MS = 15000;
/** Volatile messages wait for nobody: above this many unsent bytes they are dropped. */
const BACKLOG_BYTES = 8192;
/** The close code of a connection on which no hello was said. */
const UNGREETED = 4401;

/**
 * The socket that early.js opened while this program came, for who asks first; nothing if it has closed since.
 * @param {string} url
 */
function earlySocket(url) {
  const page = /** @type {{earlySocket?:WebSocket|null}} */ (globalThis);
  const socket = page.earlySocket;
  page.earlySocket = null;
  return socket && socket.url === url && socket.readyState <= WebSocket.OPEN ? socket : null;
}

export class Connection {
  visit = new Visit();
  /** @type {ConnectionState} */
  state = "connecting";
  /** We have asked whether the server is there, or for a connection, and have not heard from it since. */
  silent = false;
  /** The close code of the connection that was lost last; 0: none yet. */
  lostBy = 0;
  /** @type {WebSocket|null} */
  #socket = null;
  #attempt = 0;
  /** When we were in last. */
  #lostAt = -Infinity;
  #retry = 0;
  #watch = 0;
  #steady = 0;
  #heardAt = 0;
  /** When the first of the open questions was asked. */
  #askedAt = 0;
  /** When the server was asked whether it is there; 0: it has answered. */
  #probedAt = 0;
  /** @type {[number,number]|null} */
  #window = null;
  /** The hello of a first visit was said: questions may follow it, as the server hears them in their order. */
  #begins = false;

  /** @param {string} url @param {string} app @param {Listener} listener */
  constructor(url, app, listener) {
    this.url = url;
    this.app = app;
    this.listener = listener;
    addEventListener("online", () => this.#nudge());
    addEventListener("offline", () => this.#nudge());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#nudge());
  }

  connect() {
    clearTimeout(this.#retry);
    if (this.#socket) return;
    const early = earlySocket(this.url);
    const socket = early ?? new WebSocket(this.url, ["baize.v1"]);
    this.#socket = socket;
    socket.onopen = () => this.#greet(socket);
    socket.onmessage = (event) => this.#socket === socket && this.#hear(String(event.data));
    socket.onclose = ({ code }) => {
      // The server may have waited too long for us, which is no answer to what we said.
      if (this.#socket === socket) this.#lost(early && code === UNGREETED ? 1006 : code);
    };
    this.#listen();
    if (early && early.readyState === WebSocket.OPEN) this.#greet(early);
  }

  /** @param {WebSocket} socket that is open */
  #greet(socket) {
    const me = { ...this.listener.identity(), app: this.app };
    socket.send(encode(hello(me, this.visit.resume(this.listener.rooms()))));
    this.#begins = this.visit.sid === "";
    for (const line of this.visit.begun()) socket.send(line);
    this.#listen();
  }

  /** Leaves the socket and comes back at once, in the same visit (a new name is told by the hello). */
  again() {
    const socket = this.#socket;
    if (!socket) return this.connect();
    this.#lost(1000);
    socket.close(1000);
    this.#attempt = 0;
    this.connect();
  }

  /** Comes as somebody else from now on, in a new visit; what was asked before is lost. */
  anew() {
    const before = this.visit;
    this.visit = new Visit();
    for (const c of [...before.open.keys()]) before.answered({ t: "no", c, code: "lost" });
    this.state = "connecting";
    this.again();
  }

  /** @param {(c:number) => ClientMessage} make @param {(answer:import("./messages.js").Answer) => void} [answer] */
  ask(make, answer = () => {}) {
    if (this.visit.open.size === 0) this.#askedAt = performance.now();
    const sending = this.state === "online" || this.#begins;
    const line = this.visit.ask(make, answer, sending);
    if (sending) this.#socket?.send(line);
  }

  /**
   * Says something that needs no answer; false if it could not be said now.
   * @param {ClientMessage} message
   */
  tell(message) {
    if (this.state !== "online" || !this.#socket || this.#socket.bufferedAmount > BACKLOG_BYTES) return false;
    this.#socket.send(encode(message));
    return true;
  }

  /** @param {string} text */
  #hear(text) {
    this.#heardAt = performance.now();
    this.#probedAt = 0;
    this.#setSilent(false);
    const rest = [];
    const { messages, whole } = decode(text);
    for (const message of messages) {
      if (message.t === "welcome") this.#welcome(message);
      else if (message.t === "bye") this.#window = message.in;
      else if (isAnswer(message)) this.visit.answered(message);
      else rest.push(message);
    }
    // Also without a rest: an answer alone may let something go that was held.
    this.listener.heard(rest, whole);
  }

  /** @param {import("./messages.js").Welcome} welcome */
  #welcome(welcome) {
    const restarted = this.visit.boot !== "" && this.visit.boot !== welcome.boot;
    this.#begins = false;
    this.#become("online");
    // Back-off starts over only when the connection has proved to last.
    this.#steady = window.setTimeout(() => { this.#attempt = 0; }, 5000);
    for (const line of this.visit.welcomed(welcome)) this.#socket?.send(line);
    this.listener.welcomed(welcome, restarted);
  }

  #listen() {
    clearInterval(this.#watch);
    this.#heardAt = performance.now();
    this.#watch = window.setInterval(() => this.#look(), LOOK_MS);
  }

  /** Looks whether the server has gone silent, though it was asked something. */
  #look() {
    if (!this.#socket) return undefined;
    const now = performance.now();
    const silence = now - this.#heardAt;
    if (silence > SILENCE_MS) return this.again();
    if (this.state !== "online") {
      if (silence > GIVE_UP_MS) return this.again();
      return this.#setSilent(silence > OPENING_MS);
    }
    const doubts = this.visit.open.size > 0 && Math.min(silence, now - this.#askedAt) > DOUBT_MS;
    if (doubts && this.#probedAt === 0) this.#probe();
    const waited = this.#probedAt === 0 ? 0 : now - this.#probedAt;
    if (waited > GIVE_UP_MS) return this.again();
    return this.#setSilent(waited > PROBE_MS);
  }

  /** The page is looked at again, or the network went or came: find out now whether the socket still lives. */
  #nudge() {
    if (this.state === "closed") return;
    if (!this.#socket) this.connect();
    else if (this.state === "online") this.#probe();
  }

  #probe() {
    this.#probedAt = performance.now();
    this.#socket?.send(encode(heartbeat()));
    // To the page on time, and not with the next look.
    setTimeout(() => this.#look(), PROBE_MS + 1);
  }

  /** @param {boolean} silent */
  #setSilent(silent) {
    if (this.silent === silent) return;
    this.silent = silent;
    this.listener.changed();
  }

  /** @param {number} code */
  #lost(code) {
    clearInterval(this.#watch);
    clearTimeout(this.#steady);
    this.#socket = null;
    this.#probedAt = 0;
    this.silent = false;
    this.#begins = false;
    this.lostBy = code;
    const now = performance.now();
    if (this.state === "online") this.#lostAt = now;
    this.#attempt = attempts(this.#attempt, code, now - this.#lostAt);
    const wait = afterClose(code, this.#attempt, Math.random, this.#window);
    this.#window = null;
    if (wait === null) return this.#become("closed");
    this.#attempt += 1;
    this.#become("reconnecting");
    this.#retry = window.setTimeout(() => this.connect(), wait);
  }

  /** @param {ConnectionState} state */
  #become(state) {
    this.state = state;
    this.listener.changed();
  }
}
