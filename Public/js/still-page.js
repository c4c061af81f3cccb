// @ts-check
/** A page at which nothing happens by itself: it holds no room, and what the server says does not change it. */

export class StillPage {
  leave() {}

  welcomed() {}

  heard() {}

  show() {}

  /** @returns {Array<[string,string,number]>} */
  holding() {
    return [];
  }
}
