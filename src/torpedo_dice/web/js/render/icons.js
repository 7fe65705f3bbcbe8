/** Small drawings: the systems' icons, dice, torpedoes, the skull. */

import { SYSTEMS } from "../board.js";
import { h } from "../dom.js";
import PATHS from "./icon-paths.js";

/** @param {string} name @param {Record<string, any>} [attrs] */
export function icon(name, attrs = {}) {
  return h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", ...attrs }, h("path", { d: PATHS[name] }));
}

/** An icon inside another drawing. @param {string} name @param {number} x @param {number} y @param {number} size */
export function iconAt(name, x, y, size) {
  const scale = size / 24;
  return h("path", { class: "field-icon", d: PATHS[name], transform: `translate(${x - size / 2} ${y - size / 2}) scale(${scale})` });
}

/** @param {string} system */
export const numberOf = (system) => SYSTEMS.indexOf(/** @type {any} */ (system)) + 1;

/** Where the pips of each face sit in its 3×3 pattern. @type {Record<number, number[][]>} */
export const PIPS = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]],
  6: [[0, 0], [1, 0], [2, 0], [0, 2], [1, 2], [2, 2]],
};

/** The picture of a die's face. @param {number} face */
export function dieFace(face) {
  return h("svg", { class: "die-face", viewBox: "0 0 60 60", "aria-hidden": "true" },
    h("rect", { class: "die-side", x: 2, y: 4, width: 56, height: 55, rx: 13 }),
    h("rect", { class: "die-body", x: 2, y: 1, width: 56, height: 55, rx: 13 }),
    (PIPS[face] ?? []).map(([row, column]) => h("circle", { class: "pip", cx: 15 + column * 15, cy: 13.5 + row * 15, r: 5.2 })));
}

/** A torpedo of the reserve. @param {boolean} crossed */
export function torpedo(crossed) {
  return h("svg", { class: crossed ? "torpedo crossed" : "torpedo", viewBox: "0 0 40 16", "aria-hidden": "true" },
    h("path", { class: "torpedo-body", d: "M7 4h20q9 0 11 4-2 4-11 4H7zM7 6L2 3v10l5-3z" }),
    crossed && h("path", { class: "pen", d: "M8 1Q20 7 32 15M33 2Q20 9 7 14" }));
}
