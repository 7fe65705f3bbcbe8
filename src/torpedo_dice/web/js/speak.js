/** What a screen reader hears: the dice, the options, the preview, the results. */

import { fieldName } from "./board.js";
import { listed, t } from "./i18n.js";
import { currentView, isHanding, isMyMove } from "./state.js";
import { endReason, endTitle, eventInWords, previewInWords, systemName } from "./words.js";

/** @typedef {import("./types.js").State} State */

let timer = 0;

/** @param {string} text */
function say(text) {
  clearTimeout(timer);
  // Many small steps become one sentence.
  timer = window.setTimeout(() => {
    const live = document.getElementById("live");
    if (live) live.textContent = text;
  }, 120);
}

/** @param {State} before @param {State} state */
export function announce(before, state) {
  const view = currentView(state);
  if (!view) return;
  const told = news(before, state, view);
  if (told.length) say(told.join(" "));
}

/** @param {State} before @param {State} state @param {import("./types.js").View} view */
function news(before, state, view) {
  const old = currentView(before);
  /** @type {string[]} */
  const told = [];
  for (const event of state.events.slice(before.events.length)) {
    const text = before.events.length ? eventInWords(event, view, state.you) : null;
    if (text) told.push(`${text}.`);
  }
  if (state.why && state.why !== before.why) told.push(state.why);
  if (state.refusal && state.refusal !== before.refusal) told.push(t("error.illegal", { why: state.refusal }));
  if (view.over && !old?.over) told.push(endTitle(view, state.you), endReason(view));
  if (isHanding(state) && !isHanding(before)) told.push(t("hand.title", { name: view.seats[Number(state.seat)].name }));
  if (isMyMove(state) && (!isMyMove(before) || old?.stage !== view.stage || old?.round !== view.round)) told.push(turnInWords(state, view));
  if (state.preview && state.preview !== before.preview) {
    const at = state.aim && !state.activating ? `${t("say.at", { field: fieldName([Math.max(0, state.aim.row + 1), state.aim.column + 1]) })} ` : "";
    told.push(at + previewInWords(state.preview, view, state.activating ? state.activate : null).map((piece) => piece.text).join(" "));
  }
  return told;
}

/** @param {State} state @param {import("./types.js").View} view */
function turnInWords(state, view) {
  if (view.stage === "take") {
    const dice = listed((view.options?.picks ?? []).map((pick) => String(view.dice[pick])));
    return `${t("say.dice", { round: view.round, dice: listed(view.dice.map(String)) })} ${t("say.your_die", { dice })}`;
  }
  const uses = [...new Set(view.options?.modifications.map((m) => systemName(m.system)))];
  const choice = view.seats[Number(state.seat)].choice;
  return t("say.act", { face: choice?.face ?? "", uses: uses.length ? t("say.uses", { uses: listed(uses) }) : t("say.no_uses") });
}
