// @ts-check
/** Who we are: a claimed name, or the way to one. */
import { attribute, make, write } from "../view/dom.js";
import { t } from "../words/say.js";
import { HANDLE_MAX, handleOf, handleProblem } from "./forms.js";
import { field, Part, press, said } from "./part.js";

const REFUSALS = { taken: "me.taken", handle: "me.notAllowed", claimed: "me.hasOne" };

export class NamePart extends Part {
  /** @param {import("./page.js").MePage} page */
  constructor(page) {
    super(page, "name", "me.who");
    this.own = make("p", "handle");
    this.fixed = said("p", "soft", "lobby.claimed");
    const { input, label } = field("handle", "me.choose", { maxLength: HANDLE_MAX + 1, placeholder: "ada" });
    this.input = input;
    this.rules = said("p", "soft allowed", "me.rules");
    this.rules.id = "me-name-rules";
    attribute(input, "aria-describedby", `${this.rules.id} ${this.why.id}`);
    this.forever = make("p", "soft");
    const row = make("div", "row", label, press("primary", "me.claim", () => this.#claim()));
    this.form = make("form", "claim", row, this.rules, this.forever);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#claim();
    });
    input.addEventListener("input", () => this.#check());
    this.put(this.own, this.fixed, this.form);
    row.after(this.why);
  }

  /** @param {import("./part.js").Me} me */
  show({ handle }) {
    const had = this.form.contains(document.activeElement);
    this.form.hidden = handle !== undefined;
    this.own.hidden = this.fixed.hidden = handle === undefined;
    write(this.own, handle === undefined ? "" : `@${handle}`);
    if (had && handle !== undefined) this.heading.focus();
    const typed = handleOf(this.input.value);
    const name = `@${handleProblem(typed) === "" ? typed : "ada"}`;
    write(this.forever, t("me.once", { name }));
  }

  /** While somebody types: what is wrong with it, once it can be known. */
  #check() {
    const handle = handleOf(this.input.value);
    const problem = handleProblem(handle);
    const isEarly = problem === "me.rules" || problem === "me.short";
    write(this.why, problem === "" || isEarly ? "" : t(problem));
    attribute(this.input, "aria-invalid", problem === "" || isEarly ? null : "true");
    write(this.forever, t("me.once", { name: `@${problem === "" ? handle : "ada"}` }));
  }

  async #claim() {
    const handle = handleOf(this.input.value);
    const problem = handleProblem(handle);
    if (problem !== "") return this.#refuse(t(problem));
    const reply = await this.ask("PATCH", "", { handle });
    if (!reply) return undefined;
    if (reply.error === "") {
      attribute(this.input, "aria-invalid", null);
      this.page.took(reply.body);
      this.page.app.announcer.toast(t("me.claimed", { name: `@${handle}` }));
      // Tables are told of it.
      return this.page.app.connection.again();
    }
    this.#refuse(this.words(reply.error, REFUSALS));
    if (reply.error === "claimed") this.page.fetch();
    return undefined;
  }

  /** @param {string} text */
  #refuse(text) {
    this.tell(text);
    attribute(this.input, "aria-invalid", "true");
    this.input.focus();
  }
}
