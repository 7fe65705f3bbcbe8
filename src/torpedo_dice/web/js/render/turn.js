/** The turn panel: three steps in order, the preview's sentence, and the one big button. */

import { canTurn, hasSpots } from "../aim.js";
import { choiceKey } from "../coach.js";
import { h } from "../dom.js";
import { listed, percent, t } from "../i18n.js";
import { automatonOption, isHanding, isMyMove, isReplaced, shotOption, shownSteps, shownView } from "../state.js";
import { clockInWords, leftDieInWords, previewInWords, systemName, useName, whyInWords } from "../words.js";
import { ask, ruleLink } from "./ask.js";
import { dieFace, icon, numberOf } from "./icons.js";
import { renderPlayback } from "./reveal.js";
import { renderWaitingTable } from "./waiting.js";

/** @typedef {import("../state-types.js").State} State */
/** @typedef {import("../state-types.js").View} View */

/** @param {State} state */
export function renderTurn(state) {
  const view = /** @type {View} */ (shownView(state));
  return h("section", { class: "turn card", "aria-label": t(state.you.length ? "turn.label" : "turn.label_watching") }, turnParts(state, view));
}

/** @param {State} state @param {View} view */
function turnParts(state, view) {
  if (view.stage === "waiting") return renderWaitingTable(state, view);
  if (isHanding(state)) return renderHanding(state, view, Number(state.seat));
  const mine = isMyMove(state);
  return [
    isReplaced(state) && renderReplaced(view.seats[Number(state.seat)]),
    renderClock(state),
    step(1, t(state.you.length ? "step.die" : "step.dice"), mine && view.stage === "take"),
    h("div", { class: "dice-row", key: "dice" }, renderDice(state, view), ask(view.stage === "take" ? "phase-1" : "formations", t("rules.dice"))),
    state.playback ? renderPlayback(state)
      : mine && view.stage === "act" ? renderActing(state, view)
        : renderWaiting(state, view, mine),
  ];
}

/** The heading of one of the three steps. @param {number} number @param {string} name @param {boolean} now whether it is to be done now */
function step(number, name, now) {
  return h("h2", { class: now ? "step now" : "step", key: `step-${number}` }, h("span", { class: "step-number" }, number), h("span", { class: "step-name" }, name));
}

/** A bot plays for this seat. @param {import("../state-types.js").SeatView} player */
function renderReplaced(player) {
  if (!player.stand_in) return h("p", { key: "replaced", class: "why", role: "note" }, t("turn.clock_out"));
  if (player.resigned) return h("p", { key: "replaced", class: "why", role: "note" }, t("turn.resigned"));
  return h("div", { key: "replaced", class: "replaced" },
    h("p", { class: "why", role: "note" }, t("turn.replaced")),
    h("button", { class: "big", type: "button", "data-do": "return" }, t("strip.return")));
}

/** @param {State} state */
function renderClock(state) {
  const clock = state.seat === null ? null : state.clocks[state.seat];
  if (!clock) return null;
  const { left, time } = clockInWords(clock);
  return h("p", { key: "clock", class: left < 10 ? "clock alarm" : "clock", role: "timer" }, t("turn.clock", { time }));
}

/** @param {State} state @param {View} view */
function renderDice(state, view) {
  const mine = isMyMove(state);
  const picks = mine ? view.options?.picks ?? [] : [];
  return h("div", { class: "dice", role: "group", "aria-label": t(state.you.length ? "step.die" : "step.dice"), key: `dice-${view.round}` }, view.dice.map((face, i) => {
    const taker = view.seats.find((seat) => seat.pick === i);
    const own = taker && taker.seat === state.seat && state.you.length > 0;
    const chosen = picks.includes(i) && state.pick === i;
    const left = view.stage === "act" && !taker;
    const rolled = !!own && !!taker.choice?.rolled;
    const shown = faceShown(state, view, face, taker, !!own);
    const who = own ? t("die.you") : taker ? taker.name : left ? t(view.mode === "solo" ? "die.left" : "die.left_over") : "";
    return h("button", {
      key: i, type: "button", class: `die${chosen || own ? " chosen" : ""}${picks.includes(i) ? " invites" : ""}${(taker && !own) || left ? " gone" : ""}`,
      "data-do": "pick", "data-pick": i, disabled: !picks.includes(i), css: { "--turn": i },
      "aria-pressed": picks.length ? (chosen ? "true" : "false") : null,
      "aria-label": `${t(chosen ? "die.chosen" : "die.label", { n: i + 1, face })}${who ? `, ${who}` : ""}`,
    // A new face is a new picture: the die turns to it, or tumbles if it was rolled again.
    }, h("span", { class: `die-turn${rolled ? " rolled" : shown === face ? "" : " turned"}`, key: `${shown}${rolled}` }, dieFace(shown)), h("span", { class: "die-who" }, who));
  }));
}

/** The face of a die after its player's modification, as far as this seat may know it. @param {State} state @param {View} view @param {number} face @param {import("../state-types.js").SeatView | undefined} taker @param {boolean} own */
function faceShown(state, view, face, taker, own) {
  const revealed = shownSteps(state).find((event) => (event.event === "fired" || event.event === "activated") && event.seat === taker?.seat);
  if (revealed && "face" in revealed) return revealed.face ?? face;
  if (!own) return face;
  const wanted = isMyMove(state) && !state.activating ? view.options.modifications.find((use) => use.move === state.modify)?.face : null;
  return taker?.choice?.face ?? wanted ?? face;
}

/** @param {State} state @param {View} view @param {boolean} mine */
function renderWaiting(state, view, mine) {
  if (view.over) return null;
  if (mine && view.stage === "take") {
    const face = state.pick === null ? null : view.dice[state.pick];
    const left = automatonOption(view, state.pick);
    const who = state.you.length > 1 ? `${view.seats[Number(state.seat)].name}: ` : "";
    return [
      left && h("p", { class: "hint", key: "solo" }, leftDieInWords(left)),
      renderWhy(state),
      renderRefusal(state),
      h("div", { class: "turn-foot", key: "foot" }, renderCoach(state, view), h("button", {
        key: "big", class: "big", type: "button", "data-do": "confirm", id: "confirm", "aria-disabled": face === null || state.busy ? "true" : null,
      }, who + (face === null ? t("turn.choose_die") : t("turn.take", { face })))),
    ];
  }
  // The others wait for a player who looks at another sheet.
  if (state.looking !== null && state.you.includes(Number(state.seat)) && view.to_move.includes(Number(state.seat))) {
    return h("button", { key: "look", class: "plain-button", type: "button", "data-do": "look", "data-seat": state.looking }, t("look.back"));
  }
  const names = listed(view.to_move.filter((seat) => seat !== state.seat || !state.you.length).map((seat) => view.seats[seat].name));
  const player = state.you.length && state.seat !== null ? view.seats[state.seat] : null;
  const finished = view.stage === "act" && player?.finished;
  return [
    h("p", { class: "waiting", key: "wait" }, !state.you.length ? `${t("turn.watching")} ` : "",
      finished ? t("turn.wait_act", { names }) : view.stage === "take" ? t("turn.wait_take", { name: names }) : t("turn.wait_others", { names })),
    renderRefusal(state),
    view.options.take_back && state.you.length > 0 && h("button", { key: "back", class: "plain-button", type: "button", "data-do": "take_back" }, t("turn.take_back")),
  ];
}

/** @param {State} state @param {View} view */
function renderActing(state, view) {
  const seat = Number(state.seat);
  const options = /** @type {import("../types.js").Options} */ (view.options);
  const { choice, target } = view.seats[seat];
  const option = shotOption(state);
  const rolling = options.modifications.some((m) => m.move === state.modify && m.face === null);
  return [
    step(2, t("step.modify"), true),
    choice?.modify
      ? h("p", { class: "used", key: "used" }, icon(choice.modify.system), t("turn.used", { use: systemName(choice.modify.system) }), choice.rolled ? ` · ${t("turn.rolled", { face: choice.rolled })}` : "")
      : options.modifications.length ? renderUses(state, view, options) : h("p", { class: "used hint", key: "used" }, t("say.no_uses")),
    h("div", { class: "turn-foot", key: "foot" },
      // In the footer it is visible on a short phone too.
      renderWhy(state),
      step(3, state.activating ? t("step.activate") : target === null ? t("step.fire") : t("step.fire_at", { name: view.seats[target].name }), true),
      state.activating ? renderActivations(state, options) : null,
      rolling && !state.activating ? h("p", { class: "hint", key: "roll" }, t("turn.roll_hint")) : renderSentence(state, view),
      renderTools(state, options),
      renderCoach(state, view),
      renderBig(state, rolling, option?.count === 0)),
  ];
}

/** How good the choice is, at a table with a coach. @param {State} state @param {View} view */
function renderCoach(state, view) {
  if (!state.facts?.coach) return null;
  const { advice } = state;
  const isNow = !!advice && advice.key === choiceKey(state);
  const best = advice?.best ?? null;
  const chance = (/** @type {{win: number, score: number | null}} */ { win, score }) => (score === null ? percent(win) : t("coach.score", { win: percent(win), score: Math.round(score) }));
  return h("div", { class: "coach", key: "coach" },
    h("p", { role: "status" }, isNow && t("coach.win", { chance: chance(advice) }), isNow && best && advice.win >= best.win && (advice.score ?? 0) >= (best.score ?? 0) ? ` ${t("coach.is_best")}`
      : best && ` ${t("coach.best_is", { what: bestInWords(view, best.moves), chance: chance(best) })}`),
    !(isNow && best) && h("button", { type: "button", class: "plain-button", "data-do": "coach", "aria-disabled": choiceKey(state) ? null : "true" }, t(isNow ? "coach.best" : "coach.ask")));
}

/** The best choice. @param {View} view @param {string[]} moves */
function bestInWords(view, moves) {
  return moves.map((move) => {
    const [, verb, what] = move.split(" ");
    if (verb === "take") return t("turn.take", { face: view.dice[Number(what)] });
    if (verb === "activate") return t("turn.activate", { system: systemName(what) });
    const use = view.options.modifications.find((one) => one.move === move);
    return use ? useName(view, use) : t("coach.shot");
  }).join(", ");
}

/** The keyboard shortcut; hidden on touch screens. @param {string} key */
function keyHint(key) {
  return h("kbd", { class: "key-hint", "aria-hidden": "true" }, key);
}

/** @param {State} state @param {import("../types.js").Options} options */
function renderTools(state, options) {
  const option = state.activating ? null : shotOption(state);
  return h("div", { class: "tools", key: "tools" },
    option && hasSpots(option) && h("button", { key: "spot", type: "button", class: "plain-button", "data-do": "next_spot" },
      t(`turn.spot_${option.system}`), keyHint("S")),
    option && canTurn(option) && h("button", { key: "turn", type: "button", class: "plain-button", "data-do": "turn" }, `⟳ ${t("turn.turn")}`, keyHint("R")),
    options.activations.length > 0 && h("button", { key: "act", type: "button", class: "plain-button", "data-do": "activating", "aria-pressed": state.activating ? "true" : "false" },
      t(state.activating ? "turn.back_to_fire" : "turn.instead")));
}

/** @param {State} state @param {View} view @param {import("../types.js").Options} options */
function renderUses(state, view, options) {
  return h("div", { class: "uses", role: "group", "aria-label": t("step.modify"), key: "uses" },
    h("button", { key: "none", type: "button", class: `use${state.modify === null ? " chosen" : ""}`, "data-do": "modify", "data-move": "", "aria-pressed": state.modify === null ? "true" : "false" }, t("turn.none")),
    options.modifications.map((use) => {
      const chosen = state.modify === use.move;
      const name = useName(view, use);
      return h("button", {
        key: use.move, type: "button", class: `use ${use.system}${chosen ? " chosen" : ""}`, "data-do": "modify", "data-move": use.move,
        "aria-pressed": chosen ? "true" : "false",
      }, h("span", { class: "use-number" }, numberOf(use.system)),
      h("span", { class: "use-name" }, name),
      use.system !== "fins" && use.face && use.face !== view.seats[Number(state.seat)].die && h("span", { class: "use-face" }, t("use.becomes", { face: use.face })));
    }));
}

/** @param {State} state @param {import("../types.js").Options} options */
function renderActivations(state, options) {
  return h("div", { class: "uses", role: "group", "aria-label": t("step.activate"), key: "activations" }, options.activations.map((id) =>
    h("button", { key: id, type: "button", class: `use ${id}${state.activate === id ? " chosen" : ""}`, "data-do": "activate", "data-system": id, "aria-pressed": state.activate === id ? "true" : "false" },
      h("span", { class: "use-number" }, numberOf(id)), systemName(id))));
}

/** Why a system that was touched does nothing. @param {State} state */
function renderWhy({ why }) {
  return why && h("p", { class: "why", key: "why", role: "note" }, `${whyInWords(why)} `, ruleLink(why.rule));
}

/** The server's refusal. @param {State} state */
function renderRefusal({ refusal }) {
  return refusal && h("p", { class: "sentence alarm", key: "sentence" }, `${t("error.illegal", { why: refusal.why })} `, ruleLink(refusal.rule));
}

/** @param {State} state @param {View} view */
function renderSentence(state, view) {
  if (state.refusal) return renderRefusal(state);
  const preview = state.preview ?? (state.activating ? null : state.told);
  if (!preview) {
    return h("p", { class: "sentence", key: "sentence" }, state.activating ? t("turn.choose_system") : t("turn.place_hint"));
  }
  return h("p", { class: state.preview ? "sentence" : "sentence stale", key: "sentence" }, previewInWords(preview, view, state.activating ? state.activate : null).map(({ text, tone }, i) => h("span", { key: i, class: tone }, text)));
}

/** @param {State} state @param {boolean} rolling @param {boolean} nothing */
function renderBig(state, rolling, nothing) {
  const placed = !!state.aim?.placed;
  const ready = rolling || (state.activating ? !!state.preview : placed && !state.refusal && !!(state.preview ?? state.told));
  const skull = !state.activating && placed && !!state.preview?.skull;
  const text = state.activating
    ? state.activate ? t("turn.activate", { system: systemName(state.activate) }) : t("turn.choose_system")
    : rolling ? t("turn.roll")
      : !placed ? t("turn.place")
        : skull ? t(state.sure ? "turn.fire_sure" : "turn.fire_skull") : t(nothing ? "turn.fire_nothing" : "turn.fire");
  return h("button", { key: "big", class: `big${state.activating ? " switch-on" : ""}${skull ? " danger" : ""}`, type: "button", id: "confirm", "data-do": "confirm", "aria-disabled": ready && !state.busy ? null : "true" }, text);
}

/** @param {State} state @param {View} view @param {number} seat */
function renderHanding(state, view, seat) {
  const { name } = view.seats[seat];
  const finished = state.you.filter((other) => state.views[other]?.options.take_back);
  return [
    h("h2", { class: "hand-title", key: "hand" }, t("hand.title", { name })),
    h("p", { class: "hint", key: "hint" }, t("hand.hint")),
    h("button", { key: "ready", class: "big", type: "button", "data-do": "hand", id: "confirm" }, t("hand.ready", { name })),
    finished.map((other) => h("button", { key: `back-${other}`, class: "plain-button", type: "button", "data-do": "take_back", "data-seat": other }, t("hand.take_back", { name: view.seats[other].name }))),
  ];
}
