// @ts-check
/**
 * Writes the settings on the page's root, where the styles read them: `data-theme`, `data-colours`, `data-back`,
 * `data-large`, `data-motion`. Promise: whatever changes, settings or system, is seen at once.
 */
import { keep } from "../keep.js";
import { settings } from "../settings.js";

/**
 * Which theme the root names. None: the styles choose between day and night by themselves.
 * @param {import("./values.js").Values["theme"]} chosen @param {boolean} contrast whether the system asks for more
 */
export function themeOf(chosen, contrast) {
  return chosen !== "auto" ? chosen : contrast ? "contrast" : "";
}

/** From now on the page looks as the settings say. */
export function wear() {
  const more = matchMedia("(prefers-contrast: more)");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;

  const show = () => {
    const theme = themeOf(settings.get("theme"), more.matches);
    if (theme === "") delete root.dataset.theme;
    else root.dataset.theme = theme;
    // For early.js.
    keep("theme", theme);
    root.dataset.colours = settings.get("colours");
    root.dataset.back = settings.get("back");
    root.dataset.large = String(settings.get("large"));
    root.dataset.motion = settings.get("motion");
    // With the next frame the styles are known anyway.
    requestAnimationFrame(() => {
      const top = getComputedStyle(root).getPropertyValue("--top").trim();
      document.querySelector("meta[name=theme-color]")?.setAttribute("content", top);
    });
  };

  settings.subscribe(show);
  for (const media of [more, dark]) media.addEventListener("change", show);
  show();
}
