/** The whole table: header, window, dashboard, turn panel, strips, log, and overlays. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { troubleInWords } from "../join.js";
import { calledYou, isFlooded, isInvited, shownBoats, shownView } from "../state.js";
import { boatName, cutTitle, whereInWords } from "../words.js";
import { renderDashboard, renderReserve, renderSolo } from "./dashboard.js";
import { renderEnd } from "./end.js";
import { icon } from "./icons.js";
import { renderJoin } from "./join.js";
import { lastOf } from "./keep.js";
import { renderLog, renderStrips } from "./others.js";
import { renderBriefing, renderHelp, renderSettings } from "./panels.js";
import { renderCut } from "./reveal.js";
import { renderSonar } from "./sonar.js";
import { renderReactButton, renderReactions, renderResign } from "./social.js";
import { renderTurn } from "./turn.js";
import { bolts, glass, renderWindow, sceneOf } from "./window.js";

/** @typedef {import("../state-types.js").State} State */

const [GLASS, BOLTS] = [glass(), bolts()];
const [keepWindow, keepDashboard, keepReserve, keepStrips, keepTurn] = [lastOf(), lastOf(), lastOf(), lastOf(), lastOf()];

/**
 * The parts of the picture that can be drawn one after the other, if it has to be quick.
 * @typedef {"window" | "effects" | "dashboard" | "strips" | "turn" | "log"} Part
 * @typedef {(part: Part) => State} PartState the state that a part shows by now
 */

/** @param {State} state @param {PartState} [of] */
export function renderTable(state, of = () => state) {
  const view = shownView(state);
  if (!view) return [renderHeader(state), h("main", { class: "message" }, h("p", null, t(`connection.${state.connection}`)))];
  return [
    renderHeader(state),
    state.trouble && !isInvited(state) && h("p", { class: "lost", role: "alert", key: "trouble" }, troubleInWords(state.trouble)),
    state.connection !== "open" && h("p", { class: "lost", role: "alert", key: "lost" }, t(`connection.${state.connection}`)),
    h("main", { class: `table mode-${view.mode}${isOver(of("turn")) ? " is-over" : ""}`, key: "table", inert: !!state.panel },
      renderStage(state, of("dashboard"), of("effects"), of("window")),
      renderSide(of)),
    isInvited(state) && renderJoin(state),
    state.panel === "help" && renderHelp(),
    state.panel === "settings" && renderSettings(state, renderResign(state)),
    state.panel === "reactions" && renderReactions(),
  ];
}

/** What is beside the window: the others, the turn or the end, the log. @param {PartState} of */
function renderSide(of) {
  const [strips, turn, log] = [of("strips"), of("turn"), of("log")];
  return h("aside", { class: "side", key: "side" },
    timeless(strips, keepStrips, () => renderStrips(strips)),
    timeless(turn, keepTurn, () => (isOver(turn) ? renderEnd(turn) : renderTurn(turn))),
    renderSolo(turn),
    shownView(log)?.stage === "waiting" ? renderBriefing() : renderLog(log));
}

/** Redraw something only for a new state, unless clocks are running or somebody is away, which changes over time. @template T @param {State} state @param {(state: State, draw: () => T) => T} keep @param {() => T} draw */
function timeless(state, keep, draw) {
  const isTimed = Object.keys(state.clocks).length > 0 || state.presence.some((seat) => !seat.connected);
  return isTimed ? draw() : keep(state, draw);
}

/** Whether the end is shown. @param {State} state */
function isOver(state) {
  return !!shownView(state)?.over && !state.playback && state.looking === null;
}

/** What is in front of a player: window, dashboard, reserve. @param {State} state @param {State} [below] what the dashboard shows @param {State} [moving] what the effects over the window show @param {State} [outside] what the window shows */
export function renderStage(state, below = state, moving = state, outside = state) {
  return h("section", { class: "stage", key: "stage" },
    renderPorthole(outside, renderCut(state, moving)),
    keepDashboard(below, () => renderDashboard(below)),
    keepReserve(below, () => renderReserve(below)));
}

/** The window and all that is in front of it. @param {State} state @param {import("../dom.js").Child} [cut] the effects of a reveal */
export function renderPorthole(state, cut) {
  const [depth, inFront] = keepWindow(state, () => {
    const scene = sceneOf(state);
    return [renderWindow(scene), [plate(state), renderSonar(state, scene)]];
  });
  return h("div", { class: isFlooded(state) ? "porthole flooded" : "porthole", id: "porthole", key: "porthole" },
    depth, cut, GLASS, inFront, BOLTS);
}

/** @param {State} state */
export function renderHeader(state) {
  const view = shownView(state);
  const { commitment } = state;
  return h("header", { class: "top", key: "top", inert: !!state.panel },
    h("h1", { class: "brand" }, h("a", { href: "/", title: t("header.home") }, t("title"))),
    view && h("span", { class: "where" }, whereInWords(view)),
    state.facts?.coach && h("span", { class: "label", key: "coach" }, t("table.coach")),
    state.facts?.played_on && h("span", { class: "label", key: "played-on" }, t("table.played_on", { round: state.facts.played_on })),
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
  return isTarget ? t("window.target", { name: view.seats[window].name || t("strip.open") }) : boatName(view, window, calledYou(state));
}
