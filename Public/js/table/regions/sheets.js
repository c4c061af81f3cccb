// @ts-check
/**
 * The two dialogs of a board: everything about one item, and the list of places to which it can be moved.
 * Promise: what the pointer can do by dragging, a list of names can do too.
 */
import { button, closesBeside, find, named, write } from "../../view/dom.js";
import { capital, t } from "../../words/say.js";
import { avatar, isPicture } from "./look.js";
import { itemName, itemsName, targetName } from "./words.js";

/** @typedef {import("../../model/store.js").BoardShown} Shown */
/** @typedef {import("./stops.js").Stop} Stop */

export class Sheets {
  /** @type {number|null} */
  item = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.details = find(root, "#details", HTMLDialogElement);
    this.menu = find(root, "#move-menu", HTMLDialogElement);
    closesBeside(this.details);
    closesBeside(this.menu);
  }

  get open() {
    return this.details.open || this.menu.open;
  }

  /**
   * @param {Shown} shown @param {number} item @param {HTMLElement[]} actions that can be done with it
   */
  showDetails(shown, item, actions) {
    const content = shown.faces.get(item);
    if (!content) return;
    this.item = item;
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
    const rows = known.map(([name, value]) => {
      const row = document.createElement("div");
      row.append(named("dt", name), named("dd", value));
      return row;
    });
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
    const { menu } = this;
    write(find(menu, "h2", HTMLElement), t("boards.moveWhat", { what: itemsName(shown, items) }));
    const list = find(menu, ".stops", HTMLElement);
    list.replaceChildren(...stops.map((stop) => {
      const row = document.createElement("li");
      row.append(button("stop", capital(targetName(shown, stop.target)), () => {
        menu.close();
        choose(stop);
      }));
      return row;
    }));
    this.details.close();
    open(menu, find(menu, ".stop, [type=submit]", HTMLElement));
    list.scrollTop = 0;
  }

  close() {
    this.details.close();
    this.menu.close();
  }
}

/**
 * Browsers give the focus to whatever scrolls, and what is far down scrolls the rest away: neither is wanted.
 * @param {HTMLDialogElement} dialog @param {HTMLElement} first
 */
function open(dialog, first) {
  if (!dialog.open) dialog.showModal();
  first.focus({ preventScroll: true });
}
