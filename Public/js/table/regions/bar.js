// @ts-check
/**
 * Buttons for what can be done with the selection, for people who only tap.
 * Invariant: shown exactly while something is selected or held by keys.
 */
import { find, write } from "../../view/dom.js";
import { t } from "../../words/say.js";
import { itemsName } from "./words.js";

export class Bar {
  /** @param {HTMLElement} root @param {import("./flow-conduct.js").FlowConduct} conduct */
  constructor(root, conduct) {
    this.root = find(root, ".selection", HTMLElement);
    this.conduct = conduct;
  }

  show() {
    const { conduct } = this;
    const items = conduct.choosing.chosen();
    const busy = conduct.hand.holding?.keys === true;
    this.root.hidden = items.length === 0 && !busy;
    if (this.root.hidden) return;
    const { store } = conduct.page.room;
    const shown = store.shown();
    const what = busy ? conduct.hand.holding?.lift.items ?? [] : items;
    const said = { what: itemsName(shown, what) };
    write(find(this.root, ".what", HTMLElement), t(busy ? "boards.lifted" : "boards.selected", said));
    find(this.root, "#move-to", HTMLElement).hidden = busy || conduct.choosing.stopsFor(items).length === 0;
    write(find(this.root, "#move-to", HTMLElement), t(items.length > 1 ? "boards.moveSelected" : "boards.moveTo"));
    const one = items.length === 1 && !busy;
    find(this.root, "#about-item", HTMLElement).hidden = !one || !conduct.choosing.hasSheet(items[0]);
    write(find(this.root, "#put-back", HTMLElement), t(busy ? "tools.putBack" : "boards.clear"));
  }

  /** @param {(selector:string, act:() => void) => void} on */
  buttons(on) {
    on("#move-to", () => this.conduct.choosing.menu(null));
    on("#about-item", () => this.conduct.choosing.details(this.conduct.choosing.chosen()[0]));
    on("#put-back", () => this.conduct.escape());
  }
}
