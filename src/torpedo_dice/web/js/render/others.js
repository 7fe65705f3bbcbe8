/** The other players' strips and the log. */

import { gridOf, systemAt, targetsOf } from "../board.js";
import { h } from "../dom.js";
import { language, t } from "../i18n.js";
import { boatOf } from "../reveal.js";
import { calledYou, shownSteps, shownView } from "../state.js";
import { boatName, botName, clockInWords, eventInWords, isYou, nameOf, systemName } from "../words.js";
import { reactions, statusInWords } from "./dashboard.js";
import { dieFace, icon, numberOf, torpedo } from "./icons.js";
import { keeper } from "./keep.js";
import { renderRing } from "./ring.js";
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
  return h("section", { class: "strips", key: "strips", "aria-label": t("start.players") },
    renderRing(view, calledYou(state), state.seat),
    h("div", { class: "strip-list", key: "list" }, seats.map((seat) => renderStrip(state, view, seat))));
}

/** A player's own submarine in miniature, and what the player does. @param {State} state @param {View} view @param {number} seat */
function renderStrip(state, view, seat) {
  const player = view.seats[seat];
  const mine = state.you.length ? Number(state.seat) : null;
  const presence = state.presence.find((p) => p.seat === seat);
  const away = player.kind === "human" && presence && !presence.connected;
  const clock = state.clocks[seat] && !state.playback ? clockInWords(state.clocks[seat]) : null;
  const acts = state.playback?.cuts[state.playback.at].by === seat;
  return h("article", { key: seat, class: `strip${state.looking === seat ? " looked" : ""}${away ? " away" : ""}${acts ? " acts" : ""}` },
    h("button", { class: "strip-head", type: "button", "data-do": "look", "data-seat": seat, title: isYou(calledYou(state), seat) ? t("boat.yours") : player.name ? t("strip.look", { name: player.name }) : null, "aria-pressed": state.looking === seat ? "true" : "false" },
      h("strong", { class: "strip-name" }, player.kind === "bot" && icon("bot"), player.name || t("strip.open")),
      player.character && h("small", { class: "strip-rank", key: "rank" }, botName(player.bot ?? "")),
      clock && h("span", { class: clock.left < 10 ? "strip-clock alarm" : "strip-clock", role: "timer", "aria-label": t("turn.clock", { time: clock.time }), key: "clock" }, clock.time)),
    renderLamps(state, view, seat),
    h("p", { class: "strip-numbers" },
      mine !== null && h("span", { class: "strip-role", key: "role" }, role(view, seat, mine)),
      h("span", { class: "strip-reserve", title: t("reserve.count", { n: player.reserve }), key: "reserve" },
        torpedo(false), h("span", { "aria-hidden": "true" }, player.reserve), h("span", { class: "unseen" }, t("reserve.count", { n: player.reserve }))),
      player.skull && h("span", { class: "strip-skull", role: "img", "aria-label": t("reserve.skull_marked"), key: "skull" }, icon("skull")),
      player.die && h("span", { class: "strip-die", role: "img", "aria-label": t("strip.took", { die: player.die }), key: "die" }, dieFace(player.die)),
      h("span", { class: "strip-doing", key: "doing" }, player.stand_in ? t("strip.stand_in", { bot: botName(player.stand_in) }) : away ? t("strip.away") : state.playback ? "" : doing(view, player))),
    renderBubble(state, seat),
    canReplace(state, player) && h("button", { class: "plain-button", type: "button", "data-do": "replace", "data-seat": seat }, t("strip.replace", { name: player.name })));
}

/** A player's own systems: off, on, hit in part, destroyed. @param {State} state @param {View} view @param {number} seat */
function renderLamps(state, view, seat) {
  const grid = gridOf(view.sheet);
  const targets = targetsOf(grid);
  const { hits } = boatOf(view, seat, null);
  const reacting = reactions(state, seat);
  return h("ul", { class: "chips", "aria-label": boatName(view, seat, calledYou(state)) }, view.seats[seat].systems.map((one) => {
    const { system, status } = one;
    const [done, all] = [hits, targets].map((fields) => fields.filter((field) => systemAt(grid, field) === system).length);
    const words = t(done && status !== "destroyed" ? "strip.lamp_hit" : "strip.lamp", { system: systemName(system), state: statusInWords(view, one), hits: done, all });
    return h("li", { key: system, class: `chip ${system} is-${status}${reacting[system] ?? ""}`, css: { "--part": done / all }, title: words },
      h("span", { class: "chip-fill" }), h("span", { class: "chip-number", "aria-hidden": "true" }, numberOf(system)),
      h("span", { class: "unseen" }, words));
  }));
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

const keepLog = keeper(2);

/** @param {State} state */
export function renderLog(state) {
  const view = /** @type {View} */ (shownView(state));
  const { events, pointed, you, playback } = state;
  const key = [language(), view.mode, events.at(-1)?.number, events.length, pointed, you, playback && playback.at * 2 + Number(playback.landed), view.seats.map(({ name }) => name)];
  return keepLog(JSON.stringify(key), () => drawLog(state, view));
}

/** @param {State} state @param {View} view */
function drawLog(state, view) {
  const { hidden, until } = untold(state);
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
        view.mode !== "solo" && h("span", null, ` · ${t(isYou(state.you, round.start) ? "log.starts_you" : "log.starts", { name: nameOf(view, round.start, []) })}`)),
      h("ul", null, round.lines.map((line) => renderLine(state, line))))),
    before.map((line) => h("p", { key: line.number }, line.text)));
}

/** Events that the log must not show yet: the part of a round not yet revealed, and the round after it. @param {State} state */
function untold(state) {
  if (!state.playback) return { hidden: new Set(), until: Infinity };
  const all = state.playback.cuts.flatMap((cut) => cut.events);
  const told = new Set(shownSteps(state));
  return { hidden: new Set(all.filter((event) => !told.has(event)).map((event) => event.number)), until: Math.max(...all.map((event) => event.number)) };
}

/** A line of the log; that of a shot can be pointed at, by keyboard too. @param {State} state @param {Line} line */
function renderLine(state, { number, text, shot }) {
  const pointed = state.pointed === number;
  return h("li", { key: number, class: pointed ? "pointed" : null },
    shot ? h("button", { type: "button", class: "log-shot", "data-point": number, "data-do": "point", "data-number": number, "aria-label": t("log.show", { text }) }, text) : text);
}
