// @ts-check
/** The devices that play as us: which there are, and how others are signed out. */
import { button, make } from "../view/dom.js";
import { t } from "../words/say.js";
import { Adding } from "./adding.js";
import { dateText, deviceTitle, Part, press, said } from "./part.js";

/** @typedef {import("./api.js").Device} Device */

export class DevicesPart extends Part {
  /** @type {Device[]} */
  #devices = [];

  /** @param {import("./page.js").MePage} page */
  constructor(page) {
    super(page, "devices", "me.devices");
    this.list = make("ul", "rows");
    this.others = press("", "me.signOutOthers", () => this.#askOthers());
    this.adding = new Adding(this);
    this.put(said("p", "soft", "me.devicesHint"), this.list, make("div", "choices", this.adding.button, this.others),
      this.adding.root);
  }

  /** @param {import("./part.js").Me} me */
  show({ devices }) {
    this.adding.heard(devices);
    this.#devices = devices;
    const had = this.list.contains(document.activeElement);
    this.list.replaceChildren(...devices.map((it) => this.#row(it)));
    if (had) this.heading.focus();
    const others = devices.filter((it) => !it.this).length;
    this.others.hidden = others === 0;
  }

  leave() {
    this.adding.leave();
  }

  /** @param {Device} device */
  #row(device) {
    const name = deviceTitle(device);
    const told = [...(device.this ? [t("me.thisDevice")] : []),
      ...(device.made === undefined ? [] : [t("me.since", { date: dateText(device.made) })])];
    const row = make("li", device.this ? "own" : "", make("span", "told", make("b", "", name),
      ...(told.length > 0 ? [make("small", "", told.join(" · "))] : [])));
    row.dataset.device = String(device.n);
    if (device.this) return row;
    const act = button("", t("me.signOut"), () => this.#signOut(device));
    act.setAttribute("aria-label", t("me.signOutOf", { name }));
    row.append(act);
    return row;
  }

  /** @param {Device} device */
  async #signOut(device) {
    const reply = await this.ask("DELETE", `/keys/${device.n}`);
    if (reply) this.#ended(reply, t("me.deviceOut", { name: deviceTitle(device) }));
  }

  #askOthers() {
    const count = this.#devices.filter((it) => !it.this).length;
    this.once(t("me.askOthers", { count }), "me.signOutOthers", async () => {
      const reply = await this.ask("DELETE", "/keys");
      if (reply) this.#ended(reply, t("me.othersOut"));
    }, this.others);
  }

  /** @param {import("./api.js").Reply} reply @param {string} done */
  #ended({ body, error }, done) {
    if (error === "") {
      this.page.took(body);
      return this.page.app.announcer.toast(done);
    }
    this.tell(this.words(error, { last: "me.last", notFound: "me.deviceGone" }));
    return this.page.fetch();
  }
}
