// @ts-check
/** The page of a table of patience: wires room, board, conduct and panels together and shows what they know. */
import { Board } from "./board.js";
import { Foresight } from "../../model/foresight.js";
import { allow, find, write } from "../../view/dom.js";
import { CardShade } from "./card-shade.js";
import { nameOf } from "../seats.js";
import { showCompany } from "../company.js";
import { clockMs, score, timeText } from "../../model/score.js";
import { dealName, gameName, refusal } from "../../model/words.js";
import { dealtAnew } from "../../lobby/invite.js";
import { later } from "../../net/release.js";
import { t } from "../../words/say.js";
import { settings } from "../../settings.js";
import { deltaWords } from "./deltas.js";
import { Menu } from "./menu.js";
import { Panel } from "./panel.js";
import { PileConduct } from "./pile-conduct.js";
import { RoomPage } from "../room-page.js";
import { About } from "./about.js";

/** @typedef {import("../../main.js").App} App */

const TICK_MS = 250;
/** A player whose table comes sooner than this does not hear of a wait. */
const PATIENCE_MS = 300;
/** The buttons that take a step back or forth. */
const STEPS = /** @type {const} */ ([["#undo", "undo"], ["#redo", "redo"], ["#panel-undo", "undo"]]);

/** @extends {RoomPage<string>} */
export class TablePage extends RoomPage {
  #tick = 0;
  /** The step that is shown next brings all cards up. */
  #finishes = false;
  /** The table was shown, or that there is none. */
  #hasBegun = false;
  #finding = 0;
  /** The table is long in coming. */
  #isLong = false;
  /** @type {ResizeObserver} */
  #resizes;
  /** @type {() => void} */
  #unsubscribe;

  /**
   * @param {string} id @param {"play"|"watch"} as @param {App} app
   * @param {import("./panel.js").Frame|null} [frame] the page of the race whose table it is
   */
  constructor(id, as, app, frame = null) {
    super(id, app, "table-page", new Foresight(app.predictor));
    this.felt = find(this.root, ".felt", HTMLElement);
    this.board = new Board(this.boardRoot, this.motion);
    /**
     * Hints, which come when they are first asked for.
     * @type {import("./hints.js").Hints|null}
     */
    this.hints = null;
    this.menu = new Menu(find(this.root, "#move-menu", HTMLDialogElement));
    /**
     * The dialog of lines, which comes when it is first asked for.
     * @type {import("./lines.js").Lines|null}
     */
    this.lines = null;
    /**
     * The bar that says whether the game can be won, which comes when it is first asked for.
     * @type {import("../outlook/outlook.js").Outlook|null}
     */
    this.outlook = null;
    /** @type {import("../outlook/asker.js").Asker|null} */
    this.asker = null;
    /** @type {PileConduct} */
    this.conduct = new PileConduct(this.room, this.board, app.announcer, this.felt, () => this.show(),
      { menu: this.menu, hints: { show: () => this.#hint() }, lines: { open: () => this.#openLines() } });
    this.panel = new Panel(find(this.root, "#panel", HTMLElement), this.board, this.motion, frame);
    this.about = new About(this.root, this.room, app);
    this.panel.helps = {
      mayLook: () => this.#mayLook, look: () => this.#look((it) => it.look()),
      prove: (line) => this.#look((it) => it.prove(line)),
    };
    this.room.as = as;
    this.#buttons();
    this.#resizes = new ResizeObserver(() => this.#fit());
    this.#unsubscribe = settings.subscribe(() => {
      this.#fit();
      this.show();
    });
  }

  /** The page is on the screen now; the doorway has let us in. */
  enter() {
    document.title = t("app.titleOf", { name: t("table.title") });
    this.#fit();
    this.#resizes.observe(this.felt);
    this.#tick = window.setInterval(() => this.#clock(), TICK_MS);
    this.#finding = window.setTimeout(() => {
      this.#isLong = true;
      this.show();
    }, PATIENCE_MS);
    this.show();
  }

  leave() {
    this.#resizes.disconnect();
    this.#unsubscribe();
    this.hints?.dim();
    this.board.endCascade();
    clearInterval(this.#tick);
    clearTimeout(this.#finding);
    this.panel.close();
    this.outlook?.leave();
    this.conduct.leave();
    super.leave();
  }

  /** Shows everything as it is now. */
  show() {
    const { store } = this.room;
    const { table } = store;
    if (table) {
      this.hints?.refresh();
      const shown = store.shown();
      const playing = store.seat >= 0 && !store.isAtRest && !this.room.ended;
      this.conduct.refresh();
      this.panel.turnTo(store.games);
      this.board.show(shown, table, (item) => this.#held(item), {
        liftable: (item) => playing && store.grasp(item) !== null,
        turnable: store.turnable,
        playing,
        games: store.games,
        holder: (item) => this.ghosts.holder(item),
        finished: this.#finishes || store.intents.some(({ op }) => op === "finish") ? () => this.show() : null,
      });
      this.#finishes = false;
      this.ghosts.settle();
      this.conduct.refresh();
    }
    this.waiting.show();
    this.#facts();
    this.#clock();
    if (table || this.room.ended) this.#begin();
    else if (this.#isLong) this.boardRoot.dataset.waiting = t("table.finding");
    this.root.classList.toggle("untold", table === null);
    if (!this.board.isCascading) this.panel.show(this.room, this.app.restarted, this.app.connection.state);
    this.about.show();
    this.lines?.refresh();
    this.outlook?.refresh();
    this.settle();
  }

  /** What had the focus is gone with the page before, so the focus begins at the heading, which says what is here. */
  #begin() {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    clearTimeout(this.#finding);
    if (document.activeElement === document.body) find(this.root, "h1", HTMLElement).focus({ preventScroll: true });
  }

  /** @param {number} item */
  #held(item) {
    return this.conduct.hand.holds(item) || this.ghosts.holds(item) || this.panel.holds(item);
  }

  #facts() {
    const { store } = this.room;
    const { table, seat, choices } = store;
    const { dataset } = this.boardRoot;
    const { ended } = this.room;
    const playing = seat >= 0 && table !== null && !ended;
    const { off, disagreements } = this.app.predictor;
    this.facts();
    dataset.prediction = off || "on";
    dataset.disagreements = String(disagreements);
    for (const [selector, op] of STEPS) {
      allow(find(this.root, selector, HTMLButtonElement), playing && this.room.store.mayStep(op));
    }
    this.#enable("#new-game", playing);
    this.#enable("#open-lines", table !== null && !ended);
    this.#enable("#share", table !== null);
    const goesOn = playing && (table.status.status === "playing" || table.status.status === "stuck");
    this.#enable("#hint", playing && table.status.status === "playing");
    this.#enable("#resign", goesOn);
    const outlook = find(this.root, "#outlook", HTMLButtonElement);
    outlook.hidden = !this.#mayLook || !(goesOn && store.knowsAll);
    outlook.setAttribute("aria-pressed", String(this.outlook?.isOpen === true));
    this.#entry(table?.entry);
    this.#choosing();
    const finish = find(this.root, "#finish", HTMLButtonElement);
    finish.hidden = !(playing && choices?.finish && table.status.status === "playing");
    if (!table) return;
    const company = find(this.root, ".company", HTMLElement);
    showCompany(company, table.seats, seat, table.admission.host, this.host.isHost);
    dataset.status = table.status.status;
    const { deal } = table;
    const seal = deal.kind === "sealed" && deal.commit !== undefined ? ` ${deal.commit.slice(0, 8)}…` : "";
    const game = gameName(table.game.id, table.game.name);
    const title = t("table.dealt", { game, deal: dealName(deal, seal) });
    write(find(this.root, ".title", HTMLElement), title);
    document.title = t("app.titleOf", { name: title });
    write(find(this.root, "#moves", HTMLElement), String(table.status.moves));
    const points = find(this.root, "#score", HTMLElement).parentElement;
    if (points) {
      points.hidden = table.game.score === "none";
      points.title = table.game.score === "low" ? t("table.low") : "";
    }
    const streak = table.status.streak ?? 0;
    find(this.root, ".streak", HTMLElement).hidden = streak === 0;
    write(find(this.root, "#streak", HTMLElement), String(streak));
    const time = find(this.root, "#time", HTMLElement).parentElement;
    if (time) time.hidden = !settings.get("timer");
  }

  /**
   * In a race there are no new deals, and perhaps no steps back.
   * @param {import("../../net/messages.js").Entry|undefined} entry
   */
  #entry(entry) {
    const away = { "#new-game": entry, "#share": entry, "#resign": !entry, "#undo": entry?.undo === false,
      "#redo": entry?.undo === false, "#hint": entry?.hint === false };
    for (const [selector, isAway] of Object.entries(away)) find(this.root, selector, HTMLElement).hidden = !!isAway;
  }

  #choosing() {
    const { mayChoose, playing } = this.conduct;
    allow(find(this.root, "#move-to", HTMLButtonElement), playing && mayChoose);
  }

  #clock() {
    const { table } = this.room.store;
    // While nothing is heard nobody knows the time: it stands as it was.
    if (!table || (this.app.connection.state !== "online" && !this.room.ended)) return;
    const running = table.status.run && !this.room.ended;
    const since = running ? this.room.now() - this.room.statusAt : 0;
    write(find(this.root, "#time", HTMLElement), timeText(clockMs(table.status, since)));
    write(find(this.root, "#score", HTMLElement), String(score(table.status, since)));
  }

  /** The table is gone: nothing that was asked about it can be answered any more. */
  ended() {
    this.putAway();
    this.show();
  }

  /** Nothing of it stays open over the table. */
  putAway() {
    this.menu.close();
    this.about.close();
    this.host.close();
    this.lines?.close();
  }

  /** @param {{code:string, why?:string}} no @param {import("../../model/store.js").Intent|null} intent */
  refused(no, intent) {
    this.outlook?.player.refused(intent);
    const words = refusal(no, intent?.op);
    // What is shown in passing would be shown beneath them.
    if (this.lines?.isOpen) this.lines.tell(words);
    else this.app.announcer.toast(words);
    this.show();
    const [item] = intent?.items ?? [];
    if (item !== undefined && intent?.op !== "tap") this.board.cards.get(item)?.shake();
  }

  /** @param {import("../../net/messages.js").Ev} ev @param {import("./deltas.js").Heard} how */
  happened(ev, how) {
    const { table } = this.room.store;
    if (!how.own) this.outlook?.interrupt();
    this.panel.moved = ev.m.flatMap(([, items]) => items);
    this.#finishes = ev.op === "finish";
    if (!this.#finishes) this.board.endCascade();
    const what = table ? deltaWords(ev, table, how) : "";
    if (!table || what === "") return;
    this.#say(how.own ? what : t("say.by", { name: nameOf(table.seats, ev.by), what }));
  }

  dealt() {
    const { table } = this.room.store;
    if (!table) return;
    const { deal, game } = table;
    dealtAnew();
    // A proof that is being played has dealt anew itself.
    if (!this.#mayLook && !this.outlook?.player.playing) this.outlook?.close();
    this.#say(t("say.dealt", { game: gameName(game.id, game.name), deal: dealName(deal) }));
  }

  /** Whether somebody can be asked whether the game can be won: in a race nobody is told while it runs. */
  get #maySolve() {
    const { table, seat, knowsAll } = this.room.store;
    if (table === null || seat < 0 || table.entry || this.room.ended) return false;
    return this.app.solves || (knowsAll && Boolean(table.game.rules));
  }

  /** The same, where that would tell nobody of a card that lies face down. What was lost only the server knows. */
  get #mayLook() {
    const { store } = this.room;
    const isOver = store.table?.status.status === "over";
    return this.#maySolve && (isOver ? this.app.solves : store.knowsAll);
  }

  /** Who is asked whether the game can be won; null: it cannot be brought. */
  async #asker() {
    const { app, room } = this;
    const brought = await later(() => import("../outlook/asker.js")).catch(() => null);
    this.asker ??= brought && new brought.Asker(room, {
      bring: () => app.solver(), serves: () => app.solves, predictor: app.predictor,
    });
    return this.asker;
  }

  /**
   * A part of the page, brought when it is first asked for, with its styles if it has any.
   * @template {object} T @param {() => Promise<T & {styled?:() => Promise<void>}>} part
   * @returns {Promise<T|null>} null where it does not come, which is said, and where the table was left meanwhile
   */
  async #bring(part) {
    const brought = await later(part).catch(() => null);
    await brought?.styled?.();
    if (this.signal.aborted || this.room.ended) return null;
    if (!brought) this.app.lacks();
    return brought;
  }

  /** @param {(outlook:import("../outlook/outlook.js").Outlook) => void} act */
  async #look(act) {
    this.conduct.escape();
    const [brought, asker] = await Promise.all([
      this.#bring(() => import("../outlook/outlook.js")), this.#asker(),
    ]);
    if (!brought || this.signal.aborted) return undefined;
    if (!asker) return this.app.lacks();
    this.outlook ??= new brought.Outlook(this.room, find(this.root, ".around", HTMLElement), asker);
    act(this.outlook);
    return this.show();
  }

  /** @param {string} words */
  #say(words) {
    if (this.lines?.isOpen) this.lines.tell(words);
    else this.app.announcer.say(words);
  }

  async #hint() {
    const brought = await this.#bring(() => import("./hints.js"));
    if (!brought) return undefined;
    this.hints ??= new brought.Hints(this.room, this.board, (text) => {
      this.app.announcer.hush();
      this.app.announcer.toast(text);
    }, () => (this.#maySolve && this.room.store.knowsAll ? this.#asker() : null));
    return this.hints.show();
  }

  async #openLines() {
    this.conduct.escape();
    const brought = await this.#bring(() => import("./lines.js"));
    if (!brought) return undefined;
    const dialog = find(this.root, "#lines", HTMLDialogElement);
    this.lines ??= new brought.Lines(dialog, this.room, (text) => this.app.announcer.say(text));
    return this.lines.open();
  }

  /** @param {readonly import("../../net/messages.js").LiveDrag[]} live */
  hands(live) {
    // A snapshot brings its drags before the cards of that table are on the page.
    if (live.length > 0 && this.board.cards.size === 0) this.show();
    this.showHands(live);
  }

  /** @param {import("../../net/messages.js").LiveDrag} drag @param {string} name @param {string} home */
  shade(drag, name, home) {
    if (!this.board.cards.has(drag.items[0])) return null;
    return new CardShade(this.board, drag, name, home, (this.room.store.table?.seats.length ?? 0) > 1);
  }

  /** @param {number} item */
  elementOf(item) {
    return this.board.cards.get(item)?.element;
  }

  #fit() {
    const wishes = { left: settings.get("hand") === "left", large: settings.get("large") };
    this.root.classList.toggle("left-hand", wishes.left);
    this.root.classList.toggle("large-cards", wishes.large);
    const { clientWidth, clientHeight } = this.felt;
    const style = getComputedStyle(this.felt);
    const across = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const down = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
    if (clientWidth > 0) this.board.fit(clientWidth - across, clientHeight - down, wishes);
    this.panel.place();
  }

  /** @param {string} selector @param {boolean} enabled */
  #enable(selector, enabled) {
    find(this.root, selector, HTMLButtonElement).disabled = !enabled;
  }

  #buttons() {
    const { room } = this;
    const on = this.button.bind(this);
    for (const [selector, op] of STEPS) on(selector, () => this.conduct.step(op));
    on("#finish", () => room.command("finish"));
    on("#hint", () => this.#hint());
    on("#open-lines", () => this.#openLines());
    on("#outlook", () => this.#look((it) => (it.isOpen ? it.close() : it.open())));
    on("#move-to", () => {
      if (!this.conduct.playing) return;
      if (this.conduct.mayChoose) this.conduct.choose();
      else this.conduct.say(t("say.noCard"));
    });
    // A mouse leaves the focus on the table, where letters go on to mean something.
    find(this.root, ".tools", HTMLElement).addEventListener("mousedown", (event) => {
      // A dialog gives the focus back to what opened it.
      if (!(event.target instanceof Element && event.target.closest("[aria-haspopup]"))) event.preventDefault();
    });
    this.boardRoot.addEventListener("focusin", () => this.#choosing());
    on("#put-back", () => {
      this.conduct.escape();
      this.board.takeFocus();
    });
    this.about.buttons(on);
    this.panel.buttons(on, room, this.app);
  }
}
