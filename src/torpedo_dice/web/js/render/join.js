/** The dialog that offers an open seat to a visitor without one. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { troubleInWords } from "../join.js";
import { currentView } from "../state.js";

/** @param {import("../state-types.js").State} state */
export function renderJoin(state) {
  const host = currentView(state)?.seats.find((seat) => seat.kind === "human");
  return h("div", { class: "panel join", key: "join", role: "dialog", "aria-labelledby": "join-title" }, h("form", null,
    h("h2", { id: "join-title" }, t("join.title", { name: host?.name ?? "" })),
    state.trouble && h("p", { class: "alarm", role: "alert" }, troubleInWords(state.trouble)),
    h("label", { class: "text" }, t("start.your_name"), h("input", { id: "join-name", maxlength: 24, autocomplete: "nickname", "data-first": state.settings.name })),
    state.facts && h("p", { class: "hint" }, patienceInWords(state.facts.patience)),
    state.novice && h("p", { class: "hint" }, `${t("join.new")} `, h("a", { href: "/lesson", target: "_blank", rel: "noopener" }, t("start.learn"))),
    h("button", { class: "big", type: "submit" }, t("join.take")),
    h("button", { class: "plain-button", type: "button", "data-do": "watch" }, t("join.watch"))));
}

/** When a bot may play for somebody who is away. @param {number} seconds */
function patienceInWords(seconds) {
  return seconds < 100 ? t("join.patience_seconds", { n: Math.round(seconds) }) : t("join.patience_minutes", { n: Math.round(seconds / 60) });
}
