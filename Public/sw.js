/**
 * Keeps the page in the browser: all that it is made of, so that it opens at once, and opens without a connection.
 * Promise: everything kept is named by what is in it, so a page never gets anything of another release. Where the
 * server answers quickly, its page is shown; where it does not, the page that is kept.
 * The server writes the names into the two lines below. A server that sends single files leaves them empty, and then
 * nothing is kept.
 */
const SHELL = "";
const FILES = [];

const PREFIX = "baize ";
const CACHE = PREFIX + SHELL;
/** Pages of the release before may still be open. */
const RELEASES_MAX = 2;
/** So long a page waits for the server's answer before the kept one is shown. */
const PATIENCE_MS = 40;
/** Present if the server took longer the last time: then the kept page is shown at once. */
const FAR = "/far";
/** Addresses of the one page. */
const PAGE = /^\/(?:$|t\/|watch\/|me$|rules(?:\/|$))/;

addEventListener("install", (event) => {
  // The browser asks the server at once, without waiting for this worker: it may not be running yet, or be about to
  // be followed by the next one, and Chromium has left pages without any answer then.
  event.addRoutes?.({ condition: { requestMode: "navigate" }, source: "race-network-and-fetch-handler" });
  event.waitUntil(install());
});
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (SHELL === "" || request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (PAGE.test(pathname)) event.respondWith(page(request));
  } else if (pathname.startsWith("/content/")) {
    event.respondWith(named(request));
  }
});

async function install() {
  if (SHELL !== "") {
    const cache = await caches.open(CACHE);
    const asked = performance.now();
    await cache.add(SHELL);
    await tell(performance.now() - asked);
    await cache.addAll(FILES);
  }
  await skipWaiting();
}

async function activate() {
  const all = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const before = all.filter((name) => name !== CACHE);
  const kept = SHELL === "" ? [] : before.slice(1 - RELEASES_MAX);
  await Promise.all(before.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)));
  if (SHELL === "") await registration.unregister();
  else await clients.claim();
}

/** The server's page, or the kept one if that is slow in coming or cannot be had. */
async function page(request) {
  const [kept, far] = await Promise.all([SHELL, FAR].map((path) => caches.match(path, { cacheName: CACHE })));
  if (!kept) return fetch(request);
  const begun = performance.now();
  // The same request, so a browser that has asked already does not ask twice.
  const asked = fetch(request);
  const told = asked.then((reply) => (reply.status < 500 ? reply : kept), () => kept);
  // Without an answer it is not known any better how far the server is.
  asked.then(() => tell(performance.now() - begun)).catch(() => {});
  const late = new Promise((resolve) => { setTimeout(() => resolve(kept), far ? 0 : PATIENCE_MS); });
  const first = await Promise.race([told, late]);
  if (first === kept) told.then((reply) => reply !== kept && reply.body?.cancel());
  return first;
}

/** @param {number} ms how long the server took */
async function tell(ms) {
  // The next release may have ended this one's.
  if (!await caches.has(CACHE)) return;
  const cache = await caches.open(CACHE);
  if (ms > PATIENCE_MS) await cache.put(FAR, new Response());
  else await cache.delete(FAR);
}

/** What has a name by its content is the same for ever, wherever it is kept. */
async function named(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const reply = await fetch(request);
  if (reply.ok) {
    const copy = reply.clone();
    caches.open(CACHE).then((cache) => cache.put(request, copy)).catch(() => {});
  }
  return reply;
}
