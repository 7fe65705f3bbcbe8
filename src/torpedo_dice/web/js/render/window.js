/** The window: sea, light, the enemy's hull, its fields, the marks on them and the formation. */

import { holds } from "../aim.js";
import { cameraOf, fieldName, gridOf, hullOf, parseField, systemAt } from "../board.js";
import { h } from "../dom.js";
import { language, t } from "../i18n.js";
import { boatOf } from "../reveal.js";
import { calledYou, confirmedShot, fateOf, pointedShot, shownBoats, shownView } from "../state.js";
import { boatName, systemName } from "../words.js";
import { aimOf, renderAim, renderGhost } from "./aim.js";
import { iconAt, numberOf } from "./icons.js";
import { keeper } from "./keep.js";
import { centre, renderMarks } from "./marks.js";

/** @typedef {import("../state-types.js").State} State */
/** @typedef {import("../state-types.js").View} View */
/** @typedef {import("../types.js").Field} Field */

/**
 * Everything that is drawn on one grid.
 * @typedef {object} Scene
 * @property {import("../types.js").SheetData} sheet
 * @property {{width: number, height: number}} size
 * @property {import("../state-types.js").Boat} boat
 * @property {Field[]} landing marks that are being made now
 * @property {Field[]} coming where torpedoes land in this cut
 * @property {Field[]} pointed fields that the log points at
 * @property {import("./aim.js").ShownAim | null} aim
 * @property {Field[] | null} ghost the confirmed shot, which waits for the others
 * @property {State["compared"]} compared two shots of a review
 * @property {"sinking" | "sunk" | null} fate of the submarine, at the end
 * @property {string} label
 */

/** @param {State} state @returns {Scene} */
export function sceneOf(state) {
  const view = /** @type {View} */ (shownView(state));
  const { window } = shownBoats(state);
  const { playback } = state;
  const isTarget = state.seat !== null && window === view.seats[state.seat].target;
  return {
    sheet: view.sheet, size: state.size, boat: boatOf(view, window, playback), landing: playback?.landed ? playback.cuts[playback.at].fields : [],
    pointed: playback ? [] : pointedShot(state)?.fields ?? [], coming: playback?.cuts[playback.at].fields ?? [],
    aim: isTarget ? aimOf(state) : null, ghost: isTarget ? confirmedShot(state) : null,
    compared: isTarget ? state.compared : null, fate: fateOf(state, window),
    label: boatName(view, window, calledYou(state)),
  };
}

/** What part of the sea a scene shows: always what is aimed or pointed at. @param {Scene} scene */
export function cameraFor(scene) {
  return cameraOf(scene.sheet, scene.size, scene.aim ? (scene.aim.followed ? scene.aim.torpedoes : []) : [...scene.pointed, ...scene.coming, ...(scene.compared?.taken ?? []), ...(scene.compared?.best ?? [])]);
}

/** @param {{x: number, y: number, width: number, height: number}} camera */
export function viewBox(camera) {
  return [camera.x, camera.y, camera.width, camera.height].map((n) => n.toFixed(2)).join(" ");
}

/** Three drawings, one over the other: what changes seldom, the marks, the aim. @param {Scene} scene */
export function renderWindow(scene) {
  const camera = cameraFor(scene);
  const grid = gridOf(scene.sheet);
  const { aim } = scene;
  /** @type {Field | null} the field in the middle of the formation */
  const current = aim && [aim.row + Math.floor(aim.frame / 2), aim.column + Math.floor(aim.frame / 2)];
  const box = viewBox(camera);
  const small = camera.field < 36;
  return h("div", { class: "depth", key: "depth" },
    h("svg", { class: `scene${small ? " small" : ""}${scene.fate ? ` ${scene.fate}` : ""}`, viewBox: box, role: "group", "aria-label": scene.label, key: "scene" },
      DEFS,
      keepSea(box, () => backdrop(camera)),
      h("g", { class: "submarine" },
        keepHull(scene.sheet.grid.join("/"), () => h("g", { class: "hull-group", "aria-hidden": "true", key: "hull" }, hull(scene.sheet))),
        h("g", {
          class: "grid", role: "grid", tabindex: 0, id: "grid", "aria-label": t("window.grid"),
          "aria-activedescendant": current && grid[current[0]]?.[current[1]] ? `field-${fieldName(current)}` : null,
        }, grid.map((row, r) => h("g", { role: "row", key: r }, row.map((kind, c) => renderField(scene, grid, kind, [r, c], small))))))),
    renderMarks(scene, box),
    h("svg", { class: "aiming over-scene", viewBox: box, "aria-hidden": "true", key: "aiming" },
      h("g", { class: "pointed", key: "pointed" }, scene.pointed.map((field) => h("circle", { ...centre(field), r: 0.47 }))),
      scene.ghost && renderGhost(scene.ghost), scene.compared && renderCompared(scene.compared),
      scene.aim && renderAim(scene, scene.aim, grid)));
}

/** The shot of the game as rings, the best one as diamonds. @param {NonNullable<State["compared"]>} compared */
function renderCompared({ taken, best }) {
  return h("g", { class: "compared", key: "compared" },
    taken.map((field) => h("circle", { class: "was", key: `t${field}`, ...centre(field), r: 0.43 })),
    best.map((field) => h("path", { class: "better", key: `b${field}`, d: `M${field[1] + 0.8} ${field[0] - 0.02}l0.22 0.22l-0.22 0.22l-0.22 -0.22Z` })));
}

/** What light does on the window's glass. */
export function glass() {
  return h("div", { class: "glass", key: "glass", "aria-hidden": "true" });
}

/** The bolts that hold the window's frame. */
export function bolts() {
  return ["nw", "n", "ne", "e", "se", "s", "sw", "w"].map((side) => h("span", { class: `bolt ${side}`, key: side, "aria-hidden": "true" }));
}

export function defs() {
  const stop = (/** @type {string} */ offset, /** @type {string} */ name) => h("stop", { offset, class: name });
  return h("defs", { key: "defs" },
    h("linearGradient", { id: "sea", x1: 0, y1: 0, x2: 0, y2: 1 }, stop("0", "sea-top"), stop("0.55", "sea-middle"), stop("1", "sea-deep")),
    h("linearGradient", { id: "steel", x1: 0, y1: 0, x2: 0, y2: 1 }, stop("0", "steel-light"), stop("0.5", "steel-middle"), stop("1", "steel-dark")),
    h("linearGradient", { id: "shaft", x1: 0, y1: 0, x2: 0, y2: 1 }, stop("0", "shaft-top"), stop("1", "shaft-end")),
    h("radialGradient", { id: "glow", cx: 0.5, cy: 0, r: 0.9 }, stop("0", "glow-in"), stop("1", "glow-out")));
}

const DEFS = defs();

/** The sea. @param {{x: number, y: number, width: number, height: number}} camera */
export function backdrop({ x, y, width, height }) {
  const all = { x: x - 1, y: y - 1, width: width + 2, height: height + 2 };
  const shafts = [0.06, 0.22, 0.41, 0.6, 0.82].map((part, i) => {
    const left = x + width * part;
    const wide = width * (0.05 + 0.02 * (i % 3));
    const lean = width * 0.09;
    return h("path", { key: i, class: "shaft", d: `M${left} ${y - 1}h${wide}l${wide * 0.5 - lean} ${height + 2}h${-wide * 2}Z` });
  });
  const floor = y + height;
  const bed = `M${x - 1} ${floor + 1}V${floor - height * 0.07}q${width * 0.12} ${-height * 0.06} ${width * 0.28} ${-height * 0.01}t${width * 0.3} ${-height * 0.005}t${width * 0.3} ${-height * 0.01}t${width * 0.3} ${height * 0.02}V${floor + 1}Z`;
  const bubbles = [[0.12, 0.3], [0.13, 0.45], [0.9, 0.2], [0.88, 0.34], [0.52, 0.08], [0.3, 0.16], [0.72, 0.85], [0.06, 0.75]];
  return h("g", { class: "backdrop", "aria-hidden": "true", key: "backdrop" },
    h("rect", { class: "sea", ...all }), h("rect", { class: "glow", ...all }), shafts,
    h("path", { class: "bed", d: bed }),
    bubbles.map(([bx, by], i) => h("circle", { class: "bubble", key: `b${i}`, cx: x + width * bx, cy: y + height * by, r: 0.05 + (i % 3) * 0.03 })));
}

/** @param {{grid: string[]}} sheet */
export function hull(sheet) {
  const { hull: outline, plating } = hullOf(sheet);
  return [
    h("path", { class: "hull-shadow", d: outline, transform: "translate(0.12 0.2)" }),
    h("path", { class: "hull", d: outline }),
    h("path", { class: "plating", d: plating }),
  ];
}

const keepField = keeper(3000);
const keepSea = keeper(8);
const keepHull = keeper(8);

/** @param {Scene} scene @param {string[][]} grid @param {string} kind @param {Field} field @param {boolean} small */
function renderField(scene, grid, kind, field, small) {
  const system = systemAt(grid, field);
  const isHit = holds(scene.boat.hits, field);
  const isMissed = holds(scene.boat.misses, field);
  const torpedo = !!scene.aim && holds(scene.aim.torpedoes, field);
  const marks = `${system ? `target ${system}` : kind === "o" ? "plain" : "water"}${isHit ? " hit" : ""}`;
  return keepField(`${language()}${field}${marks}${isMissed}${torpedo}${small}`, () => {
    const name = fieldName(field);
    const label = t(system ? "field.target" : kind === "o" ? "field.plain" : "field.water", { field: name, n: system ? numberOf(system) : "", system: system ? systemName(system) : "" })
      + (isHit ? t("field.hit") : isMissed ? t("field.missed") : "")
      + (torpedo ? t(system && !isHit ? "field.torpedo" : "field.torpedo_miss") : "");
    return drawField(kind, field, { name, label, marks, system, small });
  });
}

/** @param {string} kind @param {Field} field @param {{name: string, label: string, marks: string, system: string | null, small: boolean}} what */
function drawField(kind, field, { name, label, marks, system, small }) {
  const at = centre(field);
  return h("g", { role: "gridcell", id: `field-${name}`, key: name, "aria-label": label, "data-field": `${field[0]},${field[1]}`, class: `field ${marks}` },
    h("rect", { class: "field-area", x: field[1], y: field[0], width: 1, height: 1 }),
    system && h("circle", { class: "ring-edge", ...at, r: 0.455 }),
    system && h("circle", { class: "ring", ...at, r: 0.4 }),
    system && iconAt(system, at.cx, at.cy - 0.15, 0.3),
    system && h("text", { class: "number", x: at.cx, y: small ? at.cy : at.cy + 0.15, dy: "0.36em" }, numberOf(system)),
    kind === "o" && h("circle", { class: "ring", ...at, r: 0.33 }),
    kind === "." && h("circle", { class: "drop", ...at, r: 0.045 }));
}
