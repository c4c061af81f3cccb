// @ts-check
/*
 * Before anything is painted: the page has the theme of the last visit, so that no other one flashes up.
 * A plain script, because modules come after the first paint. look.js keeps the name.
 */
try {
  const theme = localStorage.getItem("baize.theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch { /* a private window: the system's theme until the settings are there */ }
