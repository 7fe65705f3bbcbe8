/** Draws the start page. */

import { castOf } from "../cast.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { botName } from "../words.js";
import { rulebookAddress, rulebookLink } from "./ask.js";
import { renderGames, renderHistory } from "./history.js";
import { icon, iconAt } from "./icons.js";
import { renderHelp, renderSettings } from "./panels.js";
import { backdrop, bolts, defs, glass, hull } from "./window.js";

/** @typedef {import("../start.js").StartState} StartState */

export const WAYS = /** @type {const} */ ([["solo", "submarine"], ["bots", "bot"], ["hotseat", "people"], ["link", "link"]]);
// A decorative submarine for the picture at the top.
const EMBLEM = { grid: [". . . . . o . . . . . .", ". . . . . o o o . . . .", ". . . . o o o o . . . .", ". o o o o o o o o o . o", "o o o o o o o o o o o o", ". o o o o o o o o o . o"] };
/** @type {[number, number, import("../types.js").System][]} */
const PORTS = [[5.5, 0.6, "periscope"], [1.6, 4.5, "artillery"], [6.7, 2.1, "tower"], [3.7, 4.5, "fins"], [5.8, 4.5, "portholes"], [7.9, 4.5, "engine"], [11.4, 4.5, "propeller"]];

/** @param {StartState} state */
export function renderStart(state) {
  return [
    h("header", { class: "top", key: "top", inert: !!state.panel }, h("span", { class: "brand" }, t("title")), h("span", { class: "top-space" }),
      h("button", { type: "button", class: "top-button", "data-do": "panel", "data-panel": "settings", "aria-label": t("header.settings") }, "⚙"),
      h("button", { type: "button", class: "top-button", "data-do": "panel", "data-panel": "help", "aria-label": t("header.help") }, "?")),
    h("main", { class: "start", key: "start", inert: !!state.panel },
      h("div", { class: "hero porthole" }, emblem(), glass(), h("div", { class: "hero-words" }, h("h1", null, t("title")), h("p", null, t("start.lead"))), bolts()),
      (state.offersLesson || state.offersSound) && h("div", { class: "offers", key: "offers" }, state.offersLesson && renderOffer(), state.offersSound && renderSoundOffer()),
      h("form", { class: "ways" }, WAYS.map(([way, name]) => renderWay(state, way, name))),
      renderGames(state),
      renderHistory(state),
      h("nav", { class: "start-links" },
        h("a", { class: "plain-button", href: "/lesson" }, t(state.lesson.at ? "lesson.resume" : "start.learn")),
        rulebookLink(),
        h("a", { class: "plain-button", href: "/replay" }, t("start.replay")),
        h("p", { class: "hint" }, t("start.unofficial")))),
    state.panel === "help" && renderHelp(),
    state.panel === "settings" && renderSettings({ settings: state.settings }),
  ];
}

/** The lesson, offered once. */
function renderOffer() {
  return h("section", { class: "offer card", key: "offer", "aria-label": t("lesson.title") }, h("p", null, t("lesson.offer")),
    h("a", { class: "big", href: "/lesson" }, t("lesson.offer_start")),
    h("button", { type: "button", class: "plain-button", "data-do": "no_lesson" }, t("lesson.offer_no")));
}

/** Sound, offered once. */
function renderSoundOffer() {
  return h("section", { class: "offer card sound-offer", key: "sound", "aria-label": t("settings.sound") }, h("p", null, t("start.sound_offer")),
    h("button", { type: "button", class: "plain-button", "data-do": "sound" }, t("start.sound_on")),
    h("button", { type: "button", class: "plain-button", "data-do": "no_sound" }, t("lesson.offer_no")));
}

function emblem() {
  return h("svg", { class: "emblem", viewBox: "-19 -5 34 12.4", preserveAspectRatio: "xMaxYMax slice", "aria-hidden": "true" },
    defs(),
    backdrop({ x: -60, y: -8, width: 90, height: 24 }),
    hull(EMBLEM),
    PORTS.map(([x, y, system]) => h("g", { class: `target ${system}` },
      h("circle", { class: "ring", cx: x, cy: y, r: 0.58 }), iconAt(system, x, y, 0.62))));
}

/** @param {StartState} state @param {"solo"|"bots"|"hotseat"|"link"} way @param {string} name */
function renderWay(state, way, name) {
  const open = state.way === way;
  return h("section", { class: `way way-${way}${open ? " open" : ""}`, key: way },
    h("button", { type: "button", class: "way-head", "data-do": "way", "data-way": way, "aria-expanded": open ? "true" : "false" },
      icon(name), h("span", { class: "way-name" }, t(`start.${way}`)), h("span", { class: "way-text" }, t(`start.${way}_text`))),
    open && h("div", { class: "way-body" }, settingsOf(state, way), renderMore(state, way),
      state.error && h("p", { class: "alarm", role: "alert" }, t("start.error", { why: state.error })),
      h("button", { class: "big", type: "submit", id: "play", disabled: state.busy }, t("start.play"))));
}

/** @param {StartState} state @param {string} way */
function settingsOf(state, way) {
  const mode = choice("mode", t("start.mode"), state.mode, [["training", t("mode.training")], ["mission", t("mode.mission")]]);
  const rank = choice("rank", t("start.rank"), state.rank, state.bots.map((bot) => [bot, botName(bot)]));
  const name = text("name", t("start.your_name"), state.name);
  if (way === "solo") return name;
  if (way === "bots") return [name, mode, choice("opponents", t("start.opponents"), state.opponents, [[1, "1"], [2, "2"], [3, "3"]]), rank, renderCast(state, state.opponents)];
  if (way === "hotseat") {
    return [choice("players", t("start.players"), state.players, [[2, "2"], [3, "3"], [4, "4"]]),
      Array.from({ length: state.players }, (_, i) => text("names", t("start.name_of", { n: i + 1 }), state.names[i], i)), mode];
  }
  return [name, mode, choice("open", t("start.open_seats"), state.open, [[1, "1"], [2, "2"], [3, "3"]]),
    state.open < 3 && choice("extra", t("start.bots_too"), Math.min(state.extra, 3 - state.open), Array.from({ length: 4 - state.open }, (_, n) => [n, String(n)])),
    state.extra > 0 && state.open < 3 && [rank, renderCast(state, Math.min(state.extra, 3 - state.open))]];
}

/** The bots' characters; bots that aren't ours have none. @param {StartState} state @param {number} count */
function renderCast(state, count) {
  const cast = castOf(state.characters, state.rank, count, state.first_character);
  return !!cast.length && h("ul", { class: "cast", key: "cast", "aria-label": t("start.opponents") }, cast.map(({ id, bot, name }) => h("li", { key: id },
    h("strong", null, t("cast.name", { rank: t(`bot.${bot}`), name })), ` — ${t(`character.${id}`)} `, h("em", null, t("cast.difficulty", { difficulty: t(`difficulty.${bot}`) })))));
}

/** @param {StartState} state */
function seatCount(state) {
  return state.way === "hotseat" ? state.players : state.way === "bots" ? 1 + state.opponents : 1 + state.open + Math.min(state.extra, 3 - state.open);
}

/** @param {StartState} state @param {string} way */
function renderMore(state, way) {
  const solo = way === "solo";
  return h("div", { class: "more" },
    h("button", { type: "button", class: "quiet", "data-do": "more", "aria-expanded": state.more ? "true" : "false" }, `${state.more ? "▾" : "▸"} ${t("start.more")}`),
    state.more && [
      solo && select("solo_end", t("start.solo_end"), state.solo_end, [["end_of_round", t("start.solo_end_round")], ["after_fire", t("start.solo_end_fire")]]),
      solo && rule("edition-solo-end", t("start.editions")),
      !solo && select("first", t("start.first"), state.first, [["", t("start.first_drawn")], ...Array.from({ length: seatCount(state) }, (_, n) => [String(n), t("start.name_of", { n: n + 1 })])]),
      !solo && rule("edition-start", t("start.editions")),
      select("clock", t("start.clock"), state.clock, [["", t("start.clock_none")], ["30", t("start.clock_30")], ["90", t("start.clock_90")], ["86400", t("start.clock_day")]]),
      (solo || way === "bots") && h("label", { class: "check", key: "coach" }, h("input", { type: "checkbox", "data-field": "coach", checked: state.coach }), t("start.coach")),
      state.sheetNote && h("p", { class: state.sheetBad ? "sheet-note alarm" : "sheet-note hint", role: state.sheetBad ? "alert" : "status", key: "note" }, state.sheetNote),
      h("label", { class: "text sheet" }, t("start.sheet"), h("textarea", { rows: state.toml ? 12 : 3, spellcheck: "false", value: state.toml, "data-field": "toml" })),
      h("label", { class: "plain-button file" }, t("start.sheet_file"), h("input", { type: "file", accept: ".toml,text/plain", "data-field": "file" })),
      rule("edition-sheets", t("start.sheet_about")),
    ]);
}

/** A link to the rule about a setting. @param {string} anchor @param {string} words */
function rule(anchor, words) {
  return h("a", { class: "hint", key: anchor, href: rulebookAddress(anchor), "data-rule": anchor }, words);
}

/** @param {string} field @param {string} label @param {string} value @param {number} [index] */
function text(field, label, value, index) {
  return h("label", { class: "text", key: `${field}${index ?? ""}` }, label, h("input", { maxlength: 24, value, "data-field": field, "data-index": index ?? null, autocomplete: field === "name" ? "nickname" : "off" }));
}

/** @param {string} field @param {string} legend @param {any} value @param {any[][]} options */
function choice(field, legend, value, options) {
  return h("fieldset", { class: "choice", key: field }, h("legend", null, legend), options.map(([option, label]) =>
    h("label", { key: option, class: option === value ? "option chosen" : "option" },
      h("input", { type: "radio", name: field, value: String(option), checked: option === value, "data-field": field }), label)));
}

/** @param {string} field @param {string} label @param {string} value @param {string[][]} options */
function select(field, label, value, options) {
  return h("label", { class: "text", key: field }, label, h("select", { "data-field": field }, options.map(([option, words]) =>
    h("option", { key: option, value: option, selected: option === value }, words))));
}
