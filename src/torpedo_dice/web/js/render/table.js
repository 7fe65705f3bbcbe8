/** The whole table: header, window, dashboard, turn panel, strips, log, and what lies over them. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { troubleInWords } from "../join.js";
import { isFlooded, isInvited, shownView, windowSeat } from "../state.js";
import { whereInWords } from "../words.js";
import { renderDashboard, renderReserve, renderSolo } from "./dashboard.js";
import { renderEnd } from "./end.js";
import { renderJoin } from "./join.js";
import { renderLog, renderStrips } from "./others.js";
import { renderBriefing, renderHelp, renderSettings } from "./panels.js";
import { renderReactButton, renderReactions, renderResign } from "./social.js";
import { renderTurn } from "./turn.js";
import { bolts, glass, renderWindow, sceneOf } from "./window.js";

/** @typedef {import("../state-types.js").State} State */

/** @param {State} state */
export function renderTable(state) {
  const view = shownView(state);
  if (!view) return [renderHeader(state), h("main", { class: "message" }, h("p", null, t(`connection.${state.connection}`)))];
  const over = view.over && !state.playback && state.looking === null;
  return [
    renderHeader(state),
    state.trouble && !isInvited(state) && h("p", { class: "lost", role: "alert", key: "trouble" }, troubleInWords(state.trouble)),
    state.connection !== "open" && h("p", { class: "lost", role: "alert", key: "lost" }, t(`connection.${state.connection}`)),
    h("main", { class: `table mode-${view.mode}${over ? " is-over" : ""}`, key: "table", inert: !!state.panel },
      renderStage(state),
      h("aside", { class: "side", key: "side" },
        renderStrips(state),
        over ? renderEnd(state) : renderTurn(state),
        renderSolo(state),
        view.stage === "waiting" ? renderBriefing() : renderLog(state))),
    isInvited(state) && renderJoin(state),
    state.panel === "help" && renderHelp(),
    state.panel === "settings" && renderSettings(state, renderResign(state)),
    state.panel === "reactions" && renderReactions(),
  ];
}

/** What is in front of a player: window, dashboard, reserve. @param {State} state */
export function renderStage(state) {
  return h("section", { class: "stage", key: "stage" },
    h("div", { class: isFlooded(state) ? "porthole flooded" : "porthole", id: "porthole", key: "porthole" }, renderWindow(sceneOf(state)), glass(), plate(state), bolts()),
    renderDashboard(state),
    renderReserve(state));
}

/** @param {State} state */
export function renderHeader(state) {
  const view = shownView(state);
  const { commitment } = state;
  return h("header", { class: "top", key: "top", inert: !!state.panel },
    h("h1", { class: "brand" }, h("a", { href: "/", title: t("header.home") }, t("title"))),
    view && h("span", { class: "where" }, whereInWords(view)),
    h("span", { class: "top-space" }),
    commitment && h("span", { class: "commitment", title: t("header.dice_long", { commitment }) },
      t("header.dice", { short: `${commitment.slice(0, 4)}…${commitment.slice(-2)}` }), state.fair && !state.fair.problem ? " ✓" : ""),
    renderReactButton(state),
    h("button", { type: "button", class: "top-button", "data-do": "panel", "data-panel": "settings", "aria-label": t("header.settings") }, "⚙"),
    h("button", { type: "button", class: "top-button", "data-do": "panel", "data-panel": "help", "aria-label": t("header.help") }, "?"));
}

/** The brass plate that names whose submarine this is. @param {State} state */
function plate(state) {
  const view = /** @type {import("../state-types.js").View} */ (shownView(state));
  const seat = windowSeat(state);
  const { target } = view.seats[seat];
  const text = target === null ? t("window.enemy") : t("window.target", { name: view.seats[target].name || t("strip.open") });
  return [
    h("p", { class: "plate", key: "plate" }, seat === (state.seat ?? 0) ? text : `${t("look.at", { name: view.seats[seat].name })} · ${text}`),
    state.looking !== null && h("button", { class: "plate-back", type: "button", "data-do": "look", "data-seat": state.looking, key: "back" }, t("look.back")),
  ];
}
