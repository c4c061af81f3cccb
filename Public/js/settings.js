// @ts-check
/**
 * What a guest has chosen: how things look, sound and move. `settings.get`, `settings.set`, `settings.subscribe`.
 * Promise: a change is heard at once, here and in every other tab of the guest; where the browser keeps nothing, here
 * alone and until the page is left.
 */
import { keep, kept } from "./keep.js";
import { KeptSettings } from "./settings/kept.js";

export const settings = new KeptSettings({ kept, keep });

// A null key: everything was cleared.
globalThis.addEventListener?.("storage", ({ key }) => {
  if (key === null || key === `baize.${settings.key}`) settings.reread();
});
