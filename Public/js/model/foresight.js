// @ts-check
/**
 * What patience shows ahead of the server: what was asked is played by the rules if they are at hand, else guessed.
 * Promise: it sees only what is shown; a card whose face is not known has none here either.
 */
import { Choices } from "./choices.js";
import { cardOf, isKnownDown, isOpen, turnedDown } from "./face.js";
import { moved, pileOf, withItem } from "./table.js";
import { pilesOf } from "./zones.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./store.js").Intent} Intent */
/** @typedef {import("./store.js").Shown} Shown */
/** @typedef {import("./store.js").ViewOf<string>} View */

export class Foresight {
  isBoard = false;
  /**
   * What the rules said of a view.
   * @type {{view:View|null, foreseen:import("./predictor.js").Foreseen|null, choices:Choices|null}}
   */
  #known = { view: null, foreseen: null, choices: null };

  /** @param {import("./predictor.js").Predictor|null} [predictor] the rules; they may be missing, or stop any time */
  constructor(predictor = null) {
    this.predictor = predictor;
  }

  get turns() {
    return this.predictor?.turns ?? -1;
  }

  /** @param {View} view @returns {Shown} */
  shown(view) {
    const { confirmed, pending, table } = view;
    const { foreseen = null } = pending.length > 0 ? this.#foresee(view) : {};
    // What the rules cannot play is guessed, on top of what they could.
    return pending.slice(foreseen?.played ?? 0)
      .reduce((shown, intent) => after(shown, intent, table), { ...confirmed, ...foreseen?.shown });
  }

  /** @param {View} view @param {Choices|null} heard */
  choices(view, heard) {
    // Without the rules what was heard last counts until the next is heard.
    return this.#foresee(view).choices ?? (view.pending.length === 0 ? heard : null);
  }

  /** @param {View} view @param {Shown} shown @param {number} item */
  looksLiftable({ table }, { piles, faces }, item) {
    const pile = pileOf(piles, item);
    if (pile === null || !isOpen(faces.get(item))) return false;
    const { role, zone } = table.kinds.get(pile) ?? {};
    if (role === "stock") return false;
    return zone?.spread === true || piles[pile][piles[pile].length - 1] === item;
  }

  /** @param {View} view @param {Shown} shown @returns {string|null} */
  turnable({ table }, { piles }) {
    const [stock] = pilesOf(table.kinds, "stock");
    const [waste] = pilesOf(table.kinds, "waste");
    if (stock === undefined) return null;
    const over = waste !== undefined && piles[waste].length > 0 && table.status.redeal;
    return piles[stock].length > 0 || over ? stock : null;
  }

  /** @param {View} view @param {number} item @param {string} to */
  whyNotDrop({ table, pending }, item, to) {
    return this.predictor?.whyNotDrop(table, pending.map(step), item, to) ?? null;
  }

  /**
   * Moves that happen by themselves may carry cards further in the same event.
   * @param {Intent} intent @param {import("./table.js").AnyEv} ev
   */
  lands({ op, items: [item] }, ev) {
    return item === undefined ? op === ev.op : ev.m.some(([, items]) => items.includes(item));
  }

  /** @param {Shown} shown @param {number} item */
  travelling({ piles }, item) {
    return withItem(piles, item);
  }

  /** @param {Table} table @param {import("./choices.js").Told} told */
  heard(table, told) {
    this.predictor?.compare(table, /** @type {import("../net/messages.js").Dests} */ (told));
  }

  /** @param {View} view */
  #foresee(view) {
    if (this.#known.view !== view) {
      const { table, pending, held, seat } = view;
      const foreseen = seat < 0 ? null : this.predictor?.foresee(table, pending.map(step), held) ?? null;
      this.#known = { view, foreseen, choices: foreseen?.choices ? new Choices(foreseen.choices) : null };
    }
    return this.#known;
  }
}

/** @param {Intent} intent @returns {import("./predictor.js").Step} */
const step = ({ op, items, to }) => ({ op, item: items[0] ?? null, to: to?.in ?? null });

/** @param {Shown} shown @param {Intent} intent @param {Table} table @returns {Shown} */
function after(shown, { op, items: [item], to: target }, table) {
  const { piles } = shown;
  const to = target?.in ?? "";
  if (op === "tap" && target) return { ...shown, ...afterTap(shown, to, table) };
  if (item === undefined || !piles[to]) return shown;
  const from = pileOf(piles, item);
  if (from === null || from === to) return shown;
  const [away] = pilesOf(table.kinds, "foundation");
  const partner = piles[to][piles[to].length - 1];
  if (table.game.pairs !== undefined && away !== undefined && to !== away && partner !== undefined) {
    return { ...shown, piles: moved(piles, [["mv", [item, partner], away]]) };
  }
  return { ...shown, piles: moved(piles, [["mv", withItem(piles, item), to]]) };
}

/**
 * A stock turned: its cards go over without a face, which only the server knows, unless everybody knows it.
 * @param {Shown} shown @param {string} stock @param {Table} table
 */
function afterTap({ piles, faces }, stock, { kinds, game }) {
  const left = piles[stock] ?? [];
  const drawn = left.slice(-Math.max(1, game.draw)).reverse();
  const [waste] = pilesOf(kinds, "waste");
  const open = new Map(faces);
  for (const item of drawn) {
    const face = faces.get(item);
    if (face !== undefined) open.set(item, cardOf(face));
  }
  if (waste === undefined) {
    // One card on each column, from the left.
    const columns = pilesOf(kinds, "tableau");
    const moves = drawn.map((item, index) => /** @type {import("./table.js").Mv} */ (["mv", [item], columns[index]]));
    return { piles: moved(piles, moves.slice(0, columns.length)), faces: open };
  }
  if (left.length > 0) return { piles: moved(piles, [["mv", drawn, waste]]), faces: open };
  // Where face-down cards are known, these will be.
  const isOpenBook = [...faces.values()].some(isKnownDown);
  const hidden = new Map(faces);
  for (const item of piles[waste]) {
    const face = faces.get(item);
    if (isOpenBook && face !== undefined) hidden.set(item, turnedDown(face));
    else hidden.delete(item);
  }
  return { piles: { ...piles, [stock]: [...piles[waste]].reverse(), [waste]: [] }, faces: hidden };
}
