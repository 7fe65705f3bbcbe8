/** Light or dark: as chosen on this device, otherwise as in the system's settings. */

import * as store from "./store.js";

/** Show the page in the chosen theme. @param {string} theme */
export function showTheme(theme) {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
}

showTheme(store.settings().theme);
// The settings of every page have the switch.
document.addEventListener("change", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.dataset.set === "theme") showTheme(event.target.value);
});
