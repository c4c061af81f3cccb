// @ts-check
/**
 * How the piles of a game may be arranged on a board, in numbers: what stands above the tableau, what beside it, in how
 * many rows. Pure. Of all ways that fit, `arrange` takes the one with the largest cards; what is unusual, or harder to
 * read, must be worth its while.
 * Invariant: no two piles of an arrangement lie over each other, but where cards cover cards by the rules of the game,
 * or finished runs lie in a fan.
 */
import { isBuiltUpon, kindsOf } from "../../model/zones.js";
import { FAN_LEAST, openStep } from "./spread.js";

/** @typedef {import("../../model/zones.js").Zone} Zone */
/** @typedef {{x:number, y:number, w:number, h:number}} Rect */
/** @typedef {"top"|"start"|"end"|"foot"|"corner"} Where */
/**
 * @typedef {object} Block piles that stay together
 * @property {string} role of the first of them
 * @property {string[]} piles
 * @property {number} fan cards that the last of its piles shows beside each other
 * @property {boolean} deep a reserve of many cards
 * @property {boolean} runs finished runs, of which nothing is taken any more
 */
/** @typedef {{where:Where, lines:number, cost:number}} Stand lines: rows above, columns beside */
/** @typedef {Map<Block, Stand>} Plan */
/**
 * @typedef {object} Form of the tableau
 * @property {number} rows
 * @property {number} across
 * @property {number} step of a picture's rows, in card heights
 * @property {number} close how near a picture's cards stand beside each other; 1: side by side
 * @property {number} cost
 */
/**
 * @typedef {object} Space
 * @property {number} width
 * @property {number} height
 * @property {number} gap
 * @property {boolean} large
 * @property {Readonly<Record<string, number>>} [needs] the least room below the first card of piles that grew long
 */
/** @typedef {{x:number, y:number, cards:number}} Fan */
/** @typedef {{across?:number, down?:number}} Strip */
/**
 * @typedef {object} Arrangement
 * @property {number} width
 * @property {number} height that it needs
 * @property {number} cardWidth
 * @property {number} cardHeight
 * @property {Record<string, Rect>} slots the first card's place of each pile
 * @property {Record<string, number>} rooms how far below its first card a pile may reach whose cards are all seen
 * @property {Record<string, Fan>} fans steps of cards that lie beside each other
 * @property {Record<string, Strip>} strips what is seen of piles that others lie over
 * @property {number} open step of open cards in columns that never grow, in card heights; 0: the usual one
 */

const ASPECT = 7 / 5;
const WIDEST = 210;
const WIDEST_LARGE = 250;
const NARROWEST = 12;
/** The waste's fan, as a part of a card's width: three cards reach into a blank column. */
const FAN = 0.5;
/** How much of a finished run is seen beside the next one, as a part of a card's width, and of its height. */
const RUN_FAN = 0.34;
const RUN_FALL = 0.2;
const FAN_CARDS = 3;
/** How far cards of a reserve lie apart where there is room, as a part of a card's height. */
const RESERVE_ROOM = 0.72;
/** The rows of a picture, as a part of a card's height: as wished for, and where there is plenty of room. */
const PICTURE_STEP = 0.5;
const PICTURE_STEP_MAX = 0.74;
/** Cards of a picture that would be narrower than a finger, in pixels, stand closer. */
const FINGER = 44;
/** The open step of columns that never grow, in card heights, where there is room. */
const OPEN_MAX = 0.6;
/** How much of the room that is left over lies above a tableau that has its stock below. */
const SUNK = 0.4;
/** A tableau of more columns than this may stand in several rows. */
const COLUMNS_MAX = 10;

/** What a way of standing costs: 1 nothing, less the more. */
const COST = { beside: 0.94, lines: 0.97, heap: 0.8, wide: 0.96, uneven: 0.97, corner: 1.02, close: 0.95 };
/** How much of that counts for players who want large cards. */
const LARGE = 0.3;
const PICTURE_STEPS = [{ step: PICTURE_STEP, cost: 1 }, { step: 0.43, cost: 0.96 }, { step: 0.36, cost: 0.9 }];
const CLOSE = [1, 0.86, 0.72];

/**
 * @param {{zones:readonly Zone[], draw:number}} game @param {Space} space
 * @returns {Arrangement}
 */
export function arrange({ zones, draw }, space) {
  const table = new Table(zones, draw, space);
  let best = table.lay(table.plans[0], table.forms[0], NARROWEST, true);
  let worth = 0;
  for (const plan of table.plans) {
    for (const form of table.forms) {
      const stands = [...plan.values()];
      const sides = new Set(stands.map(({ where }) => where).filter((it) => it === "start" || it === "end")).size;
      const asked = stands.reduce((all, it) => all * it.cost, form.cost * COST.beside ** sides);
      // For players who want large cards little else counts.
      const cost = space.large ? asked ** LARGE : asked;
      const cardWidth = table.widest(plan, form, Math.ceil(worth / cost));
      if (cardWidth === 0) continue;
      const found = table.lay(plan, form, cardWidth, true);
      const wide = found.isHeadWide && !space.large ? COST.wide : 1;
      if (cardWidth * cost * wide <= worth) continue;
      worth = cardWidth * cost * wide;
      best = found;
    }
  }
  return best;
}

/** The piles of one game, and the space for them. */
class Table {
  /** @param {readonly Zone[]} zones @param {number} draw @param {Space} space */
  constructor(zones, draw, space) {
    const names = [...kindsOf(zones)];
    const role = (/** @type {string[]} */ ...roles) =>
      names.filter(([, kind]) => roles.includes(kind.role)).map(([name]) => name);
    this.space = space;
    this.tableau = zones.find((it) => it.role === "tableau");
    this.columns = role("tableau");
    const waste = zones.find((it) => it.role === "waste");
    this.goal = isBuiltUpon(waste);
    const fan = waste && !this.goal && draw > 1 ? Math.min(FAN_CARDS, draw) : 1;
    const reserve = zones.find((it) => it.role === "reserve");
    const runs = zones.some((it) => it.role === "foundation" && it.runs === true);
    this.needs = space.needs ?? {};
    /** @type {Block[]} */
    this.blocks = [
      { role: "stock", piles: role("stock", "waste"), fan, deep: false, runs: false },
      { role: "cell", piles: role("cell"), fan: 1, deep: false, runs: false },
      { role: "reserve", piles: role("reserve"), fan: 1, deep: (reserve?.dealt ?? 0) > 1, runs: false },
      { role: "foundation", piles: role("foundation"), fan: 1, deep: false, runs },
    ].filter(({ piles }) => piles.length > 0);
    this.plans = this.#plans(this.blocks);
    this.forms = this.#forms();
  }

  /** @param {Block[]} blocks @returns {Plan[]} */
  #plans(blocks) {
    const [first, ...rest] = blocks;
    if (!first) return [new Map()];
    return this.#stands(first).flatMap((stand) =>
      this.#plans(rest).map((plan) => new Map([[first, stand], ...plan])));
  }

  /**
   * All ways in which a block may stand, the usual one first.
   * @param {Block} block @returns {Stand[]}
   */
  #stands({ role, piles, deep, runs }) {
    const at = (/** @type {Where} */ where, lines = 1, cost = 1) => ({ where, lines, cost });
    const many = piles.length > 2 && !runs;
    const top = [at("top", 1, deep ? COST.heap : 1), ...(many ? [at("top", 2, COST.lines)] : [])];
    const corner = this.tableau?.places && piles.length < 3 ? [at("corner", 1, COST.corner)] : [];
    const beside = (/** @type {Where} */ where) => (many ? [1, 2] : [1]).map((lines) => at(where, lines));
    if (role === "stock") return [...(this.goal ? [at("foot")] : top), ...corner, ...beside("start")];
    if (role !== "foundation") return [...top, ...beside("start")];
    return [...top, ...corner, ...beside("end")];
  }

  /** @returns {Form[]} */
  #forms() {
    const { tableau } = this;
    if (!tableau) return [{ rows: 0, across: 0, step: 0, close: 1, cost: 1 }];
    const { count } = tableau;
    const rows = (/** @type {number} */ across) => Math.ceil(count / across);
    if (tableau.places) {
      const isNarrow = this.space.width / (this.#pictureSize().halves / 2) < FINGER;
      return CLOSE.slice(0, isNarrow ? CLOSE.length : 1).flatMap((close) => PICTURE_STEPS.map(({ step, cost }) =>
        ({ rows: 1, across: count, step, close, cost: close < 1 ? cost * COST.close : cost })));
    }
    const most = tableau.row ? count : count > COLUMNS_MAX ? 6 : 1;
    const forms = [];
    for (let across = count; across > 0; across--) {
      if (rows(across) > most || (across < count && rows(across) === rows(across - 1) && !tableau.row)) continue;
      const uneven = !tableau.row && count % across > 0;
      forms.push({ rows: rows(across), across, step: 0, close: 1, cost: uneven ? COST.uneven : 1 });
    }
    return forms;
  }

  /**
   * In card heights, what a column of the tableau needs to be read well.
   * @param {number} rows
   */
  #need(rows) {
    const { dealt = 1, spread, empty } = /** @type {Zone} */ (this.tableau);
    if (!spread) return 1;
    const grows = empty !== "none";
    const all = !grows ? 1 + 0.24 * (dealt - 1)
      : rows > 1 ? 1 + 0.22 * (dealt + 1) : Math.max(2.9, Math.min(3.7, 1 + 0.19 * (dealt + 3)));
    return this.space.large ? 1 + (all - 1) * 0.82 : all;
  }

  /**
   * The widest cards with which a plan fits; 0: none, or none wider than `least`.
   * @param {Plan} plan @param {Form} form @param {number} least
   */
  widest(plan, form, least) {
    const fits = (/** @type {number} */ cardWidth) => {
      const found = this.lay(plan, form, cardWidth, false);
      return found.isApart && found.width <= this.space.width && found.height <= this.space.height;
    };
    let low = Math.max(NARROWEST, least);
    let high = this.space.large ? WIDEST_LARGE : WIDEST;
    if (low > high || !fits(low)) return 0;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (fits(middle)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * The piles laid out with cards of a given width. Whole pixels keep the edges of cards sharp.
   * @param {Plan} plan @param {Form} form @param {number} cardWidth
   * @param {boolean} full whether room that is left over is used
   */
  lay(plan, form, cardWidth, full) {
    const { gap } = this.space;
    const cardHeight = Math.round(cardWidth * ASPECT);
    /** @type {Size} */
    const size = { w: cardWidth, h: cardHeight, gap, pitch: cardWidth + gap, fall: cardHeight + gap };
    const draft = new Draft(size);
    const by = (/** @type {Where} */ where) => [...plan].filter(([, stand]) => stand.where === where);
    // First what stands beside, to know where the middle begins.
    const aside = Math.max(2 * gap, Math.round(cardWidth * 0.14));
    const start = draft.stack(by("start"), 0, this.needs);
    const x0 = start.width > 0 ? start.width + aside : 0;
    const top = by("top");
    const left = top.filter(([block]) => block.role !== "foundation").map((it) => draft.line(...it));
    const right = top.filter(([block]) => block.role === "foundation").map((it) => draft.line(...it));
    const widthOf = (/** @type {Line[]} */ lines) =>
      lines.reduce((sum, line) => sum + line.width + gap, lines.length > 0 ? -gap : 0);
    const headWidth = widthOf([...left, ...right]);
    const rowGap = 2 * gap;
    const headLines = Math.max(0, ...top.map(([, stand]) => stand.lines));
    const head = headLines > 0 ? headLines * size.fall - gap + rowGap : 0;
    const foot = by("foot").map((it) => draft.line(...it));
    const footHeight = foot.length > 0 ? rowGap + cardHeight : 0;
    const available = Math.max(0, this.space.height - head - footHeight);
    const form2 = full ? { ...form, step: this.#roomyStep(form, cardHeight, available) } : form;
    const tableau = this.#tableauSize(form2, size, available, full, foot.length > 0);
    // What is played from lies where the thumb is, and what is played on nearer to it than to the top.
    const spare = full && foot.length > 0 ? Math.max(0, available - tableau.height) : 0;
    const sunk = Math.round(spare * SUNK);
    const middle = Math.max(headWidth, tableau.width, widthOf(foot));
    // A line of one kind stands in the middle, if it is no fan; else what is played from stands left, the rest right.
    const alone = right.length === 0 || (left.length === 0 && !right.some(({ block }) => block.runs));
    let x = x0 + (alone ? Math.floor((middle - headWidth) / 2) : 0);
    for (const line of [...left, ...right]) {
      if (line === right[0] && !alone) x = x0 + middle - widthOf(right);
      draft.put(line, x, 0);
      x += line.width + gap;
    }
    const tableauX = x0 + Math.floor((middle - tableau.width) / 2);
    this.#tableau(draft, form2, tableauX, head + sunk, tableau);
    for (const line of foot) {
      draft.put(line, x0 + Math.floor((middle - line.width) / 2), head + tableau.height + spare + rowGap);
    }
    const isApart = this.#corners(draft, by("corner"), tableauX, head, tableau.width);
    const end = draft.stack(by("end"), x0 + middle + aside, this.needs);
    const width = x0 + middle + (end.width > 0 ? aside + end.width : 0);
    const height = Math.max(start.height, end.height, head + tableau.height + spare + footHeight);
    const { slots, rooms, fans, strips } = draft;
    const { open } = tableau;
    const isHeadWide = headWidth > tableau.width;
    return { width, height, cardWidth, cardHeight, slots, rooms, fans, strips, open, isApart, isHeadWide };
  }

  /** @param {Form} form @param {number} cardHeight @param {number} available */
  #roomyStep({ step }, cardHeight, available) {
    const rows = this.#pictureSize().rows - 1;
    if (step === 0 || rows < 1) return step;
    return Math.max(step, Math.min(PICTURE_STEP_MAX, (available / cardHeight - 1) / rows));
  }

  /** In halves of a card, and rows. */
  #pictureSize() {
    const places = this.tableau?.places ?? [];
    return { halves: Math.max(...places.map(([x]) => x + 2)), rows: Math.max(...places.map(([, y]) => y + 1)) };
  }

  /**
   * @param {Form} form @param {Size} size @param {number} available @param {boolean} full
   * @param {boolean} hasFoot what stands below it stays near
   * @returns {{width:number, height:number, heights:number[], open:number}} heights: of its rows
   */
  #tableauSize(form, { w, h, gap, pitch, fall }, available, full, hasFoot) {
    const { tableau } = this;
    if (!tableau) return { width: 0, height: 0, heights: [], open: 0 };
    if (tableau.places) {
      const { halves, rows } = this.#pictureSize();
      const step = pictured({ w, gap }, form.close);
      const width = Math.round(((halves - 2) * step) / 2) + w;
      return { width, height: Math.round((rows - 1) * form.step * h) + h, heights: [], open: 0 };
    }
    const width = form.across * pitch - gap;
    if (tableau.row) {
      return { width, height: form.rows * fall - gap, heights: Array(form.rows).fill(h), open: 0 };
    }
    const rowGap = 2 * gap;
    const between = (form.rows - 1) * rowGap;
    const read = Math.floor(h * this.#need(form.rows));
    const heights = Array.from({ length: form.rows }, (_, row) => Math.max(read, h + this.#crowd(form, row)));
    const least = heights.reduce((sum, it) => sum + it, 0) + between;
    if (!full) return { width, height: least, heights, open: 0 };
    const { dealt = 1 } = tableau;
    const grows = tableau.empty !== "none";
    const enough = Math.round(h * (1 + (grows ? 0.36 * (hasFoot ? dealt - 1 : dealt + 3) : OPEN_MAX * (dealt - 1))));
    const more = Math.floor((available - least) / form.rows);
    const ends = form.rows > 1 || hasFoot;
    const all = heights.map((it) => (ends ? Math.max(it, Math.min(it + more, enough)) : it + more));
    const open = grows || dealt < 2 ? 0 : Math.min(OPEN_MAX, (all[0] / h - 1) / (dealt - 1));
    return { width, height: all.reduce((sum, it) => sum + it, 0) + between, heights: all, open };
  }

  /**
   * What the longest column of a row needs below its first card.
   * @param {Form} form @param {number} row
   */
  #crowd({ across }, row) {
    return Math.max(0, ...this.columns.slice(row * across, (row + 1) * across).map((pile) => this.needs[pile] ?? 0));
  }

  /** @param {Draft} draft @param {Form} form @param {number} x @param {number} y @param {{heights:number[]}} size */
  #tableau(draft, form, x, y, { heights }) {
    const { tableau, columns, space } = this;
    const { h, pitch } = draft.size;
    const halves = pictured(draft.size, form.close) / 2;
    const between = tableau?.row ? space.gap : 2 * space.gap;
    const tops = heights.map((_, row) => y + heights.slice(0, row).reduce((sum, it) => sum + it + between, 0));
    columns.forEach((pile, index) => {
      const place = tableau?.places?.[index];
      if (place) {
        return draft.slot(pile, x + Math.round(place[0] * halves), y + Math.round(place[1] * form.step * h));
      }
      const row = Math.floor(index / form.across);
      draft.slot(pile, x + (index % form.across) * pitch, tops[row]);
      if (tableau?.spread) draft.rooms[pile] = Math.max(0, heights[row] - h);
      return undefined;
    });
  }

  /**
   * Puts blocks into the free corners over a picture.
   * @param {Draft} draft @param {Array<[Block, Stand]>} blocks @param {number} x @param {number} y
   * @param {number} width of the picture @returns {boolean} whether they lie apart from it
   */
  #corners(draft, blocks, x, y, width) {
    const others = Object.values(draft.slots);
    return blocks.every((it) => {
      const line = draft.line(...it);
      draft.put(line, it[0].role === "foundation" ? x + width - line.width : x, y);
      return it[0].piles.every((pile) => others.every((other) => isApart(draft.slots[pile], other)));
    });
  }
}

/** @typedef {{w:number, h:number, gap:number, pitch:number, fall:number}} Size */
/** @typedef {{width:number, block:Block, stand:Stand}} Line */

/** Slots as they come to be. */
class Draft {
  /** @type {Record<string, Rect>} */
  slots = {};
  /** @type {Record<string, number>} */
  rooms = {};
  /** @type {Record<string, Fan>} */
  fans = {};
  /** @type {Record<string, Strip>} */
  strips = {};

  /** @param {Size} size */
  constructor(size) {
    this.size = size;
  }

  /** @param {string} pile @param {number} x @param {number} y */
  slot(pile, x, y) {
    this.slots[pile] = { x, y, w: this.size.w, h: this.size.h };
  }

  /**
   * How wide a block is above the tableau.
   * @param {Block} block @param {Stand} stand @returns {Line}
   */
  line(block, stand) {
    const { w } = this.size;
    const across = Math.ceil(block.piles.length / stand.lines);
    return { width: w + (across - 1) * this.#across(block) + (block.fan - 1) * this.#fanned(), block, stand };
  }

  /**
   * From pile to pile.
   * @param {Block} block
   */
  #across({ runs }) {
    const { w, pitch } = this.size;
    return runs ? Math.min(pitch, Math.max(FAN_LEAST, Math.round(RUN_FAN * w))) : pitch;
  }

  #fanned() {
    return Math.max(FAN_LEAST, Math.round(FAN * this.size.w));
  }

  /** @param {Line} line @param {number} x @param {number} y */
  put({ block, stand }, x, y) {
    const { fall } = this.size;
    const across = Math.ceil(block.piles.length / stand.lines);
    const step = this.#across(block);
    block.piles.forEach((pile, index) => {
      // The first finished run lies at the edge of the board, the others come out from under it.
      const column = block.runs ? across - 1 - index : index % across;
      this.slot(pile, x + column * step, y + Math.floor(index / across) * fall);
    });
    if (block.runs) for (const pile of block.piles) this.strips[pile] = { across: step };
    this.#fan(block, this.#fanned(), 0);
  }

  /**
   * Blocks one below another, beside the tableau.
   * @param {Array<[Block, Stand]>} blocks @param {number} x @param {Readonly<Record<string, number>>} needs
   * @returns {{width:number, height:number}}
   */
  stack(blocks, x, needs) {
    const { h, gap, pitch, fall } = this.size;
    const fan = Math.round(openStep(h));
    let y = 0;
    let across = 0;
    for (const [block, { lines }] of blocks) {
      if (y > 0) y += gap;
      const columns = Math.min(lines, block.piles.length);
      const rows = Math.ceil(block.piles.length / columns);
      const down = block.runs ? Math.round(Math.max(RUN_FALL * h, openStep(0))) : fall;
      block.piles.forEach((pile, index) => {
        this.slot(pile, x + (index % columns) * pitch, y + Math.floor(index / columns) * down);
      });
      if (block.runs) for (const pile of block.piles) this.strips[pile] = { down };
      this.#fan(block, 0, fan);
      y += (rows - 1) * down + fall + (block.fan - 1) * fan;
      if (block.deep) {
        const least = Math.max(Math.round(RESERVE_ROOM * h), ...block.piles.map((pile) => needs[pile] ?? 0));
        const room = block.piles.length > columns ? 0 : least;
        for (const pile of block.piles) this.rooms[pile] = room;
        y += room;
      }
      across = Math.max(across, columns);
    }
    return { width: across > 0 ? across * pitch - gap : 0, height: Math.max(0, y - gap) };
  }

  /** @param {Block} block @param {number} x @param {number} y */
  #fan({ piles, fan }, x, y) {
    if (fan > 1) this.fans[piles[piles.length - 1]] = { x, y, cards: fan };
  }
}

/**
 * From card to card in a picture: close, so that little is seen of others between them.
 * @param {{w:number, gap:number}} size @param {number} close
 */
const pictured = ({ w, gap }, close) => (close < 1 ? Math.round(close * w) : w + Math.max(2, Math.floor(gap / 2)));

/** @param {Rect} a @param {Rect} b */
const isApart = (a, b) => a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
