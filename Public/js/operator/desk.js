// @ts-check
/**
 * The reports and bans on the operator's page, with the buttons that change something.
 * Promise: each change asks for the operator's token again, which is kept nowhere; what is open stays open while the
 * page is renewed.
 * Invariant: a report is one element for as long as it is there.
 */
import { banning, banTold, closing, failure, lifting, reportTold } from "./reports.js";
import { element, field, made } from "./page-elements.js";

/** @typedef {import("./reports.js").Report} Report */
/** @typedef {import("./reports.js").Ban} Ban */
/** @typedef {import("./reports.js").Order} Order */

export class Desk {
  /** @type {Map<number, HTMLElement>} */
  #reports = new Map();
  /** @type {Map<number, HTMLElement>} */
  #bans = new Map();
  /**
   * What is done when the token is given.
   * @type {{order:() => Order, done:string}|null}
   */
  #pending = null;

  /** @param {() => Promise<void>} changed shows everything anew */
  constructor(changed) {
    this.changed = changed;
    this.dialog = /** @type {HTMLDialogElement} */ (element("#act"));
    this.token = field("#token");
    element("#act form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    element("#act .cancel").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => {
      this.token.value = "";
      this.#pending = null;
    });
  }

  /** @param {{reports:Report[], bans:Ban[]}} all */
  show({ reports, bans }) {
    this.#list("reports", this.#reports, reports, (it) => this.#report(it));
    this.#list("bans", this.#bans, bans, (it) => this.#ban(it));
  }

  /**
   * @template {{id:number}} T
   * @param {string} id of the section @param {Map<number, HTMLElement>} rows @param {readonly T[]} all
   * @param {(it:T) => HTMLElement} make
   */
  #list(id, rows, all, make) {
    const section = `section[aria-labelledby=${id}]`;
    element(section).hidden = false;
    element(`${section} small`).textContent = `${all.length}`;
    element(`${section} .none`).hidden = all.length > 0;
    const list = element(`${section} .rows`);
    element(`${section} .list`).hidden = all.length === 0;
    const there = new Set(all.map((it) => it.id));
    for (const [key, row] of rows) {
      if (there.has(key)) continue;
      rows.delete(key);
      if (row.contains(document.activeElement)) element(`#${id}`).focus();
      row.remove();
    }
    for (const it of all) {
      if (rows.has(it.id)) continue;
      const row = make(it);
      rows.set(it.id, row);
      list.append(row);
    }
  }

  /** @param {Report} report */
  #report(report) {
    const { why, name, text, facts, lines, linesTitle } = reportTold(report);
    const rows = lines.map((line) => made(line.isMeant ? "mark" : "span", made("bdi", line.name), ": ",
      made("bdi", line.text)));
    return made("li",
      made("p", made("b", why), ": ", made("bdi", name), ": ", made("q", made("bdi", text))),
      made("dl", ...facts.map(([what, told]) => made("div", made("dt", what), made("dd", told)))),
      made("details", made("summary", linesTitle), made("ol", ...rows.map((it) => made("li", it)))),
      made("p",
        this.#button("Close", () => this.#ask("Close this report?", "Close", "The report is closed.",
          () => closing(report))),
        " ",
        this.#button("Ban", () => this.#ask(`Ban ${name}?`, "Ban", "The ban holds.",
          () => banning(report, this.#chosen("network") === "true", Number(this.#chosen("hours"))), true))));
  }

  /** @param {Ban} ban */
  #ban(ban) {
    const lift = this.#button("Lift", () =>
      this.#ask("Lift this ban?", "Lift", "The ban is lifted.", () => lifting(ban)));
    return made("tr", ...banTold(ban).map((it) => made("td", it)), made("td", lift));
  }

  /** @param {string} text @param {() => void} press */
  #button(text, press) {
    const button = /** @type {HTMLButtonElement} */ (made("button", text));
    button.type = "button";
    button.addEventListener("click", press);
    return button;
  }

  /** @param {string} name */
  #chosen(name) {
    return field(`#act [name=${name}]:checked`).value;
  }

  /**
   * @param {string} title @param {string} act @param {string} done what is said then @param {() => Order} order
   * @param {boolean} [bans] whom and how long is asked, too
   */
  #ask(title, act, done, order, bans = false) {
    this.#pending = { order, done };
    element("#act-title").textContent = title;
    element("#act .ban").hidden = !bans;
    element("#act [type=submit]").textContent = act;
    this.#tell("");
    this.dialog.showModal();
    this.token.focus();
  }

  /** @param {string} text */
  #tell(text) {
    element("#act .why").textContent = text;
  }

  async #send() {
    const pending = this.#pending;
    if (!pending) return;
    const button = /** @type {HTMLButtonElement} */ (element("#act [type=submit]"));
    if (button.disabled) return;
    const { path, body } = pending.order();
    button.disabled = true;
    try {
      const headers = { "Content-Type": "application/json", "Operator-Token": this.token.value };
      const reply = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      if (!reply.ok) return this.#tell(failure(reply.status, await reply.json().catch(() => null)));
      element("#done").textContent = pending.done;
      if (this.#pending === pending) this.dialog.close();
      await this.changed();
    } catch {
      this.#tell("No answer came. It may have been done or not: look at the lists.");
    } finally {
      button.disabled = false;
    }
    return undefined;
  }
}
