/** The whole table: header, window, dashboard, turn panel, strips, log, and what lies over them. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { troubleInWords } from "../join.js";
import { isFlooded, isInvited, shownBoats, shownView } from "../state.js";
import { boatName, cutTitle, whereInWords } from "../words.js";
import { renderDashboard, renderReserve, renderSolo } from "./dashboard.js";
import { renderEnd } from "./end.js";
import { icon } from "./icons.js";
import { renderJoin } from "./join.js";
import { renderLog, renderStrips } from "./others.js";
import { renderBriefing, renderHelp, renderSettings } from "./panels.js";
import { renderCut } from "./reveal.js";
import { renderSonar } from "./sonar.js";
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
  const scene = sceneOf(state);
  return h("section", { class: "stage", key: "stage" },
    h("div", { class: isFlooded(state) ? "porthole flooded" : "porthole", id: "porthole", key: "porthole" },
      renderWindow(scene), renderCut(state, scene), glass(), plate(state), renderSonar(state, scene), bolts()),
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
    commitment && renderShield(commitment, !!state.fair && !state.fair.problem),
    renderReactButton(state),
    h("button", { type: "button", class: "top-button", "data-do": "panel", "data-panel": "settings", "aria-label": t("header.settings") }, "⚙"),
    h("button", { type: "button", class: "top-button", "data-do": "panel", "data-panel": "help", "aria-label": t("header.help") }, "?"));
}

/** A shield that explains why the dice are fair. @param {string} commitment @param {boolean} checked */
function renderShield(commitment, checked) {
  return h("details", { class: checked ? "shield checked" : "shield" },
    h("summary", { class: "top-button", "aria-label": t("header.dice"), title: t("header.dice") }, icon("shield")),
    h("div", { class: "shield-words card" },
      h("p", null, t(checked ? "header.dice_checked" : "header.dice_long")), h("p", { class: "hint" }, t("header.dice_print", { commitment }))));
}

/** The brass plate that names whose submarine this is. @param {State} state */
function plate(state) {
  const view = /** @type {import("../state-types.js").View} */ (shownView(state));
  const { playback, you, looking } = state;
  return [
    h("p", { class: "plate", key: "plate" }, playback ? cutTitle(playback.cuts[playback.at], view, you) : titleOf(state, view)),
    looking !== null && h("button", { class: "plate-back", type: "button", "data-do": "look", "data-seat": looking, key: "back" }, t("look.back")),
  ];
}

/** @param {State} state @param {import("../state-types.js").View} view */
function titleOf(state, view) {
  const { window } = shownBoats(state);
  const isTarget = window !== null && state.looking === null && !view.over && window === view.seats[state.seat ?? 0].target;
  return isTarget ? t("window.target", { name: view.seats[window].name || t("strip.open") }) : boatName(view, window, state.you);
}
