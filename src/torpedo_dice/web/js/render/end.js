/** The end of a game: one sentence for the reader, the numbers, the shots of note, and where to go from here. */

import { h } from "../dom.js";
import { endReason, endTitle, isDecidedByPoints, shotsOfNote } from "../ending.js";
import { SCHEME_1 } from "../fair.js";
import { t } from "../i18n.js";
import { currentView } from "../state.js";
import { nameOf } from "../words.js";
import { rulebookLink } from "./ask.js";
import { icon } from "./icons.js";
import { renderRematch } from "./social.js";

/** @typedef {import("../state-types.js").View} View */
/** @typedef {import("../types.js").Over} Over */

/** @param {import("../state-types.js").State} state */
export function renderEnd(state) {
  const view = /** @type {View} */ (currentView(state));
  const { table, facts } = state;
  // A game that continues another has no record.
  const isWhole = !facts?.played_on;
  return h("section", { class: "end card", key: "end", "aria-label": t("end.table") },
    renderResult(view, state.events, state.you),
    state.tally && h("p", { class: "hint tally" }, t("end.won_of", { n: state.tally.games, won: state.tally.won }),
      state.tally.best !== null && ` ${t("end.best_score", { n: state.tally.best })}`),
    isWhole ? fairness(state.fair) : h("p", { class: "hint" }, t("end.played_on", { round: facts.played_on })),
    h("div", { class: "end-buttons" },
      renderRematch(state),
      isWhole && [
        h("a", { class: "plain-button", href: `/review/${table}` }, t("review.title")),
        h("a", { class: "plain-button", href: `/r/${table}` }, t("end.replay")),
        h("a", { class: "plain-button", href: `/api/tables/${table}/record`, download: `torpedo-dice-${table}.json` }, t("end.download")),
      ],
      rulebookLink(),
      h("a", { class: "plain-button", href: "/" }, t("end.home"))));
}

/** How it ended, in words and numbers. @param {View} view @param {import("../state-types.js").AnyEvent[]} events @param {number[]} you */
export function renderResult(view, events, you) {
  const over = /** @type {Over} */ (view.over);
  return [
    h("h2", { class: "end-title", key: "title" }, endTitle(view, you)),
    h("p", { class: "end-reason", key: "reason" }, endReason(view, you)),
    over.solo?.won ? soloScore(view, over) : null,
    over.solo ? null : scores(view, over, you),
    renderShots(view, events, you),
  ];
}

/** The best salvo and the costliest one; each can be seen on the grid. @param {View} view @param {import("../state-types.js").AnyEvent[]} events @param {number[]} you */
function renderShots(view, events, you) {
  const { best, costliest } = shotsOfNote(events);
  const line = (/** @type {import("../ending.js").Shot} */ shot, /** @type {string} */ key, /** @type {string} */ count) => {
    const who = { name: nameOf(view, shot.seat, you), count, round: shot.round };
    const text = t(view.over?.solo ? "end.shot_solo" : "end.shot", who);
    return h("li", { key }, h("button", { type: "button", class: "log-shot", "data-do": "point", "data-number": shot.number, "data-point": shot.number, "aria-label": t("log.show", { text: `${t(key)} ${text}` }) },
      h("strong", null, t(key)), " ", text));
  };
  return h("ul", { class: "shots" },
    best && line(best, "end.best_salvo", t("preview.hits", { n: best.hits })),
    costliest && line(costliest, "end.costliest", t("preview.misses", { n: costliest.misses })));
}

/** The result of recomputing the dice. @param {import("../state-types.js").State["fair"]} fair */
function fairness(fair) {
  if (!fair) return h("p", { class: "fair hint" }, t("end.fair_wait"));
  if (fair.problem) return h("p", { class: "fair alarm", role: "alert" }, t(`end.unfair_${fair.problem}`));
  return [
    h("p", { class: "fair" }, `✓ ${t("end.fair", { n: fair.rolls })}`, fair.compared && ` ${t("end.fair_share")}`),
    fair.compared && h("details", { class: "fair-check hint" }, h("summary", null, t("end.check")), h("code", null, fair.check)),
    fair.scheme === SCHEME_1 && h("p", { class: "scheme hint" }, t("end.scheme_1")),
  ];
}

/** @param {View} view @param {Over} over */
function soloScore(view, over) {
  const player = view.seats[0];
  const systems = player.systems.filter((system) => system.status !== "destroyed").length;
  return h("div", { class: "solo-score", key: "solo" },
    h("p", { class: "score" }, t("end.score", { n: over.solo?.score }), h("span", { class: "rank" }, t(`rank.${over.solo?.rank}`))),
    h("p", { class: "hint" }, t("end.solo_score", { systems, reserve: player.reserve })));
}

/** Everybody's numbers; points only where they decided the game. @param {View} view @param {Over} over @param {number[]} you */
function scores(view, over, you) {
  const byPoints = isDecidedByPoints(over);
  const head = ["end.col_player", "end.col_hits", "end.col_reserve", ...(byPoints ? ["end.col_score"] : [])];
  return h("table", { class: "scores", key: "scores" },
    h("thead", null, h("tr", null, head.map((key) => h("th", { scope: "col" }, t(key))))),
    h("tbody", null, view.seats.map((player) => h("tr", { key: player.seat, class: over.winners.includes(player.seat) ? "winner" : null },
      h("th", { scope: "row" }, over.winners.includes(player.seat) ? "★ " : "", nameOf(view, player.seat, you), player.skull && icon("skull")),
      h("td", null, player.hits.length), h("td", null, player.reserve), byPoints && h("td", null, over.scores[player.seat])))));
}
