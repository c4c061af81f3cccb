// @ts-check
/** The links to a race that somebody may hand on: one address for all, and a key behind `#`. Pure. */

/** @typedef {import("../net/messages.js").Keys} Keys */

/**
 * @param {string} room @param {import("../net/messages.js").Access|undefined} access @param {Keys} keys that we were
 *   told @param {import("../table/host/door.js").Key|null} key with which we came
 * @returns {Keys} paths
 */
export function raceLinks(room, access, keys, key) {
  const plain = `/c/${room}`;
  const watch = keys.watch ?? (key?.role === "watch" ? key.text : undefined);
  return {
    ...(access !== "link" && { play: plain }),
    ...(keys.play !== undefined && access !== "public" && { play: `${plain}#p=${keys.play}` }),
    ...(watch !== undefined && { watch: `${plain}#w=${watch}` }),
    ...(keys.host !== undefined && { host: `${plain}#h=${keys.host}` }),
  };
}
