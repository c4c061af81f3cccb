// @ts-check
/**
 * What the page says of a game: names of cards, games and deals, refusals, what is said in place of a table.
 * Promise: nothing here names a card whose face is not given.
 */
import { has, t } from "../words/say.js";

/**
 * `4C` → `4 of clubs`.
 * @param {string|undefined} face
 */
export function cardName(face) {
  if (face === undefined) return t("card.faceDown");
  return t("card.name", { rank: t(`rank.${face[0]}`), suit: t(`suit.${face[1]}`) });
}

/** These name no item: then it is not "that" which somebody holds. */
const SWEEPING = new Set(["undo", "redo", "go", "put"]);

/** @param {string} name of the player who holds it */
export const holdsThat = (name) => t("code.holdsThat", { name });

/** What a role does not allow. */
const REFUSED = new Map([["host", "host.notHost"], ["opener", "host.opener"], ["openerAway", "question.openerAway"]]);
/** Why we may not come in, or stay. */
const DOORS = new Map([["key", ["door.key", "door.keyWhy"]], ["banned", ["door.banned", "door.bannedWhy"]],
  ["kicked", ["door.kicked", "door.kickedWhy"]], ["rate", ["door.rate", "door.rateWhy"]]]);

/** @param {string} why a table was left: at its door, so that nothing is wrong with the table itself */
export const isAtDoor = (why) => DOORS.has(why);

/**
 * Why something was refused, as a sentence.
 * @param {{code:string, why?:string}} no @param {string} [op] that was asked for
 */
export function refusal(no, op = "") {
  if (no.code === "leased" && SWEEPING.has(op)) return t("code.wouldMove");
  if (no.code === "gone" && no.why === "answered") return t("code.answered");
  if (op === "go" && no.why === "nothingOfYours") return t("code.othersBetween");
  if (no.code === "role" && REFUSED.has(no.why ?? "")) return t(REFUSED.get(no.why ?? "") ?? "");
  if (no.code === "leased" && no.why === "question") return t("question.open");
  const rule = has(`refusal.${no.why}`) ? t(`refusal.${no.why}`) : "";
  if ((no.code === "illegal" || no.code === "rate") && rule !== "") return rule;
  if (no.code === "lost_race" && rule !== "") return t("code.lostRaceAnd", { why: rule });
  return has(`code.${no.code}`) ? t(`code.${no.code}`) : t("code.illegal");
}

/**
 * What is said in place of a table that is no more: a heading and a sentence.
 * @param {string} why a word of `gone` @param {boolean} restarted the server was, since we saw the table
 * @param {"table"|"board"} [what]
 */
export function goneWords(why, restarted, what = "table") {
  const door = DOORS.get(why);
  if (door) return door.map((key) => t(key));
  if (why === "damaged") return [t(`gone.${what}.damaged`), t("gone.damagedWhy")];
  if (why === "paused" || why === "full") return [t(`gone.${what}.unopened`), t("gone.unopenedWhy")];
  if (restarted) return [t("gone.restarted"), t(`gone.${what}.notKept`)];
  return [t(`gone.${what}.closed`), t("gone.closedWhy")];
}

/**
 * What a game is called: in the reader's language if it is one of ours, with what was chosen about it.
 * @param {string} game its id, `freecell:cells=3` @param {string} [name] as the server calls it
 */
export function gameName(game, name = game) {
  const [base, options = ""] = game.split(":", 2);
  if (!has(`game.${base}`)) return name;
  const called = t(`game.${base}`);
  const chosen = options.split(",").filter((it) => it !== "").map(choiceName);
  return chosen.length === 0 ? called : t("game.withOptions", { game: called, options: chosen });
}

/**
 * Where its rules are told: those of a game that was described for a table, by that table.
 * @param {string} game its id @param {string} room @param {string} [key] of the table, as it stands behind its address
 */
export function rulesPath(game, room, key = "") {
  return has(`game.${game.split(":", 1)[0]}`) ? `/rules/${game}` : `/rules/t/${room}${key}`;
}

/**
 * `cells=3` → `3 cells`.
 * @param {string} choice
 */
function choiceName(choice) {
  const [option, value = ""] = choice.split("=", 2);
  if (has(`choice.${option}.${value}`)) return t(`choice.${option}.${value}`);
  return has(`choice.${option}`) ? t(`choice.${option}`, { value, count: Number(value) }) : choice;
}

/** @param {import("../net/messages.js").Deal} [deal] boards have none @param {string} [seal] of a sealed one */
export function dealName(deal, seal = "") {
  if (!deal) return "";
  const { kind, level, winnable } = deal;
  const name = kind === "sealed" ? t("deal.sealed") + seal : deal.n === undefined ? t("deal.any")
    : t("deal.number", { n: String(deal.n) });
  if (!winnable) return name;
  return t(level ? "deal.level" : "deal.winnable", { deal: name, ...(level && { level: t(`level.${level}`) }) });
}
