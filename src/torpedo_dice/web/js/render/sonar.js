/** The sonar: a small live picture of your own submarine, in a corner of the window. A touch swaps the two. */

import { crossPath, gridOf, systemAt, targetsOf } from "../board.js";
import { holds } from "../aim.js";
import { h } from "../dom.js";
import { listed, t } from "../i18n.js";
import { boatOf } from "../reveal.js";
import { calledYou, shownBoats, shownView } from "../state.js";
import { boatName, systemName } from "../words.js";
import { keeper } from "./keep.js";
import { centre, renderBoxes } from "./marks.js";
import { cameraFor, hull } from "./window.js";

/** @typedef {import("../state-types.js").State} State */
/** @typedef {import("../state-types.js").Boat} Boat */

// How much of the window the sonar covers, as in reveal.css: where a formation lies below it, it fades.
const WIDE = 0.34;
const HIGH = 0.42;

/** @param {State} state @param {import("./window.js").Scene} scene */
export function renderSonar(state, scene) {
  const view = /** @type {import("../state-types.js").View} */ (shownView(state));
  if (view.stage === "waiting") return null;
  const boat = boatOf(view, shownBoats(state).sonar, state.playback);
  const you = calledYou(state);
  const label = inWords(view, boat, you);
  const name = boatName(view, boat.boat, you);
  return h("button", {
    type: "button", key: "sonar", class: `sonar${isInTheWay(scene) ? " faded" : ""}`, "data-do": "swap", disabled: !!state.playback,
    "aria-label": label, "aria-pressed": state.swapped ? "true" : "false", title: t("sonar.swap"),
  },
    keepPicture(JSON.stringify([view.sheet.grid, boat]), () => draw(view.sheet, boat)),
    h("span", { class: "sonar-name", "aria-hidden": "true" }, name));
}

/** A submarine's damage in words. @param {import("../state-types.js").View} view @param {Boat} boat @param {number[]} you */
function inWords(view, boat, you) {
  const name = boatName(view, boat.boat, you);
  const all = boat.boxes ? (view.sheet.solo?.boxes ?? 0) * Object.keys(boat.boxes).length : targetsOf(gridOf(view.sheet)).length;
  const n = boat.boxes ? Object.values(boat.boxes).reduce((sum, marked) => sum + marked, 0) : boat.hits.length;
  const damage = t(boat.boxes ? "sonar.boxes" : "sonar.hits", { boat: name, n, all });
  return boat.gone.length ? t("sonar.destroyed", { damage, systems: listed(boat.gone.map(systemName)) }) : damage;
}

/** Whether somebody aims where the sonar is, or may want to: a target lies below it. @param {import("./window.js").Scene} scene */
function isInTheWay(scene) {
  const { aim, sheet } = scene;
  if (!aim) return false;
  const { x, y, width, height } = cameraFor(scene);
  const isBelow = (/** @type {number} */ right, /** @type {number} */ top) => right > x + width * (1 - WIDE) && top < y + height * HIGH;
  return isBelow(aim.column + aim.frame, aim.row) || targetsOf(gridOf(sheet)).some(([row, column]) => isBelow(column + 1, row));
}

// Most redraws change nothing on it.
const keepPicture = keeper(8);

/** @param {import("../types.js").SheetData} sheet @param {Boat} boat */
function draw(sheet, boat) {
  const grid = gridOf(sheet);
  const { hits, misses, fresh, gone, touched } = boat;
  const glow = (/** @type {import("../types.js").Field} */ field) => (holds(fresh, field) ? " fresh" : "");
  return h("svg", { class: "sonar-picture", viewBox: `-0.9 -0.7 ${grid[0].length + 1.8} ${grid.length + 1.4}`, "aria-hidden": "true", key: "picture" },
    hull(sheet),
    targetsOf(grid).map((field) => {
      const system = systemAt(grid, field);
      const lost = gone.some((one) => one === system);
      return h("circle", { key: `t${field}`, ...centre(field), r: 0.34, class: `blip ${system}${lost ? " gone" : ""}${system === touched ? " touched" : ""}` });
    }),
    misses.map((field) => h("circle", { key: `m${field}`, ...centre(field), r: 0.16, class: `miss${glow(field)}` })),
    hits.map((field) => h("path", { key: `h${field}`, d: crossPath(field), class: `cross${glow(field)}` })),
    boat.boxes && renderBoxes(sheet, boat, 2));
}
