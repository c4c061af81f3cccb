// @ts-check
/**
 * What is said on the table when a game is won, given up, cannot go on, or the table itself is gone.
 * Promise: its words are written anew whenever the table is shown, in the language that is spoken then; it covers
 * neither stock, waste nor the last move where there is room beside them, and comes when the celebration is over.
 * Invariant: at most one panel, with at most one primary button.
 */
import { celebrate } from "./celebrate.js";
import { sound } from "../../sound/sound.js";
import { find, write } from "../../view/dom.js";
import { nextNumber } from "../../model/deal.js";
import { autoOf } from "../../model/predictor.js";
import { pilesOf } from "../../model/zones.js";
import { timeText } from "../../model/score.js";
import { dealName, gameName, goneWords, isAtDoor } from "../../model/words.js";
import { Verdict } from "../../seal.js";
import { spot } from "./spot.js";
import { t } from "../../words/say.js";

/** @typedef {import("../room.js").Room<string>} Room */
/** @typedef {import("../../net/messages.js").Deal} Deal */

/** @typedef {{toRace:() => void}} Frame  the page of a race around one's own table there */

/** How a game ends. In a race what comes next is decided for all. */
const ENDS = new Set(["won", "over"]);
/** Of a move of more cards than these its last card is enough to see. */
const MOVED_MAX = 14;

export class Panel {
  /** What is shown: a kind, for whom, and for a dead end its version. */
  #key = "";
  /** A won or stuck table may be looked at. */
  #dismissed = "";
  /** @type {(() => void)|null} */
  #party = null;
  /** A win is celebrated once, and only in pages that saw the game. */
  #sawPlay = false;
  #verdict = new Verdict();
  /**
   * What is known of the table that it speaks of.
   * @type {Room["store"]|null}
   */
  #store = null;
  /** The game of which it speaks, by the store's count. */
  #game = 0;
  /**
   * The cards of the last move, the last of them last.
   * @type {readonly number[]}
   */
  moved = [];
  /**
   * What else can be told of the game: whether it is to be had, and what shows it.
   * @type {{mayLook:() => boolean, look:() => void, prove:(line:readonly import("../../net/messages.js").Step[]) =>
   *   void}|null}
   */
  helps = null;
  /** What comes after a celebration. */
  #then = () => {};

  /**
   * @param {HTMLElement} root @param {import("./board.js").Board} board
   * @param {import("../../view/motion.js").Motion} motion @param {Frame|null} [frame]
   */
  constructor(root, board, motion, frame = null) {
    this.frame = frame;
    this.root = root;
    this.board = board;
    this.motion = motion;
  }

  /** @param {number} item */
  holds(item) {
    return this.#party !== null && this.board.cards.get(item)?.held != null;
  }

  /**
   * Another game begins: nothing is to be said of the one before, and its cards come down.
   * @param {number} game
   */
  turnTo(game) {
    if (game === this.#game) return;
    this.#game = game;
    this.#key = this.#dismissed = "";
    this.#sawPlay = false;
    this.moved = [];
    this.close();
  }

  /** @param {Room} room @param {boolean} restarted @param {string} connection */
  show(room, restarted, connection) {
    const { table, seat } = room.store;
    const status = table?.status.status ?? "playing";
    const kind = room.ended ? "gone" : status === "waiting" ? "playing" : status;
    if (table && kind === "playing") {
      this.#sawPlay = true;
      this.#dismissed = "";
    }
    const key = kind === "playing" ? "" : `${kind} ${seat >= 0} ${kind === "stuck" ? table?.version : ""}`;
    const words = () => this.#words(kind, room, restarted);
    if (key === this.#key) {
      if (!this.root.hidden) words();
      return;
    }
    this.#key = key;
    this.close();
    if (key === "" || key === this.#dismissed) return;
    this.root.dataset.kind = kind;
    const offers = !table?.entry || kind === "gone" ? kind : ENDS.has(kind) ? "raced" : "racing";
    for (const button of this.root.querySelectorAll("button[data-for]")) {
      const on = button.getAttribute("data-for")?.split(" ").includes(offers) ?? false;
      const isLost = button.id === "panel-undo" && table?.entry?.undo === false;
      const isOurs = kind === "gone" || seat >= 0 || button.id === "panel-close";
      const isVain = (button.id === "panel-look" && !this.helps?.mayLook())
        || (button.id === "panel-proof" && proofOf(table?.deal) === null);
      /** @type {HTMLElement} */ (button).hidden = !on || isLost || !isOurs || isVain;
    }
    words();
    const open = () => {
      this.root.hidden = false;
      this.#markPrimary();
      this.place();
      this.#takeFocus(kind, seat);
    };
    // The press that ends a celebration takes the focus to where it was.
    const openLater = () => {
      open();
      setTimeout(() => !this.root.hidden && this.#takeFocus(kind, seat));
    };
    const isParty = kind === "won" && this.#sawPlay && connection === "online";
    if (isParty) sound.play("win");
    if (kind === "won") this.#sawPlay = false;
    if (isParty && !this.motion.reduced) this.#celebrate(openLater);
    else open();
  }

  /** @param {string} kind @param {number} seat */
  #takeFocus(kind, seat) {
    // A table on which one cannot play any more has nothing better to focus.
    if (seat >= 0 || kind === "gone") find(this.root, "h2", HTMLElement).focus({ preventScroll: true });
  }

  /** The best thing to do comes first, and it alone stands out. */
  #markPrimary() {
    const buttons = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll("button[data-for]")]);
    for (const [at, button] of buttons.filter(({ hidden }) => !hidden).entries()) {
      button.classList.toggle("primary", at === 0 && button.id !== "panel-close");
    }
  }

  /** Finds its spot on the felt, as large as that is now. */
  place() {
    const { root, board } = this;
    const felt = root.parentElement;
    if (root.hidden || !felt) return;
    const { g, kinds, places } = board;
    const piles = new Set([...pilesOf(kinds, "stock"), ...pilesOf(kinds, "waste")]);
    const last = new Set(this.moved.length > MOVED_MAX ? this.moved.slice(-1) : this.moved);
    const { offsetLeft, offsetTop } = board.root;
    /** @param {{x:number, y:number}} corner */
    const rect = ({ x, y }) => ({ x: x + offsetLeft, y: y + offsetTop, w: g.cardWidth, h: g.cardHeight });
    const seen = [...piles].flatMap((pile) => (g.slots[pile] ? [rect(g.slots[pile])] : []));
    /** @type {import("./spot.js").Rect[]} */
    const others = [];
    for (const [item, it] of places) (piles.has(it.pile) || last.has(item) ? seen : others).push(rect(it));
    const wanted = root.dataset.kind === "stuck" ? 1 : 0.5;
    const room = { w: felt.clientWidth, h: felt.clientHeight };
    const at = spot({ w: root.offsetWidth, h: root.offsetHeight }, room, seen, others, wanted);
    root.style.left = `${at.x}px`;
    root.style.top = `${at.y}px`;
  }

  /** Closes it; a focus inside moves to the table. */
  close() {
    const isInside = this.root.contains(document.activeElement);
    this.root.hidden = true;
    this.#then = () => {};
    this.#party?.();
    if (isInside) this.board.takeFocus();
  }

  /**
   * @param {(selector:string, act:() => void) => void} on @param {Room} room
   * @param {import("../../main.js").App} app
   */
  buttons(on, room, app) {
    on("#panel-new", () => room.command("deal", { deal: nextDeal(room.store.table?.deal) }));
    on("#panel-again", () => {
      const { table } = room.store;
      if (!room.ended) return room.command("restart");
      if (room.endedBy === "rate") return location.reload();
      if (!table) return;
      const { deal, game, seats, status } = table;
      app.open({
        game: game.id, deal: deal.kind === "open" ? { kind: "open", n: deal.n ?? 0 } : { kind: "sealed" },
        auto: autoOf(status),
        seats: seats.length, timed: status.timed,
      });
    });
    on("#panel-lobby", () => app.go("/"));
    on("#panel-race", () => {
      const race = room.store.table?.entry?.race;
      if (this.frame) this.frame.toRace();
      else if (race !== undefined) app.go(`/c/${race}`);
    });
    on("#panel-look", () => {
      this.#dismissed = this.#key;
      this.close();
      this.helps?.look();
    });
    on("#panel-proof", () => {
      const line = proofOf(room.store.table?.deal);
      if (line) this.helps?.prove(line);
    });
    on("#panel-close", () => {
      this.#dismissed = this.#key;
      this.close();
    });
  }

  /** @param {string} kind @param {Room} room @param {boolean} restarted */
  #words(kind, room, restarted) {
    const { table, seat } = room.store;
    this.#store = room.store;
    if (kind === "won" && table) this.#won(table, seat);
    else if (kind === "over" && table) this.#over(table, seat);
    else if (kind === "stuck" && table) this.#stuck(seat, table.entry !== undefined);
    else this.#gone(room, restarted);
  }

  /** @param {import("../../model/table.js").Table} table @param {number} seat */
  #won(table, seat) {
    this.#write(t(isTogether(table) ? "panel.wonTogether" : seat >= 0 ? "panel.youWon" : "panel.won"), resultOf(table));
    this.#ended(table);
  }

  /** @param {import("../../model/table.js").Table} table that was given up @param {number} seat */
  #over(table, seat) {
    const { deal, game } = table;
    const what = t("table.dealt", { game: gameName(game.id, game.name), deal: dealName(deal) });
    this.#write(t(seat >= 0 && !isTogether(table) ? "panel.gaveUp" : "panel.over"),
      t("panel.overWas", { what, result: resultOf(table) }));
    this.#ended(table);
  }

  /** @param {import("../../model/table.js").Table} table */
  #ended(table) {
    this.#label("#panel-new", newDealText(table.deal));
    this.#label("#panel-again", t("panel.again"));
    this.#fair(table.deal);
  }

  /**
   * A sealed deal that is open shows at once that nobody touched it.
   * @param {Deal} deal
   */
  #fair(deal) {
    if (deal.kind !== "sealed" || !deal.seed) return;
    const holds = this.#store && this.#verdict.on(deal, this.#store, () => this.#fair(deal))?.holds;
    if (typeof holds !== "boolean" || !ENDS.has(this.root.dataset.kind ?? "")) return;
    const line = find(this.root, ".fair", HTMLElement);
    line.hidden = false;
    line.dataset.holds = String(holds);
    const seed = `${deal.seed.slice(0, 8)}…`;
    write(line, t(holds ? "panel.sealHolds" : "panel.sealBroken", { seed }));
  }

  /** @param {number} seat @param {boolean} races nothing can be started over */
  #stuck(seat, races) {
    this.#write(t("panel.stuck"), t(seat >= 0 && !races ? "panel.stuckPlayer" : "panel.stuckWhy"));
    this.#label("#panel-new", t("panel.newDeal"));
    this.#label("#panel-again", t("panel.startOver"));
  }

  /** @param {Room} room @param {boolean} restarted */
  #gone(room, restarted) {
    const { table } = room.store;
    const open = table?.deal.kind === "open" ? table.deal : null;
    const [title, why] = goneWords(room.endedBy, restarted);
    const next = open ? t("panel.startDeal", { deal: dealName(open) }) : t("panel.openNew");
    const door = isAtDoor(room.endedBy);
    this.#write(title, door ? why : table ? t("panel.goneNext", { why, next }) : t("panel.goneLobby", { why }));
    const again = room.endedBy === "rate";
    this.#label("#panel-again", again ? t("lobby.tryAgain") : next);
    find(this.root, "#panel-again", HTMLElement).hidden = !again && (door || table === null);
  }

  /** @param {string} title @param {string} text */
  #write(title, text) {
    write(find(this.root, "h2", HTMLElement), title);
    write(find(this.root, ".words", HTMLElement), text);
    find(this.root, ".fair", HTMLElement).hidden = true;
  }

  /** @param {string} selector @param {string} text */
  #label(selector, text) {
    write(find(this.root, selector, HTMLElement), text);
  }

  /** @param {() => void} then */
  #celebrate(then) {
    this.#then = then;
    this.#party = celebrate(this.board, Math.random, () => {
      this.#party = null;
      for (const card of this.board.cards.values()) {
        if (card.held) card.rest(card.x, card.y, card.z, {});
      }
      this.#then();
    });
  }
}

/** @param {import("../../model/table.js").Table} table */
const isTogether = ({ seats }) => seats.filter(({ id }) => id !== undefined).length > 1;

/**
 * How a game went.
 * @param {import("../../model/table.js").Table} table
 */
function resultOf(table) {
  const { clock, moves, score, bonus } = table.status;
  const points = t("panel.points", { count: score });
  return t(resultKey(table), { time: timeText(clock), count: moves, score: points, bonus: bonus ?? 0 });
}

/**
 * Some games have no points.
 * @param {import("../../model/table.js").Table} table
 */
function resultKey({ game, status }) {
  if (game.score === "none") return "panel.resultPlain";
  if (game.score === "low") return "panel.resultLow";
  return status.bonus ? "panel.resultBonus" : "panel.result";
}

/**
 * What was promised of a deal is promised of the next one.
 * @param {Deal|undefined} deal @returns {Deal}
 */
export function nextDeal(deal) {
  if (deal?.winnable) return { kind: deal.kind, winnable: true, ...(deal.level && { level: deal.level }) };
  return deal?.kind === "open" ? { kind: "open", n: nextNumber(deal.n ?? 0) } : { kind: "sealed" };
}

/** @param {Deal} deal */
export const newDealText = (deal) => (deal.kind === "open" && !deal.winnable
  ? t("panel.nextDeal", { n: String(nextNumber(deal.n ?? 0)) }) : t("panel.newDeal"));

/** @param {Deal|undefined} deal the line that proves that it can be won; null until it is opened */
const proofOf = (deal) => (deal?.kind === "sealed" && deal.seed && deal.line ? deal.line : null);
