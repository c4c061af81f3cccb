// @ts-check
/**
 * Tiles with a picture, and those of the games that most people know: one press deals.
 * Promise: a tile stands where it stood, whatever list of games the server tells.
 */
import { gameName } from "../model/words.js";
import { find, make, write } from "../view/dom.js";
import { BOARDS } from "../view/sprite.js";

/** The best known first. Each has a picture in /img/boards.svg. */
export const KNOWN = [
  "klondike1", "spider1", "freecell", "klondike3", "pyramid", "tripeaks", "yukon", "golf", "fortythieves", "scorpion",
];

/** @param {string} kind what its picture is called @param {() => void} press */
export function tile(kind, press) {
  const button = make("button", "tile", BOARDS.picture(""), make("b"), make("small"));
  button.type = "button";
  button.dataset.kind = kind;
  button.addEventListener("click", press);
  return make("li", "", button);
}

/** @param {HTMLElement} list of tiles @param {(kind:string) => [string, string]} words a title, and a line below it */
export function writeTiles(list, words) {
  for (const it of list.querySelectorAll("button")) {
    const [title, line] = words(it.dataset.kind ?? "");
    write(find(it, "b", HTMLElement), title);
    write(find(it, "small", HTMLElement), line);
  }
}

/** @param {ParentNode} root pictures come last: nobody waits for them */
export function adornTiles(root) {
  for (const it of root.querySelectorAll("button.tile")) {
    if (it instanceof HTMLElement) BOARDS.show(find(it, "svg", SVGSVGElement), it.dataset.kind ?? "");
  }
}

/** @param {HTMLElement} list */
export const writeKnown = (list) => writeTiles(list, (game) => [gameName(game), ""]);
