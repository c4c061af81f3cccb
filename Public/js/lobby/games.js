// @ts-check
/**
 * The games that the server offers, and how one is chosen: by family, by its name, with options. In the language that
 * is spoken; nothing here touches the page.
 * Invariant: the id of a choice names only what differs from the game as it usually is, in the game's own order, so
 * that the same choice always has the same id.
 */
import { gameName } from "../model/words.js";
import { anyOf, has, t } from "../words/say.js";

/** @typedef {{name:string, value:string, values:string[]}} Option  value: what is usual */
/** @typedef {{id:string, name:string, family:string, timed:boolean, winnable:import("./options.js").Offer,
 *   options:Option[]}} Game  timed: time may count; winnable: whether deals are offered that can be won */
/** @typedef {Record<string, string>} Choices  by the names of options */
/** @typedef {{key:string, title:string, games:Game[]}} Group */

const PATH = "/api/games";
/** How many games stand first because they were played last. */
const RECENT_MAX = 4;
/** Of a link that names nothing: how many letters of a name are shown, and how many mistakes are told. */
const SHOWN_MAX = 40;
const TOLD_MAX = 3;

/**
 * @param {typeof fetch} [ask] @returns {Promise<Game[]|null>} null if the list cannot be had
 */
export async function fetchGames(ask = (...it) => fetch(...it)) {
  try {
    const reply = await ask(PATH);
    return reply.ok ? readGames(await reply.text()) : null;
  } catch {
    return null;
  }
}

/** @param {string} text the list as a server tells it @returns {Game[]|null} what of it can be used; null: nothing */
export function readGames(text) {
  try {
    const { games } = JSON.parse(text);
    const known = Array.isArray(games) ? games.filter(isGame).map(whole) : [];
    return known.length > 0 ? known : null;
  } catch {
    return null;
  }
}

/** @param {any} it what a server said */
const isGame = (it) => typeof it?.id === "string" && typeof it.name === "string" && typeof it.family === "string";

/** @param {any} it */
const isOption = (it) => typeof it?.name === "string" && Array.isArray(it.values);

/** @param {any} game @returns {Game} */
function whole({ id, name, family, timed, winnable, options }) {
  const told = Array.isArray(options) ? options.filter(isOption) : [];
  return {
    id, name, family, timed: timed === true,
    winnable: winnable === "usual" || winnable === "possible" ? winnable : "",
    options: told.map((it) => ({ name: it.name, value: String(it.value), values: it.values.map(String) })),
  };
}

/** @param {Game} game */
export const title = ({ id, name }) => gameName(id, name);

/** @param {string} family */
const familyTitle = (family) => (has(`family.${family}`) ? t(`family.${family}`) : family);

/** What most people mean by the name of a family. */
const PLAIN = new Map([["klondike1", "Klondike"], ["spider1", "Spider"]]);

/**
 * What a game is called on a button: Klondike, and not how many cards its stock turns.
 * @param {string} id @param {string} [name] as the server calls it
 */
export function shortName(id, name) {
  const family = PLAIN.get(id);
  return family === undefined ? gameName(id, name) : familyTitle(family);
}

/**
 * What was played last, then the families; who is alone in theirs stands with the others who are.
 * @param {readonly Game[]} games @param {readonly string[]} recent ids, the last one first @returns {Group[]}
 */
export function groups(games, recent) {
  const last = recent.flatMap((id) => games.filter((game) => game.id === id)).slice(0, RECENT_MAX);
  const rest = games.filter((game) => !last.includes(game));
  /** @type {Map<string, Game[]>} */
  const families = new Map();
  for (const game of games) families.set(game.family, []);
  for (const game of rest) families.get(game.family)?.push(game);
  const sizes = new Map([...families.keys()].map((name) => [name, games.filter((it) => it.family === name).length]));
  const many = [...families].filter(([name]) => (sizes.get(name) ?? 0) > 1);
  const alone = [...families].filter(([name]) => sizes.get(name) === 1).flatMap(([, all]) => all);
  return [
    { key: "last", title: t("lobby.last"), games: last },
    ...many.map(([name, all]) => ({ key: `family ${name}`, title: familyTitle(name), games: all })),
    { key: "more", title: t("lobby.more"), games: alone },
  ].filter((group) => group.games.length > 0);
}

/**
 * Letters as people type them: without capitals and accents.
 * @param {string} text
 */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Whether a game is meant by what somebody typed: each word stands somewhere in its names or its family's.
 * @param {Game} game @param {string} typed
 */
export function matches(game, typed) {
  const names = plain(`${title(game)} ${game.name} ${game.family} ${familyTitle(game.family)} ${game.id}`);
  return plain(typed).split(/\s+/).filter((word) => word !== "").every((word) => names.includes(word));
}

/**
 * @param {Game} game @param {Choices} choices @returns {string} `freecell:cells=3`
 */
export function idOf({ id, options }, choices) {
  const chosen = options.flatMap(({ name, value, values }) => {
    const wanted = choices[name] ?? value;
    return wanted !== value && values.includes(wanted) ? [`${name}=${wanted}`] : [];
  });
  return chosen.length === 0 ? id : `${id}:${chosen.join(",")}`;
}

/**
 * The game of an id and what is chosen about it; what it does not offer is left as usual.
 * @param {readonly Game[]} games @param {string} id @returns {{game:Game, choices:Choices}|null}
 */
export function chosenBy(games, id) {
  const [base, rest = ""] = id.split(":", 2);
  const game = games.find((it) => it.id === base);
  if (!game) return null;
  /** @type {Choices} */
  const choices = {};
  for (const choice of rest.split(",")) {
    const [name, value = ""] = choice.split("=", 2);
    if (game.options.some((it) => it.name === name && it.values.includes(value))) choices[name] = value;
  }
  return { game, choices };
}

/**
 * What of an id is not offered, in sentences; none if all of it is. An empty id wants nothing, so nothing is wrong.
 * @param {readonly Game[]} games @param {string} id @returns {string[]}
 */
export function mistakes(games, id) {
  if (id === "") return [];
  const [base, ...rest] = id.split(":");
  const game = games.find((it) => it.id === base);
  if (!game) return [t("link.noGame", { game: shortened(base) })];
  const named = title(game);
  const choices = rest.length === 0 ? [] : rest.join(":").split(",");
  return choices.flatMap((choice) => {
    const [name, value = ""] = choice.split(/=(.*)/s, 2);
    const option = game.options.find((it) => it.name === name);
    if (!option) return [t("link.noOption", { game: named, option: shortened(choice) })];
    if (option.values.includes(value)) return [];
    const values = anyOf(inOrder(option.values).map((it) => valueTitle(name, it)));
    return [t("link.noValue", { game: named, option: optionTitle(name), value: shortened(value), values })];
  }).slice(0, TOLD_MAX);
}

/**
 * Numbers as one counts; words as the game has them.
 * @param {readonly string[]} values
 */
const inOrder = (values) =>
  (values.every((it) => /^\d+$/.test(it)) ? [...values].sort((a, b) => Number(a) - Number(b)) : values);

/**
 * What a stranger's link says, as far as it is shown.
 * @param {string} text
 */
const shortened = (text) => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);

/** @param {string} name of an option */
export const optionTitle = (name) => (has(`option.${name}`) ? t(`option.${name}`) : name);

/** @param {string} name of an option @param {string} value */
export function valueTitle(name, value) {
  if (has(`option.${name}.${value}`)) return t(`option.${name}.${value}`);
  return /^\d+$/.test(value) ? t("option.number", { value: Number(value) }) : value;
}

/**
 * The same, and whether it is the usual one.
 * @param {Pick<Option, "name"|"value">} option @param {string} value
 */
export function valueWords(option, value) {
  const words = valueTitle(option.name, value);
  return value === option.value ? t("lobby.usual", { value: words }) : words;
}

/**
 * The ids that were played last, with one more before them.
 * @param {string} kept as they were kept @param {string} id
 */
export function played(kept, id) {
  const base = id.split(":", 1)[0];
  return [base, ...kept.split(" ").filter((it) => it !== "" && it !== base)].slice(0, RECENT_MAX).join(" ");
}
