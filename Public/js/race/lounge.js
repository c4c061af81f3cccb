// @ts-check
/**
 * The waiting room of a race: who is there, the link that brings others, our own readiness, and the host's start.
 * Promise: what is pressed here is shown when the server has said so.
 */
import { Host, deniedWords } from "../table/host/host.js";
import { lettersCount } from "../settings/letters.js";
import { attribute, button, copy, find, make, write } from "../view/dom.js";
import { called, worded } from "../view/worded.js";
import { t } from "../words/say.js";
import { raceLinks } from "./links.js";
import { mayStart, rowOf } from "./race.js";
import { shortCode } from "./sentences.js";

/** @typedef {import("./moments.js").Seen} Seen */
/** @typedef {{app:import("../main.js").App, room:import("./race-room.js").RaceRoom, signal:AbortSignal}} RaceHeld */

export class Lounge {
  /** Our own button has had the focus since we are in company. */
  #hadFocus = false;
  #isReopened = false;

  /**
   * @param {RaceHeld} page @param {HTMLElement} racers the list, which is lent elsewhere from the start on
   * @param {() => void} ready the reader wants to be ready, or not to be
   */
  constructor({ app, room, signal }, racers, ready) {
    this.app = app;
    this.room = room;
    this.signal = signal;
    this.status = make("p", "race-status");
    this.list = make("div", "racers-box", racers);
    this.link = called(make("input"), "race.link");
    Object.assign(this.link, { type: "text", readOnly: true });
    this.sharing = press("share", "invite.share", () => navigator.share({ url: this.link.value }).catch(() => {}));
    this.sharing.hidden = !globalThis.navigator?.share;
    const more = press("", "race.more", () => {});
    more.id = "share";
    attribute(more, "aria-haspopup", "dialog");
    this.sending = make("p", "way", this.link, press("copy", "about.copy", () => this.#copy()), this.sharing);
    this.alone = worded("p", "", "race.alone");
    this.noLink = worded("p", "no-link", "race.noLink");
    this.ready = button("primary", "", ready);
    this.ready.id = "ready";
    this.start = press("", "race.start", () => room.say("start"));
    this.start.id = "race-start";
    this.sit = press("primary", "race.takePart", () => room.sit());
    this.sit.id = "sit";
    this.seal = make("p", "hint");
    this.root = /** @type {HTMLDivElement} */ (make("section", "lounge", this.status,
      make("div", "choices", this.ready, this.sit, this.start), this.list,
      make("div", "inviting-row", this.alone, this.sending, this.noLink, more),
      worded("p", "hint", "race.trust"), this.seal, make("div", "notices"), dialog()));
    // What the host does is said and asked here as at tables.
    attribute(this.root, "aria-labelledby", "race-title");
    this.host = new Host(this);
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  /** @param {string} selector @param {() => void} act */
  button(selector, act) {
    find(this.root, selector, HTMLButtonElement).addEventListener("click", act, { signal: this.signal });
  }

  /** @param {import("../net/messages.js").Keys} keys */
  links(keys) {
    return raceLinks(this.room.id, this.room.store.table?.admission.access, keys, this.room.key);
  }

  /** Too few were there at the start: all are asked anew. */
  reopened() {
    this.#isReopened = true;
    this.#hadFocus = false;
  }

  /** @param {Seen} seen */
  show(seen) {
    const { race, seats, seat } = seen;
    const own = seat < 0 ? undefined : rowOf(race, seat);
    const isReady = own?.ready === true;
    write(this.status, this.#status(seen));
    this.ready.hidden = seat < 0;
    write(this.ready, t(isReady ? "race.notReady" : "race.ready"));
    attribute(this.ready, "aria-pressed", String(isReady));
    this.ready.classList.toggle("primary", !isReady);
    this.sit.hidden = seat >= 0 || !this.host.maySit;
    this.start.hidden = !(this.host.isHost && mayStart(race, seats));
    const { play = "" } = this.links(this.room.rights?.keys ?? {});
    const address = play === "" ? "" : location.origin + play;
    if (this.link.value !== address) this.link.value = address;
    this.alone.hidden = this.sending.hidden = address === "";
    this.noLink.hidden = address !== "";
    write(this.seal, t("race.seal", { code: shortCode(race.commit) }));
    this.host.show();
    this.#focus(seen);
  }

  /** @param {Seen} seen */
  #status({ race, seats, seat }) {
    const here = seats.filter(({ id }) => id !== undefined).length;
    const { denied } = this.host;
    if (denied !== "" && denied !== "full") return deniedWords(denied);
    if (seat < 0) return t("race.watches");
    if (race.expected !== undefined && here < race.expected) {
      return t("race.waitsAgain", { here, count: race.expected });
    }
    if (this.#isReopened && rowOf(race, seat)?.ready !== true) return t("race.reopened");
    if (here < race.least) return t("race.waitsFor", { here, count: race.least });
    return t("race.waitsReady");
  }

  /**
   * Once there is somebody to race the next thing to press is Ready.
   * @param {Seen} seen
   */
  #focus({ race, seats, seat }) {
    const here = seats.filter(({ id }) => id !== undefined).length;
    const isIdle = document.activeElement === document.body || document.activeElement?.id === "race-title";
    if (seat < 0 || this.#hadFocus || here < race.least || !isIdle || !this.root.isConnected) return;
    this.#hadFocus = true;
    this.ready.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target } = event;
    if (!this.root.isConnected || event.key !== "c" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element) || target.closest("dialog, input, select, textarea")) return;
    if (!lettersCount(target) || this.sending.hidden) return;
    event.preventDefault();
    this.#copy();
  }

  async #copy() {
    const copied = await copy(this.link.value);
    if (!copied) this.link.select();
    this.app.announcer.toast(t(copied ? "toast.copied" : "toast.copyByHand"));
  }
}

/** @param {string} kind @param {string} key @param {() => void} act */
export function press(kind, key, act) {
  const element = button(kind, t(key), act);
  element.dataset.t = key;
  return element;
}

/** Where Invite and its QR code come to. */
function dialog() {
  const heading = worded("h2", "", "invite.title");
  heading.id = "about-title";
  const done = worded("button", "primary", "about.done");
  done.type = "submit";
  const form = make("form", "", heading, make("section", "inviting"), make("div", "choices", done));
  form.method = "dialog";
  const said = make("p", "said unseen");
  attribute(said, "role", "status");
  const about = make("dialog", "", form, said);
  about.id = "about";
  attribute(about, "aria-labelledby", "about-title");
  return about;
}
