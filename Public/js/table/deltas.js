// @ts-check
/**
 * What came of a player's own step, for the ear: what was turned or taken back, and what came to light by it. Pure.
 * Promise: no card is named that is not seen; a step that was said when it was made is not said again.
 */
import { faceName, pileName } from "../model/names.js";
import { isOpen } from "../model/face.js";
import { capital, t } from "../words/say.js";

/** @typedef {import("../net/messages.js").Ev} Ev */
/** @typedef {import("../model/table.js").Table} Table */

/** Steps that nobody carried by hand, and what is said of them. */
const STEPS = new Map([["undo", "say.undone"], ["redo", "say.redone"], ["send", "say.to"]]);
/** What these bring to light nobody has seen before; a step back or forth, or a start anew, shows what was seen. */
const NEW = new Set(["move", "drop", "send"]);

/**
 * @param {Pick<Ev, "op"|"m"|"up">} ev @param {Table} table as it is after it @param {Table|null} [before] it
 * @returns {string} empty where there is nothing to say
 */
export function deltaWords({ op, m, up }, table, before = null) {
  if (op === "go") return goWords(table.status, before?.status.undo ?? 0);
  if (op === "tap") return tapWords(m, table);
  const step = STEPS.get(op);
  const said = step !== undefined && m.length > 0 ? [capital(t(step, moveNames(m[0], table)))] : [];
  const shown = up.map(([item]) => table.faces.get(item)).filter(isOpen);
  if (shown.length > 0 && NEW.has(op)) {
    said.push(capital(t("say.cameUp", { cards: shown.map(faceName), count: shown.length })));
  }
  return said.join(" ");
}

/** @param {Ev["m"][number]} move @param {Table} table */
function moveNames([, [item], pile], { faces, kinds, piles }) {
  return { what: faceName(faces.get(item)), place: pileName(pile, kinds, piles) };
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
