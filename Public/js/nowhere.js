// @ts-check
/** The page of an address at which there is nothing: it says so, and shows the way to the lobby. */
import { StillPage } from "./still-page.js";
import { find, fromTemplate } from "./view/dom.js";
import { t } from "./words/say.js";

export class NowherePage extends StillPage {
  constructor() {
    super();
    this.root = document.createElement("div");
    this.root.append(fromTemplate("nowhere-page"));
  }

  enter() {
    this.reword();
    if (document.activeElement === document.body) find(this.root, "h1", HTMLElement).focus({ preventScroll: true });
  }

  reword() {
    document.title = t("app.titleOf", { name: t("nowhere.title") });
  }
}
