/** The dashboard: three screens with their systems, switches and lamps; the reserve; the solo panel. */

import { gridOf, systemAt } from "../board.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { automatonTarget, isMyMove, shownSeat, shownView } from "../state.js";
import { systemName, whyInWords } from "../words.js";
import { ask } from "./ask.js";
import { icon, numberOf, torpedo } from "./icons.js";

/** @typedef {import("../state-types.js").State} State */
/** @typedef {import("../state-types.js").View} View */
/** @typedef {import("../types.js").SystemView} SystemView */

/** @param {SystemView} system */
const isActive = ({ status }) => status === "ready" || status === "ready_by_screen";

/** What a system does and, if it is inactive, why. @param {View} view @param {SystemView} system */
function titleOf(view, system) {
  const rule = t(`rule.${system.system}`);
  if (view.stage === "waiting" || isActive(system)) return rule;
  return `${rule} ${whyInWords({ reason: system.status, system: system.system })}`;
}

/** @param {View} view @param {SystemView} system */
export function statusInWords(view, system) {
  // Before the game begins no system can be used.
  if (view.stage === "waiting") return t("status.waiting");
  if (isActive(system) && system.uses_left !== null) return t("status.uses_left", { n: system.uses_left });
  return t(`status.${system.status}`);
}

/** What the cut that is shown does to a player's systems: a class for each that reacts. @param {State} state @param {number} seat @returns {Record<string, string>} */
export function reactions({ playback }, seat) {
  const cut = playback?.landed ? playback.cuts[playback.at] : null;
  if (!playback || cut?.boat !== seat) return {};
  const grid = gridOf(playback.view.sheet);
  const hit = cut.kind === "automaton" ? [cut.system] : cut.struck.map((field) => systemAt(grid, field));
  return Object.fromEntries([
    ...hit.map((system) => [system, " shaken"]), ...cut.destroyed.map((system) => [system, " shaken torn"]),
    ...(cut.kind === "switch" ? [[cut.system, " lit"]] : []),
  ]);
}

/** @param {State} state */
export function renderDashboard(state) {
  const view = /** @type {View} */ (shownView(state));
  const seat = shownSeat(state);
  const player = view.seats[seat];
  const mine = state.you.includes(seat);
  const reacting = reactions(state, seat);
  const acting = isMyMove(state) && view.stage === "act";
  return h("section", { class: "dashboard", "aria-label": mine ? t("dashboard.label") : t("dashboard.label_of", { name: player.name }) },
    view.sheet.screens.map((screen, i) => h("div", {
      class: "screen", role: "group", "aria-label": t("screen.label", { n: i + 1 }), css: { "--systems": screen.length }, key: i,
    }, screen.map((id) => {
      const system = /** @type {SystemView} */ (player.systems.find((s) => s.system === id));
      return renderSystem(state, view, system, acting, reacting[id] ?? "");
    }))),
    view.mode !== "training" && ask("switches", t("rules.switches")));
}

/** @param {State} state @param {View} view @param {SystemView} system @param {boolean} acting @param {string} reaction */
function renderSystem(state, view, system, acting, reaction) {
  const { system: id } = system;
  const status = view.stage === "waiting" ? "waiting" : system.status;
  const uses = acting ? view.options?.modifications.filter((m) => m.system === id) ?? [] : [];
  const switchable = acting && !!view.options?.activations.includes(id);
  const chosen = uses.some((use) => use.move === state.modify) || state.activate === id;
  const words = statusInWords(view, system);
  return h("div", { class: "system-box", key: id }, h("button", {
    class: `system ${id} is-${status}${uses.length || (switchable && state.activating) ? " invites" : ""}${chosen ? " chosen" : ""}${reaction}`,
    type: "button", "data-do": "system", "data-system": id, "aria-pressed": chosen ? "true" : "false",
    title: titleOf(view, system),
  },
    h("span", { class: "system-number" }, numberOf(id)),
    icon(id),
    view.mode === "solo" && h("span", { class: "boxes" }, marks(view.sheet.solo?.boxes ?? 0, system.boxes)),
    h("span", { class: "system-name" }, systemName(id)),
    h("span", { class: "system-does" }, t(`does.${id}`)),
    h("span", { class: "system-state" }, h("span", { class: "lamp" }), h("span", { class: "system-words" }, words)),
    view.mode !== "training" && (status === "off" || status === "ready") && h("span", { class: status === "ready" ? "toggle on" : "toggle", "aria-hidden": "true" })),
  ask(id, systemName(id)));
}

/** @param {number} all @param {number} marked */
function marks(all, marked) {
  return Array.from({ length: all }, (_, i) => h("span", { key: i, class: i < marked ? "box marked" : "box" }));
}

/** @param {State} state */
export function renderReserve(state) {
  const view = /** @type {View} */ (shownView(state));
  const player = view.seats[shownSeat(state)];
  const { reserve: left, skull } = player;
  const label = `${t("reserve.count", { n: left })}${skull ? `, ${t("reserve.skull_marked")}` : ""}`;
  return h("div", { class: "reserve", role: "img", "aria-label": label },
    h("span", { class: "reserve-label" }, t("reserve.label")),
    Array.from({ length: view.sheet.reserve }, (_, i) => h("span", { key: i }, torpedo(i < view.sheet.reserve - left))),
    h("span", { class: skull ? "skull marked" : "skull" }, icon("skull")),
    h("span", { class: "reserve-count" }, left));
}

/** The solo panel: each own system with its boxes, in the order of the arrows. @param {State} state */
export function renderSolo(state) {
  const view = /** @type {View} */ (shownView(state));
  const solo = view.sheet.solo;
  if (view.mode !== "solo" || !solo) return null;
  const player = view.seats[0];
  const target = automatonTarget(state);
  const reacting = reactions(state, 0);
  return h("section", { class: "solo card", "aria-label": t("solo.label") },
    h("div", { class: "solo-head" }, h("h2", null, t("solo.label")), ask("solo", t("solo.label"))),
    h("ol", { class: "solo-ring" }, solo.arrows.map((id, i) => {
      const system = /** @type {SystemView} */ (player.systems.find((s) => s.system === id));
      return h("li", {
        key: id, class: `solo-system ${id}${system.status === "destroyed" ? " is-destroyed" : ""}${id === target ? " aimed" : ""}${reacting[id] ?? ""}`,
        "aria-label": t("solo.boxes", { system: systemName(id), n: system.boxes, all: solo.boxes }),
      },
        h("span", { class: "solo-number" }, numberOf(id)),
        h("span", { class: "boxes" }, marks(solo.boxes, system.boxes)),
        i < solo.arrows.length - 1 && h("span", { class: "arrow", "aria-hidden": "true" }, "›"));
    })),
    // The arrow from the last system back to the first.
    h("div", { class: "solo-back", role: "img", "aria-label": t("solo.back", { first: systemName(solo.arrows[0]), last: systemName(solo.arrows[solo.arrows.length - 1]) }) }),
    h("div", { class: "solo-foot" },
      h("div", { class: "explosions", role: "img", "aria-label": t("solo.explosions_count", { n: player.explosions, all: solo.explosions }) },
        h("span", { class: "explosions-label" }, t("solo.explosions")),
        Array.from({ length: solo.explosions }, (_, i) =>
          h("span", { key: i, class: i < player.explosions ? "explosion marked" : "explosion" }, icon("explosion")))),
      renderVictory(!!view.over?.solo?.won)));
}

/** The box that the winner marks. @param {boolean} won */
function renderVictory(won) {
  const label = t(won ? "solo.victory_marked" : "solo.victory_open");
  return h("span", { class: won ? "victory marked" : "victory", role: "img", "aria-label": label, title: label }, icon("trophy"));
}
