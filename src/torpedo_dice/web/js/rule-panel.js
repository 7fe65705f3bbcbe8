/**
 * One rule of the rulebook beside the table. Whatever carries `data-rule` opens it; the panel lies
 * outside of what is drawn anew, because its contents are the server's.
 */

import { h, paint } from "./dom.js";
import { language, onLanguage, t } from "./i18n.js";
import { rulebookAddress } from "./render/ask.js";

export class RulePanel {
  constructor() {
    this.element = document.createElement("section");
    this.element.className = "rule-panel";
    this.element.hidden = true;
    this.element.tabIndex = -1;
    this.element.setAttribute("role", "dialog");
    this.head = document.createElement("div");
    this.head.className = "rule-head";
    this.text = document.createElement("div");
    this.element.append(this.head, this.text);
    document.body.append(this.element);
    /** @type {string | null} */
    this.anchor = null;
    /** @type {HTMLElement | null} what was pressed to open it, and gets the focus back */
    this.opener = null;
    document.addEventListener("click", (event) => this.click(event));
    // Capture the key before the table does: it concerns only the panel.
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
    onLanguage(() => { if (this.anchor) this.show(this.anchor); });
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest(".rule-close")) {
      this.close();
      return;
    }
    const link = /** @type {HTMLAnchorElement | null} */ (event.target.closest("a[data-rule], .rule-text a[href^='/rules']"));
    const anchor = link?.dataset.rule ?? link?.hash.slice(1);
    if (!link || !anchor) return;
    event.preventDefault();
    if (!this.element.contains(link)) this.opener = link;
    this.show(anchor);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    // A panel over the page takes precedence.
    if (!this.anchor || document.querySelector("[aria-modal=true]")) return;
    const inside = event.target instanceof Node && this.element.contains(event.target);
    if (event.key === "Escape") this.close();
    // Arrow keys scroll the rule; the formation stays where it lies.
    if (event.key === "Escape" || inside) event.stopPropagation();
  }

  /** @param {string} anchor */
  async show(anchor) {
    this.anchor = anchor;
    const spoken = language();
    const rule = await ruleOf(spoken, anchor);
    // It may have been closed in the meantime, or another rule requested.
    if (this.anchor !== anchor || language() !== spoken) return;
    this.element.setAttribute("aria-label", t("rules.title"));
    paint(this.head, [
      h("a", { class: "plain-button", href: rulebookAddress(anchor), target: "_blank" }, t("rules.whole")),
      h("button", { type: "button", class: "top-button rule-close", "aria-label": t("settings.close") }, "✕"),
    ]);
    this.text.className = "rule-text";
    this.text.replaceChildren(...rule);
    const wasHidden = this.element.hidden;
    this.element.hidden = false;
    this.element.scrollTop = 0;
    document.body.classList.add("with-rule");
    if (wasHidden || this.element.contains(document.activeElement) || document.activeElement === this.opener) this.element.focus();
  }

  close() {
    const hadFocus = this.element.contains(document.activeElement) || document.activeElement === document.body;
    this.anchor = null;
    this.element.hidden = true;
    document.body.classList.remove("with-rule");
    if (hadFocus && this.opener?.isConnected) this.opener.focus();
    this.opener = null;
  }
}

/** A rule as rendered by the server, or a message that it can't be loaded. @param {string} spoken @param {string} anchor @returns {Promise<(Node | string)[]>} */
async function ruleOf(spoken, anchor) {
  const answer = await fetch(`/rules/${spoken}/${anchor}`).catch(() => null);
  if (!answer?.ok) return [t("rules.unreachable")];
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...page.body.childNodes];
}
