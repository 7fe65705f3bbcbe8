/** My games on the start page: running games, finished games, and statistics. */

import { h } from "../dom.js";
import { othersOf, resultOf, tallies } from "../history.js";
import { t } from "../i18n.js";
import { seatNames } from "../words.js";

/** @typedef {import("../start.js").StartState} StartState */

// How many are listed; the file has them all.
const LISTED = 12;
const TALLIES = 8;

/** Who else plays, in words. @param {string[]} names */
const withWhom = (names) => (names.length ? t("start.with", { names: names.join(", ") }) : t("start.alone"));

/** The games on the server, except those finished on this device, which are listed with their results. @param {StartState} state */
export function renderGames({ games, past }) {
  const listed = (games ?? []).filter(({ table }) => !past.some((game) => game.table === table)).slice(0, LISTED);
  if (!listed.length) return null;
  return h("section", { class: "games", key: "games" }, h("h2", null, t("start.mine")),
    h("ul", null, listed.map(({ facts, ...mine }) => {
      const game = { ...facts, ...mine };
      const others = seatNames(game.seats).filter((_, seat) => seat !== game.seat).map((name) => name || t("strip.open"));
      const now = game.over ? t("start.over") : game.my_move ? t("start.my_move") : t("start.waiting");
      return h("li", { key: game.table }, h("a", { href: `/t/${game.table}`, class: game.my_move ? "game mine" : "game" },
        h("strong", null, t(`mode.${game.mode}`)), h("span", null, withWhom(others)),
        game.played_on && h("span", { key: "played-on" }, t("table.played_on", { round: game.played_on })),
        h("span", null, t("start.round", { round: game.round })), h("em", null, now)));
    })));
}

/** The games whose end this device has seen. @param {StartState} state */
export function renderHistory({ past, clearing }) {
  if (!past.length) return null;
  const button = (/** @type {string} */ what, /** @type {string} */ words) => h("button", { type: "button", class: "plain-button", "data-do": what, key: what }, words);
  return h("section", { class: "games past", key: "past" },
    h("h2", null, t("past.title")),
    renderTallies(tallies(past)),
    h("ul", null, past.slice(0, LISTED).map((game) => h("li", { class: "past-game", key: game.table }, renderPastGame(game), h("a", { class: "plain-button", href: `/review/${game.table}`, "aria-label": `${t("review.title")}: ${t(`mode.${game.mode}`)}, ${dayOf(game)}` }, t("review.title"))))),
    h("div", { class: "past-tools" }, clearing
      ? [h("p", { role: "alert" }, t("past.clear_sure", { n: past.length })), button("clear_really", t("past.clear")), button("keep", t("past.keep"))]
      : [button("export", t("past.export")), button("clear", t("past.clear"))]));
}

/** @param {import("../history.js").PastGame} game */
const dayOf = ({ ended }) => new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" }).format(new Date(ended));

/** @param {import("../history.js").PastGame} game */
function renderPastGame(game) {
  const result = resultOf(game);
  const winners = seatNames(game.seats).filter((_, seat) => game.winners.includes(seat));
  const score = game.mode === "solo" && game.scores.length ? t("end.score", { n: game.scores[0] }) : "";
  return h("a", { href: `/r/${game.table}`, class: `game is-${result}` },
    h("strong", null, t(`mode.${game.mode}`)), h("span", null, withWhom(othersOf(game))), h("span", null, dayOf(game)),
    h("em", null, result === "over" && winners.length ? `★ ${winners.join(", ")}` : [t(`past.${result}`), score].filter(Boolean).join(" · ")));
}

/** @param {import("../history.js").Tally[]} rows */
function renderTallies(rows) {
  if (!rows.length) return null;
  const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
  const best = rows.find(({ mode }) => mode === "solo")?.best ?? null;
  return [
    h("table", { class: "scores tallies", key: "tallies" },
      h("thead", null, h("tr", null, ["past.mode", "past.opponent", "past.games", "past.wins"].map((key) => h("th", { scope: "col" }, t(key))))),
      h("tbody", null, rows.slice(0, TALLIES).map(({ mode, opponent, games, won }) => h("tr", { key: `${mode} ${opponent}` },
        h("th", { scope: "row" }, t(`mode.${mode}`)), h("td", null, opponent ?? t("past.automaton")), h("td", null, games),
        h("td", null, `${won} (${percent.format(won / games)})`))))),
    best !== null && h("p", { class: "best", key: "best" }, t("end.best_score", { n: best })),
  ];
}
