/** Draws the lesson: the table, and a card with instructions. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { isMyMove, shownView } from "../state.js";
import { lesson as remembered } from "../store.js";
import { rulebookLink } from "./ask.js";
import { renderSolo } from "./dashboard.js";
import { renderLog, renderStrips } from "./others.js";
import { renderHelp, renderSettings } from "./panels.js";
import { renderHeader, renderStage } from "./table.js";
import { renderTurn } from "./turn.js";

/** @typedef {import("../state-types.js").State} State */
/** @typedef {import("../lesson.js").LessonPage} LessonPage */

/** @param {State} state @param {LessonPage} lesson */
export function renderLesson(state, lesson) {
  const view = shownView(state);
  return [
    renderHeader(state),
    state.connection === "lost" && h("p", { class: "lost", role: "alert", key: "lost" }, t("connection.lost")),
    lesson.isOver() ? renderEnd(state, lesson)
      : !view ? h("main", { class: "message", key: "wait" }, h("p", null, t("connection.connecting")))
        : h("main", { class: `table lesson mode-${view.mode}`, key: "table", inert: !!state.panel },
          renderCard(state, lesson),
          renderStage(state),
          h("aside", { class: "side", key: "side" },
            (isMyMove(state) || state.playback) && renderTurn(state),
            renderStrips(state), renderSolo(state), renderLog(state))),
    state.panel === "help" && renderHelp(),
    state.panel === "settings" && renderSettings({ settings: state.settings }),
  ];
}

/** @param {State} state @param {LessonPage} lesson */
function renderCard(state, lesson) {
  const { at, steps } = lesson;
  const name = `lesson.${steps[at].step}`;
  const word = lesson.reached ? `✓ ${t(`${name}_reached`)}` : lesson.hint && t(`${name}_${lesson.hint}`);
  return h("section", { class: "card lesson-card", key: "card", "aria-labelledby": "lesson-heading" },
    renderSteps(lesson),
    h("h2", { id: "lesson-heading", key: `heading-${at}`, tabindex: -1, "aria-describedby": "lesson-text lesson-goal" },
      h("span", { class: "unseen" }, `${t("lesson.step", { n: at + 1, all: steps.length })}: `), t(name)),
    h("p", { id: "lesson-text", key: "text" }, t(`${name}_text`)),
    h("p", { id: "lesson-goal", class: "lesson-goal", key: "goal" }, t(`${name}_goal`)),
    // Always present, so that screen readers announce its changes.
    h("p", { class: lesson.reached ? "lesson-word good" : "lesson-word", role: "status", key: "word" }, state.playback ? null : word),
    renderButtons(state, lesson));
}

/** A link to every step. @param {{at: number, steps: LessonPage["steps"]}} lesson */
function renderSteps({ at, steps }) {
  const { done } = remembered();
  return h("ol", { class: "lesson-steps", key: "steps", "aria-label": t("lesson.title") }, steps.map(({ step }, n) => {
    const isDone = done.includes(step);
    const title = t(isDone ? "lesson.step_done" : "lesson.step_open", { n: n + 1, title: t(`lesson.${step}`) });
    return h("li", { key: step }, h("button", {
      type: "button", class: `lesson-dot${isDone ? " done" : ""}`, "data-step": n, title, "aria-label": title, "aria-current": n === at ? "step" : null,
    }, isDone && n !== at ? "✓" : n + 1));
  }));
}

/** @param {State} state @param {LessonPage} lesson */
function renderButtons(state, { at, moves, reached }) {
  const goesOn = reached && !state.playback;
  return h("div", { class: "lesson-buttons", key: "buttons" },
    moves.length > 0 && h("button", { key: "again", id: "lesson-again", type: "button", class: "plain-button", "data-step": at }, t("lesson.again")),
    h("button", { key: "next", id: "lesson-next", type: "button", class: goesOn ? "big" : "plain-button", "data-step": at + 1 }, t(goesOn ? "lesson.next" : "lesson.skip")));
}

/** @param {State} state @param {LessonPage} lesson */
function renderEnd(state, { at, steps }) {
  const missed = steps.filter(({ step }) => !remembered().done.includes(step)).length;
  return h("main", { class: "start", key: "end", inert: !!state.panel },
    h("section", { class: "card lesson-end" },
      h("h2", { id: "lesson-heading", tabindex: -1 }, t("lesson.end")),
      h("p", null, t(missed ? "lesson.end_missed" : "lesson.end_text", { n: missed })),
      renderSteps({ at, steps }),
      h("a", { class: "big", href: "/#solo" }, t("lesson.play_solo")),
      h("a", { class: "big", href: "/#bots" }, t("lesson.play_bots")),
      h("div", { class: "end-buttons" },
        h("button", { type: "button", class: "plain-button", "data-step": 0 }, t("lesson.from_start")), rulebookLink(),
        h("a", { class: "plain-button", href: "/" }, t("header.home")))));
}
