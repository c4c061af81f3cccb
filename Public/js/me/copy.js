// @ts-check
/** Who we are as a text that can be kept, and the way back with it. */
import { make } from "../view/dom.js";
import { t } from "../words/say.js";
import { readMe } from "./api.js";
import { tokenOf } from "./forms.js";
import { hasGuest, signIn, token } from "./identity.js";
import { copyable, field, Part, press, said } from "./part.js";
import { square } from "./square.js";

export class CopyPart extends Part {
  /** @param {import("./page.js").MePage} page */
  constructor(page) {
    super(page, "copy", "me.copyTitle");
    this.keep = press("", "me.keepCopy", () => this.#show());
    this.shown = make("div", "adding");
    this.shown.hidden = true;
    const { input, label } = field("token", "me.copyField", { placeholder: "g1.…" });
    this.input = input;
    input.setAttribute("aria-describedby", this.why.id);
    this.form = make("form", "", make("div", "row", label, press("", "me.useAct", () => this.#offer())));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#offer();
    });
    this.use = make("details", "", said("summary", "", "me.useCopy"), this.form);
    this.put(said("p", "soft", "me.copyHint"), this.keep, this.shown, this.use);
    this.use.append(this.why, this.asking);
  }

  show() {
    this.use.hidden = hasGuest();
  }

  #show() {
    const { input, row } = copyable("me.copyText", (copied) => this.copied(copied));
    input.value = token();
    const warning = said("p", "warning", "me.copyWarning");
    warning.tabIndex = -1;
    this.shown.replaceChildren(square(token(), "me.copyQR"),
      make("div", "adding-words", warning, row, press("", "me.hide", () => this.#hide())));
    this.shown.hidden = false;
    this.keep.hidden = true;
    warning.focus();
  }

  #hide() {
    this.shown.replaceChildren();
    this.shown.hidden = true;
    this.keep.hidden = false;
    this.keep.focus();
  }

  #offer() {
    const other = tokenOf(this.input.value);
    if (other !== "" && other !== token()) {
      return this.once(t("me.askCopy"), "me.useAct", () => this.#take(other), this.input);
    }
    this.tell(t(other === "" ? "me.copyForm" : "me.copyOwn"));
    return this.input.focus();
  }

  /** @param {string} other */
  async #take(other) {
    const reply = await this.ask("GET", "", undefined, other);
    if (!reply) return undefined;
    if (reply.error === "" && readMe(reply.body)) return this.page.playAs(() => signIn(other), "me.signedIn");
    this.tell(this.words(reply.error, { token: "me.copyUnknown" }));
    return this.input.focus();
  }
}
