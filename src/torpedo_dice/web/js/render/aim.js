/** The formation over the grid: hollow while the player looks around, solid once placed, a ghost once confirmed. */

import { hasSpots, holds, specialSpot, torpedoesOf } from "../aim.js";
import { systemAt } from "../board.js";
import { h } from "../dom.js";
import { isMyMove, plainOption, shotOption } from "../state.js";
import { centre } from "./marks.js";

/** @typedef {import("../types.js").Field} Field */
/**
 * @typedef {object} ShownAim
 * @property {number} row of the frame's top left corner
 * @property {number} column
 * @property {number} frame its side
 * @property {Field[]} torpedoes
 * @property {boolean} placed
 * @property {boolean} followed by the camera
 * @property {boolean} spots whether single spots can be chosen
 * @property {{at: Field, extra: boolean} | null} special artillery's extra torpedo, or the one that the engine leaves out
 */

/** The formation that the player aims; null while there is none. @param {import("../state-types.js").State} state @returns {ShownAim | null} */
export function aimOf(state) {
  const { aim } = state;
  const option = shotOption(state);
  if (!aim || !option || !isMyMove(state) || state.activating) return null;
  const { row, column, placed, followed } = aim;
  const spot = specialSpot(aim, option, plainOption(state));
  return {
    row, column, placed, followed, frame: option.frame, torpedoes: torpedoesOf(aim), spots: hasSpots(option),
    special: spot && { at: [row + spot[0], column + spot[1]], extra: option.system === "artillery" },
  };
}

/** @param {import("./window.js").Scene} scene @param {ShownAim} aim @param {string[][]} grid */
export function renderAim(scene, aim, grid) {
  const frame = { x: aim.column + 0.03, y: aim.row + 0.03, width: aim.frame - 0.06, height: aim.frame - 0.06, rx: 0.22 };
  return h("g", { class: `aim${aim.placed ? " placed" : ""}`, "aria-hidden": "true", key: "aim" },
    h("rect", { class: "frame-shade", ...frame }),
    h("rect", { class: "frame", ...frame }),
    aim.spots && freeSpots(aim),
    aim.torpedoes.map((field, i) => renderShot(field, i, !!systemAt(grid, field) && !holds(scene.boat.hits, field))),
    aim.special && renderSpecial(aim.special));
}

/** @param {Field} field @param {number} key @param {boolean} good whether it will hit */
function renderShot(field, key, good) {
  const [row, column] = field;
  return h("g", { key, class: good ? "shot good" : "shot bad" },
    h("circle", { class: "shot-ring", ...centre(field), r: 0.43 }),
    h("circle", { class: "badge", cx: column + 0.83, cy: row + 0.17, r: 0.19 }),
    h("path", { class: "badge-sign", d: good
      ? `M${column + 0.74} ${row + 0.17}l0.07 0.08 0.12-0.15`
      : `M${column + 0.76} ${row + 0.1}l0.14 0.14m0-0.14l-0.14 0.14` }));
}

/** A plus on the torpedo that artillery adds, a minus where the engine removes one. @param {NonNullable<ShownAim["special"]>} special */
function renderSpecial({ at, extra }) {
  const [row, column] = at;
  const [x, y] = [column + 0.17, row + 0.83];
  return h("g", { class: extra ? "special extra" : "special removed", key: "special" },
    !extra && h("circle", { class: "removed-ring", ...centre(at), r: 0.36 }),
    h("circle", { class: "special-badge", cx: x, cy: y, r: 0.21 }),
    h("path", { class: "special-sign", d: `M${x - 0.1} ${y}h0.2${extra ? `M${x} ${y - 0.1}v0.2` : ""}` }));
}

/** @param {ShownAim} aim */
function freeSpots(aim) {
  /** @type {Field[]} */
  const spots = Array.from({ length: aim.frame ** 2 }, (_, i) => [aim.row + Math.floor(i / aim.frame), aim.column + (i % aim.frame)]);
  return spots.filter((spot) => !holds(aim.torpedoes, spot)).map((spot) => h("circle", { class: "spot", ...centre(spot), r: 0.465 }));
}

/** A confirmed shot until the round is revealed. @param {Field[]} torpedoes */
export function renderGhost(torpedoes) {
  return h("g", { class: "ghost", "aria-hidden": "true", key: "ghost" },
    torpedoes.map((field, i) => h("circle", { key: i, class: "ghost-shot", ...centre(field), r: 0.4 })));
}
