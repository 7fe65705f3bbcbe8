/** Draws the replay page. */

import { h } from "../dom.js";
import { SCHEME_1 } from "../fair.js";
import { t } from "../i18n.js";
import { retold } from "../tell.js";
import { renderSolo } from "./dashboard.js";
import { renderResult } from "./end.js";
import { dieFace } from "./icons.js";
import { renderLog, renderStrips } from "./others.js";
import { renderStage } from "./table.js";

/** @param {import("../replay.js").ReplayPage} replay */
export function renderReplay(replay) {
  return [
    h("header", { class: "top", key: "top" }, h("h1", { class: "brand" }, h("a", { href: "/", title: t("header.home") }, t("title"))), h("span", { class: "where" }, t("replay.title"))),
    replay.error && h("p", { class: "lost", role: "alert", key: "error" }, replay.error),
    replay.steps.length ? steps(replay) : replay.table ? null : renderOpening(t("replay.show")),
  ];
}

/** Where a record is opened. @param {string} words on the button */
export function renderOpening(words) {
  return h("main", { class: "start", key: "open" },
    h("h2", null, t("replay.open")), h("p", { class: "hint" }, t("replay.open_hint")),
    h("label", { class: "plain-button file" }, t("start.sheet_file"), h("input", { type: "file", accept: ".json,.ndjson,application/json" })),
    h("label", { class: "text" }, t("replay.paste"), h("textarea", { rows: 6, spellcheck: "false" })),
    h("button", { class: "big", type: "button", "data-do": "show" }, words));
}

/** @param {import("../replay.js").ReplayPage} replay */
function steps(replay) {
  const state = replay.stateNow();
  const view = state.views["-"];
  return h("main", { class: `table replay mode-${view.mode}`, key: "replay" },
    renderStage(state),
    h("aside", { class: "side" },
      renderControls(replay, view),
      view.over && !state.playback && h("section", { class: "end card", "aria-label": t("end.table"), key: "end" }, renderResult(view, state.events, [])),
      renderStrips(state), renderSolo(state), renderLog(state)));
}

/** @param {import("../replay.js").ReplayPage} replay @param {import("../state-types.js").View} view */
function renderControls(replay, view) {
  const step = replay.steps[replay.at];
  const button = (/** @type {string} */ what, /** @type {string} */ sign, /** @type {string} */ words, kind = "plain-button") =>
    h("button", { type: "button", class: kind, "data-do": what, "aria-label": t(words), title: t(words), key: what }, sign);
  const pressed = (/** @type {boolean} */ on) => ({ class: on ? "use chosen" : "use", "aria-pressed": on ? "true" : "false" });
  return h("section", { class: "card steps", "aria-label": t("replay.title"), key: "steps" },
    h("h2", null, t("replay.step", { round: step.round, n: replay.at + 1, all: replay.steps.length })),
    h("p", { class: "retold", role: "status" }, retold(step.events, view)),
    renderDice(replay, view),
    h("input", { type: "range", min: 0, max: replay.steps.length - 1, value: String(replay.at), "aria-label": t("replay.title") }),
    h("div", { class: "tools" }, button("Home", "|‹", "replay.first"), button("PageUp", "«", "replay.prev_round"), button("ArrowLeft", "‹", "replay.prev"),
      button("play", replay.isPlaying ? "❚❚" : "▶", replay.isPlaying ? "replay.pause" : "replay.play", "plain-button play"),
      button("ArrowRight", "›", "replay.next"), button("PageDown", "»", "replay.next_round"), button("End", "›|", "replay.last")),
    h("div", { class: "uses", role: "group", "aria-label": t("settings.speed") }, ["calm", "quick"].map((speed) =>
      h("button", { type: "button", key: speed, "data-do": "speed", "data-speed": speed, ...pressed(speed === replay.speed) }, t(`settings.${speed}`)))),
    view.players > 1 && h("div", { class: "uses seats", role: "group", "aria-label": t("replay.player") },
      h("button", { type: "button", key: "follow", "data-do": "look", "data-seat": "", ...pressed(replay.chosen === null) }, t("replay.follow")),
      view.seats.map((seat) => h("button", { type: "button", key: seat.seat, "data-do": "look", "data-seat": seat.seat, ...pressed(seat.seat === replay.chosen) }, seat.name))),
    replay.table && h("button", { type: "button", class: "plain-button", "data-do": "link", key: "link" }, t(replay.copied ? "turn.copied" : "replay.link")),
    view.over && h("button", { type: "button", class: "plain-button", "data-do": "review", key: "review" }, t("review.title")),
    replay.scheme === SCHEME_1 && h("p", { class: "hint scheme", key: "scheme" }, t("end.scheme_1")),
    h("p", { class: "hint keys", key: "keys" }, t("replay.keys")));
}

/** The dice of the round, and who has taken which. @param {import("../replay.js").ReplayPage} replay @param {import("../state-types.js").View} view */
function renderDice(replay, view) {
  const { round } = replay.steps[replay.at];
  const events = replay.steps.slice(0, replay.at + 1).filter((step) => step.round === round).flatMap((step) => step.events);
  const dice = /** @type {number[]} */ (events.find((event) => event.event === "rolled")?.dice ?? []);
  const taken = new Map(events.filter((event) => event.event === "taken").map(({ pick, seat }) => [pick, view.seats[seat].name]));
  const left = view.mode === "solo" && taken.size ? t("die.left") : "";
  return h("div", { class: "dice" }, dice.map((face, pick) => h("span", { class: taken.size === view.players && !taken.has(pick) ? "die gone" : "die", key: `${round} ${pick}` }, dieFace(face), h("span", { class: "die-who" }, taken.get(pick) ?? left))));
}
