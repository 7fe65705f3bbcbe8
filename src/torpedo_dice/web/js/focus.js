/** A panel takes the focus when it opens and gives it back when it closes. */

/** @param {HTMLElement} root @param {string | null} before the panel that was open @param {string | null} panel the one that is */
export function followPanel(root, before, panel) {
  if (panel && !document.activeElement?.closest(".panel")) document.getElementById("close-panel")?.focus();
  if (!panel && before) /** @type {HTMLElement | null} */ (root.querySelector(`.top [data-panel=${before}]`))?.focus();
}
