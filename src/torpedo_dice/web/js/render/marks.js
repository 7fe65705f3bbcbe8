/**
 * The marks on a submarine, in a drawing of their own over the window's scene: hits, misses, what is
 * destroyed, in solo the boxes. A new cut changes these few, and nothing of the large picture below.
 */

import { holds } from "../aim.js";
import { crossPath, fieldName, gridOf, systemAt, targetsOf } from "../board.js";
import { h } from "../dom.js";
import { heartOf } from "../reveal.js";

/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").System} System */
/** @typedef {import("../state-types.js").Boat} Boat */

/** The middle of a field. @param {Field} field */
export function centre([row, column]) {
  return { cx: column + 0.5, cy: row + 0.5 };
}

/** @param {import("./window.js").Scene} scene @param {string} viewBox */
export function renderMarks({ sheet, boat, landing, fate }, viewBox) {
  const { hits, misses, fresh, gone, touched } = boat;
  const grid = gridOf(sheet);
  const dark = targetsOf(grid).filter((field) => gone.some((system) => system === systemAt(grid, field)));
  const lit = targetsOf(grid).filter((field) => touched && systemAt(grid, field) === touched);
  const one = (/** @type {Field} */ field, /** @type {string} */ kind, /** @type {import("../dom.js").VNode} */ mark) => {
    const is = [kind, holds(fresh, field) && "fresh", holds(landing, field) && "landing"].filter(Boolean).join(" ");
    return h("g", { key: `${kind}${fieldName(field)}`, class: is }, mark);
  };
  return h("svg", { class: `marks over-scene${fate ? ` ${fate}` : ""}`, viewBox, "aria-hidden": "true", key: "marks" },
    h("g", { class: "submarine" },
      dark.map((field) => h("circle", { key: `d${fieldName(field)}`, class: "dark", ...centre(field), r: 0.455 })),
      lit.map((field) => h("circle", { key: `l${fieldName(field)}`, class: "touched", ...centre(field), r: 0.43 })),
      hits.map((field) => one(field, "struck", h("circle", { class: "shade", ...centre(field), r: 0.445 }))),
      hits.map((field) => one(field, "strike", h("path", { class: "cross", d: crossPath(field) }))),
      boat.boxes && renderBoxes(sheet, boat, 1)),
    misses.map((field) => one(field, "splashed", h("circle", { class: "miss", ...centre(field), r: 0.13 }))));
}

/** In solo: the boxes of each of your own systems, in the middle of it. @param {import("../types.js").SheetData} sheet @param {Boat} boat @param {number} scale */
export function renderBoxes(sheet, boat, scale) {
  const all = sheet.solo?.boxes ?? 0;
  const size = Math.min(0.34 * scale, 1.5 / all);
  return h("g", { class: "boat-boxes", "aria-hidden": "true", key: "boxes" }, Object.entries(boat.boxes ?? {}).map(([system, marked]) => {
    const { cx, cy } = centre(heartOf(sheet, /** @type {System} */ (system)));
    const left = cx - (size * all) / 2;
    return h("g", { key: system, class: `${system}${system === boat.touched ? " now" : ""}` },
      h("rect", { class: "boat-box-plate", x: left - 0.06, y: cy - size / 2 - 0.06, width: size * all + 0.12, height: size + 0.12, rx: 0.1 }),
      Array.from({ length: all }, (_, i) => {
        const [x, y, w] = [left + i * size + size * 0.12, cy - size * 0.38, size * 0.76];
        return h("path", { key: i, class: i < marked ? "boat-box marked" : "boat-box", d: `M${x} ${y}h${w}v${w}h${-w}Z${i < marked ? `l${w} ${w}m0${-w}l${-w} ${w}` : ""}` });
      }));
  }));
}
