/** Draws a review: the chart and the totals, then one choice at a time. */

import { h } from "../dom.js";
import { number, percent, t } from "../i18n.js";
import { canTurn, hasSpots } from "../aim.js";
import { RANKS } from "../cast.js";
import { currentView, shotOption } from "../state.js";
import { botName } from "../words.js";
import { renderDashboard, renderReserve, renderSolo } from "./dashboard.js";
import { dieFace } from "./icons.js";
import { renderStrips } from "./others.js";
import { renderOpening } from "./replay.js";
import { renderChart } from "./review-chart.js";
import { renderPorthole } from "./table.js";

/** @typedef {import("../review.js").ReviewPage} ReviewPage */
/** @typedef {import("../types.js").ReviewMessage} Review */
/** @typedef {import("../types.js").ReviewedOption} Option */

const GRADES = /** @type {const} */ (["best", "fine", "inaccurate", "bad"]);
// The widest window, in points, in which players are columns.
const PHONE = 560;
const SUM = /** @type {const} */ (["start", "luck", "own", "others", "error", "end"]);

/** @param {number} value */
const signed = (value) => number(value, { signDisplay: "exceptZero" });

/** @param {string} what @param {import("../dom.js").Children} words @param {Record<string, any>} [attrs] */
function button(what, words, attrs = {}) {
  return h("button", { type: "button", class: "plain-button", "data-do": what, key: what, ...attrs }, words);
}

/** @param {ReviewPage} page */
export function renderReview(page) {
  const review = page.shown?.result;
  return [
    h("header", { class: "top", key: "top" }, h("h1", { class: "brand" }, h("a", { href: "/", title: t("header.home") }, t("title"))), h("span", { class: "where" }, t("review.title"))),
    page.error && h("p", { class: "lost", role: "alert", key: "error" }, page.error),
    !page.record && !page.table ? renderOpening(t("review.title"))
      : h("main", { class: "review", key: "review" }, page.making && renderProgress(page.making), review && renderSummary(page, review), review && page.decision && renderChoice(page, review)),
  ];
}

/** @param {import("../types.js").ReviewState} making */
function renderProgress({ state, done, rounds }) {
  const words = state === "waiting" ? t("review.waiting") : rounds ? t("review.running", { round: Math.min(done + 1, rounds), all: rounds }) : t("review.begins");
  return h("section", { class: "card progress", key: "progress" },
    h("p", { role: "status" }, words), h("progress", { "aria-label": t("review.begins"), max: rounds || 1, value: rounds ? done : null }), button("stop", t("review.stop")));
}

// ---------------------------------------------------------------- the whole game

/** @param {ReviewPage} page @param {Review} review */
function renderSummary(page, review) {
  const { words } = review;
  return h("section", { class: "card summary", key: "summary", "aria-labelledby": "review-title" },
    h("h2", { id: "review-title" }, review.title),
    review.players.length > 1 && h("div", { class: "uses seats", role: "group", "aria-label": t("review.whose"), key: "seats" }, review.players.map(({ name }, seat) =>
      button("seat", name, { key: seat, class: seat === page.seat ? "use chosen" : "use", "data-seat": seat, "aria-pressed": seat === page.seat ? "true" : "false" }))),
    renderChart(page, review),
    h("div", { class: "turning", key: "turning" }, h("h3", null, words.turning), renderTurning(review)),
    h("div", { class: "totals", key: "totals" }, renderSums(review), renderGrades(review), renderNotes(page, review)));
}

/** @param {Review} review */
function renderTurning({ turning_points, words }) {
  if (!turning_points.length) return h("p", null, words.no_turning);
  return h("ul", null, turning_points.map(({ sentence, decision }, n) =>
    h("li", { key: n }, decision === null ? sentence : button("choice", sentence, { class: "log-shot", "data-choice": decision, key: n }))));
}

/** A table of players, one per row; on a phone one per column, where their sums are added up downwards. @param {string} caption @param {string[]} head @param {string[][]} rows */
function playerTable(caption, head, rows) {
  if (innerWidth > PHONE) return table(caption, head, rows);
  const [names, ...parts] = head.map((words, n) => [words, ...rows.map((row) => row[n])]);
  return table(caption, names, parts);
}

/** A table that may be wider than the window. @param {string} caption @param {string[]} head @param {import("../dom.js").Children[][]} rows */
function table(caption, head, rows) {
  return h("div", { key: caption }, h("p", { class: "hint" }, caption), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    h("table", { class: "scores", "aria-label": caption },
      h("thead", null, h("tr", null, head.map((words, n) => words ? h("th", { scope: "col", key: n }, words) : h("td", { key: n })))),
      h("tbody", null, rows.map(([first, ...cells], n) => h("tr", { key: n }, h("th", { scope: "row" }, first), cells.map((cell, i) => h("td", { key: i }, cell))))))));
}

/** @param {Review} review */
function renderSums({ players, words, mode }) {
  const rows = players.flatMap(({ name, sums }) => sums.map((sum, n) =>
    [mode === "solo" ? [words.win, words.score][n] : name, ...SUM.map((part) => (part === "start" || part === "end" ? number(sum[part]) : signed(sum[part])))]));
  return playerTable(words.sums, [mode === "solo" ? "" : words.player, ...SUM.map((part) => words[part])], rows);
}

/** @param {Review} review */
function renderGrades({ players, words }) {
  const rows = players.map(({ name, grades, loss, loss_each, rank }) =>
    [name, ...GRADES.map((grade) => String(grades[grade])), percent(loss), loss_each === null ? "–" : percent(loss_each, 2), rank]);
  return playerTable(words.choices_title, [words.player, ...GRADES.map((grade) => words[`grade_${grade}`]), words.cost, words.loss_each, words.rank], rows);
}

/** @param {ReviewPage} page @param {Review} review */
function renderNotes({ shown, making }, { notes }) {
  return h("div", { class: "hint", key: "notes" }, notes.map((note, n) => h("p", { key: n }, note)),
    shown?.judge !== "deep" && shown?.judges.includes("deep") && !making && button("deep", t("review.deep")));
}

// ---------------------------------------------------------------- one choice

/** @param {ReviewPage} page @param {Review} review */
function renderChoice(page, review) {
  const { state } = page;
  return h("section", { class: `table replay mode-${review.mode}`, key: "choice", "aria-labelledby": "choice-title" },
    h("div", { class: "stage", key: "stage" }, renderPorthole(state), renderDashboard(state), renderReserve(state)),
    h("aside", { class: "side", key: "side" }, page.asking ? renderQuestion(page, review) : renderDecision(page, review), renderStrips(state), renderSolo(state)));
}

/** @param {ReviewPage} page @param {Review} review */
function renderHead(page, { words, players }) {
  const { round, seat, kind } = page.decision;
  const listed = page.listed();
  const place = listed.indexOf(page.at) + 1;
  return [
    h("h2", { id: "choice-title", key: "title" }, `${t("log.round", { round })} · ${players[seat].name} · ${words[kind]}`),
    h("div", { class: "tools", key: "tools" },
      button("prev", "‹", { "aria-label": t("review.prev"), title: t("review.prev"), "aria-disabled": listed.some((n) => n < page.at) ? null : "true" }),
      h("span", { class: "place", key: "place" }, place ? t("review.place", { n: place, all: listed.length }) : "–"),
      button("next", "›", { "aria-label": t("review.next"), title: t("review.next"), "aria-disabled": listed.some((n) => n > page.at) ? null : "true" })),
    renderDice(page),
  ];
}

/** @param {ReviewPage} page */
function renderDice({ state, decision }) {
  const view = currentView(state);
  const who = new Map((view?.seats ?? []).filter(({ pick }) => pick !== null).map(({ pick, name }) => [pick, name]));
  return h("div", { class: "dice", key: "dice" }, (view?.dice ?? []).map((face, pick) =>
    h("span", { class: "die", key: `${decision.round} ${pick}` }, dieFace(face), h("span", { class: "die-who" }, who.get(pick) ?? ""))));
}

/** @param {ReviewPage} page @param {Review} review */
function renderDecision(page, review) {
  const { words } = review;
  const { decision } = page;
  const taken = decision.options[decision.taken];
  return h("section", { class: "card steps choice-card", key: "decision" },
    renderHead(page, review),
    h("p", { class: `verdict grade-${decision.grade}`, role: "status", key: "verdict" }, h("strong", null, taken.label), " – ", verdict(review, taken)),
    page.state.compared && h("p", { class: "legend hint", key: "legend" }, h("span", { class: "key-was", "aria-hidden": "true" }), t("review.was"), h("span", { class: "key-better", "aria-hidden": "true" }), words.best),
    renderOptions(page, review),
    h("div", { class: "tools choice-tools", key: "choice-tools" },
      button("ask", t("review.ask"), { class: "plain-button ask-me" }),
      button("costly", t("review.costly"), { "aria-pressed": page.costly ? "true" : "false", class: page.costly ? "use chosen" : "use" }),
      page.table && button("link", t(page.copied ? "turn.copied" : "review.link"))),
    renderPlayOn(page));
}

/** @param {ReviewPage} page */
function renderPlayOn({ rank, state }) {
  const solo = currentView(state)?.mode === "solo";
  return h("div", { class: "tools play-on", key: "play-on" }, button("play_on", t("review.play_on")),
    !solo && h("label", { class: "text", key: "rank" }, t("review.against"), h("select", { id: "rank" }, RANKS.map((bot) => h("option", { key: bot, value: bot, selected: bot === rank }, botName(bot))))));
}

/** How good an option is, in words. @param {Review} review @param {Option} option */
function verdict({ words }, { grade, loss }) {
  const rounded = percent(loss);
  return rounded === percent(0) ? words[`grade_${grade}`] : t("review.cost", { grade: words[`grade_${grade}`], cost: rounded });
}

/** The options, best first. @param {ReviewPage} page @param {Review} review */
function renderOptions({ decision, tried }, { words, mode }) {
  const listed = [...decision.options];
  if (tried && !listed.some(({ move }) => move === tried.move)) listed.push(tried);
  const rows = listed.sort((a, b) => a.loss - b.loss).map((option) => {
    const marks = [option === decision.options[decision.best] && words.best, option === decision.options[decision.taken] && words.chosen, option.move === tried?.move && t("review.tried")].filter(Boolean);
    const label = [option.label, marks.length ? h("em", { key: "marks" }, ` ${marks.join(", ")}`) : null];
    const sure = option.error ? ` ±${percent(option.error)}` : "";
    return [label, percent(option.outlook[mode === "solo" ? 0 : decision.seat]) + sure, ...(mode === "solo" ? [number(option.outlook[1])] : []), option.loss > 0 ? `−${percent(option.loss)}` : ""];
  });
  return [
    table(t("review.options", { n: decision.count }), [words.choices, words.win, ...(mode === "solo" ? [words.score] : []), words.cost], rows),
  ];
}

/** What would you do? @param {ReviewPage} page @param {Review} review */
function renderQuestion(page, review) {
  const listed = page.listed();
  if (!listed.length) return h("section", { class: "card steps", key: "none" }, h("p", { role: "status" }, t("review.none")), button("end_asking", t("review.end_asking")));
  const isLast = listed.at(-1) === page.at;
  return h("section", { class: "card steps choice-card question", key: "question" },
    renderHead(page, review),
    page.tried ? renderAnswer(page, review) : h("p", { role: "status", key: "ask" }, h("strong", null, t("review.ask")), ` ${t("review.ask_text")}`),
    !page.tried && renderTry(page),
    page.tried && renderOptions(page, review),
    h("div", { class: "tools choice-tools", key: "choice-tools" },
      page.tried ? [button("again", t("review.again")), !isLast && button("next", t("review.next"), { key: "go" })] : button("answer", t("review.answer")),
      button("end_asking", t("review.end_asking"))));
}

/** @param {ReviewPage} page @param {Review} review */
function renderAnswer({ tried, decision }, review) {
  const option = /** @type {Option} */ (tried);
  const word = option.grade === "best" ? "review.found" : option.loss < decision.loss - 0.005 ? "review.better" : "review.worse";
  return h("p", { class: `verdict grade-${option.grade}`, id: "verdict", tabindex: -1, role: "status", key: "verdict" }, h("strong", null, t(word)), ` ${option.label} – `, verdict(review, option));
}

/** What can be tried: a shot is aimed on the grid, everything else chosen from a list that tells nothing. @param {ReviewPage} page */
function renderTry({ state, decision }) {
  const option = shotOption(state);
  const others = decision.options.filter(({ fields }) => !fields).sort((a, b) => (a.move < b.move ? -1 : 1));
  return [
    state.aim && option && h("p", { class: "hint", key: "aim" }, t("turn.place_hint")),
    state.aim && option && h("div", { class: "tools", key: "aiming" },
      canTurn(option) && button("turn", t("turn.turn")), hasSpots(option) && button("next_spot", t(`turn.spot_${option.system}`))),
    state.aim && option && h("button", { type: "button", class: "big", id: "confirm", "data-do": "confirm", key: "confirm", "aria-disabled": state.aim.placed ? null : "true" }, t(state.aim.placed ? "review.check" : "turn.place")),
    others.length > 0 && h("div", { class: "uses", key: "others" }, others.map(({ move, label }) => button("try", label, { class: "use", "data-move": move, key: move }))),
  ];
}
