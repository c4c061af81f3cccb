// @ts-check
/** What the server has of us: all of it as one file, and the end of it. */
import { attribute, make, write } from "../view/dom.js";
import { t } from "../words/say.js";
import { collect } from "./api.js";
import { DeletedPage } from "./deleted.js";
import { handleOf } from "./forms.js";
import { forgetTraces, signOut } from "./identity.js";
import { field, Part, press, said } from "./part.js";

export class DataPart extends Part {
  #handle = "";

  /** @param {import("./page.js").MePage} page */
  constructor(page) {
    super(page, "data", "me.data");
    this.all = press("", "me.download", () => this.#download());
    this.progress = make("p", "soft");
    attribute(this.progress, "role", "status");
    this.begin = press("danger", "me.delete", () => this.#open());
    const { input, label } = field("word", "me.typed");
    this.input = input;
    this.labelWords = label.firstElementChild;
    attribute(input, "aria-describedby", this.why.id);
    this.first = said("li", "", "me.deleteWhat");
    this.form = make("form", "deleting", make("ul", "", this.first, said("li", "", "me.deleteStays"),
      said("li", "", "me.deleteEver")), label, this.why, make("div", "choices",
      press("danger", "me.deleteAct", () => this.#delete()), press("", "boards.cancel", () => this.#close())));
    this.form.hidden = true;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#delete();
    });
    this.form.addEventListener("keydown", (event) => event.key === "Escape" && this.#close());
    this.put(said("p", "soft", "me.dataHint"), make("div", "choices", this.all, this.begin), this.progress, this.form);
  }

  /** @param {import("./part.js").Me} me */
  show({ handle = "" }) {
    this.#handle = handle;
    if (this.labelWords) write(this.labelWords, t("me.typed", { word: this.#word }));
  }

  /** What has to be typed. */
  get #word() {
    return this.#handle === "" ? t("me.deleteWord") : `@${this.#handle}`;
  }

  async #download() {
    if (this.isBusy) return;
    this.isBusy = true;
    this.tell("");
    const get = (/** @type {string} */ path) => this.page.ask("GET", path);
    const { body, error } = await collect(get, (count) => write(this.progress, t("me.collecting", { count })));
    this.isBusy = false;
    if (this.page.isLeft) return;
    write(this.progress, error === "" ? t("me.collected", { count: body.tables.length }) : "");
    if (error !== "") {
      this.tell(this.words(error));
      return;
    }
    const day = new Date().toISOString().slice(0, 10);
    save(`baize-${this.#handle || "guest"}-${day}.json`, JSON.stringify(body, null, 1));
  }

  #open() {
    this.tell("");
    this.form.insertBefore(this.why, this.form.lastElementChild);
    this.form.hidden = false;
    this.begin.hidden = true;
    this.input.value = "";
    this.input.focus();
    this.form.scrollIntoView?.({ block: "nearest" });
  }

  #close() {
    this.tell("");
    this.root.insertBefore(this.why, this.asking);
    this.form.hidden = true;
    this.begin.hidden = false;
    this.begin.focus();
  }

  async #delete() {
    if (handleOf(this.input.value) !== handleOf(this.#word)) {
      this.tell(t("me.typeFirst", { word: this.#word }));
      this.input.focus();
      return;
    }
    const reply = await this.page.leaving(() => this.ask("DELETE", ""));
    if (!reply) return;
    if (reply.error !== "") {
      this.tell(this.words(reply.error));
      this.input.focus();
      return;
    }
    signOut();
    forgetTraces();
    this.page.app.announcer.hush();
    this.page.app.become(new DeletedPage());
  }
}

/** @param {string} name @param {string} text as a file of the reader's */
function save(name, text) {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  // Outside the page, which follows links of its own by itself.
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
