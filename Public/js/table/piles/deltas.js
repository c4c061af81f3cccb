// @ts-check
/**
 * The result of a step in words: what was turned or taken back, what went up by itself, what came to light. Pure.
 * Promise: no card is named that is not seen; a step that was said when it was made is not said again.
 */
import { faceName, pileName } from "../../model/names.js";
import { isOpen } from "../../model/face.js";
import { capital, t } from "../../words/say.js";

/** @typedef {import("../../net/messages.js").Ev} Ev */
/** @typedef {import("../../model/table.js").Table} Table */
/**
 * @typedef {object} Heard
 * @property {Table|null} [before] the table as it was
 * @property {boolean} [own] whether the listener made the step, and has been told of it then
 * @property {ReadonlyMap<number, string>} [carried] cards that they put somewhere themselves, and where
 */

/** What these bring to light nobody has seen before; a step back or forth, or a start anew, shows what was seen. */
const NEW = new Set(["move", "drop", "send"]);
/** More cards than these are counted, not named. */
const NAMED_MAX = 4;

/**
 * @param {Pick<Ev, "op"|"m"|"up">} ev @param {Table} table as it is after it @param {Heard} heard
 * @returns {string} empty where there is nothing to say
 */
export function deltaWords({ op, m, up }, table, { before = null, own = true, carried = new Map() }) {
  if (op === "go") return goWords(table.status, before?.status.undo ?? 0);
  if (op === "restart") return t("say.restarted");
  if (op === "resign") return t("say.gaveUp");
  if (m.length === 0) return "";
  if (op === "finish") return t("say.finished");
  if (op === "undo" || op === "redo") {
    return t(op === "undo" ? "say.undone" : "say.redone", moveNames(m[0], table));
  }
  const isUp = (/** @type {Ev["m"][number]} */ [,, pile]) => table.kinds.get(pile)?.role === "foundation";
  const gone = m.filter(isUp);
  const moved = m.filter((it) => !isUp(it));
  const isPlayed = op === "move" || op === "drop";
  const said = [
    op === "tap" ? tapWords(moved, table) : "",
    isPlayed && !own && moved.length > 0 ? t("say.to", moveNames(moved[0], table)) : "",
    // A player who lays two cards together knows that both go away.
    own && isPlayed && table.game.pairs !== undefined ? ""
      : upWords(gone.filter((it) => !isCarried(it, carried)), table),
  ];
  const away = new Set(gone.flatMap(([, items]) => items));
  const shown = up.filter(([item]) => !away.has(item)).map(([item]) => table.faces.get(item)).filter(isOpen);
  if (shown.length > 0 && NEW.has(op)) said.push(t("say.cameUp", { cards: shown.map(faceName), count: shown.length }));
  return said.filter((words) => words !== "").map(capital).join(" ");
}

/** @param {Ev["m"][number]} move @param {ReadonlyMap<number, string>} carried */
const isCarried = ([, items, pile], carried) => items.some((item) => carried.get(item) === pile);

/** @param {Ev["m"][number]} move @param {Table} table */
function moveNames([, [item], pile], { faces, kinds, piles }) {
  return { what: faceName(faces.get(item)), place: pileName(pile, kinds, piles) };
}

/**
 * What went up, or away, carried there by nobody.
 * @param {Ev["m"]} gone @param {Table} table
 */
function upWords(gone, table) {
  const items = gone.flatMap(([, all]) => all);
  if (items.length === 0) return "";
  const cards = items.map((item) => faceName(table.faces.get(item)));
  const isAway = gone.every(([,, pile]) => table.kinds.get(pile)?.zone.empty === "none");
  if (isAway && table.game.pairs !== undefined) return t("say.wentAway", { cards });
  if (items.length === 1) return t("say.to", moveNames(gone[0], table));
  return items.length > NAMED_MAX ? t("say.manyUp", { count: items.length }) : t("say.wentUp", { cards });
}

/** @param {Ev["m"]} m @param {Table} table */
function tapWords(m, { faces, kinds }) {
  const roles = new Map(m.map(([, items, pile]) => [kinds.get(pile)?.role, items]));
  if (roles.has("stock")) return t("say.turnedOver");
  const waste = roles.get("waste");
  if (waste) return t("say.turned", { count: waste.length, card: faceName(faces.get(waste[waste.length - 1])) });
  const dealt = m.filter(([, , pile]) => kinds.get(pile)?.role === "tableau").flatMap(([, items]) => items);
  return dealt.length > 0 ? t("say.dealtOut", { count: dealt.length }) : "";
}

/**
 * Where one went in the lines of play: what comes to light there was seen before.
 * @param {Pick<Table["status"], "undo"|"redo">} status @param {number} undoBefore how many steps led to where one was
 */
function goWords({ undo, redo }, undoBefore) {
  if (undo === 0) return t("say.wentToStart");
  return t(undo < undoBefore ? "say.wentBack" : "say.wentTo", { n: undo, count: undo + redo });
}
