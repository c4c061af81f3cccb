// @ts-check
/**
 * The release of the program that this page runs, and what is brought of it later.
 * Promise: nothing of another release runs here. What the server does not have any more, because it has another release
 * by now, is answered by loading the page anew.
 * Where the server sends single files there is no release, and all of them come as they are now.
 */

/** Named by all that is in it; empty for single files. */
export const RELEASE = globalThis.document?.documentElement.dataset?.release ?? "";

/** A page that was loaded anew and still lacks something is not loaded anew again so soon. */
const AGAIN_MS = 30000;
const LOADED = "baize.loaded-anew";
/** Which release a page of ours is of, as the server writes it. */
const MARK = /<html[^>]* data-release="(\w+)"/;

let superseded = false;

/** The server has another release, so the next page is a new one. */
export const isSuperseded = () => superseded;

/**
 * Finds out whether the server has another release by now.
 * @returns {Promise<boolean>} false also where it does not answer
 */
export async function compareRelease() {
  if (RELEASE === "") return false;
  try {
    const reply = await fetch("/", { cache: "no-cache" });
    const found = reply.ok ? MARK.exec(await reply.text())?.[1] : undefined;
    superseded = found !== undefined && found !== RELEASE;
  } catch {
    // Asked again with the next connection.
    return false;
  }
  const worker = globalThis.navigator?.serviceWorker;
  if (superseded) await worker?.getRegistration().then((it) => it?.update()).catch(() => {});
  return superseded;
}

/**
 * Loads the page anew if the server has another release, and then does not return.
 * Without a connection a page stays as it is.
 */
export async function anew() {
  if (!await compareRelease() || Date.now() - loadedAnewAt() < AGAIN_MS) return;
  try {
    sessionStorage.setItem(LOADED, String(Date.now()));
  } catch {
    // It could not be known that it was done already.
    return;
  }
  location.reload();
  await new Promise(() => {});
}

function loadedAnewAt() {
  try {
    return Number(sessionStorage.getItem(LOADED));
  } catch {
    return 0;
  }
}

/**
 * A part of the program that does not come at once.
 * @template T @param {() => Promise<T>} bring `() => import("…")` @returns {Promise<T>}
 */
export async function later(bring) {
  try {
    return await bring();
  } catch (error) {
    await anew();
    throw error;
  }
}

/** Keeps the page in the browser, for visits without a connection and for quicker ones with it. */
export async function keepShell() {
  if (RELEASE === "" || !globalThis.navigator?.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  } catch { /* a private window, or a certificate that the browser does not trust */ }
}
