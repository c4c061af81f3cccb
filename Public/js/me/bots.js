// @ts-check
/** Programs that play under a name of ours, each with a key of its own that is told once. */
import { attribute, button, make, write } from "../view/dom.js";
import { language, t } from "../words/say.js";
import { HANDLE_MAX, handleOf, handleProblem } from "./forms.js";
import { copyable, dateText, field, Part, press, said } from "./part.js";

const REFUSALS = {
  taken: "me.botTaken",
  full: "me.fullBots",
  spent: "me.spent",
  handle: "me.botNotAllowed",
  name: "me.botNotAllowed",
};
/** What a bot may do, and the words for it. */
const SCOPES = new Map([["play", "me.mayPlay"], ["watch", "me.mayWatch"]]);
/** The same in a list. */
const LISTED = new Map([["play", "me.toPlay"], ["watch", "me.toWatch"]]);

export class BotsPart extends Part {
  /** @param {import("./page.js").MePage} page */
  constructor(page) {
    super(page, "bots", "me.bots");
    this.none = make("p", "soft");
    this.list = make("ul", "rows");
    this.made = make("div", "made");
    this.made.hidden = true;
    const { input, label } = field("bot", "me.botName", { maxLength: HANDLE_MAX, placeholder: "brio" });
    this.input = input;
    attribute(input, "aria-describedby", this.why.id);
    this.boxes = [...SCOPES].map(([scope, key]) => {
      const box = make("input");
      Object.assign(box, { type: "checkbox", name: "scope", value: scope, checked: true });
      return { box, label: make("label", "check", box, said("span", "", key)) };
    });
    const row = make("div", "row", label, press("", "me.addBot", () => this.#add()));
    this.form = make("form", "", row, make("div", "checks", ...this.boxes.map((it) => it.label)), this.why);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#add();
    });
    this.put(said("p", "soft", "me.botsHint"), this.none, this.list, this.made, this.form);
    this.form.append(this.why);
  }

  /** @param {import("./part.js").Me} me */
  show({ handle, bots }) {
    this.form.hidden = handle === undefined;
    this.none.hidden = handle !== undefined;
    write(this.none, t("me.botsNeedName"));
    const had = this.list.contains(document.activeElement);
    this.list.replaceChildren(...bots.map((it) => this.#row(it, handle ?? "")));
    if (had) this.heading.focus();
  }

  /** @param {import("./api.js").Bot} bot @param {string} handle */
  #row({ name, scopes, made }, handle) {
    // A server may tell the short name, or the whole one.
    const short = name.slice(name.lastIndexOf("/") + 1);
    const may = scopes.filter((it) => LISTED.has(it)).map((it) => t(LISTED.get(it) ?? ""));
    const since = made === undefined ? [] : [t("me.since", { date: dateText(made) })];
    const told = [t("me.may", { list: language().all.format(may) }), ...since];
    const whole = `@${handle}/${short}`;
    const act = button("", t("me.remove"), () => this.#remove(short, whole));
    act.setAttribute("aria-label", t("me.removeOf", { name: whole }));
    const words = make("span", "told", make("b", "", whole), make("small", "", told.join(" · ")));
    const row = make("li", "", words, act);
    row.dataset.bot = short;
    return row;
  }

  async #add() {
    const name = handleOf(this.input.value);
    const scopes = this.boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
    const problem = handleProblem(name);
    const wrong = problem !== "" ? t(problem) : scopes.length === 0 ? t("me.noScope") : "";
    if (wrong !== "") return this.#refuse(wrong, problem === "" ? this.boxes[0].box : this.input);
    const reply = await this.ask("POST", "/bots", { name, scopes });
    if (!reply) return undefined;
    if (reply.error !== "" || typeof reply.body.token !== "string") {
      return this.#refuse(this.words(reply.error, REFUSALS), this.input);
    }
    this.input.value = "";
    this.#show(String(reply.body.name ?? name), reply.body.token);
    return this.page.fetch();
  }

  /** @param {string} text @param {HTMLElement} where */
  #refuse(text, where) {
    this.tell(text);
    where.focus();
  }

  /** @param {string} name @param {string} key which is told once */
  #show(name, key) {
    const { input, row } = copyable("me.botKey", (copied) => this.copied(copied));
    input.value = key;
    const words = make("p", "warning", t("me.botMade", { name }));
    words.tabIndex = -1;
    this.made.replaceChildren(words, row, press("", "boards.done", () => {
      this.made.replaceChildren();
      this.made.hidden = true;
      this.input.focus();
    }));
    this.made.hidden = false;
    words.focus();
  }

  /** @param {string} short @param {string} whole */
  async #remove(short, whole) {
    const reply = await this.ask("DELETE", `/bots/${encodeURIComponent(short)}`);
    if (!reply) return;
    if (reply.error !== "") {
      this.tell(this.words(reply.error));
      return;
    }
    this.page.took(reply.body);
    this.page.app.announcer.toast(t("me.removed", { name: whole }));
  }
}
