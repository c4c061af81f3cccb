// @ts-check
/**
 * The two dialogs of a board: everything about one item, and the list of places to which it can be moved.
 * Promise: what the pointer can do by dragging, a list of names can do too.
 */
import { closesBeside, find, make, write } from "../../view/dom.js";
import { Menu, open } from "../piles/menu.js";
import { avatar, isPicture } from "./look.js";
import { itemName, itemsName, targetName } from "./words.js";

/** @typedef {import("../../model/store.js").BoardShown} Shown */
/** @typedef {import("./stops.js").Stop} Stop */

export class Sheets {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.details = find(root, "#details", HTMLDialogElement);
    this.menu = new Menu(find(root, "#move-menu", HTMLDialogElement));
    closesBeside(this.details);
  }

  get open() {
    return this.details.open || this.menu.dialog.open;
  }

  /**
   * @param {Shown} shown @param {number} item @param {HTMLElement[]} actions that can be done with it
   */
  showDetails(shown, item, actions) {
    const content = shown.faces.get(item);
    if (!content) return;
    const { details } = this;
    write(find(details, "h2", HTMLElement), itemName(shown, item));
    const face = find(details, ".portrait", HTMLElement);
    face.replaceChildren(avatar(content));
    face.classList.toggle("wide", isPicture(content));
    const detail = find(details, ".detail", HTMLElement);
    write(detail, content.detail ?? "");
    detail.hidden = !content.detail;
    const list = find(details, "dl", HTMLElement);
    const known = (content.fields ?? []).filter(([, value]) => value !== "");
    const rows = known.map(([name, value]) => make("div", "", make("dt", "", name), make("dd", "", value)));
    list.replaceChildren(...rows);
    list.hidden = rows.length === 0;
    find(details, ".item-actions", HTMLElement).replaceChildren(...actions);
    open(details, find(details, "[type=submit]", HTMLElement));
    details.scrollTop = 0;
  }

  /**
   * @param {Shown} shown @param {readonly number[]} items @param {readonly Stop[]} stops
   * @param {(stop:Stop) => void} choose
   */
  showMenu(shown, items, stops, choose) {
    this.details.close();
    const places = stops.map(({ target }) => ({ pile: target.in, name: targetName(shown, target) }));
    this.menu.show(itemsName(shown, items), places, (_, at) => choose(stops[at]));
  }

  close() {
    this.details.close();
    this.menu.close();
  }
}
