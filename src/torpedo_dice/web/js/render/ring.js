/** Who attacks whom: a small ring with an arrow from each player to the target. */

import { h } from "../dom.js";
import { listed, t } from "../i18n.js";
import { isYou, nameOf } from "../words.js";

const RADIUS = 30;
// Arrows end before the circles, in radians.
const GAP = 0.42;

/** @param {import("../state-types.js").View} view @param {number[]} you @param {number | null} first the seat at the top */
export function renderRing(view, you, first) {
  const place = (/** @type {number} */ seat) => (((seat - (first ?? 0) + view.players) % view.players) / view.players) * 2 * Math.PI - Math.PI / 2;
  const words = view.seats.map(({ seat, target }) => {
    const key = isYou(you, target) ? "ring.you" : isYou(you, seat) ? "ring.yours" : "ring.attacks";
    return t(key, { name: nameOf(view, seat, you), target: nameOf(view, target, you) });
  });
  return h("svg", { class: "ring-of-players", viewBox: "-44 -44 88 88", role: "img", "aria-label": listed(words), key: "ring" },
    view.seats.map(({ seat }) => arrow(place(seat), 2 * Math.PI / view.players, isYou(you, seat) || isYou(you, view.seats[seat].target))),
    view.seats.map(({ seat, name }) => {
      const [x, y] = at(place(seat));
      return h("g", { key: seat, class: isYou(you, seat) ? "player you" : "player" },
        h("circle", { cx: x, cy: y, r: 11 }), h("text", { x, y, dy: "0.36em" }, initial(isYou(you, seat) ? t("log.you") : name)));
    }));
}

/** A name in the least room: its first letter, and its number if it has one. @param {string} name */
const initial = (name) => `${[...name][0]?.toUpperCase() ?? "?"}${name.match(/ (\d)$/)?.[1] ?? ""}`;

/** @param {number} angle @returns {[number, number]} */
const at = (angle) => [Math.cos(angle) * RADIUS, Math.sin(angle) * RADIUS];

/** From one player to the next, with its head. @param {number} from @param {number} step @param {boolean} near whether it concerns you */
function arrow(from, step, near) {
  const [x1, y1] = at(from + GAP);
  const to = from + step - GAP;
  const [x2, y2] = at(to);
  const head = [[-0.16, 5], [-0.16, -5]].map(([back, out]) => [Math.cos(to + back) * (RADIUS + out), Math.sin(to + back) * (RADIUS + out)].map((n) => n.toFixed(1)).join(" "));
  return h("path", { key: `a${from.toFixed(2)}`, class: near ? "attack near" : "attack", d: `M${x1.toFixed(1)} ${y1.toFixed(1)}A${RADIUS} ${RADIUS} 0 ${step - 2 * GAP > Math.PI ? 1 : 0} 1 ${x2.toFixed(1)} ${y2.toFixed(1)}M${head[0]}L${x2.toFixed(1)} ${y2.toFixed(1)}L${head[1]}` });
}
