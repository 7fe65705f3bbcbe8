/** Small drawings: the systems' icons, dice, torpedoes, the skull. */

import { SYSTEMS } from "../board.js";
import { h } from "../dom.js";

/** Drawn in a square of 24, as lines. @type {Record<string, string>} */
const PATHS = {
  periscope: "M9 21V7q0-3 3-3h7v5h-6v12zM16 6.5h.1",
  artillery: "M4 19h15M6 19v-4q0-3 3-3h4q3 0 3 3v4M12 12l8-6M14 13.5l7.5-5.5",
  tower: "M5 20l2-9h10l2 9zM9 11V7h6v4M12 7V3M12 3h4",
  fins: "M3 19q6-1 8-14l3 14zM14 19q4-2 7-8v8z",
  engine: "M12 8a4 4 0 1 0 .01 0M12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.8 2.8M16.2 16.2L19 19M5 19l2.8-2.8M16.2 7.8L19 5",
  portholes: "M12 3a9 9 0 1 0 .01 0M12 8a4 4 0 1 0 .01 0",
  propeller: "M12 10a2 2 0 1 0 .01 0M12 10Q6 7 9 2q5 0 3 8M13.7 13q5.600-3.700 8.400 1.400-2.500 4.300-8.400-1.400M10.300 13q-.4 6.700-6.300 6.600-2.500-4.300 6.300-6.600",
  skull: "M12 3c-5 0-8 3-8 7.500 0 2.500 1.500 4 3 5V20h10v-4.500c1.500-1 3-2.500 3-5C20 6 17 3 12 3zM8.500 10a1.500 1.500 0 1 0 .01 0M15.500 10a1.500 1.500 0 1 0 .01 0M10.500 20v-3M13.500 20v-3",
  explosion: "M12 2l2 6 6-3-3 6 5 3-6 1 1 7-5-5-5 5 1-7-6-1 5-3-3-6 6 3z",
  bot: "M6 9h12v9H6zM12 9V5M9 13h.1M15 13h.1M4 12v3M20 12v3",
  people: "M9 11a3 3 0 1 0 0-.01M3 20q0-6 6-6t6 6M16 11a2.500 2.500 0 1 0-1-5M17 14q4 .5 4 5",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  submarine: "M3 15q0-4 6-4h8q4 0 4 4t-4 4H9q-6 0-6-4zM10 11V8h4v3M12 8V4h3M9 15h.1M13 15h.1M17 15h.1",
};

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

/** How people draw the pips of each face, in a raster of 3. @type {Record<number, number[][]>} */
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
    (PIPS[face] ?? []).map(([row, column]) => [
      h("circle", { class: "pip", cx: 15 + column * 15, cy: 13.5 + row * 15, r: 5.2 }),
    ]));
}

/** A torpedo of the reserve. @param {boolean} crossed */
export function torpedo(crossed) {
  return h("svg", { class: crossed ? "torpedo crossed" : "torpedo", viewBox: "0 0 40 16", "aria-hidden": "true" },
    h("path", { class: "torpedo-body", d: "M7 4h20q9 0 11 4-2 4-11 4H7zM7 6L2 3v10l5-3z" }),
    crossed && h("path", { class: "pen", d: "M8 1Q20 7 32 15M33 2Q20 9 7 14" }));
}
