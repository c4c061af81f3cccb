// @ts-check
/*
 * Before anything is painted: the page has the theme of the last visit, so that no other one flashes up; and what the
 * rest of the program will need is under way while that comes. It is not deferred as the program is, and small, because
 * the first paint waits for it.
 */
{
  /** @param {string} key */
  const kept = (key) => {
    try {
      return localStorage.getItem(`baize.${key}`) ?? "";
    } catch {
      // A private window: the system's theme and the browser's language until the settings are there.
      return "";
    }
  };
  /** @param {string} href */
  const preload = (href) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href });
    document.head.append(link);
  };

  // look.js keeps the name.
  const theme = kept("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  // All that the page is made of is in the browser, so it is shown when it is whole, and not before in parts.
  if (navigator.serviceWorker?.controller) {
    const whole = document.createElement("link");
    Object.assign(whole, { rel: "expect", href: "#whole" });
    whole.setAttribute("blocking", "render");
    document.head.append(whole);
  }
  // connection.js takes it over.
  const address = `ws${location.protocol.slice(4)}//${location.host}/ws`;
  Object.assign(globalThis, { earlySocket: new WebSocket(address, ["baize.v1"]) });
  // A link to a deal deals without the list.
  if (location.pathname === "/" && !location.search.includes("deal=")) preload("/api/games");
  // language.js keeps the code; on the first visit it asks the browser, too.
  const words = { de: "/words/de.json", es: "/words/es.json", zh: "/words/zh.json" };
  const spoken = kept("spoken") || navigator.language.slice(0, 2).toLowerCase();
  if (Object.hasOwn(words, spoken)) preload(words[/** @type {keyof typeof words} */ (spoken)]);
}
