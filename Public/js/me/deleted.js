// @ts-check
/** What is shown to somebody who has had themselves deleted: that it is done, and the way to the lobby. */
import { StillPage } from "../still-page.js";
import { make } from "../view/dom.js";
import { t } from "../words/say.js";
import { said } from "./part.js";

export class DeletedPage extends StillPage {
  constructor() {
    super();
    this.heading = said("h1", "", "me.deletedTitle");
    this.heading.tabIndex = -1;
    const way = said("a", "button primary", "boards.toLobby");
    way.href = "/";
    this.root = make("div", "me-page", make("article", "me", this.heading, said("p", "lead", "me.deletedText"),
      make("p", "", way)));
  }

  enter() {
    this.reword();
    this.heading.focus();
  }

  reword() {
    document.title = t("app.titleOf", { name: t("me.deletedTitle") });
  }
}
