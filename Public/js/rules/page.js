// @ts-check
/**
 * The page of the rules: all games, or one of them, or what is played at a table, with its picture, its sentences and
 * its scoring.
 * Promise: what cannot be fetched is said in words, with a way on.
 * Invariant: nothing here knows a game; all of it is what the server tells of one.
 */
import { kept } from "../keep.js";
import { gameName } from "../model/words.js";
import { settings } from "../settings.js";
import { StillPage } from "../still-page.js";
import { keyIn } from "../table/host/door.js";
import { find, fromTemplate, make, write } from "../view/dom.js";
import { t } from "../words/say.js";
import { chosenBy, fetchGames, groups, mistakes, optionTitle, title, valueWords } from "../lobby/games.js";
import { picture } from "./picture.js";
import { sections } from "./sentences.js";

/** @typedef {import("./start.js").Zone} Zone */
/** @typedef {import("../lobby/games.js").Option} Option */
/** @typedef {{id:string, name:string, options:Option[], zones:Zone[], draw:number, say:unknown}} Rules */

export class RulesPage extends StillPage {
  #gone = false;
  /** @type {import("../lobby/games.js").Game[]|null} */
  #games = null;
  /** @type {Rules|null} */
  #rules = null;
  #state = "rules.loading";
  /** @type {() => void} */
  #unsubscribe = () => {};

  /**
   * @param {string} id of a game, may have options; `t/` and a table's: what is played there; empty: all games
   * @param {string} [hash] of the address: the key of a table may stand there
   */
  constructor(id, hash = "") {
    super();
    this.id = id;
    this.hash = hash;
    this.root = make("div", "rules-page", fromTemplate("rules-page"));
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
    const [games, rules] = await Promise.all([fetchGames(), this.id === "" ? null : fetchRules(this.id, this.hash)]);
    if (this.#gone) return;
    this.#games = games;
    this.#rules = typeof rules === "string" ? null : rules;
    const lost = typeof rules === "string" ? rules : this.id === "" && games === null ? "rules.lost" : "";
    this.#state = lost;
    this.reword();
    if (asked) this.#focus();
  }

  welcomed() {
    if (this.#state === "rules.lost") this.#fetch();
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
      const rows = games.map((game) => make("li", "", link(`/rules/${game.id}`, title(game))));
      return make("section", "family", make("h2", "", heading), make("ul", "", ...rows));
    });
  }

  // One game

  /** @param {Rules} rules @param {string} game */
  #one({ id, options, zones, draw, say }, game) {
    const drawn = picture({ zones, draw, say }, settings.get("hand") === "left");
    const figure = make("figure", "", drawn, make("figcaption", "", t("rules.picture")));
    const room = roomOf(this.id);
    const way = room === undefined ? `/?game=${id}` : `/t/${room}${this.hash}`;
    const play = link(way, t("rules.play", { game }), "button primary");
    return [figure, make("p", "play", play), ...sections(say).map(sectionOf), ...this.#options(id, options)];
  }

  /** @param {string} id @param {Option[]} told by a game that is not on the list */
  #options(id, told) {
    const options = chosenBy(this.#games ?? [], id)?.game.options ?? told;
    if (options.length === 0) return [];
    const rows = options.map(({ name, values }) => {
      // What is usual comes first, whatever was chosen.
      const said = values.map((it) => valueWords({ name, value: values[0] }, it));
      return make("li", "", t("rules.option", { option: optionTitle(name), values: said.join(", ") }));
    });
    return [make("section", "", make("h2", "", t("rules.options")), make("ul", "", ...rows))];
  }
}

/**
 * What the server tells of a game, or the key of the words why it does not.
 * @param {string} id @param {string} [hash] of the address @param {typeof fetch} [ask]
 * @returns {Promise<Rules|string>}
 */
export async function fetchRules(id, hash = "", ask = (...it) => fetch(...it)) {
  const room = roomOf(id);
  try {
    const reply = await (room === undefined ? ask(`/api/games/${id}`)
      : ask(`/api/rooms/${room}/game`, { headers: proof(keyIn(hash)?.text, kept("tok")) }));
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
 * What shows a private table that one may come to it.
 * @param {string|undefined} key @param {string} token
 */
const proof = (key, token) => ({
  ...(key !== undefined && { "Table-Key": key }), ...(token !== "" && { Authorization: `Bearer ${token}` }),
});

/**
 * `t/rAbCdEfGh` → `rAbCdEfGh`, undefined for a game's name.
 * @param {string} id
 */
const roomOf = (id) => /^t\/(\w+)$/.exec(id)?.[1];

/** @param {import("./sentences.js").Section} section */
function sectionOf({ title: heading, sentences, scores }) {
  return make("section", "", ...(heading === "" ? [] : [make("h2", "", heading)]),
    ...(sentences.length > 0 ? [make("ul", "", ...sentences.map((text) => make("li", "", text)))] : []),
    ...(scores.length > 0 ? [table(scores)] : []));
}

/** @param {string} href @param {string} text @param {string} [kind] */
function link(href, text, kind) {
  const element = make("a", kind, text);
  element.href = href;
  return element;
}

/** @param {readonly import("./sentences.js").Score[]} scores */
function table(scores) {
  /** @param {string} scope of a heading @param {string} text */
  const head = (scope, text) => {
    const cell = make("th", "", text);
    cell.scope = scope;
    return cell;
  };
  const rows = scores.map(({ text, points }) => make("tr", "", head("row", text), make("td", "", points)));
  const top = make("tr", "", head("col", t("rules.what")), head("col", t("rules.points")));
  return make("table", "scores", make("thead", "", top), make("tbody", "", ...rows));
}
