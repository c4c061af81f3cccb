// @ts-check
/**
 * What a board shows ahead of the server: only what certainly comes, since its rules are the server's.
 * Promise: knows no board by its name.
 */
import { moved, pileOf, placeFacts, regionWith } from "./table.js";

/** @typedef {import("./store.js").Intent} Intent */
/** @typedef {import("./store.js").Target} Target */
/** @typedef {import("./store.js").BoardShown} Shown */
/** @typedef {import("./store.js").ViewOf<import("./table.js").Content>} View */

export class Certainty {
  isBoard = true;
  turns = 0;

  /** @param {View} view */
  shown({ confirmed, pending, seat }) {
    return pending.reduce((shown, intent) => after(shown, intent, confirmed, seat), confirmed);
  }

  /**
   * What was told last counts until more is told.
   * @param {View} _ @param {import("./choices.js").Choices|null} heard
   */
  choices(_, heard) {
    return heard;
  }

  /** @param {Intent} intent @param {import("./table.js").AnyEv} ev */
  lands({ op, items: [first], to }, ev) {
    if (op !== "move" && op !== "drop") return op === ev.op;
    return ev.m.some(([, items, place]) => place === to?.in && items.includes(first));
  }

  /** @param {Shown} _ @param {number} item @param {readonly number[]} selected */
  travelling(_, item, selected) {
    return selected.includes(item) ? [item, ...selected.filter((it) => it !== item)] : [item];
  }
}

/**
 * Whether a move to a place is one in which the items leave where they were: then it can be shown ahead.
 * @param {Pick<Shown, "regions"|"piles">} confirmed @param {readonly number[]} items @param {Target} to
 */
export function isCertain({ regions, piles }, items, to) {
  const here = regionWith(regions, to.in);
  if (to.onto !== undefined || !placeFacts(regions, to.in)?.reorder) return false;
  if (to.before !== undefined && !piles[to.in]?.includes(to.before)) return false;
  return items.every((item) => {
    const from = pileOf(piles, item);
    return from !== null && placeFacts(regions, from)?.reorder === true && regionWith(regions, from) === here;
  });
}

/** @param {Shown} shown @param {Intent} intent @param {Shown} confirmed @param {number} seat @returns {Shown} */
function after(shown, { op, items, to, on }, confirmed, seat) {
  if (!to) return shown;
  if ((op === "move" || op === "drop") && isCertain(confirmed, items, to)) {
    const present = items.filter((item) => pileOf(shown.piles, item) !== null);
    const pile = shown.piles[to.in] ?? [];
    // What it was to go before is not there any more: that is refused.
    if (to.before !== undefined && !pile.includes(to.before)) return shown;
    return { ...shown, piles: moved(shown.piles, [["mv", present, to.in, slid(pile, present, to.before)]]) };
  }
  if (op === "tap" && items.length > 0) return { ...shown, sel: toggled(shown, items[0], to.in, seat) };
  if (op === "edit") {
    return { ...shown, regions: shown.regions.map((region) => {
      const others = (region.editing ?? []).filter((it) => it !== seat);
      return region.name === to.in ? { ...region, editing: on ? [...others, seat] : others } : region;
    }) };
  }
  return shown;
}

/** @param {Shown} shown @param {number} item @param {string} place @param {number} seat */
function toggled(shown, item, place, seat) {
  const choice = regionWith(shown.regions, place)?.layout === "choice";
  const peers = new Set(shown.piles[place]);
  const mine = shown.sel.find(([by]) => by === seat)?.[1] ?? [];
  const next = choice ? [...mine.filter((it) => !peers.has(it)), item]
    : mine.includes(item) ? mine.filter((it) => it !== item) : [...mine, item];
  const others = shown.sel.filter(([by]) => by !== seat);
  const left = choice ? others.map(([by, items]) => [by, items.filter((it) => !peers.has(it))]) : others;
  return /** @type {import("../net/messages.js").Selections} */ ([...left, [seat, next]]);
}

/**
 * The item to land before. If that item moves too, the next one that stays takes its place.
 * @param {readonly number[]} pile @param {readonly number[]} items @param {number} [before]
 */
export function slid(pile, items, before) {
  if (before === undefined) return undefined;
  const at = pile.indexOf(before);
  return at < 0 ? undefined : pile.slice(at).find((item) => !items.includes(item));
}

/**
 * Whether a pile is the same after some of it were put down there.
 * @param {readonly number[]} pile @param {readonly number[]} items in order @param {number} [before]
 */
export function unchanged(pile, items, before) {
  const next = slid(pile, items, before);
  const rest = pile.filter((item) => !items.includes(item));
  const at = next === undefined ? rest.length : rest.indexOf(next);
  const after = [...rest.slice(0, at), ...items, ...rest.slice(at)];
  return after.length === pile.length && after.every((item, index) => item === pile[index]);
}
