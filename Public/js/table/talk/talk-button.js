// @ts-check
/**
 * The button that opens talk, beside the names, with the number of lines that are unread. It brings the styles of talk.
 * Invariant: it is not seen before they are there, and comes only while nothing is held, since the board gives it room.
 */
import { find, make, write } from "../../view/dom.js";
import { t } from "../../words/say.js";
import { worded } from "../../view/worded.js";

const SVG = "http://www.w3.org/2000/svg";
const BUBBLE = "M4 5h16v11H10l-4 4v-4H4z";
const SHEET = "/css/talk.css";

/** Once for all tables. */
const styled = () => new Promise((done) => {
  const there = document.querySelector("link[data-part=talk]");
  if (there) return done(undefined);
  const link = make("link");
  Object.assign(link, { rel: "stylesheet", href: SHEET, onload: done, onerror: done });
  link.dataset.part = "talk";
  document.head.append(link);
  return undefined;
});

export class TalkButton {
  #isStyled = false;
  /** Whether it can be pressed. */
  isThere = false;

  /** @param {import("../room-page.js").RoomPage<any>} page @param {(byKey:boolean) => void} press */
  constructor(page, press) {
    this.page = page;
    const picture = document.createElementNS(SVG, "svg");
    picture.setAttribute("viewBox", "0 0 24 24");
    picture.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", BUBBLE);
    picture.append(path);
    this.count = make("b");
    this.count.setAttribute("aria-hidden", "true");
    this.words = make("span", "unseen");
    this.root = make("button", "", picture, worded("span", "", "talk.title"), " ", this.words, this.count);
    this.root.id = "open-talk";
    this.root.type = "button";
    this.root.hidden = true;
    this.root.setAttribute("aria-controls", "talk");
    // A screen reader's press and one of a key are no press of a pointer.
    this.root.addEventListener("click", ({ detail }) => press(detail === 0));
    this.#put();
    this.#listKey();
    styled().then(() => {
      this.#isStyled = true;
      if (!page.signal.aborted) page.show();
    });
  }

  /** The button stands beside the names. Where nobody is named, it stands in the row above a watched table. */
  #put() {
    const { root, room } = this.page;
    const hasNames = (room.store.table?.seats.length ?? 0) > 1;
    const names = find(root, ".locking", HTMLElement);
    const around = root.querySelector(".around");
    if (around && !hasNames) around.append(this.root);
    else names.after(this.root);
  }

  /** The list of keys has one more. */
  #listKey() {
    const list = find(document, "#keys dl", HTMLElement);
    this.key = make("div", "", make("dt", "", make("kbd", "", "T")), worded("dd", "", "talk.title"));
    list.lastElementChild?.before(this.key);
  }

  leave() {
    this.key?.remove();
  }

  /** @param {boolean} isThere @param {boolean} isOpen @param {number} unread @param {boolean} isHeld something is */
  show(isThere, isOpen, unread, isHeld) {
    this.isThere = isThere && this.#isStyled && (this.isThere || !isHeld);
    this.root.hidden = !this.isThere;
    this.root.setAttribute("aria-expanded", String(isOpen));
    write(this.count, unread === 0 ? "" : String(Math.min(unread, 99)));
    write(this.words, unread === 0 ? "" : t("talk.unread", { count: unread }));
  }

  focus() {
    this.root.focus({ preventScroll: true });
  }

  /**
   * The row of reactions alone lies below the button, or above it where it lies at the end of the screen.
   * @param {HTMLElement} panel
   */
  place(panel) {
    const { top, bottom } = this.root.getBoundingClientRect();
    const start = top > innerHeight / 2 ? top - 6 - panel.offsetHeight : bottom + 6;
    panel.style.setProperty("--below", `${Math.round(start)}px`);
  }
}
