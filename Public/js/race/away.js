// @ts-check
/**
 * Who has lost their connection, and since when, as far as this page has seen. Pure.
 * Promise: who comes back within three seconds was never away.
 */

/** @typedef {import("../net/messages.js").Seat} Seat */

const UNNOTICED_MS = 3000;

export class Away {
  /** @type {Map<number, {since:number, told:boolean}>} */
  #away = new Map();

  /**
   * @param {readonly Seat[]} seats @param {number} now
   * @returns {{gone:number[], back:number[]}} of whom it is to be said
   */
  look(seats, now) {
    /** @type {{gone:number[], back:number[]}} */
    const news = { gone: [], back: [] };
    for (const { n, id, on } of seats) {
      const known = this.#away.get(n);
      if (id === undefined || on !== false) {
        if (known?.told && id !== undefined) news.back.push(n);
        this.#away.delete(n);
      } else if (!known) this.#away.set(n, { since: now, told: false });
      else if (!known.told && now - known.since >= UNNOTICED_MS) {
        known.told = true;
        news.gone.push(n);
      }
    }
    return news;
  }

  /**
   * For how long somebody has been away; null: they are here.
   * @param {number} n @param {number} now @returns {number|null}
   */
  since(n, now) {
    const known = this.#away.get(n);
    return known?.told ? now - known.since : null;
  }
}
