// @ts-check
/**
 * A code that adds another device: as a picture, as a link and in large letters, with the time that is left.
 * Invariant: an old code is not shown, and while one is shown we look whether it was used.
 */
import { timeText } from "../model/score.js";
import { attribute, make, write } from "../view/dom.js";
import { t } from "../words/say.js";
import { grouped } from "./forms.js";
import { copyable, deviceTitle, press, said } from "./part.js";
import { square } from "./square.js";

const TICK_MS = 1000;
/** How often it is looked whether the other device has come. */
const LOOK_MS = 5000;
/** A code is good for so long, by whatever clock. */
const GOOD_MS = 5 * 60_000;

export class Adding {
  #tick = 0;
  /** When the code that is shown ends, by the page's own clock. */
  #endsAt = 0;
  #lookedAt = 0;
  /** @type {Set<number>|null} which devices there were when the code was made */
  #known = null;

  /** @param {import("./devices.js").DevicesPart} part */
  constructor(part) {
    this.part = part;
    this.root = make("div", "adding");
    this.root.hidden = true;
    this.button = press("", "me.add", () => this.#begin());
    this.left = make("p", "left");
    attribute(this.left, "aria-live", "off");
  }

  async #begin() {
    const reply = await this.part.ask("POST", "/codes");
    if (!reply) return;
    const { body, error } = reply;
    const isCode = typeof body?.code === "string";
    if (error !== "" || !isCode) {
      this.part.tell(this.part.words(error, { full: "me.fullDevices" }));
      return;
    }
    this.#known = null;
    const promised = typeof body.expires === "number" ? body.expires - Date.now() : GOOD_MS;
    // A clock that goes wrong would make it too old at once, or good for ever.
    this.#endsAt = performance.now() + (promised > 0 && promised < GOOD_MS ? promised : GOOD_MS);
    this.#show(body.code);
    this.#lookedAt = performance.now();
    clearInterval(this.#tick);
    this.#tick = window.setInterval(() => this.#ticks(), TICK_MS);
    this.#ticks();
    await this.part.page.fetch();
  }

  /** @param {string} code */
  #show(code) {
    const link = `${location.origin}/me#pair=${code}`;
    const text = make("p", "code", grouped(code));
    text.tabIndex = -1;
    attribute(text, "aria-label", `${t("me.code")} ${[...code].join(" ")}`);
    attribute(text, "role", "img");
    const { input, row } = copyable("me.link", (copied) => this.part.copied(copied));
    input.value = link;
    const words = make("div", "adding-words", said("p", "", "me.addHow"), text, this.left, row,
      press("", "boards.done", () => this.#end()));
    this.root.replaceChildren(square(link, "me.linkQR"), words);
    this.root.hidden = false;
    this.button.hidden = true;
    text.focus({ preventScroll: true });
    this.root.scrollIntoView?.({ block: "nearest" });
  }

  #ticks() {
    const now = performance.now();
    const leftMs = this.#endsAt - now;
    if (leftMs <= 0) return this.#old();
    write(this.left, t("me.left", { time: timeText(leftMs + 999) }));
    if (now - this.#lookedAt < LOOK_MS || document.visibilityState === "hidden") return undefined;
    this.#lookedAt = now;
    this.part.page.fetch();
    return undefined;
  }

  #old() {
    const had = this.root.contains(document.activeElement);
    clearInterval(this.#tick);
    const again = press("primary", "me.newCode", () => this.#begin());
    this.root.replaceChildren(make("div", "adding-words", said("p", "", "me.codeOld"),
      make("div", "choices", again, press("", "boards.done", () => this.#end()))));
    this.part.page.app.announcer.say(t("me.codeOld"));
    if (had) again.focus();
  }

  /** @param {import("./api.js").Device[]} devices that there are now */
  heard(devices) {
    if (this.root.hidden) return;
    const known = this.#known;
    this.#known ??= new Set(devices.map(({ n }) => n));
    const come = devices.find(({ n }) => known && !known.has(n));
    if (!come) return;
    this.#end();
    this.part.page.app.announcer.toast(t("me.added", { name: deviceTitle(come) }));
  }

  #end() {
    const had = this.root.contains(document.activeElement);
    clearInterval(this.#tick);
    this.root.hidden = true;
    this.root.replaceChildren();
    this.button.hidden = false;
    if (had) this.button.focus();
  }

  leave() {
    clearInterval(this.#tick);
  }
}
