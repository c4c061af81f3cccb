// @ts-check
/** The page of an address at which there is nothing: it says so, and shows the way to the lobby. */
import { find, fromTemplate } from "./view/dom.js";
import { t } from "./words/say.js";

export class NowherePage {
  constructor() {
    this.root = document.createElement("div");
    this.root.append(fromTemplate("nowhere-page"));
  }

  enter() {
    this.reword();
    if (document.activeElement === document.body) find(this.root, "h1", HTMLElement).focus({ preventScroll: true });
  }

  leave() {}

  welcomed() {}

  heard() {}

  show() {}

  /** @returns {Array<[string,string,number]>} */
  holding() {
    return [];
  }

  reword() {
    document.title = t("app.titleOf", { name: t("nowhere.title") });
  }
}
