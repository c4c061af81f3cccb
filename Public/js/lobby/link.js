// @ts-check
/**
 * A link to a deal, which is dealt without a press, and the page that is there meanwhile.
 * Promise: within one tab a link that comes back (Back, Forward, loaded anew) leads to the table that it has opened.
 */
import { dealNumber } from "../model/deal.js";
import { gameName } from "../model/words.js";
import { StillPage } from "../still-page.js";
import { make, write } from "../view/dom.js";
import { t } from "../words/say.js";

/** Whose table opens sooner than this sees no page in between. */
const PATIENCE_MS = 300;
const KEY = "baize.dealt ";

/** @param {URLSearchParams} query @returns {{game:string, deal:import("../net/messages.js").Deal}|null} */
export function dealOf(query) {
  const [game, n] = [query.get("game") ?? "", dealNumber(query.get("deal") ?? "")];
  return game === "" || n === null ? null : { game, deal: { kind: "open", n } };
}

/** @param {string} link its query @returns {string} the table that it has opened in this tab; empty if none */
export function openedBy(link) {
  try {
    return sessionStorage.getItem(KEY + link) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} link its query @param {string} room */
export function hasOpened(link, room) {
  try {
    sessionStorage.setItem(KEY + link, room);
  } catch { /* a private window: then it deals once more */ }
}

/** While the cards come. */
export class DealingPage extends StillPage {
  root = make("p", "doorway");
  #timer = 0;

  /** @param {import("../main.js").App} app @param {string} game */
  constructor(app, game) {
    super();
    this.app = app;
    this.game = game;
  }

  enter() {
    this.show();
    this.#timer = window.setTimeout(() => this.app.put(this.root, "door"), PATIENCE_MS);
  }

  leave() {
    clearTimeout(this.#timer);
  }

  show() {
    const { state, silent } = this.app.connection;
    const waits = state === "reconnecting" || silent;
    write(this.root, waits ? t("lobby.dealsLater") : t("link.dealing", { game: gameName(this.game) }));
  }
}
