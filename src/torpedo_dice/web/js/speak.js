/** Announcements for screen readers: the dice, the options, the preview, the results. */

import { fieldName } from "./board.js";
import { endReason, endTitle } from "./ending.js";
import { listed, t } from "./i18n.js";
import { cutsOf, revealed } from "./reveal.js";
import { automatonOption, currentView, isHanding, isMyMove, shownView, turnKey } from "./state.js";
import { cutInWords, eventInWords, leftDieInWords, nameOf, previewInWords, systemName, whyInWords } from "./words.js";

/** @typedef {import("./state-types.js").State} State */

// Paragraphs that stay, so that a busy screen reader doesn't miss any of them.
const KEPT = 4;
// Many small steps become one sentence.
const PAUSE = 120;
let timer = 0;
/** Pending announcements: all news, and the latest preview. */
let waiting = { news: /** @type {string[]} */ ([]), preview: "" };

/** @param {State} before @param {State} state */
export function announce(before, state) {
  const view = currentView(state);
  if (!view) return;
  const news = newsOf(before, state, view);
  const preview = state.preview && state.preview !== before.preview ? sayPreview(state, view, state.preview) : "";
  if (!news.length && !preview) return;
  waiting = { news: [...waiting.news, ...news], preview: preview || waiting.preview };
  clearTimeout(timer);
  timer = window.setTimeout(speak, PAUSE);
}

function speak() {
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  const paragraph = document.createElement("p");
  paragraph.textContent = [...waiting.news, waiting.preview].join(" ");
  waiting = { news: [], preview: "" };
  live.append(paragraph);
  while (live.children.length > KEPT) live.firstElementChild?.remove();
}

/** Clear the announcements made in another language. */
export function hush() {
  clearTimeout(timer);
  waiting = { news: [], preview: "" };
  document.getElementById("live")?.replaceChildren();
}

/** @param {State} before @param {State} state @param {import("./state-types.js").View} view */
function newsOf(before, state, view) {
  const fresh = before.events.length ? state.events.slice(before.events.length) : [];
  const reveal = new Set(revealed(fresh));
  const told = fresh.flatMap((event) => (reveal.has(event) ? [] : eventInWords(event, view, state.you) ?? [])).map((text) => `${text}.`);
  told.push(...cutsToTell(before, state, fresh).map((cut) => cutInWords(cut, view, state.you)));
  const left = state.pick === before.pick ? null : automatonOption(view, state.pick);
  if (left) told.push(leftDieInWords(left));
  if (state.why && state.why !== before.why) told.push(whyInWords(state.why));
  if (state.refusal && state.refusal !== before.refusal) told.push(t("error.illegal", { why: state.refusal.why }));
  for (const [seat, said] of Object.entries(state.reactions)) {
    if (said !== before.reactions[Number(seat)]) told.push(t("react.said", { name: nameOf(view, Number(seat), state.you), what: t(`react.${said.reaction}`) }));
  }
  if (state.rematch_by !== null && before.rematch_by === null && !state.you.includes(state.rematch_by)) told.push(t("rematch.asked", { name: view.seats[state.rematch_by].name }));
  if (shownView(state)?.over && !shownView(before)?.over) told.push(`${endTitle(view, state.you)}.`, endReason(view, state.you));
  if (isHanding(state) && !isHanding(before)) told.push(t("hand.title", { name: view.seats[Number(state.seat)].name }));
  if (isMyMove(state) && (!isMyMove(before) || turnKey(state) !== turnKey(before))) told.push(turnInWords(state, view));
  return told;
}

/** The cuts that have been shown since: each is announced once, when it has landed or is skipped. @param {State} before @param {State} state @param {import("./state-types.js").AnyEvent[]} fresh */
function cutsToTell(before, state, fresh) {
  const view = shownView(before);
  const playing = state.playback ?? before.playback;
  // Without a playback the round is shown at once, and announced in the same order.
  if (!playing) return view ? cutsOf(fresh, view, { ...state, speed: "instant" }) : [];
  const from = before.playback ? before.playback.at + Number(before.playback.landed) : 0;
  const to = state.playback ? state.playback.at + Number(state.playback.landed) : playing.cuts.length;
  return playing.cuts.slice(from, to);
}

/** @param {State} state @param {import("./state-types.js").View} view @param {import("./types.js").PreviewView} preview */
function sayPreview(state, view, preview) {
  const at = state.aim && !state.activating ? `${t("say.at", { field: fieldName([Math.max(0, state.aim.row + 1), state.aim.column + 1]) })} ` : "";
  return at + previewInWords(preview, view, state.activating ? state.activate : null).map((piece) => piece.text).join("");
}

/** @param {State} state @param {import("./state-types.js").View} view */
function turnInWords(state, view) {
  if (view.stage === "take") {
    const dice = listed((view.options?.picks ?? []).map((pick) => String(view.dice[pick])));
    return `${t("say.dice", { round: view.round, dice: listed(view.dice.map(String)) })} ${t("say.your_die", { dice })}`;
  }
  const uses = [...new Set(view.options?.modifications.map((m) => systemName(m.system)))];
  const choice = view.seats[Number(state.seat)].choice;
  return t("say.act", { face: choice?.face ?? "", uses: uses.length ? t("say.uses", { uses: listed(uses) }) : t("say.no_uses") });
}
