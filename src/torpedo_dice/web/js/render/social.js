/** Reactions, rematch requests, and resigning. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { currentView } from "../state.js";
import { panel } from "./panels.js";

/** @typedef {import("../state-types.js").State} State */

export const REACTIONS = ["nice_shot", "ouch", "well_played", "good_luck", "ready", "thanks"];

/** The button that opens the reactions, and what was just said from here. @param {State} state */
export function renderReactButton(state) {
  const view = currentView(state);
  if (!view || view.mode === "solo" || !state.you.length || !view.seats.some((seat) => seat.kind === "human" && !state.you.includes(seat.seat))) return null;
  return [
    state.you.map((seat) => renderBubble(state, seat)),
    h("button", { type: "button", class: "top-button", "data-do": "panel", "data-panel": "reactions", "aria-label": t("react.open"), title: t("react.open"), key: "react" }, "☺"),
  ];
}

export function renderReactions() {
  return panel(t("react.open"), "reactions", [
    h("div", { class: "reaction-list" }, REACTIONS.map((id) =>
      h("button", { key: id, type: "button", class: "plain-button", "data-do": "react", "data-reaction": id }, t(`react.${id}`)))),
  ]);
}

/** What a player has just said. @param {State} state @param {number} seat */
export function renderBubble(state, seat) {
  const said = state.reactions[seat];
  return said ? h("span", { class: "said", key: `said-${seat}` }, t(`react.${said.reaction}`)) : null;
}

/** The buttons for a rematch after a game. @param {State} state */
export function renderRematch(state) {
  const view = currentView(state);
  const by = state.rematch_by;
  if (!state.rematch || !view) return state.you.length > 0 && h("button", { class: "big", type: "button", "data-do": "rematch", key: "rematch" }, t("end.rematch"));
  if (!state.you.length || by === null || state.you.includes(by)) {
    return h("button", { class: "big", type: "button", "data-do": "follow", key: "to" }, t("end.to_rematch"));
  }
  return h("div", { class: "rematch", key: "asked", role: "group", "aria-labelledby": "rematch-by" },
    h("p", { id: "rematch-by" }, t(state.declined ? "rematch.declined" : "rematch.asked", { name: view.seats[by].name })),
    h("button", { class: state.declined ? "plain-button" : "big", type: "button", "data-do": "rematch", key: "yes" }, t(state.declined ? "rematch.after_all" : "rematch.accept")),
    !state.declined && h("button", { class: "plain-button", type: "button", "data-do": "decline", key: "no" }, t("rematch.decline")));
}

/** Resigning takes two presses in different places. @param {State} state */
export function renderResign(state) {
  const view = currentView(state);
  const player = view && state.seat !== null && state.you.includes(state.seat) ? view.seats[state.seat] : null;
  if (!view || !player || view.over || view.stage === "waiting" || player.resigned) return null;
  if (!state.resigning) return h("button", { type: "button", class: "plain-button", "data-do": "resign", key: "resign" }, t("resign.ask"));
  const how = view.mode === "solo" ? "resign.sure_solo" : state.facts?.resigning_ends ? "resign.sure_two" : "resign.sure_more";
  const name = state.you.length > 1 ? `${player.name}: ` : "";
  return h("div", { class: "resign", key: "sure", role: "group", "aria-labelledby": "resign-sure" },
    h("button", { type: "button", class: "plain-button", "data-do": "resign_no", id: "resign-no" }, t("resign.no")),
    h("p", { id: "resign-sure", role: "alert" }, name + t(how)),
    h("button", { type: "button", class: "plain-button danger", "data-do": "resign_yes" }, t("resign.yes")));
}
