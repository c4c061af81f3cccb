// @ts-check
/** The players at a board: a row of names, each in the colour of its player's hand. Pure words, small elements. */
import { attribute, button, make, write } from "../view/dom.js";
import { t } from "../words/say.js";

/** @typedef {import("../net/messages.js").Seat} Seat */

/** @param {readonly Seat[]} seats @param {number} seat */
export const nameOf = (seats, seat) => seats.find(({ n }) => n === seat)?.name ?? t("app.somebody");

/**
 * What the banner of a spectator says.
 * @param {readonly Seat[]} seats
 */
export function watchingWords(seats) {
  const names = seats.filter(({ id }) => id !== undefined)
    .map(({ name, on }) => (on === false ? t("table.away", { name: name ?? t("app.guest") }) : name)).join(", ");
  return names === "" ? t("table.nobody") : t("table.watchingWhom", { names });
}

/** @param {readonly Seat[]} seats @param {string} guest our id: who holds a seat already may always sit down */
export const mayTakeSeat = (seats, guest) => seats.some(({ id }) => id === undefined || id === guest);

/**
 * @param {HTMLElement} list @param {readonly Seat[]} seats @param {number} own
 * @param {number} [host] whose seat is marked @param {boolean} [manages] for each other person there is a menu
 */
export function showSeats(list, seats, own, host = -1, manages = false) {
  const held = seats.filter(({ id }) => id !== undefined);
  let changed = list.children.length !== held.length;
  while (list.children.length > held.length) list.lastElementChild?.remove();
  held.forEach(({ n, name = t("app.guest"), on, kind }, at) => {
    let badge = list.children[at];
    if (!(badge instanceof HTMLElement)) {
      badge = make("li", "", make("i"), make("span"), make("b", "crown"), button("more", "", () => {}));
      attribute(badge.children[2], "role", "img");
      attribute(badge.children[3], "aria-haspopup", "dialog");
      list.append(badge);
    }
    attribute(badge, "data-by", String(n));
    badge.classList.toggle("away", on === false);
    badge.classList.toggle("own", n === own);
    const known = (n === own ? t("table.you", { name }) : name) + (kind === "bot" ? " 🤖" : "");
    const words = on === false ? t("table.away", { name: known }) : known;
    const [, text, crown, more] = /** @type {HTMLElement[]} */ ([...badge.children]);
    crown.hidden = n !== host;
    more.hidden = !manages || n === own;
    attribute(crown, "aria-label", t("host.is"));
    attribute(more, "aria-label", t("host.menu", { name }));
    changed ||= text.textContent !== words;
    write(text, words);
  });
  // Where not all fit they can be scrolled, by keys as well.
  if (changed) attribute(list, "tabindex", list.scrollWidth > list.clientWidth ? "0" : null);
}
