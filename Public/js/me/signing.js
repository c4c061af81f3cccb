// @ts-check
/** Signing in with the code of another device, and signing out again. */
import { attribute, make, write } from "../view/dom.js";
import { t } from "../words/say.js";
import { codeOf, deviceName, freshToken, grouped } from "./forms.js";
import { hasGuest, signIn, signOut } from "./identity.js";
import { field, Part, press, said } from "./part.js";

const REFUSALS = { code: "me.codeWrong", already: "me.already", full: "me.fullDevices", spent: "me.spent" };
/** `K7QDM-2XWPA`, and a blank or two. */
const CODE_MAX = 16;

export class SigningPart extends Part {
  /** The token that goes with a code, the same when it is sent again: the first answer may have been lost. */
  #sent = { code: "", token: "", times: 0 };
  /** @type {import("./part.js").Me|null} */
  #me = null;

  /** @param {import("./page.js").MePage} page */
  constructor(page) {
    super(page, "signing", "me.signIn");
    const { input, label } = field("code", "me.codeField", { maxLength: CODE_MAX, placeholder: "K7QDM-2XWPA" });
    this.input = input;
    attribute(input, "autocapitalize", "characters");
    attribute(input, "aria-describedby", this.why.id);
    this.send = press("", "me.signInAct", () => this.#offer());
    this.form = make("form", "", said("p", "soft", "me.signInHint"), make("div", "row", label, this.send));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#offer();
    });
    this.already = said("p", "soft", "me.signedInAlready");
    this.out = press("", "me.signOut", () => this.#askOut());
    this.put(this.form, this.already, make("div", "choices", this.out));
  }

  /** @param {import("./part.js").Me} me */
  show(me) {
    this.#me = me;
    const title = hasGuest() ? "me.signOutHere" : "me.signIn";
    this.heading.dataset.t = title;
    write(this.heading, t(title));
    this.form.hidden = hasGuest();
    this.already.hidden = !hasGuest();
    const act = hasGuest() ? "me.signOut" : "me.signOutHere";
    this.out.dataset.t = act;
    write(this.out, t(act));
    this.out.hidden = !hasGuest() && me.handle === undefined && me.devices.length < 2;
  }

  /**
   * What a link brings.
   * @param {string} code
   */
  offer(code) {
    this.input.value = grouped(code);
    if (hasGuest()) return this.tell(t("me.signedInAlready"));
    return this.#offer();
  }

  #offer() {
    const code = codeOf(this.input.value);
    if (code !== "") return this.once(t("me.askSignIn"), "me.signInAct", () => this.#signIn(code), this.input);
    this.tell(t("me.codeForm"));
    return this.input.focus();
  }

  /** @param {string} code */
  async #signIn(code) {
    if (this.#sent.code !== code) this.#sent = { code, token: freshToken(), times: 0 };
    const { token } = this.#sent;
    this.#sent.times += 1;
    const name = deviceName(navigator.userAgent);
    const reply = await this.ask("POST", "/keys", { code, ...(name !== "" && { name }) }, token);
    if (!reply) return undefined;
    const { error } = reply;
    // The answer to what was sent before was lost.
    const isDone = error === "" || (error === "already" && this.#sent.times > 1);
    if (isDone) return this.page.playAs(() => signIn(token), "me.signedIn");
    this.tell(this.words(error, REFUSALS));
    return this.input.focus();
  }

  #askOut() {
    const isLast = (this.#me?.devices.length ?? 0) < 2;
    this.once(t(isLast ? "me.askOutLast" : "me.askOut"), "me.signOut", () => this.#signOut(isLast), this.out);
  }

  /** @param {boolean} isLast a device that no other follows keeps its key: it may be in a copy */
  async #signOut(isLast) {
    const own = this.#me?.devices.find((it) => it.this);
    if (!isLast && own) {
      const reply = await this.page.leaving(() => this.ask("DELETE", `/keys/${own.n}`));
      if (!reply) return;
      if (reply.error !== "" && reply.error !== "token") {
        this.tell(this.words(reply.error, { last: "me.last" }));
        return;
      }
    }
    this.page.playAs(signOut, "me.outNow");
  }
}
