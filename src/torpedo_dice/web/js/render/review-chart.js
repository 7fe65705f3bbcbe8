/** The chart of a review: the players' win chances as bands and, below them, what dice and choices changed for one player. */

import { h } from "../dom.js";
import { number, t } from "../i18n.js";

/** @typedef {import("../types.js").ReviewMessage} Review */

const [BANDS, GAP, BARS, LEFT, BOTTOM] = [170, 14, 96, 40, 22];
// As wide as it is shown, so that its words stay readable; in a wide window there are words beside it.
const widthNow = () => Math.max(360, Math.min(1000, innerWidth > 860 ? innerWidth * 0.56 : innerWidth - 40));
// Lower bands have no label.
const LEAST = 0.09;
const SCORE = 1;

/** @param {import("../review.js").ReviewPage} page @param {Review} review */
export function renderChart(page, review) {
  const { rounds, words, mode, players } = review;
  const solo = mode === "solo";
  const most = solo ? Math.max(1, ...rounds.map(({ after }) => after[SCORE])) : 1;
  const columns = solo ? [SCORE] : players.map((_, seat) => seat);
  const names = solo ? [words.score] : players.map(({ name }) => name);
  const heights = rounds.map(({ after }) => columns.map((column) => Math.min(1, after[column] / most)));
  const width = widthNow();
  const step = (width - LEFT - 10) / Math.max(1, rounds.length - 1);
  const x = (/** @type {number} */ n) => LEFT + step * n;
  const column = solo ? SCORE : page.seat;
  return h("figure", { class: "chart", key: "chart" },
    h("figcaption", null, words.chart),
    h("svg", { viewBox: `0 0 ${width} ${BANDS + GAP + BARS + BOTTOM}`, role: "img", "aria-label": words.chart },
      columns.map((_, seat) => band(heights, seat, x)),
      columns.map((_, seat) => label(heights[0], seat, names[seat])),
      [0, 0.5, 1].map((part) => h("text", { class: "scale", x: LEFT - 6, y: BANDS * (1 - part) + (part === 1 ? 13 : part ? 5 : 0), key: `s${part}` }, number(part * (solo ? most : 100), { minimumFractionDigits: 0, maximumFractionDigits: 0 }))),
      bars(review, column, most, x, step),
      page.decision && h("line", { class: "now", x1: x(page.decision.round), x2: x(page.decision.round), y1: 0, y2: BANDS + GAP + BARS, key: "now" }),
      rounds.map(({ round }, n) => [
        h("text", { class: "round-number", x: x(n), y: BANDS + GAP + BARS + 18, key: `r${n}` }, round || "·"),
        h("rect", { class: "round-area", x: x(n) - step / 2, y: 0, width: step, height: BANDS + GAP + BARS + BOTTOM, "data-do": "round", "data-round": round, key: `a${n}` }, h("title", null, roundInWords(review, n))),
      ])),
    h("p", { class: "hint legend" }, h("span", { class: "key-luck", "aria-hidden": "true" }), words.luck, h("span", { class: "key-play", "aria-hidden": "true" }), words.choices,
      players.length > 1 && ` · ${players[page.seat].name}`),
    h("details", null, h("summary", null, t("review.figures")), h("ol", { class: "round-list" }, rounds.map((_, n) => h("li", { key: n }, roundInWords(review, n))))));
}

/** A seat's band. @param {number[][]} heights @param {number} seat @param {(n: number) => number} x */
function band(heights, seat, x) {
  const upTo = (/** @type {number[]} */ row, /** @type {number} */ end) => row.slice(0, end).reduce((sum, part) => sum + part, 0);
  // The only band, in solo, stands on the ground; several hang from the top, and fill it.
  const y = (/** @type {number[]} */ row, /** @type {number} */ end) => (row.length > 1 ? upTo(row, end) / upTo(row, row.length) : end ? 1 : 1 - row[0]) * BANDS;
  const point = (/** @type {number} */ end) => (/** @type {number[]} */ row, /** @type {number} */ n) => `${x(n).toFixed(1)},${y(row, end).toFixed(1)}`;
  const upper = heights.map(point(seat));
  const lower = heights.map(point(seat + 1));
  return h("g", { key: `b${seat}` },
    h("polygon", { class: `band seat-${seat}`, points: [...upper, ...[...lower].reverse()].join(" ") }),
    h("polyline", { class: "band-edge", points: (heights[0].length > 1 ? lower : upper).join(" ") }));
}

/** @param {number[]} row @param {number} seat @param {string} name */
function label(row, seat, name) {
  const above = row.slice(0, seat).reduce((sum, part) => sum + part, 0);
  const middle = row.length > 1 ? above + row[seat] / 2 : 1 - row[seat] / 2;
  return row[seat] > LEAST && h("text", { class: "band-name", x: LEFT + 10, y: BANDS * middle + 6, key: `n${seat}` }, name);
}

/** For each round, dice on the left and choices on the right. @param {Review} review @param {number} column @param {number} most @param {(n: number) => number} x @param {number} step */
function bars({ rounds }, column, most, x, step) {
  const middle = BANDS + GAP + BARS / 2;
  const parts = rounds.map(({ luck, play }) => [luck[column] / most, play[column] / most]);
  const largest = Math.max(0.05, ...parts.flat().map(Math.abs));
  const wide = Math.min(18, step * 0.36);
  return h("g", { key: "bars" },
    h("line", { class: "axis", x1: LEFT, x2: x(rounds.length - 1), y1: middle, y2: middle }),
    parts.map((pair, n) => pair.map((part, side) => {
      const height = (Math.abs(part) / largest) * (BARS / 2);
      return h("rect", { class: side ? "play" : "luck", x: x(n) + (side ? 1 : -wide - 1), y: part > 0 ? middle - height : middle, width: wide, height, key: `${n}${side}` });
    })));
}

/** @param {Review} review @param {number} n */
function roundInWords({ rounds, words, mode, players }, n) {
  const { round, after, luck, play } = rounds[n];
  const signed = (/** @type {number} */ value) => number(value, { signDisplay: "exceptZero" });
  const parts = mode === "solo"
    ? [`${words.win} ${number(100 * after[0])} %, ${words.score} ${number(after[1])} (${words.luck} ${signed(luck[1])}, ${words.choices} ${signed(play[1])})`]
    : players.map(({ name }, seat) => `${name} ${number(100 * after[seat])} % (${words.luck} ${signed(100 * luck[seat])}, ${words.choices} ${signed(100 * play[seat])})`);
  return `${round ? t("log.round", { round }) : words.start}: ${parts.join("; ")}`;
}
