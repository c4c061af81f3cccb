// @ts-check
/**
 * The page "You": who plays here, on which devices, with which bots, and what the server has of us.
 * Promise: nobody needs it to play. What is asked of the server is answered in words, and what cannot be had is said,
 * with a way on.
 * Invariant: what is shown is what the server told last; nothing here is shown ahead of it.
 */
import { SIGNED_OUT } from "../net/backoff.js";
import { StillPage } from "../still-page.js";
import { attribute, make, write } from "../view/dom.js";
import { sheet } from "../view/sheet.js";
import { t } from "../words/say.js";
import "../words/people.js";
import { ask, readMe } from "./api.js";
import { BotsPart } from "./bots.js";
import { CopyPart } from "./copy.js";
import { DataPart } from "./data.js";
import { DevicesPart } from "./devices.js";
import { codeIn } from "./forms.js";
import { token } from "./identity.js";
import { NamePart } from "./name.js";
import { press, said } from "./part.js";
import { SigningPart } from "./signing.js";

/** @typedef {import("./api.js").Me} Me */
/** @typedef {import("./part.js").Part} Part */

await sheet("/css/me.css");

export class MePage extends StillPage {
  isLeft = false;
  /** @type {Me|null} */
  #me = null;
  #lost = "";
  /** Of several answers only the last one asked for counts. */
  #asked = 0;

  /** @param {import("../main.js").App} app @param {string} hash of the address, which may bring a code */
  constructor(app, hash) {
    super();
    this.app = app;
    this.code = codeIn(hash);
    // What is secret does not stay in the address.
    if (hash !== "") app.address(location.pathname + location.search);
    this.heading = said("h1", "", "me.title");
    this.heading.tabIndex = -1;
    this.lead = make("p", "lead");
    this.state = make("p", "state");
    attribute(this.state, "role", "status");
    this.again = press("", "lobby.tryAgain", () => this.fetch());
    this.signing = new SigningPart(this);
    /** @type {Part[]} */
    this.parts = [new NamePart(this), new DevicesPart(this), this.signing, new CopyPart(this), new BotsPart(this),
      new DataPart(this)];
    this.body = make("div", "parts", ...this.parts.map((it) => it.root));
    this.root = make("div", "me-page", make("article", "me", this.heading, this.lead, this.state, this.again,
      this.body));
  }

  async enter() {
    this.#show();
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest(".top")) this.heading.focus({ preventScroll: true });
    await this.fetch();
    if (this.code !== "" && !this.isLeft && this.#me) this.#offer();
  }

  /** A link has brought a code. */
  #offer() {
    const { code } = this;
    this.code = "";
    this.signing.offer(code);
  }

  leave() {
    this.isLeft = true;
    for (const part of this.parts) part.leave();
  }

  welcomed() {
    if (this.#me?.id !== this.app.guest) this.fetch();
  }

  /** Another language is spoken: what has a key has changed already. */
  reword() {
    for (const part of this.parts) {
      part.closeQuestion();
      part.tell("");
    }
    this.#show();
  }

  /**
   * @param {string} method @param {string} path @param {object} [body] @param {string} [as] another's token
   */
  ask(method, path, body, as = token()) {
    return ask(as, method, path, body);
  }

  async fetch() {
    // A new visitor is somebody as soon as the server has said who: then we are welcomed.
    if (token() === "") return;
    const mine = ++this.#asked;
    const reply = await this.ask("GET", "");
    if (this.isLeft || mine !== this.#asked) return;
    const me = reply.error === "" ? readMe(reply.body) : null;
    if (me) return this.#know(me);
    this.#lost = reply.error || "other";
    this.#show();
  }

  /** @param {unknown} told who we are, as an answer of the server has it */
  took(told) {
    const me = readMe(told);
    // What was asked before is older.
    this.#asked += 1;
    if (me) this.#know(me);
    else this.fetch();
  }

  /** @param {Me} me */
  #know(me) {
    const hadAgain = this.again === document.activeElement;
    this.#me = me;
    this.#lost = "";
    this.app.handle = me.handle ?? "";
    this.#show();
    if (hadAgain) this.heading.focus();
    if (this.code !== "") this.#offer();
  }

  get #name() {
    return this.#me?.handle === undefined ? t("app.guest") : `@${this.#me.handle}`;
  }

  #show() {
    const me = this.#me;
    document.title = t("app.titleOf", { name: t("me.title") });
    const article = this.root.firstElementChild;
    if (article) attribute(article, "data-state", this.#lost !== "" ? "lost" : me ? "told" : "waiting");
    this.body.hidden = me === null;
    this.lead.hidden = me === null;
    write(this.lead, me?.handle === undefined ? t("me.guestLead") : t("me.personLead", { name: this.#name }));
    const why = this.parts[0].words(this.#lost);
    write(this.state, this.#lost !== "" ? t("me.lost", { why }) : me ? "" : t("me.waiting"));
    this.state.hidden = this.state.textContent === "";
    this.again.hidden = this.#lost === "";
    if (me) for (const part of this.parts) part.show(me);
  }

  // Somebody else

  /**
   * Another person plays here from now on.
   * @param {() => void} change what the browser keeps @param {string} news key of what is said then
   */
  playAs(change, news) {
    change();
    this.app.become();
    this.app.announcer.toast(t(news));
  }

  /**
   * Does what makes the server send us away, so that nothing more is said of that.
   * @param {() => Promise<import("./api.js").Reply|null>} act @returns {Promise<import("./api.js").Reply|null>} null if
   *   there is nothing more to do
   */
  async leaving(act) {
    const { app } = this;
    app.isLeaving = true;
    const reply = await act();
    app.isLeaving = false;
    const isOut = app.connection.state === "closed" && app.connection.lostBy === SIGNED_OUT;
    if (reply?.error === "" || !isOut) return reply;
    // It was done, though its answer was lost.
    app.signedOut();
    return null;
  }
}
