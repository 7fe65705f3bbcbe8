/** Help and settings: panels beside the table, never over a running choice for long. */

import { SYSTEMS } from "../board.js";
import { h } from "../dom.js";
import { language, LANGUAGES, t } from "../i18n.js";
import { rulebookLink } from "./ask.js";
import { dieFace, icon, numberOf, PIPS } from "./icons.js";

/** @param {string} title @param {string} name @param {any[]} children */
export function panel(title, name, children) {
  return h("section", { class: `panel panel-${name}`, key: name, role: "dialog", "aria-modal": "true", "aria-label": title },
    h("div", { class: "panel-head" }, h("h1", null, title),
      h("button", { type: "button", class: "top-button", "data-do": "panel", "data-panel": name, id: "close-panel", "aria-label": t("settings.close") }, "✕")),
    children);
}

/** The 3×3 pattern of a face. @param {number} face */
function pattern(face) {
  const spots = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => [row, column]));
  return h("svg", { class: "pattern", viewBox: "0 0 36 36", "aria-hidden": "true" }, spots.map(([row, column]) =>
    h("circle", { class: PIPS[face].some(([r, c]) => r === row && c === column) ? "pattern-pip" : "pattern-spot", cx: 6 + column * 12, cy: 6 + row * 12, r: 4.5 })));
}

/** A round in a few sentences. */
function aRound() {
  return [
    h("h2", null, t("help.round")),
    h("ol", null, [1, 2, 3].map((n) => h("li", null, t(`help.round_${n}`)))),
    h("p", null, t("help.hits")), h("p", null, t("help.end")),
  ];
}

/** Something to read while waiting for the others. */
export function renderBriefing() {
  return h("section", { class: "briefing card", key: "briefing", "aria-label": t("help.round") }, aRound());
}

export function renderHelp() {
  return panel(t("help.title"), "help", [
    h("div", { class: "help-links" }, h("a", { class: "plain-button", href: "/lesson" }, t("lesson.title")), rulebookLink()), aRound(), h("p", null, t("help.solo")),
    h("h2", null, t("help.formations")),
    h("p", null, t("help.formations_text")),
    h("ul", { class: "formations" }, [1, 2, 3, 4, 5, 6].map((face) => h("li", { key: face }, dieFace(face), pattern(face), h("span", null, t(`help.f${face}`))))),
    h("h2", null, t("help.systems")),
    h("dl", { class: "system-rules" }, SYSTEMS.map((id) => h("div", { key: id, class: id },
      h("dt", null, h("span", { class: "use-number" }, numberOf(id)), icon(id), t(`system.${id}`)), h("dd", null, t(`rule.${id}`))))),
    h("h2", null, t("help.keys")), h("p", null, t("help.keys_text")),
  ]);
}

/** @param {{settings: import("../state-types.js").Settings, you?: number[], link?: string | null, devices?: import("../state-types.js").HeldDevice[], views?: import("../state-types.js").State["views"], copied?: boolean, table?: string}} state */
export function renderSettings(state, resign = /** @type {import("../dom.js").Child} */ (null)) {
  const { settings } = state;
  return panel(t("settings.title"), "settings", [
    h("label", { class: "text" }, t("settings.language"), h("select", { id: "language", value: language() },
      Object.entries(LANGUAGES).map(([code, name]) => h("option", { key: code, value: code, lang: code, selected: code === language() }, name)))),
    setting("speed", settings.speed, ["calm", "quick", "instant"]),
    h("label", { class: "text" }, t("settings.sound"), h("span", { class: "volume" },
      h("input", { type: "range", min: 0, max: 1, step: 0.1, value: String(settings.sound), "data-set": "sound", "aria-valuetext": volumeInWords(settings.sound) }),
      h("span", { "aria-hidden": "true" }, volumeInWords(settings.sound)))),
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: settings.muted, "data-set": "muted" }), t("settings.muted")),
    setting("theme", settings.theme, ["system", "light", "dark"]),
    h("button", { type: "button", class: "plain-button", "data-do": "fullscreen" }, t("settings.fullscreen")),
    state.you?.length ? [
      h("button", { type: "button", class: "plain-button", "data-do": "handover" }, t("menu.other_device")),
      state.link && h("p", { class: "hint" }, t("menu.link")),
      state.link && h("input", { class: "link", readonly: true, value: state.link, "aria-label": t("menu.link") }),
      state.link && h("button", { type: "button", class: "plain-button", "data-do": "copy_link" }, t(state.copied ? "turn.copied" : "turn.copy")),
      state.devices?.length ? renderDevices(state.devices, state.views ?? {}) : null,
    ] : null,
    state.table && h("a", { class: "plain-button", href: `/api/tables/${state.table}/record`, download: `torpedo-dice-${state.table}.json` }, t("menu.record")),
    state.table && h("a", { class: "plain-button", href: "/" }, t("menu.leave")),
    resign,
  ]);
}

/** A setting with a few values, all in sight. @param {"speed" | "theme"} name @param {string} value @param {string[]} values */
function setting(name, value, values) {
  return h("fieldset", { class: "choice" }, h("legend", null, t(`settings.${name}`)), values.map((one) =>
    h("label", { key: one, class: one === value ? "option chosen" : "option" },
      h("input", { type: "radio", name, value: one, checked: one === value, "data-set": name }), t(`settings.${one}`))));
}

/** @param {number} volume */
const volumeInWords = (volume) => (volume ? t("settings.volume", { n: Math.round(100 * volume) }) : t("settings.silent"));

/** The devices that hold your seats, each with a button that takes the seat away from it. @param {import("../state-types.js").HeldDevice[]} devices @param {import("../state-types.js").State["views"]} views */
function renderDevices(devices, views) {
  const several = new Set(devices.map(({ seat }) => seat)).size > 1;
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  return h("section", { class: "devices", "aria-labelledby": "devices-title", key: "devices" }, h("h2", { id: "devices-title" }, t("devices.title")),
    h("ul", null, devices.map((device) => h("li", { key: device.device },
      h("span", null, several && h("b", null, views[device.seat]?.seats[device.seat].name, ": "), device.label || t("devices.first"), h("small", null, " ", day.format(new Date(1000 * device.since)))),
      device.this ? h("em", null, t("devices.this"))
        : h("button", { type: "button", class: "plain-button", "data-do": "revoke", "data-seat": device.seat, "data-device": device.device }, t("devices.remove"))))));
}
