/** The page's state and the one function that changes it. No DOM, no time, no network. */

import * as aiming from "./aim.js";
import { fieldName, gridOf } from "./board.js";
import { isSunk, nextCut, nextPhase, playbackOf, toldBy } from "./reveal.js";
import { seatNames } from "./words.js";

/** @typedef {import("./state-types.js").State} State */
/** @typedef {import("./state-types.js").View} View */

/** @param {string} table @param {import("./state-types.js").Settings} settings @returns {State} */
export function newState(table, settings) {
  return {
    table, settings,
    connection: "connecting", facts: null, you: [], reader: null, seat: null, looking: null, views: {}, number: 0, events: [],
    presence: [], clocks: {}, commitment: "", nonce_commitments: null, share: null,
    pick: null, modify: null, activate: null, activating: false, aim: null, preview: null, told: null, sure: null, refusal: null,
    why: null, busy: false, pointed: null, compared: null, advice: null, playback: null, swapped: false, handed: null, panel: null, fair: null, tally: null,
    rematch: null, rematch_by: null, declined: false, resigning: false, reactions: {}, invitation: null, bots: null, novice: false, link: null, devices: [], copied: false, watching: false, trouble: null, size: { width: 800, height: 440 },
  };
}

// ---------------------------------------------------------------- questions

/** The newest view of the seat shown. @param {State} state @returns {View | null} */
export function currentView(state) {
  const key = state.seat !== null && state.you.includes(state.seat) ? String(state.seat) : "-";
  return state.views[key] ?? Object.values(state.views)[0] ?? null;
}

/** The seats that are "you" in texts. @param {State} state */
export const calledYou = ({ you, reader }) => reader ?? you;

/** The view to draw: during a reveal, what has been revealed so far. @param {State} state */
export function shownView(state) {
  return state.playback ? state.playback.view : currentView(state);
}

/** The events of a round's end that have been shown. @param {State} state */
export function shownSteps({ playback }) {
  return toldBy(playback);
}

/** The seat whose sheet is drawn. @param {State} state */
export function shownSeat(state) {
  return state.looking ?? state.seat ?? 0;
}

/** The shot that the log points at. @param {State} state */
export function pointedShot(state) {
  const event = state.pointed === null ? null : state.events.find((e) => e.number === state.pointed);
  return event?.event === "fired" ? event : null;
}

/** Whose submarine is in the window, and whose on the sonar: your target and your own, unless they are swapped or there is more to see. In solo, null is the enemy. @param {State} state @returns {{window: number | null, sonar: number | null}} */
export function shownBoats(state) {
  const view = /** @type {View} */ (shownView(state));
  const own = state.seat ?? 0;
  const { target } = view.seats[own];
  const shown = boatOfInterest(state, view);
  const window = shown !== undefined ? shown : state.swapped ? own : target;
  return { window, sonar: window === own ? target : own };
}

/** The submarine that has to be seen now; undefined if there is none. @param {State} state @param {View} view @returns {number | null | undefined} */
function boatOfInterest(state, view) {
  const { playback, looking, swapped } = state;
  const shot = pointedShot(state);
  if (playback) return playback.cuts[playback.at].boat;
  if (shot) return view.seats[shot.seat].target;
  if (looking !== null) return looking;
  if (!view.over || swapped) return undefined;
  const own = state.seat ?? 0;
  return [own, view.seats[own].target, ...view.seats.keys()].find((boat) => isSunk(view, boat));
}

/** Whether a submarine goes down now, or has gone down. @param {State} state @param {number | null} boat */
export function fateOf(state, boat) {
  const { playback } = state;
  if (playback) return playback.cuts[playback.at].kind === "sinks" ? "sinking" : null;
  const view = currentView(state);
  return view?.over && isSunk(view, boat) ? "sunk" : null;
}

/** Whether the seat shown is ours and it is its move. @param {State} state */
export function isMyMove(state) {
  const view = currentView(state);
  return !!view && !state.playback && state.looking === null && !isHanding(state)
    && state.seat !== null && state.you.includes(state.seat) && view.to_move.includes(state.seat) && !isReplaced(state);
}

/** Whether a bot plays for the seat shown: for good, or for this turn because the time was up. @param {State} state */
export function isReplaced(state) {
  const player = state.seat !== null && state.you.includes(state.seat) ? currentView(state)?.seats[state.seat] : null;
  return !!player && (!!player.stand_in || !!player.clock_out);
}

/** Whether an open seat is offered to somebody who has none. @param {State} state */
export function isInvited(state) {
  return !state.you.length && !state.watching && !!currentView(state)?.seats.some((seat) => seat.kind === "open");
}

/** Whether the device has to be passed on before anybody chooses. @param {State} state */
export function isHanding(state) {
  const view = currentView(state);
  return state.you.length > 1 && !state.playback && view?.stage === "act" && state.handed !== state.seat
    && view.to_move.includes(Number(state.seat));
}

/** Whether the window shows a submarine of this device that goes down. @param {State} state */
export function isFlooded(state) {
  const { window } = shownBoats(state);
  return window !== null && state.you.includes(window) && !!fateOf(state, window);
}

/** The shot that the chosen modification allows. @param {State} state */
export function shotOption(state) {
  return currentView(state)?.options?.shots.find((shot) => shot.modify === state.modify) ?? null;
}

/** The same die as the chosen shot, without the system that shapes it. @param {State} state */
export function plainOption(state) {
  const option = shotOption(state);
  return currentView(state)?.options.shots.find(({ face, system }) => system === null && face === option?.face);
}

/** Whether the chosen modification rolls the die again, so that there is nothing to aim yet. @param {State} state */
export function isRoll(state) {
  return !state.activating && !!currentView(state)?.options.modifications.some((use) => use.move === state.modify && use.face === null);
}

/** The moves that make the choice as it is now; null while it is incomplete. @param {State} state @returns {string[] | null} */
export function movesOf(state) {
  const { seat, pick, modify, activating, activate, aim } = state;
  if (!isMyMove(state)) return null;
  if (currentView(state)?.stage === "take") return pick === null ? null : [`${seat} take ${pick}`];
  const use = modify ? [modify] : [];
  if (isRoll(state)) return use;
  if (activating) return activate ? [...use, `${seat} activate ${activate}`] : null;
  return aim?.placed && shotOption(state) ? [...use, `${seat} fire ${aiming.torpedoesOf(aim).map(fieldName).join(" ")}`.trim()] : null;
}

/** The torpedoes that were confirmed and wait for the others. @param {State} state */
export function confirmedShot(state) {
  const view = shownView(state);
  if (!view || state.playback || state.looking !== null || state.seat === null || isHanding(state)) return null;
  const { choice, finished } = view.seats[state.seat];
  return finished ? choice?.action?.fire ?? null : null;
}

/** @param {View} view */
export function gridSize(view) {
  const grid = gridOf(view.sheet);
  return { rows: grid.length, columns: grid[0].length };
}

/** What the automaton does with the die that is left when a die is taken. @param {View} view @param {number | null} pick the die that is taken */
export function automatonOption(view, pick) {
  return pick === null ? null : view.options.automaton.find((option) => option.pick !== pick) ?? null;
}

/** The system that the automaton hits after the choice as it is now; null if nothing is chosen, or it misses. @param {State} state */
export function automatonTarget(state) {
  const view = shownView(state);
  if (!view || !isMyMove(state)) return null;
  const shot = view.stage === "take" ? automatonOption(view, state.pick)?.shot : (state.preview ?? state.told)?.automaton;
  return shot && shot.effect !== "missed" ? shot.system : null;
}

// ---------------------------------------------------------------- changes

/** @type {Record<string, (state: State, action: any) => State>} */
const CHANGES = {
  message: (state, { message, still }) => MESSAGES[message.type]?.(state, message, still) ?? state,
  connection: (state, { connection }) => ({ ...state, connection }),
  pick: (state, { pick }) => ({ ...state, pick, why: null, refusal: null }),
  modify: (state, { move }) => withAim({ ...state, modify: move, why: null, refusal: null }),
  activating: (state, { on }) => ({ ...state, activating: on, activate: null, preview: null, why: null }),
  activate: (state, { system }) => ({ ...state, activating: true, activate: system, preview: null, why: null }),
  aim: (state, { how, by }) => aimed(state, how, by),
  preview: (state, { preview }) => ({ ...state, preview, told: state.activating ? null : preview, refusal: null }),
  refusal: (state, { error }) => ({ ...state, refusal: error, busy: false }),
  why: (state, { why }) => ({ ...state, why }),
  sure: (state, { key }) => ({ ...state, sure: key }),
  busy: (state, { busy }) => ({ ...state, busy, refusal: null }),
  point: (state, { number }) => ({ ...state, pointed: number }),
  panel: (state, { panel }) => ({ ...state, panel: state.panel === panel ? null : panel, resigning: false }),
  resigning: (state, { on }) => ({ ...state, resigning: on }),
  declined: (state) => ({ ...state, declined: true }),
  invitation: (state, { invitation }) => ({ ...state, invitation }),
  bots: (state, { bots }) => ({ ...state, bots }),
  reaction_over: (state, { seat, at }) => (state.reactions[seat]?.at === at ? { ...state, reactions: without(state.reactions, seat) } : state),
  settings: (state, { settings }) => ({ ...state, settings: { ...state.settings, ...settings } }),
  size: (state, { size }) => ({ ...state, size }),
  language: (state) => renamed(state),
  advice: (state, { advice }) => ({ ...state, advice, compared: advice.best?.fields ? { taken: [], best: advice.best.fields } : state.compared }),
  fair: (state, { fair }) => ({ ...state, fair }),
  tally: (state, { tally }) => ({ ...state, tally }),
  share: (state, { share }) => ({ ...state, share }),
  devices: (state, { devices }) => ({ ...state, devices, trouble: null }),
  link: (state, { link }) => ({ ...state, link, copied: false, trouble: null }),
  copied: (state) => ({ ...state, copied: true }),
  watch: (state) => ({ ...state, watching: true, trouble: null }),
  trouble: (state, { trouble }) => ({ ...state, trouble }),
  swap: (state) => ({ ...state, swapped: !state.swapped, looking: null, pointed: null }),
  look: (state, { seat }) => ({ ...state, swapped: false, looking: seat === state.seat || seat === state.looking ? null : seat }),
  hand: (state) => withAim({ ...state, handed: state.seat }),
  seat: (state, { seat }) => settled({ ...state, seat, handed: null }, state),
  playback_next: (state) => played(state, nextPhase),
  playback_cut: (state) => played(state, (playback) => nextCut({ ...playback, skips: playback.skips + 1 })),
  playback_skip: (state) => played(state, () => null),
};

/** @param {State} state @param {{type: string} & Record<string, any>} action @returns {State} */
export function reduce(state, action) {
  const next = CHANGES[action.type](state, action);
  // The coach's advice is for one turn.
  return next.advice && next.advice.turn !== turnKey(next) ? { ...next, advice: null, compared: null } : next;
}

/** @type {Record<string, (state: State, message: any, still: boolean) => State>} */
const MESSAGES = {
  welcome: (state, message) => {
    const fresh = message.events.filter((/** @type {any} */ event) => event.number > state.number);
    const welcomed = {
      ...state, connection: /** @type {const} */ ("open"), facts: message.table, you: message.you, views: namedViews(message.views),
      events: [...state.events, ...fresh], number: Math.max(state.number, message.number), playback: null,
      commitment: message.commitment, nonce_commitments: message.nonce_commitments, rematch: message.table.rematch ?? state.rematch, rematch_by: message.table.rematch_by ?? state.rematch_by,
    };
    return settled(welcomed, state);
  },
  events: (state, message, still) => {
    const fresh = message.events.filter((/** @type {any} */ event) => event.number > state.number);
    const number = fresh.length ? fresh[fresh.length - 1].number : state.number;
    const told = { ...state, number, events: [...state.events, ...fresh], views: { ...state.views, ...namedViews(message.views ?? {}) } };
    const rematch = fresh.find((/** @type {any} */ event) => event.event === "rematch");
    if (rematch) Object.assign(told, { rematch: rematch.table, rematch_by: rematch.by });
    const before = shownView(state);
    const after = currentView(told);
    const playback = before && after && !still ? playbackOf(fresh, before, after, { ...state, speed: state.settings.speed }) : null;
    if (playback) {
      return { ...told, playback, aim: null, preview: null, pick: null, activating: false, looking: null, swapped: false, pointed: null };
    }
    return settled(told, state);
  },
  paused: (state, { paused }) => ({ ...state, connection: paused ? "paused" : "open" }),
  presence: (state, message) => ({ ...state, presence: message.seats.map((/** @type {any} */ p) => ({ ...p, at: message.at })) }),
  reaction: (state, { seat, reaction, at }) => (state.settings.muted && !state.you.includes(seat) ? state : { ...state, reactions: { ...state.reactions, [seat]: { reaction, at } } }),
  error: (state, message) => ({ ...state, refusal: message.error }),
  clock: (state, message) => ({ ...state, clocks: Object.fromEntries(message.clocks.map((/** @type {any} */ clock) => [clock.seat, { left: clock.left, at: message.at }])) }),
};

/** @template T @param {Record<number, T>} things @param {number} key @returns {Record<number, T>} */
function without(things, key) {
  const { [key]: _, ...others } = things;
  return others;
}

/** The server's views, with everybody's name as this reader knows them. @param {Record<string, import("./types.js").View>} views @returns {Record<string, View>} */
export function namedViews(views) {
  return Object.fromEntries(Object.entries(views).map(([key, view]) => {
    const seats = view.seats.map((seat) => ({ ...seat, sent_name: seat.name }));
    return [key, named({ ...view, seats })];
  }));
}

/** A view with everybody's name as this reader knows them. @param {View} view @returns {View} */
function named(view) {
  const names = seatNames(view.seats.map((seat) => ({ ...seat, name: seat.sent_name })));
  return { ...view, seats: view.seats.map((seat, i) => ({ ...seat, name: names[i] })) };
}

/** After a change of language: bots are renamed, and messages from the server are dropped. A refused choice gets a new preview. @param {State} state @returns {State} */
function renamed(state) {
  const views = Object.fromEntries(Object.entries(state.views).map(([key, view]) => [key, named(view)]));
  const playback = state.playback && { ...state.playback, before: named(state.playback.before), after: named(state.playback.after), view: named(state.playback.view) };
  return { ...state, views, playback, refusal: null, trouble: state.trouble?.sentence ? null : state.trouble };
}

/** After news: whose turn it is on this device, and a clean turn where it is a new one. @param {State} state @param {State} before @returns {State} */
function settled(state, before) {
  const view = currentView(state) ?? null;
  if (!view) return state;
  const next = { ...state, seat: seatOnTurn(state, view) };
  if (view.stage !== "act") next.handed = null;
  if (turnKey(next) === turnKey(before) && !state.playback && !before.playback) return next;
  return withAim({ ...next, swapped: false, pick: null, modify: null, activate: null, activating: false, preview: null, aim: null, refusal: null, why: null });
}

/** What makes a turn a new one: another seat, round or stage, a modification made, a die rolled, a choice confirmed or taken back. @param {State} state */
export function turnKey(state) {
  const view = currentView(state);
  if (!view) return "";
  const player = view.seats[Number(state.seat)];
  return [state.seat, view.round, view.stage, view.options.shots.length > 0, player?.choice?.move, player?.choice?.rolled, isReplaced(state)].join("/");
}

/** @param {State} state @param {View} view */
function seatOnTurn(state, view) {
  if (!state.you.length) return state.seat ?? 0;
  if (state.seat !== null && view.to_move.includes(state.seat) && state.you.includes(state.seat)) return state.seat;
  return view.to_move.find((seat) => state.you.includes(seat)) ?? (state.seat !== null && state.you.includes(state.seat) ? state.seat : state.you[0]);
}

/** @param {State} state @returns {State} */
function withAim(state) {
  const view = currentView(state);
  const option = shotOption(state);
  const mine = view && state.seat !== null && state.you.includes(state.seat);
  if (!mine || !option || view.stage !== "act") return { ...state, aim: null, preview: null, told: null };
  return { ...state, aim: aiming.layOut(option, state.aim, gridSize(view)), preview: null, told: null, activating: false, activate: null };
}

/** @param {State} state @param {string} how @param {any} by @returns {State} */
function aimed(state, how, by) {
  const view = currentView(state);
  const option = shotOption(state);
  const { aim } = state;
  if (!view || !option || !aim) return state;
  const grid = gridSize(view);
  /** @type {Record<string, () => import("./state-types.js").Aim>} */
  const ways = {
    step: () => ({ ...aiming.moved(aim, option, grid, by[0], by[1]), placed: false, followed: true }),
    over: () => ({ ...aiming.centredOn(aim, option, grid, by), placed: false, followed: false }),
    place: () => ({ ...aiming.centredOn(aim, option, grid, by), placed: true, followed: true }),
    settle: () => ({ ...aim, placed: true, followed: true }),
    lift: () => ({ ...aim, placed: false }),
    turn: () => aiming.turned(aim, option),
    next_spot: () => aiming.withNextSpot(aim, option),
  };
  const next = ways[how]();
  const same = next.row === aim.row && next.column === aim.column && next.pips === aim.pips;
  if (same) return { ...state, aim: next, sure: null };
  return { ...state, aim: next, preview: null, sure: null, refusal: null, why: null };
}

/** @param {State} state @param {(playback: import("./state-types.js").Playback) => import("./state-types.js").Playback | null} go @returns {State} */
function played(state, go) {
  if (!state.playback) return state;
  const playback = go(state.playback);
  return playback ? { ...state, playback } : settled({ ...state, playback: null }, state);
}
