// @ts-check
/**
 * The dialog from which others are invited: for whom the table is, one link at a time with its QR code, and for the
 * host what makes links void and lets people back in.
 * Promise: it offers only links that its reader may hand on.
 */
import { later } from "../../net/release.js";
import { attribute, button, copy, find, fromTemplate, make, write } from "../../view/dom.js";
import { t } from "../../words/say.js";
import { open } from "../piles/menu.js";

/** @typedef {import("../../net/messages.js").Access} Access */
/** @typedef {"play"|"watch"} Way */

export class Invite {
  /**
   * Of which link the reader has asked.
   * @type {Way}
   */
  #wanted = "play";
  #drawn = "";

  /** @param {import("./host.js").HostPage} page */
  constructor(page) {
    this.page = page;
    this.dialog = find(page.root, "#about", HTMLDialogElement);
    this.root = find(this.dialog, ".inviting", HTMLElement);
    this.root.append(fromTemplate("invite-dialog"));
    const { room, app, signal } = page;
    this.root.addEventListener("change", ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      if (target.name === "access") room.manage("access", { access: /** @type {Access} */ (target.value) });
      else this.#wanted = /** @type {Way} */ (target.value);
      this.show();
    }, { signal });
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll(".way"))) this.#row(row);
    page.button(".void", () => room.manage("keys", {}, () => app.announcer.toast(t("invite.voided"))));
  }

  open() {
    open(this.dialog, find(this.root, ".copy", HTMLElement));
    this.dialog.scrollTop = 0;
    this.show();
  }

  show() {
    const { room } = this.page;
    const { table } = room.store;
    if (!table) return;
    const { access } = table.admission;
    /** @type {Partial<import("../../net/messages.js").Rights>} */
    const rights = room.rights ?? {};
    const isHost = rights.host === true;
    const paths = this.page.links(rights.keys ?? {});
    const way = paths[this.#wanted] !== undefined ? this.#wanted : paths.play !== undefined ? "play" : "watch";
    find(this.root, ".access", HTMLElement).hidden = !isHost;
    const told = find(this.root, ".access-told", HTMLElement);
    told.hidden = isHost || access === undefined;
    const words = { public: "invite.toldPublic", link: "invite.toldLink", knock: "invite.toldKnock" };
    write(told, t(words[access ?? "public"]));
    for (const input of this.#inputs("access")) {
      input.checked = input.value === access;
      // Where one plays alone, there is no seat to let anybody in to.
      const isUseless = input.value === "knock" && !input.checked && table.seats.length < 2;
      for (const label of input.labels ?? []) label.hidden = isUseless;
    }
    for (const input of this.#inputs("way")) input.checked = input.value === way;
    find(this.root, ".which", HTMLElement).hidden = !paths.play || !paths.watch;
    find(this.root, ".sending", HTMLElement).hidden = paths[way] === undefined;
    find(this.root, ".no-link", HTMLElement).hidden = paths[way] !== undefined;
    const label = t(way === "play" ? "invite.play" : "invite.watch");
    this.#write(".sending", paths[way], label);
    find(this.root, ".for-host", HTMLElement).hidden = !isHost;
    this.#write(".co-host", paths.host, t("invite.host"));
    this.#bans(rights.bans ?? []);
    if (this.dialog.open) this.#draw(paths[way], label);
  }

  /** @param {string} name */
  #inputs(name) {
    return /** @type {NodeListOf<HTMLInputElement>} */ (this.root.querySelectorAll(`[name=${name}]`));
  }

  /** @param {string} selector @param {string|undefined} path @param {string} label */
  #write(selector, path, label) {
    const field = find(find(this.root, selector, HTMLElement), "input", HTMLInputElement);
    const value = path === undefined ? "" : location.origin + path;
    if (field.value !== value) field.value = value;
    attribute(field, "aria-label", label);
  }

  /** @param {HTMLElement} row a link with what can be done with it */
  #row(row) {
    const { signal, app } = this.page;
    const field = find(row, "input", HTMLInputElement);
    const share = find(row, ".share", HTMLButtonElement);
    share.hidden = !navigator.share;
    share.addEventListener("click", () => navigator.share({ url: field.value }).catch(() => {}), { signal });
    find(row, ".copy", HTMLButtonElement).addEventListener("click", async () => {
      const copied = await copy(field.value);
      if (!copied) field.select();
      app.announcer.toast(t(copied ? "toast.copied" : "toast.copyByHand"));
    }, { signal });
  }

  /** @param {Array<[number, string]>} bans */
  #bans(bans) {
    const { room, app } = this.page;
    const section = find(this.root, ".bans", HTMLElement);
    section.hidden = bans.length === 0;
    const list = find(section, "ul", HTMLElement);
    const key = JSON.stringify([bans, t("host.unban")]);
    if (list.dataset.key === key) return;
    const had = list.contains(document.activeElement);
    list.dataset.key = key;
    list.replaceChildren(...bans.map(([ban, name]) => {
      const done = () => app.announcer.toast(t("host.unbanned", { name }));
      return make("li", "", make("span", "", name),
        button("", t("host.unban"), () => room.manage("unban", { ban }, done)));
    }));
    if (had) (list.querySelector("button") ?? find(this.dialog, "[type=submit]", HTMLElement)).focus();
  }

  /** @param {string|undefined} path @param {string} label */
  async #draw(path, label) {
    const picture = find(this.root, ".qr", SVGElement);
    attribute(picture, "aria-label", t("invite.qr", { link: label }));
    const text = path === undefined ? "" : location.origin + path;
    if (text === this.#drawn) return;
    this.#drawn = text;
    const brought = text === "" ? null : await later(() => import("./qr.js")).catch(() => null);
    if (text !== this.#drawn) return;
    // Without the picture there is still the link.
    picture.toggleAttribute("hidden", brought === null);
    if (!brought) return;
    const matrix = brought.qr(text);
    const size = matrix.length + 2 * brought.QUIET;
    attribute(picture, "viewBox", `0 0 ${size} ${size}`);
    attribute(find(picture, "path", SVGElement), "d", brought.outline(matrix));
  }
}
