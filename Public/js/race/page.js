// @ts-check
/**
 * The page of a race: waiting room, frame and result in one. It holds two rooms on the one connection, the race and
 * its reader's own table, which is the page of any table.
 * Promise: nothing reloads, from the first link to the next race; a lost connection resumes both rooms; who still plays
 * sees of the others only how far they are.
 * Invariant: the own table is there exactly from the start on, for who started; boards of others are followed only
 * while they may be seen.
 */
import { refusal, gameName, goneWords } from "../model/words.js";
import { timeText } from "../model/score.js";
import { Verdict } from "../seal.js";
import { later } from "../net/release.js";
import { keyIn } from "../table/host/door.js";
import { TablePage } from "../table/piles/page.js";
import { attribute, find, make, write } from "../view/dom.js";
import { sheet } from "../view/sheet.js";
import { worded } from "../view/worded.js";
import { t } from "../words/say.js";
import "../words/race.js";
import { Away } from "./away.js";
import { Countdown } from "./countdown.js";
import { Entrant } from "./entrant.js";
import { Lounge, press } from "./lounge.js";
import { hasOutcome, maySeeOthers, momentOf, nameIn, news } from "./moments.js";
import { Outcome } from "./outcome.js";
import { placeOf } from "./places.js";
import { boundOf, isDone, rowOf, shownRows } from "./race.js";
import { RaceRoom } from "./race-room.js";
import { Racers } from "./racers.js";
import { saltOf, sealing } from "./salts.js";
import { placeWords, rulesLine } from "./sentences.js";

/** @typedef {import("./moments.js").Seen} Seen */
/** @typedef {import("./moments.js").Moment} Moment */

await sheet("/css/race.css");

const TICK_MS = 250;
/** So long nothing is drawn of a race that follows another, until its table is there: the lounge would only flash. */
const QUIET_MS = 500;
/** Of a small board, in CSS pixels, as race.css has it. */
const MINI = { width: 180, height: 120 };
/** A countdown that has begun long ago is not counted aloud. */
const THREE_MS = 2000;

/** @param {import("../net/messages.js").ServerMessage} message @returns {string|undefined} the room that it is of */
const roomOf = (message) => ("r" in message && typeof message.r === "string" ? message.r : undefined);

export class RacePage {
  #ends = new AbortController();
  /**
   * What was shown last, to say what is new.
   * @type {Seen|null}
   */
  #before = null;
  /** @type {TablePage|null} */
  #table = null;
  /**
   * The boards of others, once they may be seen.
   * @type {import("../lobby/minis.js").Minis|null}
   */
  #minis = null;
  #isBringing = false;
  #away = new Away();
  #verdict = new Verdict();
  /**
   * What is looked at where there is a choice.
   * @type {"own"|"others"}
   */
  #wish = "own";
  /** The own table was shown before. */
  #hasEntered = false;
  #tick = 0;
  /** The heading had the focus, if nothing else had it. */
  #isFocused = false;
  /** Runs while nothing is drawn of a race that follows another. */
  #quiet = 0;
  /** What changes while messages are heard is shown behind them, once. */
  #isHearing = false;
  /** @type {Moment|""} */
  #moment = "";

  /**
   * @param {string} id @param {import("../main.js").App} app
   * @param {boolean} [isAgain] it comes after another race: who enters is ready at once
   */
  constructor(id, app, isAgain = false) {
    this.app = app;
    this.hall = new RaceRoom(id, app.connection, {
      changed: () => {
        if (!this.#isHearing) this.show();
      },
      refused: (no) => {
        if (no.code === "paused" || no.code === "rate") this.entrant.retry();
        if (no.code !== "lost") app.announcer.toast(refusal(no));
      },
      liftLost: () => {}, drags: () => {},
      ended: () => {
        this.lounge.host.close();
        this.show();
      },
    });
    this.entrant = new Entrant(this.hall, {
      isGone: () => this.#ends.signal.aborted, lacks: () => app.lacks(),
      // The links to a race open those that follow it.
      goOn: (next) => app.go(`/c/${next}${this.hall.key ? location.hash : ""}`, new RacePage(next, app, true)),
    }, isAgain);
    this.hall.key = keyIn(location.hash);
    this.title = worded("h1", "race-title", "race.title");
    this.title.id = "race-title";
    this.title.tabIndex = -1;
    this.rules = make("p", "race-rules");
    this.clock = make("span", "race-clock");
    this.place = make("b", "race-place");
    this.view = press("race-view", "race.others",
      () => this.#look(this.root.dataset.view === "own" ? "others" : "own"));
    this.view.id = "race-view";
    this.standing = make("div", "race-standing", this.clock, this.place, this.view);
    this.head = make("header", "race-head", this.title, this.rules, this.standing);
    this.racers = new Racers();
    this.lounge = new Lounge({ app, room: this.hall, signal: this.#ends.signal }, this.racers.root,
      () => this.entrant.ready(this.hall.own?.ready !== true));
    this.outcome = new Outcome(() => this.entrant.again());
    this.list = make("div", "race-list");
    this.stage = make("div", "race-stage");
    this.countdown = new Countdown();
    this.gone = make("section", "race-gone", make("h2"), make("p"));
    const lobby = worded("a", "button primary", "boards.toLobby");
    lobby.href = "/";
    this.gone.append(lobby);
    this.gone.hidden = true;
    this.root = make("div", "race", this.head, this.outcome.root, this.list, this.stage, this.countdown.root,
      this.gone);
    this.root.dataset.room = id;
  }

  enter() {
    // Asked for first: the answer is on its way while all is drawn.
    this.hall.enter(this.hall.key?.role === "watch" ? "watch" : "play");
    if (this.entrant.isAgain) this.#quiet = window.setTimeout(() => this.#endQuiet(), QUIET_MS);
    this.show();
    // Nobody waits for it when they are ready.
    sealing().catch(() => {});
    this.#tick = window.setInterval(() => this.#ticks(), TICK_MS);
  }

  leave() {
    clearInterval(this.#tick);
    clearTimeout(this.#quiet);
    this.#ends.abort();
    this.lounge.host.leave();
    this.#minis?.leave();
    this.#table?.leave();
    this.hall.leave();
  }

  /** @returns {Array<[string,string,number]>} */
  holding() {
    const { position } = this.hall;
    return [...(position ? [position] : []), ...(this.#table?.holding() ?? [])];
  }

  /** @param {import("../net/messages.js").Welcome} welcome @param {boolean} restarted */
  welcomed(welcome, restarted) {
    this.entrant.retry();
    if (!this.hall.ended && (!welcome.resumed || !this.hall.store.table)) this.hall.enterAgain();
    this.#table?.welcomed(welcome, restarted);
    this.#minis?.welcomed();
    this.show();
  }

  /** @param {import("../net/messages.js").ServerMessage[]} messages @param {boolean} whole */
  heard(messages, whole) {
    const { id } = this.hall;
    const table = this.#table?.room.id;
    this.#isHearing = true;
    this.hall.hearLines(messages, whole);
    this.#isHearing = false;
    // What is asked for comes while all is drawn.
    this.entrant.act();
    // It may have gone on to the next race.
    if (this.#ends.signal.aborted) return;
    if (this.hall.race) this.#sitDown();
    if (messages.some(({ t: kind }) => kind === "snap" || kind === "crowd")) this.hall.keepSeat(this.app.guest);
    this.lounge.host.heard(messages);
    // The table and the race are each drawn anew for what is their own.
    const ofTable = messages.filter((it) => roomOf(it) !== id);
    if (this.#quiet > 0 && ofTable.some((it) => it.t === "snap" && it.r === table)) this.#endQuiet();
    if (!whole || messages.length === 0 || ofTable.length > 0) this.#table?.heard(ofTable, whole);
    this.#minis?.heard(messages);
    if (!whole || messages.length === 0 || messages.some((it) => roomOf(it) !== table) || table === undefined) {
      this.show();
    }
  }

  /** Another language is spoken. */
  reword() {
    this.#table?.show();
    this.show();
  }

  /** @returns {Seen|null} */
  get #seen() {
    const { race, startsIn, store: { table, seat } } = this.hall;
    return race && table ? { race, seats: table.seats, seat, startsIn } : null;
  }

  #sitDown() {
    const { race, own } = this.hall;
    const room = race?.state === "open" || own?.state === "out" ? undefined : own?.room;
    if (this.#table?.room.id === room) return;
    this.#table?.leave();
    this.#table = null;
    this.#hasEntered = false;
    if (room === undefined) return;
    this.#table = new TablePage(room, "play", this.app, { toRace: () => this.#look("others") });
    this.#table.room.enter("play");
  }

  // What is pressed

  /** @param {"own"|"others"} wish */
  #look(wish) {
    this.#wish = wish;
    this.show();
    // What was pressed may be gone.
    if (document.activeElement === document.body) this.view.focus({ preventScroll: true });
  }

  // What is shown

  show() {
    // The verdict may come when another page is shown.
    if (this.#ends.signal.aborted) return;
    const seen = this.#seen;
    const { ended, endedBy } = this.hall;
    if (this.#quiet > 0 && !ended && !["running", "ended"].includes(seen?.race.state ?? "")) return;
    this.gone.hidden = !ended;
    for (const part of [this.head, this.list, this.stage]) part.hidden = ended || seen === null;
    if (ended) {
      const [title, why] = goneWords(endedBy, this.app.restarted);
      write(find(this.gone, "h2", HTMLElement), title);
      write(find(this.gone, "p", HTMLElement), why);
      this.outcome.root.hidden = this.countdown.root.hidden = true;
      this.root.dataset.state = "gone";
      document.body.dataset.page = "race";
      return;
    }
    if (!seen) return;
    this.#tell(seen);
    this.#moments(seen);
    this.#facts(seen);
    this.#boards(seen);
    this.#time(seen);
    if (this.#isFocused) return;
    this.#isFocused = true;
    if (document.activeElement === document.body) this.title.focus({ preventScroll: true });
  }

  #endQuiet() {
    clearTimeout(this.#quiet);
    this.#quiet = 0;
    this.show();
  }

  /** @param {Seen} seen what is new of it is said */
  #tell(seen) {
    const before = this.#before;
    this.#before = seen;
    if (!before) return;
    if (before.race.state === "starting" && seen.race.state === "open") this.lounge.reopened();
    const said = news(before, seen);
    if (said.length > 0) this.app.announcer.say(said.join(" "));
  }

  /** @param {Seen} seen */
  #moments(seen) {
    const moment = momentOf(seen);
    const { dataset } = this.root;
    const before = this.#moment;
    this.#moment = moment;
    dataset.state = seen.race.state;
    dataset.moment = moment;
    // Who is done looks at their own table until they ask for the others, or all is over.
    if (moment !== before) this.#wish = moment === "ended" ? "others" : "own";
    const table = moment !== "waits" && this.#wish === "own" ? this.#table : null;
    this.#stageFor(moment === "waits" ? this.lounge.root : table?.root ?? null, table);
    const isList = moment === "waits" ? this.lounge.list : this.list;
    if (this.racers.root.parentElement !== isList) isList.append(this.racers.root);
    document.body.dataset.page = table ? "table" : "race";
    dataset.view = table ? "own" : moment === "waits" ? "lounge" : "others";
    this.title.hidden = this.rules.hidden = table !== null;
    this.outcome.root.hidden = table !== null || !hasOutcome(seen);
    this.view.hidden = !(this.#table && (moment === "looks" || moment === "ended"));
    write(this.view, t(table ? "race.others" : "race.ownTable"));
    if (moment === "counts" && before !== "counts" && seen.startsIn > THREE_MS) {
      this.app.announcer.say(t("race.three"));
    }
    if (moment === "ended" && before !== "ended") {
      this.#outcome(seen);
      (this.outcome.again.hidden ? this.title : this.outcome.again).focus({ preventScroll: true });
    }
  }

  /** @param {HTMLElement|null} root @param {TablePage|null} table */
  #stageFor(root, table) {
    if ((this.stage.firstElementChild ?? null) === root) return;
    if (this.#table && root !== this.#table.root) {
      this.#table.panel.close();
      this.#table.putAway();
    }
    this.stage.replaceChildren(...(root ? [root] : []));
    if (!table || this.#hasEntered) return;
    this.#hasEntered = true;
    table.enter();
  }

  /** @param {Seen} seen */
  #facts(seen) {
    const { race, seats, seat } = seen;
    const { hall, lounge } = this;
    const name = gameName(race.game, race.name);
    const title = t("race.titleOf", { game: name });
    write(this.title, title);
    if (document.body.dataset.page !== "table") document.title = t("app.titleOf", { name: title });
    write(this.rules, rulesLine(race));
    const own = seat < 0 ? undefined : rowOf(race, seat);
    const rows = shownRows(race, seats);
    const place = own && race.state !== "open" && race.state !== "ended" ? placeOf(race, rows, own) : null;
    const playing = rows.filter((row) => row.state === "playing").length;
    const watches = seat < 0 && hall.as === "watch" && race.state !== "open";
    write(this.place, place ? placeWords(place) : watches && race.state === "running" && hall.denied === "full"
      ? t("race.begunWithout") : watches && race.state !== "ended" ? t("race.watches") : "");
    attribute(this.place, "data-final", place ? String(place.isFinal) : null);
    attribute(this.place, "title", own && isDone(own) && playing > 0 ? t("race.othersPlay", { count: playing }) : null);
    this.standing.hidden = race.state === "open";
    if (this.#moment === "waits") lounge.show(seen);
    else lounge.host.show();
    this.#list(seen);
    if (hasOutcome(seen)) this.#outcome(seen);
  }

  /** @param {Seen} seen */
  #list(seen) {
    const now = this.hall.now();
    this.racers.show(seen, {
      host: this.hall.store.table?.admission.host ?? -1, manages: this.lounge.host.isHost,
      awayMs: (n) => this.#away.since(n, now),
    });
  }

  /** @param {Seen} seen */
  #outcome(seen) {
    const { race, seat } = seen;
    const salt = saltOf(this.hall.id);
    const isOurs = salt !== null && rowOf(race, seat)?.state !== "out" && seat >= 0;
    const { commit, seed, salt: opens, start } = race;
    const found = this.#verdict.on({ commit, seed, salt: opens, start }, this.#cards(), () => this.show(),
      isOurs && salt ? { n: seat, salt: salt.salt, commit: salt.deal } : null, boundOf(race, salt?.others));
    this.outcome.show(seen, found, isOurs, seat < 0 && this.hall.key?.role === "watch");
  }

  /**
   * The cards that were seen: at our own table, else on the boards of others, which have the same.
   * @returns {import("../seal.js").Seen}
   */
  #cards() {
    const store = this.#table?.room.store;
    if (store && store.seen.size > 0) return store;
    const tables = this.#minis?.tables() ?? [];
    return { table: tables[0] ?? null, seen: new Map(tables.flatMap(({ faces }) => [...faces])) };
  }

  /** @param {Seen} seen */
  #boards(seen) {
    const isSeen = maySeeOthers(seen) && this.root.dataset.view === "others";
    this.root.classList.toggle("boards", isSeen);
    if (isSeen && !this.#minis) this.#bring();
    this.#minis?.show(isSeen ? this.racers.boards(seen) : new Map());
    const { table } = this.#table?.room.store ?? {};
    if (isSeen && table) this.#minis?.lend(table);
  }

  async #bring() {
    if (this.#isBringing) return;
    this.#isBringing = true;
    const brought = await later(() => import("../lobby/minis.js")).catch(() => null);
    this.#isBringing = false;
    if (this.#ends.signal.aborted || !brought) return;
    this.#minis = new brought.Minis(this.app.connection, MINI);
    this.show();
  }

  // What goes on between two messages

  #ticks() {
    const seen = this.#seen;
    if (!seen || this.hall.ended) return;
    // Who is done may well have gone on to the next race.
    const awaited = seen.seats.filter(({ n }) => !isDone(rowOf(seen.race, n)));
    const { gone, back } = this.#away.look(awaited, this.hall.now());
    for (const n of gone) if (n !== seen.seat) this.app.announcer.say(t("race.away", { name: nameIn(seen.seats, n) }));
    for (const n of back) if (n !== seen.seat) this.app.announcer.say(t("race.back", { name: nameIn(seen.seats, n) }));
    if (momentOf(seen) !== this.#moment) return this.show();
    const someoneIsAway = awaited.some(({ id, on }) => id !== undefined && on === false);
    if (gone.length + back.length > 0 || someoneIsAway) this.#list(seen);
    return this.#time(seen);
  }

  /**
   * While nothing is heard nobody knows the time: it stands as it was.
   * @param {Seen} seen
   */
  #time({ race, startsIn }) {
    this.countdown.show(startsIn, race.commit, this.#moment === "counts");
    if (this.app.connection.state !== "online") return;
    write(this.clock, race.state === "running" || race.state === "starting"
      ? t("race.timeLeft", { time: timeText(this.hall.left) }) : "");
  }
}
