// @ts-check
/**
 * Choosing a game: a field to search in, the games by family, and the options of the one that is chosen.
 * Promise: whatever is typed, the chosen game stays chosen and named below the list. A link to a game, or to options,
 * that the server does not offer chooses nothing, and a sentence says why. Until the server's list comes, that of the
 * last visit is shown.
 * Invariant: the games are one group of radio buttons, so that arrow keys go through all of them that are shown.
 */
import { find, write } from "../view/dom.js";
import { gameName } from "../model/words.js";
import { keep, kept } from "../keep.js";
import { t } from "../words/say.js";
import {
  chosenBy, fetchGames, groups, idOf, matches, mistakes, optionTitle, readGames, shortName, title, valueWords,
} from "./games.js";

/** @typedef {import("./games.js").Game} Game */

/** What is played where nothing was played before: the one that most people know. */
const USUAL = "klondike1";

/**
 * Fetched once for all visits to the lobby.
 * @type {Game[]|null}
 */
let known = null;

/** Another server answers from now on, which may have other games. */
export function forgetGames() {
  known = null;
}

export class Picker {
  /** The list could not be fetched. */
  isLost = false;
  /** @type {Game|null} */
  game = null;
  /** @type {import("./games.js").Choices} */
  #choices = {};
  /** @type {Game[]} */
  #games = known ?? [];
  #wanted = USUAL;
  /** It is shown below the list what was chosen there, or by a link. */
  #isShown = false;
  /** What a link asks for, until somebody chooses. */
  #asked = "";
  /**
   * What is wrong with it, in sentences.
   * @type {string[]}
   */
  problems = [];
  /** @type {readonly string[]} */
  #recent = [];

  /** @param {HTMLElement} root of the lobby @param {() => void} changed another game, other options or another list */
  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    this.search = find(root, ".find-game input", HTMLInputElement);
    this.status = find(root, ".find-game [role=status]", HTMLElement);
    this.list = find(root, ".games", HTMLElement);
    this.lost = find(root, ".games-lost", HTMLElement);
    this.chosen = find(root, ".chosen", HTMLElement);
    this.search.addEventListener("input", () => this.#filter());
    this.search.addEventListener("keydown", (event) => this.#key(event));
    this.list.addEventListener("change", (event) => {
      if (event.target instanceof HTMLInputElement) this.#choose(event.target.value);
    });
    find(this.chosen, ".options", HTMLElement).addEventListener("change", ({ target }) => {
      if (target instanceof HTMLSelectElement) this.#choices[target.dataset.option ?? ""] = target.value;
      this.#written();
    });
    find(this.lost, "button", HTMLButtonElement).addEventListener("click", () => this.fetch());
  }

  /** What is chosen, as the server knows it; empty where a link names what no list has confirmed. */
  get id() {
    if (this.game) return idOf(this.game, this.#choices);
    return this.#games.length > 0 || this.#asked !== "" ? "" : this.#wanted;
  }

  /**
   * Whether the server deals such a game so that it can be won: its usual choices quickly, others perhaps.
   * @param {string} [id] @returns {import("./options.js").Offer}
   */
  offer(id = this.id) {
    const found = chosenBy(this.#games, id);
    if (!found || found.game.winnable === "") return "";
    return id === found.game.id ? found.game.winnable : "possible";
  }

  /** A link named it, and nobody has chosen otherwise. */
  get isAsked() {
    return this.#asked !== "" && this.game !== null;
  }

  /**
   * @param {string|null} asked an id that a link names, may have options @param {string} last what was chosen last
   * @param {readonly string[]} recent
   */
  start(asked, last, recent) {
    this.#asked = asked ?? "";
    this.#wanted = asked || last || USUAL;
    this.#recent = recent;
    const games = known ?? readGames(kept("games"));
    // Whether there is a game that a link names, only the server's own list can tell.
    if (games && (known || mistakes(games, this.#asked).length === 0)) this.#take(games);
    if (!known) this.fetch();
  }

  async fetch() {
    this.lost.hidden = true;
    this.list.classList.toggle("waiting", this.#games.length === 0);
    known ??= await fetchGames();
    this.list.classList.remove("waiting");
    this.isLost = known === null;
    this.lost.hidden = this.#games.length > 0 || !this.isLost;
    const told = JSON.stringify({ games: known });
    if (!known || told === JSON.stringify({ games: this.#games })) return;
    keep("games", told);
    this.#take(known);
  }

  /** Writes everything anew: another language is spoken. */
  reword() {
    if (this.#games.length > 0) this.#take(this.#games);
  }

  /** @param {Game[]} games */
  #take(games) {
    const wanted = this.id || this.#wanted;
    this.#games = games;
    write(find(this.root, "#new-title", HTMLElement), t("lobby.all", { count: games.length }));
    this.list.replaceChildren(...groups(games, this.#recent).map((group) => this.#group(group)));
    this.problems = mistakes(games, this.#asked);
    const found = chosenBy(games, wanted) ?? { game: games[0], choices: {} };
    this.game = this.problems.length > 0 ? null : found.game;
    this.#choices = this.problems.length > 0 ? {} : found.choices;
    this.#check();
    this.#filter();
    this.#written();
    this.#options();
  }

  /** @param {import("./games.js").Group} group */
  #group({ key, title: heading, games }) {
    const box = document.createElement("div");
    box.setAttribute("role", "group");
    box.dataset.group = key;
    const name = document.createElement("h3");
    name.textContent = heading;
    name.id = `group-${key.replace(/\W/g, "-")}`;
    box.setAttribute("aria-labelledby", name.id);
    const row = document.createElement("div");
    row.className = "chips";
    row.append(...games.map((game) => this.#chip(game)));
    box.append(name, row);
    return box;
  }

  /** @param {Game} game */
  #chip(game) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.type = "radio";
    input.name = "game";
    input.value = game.id;
    const words = document.createElement("span");
    words.textContent = title(game);
    label.append(input, words);
    return label;
  }

  /** @param {string} id */
  #choose(id) {
    const found = chosenBy(this.#games, id);
    if (!found) return;
    this.#asked = "";
    this.#isShown = true;
    this.problems = [];
    this.game = found.game;
    this.#choices = found.choices;
    this.#check();
    this.#options();
    this.#written();
  }

  #check() {
    for (const input of this.list.querySelectorAll("input")) input.checked = input.value === this.game?.id;
  }

  #options() {
    const { game } = this;
    if (!game) return;
    find(this.chosen, "details", HTMLElement).hidden = game.options.length === 0;
    find(this.chosen, ".options", HTMLElement).replaceChildren(...game.options.map(({ name, value, values }) => {
      const label = document.createElement("label");
      const words = document.createElement("span");
      words.textContent = optionTitle(name);
      const select = document.createElement("select");
      select.dataset.option = name;
      const chosen = this.#choices[name] ?? value;
      select.append(...values.map((it) =>
        new Option(valueWords({ name, value }, it), it, it === value, it === chosen)));
      label.append(words, select);
      return label;
    }));
  }

  #written() {
    const { game } = this;
    this.chosen.hidden = game === null || !(this.#isShown || this.isAsked);
    if (game) {
      write(find(this.chosen, "h3", HTMLElement), gameName(this.id, game.name));
      write(find(this.chosen, ".deal", HTMLElement), t("rules.play", { game: shortName(this.id, game.name) }));
      const link = find(this.chosen, "a", HTMLAnchorElement);
      link.href = `/rules/${this.id}`;
      link.setAttribute("aria-label", t("lobby.rulesOf", { game: title(game) }));
    }
    this.changed();
  }

  // Searching

  #filter() {
    const typed = this.search.value;
    let found = 0;
    for (const box of this.list.children) {
      let some = false;
      for (const label of box.querySelectorAll("label")) {
        const game = this.#games.find(({ id }) => id === label.querySelector("input")?.value);
        label.hidden = !game || !matches(game, typed);
        some ||= !label.hidden;
        if (!label.hidden) found += 1;
      }
      /** @type {HTMLElement} */ (box).hidden = !some;
    }
    const words = found === 0 ? t("lobby.noneFound") : t("lobby.found", { count: found });
    write(this.status, typed.trim() === "" ? "" : words);
    this.status.classList.toggle("unseen", found > 0 || typed.trim() === "");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Escape" && this.search.value !== "") {
      this.search.value = "";
      this.#filter();
      return event.preventDefault();
    }
    if (event.key !== "Enter" && event.key !== "ArrowDown") return undefined;
    // Enter here means this game, not yet: deal it.
    event.preventDefault();
    const first = [...this.list.querySelectorAll("input")].find((it) => it.offsetParent !== null);
    if (!first) return undefined;
    this.#choose(first.value);
    return first.focus();
  }
}
