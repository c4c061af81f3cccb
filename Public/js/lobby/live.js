// @ts-check
/**
 * The tables that everybody may see, as the server lists them.
 * Invariant: one row per table, kept as long as the table lives, so that nothing jumps under a finger.
 */
import { find, fromTemplate, write } from "../view/dom.js";
import { t } from "../words/say.js";
import { BOARDS } from "../view/sprite.js";
import { gameLine, linkOf, partUp, RACE, stateLine } from "./kinds.js";

/** @typedef {import("../net/messages.js").TableFacts} TableFacts */

export class Live {
  /** @type {Map<string, HTMLElement>} */
  #rows = new Map();
  /** @type {TableFacts[]} */
  #tables = [];
  /**
   * Draws a small board in each row, once it is here.
   * @type {import("./minis.js").Minis|null}
   */
  minis = null;

  /** @param {HTMLElement} root of the lobby @param {(id:string) => boolean} isMine */
  constructor(root, isMine) {
    this.root = root;
    this.isMine = isMine;
    this.list = find(root, "#tables", HTMLElement);
  }

  /** @param {TableFacts[]} [tables] left out: the same once more, in other words */
  show(tables = this.#tables) {
    this.#tables = tables;
    const live = new Set(tables.map(({ id }) => id));
    for (const [id, row] of this.#rows) {
      if (live.has(id)) continue;
      row.remove();
      this.#rows.delete(id);
    }
    tables.forEach((facts, at) => {
      const row = this.#rows.get(facts.id) ?? find(fromTemplate("table-row"), "li", HTMLElement);
      row.dataset.room = facts.id;
      if (facts.race !== undefined) {
        if (row.dataset.race === undefined) find(row, ".mini", HTMLElement).replaceChildren(BOARDS.picture(RACE));
        row.dataset.race = facts.race;
      }
      this.#rows.set(facts.id, row);
      this.#write(row, facts);
      if (this.list.children[at] !== row) this.list.insertBefore(row, this.list.children[at] ?? null);
    });
    find(this.root, ".no-tables", HTMLElement).hidden = tables.length > 0;
    // A race has no board of its own.
    this.minis?.show(new Map([...this.#rows].filter(([, row]) => row.dataset.race === undefined)));
    write(find(this.root, "#tables-count", HTMLElement), tables.length === 0 ? "" : String(tables.length));
  }

  /** @param {HTMLElement} row @param {TableFacts} facts */
  #write(row, facts) {
    const who = facts.who.length === 0 ? t("lobby.freeSeat") : facts.who
      .map((name, place) => facts.bots?.includes(place) ? t("lobby.bot", { name }) : name).join(", ");
    write(find(row, ".who", HTMLElement), who);
    const game = gameLine(facts);
    write(find(row, ".game", HTMLElement), game);
    write(find(row, ".facts", HTMLElement), stateLine(facts));
    find(row, ".bar", HTMLElement).hidden = facts.deal === undefined || facts.race !== undefined;
    find(row, ".bar-fill", HTMLElement).style.setProperty("--part", String(partUp(facts)));
    const link = find(row, "a.button", HTMLAnchorElement);
    const isMine = this.isMine(facts.id);
    const { path, text } = linkOf(facts, isMine);
    link.href = path;
    // A press on the picture or the row only watches; the button takes a seat.
    find(row, ".mini", HTMLAnchorElement).href = isMine || facts.race !== undefined ? path : `/watch/${facts.id}`;
    write(link, text);
    link.setAttribute("aria-label", t("lobby.link", { act: text, who, game }));
  }
}
