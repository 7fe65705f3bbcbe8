/** The other players' strips and the log. */

import { gridOf, parseField, systemAt, targetsOf } from "../board.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { shownView } from "../state.js";
import { botName, eventInWords, nameOf, systemName } from "../words.js";
import { icon, numberOf } from "./icons.js";
import { renderBubble } from "./social.js";

/** @typedef {import("../state-types.js").State} State */
/** @typedef {import("../state-types.js").View} View */

/** @param {State} state */
export function renderStrips(state) {
  const view = /** @type {View} */ (shownView(state));
  if (view.mode === "solo") return null;
  const watched = state.you.length ? state.seat : null;
  const seats = Array.from({ length: view.players }, (_, i) => ((state.seat ?? 0) + i) % view.players)
    .filter((seat) => seat !== watched);
  return h("section", { class: "strips", key: "strips", "aria-label": t("start.players") }, seats.map((seat) => renderStrip(state, view, seat)));
}

/** @param {State} state @param {View} view @param {number} seat */
function renderStrip(state, view, seat) {
  const player = view.seats[seat];
  const mine = state.you.length ? Number(state.seat) : null;
  const target = Number(player.target);
  const grid = gridOf(view.sheet);
  const targets = targetsOf(grid);
  const hits = player.hits.map(parseField);
  const presence = state.presence.find((p) => p.seat === seat);
  const away = player.kind === "human" && presence && !presence.connected;
  const on = target === mine ? t("strip.on_you") : t("strip.on", { name: view.seats[target].name || t("strip.open") });
  return h("article", { key: seat, class: `strip${state.looking === seat ? " looked" : ""}${away ? " away" : ""}` },
    h("button", { class: "strip-head", type: "button", "data-do": "look", "data-seat": seat, title: player.name ? t("strip.look", { name: player.name }) : null, "aria-pressed": state.looking === seat ? "true" : "false" },
      h("strong", { class: "strip-name" }, player.kind === "bot" && icon("bot"), player.name || t("strip.open")),
      player.character && h("small", { class: "strip-rank" }, botName(player.bot ?? "")),
      mine !== null && h("span", { class: "strip-role" }, role(view, seat, mine)),
      h("span", { class: "strip-doing" }, player.stand_in ? t("strip.stand_in", { bot: botName(player.stand_in) }) : away ? t("strip.away") : state.playback ? "" : doing(view, player))),
    h("ul", { class: "chips", "aria-label": on },
      view.seats[target].systems.map(({ system }) => {
        const [done, all] = [hits, targets].map((fields) => fields.filter((field) => systemAt(grid, field) === system).length);
        const words = t("strip.chip", { system: systemName(system), hits: done, all });
        return h("li", { key: system, class: `chip ${system}${done === all ? " is-destroyed" : ""}`, css: { "--part": done / all }, title: words },
          h("span", { class: "chip-fill" }), h("span", { class: "chip-number", "aria-hidden": "true" }, numberOf(system)),
          h("span", { class: "unseen" }, words));
      })),
    h("p", { class: "strip-numbers" }, t("strip.numbers", { hits: hits.length, all: targets.length, n: player.reserve, on })),
    renderBubble(state, seat),
    canReplace(state, player) && h("button", { class: "plain-button", type: "button", "data-do": "replace", "data-seat": seat }, t("strip.replace", { name: player.name })));
}

/** Whether somebody has been away for longer than the table's patience. @param {State} state @param {import("../state-types.js").SeatView} player */
function canReplace(state, player) {
  const presence = state.presence.find((p) => p.seat === player.seat);
  if (!presence || presence.connected || player.stand_in || !state.you.length || !state.facts || shownView(state)?.over) return false;
  return presence.away + (Date.now() - presence.at) / 1000 >= state.facts.patience;
}

/** @param {View} view @param {number} seat @param {number} mine */
function role(view, seat, mine) {
  const attacks = view.seats[mine].attacker === seat;
  const target = view.seats[mine].target === seat;
  if (attacks && target) return `⇄ ${t("strip.both")}`;
  return attacks ? `◀ ${t("strip.attacks_you")}` : target ? `▶ ${t("strip.your_target")}` : "";
}

/** @param {View} view @param {import("../state-types.js").SeatView} player */
function doing(view, player) {
  if (view.over) return "";
  if (player.finished) return `✓ ${t("strip.done")}`;
  if (view.stage === "take") {
    if (player.die) return t("strip.took", { die: player.die });
    return view.to_move.includes(player.seat) ? t("strip.taking") : "";
  }
  return view.stage === "act" ? t("strip.choosing") : "";
}

/** @typedef {{number: number, text: string, shot: boolean}} Line */

/** @param {State} state */
export function renderLog(state) {
  const view = /** @type {View} */ (shownView(state));
  const hidden = state.playback ? new Set(state.playback.steps.slice(state.playback.index).map((step) => step.number)) : new Set();
  const until = state.playback ? state.playback.steps[state.playback.steps.length - 1].number : Infinity;
  /** @type {{round: number, start: number, lines: Line[]}[]} */
  const rounds = [];
  /** @type {Line[]} */
  const before = [];
  for (const event of state.events) {
    if (event.event === "rolled" && event.number < until) rounds.push({ round: event.round, start: event.start, lines: [] });
    const text = hidden.has(event.number) ? null : eventInWords(event, view, state.you);
    if (text) (rounds[rounds.length - 1]?.lines ?? before).push({ number: event.number, text, shot: event.event === "fired" });
  }
  return h("section", { class: "log card", "aria-label": t("log.label"), key: "log", tabindex: 0 },
    h("h2", null, t("log.label")),
    rounds.reverse().map((round) => h("div", { key: round.round, class: "log-round" },
      h("h3", null, t("log.round", { round: round.round }),
        view.mode !== "solo" && h("span", null, ` · ${t("log.starts", { name: nameOf(view, round.start, []) })}`)),
      h("ul", null, round.lines.map((line) => renderLine(state, line))))),
    before.map((line) => h("p", { key: line.number }, line.text)));
}

/** A line of the log; that of a shot can be pointed at, by keyboard too. @param {State} state @param {Line} line */
function renderLine(state, { number, text, shot }) {
  const pointed = state.pointed === number;
  return h("li", { key: number, class: pointed ? "pointed" : null },
    shot ? h("button", { type: "button", class: "log-shot", "data-point": number, "data-do": "point", "data-number": number, "aria-label": t("log.show", { text }) }, text) : text);
}
