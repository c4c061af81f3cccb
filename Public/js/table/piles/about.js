// @ts-check
/**
 * The two small dialogs of a table: a new deal, and everything about this one below the invitation (its deal, the
 * seal, what moves by itself, who is here).
 * Invariant: a sealed deal is called verified only when its hash was computed here, and its cards were dealt again, and
 * both are equal.
 */
import { closesBeside, copy, find, write } from "../../view/dom.js";
import { autoOf } from "../../model/predictor.js";
import { dealName, gameName, rulesPath } from "../../model/words.js";
import { autoFields } from "../../net/messages.js";
import { sharedOf } from "../../lobby/shared.js";
import { Verdict } from "../../seal.js";
import { t } from "../../words/say.js";
import { newDealText, nextDeal } from "./panel.js";

/** @typedef {import("../room.js").Room<string>} Room */
/** @typedef {import("../../net/messages.js").Auto} Auto */

export class About {
  #verdict = new Verdict();

  /** @param {HTMLElement} root @param {Room} room @param {import("../../main.js").App} app */
  constructor(root, room, app) {
    this.room = room;
    this.app = app;
    this.dialog = find(root, "#about", HTMLDialogElement);
    this.fresh = find(root, "#fresh", HTMLDialogElement);
    this.resigning = find(root, "#resigning", HTMLDialogElement);
    closesBeside(this.fresh);
    closesBeside(this.resigning);
  }

  /** @param {(selector:string, act:() => void) => void} on */
  buttons(on) {
    const { room } = this;
    on("#new-game", () => this.#newGame());
    on("#new-deal", () => {
      this.fresh.close();
      room.command("deal", { deal: nextDeal(room.store.table?.deal) });
    });
    on("#restart", () => {
      this.fresh.close();
      room.command("restart");
    });
    on("#fresh-lobby", () => this.app.go("/"));
    for (const from of ["#resign", "#fresh-resign", "#panel-resign"]) on(from, () => this.#askResign());
    on("#resign-now", () => {
      this.resigning.close();
      room.command("resign");
    });
    for (const what of ["deal", "own"]) on(`#copy-${what}`, () => this.#copy(`#${what}-link`));
    const auto = find(this.dialog, "#auto", HTMLSelectElement);
    auto.addEventListener("change", () => room.command("set", autoFields(/** @type {Auto} */ (auto.value))));
  }

  show() {
    const { table, seat } = this.room.store;
    if (!table) return;
    const { deal, game, seats, watching, status } = table;
    const dialog = this.dialog;
    const what = { game: gameName(game.id, game.name), deal: dealName(deal) };
    write(find(dialog, ".what", HTMLElement), t("about.game", what));
    const names = seats.filter((it) => it.id !== undefined).map((it) => it.name).join(", ");
    write(find(dialog, ".who", HTMLElement),
      names === "" ? t("about.nobody", { count: watching }) : t("about.who", { names, count: watching }));
    find(dialog, ".deal-link", HTMLElement).hidden = deal.kind !== "open";
    if (deal.kind === "open") link(dialog, "#deal-link", `/?game=${game.id}&deal=${deal.n}`);
    const own = sharedOf(table.room);
    find(dialog, ".own-link", HTMLElement).hidden = own === "";
    link(dialog, "#own-link", own);
    const auto = find(dialog, "#auto", HTMLSelectElement);
    auto.value = autoOf(status);
    auto.disabled = seat < 0;
    find(dialog, "#rules", HTMLAnchorElement).href = rulesPath(game.id, table.room, location.hash);
    this.#seal(deal);
    write(find(this.fresh, "#new-deal", HTMLElement), newDealText(deal));
    const text = t("fresh.text", { count: status.moves });
    const isAlone = !seats.some(({ n, id, kind }) => n !== seat && id !== undefined && kind !== "bot");
    const forAll = (/** @type {string} */ words) => (isAlone ? words : t("fresh.everybody", { text: words }));
    write(find(this.fresh, "p", HTMLElement), forAll(text));
    write(find(this.resigning, "p", HTMLElement), table.entry ? t("resign.race") : forAll(t("resign.text")));
    if (status.status !== "playing" && status.status !== "stuck") this.resigning.close();
  }

  /** Nothing brings back what was given up. */
  #askResign() {
    this.fresh.close();
    this.resigning.showModal();
  }

  /** The table is gone, and with it all that could be done with it. */
  close() {
    this.fresh.close();
    this.resigning.close();
  }

  /** Nothing is lost where nothing was played: then the new deal comes without a question. */
  #newGame() {
    const { table } = this.room.store;
    if (!table) return;
    if (table.status.moves > 0 && table.status.status === "playing") this.fresh.showModal();
    else this.room.command("deal", { deal: nextDeal(table.deal) });
  }

  /** @param {import("../../net/messages.js").Deal} deal */
  #seal(deal) {
    const section = find(this.dialog, ".seal", HTMLElement);
    section.hidden = deal.kind !== "sealed" || deal.commit === undefined;
    if (deal.kind !== "sealed" || deal.commit === undefined) return;
    const { commit, seed, salt } = deal;
    const shown = find(section, ".commit", HTMLElement);
    write(shown, `${commit.slice(0, 8)}…${commit.slice(-8)}`);
    shown.title = commit;
    const result = find(section, ".verdict", HTMLElement);
    const opened = find(section, ".opened", HTMLElement);
    opened.hidden = seed === undefined;
    const found = this.#verdict.on(deal, this.room.store, () => this.show());
    if (found === undefined) delete section.dataset.verdict;
    else section.dataset.verdict = String(found.holds);
    write(result, found ? sealWords(found) : seed === undefined ? t("seal.later") : "");
    write(find(opened, ".seed", HTMLElement), seed ?? "");
    write(find(opened, ".salt", HTMLElement), salt ?? "");
  }

  /** @param {string} selector */
  async #copy(selector) {
    const field = find(this.dialog, selector, HTMLInputElement);
    const copied = await copy(field.value);
    if (!copied) field.select();
    this.app.announcer.toast(t(copied ? "toast.copied" : "toast.copyByHand"));
  }
}

/** @param {import("../../seal.js").Found} found */
function sealWords({ holds, why }) {
  if (holds) return t("seal.holds");
  return t(why === "cards" ? "seal.otherCards" : why === "cannot" ? "seal.cannot" : "seal.broken");
}

/** @param {ParentNode} root @param {string} selector @param {string} path */
function link(root, selector, path) {
  const field = find(root, selector, HTMLInputElement);
  const value = location.origin + path;
  if (field.value !== value) field.value = value;
}
