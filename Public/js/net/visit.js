// @ts-check
/**
 * A visit: the questions asked of the server and their answers, over any number of connections.
 * Promise: each question is answered exactly once, by the server or, when its visit is lost, by a `no` with `lost`.
 * Invariant: a question is in `open` from asking until its answer.
 */
import { encode } from "./messages.js";

/** @typedef {import("./messages.js").Answer} Answer */
/** Of a question that was sent right behind the hello: its visit has no name yet. */
const UNNAMED = "?";

/**
 * `sid` names the visit that it was sent in; empty: not sent yet.
 * @typedef {{line:string, sid:string, answer:(answer:Answer) => void}} Question
 */

export class Visit {
  /** The visit's name on the server; empty before the first welcome. */
  sid = "";
  /** Changes when the server was restarted. */
  boot = "";
  /**
   * What the server allows.
   * @type {import("./messages.js").Welcome["lim"]}
   */
  lim = {};
  /** @type {Map<number, Question>} */
  open = new Map();
  #next = 1;

  /**
   * Notes a question; the line is to be sent now if a connection is up, else `welcomed` returns it.
   * @param {(c:number) => import("./messages.js").ClientMessage} make @param {(answer:Answer) => void} answer
   * @param {boolean} sending @returns {string}
   */
  ask(make, answer, sending) {
    const c = this.#next++;
    const line = encode(make(c));
    this.open.set(c, { line, sid: sending ? this.sid || UNNAMED : "", answer });
    return line;
  }

  /** The lines to send right behind the hello of a first visit, in which nothing can have been asked before. */
  begun() {
    if (this.sid !== "") return [];
    return [...this.open.values()].map((question) => {
      question.sid = UNNAMED;
      return question.line;
    });
  }

  /** @param {Answer} answer */
  answered(answer) {
    if (answer.c === undefined) return;
    const question = this.open.get(answer.c);
    if (!question) return;
    this.open.delete(answer.c);
    question.answer(answer);
  }

  /** @param {Array<[string,string,number]>} rooms @returns {import("./messages.js").Resume|undefined} */
  resume(rooms) {
    return this.sid ? { sid: this.sid, rooms } : undefined;
  }

  /**
   * Takes a welcome: answers what is lost for good, and returns the lines to send (again): an answer that was given
   * before is given again and nothing is done twice.
   * @param {import("./messages.js").Welcome} welcome
   */
  welcomed(welcome) {
    const isFirst = this.sid === "";
    this.boot = welcome.boot;
    this.lim = welcome.lim;
    this.sid = welcome.sid;
    const lines = [];
    for (const [c, question] of [...this.open].sort((a, b) => a[0] - b[0])) {
      if (isFirst && question.sid === UNNAMED) question.sid = this.sid;
      else if (!welcome.resumed && question.sid !== "") {
        this.answered({ t: "no", c, code: "lost" });
      } else {
        question.sid = this.sid;
        lines.push(question.line);
      }
    }
    return lines;
  }
}
