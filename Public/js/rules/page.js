// @ts-check
/**
 * The page of the rules: all games, or one of them, or what is played at a table, with its picture, its sentences and
 * its scoring.
 * Promise: what cannot be fetched is said in words, with a way on.
 * Invariant: nothing here knows a game; all of it is what the server tells of one.
 */
import { gameName } from "../model/words.js";
import { settings } from "../settings.js";
import { StillPage } from "../still-page.js";
import { find, fromTemplate, write } from "../view/dom.js";
import { t } from "../words/say.js";
import { chosenBy, fetchGames, groups, mistakes, optionTitle, title, valueWords } from "../lobby/games.js";
import { picture } from "./picture.js";
import { sections } from "./sentences.js";

/** @typedef {import("../lobby/games.js").Game} Game */
/** @typedef {import("./start.js").Zone} Zone */
/** @typedef {import("../lobby/games.js").Option} Option */
/** @typedef {{id:string, name:string, options:Option[], zones:Zone[], draw:number, say:unknown}} Rules */

export class RulesPage extends StillPage {
  #gone = false;
  /** @type {Game[]|null} */
  #games = null;
  /** @type {Rules|null} */
  #rules = null;
  #state = "rules.loading";
  /** @type {() => void} */
  #unsubscribe = () => {};

  /** @param {string} id of a game, may have options; `t/` and a table's: what is played there; empty: all games */
  constructor(id) {
    super();
    this.id = id;
    this.root = document.createElement("div");
    this.root.className = "rules-page";
    this.root.append(fromTemplate("rules-page"));
    this.body = find(this.root, ".rules-body", HTMLElement);
    find(this.root, ".rules", HTMLElement).dataset.game = id;
    find(this.root, ".way", HTMLElement).hidden = id === "";
    this.again = find(this.root, ".again", HTMLButtonElement);
    this.again.addEventListener("click", () => this.#fetch());
  }

  async enter() {
    this.#unsubscribe = settings.subscribe((changed) => {
      if (changed.includes("hand")) this.reword();
    });
    await this.#fetch();
    // A reader who came by a link begins at the heading; one who has moved on meanwhile is left in place.
    if (!this.#gone && document.activeElement === document.body) this.#focus();
  }

  async #fetch() {
    const asked = this.again.contains(document.activeElement);
    this.#state = "rules.loading";
    this.reword();
    const [games, rules] = await Promise.all([fetchGames(), this.id === "" ? null : fetchRules(this.id)]);
    if (this.#gone) return;
    this.#games = games;
    this.#rules = typeof rules === "string" ? null : rules;
    const lost = typeof rules === "string" ? rules : this.id === "" && games === null ? "rules.lost" : "";
    this.#state = lost;
    this.reword();
    if (asked) this.#focus();
  }

  #focus() {
    (this.again.hidden ? find(this.root, "h1", HTMLElement) : this.again).focus({ preventScroll: true });
  }

  leave() {
    this.#unsubscribe();
    this.#gone = true;
  }

  /** Writes everything in the language that is spoken now. */
  reword() {
    const { id } = this;
    const game = id === "" ? "" : gameName(this.#rules?.id ?? id, this.#rules?.name);
    const unknown = this.#rules === null && (game === id || this.#state === "rules.unknown");
    const heading = id === "" || unknown ? t("rules.title") : t("rules.titleOf", { game });
    document.title = t("app.titleOf", { name: heading });
    write(find(this.root, "h1", HTMLElement), heading);
    const lead = find(this.root, ".lead", HTMLElement);
    lead.hidden = id !== "";
    write(lead, t("rules.intro"));
    const state = find(this.root, ".state", HTMLElement);
    state.hidden = this.#state === "";
    write(state, this.#state === "" ? "" : this.#said());
    this.again.hidden = this.#state !== "rules.lost";
    if (id === "") this.body.replaceChildren(...this.#list());
    else if (this.#rules) this.body.replaceChildren(...this.#one(this.#rules, game));
  }

  /** What is wrong. For a game that is known: which of the options. */
  #said() {
    const wrong = this.#state === "rules.unknown" && chosenBy(this.#games ?? [], this.id) !== null;
    const all = wrong ? mistakes(this.#games ?? [], this.id) : [];
    return all.length === 0 ? t(this.#state) : all.join(" ");
  }

  // All games

  #list() {
    return groups(this.#games ?? [], []).map(({ title: heading, games }) => {
      const section = made("section", "family");
      const list = made("ul", "");
      list.append(...games.map((game) => {
        const row = made("li", "");
        row.append(link(`/rules/${game.id}`, title(game)));
        return row;
      }));
      section.append(made("h2", "", heading), list);
      return section;
    });
  }

  // One game

  /** @param {Rules} rules @param {string} game */
  #one({ id, options, zones, draw, say }, game) {
    const figure = made("figure", "");
    const left = settings.get("hand") === "left";
    figure.append(picture({ zones, draw, say }, left), made("figcaption", "", t("rules.picture")));
    const told = sections(say).map((section) => this.#section(section));
    const room = roomOf(this.id);
    const play = link(room === undefined ? `/?game=${id}` : `/t/${room}`, t("rules.play", { game }));
    play.className = "button primary";
    const way = made("p", "play");
    way.append(play);
    return [figure, way, ...told, ...this.#options(id, options)];
  }

  /** @param {import("./sentences.js").Section} section */
  #section({ title: heading, sentences, scores }) {
    const root = made("section", "");
    if (heading !== "") root.append(made("h2", "", heading));
    const list = made("ul", "");
    list.append(...sentences.map((text) => made("li", "", text)));
    if (sentences.length > 0) root.append(list);
    if (scores.length > 0) root.append(table(scores));
    return root;
  }

  /** @param {string} id @param {Option[]} told by a game that is not on the list */
  #options(id, told) {
    const options = chosenBy(this.#games ?? [], id)?.game.options ?? told;
    if (options.length === 0) return [];
    const section = made("section", "");
    const list = made("ul", "");
    list.append(...options.map(({ name, values }) => {
      // What is usual comes first, whatever was chosen.
      const said = values.map((it) => valueWords({ name, value: values[0] }, it));
      return made("li", "", t("rules.option", { option: optionTitle(name), values: said.join(", ") }));
    }));
    section.append(made("h2", "", t("rules.options")), list);
    return [section];
  }
}

/**
 * What the server tells of a game, or the key of the words why it does not.
 * @param {string} id @param {typeof fetch} [ask] @returns {Promise<Rules|string>}
 */
export async function fetchRules(id, ask = (...it) => fetch(...it)) {
  const room = roomOf(id);
  try {
    const reply = await ask(room === undefined ? `/api/games/${id}` : `/api/rooms/${room}/game`);
    if (reply.status === 404) return "rules.unknown";
    if (!reply.ok) return "rules.lost";
    const { id: told, name, options, zones, draw, say } = await reply.json();
    if (!Array.isArray(zones)) return "rules.lost";
    return {
      id: room === undefined ? id : String(told), name: String(name), options: Array.isArray(options) ? options : [],
      zones, draw: Number(draw) || 1, say,
    };
  } catch {
    return "rules.lost";
  }
}

/**
 * `t/rAbCdEfGh` → `rAbCdEfGh`, undefined for a game's name.
 * @param {string} id
 */
const roomOf = (id) => /^t\/(\w+)$/.exec(id)?.[1];

/** @param {string} tag @param {string} kind @param {string} [text] */
function made(tag, kind, text = "") {
  const element = document.createElement(tag);
  if (kind !== "") element.className = kind;
  if (text !== "") element.textContent = text;
  return element;
}

/** @param {string} href @param {string} text */
function link(href, text) {
  const element = document.createElement("a");
  element.href = href;
  element.textContent = text;
  return element;
}

/** @param {readonly import("./sentences.js").Score[]} scores */
function table(scores) {
  const element = made("table", "scores");
  const head = made("tr", "");
  for (const key of ["rules.what", "rules.points"]) {
    const cell = made("th", "", t(key));
    cell.setAttribute("scope", "col");
    head.append(cell);
  }
  const rows = scores.map(({ text, points }) => {
    const row = made("tr", "");
    const name = made("th", "", text);
    name.setAttribute("scope", "row");
    row.append(name, made("td", "", points));
    return row;
  });
  const top = made("thead", "");
  top.append(head);
  const body = made("tbody", "");
  body.append(...rows);
  element.append(top, body);
  return element;
}
