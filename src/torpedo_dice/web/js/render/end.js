/** The end of a game: who won and why, the numbers, and where to go from here. */

import { h } from "../dom.js";
import { SCHEME_1 } from "../fair.js";
import { t } from "../i18n.js";
import { currentView } from "../state.js";
import { endReason, endTitle } from "../words.js";
import { rulebookLink } from "./ask.js";
import { icon } from "./icons.js";
import { renderRematch } from "./social.js";

/** @param {import("../state-types.js").State} state */
export function renderEnd(state) {
  const view = /** @type {import("../state-types.js").View} */ (currentView(state));
  const over = /** @type {import("../types.js").Over} */ (view.over);
  return h("section", { class: "end card", key: "end", "aria-label": t("end.table") },
    h("h2", { class: "end-title" }, endTitle(view, state.you)),
    h("p", { class: "end-reason" }, endReason(view)),
    over.solo?.won ? soloScore(view, over) : null,
    view.mode === "solo" ? null : scores(view, over),
    fairness(state.fair),
    h("div", { class: "end-buttons" },
      renderRematch(state),
      h("a", { class: "plain-button", href: `/r/${state.table}` }, t("end.replay")),
      h("a", { class: "plain-button", href: `/api/tables/${state.table}/record`, download: `torpedo-dice-${state.table}.json` }, t("end.download")),
      rulebookLink(),
      h("a", { class: "plain-button", href: "/" }, t("end.home"))));
}

/** What the browser found when it recomputed the dice. @param {import("../state-types.js").State["fair"]} fair */
function fairness(fair) {
  if (!fair) return h("p", { class: "fair hint" }, t("end.fair_wait"));
  if (fair.problem) return h("p", { class: "fair alarm", role: "alert" }, t(`end.unfair_${fair.problem}`));
  return [
    h("p", { class: "fair" }, `✓ ${t("end.fair", { n: fair.rolls })}`, fair.compared && ` ${t("end.fair_share")}`),
    fair.compared && h("details", { class: "fair-check hint" }, h("summary", null, t("end.check")), h("code", null, fair.check)),
    fair.scheme === SCHEME_1 && h("p", { class: "scheme hint" }, t("end.scheme_1")),
  ];
}

/** @param {import("../state-types.js").View} view @param {import("../types.js").Over} over */
function soloScore(view, over) {
  const player = view.seats[0];
  const systems = player.systems.filter((system) => system.status !== "destroyed").length;
  return h("div", { class: "solo-score" },
    h("p", { class: "score" }, t("end.score", { n: over.solo?.score })),
    h("p", { class: "rank" }, t("end.rank", { rank: t(`rank.${over.solo?.rank}`) })),
    h("p", { class: "hint" }, t("end.solo_score", { systems, reserve: player.reserve })));
}

/** @param {import("../state-types.js").View} view @param {import("../types.js").Over} over */
function scores(view, over) {
  const head = ["end.col_player", "end.col_hits", "end.col_reserve", "end.col_score"];
  return h("table", { class: "scores" },
    h("thead", null, h("tr", null, head.map((key) => h("th", { scope: "col" }, t(key))))),
    h("tbody", null, view.seats.map((player) => h("tr", { key: player.seat, class: over.winners.includes(player.seat) ? "winner" : null },
      h("th", { scope: "row" }, over.winners.includes(player.seat) ? "★ " : "", player.name, player.skull && icon("skull")),
      h("td", null, player.hits.length), h("td", null, player.reserve), h("td", null, over.scores[player.seat])))));
}
