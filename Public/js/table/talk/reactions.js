// @ts-check
/** The six reactions, which everybody at a table may send by one press: their pictures, their names, their buttons. */
import { attribute, button, make } from "../../view/dom.js";
import { t } from "../../words/say.js";

/** @typedef {import("./messages.js").Reaction} Reaction */

/** @type {ReadonlyMap<string, readonly [picture:string, name:string]>} */
const REACTIONS = new Map([
  ["hello", ["👋", "talk.hello"]], ["gg", ["🤝", "talk.gg"]], ["clap", ["👏", "talk.clap"]],
  ["oops", ["🙈", "talk.oops"]], ["wow", ["😮", "talk.wow"]], ["thanks", ["🙏", "talk.thanks"]],
]);

/** @param {string} what @returns {string} nothing for one of a later version */
export const pictureOf = (what) => REACTIONS.get(what)?.[0] ?? "";

/** @param {string} what */
export const reactionName = (what) => t(REACTIONS.get(what)?.[1] ?? "talk.reactions");

/**
 * Their buttons in a row; inside it the figures 1 to 6 press them, too.
 * @param {(what:Reaction) => void} send
 */
export function reactionRow(send) {
  const row = make("div", "reactions", ...[...REACTIONS].map(([what, [picture]]) => {
    const it = button("", picture, () => send(/** @type {Reaction} */ (what)));
    it.dataset.what = what;
    return it;
  }));
  attribute(row, "role", "group");
  row.addEventListener("keydown", (event) => {
    const at = /^[1-6]$/.test(event.key) ? Number(event.key) - 1 : -1;
    const pressed = row.children[at];
    if (event.ctrlKey || event.metaKey || event.altKey || !(pressed instanceof HTMLElement)) return;
    event.preventDefault();
    pressed.click();
  });
  nameRow(row);
  return row;
}

/**
 * In the language that is spoken.
 * @param {HTMLElement} row
 */
export function nameRow(row) {
  attribute(row, "aria-label", t("talk.reactions"));
  for (const [at, it] of [...row.children].entries()) {
    const what = reactionName(/** @type {HTMLElement} */ (it).dataset.what ?? "");
    attribute(it, "aria-label", what);
    attribute(it, "title", t("talk.key", { what, n: at + 1 }));
  }
}
