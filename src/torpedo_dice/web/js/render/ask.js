/** Ways into the rulebook: the small "?" that opens one rule beside the table, and links to the whole. */

import { h } from "../dom.js";
import { language, t } from "../i18n.js";

/** The address of the rulebook, or of one of its rules. @param {string} [anchor] */
export function rulebookAddress(anchor) {
  return `/rules?lang=${language()}${anchor ? `#${anchor}` : ""}`;
}

/** The "?" on a thing. @param {string} anchor of its rule @param {string} what it is called */
export function ask(anchor, what) {
  const label = t("rules.of", { what });
  return h("a", { key: "ask", class: "ask", href: rulebookAddress(anchor), "data-rule": anchor, "aria-label": label, title: label }, "?");
}

/** A link to the rule behind a refusal. @param {string | null | undefined} anchor */
export function ruleLink(anchor) {
  return anchor && h("a", { key: "rule", class: "rule-link", href: rulebookAddress(anchor), "data-rule": anchor }, t("rules.see"));
}

/** A link to the whole rulebook; a game in another tab stays as it is. */
export function rulebookLink() {
  return h("a", { key: "rulebook", class: "plain-button", href: rulebookAddress(), target: "_blank" }, t("rules.title"));
}
