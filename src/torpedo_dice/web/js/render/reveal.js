/**
 * Draws a cut of the reveal: the effects over the window while a round is shown. Torpedoes run in,
 * hits crack, misses splash, a brass plate names what was destroyed. Animations use only transform and
 * opacity, and are disabled with reduced motion.
 */

import { holds } from "../aim.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { heartOf, phaseMs } from "../reveal.js";
import { shownView } from "../state.js";
import { cutInWords, cutTitle, isYou, systemName } from "../words.js";
import { centre } from "./marks.js";
import { cameraFor, sceneOf, viewBox } from "./window.js";

/** @typedef {import("../state-types.js").State} State */
/** @typedef {import("../state-types.js").Cut} Cut */
/** @typedef {import("../types.js").Field} Field */

/** The effects of the cut that is shown. `moving`, whose torpedoes and impacts are drawn, may be one frame behind: then a new cut is only a shutter. @param {State} state @param {State} moving */
export function renderCut({ playback }, moving) {
  const effects = moving.playback;
  // Always present, so that changes in it don't shift the layout.
  return h("div", { class: "effects", key: "effects", "aria-hidden": "true", css: { "--phase": `${effects ? phaseMs(effects) : 0}ms` } },
    playback && h("div", { class: "cut", key: `cut-${playback.at}` }, effects?.at === playback.at ? cutParts(moving, effects) : shutter()));
}

function shutter() {
  return h("div", { class: "shutter", key: "shutter" });
}

/** @param {State} state @param {import("../state-types.js").Playback} playback */
function cutParts(state, playback) {
  const cut = playback.cuts[playback.at];
  const scene = sceneOf(state);
  const camera = cameraFor(scene);
  const fields = cut.kind === "automaton" && cut.system ? [heartOf(scene.sheet, cut.system)] : cut.fields;
  const struck = cut.kind === "automaton" && isHit(cut) ? fields : cut.struck;
  return [
    playback.landed ? renderImpact(viewBox(camera), fields, struck) : [renderRun(camera, fields, isYou(state.you, cut.by))],
    shutter(),
    playback.landed && cut.destroyed.length > 0 && h("div", { class: "banners", key: "banners" },
      cut.destroyed.map((system) => h("p", { class: "banner", key: system }, t("reveal.destroyed", { system: systemName(system) })))),
  ];
}

/** Whether the automaton hit something. @param {Cut} cut */
function isHit({ events }) {
  return events.some((event) => event.event === "automaton_fired" && event.effect !== "missed");
}

/** Torpedoes on their way, in formation: yours from the left, the others' from the right. @param {{x: number, y: number, width: number, height: number}} camera @param {Field[]} fields @param {boolean} mine */
function renderRun(camera, fields, mine) {
  const way = mine ? 1 : -1;
  const columns = fields.map(([, column]) => column);
  // The first of them begins at the window's edge.
  const far = mine ? Math.max(...columns) + 1.2 - camera.x : camera.x + camera.width - Math.min(...columns);
  return h("svg", { class: "run", viewBox: viewBox(camera), key: "run", css: { "--from": `${(-way * far / camera.width * 100).toFixed(1)}%` } }, fields.map((field, i) => {
    const { cx, cy } = centre(field);
    return h("g", { key: i, transform: `translate(${cx} ${cy}) scale(${way} 1)` },
      h("path", { class: "wake", d: "M-.4 0L-2.6 .13V-.13Z" }),
      h("path", { class: "runner", d: "M-.34-.12H.1Q.36-.1 .42 0 .36.1 .1.12H-.34ZM-.34-.07L-.47-.17V.17L-.34.07Z" }));
  }));
}

/** Where they landed: a flash, then a wave. Each is one layer, however many torpedoes. @param {string} box @param {Field[]} fields @param {Field[]} struck */
function renderImpact(box, fields, struck) {
  return ["flash", "wave"].map((name) => h("svg", { class: `impact ${name}`, viewBox: box, key: name }, fields.map((field, i) =>
    h("circle", { key: i, class: holds(struck, field) ? "burst" : "splash", ...centre(field), r: name === "flash" ? 0.46 : 0.66 }))));
}

/** A caption of what is happening, and a button to skip it. @param {State} state */
export function renderPlayback(state) {
  const view = /** @type {import("../state-types.js").View} */ (shownView(state));
  const { cuts, at, landed } = /** @type {import("../state-types.js").Playback} */ (state.playback);
  const text = landed ? cutInWords(cuts[at], view, state.you) : "";
  return [
    h("p", { class: "sentence playing", key: "playing" }, text || cutTitle(cuts[at], view, state.you)),
    h("button", { key: "skip", class: "plain-button", type: "button", "data-do": "skip" }, t("turn.skip")),
  ];
}
