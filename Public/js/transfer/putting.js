// @ts-check
/**
 * Things into the board, one command after the other.
 * Promise: what one thing is refused for does not keep the others out; each that stays out is noted with its reason.
 */
import { refusal } from "../model/words.js";
import { kindWords } from "./kinds.js";
import { t } from "../words/say.js";

/** @typedef {import("./things.js").WireThing} WireThing */
/** @typedef {import("./things.js").Refused} Refused */
/** @typedef {{t:string, code?:string, why?:string}} PutAnswer */

/**
 * @param {WireThing[][]} batches @param {(things:WireThing[]) => Promise<PutAnswer>} put @param {Refused[]} missing
 * @param {readonly string[]} takes what the place says that it takes
 * @returns {Promise<number>} how many are on the board
 */
export async function putAll(batches, put, missing, takes) {
  const line = [...batches];
  let added = 0;
  for (let batch = line.shift(); batch; batch = line.shift()) {
    const answer = await put(batch);
    if (answer.t === "ok") {
      added += batch.length;
      continue;
    }
    const full = answer.code === "illegal" && answer.why === "full";
    // Judged as one they fail as one: each for itself may find its place.
    if (answer.code === "illegal" && batch.length > 1) line.unshift(...batch.map((thing) => [thing]));
    else {
      // Nobody is asked again what was answered for good.
      const over = full || answer.code !== "illegal";
      const out = over ? [...batch, ...line.splice(0).flat()] : batch;
      missing.push(...out.map((thing) => ({ name: nameOf(thing), why: whyNot(answer, takes) })));
    }
  }
  return added;
}

/** @param {WireThing} thing */
function nameOf(thing) {
  const named = thing.find(([, , name]) => name)?.[2];
  const text = thing.find(([type]) => type === "text/plain")?.[1];
  const begin = typeof text === "string" ? text.trim().split("\n", 1)[0].slice(0, 40) : undefined;
  return named ?? begin ?? t("transfer.things", { count: 1 });
}

/** @param {PutAnswer} answer a refusal, to stand after a name @param {readonly string[]} takes */
function whyNot(answer, takes) {
  if (answer.code === "illegal" && answer.why === "unreadable") {
    // Any text would have been read as text: this place wants to know it.
    const text = takes.every((type) => type === "text/plain");
    return text ? t("transfer.onlyNames") : t("transfer.unreadTakes", { kinds: kindWords(takes) });
  }
  return clause(refusal({ code: answer.code ?? "bad", why: answer.why }, "put"));
}

/**
 * A sentence, to stand behind a colon.
 * @param {string} words
 */
const clause = (words) => words.replace(/[.。]$/, "").replace(/^\p{Lu}(?=\p{Ll})/u, (it) => it.toLocaleLowerCase());
