// @ts-check
/**
 * Asks whether the table that is shown can be won: the solver in the page, and the server's where that is late or has
 * no answer.
 * Promise: one of `told` and `failed` is called for each question; `failed` with `stale` where the table went on. The
 * verdict that comes first is told, and that there is none only where neither has one.
 * Invariant: at a table of a race, and of what the page does not know whole, no search runs in the page.
 */
import { autoOf, encodeView } from "../../model/predictor.js";

/** @typedef {import("../../net/messages.js").Verdict} Verdict */
/** @typedef {import("../../net/messages.js").No} No */
/** @typedef {import("../../net/messages.js").Step} Step */
/** @typedef {import("../../solver/solver.js").Verdict} Found */
/** @typedef {"none"|"line"|"past"} Detail */
/** @typedef {{told:(it:Verdict) => void, failed:(no:No) => void}} Hearer */
/**
 * @typedef {object} Solvers
 * @property {() => Promise<import("../../solver/solver.js").Solver|null>} bring the one in the page
 * @property {() => boolean} serves the server has one
 * @property {import("../../model/predictor.js").Predictor} predictor
 */

/** So long the server is not asked, for the page is nearly always quicker. */
const LATE_MS = 250;
/** What a page looks at before it gives up: a second or two. */
const POSITIONS = 400_000;
/** Of so many positions the verdicts are kept. */
const KEPT_MAX = 500;
const NO_ANSWER = /** @type {No} */ ({ t: "no", c: 0, code: "illegal", why: "solverOff" });
const STALE = /** @type {No} */ ({ t: "no", c: 0, code: "stale" });

export class Asker {
  /**
   * Verdicts by position, the newest last. A player who follows a line gets the rest of that line, not another one.
   * @type {Map<string, Verdict>}
   */
  #known = new Map();
  /**
   * The search that runs in the page, and for whom.
   * @type {{of:string, hearers:Hearer[]}|null}
   */
  #running = null;

  /** @param {import("../room.js").Room<string>} room @param {Solvers} solvers */
  constructor(room, solvers) {
    this.room = room;
    this.solvers = solvers;
  }

  /** Whether the page itself can search for an answer. */
  get mayAskHere() {
    const { table, knowsAll } = this.room.store;
    const { status, game, entry } = table ?? {};
    return knowsAll && !entry && game?.rules !== undefined && game.rules !== ""
      && (status?.status === "playing" || status?.status === "stuck");
  }

  /** Whether somebody can be asked where a game was lost: only the server has its past. */
  get knowsPast() {
    return this.solvers.serves();
  }

  /** @param {Detail} detail @param {Hearer["told"]} told @param {Hearer["failed"]} failed */
  ask(detail, told, failed) {
    const { room } = this;
    if (detail === "past" || !this.mayAskHere || room.store.intents.length > 0) {
      return this.#askServer(detail, { told, failed });
    }
    const of = room.store.edition;
    const known = this.#known.get(this.#key());
    if (known) {
      this.#follow(known);
      return queueMicrotask(() => told(this.#now(known)));
    }
    if (this.#running?.of === of) return this.#running.hearers.push({ told, failed });
    return this.#search({ of, hearers: [{ told, failed }] });
  }

  /** @param {Detail} detail @param {Hearer} hearer */
  #askServer(detail, { told, failed }) {
    if (this.solvers.serves()) return this.room.verdict(detail, told, failed);
    return queueMicrotask(() => failed(NO_ANSWER));
  }

  /** @param {{of:string, hearers:Hearer[]}} asked */
  async #search(asked) {
    this.#running = asked;
    const { store } = this.room;
    const key = this.#key();
    let isTold = false;
    /** @param {(hearer:Hearer) => void} tell */
    const end = (tell) => {
      if (isTold) return;
      isTold = true;
      clearTimeout(late);
      if (this.#running === asked) this.#running = null;
      asked.hearers.forEach(tell);
    };
    /** @param {Verdict} verdict */
    const told = (verdict) => {
      if (asked.of !== store.edition) return end(({ failed }) => failed(STALE));
      this.#keep(key, verdict);
      this.#follow(verdict);
      return end((it) => it.told(verdict));
    };
    const search = this.#find();
    let isAsked = false;
    const askServer = () => {
      if (isTold || isAsked) return;
      isAsked = true;
      // What is no verdict waits for the search, which may find one.
      this.#askServer("line", {
        told: (verdict) => (verdict.is === "unknown" ? search.then(() => told(verdict)) : told(verdict)),
        failed: (no) => search.then(() => end((it) => it.failed(no))),
      });
    };
    const late = setTimeout(() => this.solvers.serves() && askServer(), LATE_MS);
    const found = await search;
    if (asked.of !== store.edition || (found.is === "unknown" && found.why === "superseded")) {
      return end(({ failed }) => failed(STALE));
    }
    if (found.is !== "unknown") return told(this.#verdict(found));
    if (this.solvers.serves()) return askServer();
    const isHard = found.why === "positions" || found.why === "memory";
    return isHard ? told(this.#verdict(found)) : end((it) => it.failed(NO_ANSWER));
  }

  /** @returns {Promise<Found>} */
  async #find() {
    const { table } = this.room.store;
    const of = this.room.store.edition;
    const solver = await this.solvers.bring();
    // It may have been long in coming.
    if (!solver || !table || of !== this.room.store.edition) {
      return { is: "unknown", why: solver ? "superseded" : "unavailable" };
    }
    const rules = Uint8Array.from(atob(table.game.rules ?? ""), (c) => c.charCodeAt(0));
    return solver.ask(rules, encodeView(table), POSITIONS);
  }

  /**
   * What was found here, as the server would say it.
   * @param {Found} found @returns {Verdict}
   */
  #verdict(found) {
    const told = this.#now(/** @type {Verdict} */ ({ is: found.is }));
    if (found.is === "unknown") return { ...told, why: "hard" };
    if (found.is === "impossible") return told;
    const line = found.line.map((step) => /** @type {Step} */ ("tap" in step ? [step.tap] : [step.item, step.in]));
    return { ...told, line, moves: line.length, next: line[0], ...(found.autoOff && { autoOff: true }) };
  }

  /**
   * The same, told of the table that is shown.
   * @param {Verdict} verdict @returns {Verdict}
   */
  #now(verdict) {
    return { ...verdict, t: "verdict", c: 0, r: this.room.id, v: this.room.store.table?.version ?? 0 };
  }

  // What is kept

  /**
   * All that decides what can be done, and nothing of how it came about.
   * @param {import("../../model/predictor.js").Shown} [shown]
   */
  #key(shown = this.room.store.shown()) {
    const { table, games } = this.room.store;
    if (!table) return "";
    const lies = table.order.map((pile) => shown.piles[pile].map((item) => `${item}${shown.faces.get(item)}`).join());
    return `${games} ${table.status.pass} ${autoOf(table.status)} ${lies.join(";")}`;
  }

  /** @param {string} key @param {Verdict} verdict */
  #keep(key, verdict) {
    // What was not found out is looked for again.
    if (verdict.is === "unknown") return;
    this.#known.delete(key);
    this.#known.set(key, verdict);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KEPT_MAX) this.#known.delete(oldest);
  }

  /**
   * The next position of a line has the rest of it.
   * @param {Verdict} verdict
   */
  #follow({ is, line = [], autoOff, ...verdict }) {
    const { table } = this.room.store;
    const [first, ...rest] = line;
    // A turn of the stock changes more than where cards lie.
    if (!table || first?.length !== 2 || (autoOff && autoOf(table.status) !== "off")) return;
    const [item, to] = first;
    const next = this.solvers.predictor.foresee(table, [{ op: "move", item, to }], []);
    const key = next?.played === 1 ? this.#key(next.shown) : "";
    if (key === "" || this.#known.has(key)) return;
    this.#keep(key, { ...verdict, is, line: rest, moves: rest.length, next: rest[0], ...(autoOff && { autoOff }) });
  }
}
