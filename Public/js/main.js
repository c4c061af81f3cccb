// @ts-check
/**
 * Baize in the browser: one connection, one page at a time, no reload.
 *
 * What tests may hold on to:
 * - `#board[data-room][data-version][data-hash][data-status][data-role=player|watch][data-settled=true|false]`;
 *   settled: nothing is asked of the server and no animation runs
 * - `#board[data-prediction=on]` while the rules are at hand in the page, else why they are not; `[data-disagreements]`
 * - `.card[data-handle][data-face?][data-in=t3][data-index=2]`, one element per card for its whole life
 * - cards in another's hand are `.card.ghost` with a `.ghost-name`, both `[data-by]` where there are several seats
 * - `.pile[data-in=t3]`; lit `.legal`, and `.over` under the hand; `.gap` left behind, `.landing` opened
 * - `#undo #redo #hint #finish #new-game #stock`; a hint's `.card.hinted` and `.hint-target`;
 *   `#move-menu .stop[data-in]`
 * - `#time #moves #score #streak #watchers`; all that is said stands in `#say`, one text after the other
 * - a card that lies face down and is known all the same has `[data-face="~KS"]` and is `.known-down`
 * - `#new-game` asks in `#fresh` (`#new-deal`, `#restart`) while a game runs
 * - `#panel[data-kind=won|over|stuck|gone]` with `#panel-new #panel-again #panel-undo #panel-lobby #panel-close`
 * - `#connection[data-state=online|reconnecting|restarted]` (`closed` where only a person can help)
 * - a board that is not patience: `#board[data-kind=board]` with the attributes above (no status, no prediction);
 *   `.region[data-region]`, `.place[data-in]`, `.item[data-handle][data-in][data-index]`; lit `.legal`, and under a
 *   hand `.targeted` and `.over`; `.gap` where it would land (`.gap.remote[data-by]` of another seat);
 *   `.ghost[data-by]`; what another holds is `.held[data-by]`; `#undo #redo #share #move-to #about-item #put-back`,
 *   `#details`, `#move-menu`
 * - things from and for outside: `.transfer-tools [data-act=add|paste]` and its file field, `.upload-note`,
 *   `.drag-out[data-ready]` in the item under the mouse, `.transfer-actions [data-act=download|copy]`, `.toast`
 * - the lobby's `#continue[data-room]` and `#open-table`; `#options` with `kind`, `n`, `auto`, `timed` and `access`;
 *   `#known .tile[data-kind]`, `.games [name=game]`, `.chosen select[data-option]`; `#my-tables > li[data-room]`,
 *   `#tables > li[data-room]` with `.mini[data-version]` where its small board is drawn; a table that a link has
 *   dealt has `.arrival`; the rules' `.rules[data-game]`, and `.again` where they could not be fetched
 * - everywhere `#open-settings` and `#settings` with a control for each setting by its name; what was chosen stands on
 *   `html[data-theme][data-colours][data-back][data-large][data-motion]`
 * - everywhere `?` and `.open-keys` open `#keys`; `#offline` while a page that the browser kept has met no server yet
 * - `html[data-release]` where the server has put the page together; `bundled["/js/settings.js"]` is a running module
 * - its boards: `#new-seats`, `.tile[data-kind]`; `#own-board` with its text, `.check`, `.problems button`; `.invite`
 * - who comes to a table: `#share` opens `#about` with `[name=access]`, `[name=way]`, `.sending`, `.qr`, `.void`,
 *   `.bans`; `#lock`, `#seats .more` and `#person [data-do]`; `.notice[data-notice=door|knock|question]`
 * - talk, where there is company: `#open-talk` and `#talk` with `.reactions [data-what]`, its lines `li[data-line]`
 *   with `.more`, its field; `#line-menu [data-do]`, `.hidden-people`, `.talk-float[data-what]`, a host's `[name=chat]`
 * - a race, `/c/<room>`: `.race[data-room][data-state=open|starting|running|ended|gone]`, its moment in
 *   `[data-moment=waits|counts|plays|looks|ended]` and what is looked at in `[data-view=lounge|own|others]`; its
 *   entrants `.race [data-n][data-ready][data-state][data-place][data-final][data-room]`; `#ready #race-start #sit`,
 *   `.way input` with the link and `.copy`, `#share`; `.countdown[data-digit]`, `.race-clock`, `.race-place`,
 *   `#race-view`; `.mini canvas`; `#again` and `.race-verdict[data-verdict=true|false|unknown]`; its tables have
 *   `#resign`, which asks in `#resigning` (`#resign-now`), and `#panel-race`; at others it is `#fresh-resign`
 * - a new race: `.tile[data-kind=race]` opens `#new-race` with `[name=entrants]`, `[name=minutes]`, `[name=undo]`,
 *   `[name=hint]`, `[name=race-access]`, `#open-race`; a race is `#tables > li[data-room][data-race]`
 * - who we are: the page `/me`, `.me[data-state=waiting|lost|told]` with a section for each matter by its `[data-part]`
 */
import { Announcer } from "./view/announce.js";
import { BANNED, SIGNED_OUT } from "./net/backoff.js";
import { Connection } from "./net/connection.js";
import { Doorway } from "./table/doorway.js";
import { fetchRules } from "./net/rules.js";
import { find, write } from "./view/dom.js";
import { keep, kept } from "./keep.js";
import { played } from "./lobby/games.js";
import { arrived, uninvite } from "./lobby/invite.js";
import { DealingPage, dealOf, hasOpened, openedBy } from "./lobby/link.js";
import { forgetMine, note, noteAll } from "./lobby/mine.js";
import { usual } from "./lobby/options.js";
import { LobbyPage } from "./lobby/page.js";
import { NowherePage } from "./nowhere.js";
import { forgetGames } from "./lobby/picker.js";
import { open } from "./net/messages.js";
import { isNotReady, patience, TRIES_MAX } from "./net/picking.js";
import { Predictor } from "./model/predictor.js";
import { dealName, gameName, refusal } from "./model/words.js";
import { compareRelease, isSuperseded, keepShell, later } from "./net/release.js";
import { settings } from "./settings.js";
import { StillPage } from "./still-page.js";
import { TablePage } from "./table/piles/page.js";
import { KeysDialog } from "./settings/keys.js";
import { SettingsDialog } from "./settings/dialog.js";
import { wear } from "./settings/look.js";
import { onLanguage, setLanguage } from "./words/language.js";
import { t } from "./words/say.js";

const VERSION = "web/0.1.0";
/** After so long a wait for the rules the page goes on without them. */
const RULES_WAIT_MS = 15000;
/** What is kept for the next visit comes when this one has long begun. */
const KEEP_AFTER_MS = 2000;
/** Without a connection, by its close code: what is known beyond that it was lost. */
const LOSSES = new Map([[1013, "full"], [4008, "behind"], [4029, "tooFast"], [BANNED, "banned"]]);

/** Why a table is none of ours any more. */
const SENT_AWAY = new Set(["kicked", "banned", "key"]);
/** What is told of a table only while there is one. */
const KEPT = new Set(["snap", "ev", "crowd", "dests", "drag"]);

/** @typedef {TablePage|import("./table/regions/page.js").BoardPage} TableOrBoard */
/** @typedef {import("./rules/page.js").RulesPage} RulesPage */
/** @typedef {import("./me/page.js").MePage} MePage */
/** @typedef {import("./me/deleted.js").DeletedPage} DeletedPage */
/** @typedef {import("./race/page.js").RacePage} RacePage */
/** @typedef {LobbyPage|RulesPage|MePage|DeletedPage|NowherePage|Doorway|DealingPage|Blank|RacePage|
 *   TableOrBoard} Page */

/** While the program of a page comes. */
class Blank extends StillPage {
  left = false;

  leave() {
    this.left = true;
  }
}

export class App {
  announcer = new Announcer(find(document, "#say", HTMLElement), find(document, "#toasts", HTMLElement));
  /** Our guest id, once the server has told it. */
  guest = "";
  /** The server was restarted, and nothing was heard yet of the table that we hold. */
  restarted = false;
  predictor = new Predictor();
  /** @type {Page|null} */
  page = null;
  /** The server says whether games can be won. */
  solves = false;
  /** The claimed name of the person that we are; empty for a guest. */
  handle = "";
  /** We sign out by ourselves, so nothing is said of it. */
  isLeaving = false;
  /** Somebody else plays here since the last welcome. */
  #became = false;
  /** As whom we said hello last. */
  #tok = "";
  /** Which words the state of the connection was last told with. */
  #told = "";
  /** @type {import("./solver/solver.js").Solver|null} */
  #solver = null;

  constructor() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.connection = new Connection(`${scheme}//${location.host}/ws`, VERSION, {
      identity: () => ({ tok: this.#tok = kept("tok"), name: kept("name") || t("app.guest") }),
      rooms: () => this.page?.holding() ?? [],
      welcomed: (welcome, restarted) => this.#welcomed(welcome, restarted),
      heard: (messages, whole) => this.#heard(messages, whole),
      changed: () => {
        const { state, lostBy } = this.connection;
        if (state === "closed" && lostBy === SIGNED_OUT && !this.isLeaving) return this.signedOut();
        this.#pill();
        this.page?.show();
      },
    });
    addEventListener("popstate", () => this.#enter(null, true));
    addEventListener("pagehide", () => this.#note());
    onLanguage(() => this.#reword());
    settings.subscribe((changed) => {
      if (changed.includes("language")) setLanguage(settings.get("language"));
    });
    document.addEventListener("click", (event) => this.#follow(event));
    find(document, "#connection", HTMLButtonElement).addEventListener("click", () => {
      if (this.connection.state !== "online") this.connection.connect();
    });
  }

  start() {
    this.connection.connect();
    const [came] = performance.getEntriesByType("navigation");
    this.#enter(null, came instanceof PerformanceNavigationTiming && came.type !== "navigate");
    // After the first paint: nothing waits for the rules.
    requestAnimationFrame(() => setTimeout(() => this.#learn().then(() => setTimeout(keepShell, KEEP_AFTER_MS))));
  }

  /** The texts of the page itself have changed already; all others are written anew by the code that wrote them. */
  #reword() {
    this.announcer.forget();
    this.#pill();
    if (this.page && "reword" in this.page) this.page.reword();
    else this.page?.show();
  }

  async #learn() {
    try {
      this.predictor.use(await fetchRules("/patience.wasm", RULES_WAIT_MS));
    } catch (error) {
      this.predictor.stop(String(error));
    }
    this.page?.show();
  }

  /** What says whether a table can be won; null: it cannot be brought. Nobody has it before it is asked for. */
  async solver() {
    try {
      const { Solver } = await later(() => import("./solver/solver.js"));
      return this.#solver ??= new Solver();
    } catch {
      return null;
    }
  }

  /**
   * @param {string} path @param {TablePage|RacePage|null} [page] what is there, if it was opened already
   * @param {boolean} [instead] of the page that is there, to which Back does not lead
   */
  go(path, page = null, instead = false) {
    // The server has another release of this program: the next page is of that one.
    if (isSuperseded()) return instead ? location.replace(path) : location.assign(path);
    history[instead ? "replaceState" : "pushState"](null, "", path);
    // Pages begin at their top, wherever the one before was scrolled to.
    scrollTo(0, 0);
    this.#enter(page);
  }

  /**
   * Names the page anew without leaving it.
   * @param {string} path
   */
  address(path) {
    history.replaceState(null, "", path);
  }

  /**
   * Opens a table of patience and goes there.
   * @param {import("./net/messages.js").Choice} choice @param {() => void} [refused]
   * @param {string} [link] that names it, and is gone from then on
   * @param {number} [tries] how often it was asked before
   */
  open(choice, refused = () => {}, link = "", tries = 0) {
    const { page: asking } = this;
    this.connection.ask(open(choice), (answer) => {
      if (answer.t === "no" && isNotReady(answer) && tries < TRIES_MAX) {
        setTimeout(() => this.page === asking && this.open(choice, refused, link, tries + 1), patience(answer, tries));
        return;
      }
      if (link !== "" && answer.t === "ok" && answer.room !== undefined) hasOpened(link, answer.room);
      // Who went to another page meanwhile is not called back.
      if (this.page !== asking) return;
      if (answer.t === "ok" && answer.room !== undefined) {
        keep("last", answer.room);
        keep("game", choice.game);
        keep("played", played(kept("played"), choice.game));
        const page = new TablePage(answer.room, "play", this);
        // Before the page turns: what lies on the table comes meanwhile.
        page.room.enter("play");
        this.go(`/t/${answer.room}`, page, link !== "");
        const { game, deal } = choice;
        if (link !== "") arrived(t("table.dealt", { game: gameName(game), deal: dealName(deal) }));
      } else if (answer.t === "no") {
        const full = answer.code === "full";
        refused();
        // What a link names and is not there, the lobby tells better.
        if (link === "" || answer.code !== "bad") this.announcer.toast(full ? t("app.noRoom") : refusal(answer));
      }
    });
  }

  /** A table that is left is known in the lobby before the server tells of it. */
  #note() {
    if (!this.page || !("room" in this.page)) return;
    const { table, seat } = this.page.room.store;
    const { room } = this.page;
    if (SENT_AWAY.has(room.endedBy)) forgetMine(room.id);
    else if (table && seat >= 0 && !room.ended) note(table);
  }

  /**
   * Deals what a link names.
   * @param {{game:string, deal:import("./net/messages.js").Deal}} named
   */
  #deal(named) {
    this.page = new DealingPage(this, named.game);
    this.page.enter();
    this.open({ ...named, ...usual() }, () => {
      this.page?.leave();
      this.#lobby();
    }, location.search);
  }

  #lobby() {
    this.turnTo(new LobbyPage(this, new URLSearchParams(location.search), location.hash), "lobby");
  }

  /**
   * @param {TablePage|RacePage|null} [opened] what is at the address, if it is there already
   * @param {boolean} [again] by Back, by Forward, or loaded anew
   */
  #enter(opened = null, again = false) {
    this.#note();
    this.page?.leave();
    uninvite();
    // What was shown in passing was about that page.
    this.announcer.hush();
    this.restarted = false;
    if (opened) return this.turnTo(opened, opened instanceof TablePage ? "table" : "race");
    const dealt = again ? openedBy(location.search) : "";
    if (dealt !== "") this.address(`/t/${dealt}`);
    const [, kind, room] = /^\/(t|watch|c)\/(\w{1,40})$/.exec(location.pathname) ?? [];
    const rules = /^\/rules(?:\/(t\/\w{1,20}|[\w:=,-]{0,100}))?$/.exec(location.pathname);
    if (rules) {
      const of = rules[1] ?? "";
      this.#bring(() => import("./rules/page.js"), ({ RulesPage }) => new RulesPage(of, location.hash), "rules");
    } else if (location.pathname === "/me") {
      this.#bring(() => import("./me/page.js"), ({ MePage }) => new MePage(this, location.hash), "me");
    } else if (location.pathname === "/" || location.pathname === "/index.html") {
      const named = dealOf(new URLSearchParams(location.search));
      if (named) this.#deal(named);
      else this.#lobby();
    } else if (kind === undefined) this.turnTo(new NowherePage(), "nowhere");
    else if (kind === "c") {
      this.#bring(() => import("./race/page.js"), ({ RacePage: It }) => new It(room, this), "race");
    } else this.page = new Doorway(room, kind === "t" ? "play" : "watch", this);
    if (this.page instanceof Doorway) this.page.enter();
    this.#pill();
    return undefined;
  }

  /**
   * @template T @param {() => Promise<T>} part of the program
   * @param {(part:T) => RulesPage|MePage|RacePage} make its page @param {string} name as styles know it
   */
  async #bring(part, make, name) {
    const blank = new Blank();
    this.page = blank;
    const brought = await later(part).catch(() => null);
    if (blank.left) return;
    if (brought) this.turnTo(make(brought), name);
    else this.lacks();
  }

  /** A part of the program did not come. */
  lacks() {
    this.announcer.toast(t("app.partLost"));
  }

  /**
   * Another page from now on; the one before has been left.
   * @param {Exclude<Page, Doorway|Blank>} page @param {string} name as styles know it
   */
  turnTo(page, name) {
    this.page = page;
    this.put(page.root, name);
    page.enter();
    this.#pill();
  }

  /** @param {HTMLElement} root @param {string} name */
  put(root, name) {
    document.body.dataset.page = name;
    find(document, "#main", HTMLElement).replaceChildren(root);
  }

  /** This device was signed out: it goes back to its guest of before. */
  signedOut() {
    // Another tab may have gone back already.
    if (kept("tok") === this.#tok) {
      keep("tok", kept("tok.before"));
      keep("tok.before", "");
    }
    this.become();
    this.announcer.toast(t("connection.signedOut"));
  }

  /**
   * Begins anew as the person whose token is kept.
   * @param {DeletedPage} [page] what is shown then; else what is at the address
   */
  become(page) {
    this.page?.leave();
    this.page = null;
    this.guest = "";
    this.#became = true;
    noteAll([]);
    keep("last", "");
    this.connection.anew();
    if (page) this.turnTo(page, "me");
    else this.#enter(null, true);
  }

  /** @param {import("./net/messages.js").Welcome} welcome @param {boolean} restarted */
  #welcomed(welcome, restarted) {
    // Who signs in here goes on with what was set here. And a visitor who came with a token and got another is the same
    // person: the server had forgotten the first one.
    settings.belongTo(welcome.you.id, this.#became || (kept("tok") !== "" && kept("tok") !== welcome.tok));
    this.#became = false;
    // Another tab may have signed in meanwhile.
    if (kept("tok") === "" || kept("tok") === this.#tok) keep("tok", welcome.tok);
    this.#tok = welcome.tok;
    this.guest = welcome.you.id;
    this.solves = welcome.solves === true;
    this.handle = welcome.you.handle ?? "";
    if (restarted) {
      forgetGames();
      compareRelease();
    }
    if (restarted && (this.page?.holding().length ?? 0) > 0) this.restarted = true;
    this.page?.welcomed(welcome, restarted);
    this.#pill();
  }

  /** @param {import("./net/messages.js").ServerMessage[]} messages @param {boolean} whole all lines could be read */
  #heard(messages, whole) {
    // A table that is told of again was kept.
    if (messages.some(({ t }) => KEPT.has(t))) this.restarted = false;
    this.page?.heard(messages, whole);
    if (this.restarted) this.#pill();
  }

  /** The server came back without the table of this page. */
  get #unkept() {
    return this.restarted && this.page !== null && "room" in this.page && this.page.room.endedBy === "idle";
  }

  #pill() {
    const pill = find(document, "#connection", HTMLButtonElement);
    const { silent } = this.connection;
    const state = silent ? "reconnecting" : this.connection.state;
    const restarted = state === "online" && this.#unkept;
    pill.dataset.state = restarted ? "restarted" : state === "connecting" ? "reconnecting" : state;
    const lost = state === "reconnecting" || state === "closed" ? LOSSES.get(this.connection.lostBy) : undefined;
    const words = restarted ? "restarted" : silent ? "silent" : lost ?? state;
    const text = t(`connection.${words}`);
    // A page that came out of the browser's keeping, before it has ever met the server.
    find(document, "#offline", HTMLElement).hidden = state !== "reconnecting" || this.guest !== "";
    if (this.#told !== words && words === "banned") this.announcer.toast(t("connection.bannedWhy"));
    else if (this.#told !== words && this.#told !== "") this.announcer.say(t("connection.said", { state: text }));
    this.#told = words;
    write(find(pill, "span", HTMLElement), text);
    pill.title = state === "closed" ? t("connection.tryAgain") : text;
  }

  /**
   * Links of our own are followed without leaving the page.
   * @param {MouseEvent} event
   */
  #follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
    if (link.hash !== "" && link.pathname === location.pathname) return;
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || link.target !== "") return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

wear();
// Nothing is built before it is known in which language.
await setLanguage(settings.get("language"));
new SettingsDialog();
new KeysDialog();
new App().start();
