/** The replay page's picture. */

import { h } from "../dom.js";
import { SCHEME_1 } from "../fair.js";
import { t } from "../i18n.js";
import { renderDashboard, renderReserve, renderSolo } from "./dashboard.js";
import { dieFace } from "./icons.js";
import { renderLog, renderStrips } from "./others.js";
import { bolts, glass, renderWindow, sceneOf } from "./window.js";

/** @param {import("../replay.js").ReplayPage} replay */
export function renderReplay(replay) {
  return [
    h("header", { class: "top", key: "top" }, h("h1", { class: "brand" }, h("a", { href: "/", title: t("header.home") }, t("title"))), h("span", { class: "where" }, t("replay.title"))),
    replay.error && h("p", { class: "lost", role: "alert", key: "error" }, replay.error),
    replay.steps.length ? steps(replay) : replay.table ? null : opening(),
  ];
}

function opening() {
  return h("main", { class: "start", key: "open" },
    h("h2", null, t("replay.open")), h("p", { class: "hint" }, t("replay.open_hint")),
    h("label", { class: "plain-button file" }, t("start.sheet_file"), h("input", { type: "file", accept: ".json,.ndjson,application/json" })),
    h("label", { class: "text" }, t("replay.paste"), h("textarea", { rows: 6, spellcheck: "false" })),
    h("button", { class: "big", type: "button", "data-do": "show" }, t("replay.show")));
}

/** @param {import("../replay.js").ReplayPage} replay */
function steps(replay) {
  const state = replay.stateNow();
  const step = replay.steps[replay.at];
  const button = (/** @type {string} */ what, /** @type {string} */ sign, /** @type {string} */ words) =>
    h("button", { type: "button", class: "plain-button", "data-do": what, "aria-label": t(words), title: t(words), key: what }, sign);
  return h("main", { class: `table replay mode-${step.view.mode}`, key: "replay" },
    h("section", { class: "stage" },
      h("div", { class: "porthole" }, renderWindow(sceneOf(state)), glass(), bolts()),
      renderDashboard(state), renderReserve(state)),
    h("aside", { class: "side" },
      h("section", { class: "card steps", "aria-label": t("replay.title") },
        h("h2", null, h("span", { role: "status" }, t("replay.step", { round: step.round, n: replay.at + 1, all: replay.steps.length }))),
        h("div", { class: "dice" }, rolledDice(replay).map((face, i) => h("span", { class: "die", key: i }, dieFace(face)))),
        h("input", { type: "range", min: 0, max: replay.steps.length - 1, value: String(replay.at), "aria-label": t("replay.title") }),
        h("div", { class: "tools" }, button("Home", "|‹", "replay.first"), button("PageUp", "«", "replay.prev_round"), button("ArrowLeft", "‹", "replay.prev"),
          button("ArrowRight", "›", "replay.next"), button("PageDown", "»", "replay.next_round"), button("End", "›|", "replay.last")),
        step.view.players > 1 && h("div", { class: "uses", role: "group", "aria-label": t("replay.player") }, state.views["-"].seats.map((seat) =>
          h("button", { type: "button", key: seat.seat, class: seat.seat === replay.seat ? "use chosen" : "use", "data-do": "look", "data-seat": seat.seat, "aria-pressed": seat.seat === replay.seat ? "true" : "false" }, seat.name))),
        replay.table && h("button", { type: "button", class: "plain-button", "data-do": "link" }, t(replay.copied ? "turn.copied" : "replay.link")),
        replay.scheme === SCHEME_1 && h("p", { class: "hint scheme" }, t("end.scheme_1")),
        h("p", { class: "hint" }, t("replay.keys"))),
      renderStrips(state), renderSolo(state), renderLog(state)));
}

/** The dice of the round shown. @param {import("../replay.js").ReplayPage} replay @returns {number[]} */
function rolledDice(replay) {
  const { round } = replay.steps[replay.at];
  const events = replay.steps.filter((step) => step.round === round).flatMap((step) => step.events);
  return events.find((event) => event.event === "rolled")?.dice ?? [];
}
