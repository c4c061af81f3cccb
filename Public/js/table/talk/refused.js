// @ts-check
/** Why something could not be said, in words that help. Pure. */
import { refusal } from "../../model/words.js";
import { t } from "../../words/say.js";

const ROLES = new Map([["seat", "talk.watching"], ["chatOff", "talk.chatOff"], ["muted", "talk.youMuted"],
  ["newcomer", "talk.newcomer"]]);
/**
 * What the server says in English, which is all that it speaks.
 * @type {ReadonlyArray<readonly [RegExp, string]>}
 */
const BAD = [[/\blinks\b/, "talk.links"], [/\bjust said\b/, "talk.same"], [/\bhost cannot be muted\b/, "talk.hosts"]];
const SECOND_MS = 1000;

/** @param {{code:string, why?:string, reset?:number}} no */
export function refusedWords({ code, why = "", reset = SECOND_MS }) {
  const role = code === "role" ? ROLES.get(why) : undefined;
  if (role) return t(role);
  if (code === "rate") return t("talk.wait", { count: Math.max(1, Math.ceil(reset / SECOND_MS)) });
  if (code === "bad" && why !== "") {
    const [, known] = BAD.find(([pattern]) => pattern.test(why)) ?? [];
    return known ? t(known) : t("talk.bad", { why });
  }
  if (code === "lost") return t("talk.lost");
  if (code === "gone") return t("talk.gone");
  return refusal({ code, why });
}
