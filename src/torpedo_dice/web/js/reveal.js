/**
 * The end of a round as a sequence of camera cuts: every salvo on the submarine that it hits, yours
 * first, then the one on you, then the others. Pure: no DOM, no clock, no settings.
 *
 * A page plays a round like this (the table does it in news.js, a replay can do the same):
 *
 *   let playback = playbackOf(events, before, after, { you, seat, speed });   // null: nothing to show
 *   state = { ...state, playback };     // renderStage(state) of render/table.js draws it, and so do
 *                                       // dashboard, strips and log: they read shownView and shownSteps
 *   after phaseMs(playback) milliseconds: playback = nextPhase(playback);     // null after the last one
 *   skipping: playback = nextCut(playback)
 *
 * Each cut has two phases: torpedoes run in, then they have landed. `cutsOf` alone gives the cuts with
 * their durations; words.js has the sentence of a cut (`cutInWords`), render/reveal.js its plate.
 */

import { gridOf, parseField, systemAt, targetsOf } from "./board.js";

/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./types.js").System} System */
/** @typedef {import("./state-types.js").AnyEvent} AnyEvent */
/** @typedef {import("./state-types.js").View} View */
/** @typedef {import("./state-types.js").Cut} Cut */
/** @typedef {import("./state-types.js").Playback} Playback */
/** @typedef {{you: number[], seat: number | null, speed: import("./state-types.js").Settings["speed"]}} Viewer whose seats are here, which one is shown, how fast */

/** What the end of a round consists of. */
const SHOWN = new Set(["fired", "activated", "destroyed", "automaton_fired", "ended"]);
// How long a cut takes at a calm pace, in milliseconds: one that concerns you, and one that does not.
const LENGTH = { salvo: [1500, 950], switch: [900, 700], automaton: [1500, 1500], sinks: [2200, 2200] };
const PLATE = 450;
const FACTOR = { calm: 1, quick: 0.42, instant: 0 };
// The maximum duration of a whole reveal.
const LIMIT = { calm: 5600, quick: 2300, instant: 0 };
// The fraction of a cut after which torpedoes have landed, or a lamp lights up.
const LANDING = { salvo: 0.45, switch: 0.25, automaton: 0.45, sinks: 0 };

/** The events that belong to the end of a round. @param {AnyEvent[]} events */
export function revealed(events) {
  return events.filter((event) => SHOWN.has(event.event));
}

/**
 * The cuts of a round's end, in the order in which they are shown.
 * @param {AnyEvent[]} events all that happened @param {View} view how things stood before @param {Viewer} viewer @returns {Cut[]}
 */
export function cutsOf(events, view, viewer) {
  const shown = revealed(events);
  const cuts = [
    ...seatsInOrder(view, viewer).flatMap((seat) => shown.flatMap((event) => actionOf(event, seat, shown, viewer))),
    ...shown.flatMap((event) => automatonCut(event, shown)),
    ...sinkingCuts(shown, view, viewer),
  ];
  if (!cuts.length) return [];
  // Events without their own cut are reported with the last one.
  const told = new Set(cuts.flatMap((cut) => cut.events));
  cuts[cuts.length - 1].events.push(...shown.filter((event) => !told.has(event)));
  return timed(cuts, viewer.speed);
}

/** Yours, then the one that attacks you, then the others; if nobody or several are here, all in turn. @param {View} view @param {Viewer} viewer */
function seatsInOrder(view, { you, seat }) {
  const around = Array.from({ length: view.players }, (_, i) => ((seat ?? 0) + i) % view.players);
  if (you.length !== 1) return around;
  const first = [you[0], view.seats[you[0]].attacker];
  return [...new Set([...first, ...around])].filter((one) => one !== null);
}

/** What a seat did in phase 3. @param {AnyEvent} event @param {number | null} seat @param {AnyEvent[]} all @param {Viewer} viewer @returns {Cut[]} */
function actionOf(event, seat, all, { you }) {
  if (event.event === "activated" && event.seat === seat) {
    return [{ kind: "switch", by: seat, boat: seat, system: event.system, fields: [], struck: [], destroyed: [], events: [event], ms: LENGTH.switch[isFar([seat], you)] }];
  }
  if (event.event !== "fired" || event.seat !== seat) return [];
  const fallen = all.filter((one) => one.event === "destroyed" && one.by === seat);
  const destroyed = fallen.flatMap((one) => (one.event === "destroyed" ? [one.system] : []));
  const ms = event.fields.length ? LENGTH.salvo[isFar([seat, event.target], you)] : LENGTH.switch[1];
  return [{ kind: "salvo", by: seat, boat: event.target, system: null, fields: event.fields, struck: event.struck, destroyed, events: [event, ...fallen], ms }];
}

/** Whether a cut concerns nobody here, as an index. @param {(number | null)[]} seats @param {number[]} you */
const isFar = (seats, you) => (you.length !== 1 || seats.includes(you[0]) ? 0 : 1);

/** The automaton's shot, unless it no longer fires. @param {AnyEvent} event @param {AnyEvent[]} all @returns {Cut[]} */
function automatonCut(event, all) {
  if (event.event !== "automaton_fired" || event.effect === "none") return [];
  const fallen = all.filter((one) => one.event === "destroyed" && one.by === null);
  return [{
    kind: "automaton", by: null, boat: 0, system: event.system, fields: [], struck: [], ms: LENGTH.automaton[0],
    destroyed: event.effect === "destroyed" && event.system ? [event.system] : [], events: [event, ...fallen],
  }];
}

/** Each submarine that goes down at the end, your own first. @param {AnyEvent[]} all @param {View} view @param {Viewer} viewer @returns {Cut[]} */
function sinkingCuts(all, view, { you }) {
  const ended = all.find((event) => event.event === "ended");
  if (!ended) return [];
  const fallen = (/** @type {number | null} */ boat) => all.flatMap((event) => (event.event === "destroyed" && event.seat === boat ? [event.system] : []));
  const boats = view.mode === "solo" ? [0, null] : view.seats.map(({ seat }) => seat);
  const sunk = boats.filter((boat) => new Set([...goneFrom(view, boat), ...fallen(boat)]).size === view.seats[0].systems.length);
  sunk.sort((a, b) => Number(you.includes(Number(b)) && b !== null) - Number(you.includes(Number(a)) && a !== null));
  return sunk.map((boat, i) => ({ kind: "sinks", by: null, boat, system: null, fields: [], struck: [], destroyed: [], events: i ? [] : [ended], ms: LENGTH.sinks[0] }));
}

/** Give the cuts their final durations. @param {Cut[]} cuts @param {Viewer["speed"]} speed */
function timed(cuts, speed) {
  const wanted = cuts.map((cut) => (cut.ms + (cut.destroyed.length ? PLATE : 0)) * FACTOR[speed]);
  const total = wanted.reduce((sum, ms) => sum + ms, 0);
  const squeeze = Math.min(1, LIMIT[speed] / (total || 1));
  return cuts.map((cut, i) => ({ ...cut, ms: Math.round(wanted[i] * squeeze) }));
}

// ---------------------------------------------------------------- playing

/**
 * A round's end, ready to be shown; null if nothing in it is.
 * @param {AnyEvent[]} events @param {View} before @param {View} after @param {Viewer} viewer @returns {Playback | null}
 */
export function playbackOf(events, before, after, viewer) {
  const cuts = cutsOf(events, before, viewer);
  return cuts.length ? arrived({ cuts, at: 0, landed: false, skips: 0, before, after, view: before }) : null;
}

/** The next phase: torpedoes land, then the next cut. @param {Playback} playback @returns {Playback | null} */
export function nextPhase(playback) {
  return playback.landed ? nextCut(playback) : withView({ ...playback, landed: true });
}

/** The next cut. @param {Playback} playback @returns {Playback | null} */
export function nextCut(playback) {
  const at = playback.at + 1;
  return at < playback.cuts.length ? arrived({ ...playback, at, landed: false }) : null;
}

/** How long the phase that is shown takes, in milliseconds. @param {Playback} playback */
export function phaseMs({ cuts, at, landed }) {
  const { kind, ms } = cuts[at];
  const landing = Math.round(ms * LANDING[kind]);
  return landed ? ms - landing : landing;
}

/** The events that a playback has shown so far. @param {Playback | null} playback */
export function toldBy(playback) {
  return playback ? playback.cuts.slice(0, playback.at + Number(playback.landed)).flatMap((cut) => cut.events) : [];
}

/** @param {Playback} playback A cut without torpedoes begins with its second phase. */
function arrived(playback) {
  return withView(phaseMs(playback) ? playback : { ...playback, landed: true });
}

// What a shot changes on the sheet of the player who fired it.
const DEALT = /** @type {const} */ (["hits", "misses_at", "reserve", "skull", "enemy_destroyed", "explosions"]);

/** The view with everything that has landed so far, and nothing else of the round's results. @param {Playback} playback @returns {Playback} */
function withView(playback) {
  const { cuts, at, landed, before, after } = playback;
  const seats = [...before.seats];
  for (const { kind, by, boat, system, destroyed } of cuts.slice(0, at + Number(landed))) {
    if (kind === "salvo" && by !== null) seats[by] = { ...seats[by], ...Object.fromEntries(DEALT.map((key) => [key, after.seats[by][key]])) };
    if (boat === null) continue;
    const systems = seats[boat].systems.map((one, i) => (one.system === system || destroyed.includes(one.system) ? after.seats[boat].systems[i] : one));
    seats[boat] = { ...seats[boat], systems };
  }
  return { ...playback, view: { ...before, seats } };
}

// ---------------------------------------------------------------- submarines

/** Systems of a submarine that are destroyed; in solo, null is the enemy. @param {View} view @param {number | null} boat @returns {System[]} */
export function goneFrom(view, boat) {
  if (boat === null) return view.seats[0].enemy_destroyed;
  return view.seats[boat].systems.flatMap(({ system, status }) => (status === "destroyed" ? [system] : []));
}

/** Whether a submarine has been sunk. @param {View} view @param {number | null} boat */
export function isSunk(view, boat) {
  return goneFrom(view, boat).length === view.seats[0].systems.length;
}

/** A submarine and its marks, which are on its attacker's sheet. In solo your own has boxes instead. @param {View} view @param {number | null} boat @param {Playback | null} playback @returns {import("./state-types.js").Boat} */
export function boatOf(view, boat, playback) {
  const attacker = boat === null ? 0 : view.seats[boat].attacker;
  const by = attacker === null ? null : view.seats[attacker];
  const { fields, system } = newest(view, boat, attacker, playback);
  return {
    boat, gone: goneFrom(view, boat), hits: by?.hits.map(parseField) ?? [], misses: by?.misses_at ?? [], fresh: fields, touched: system,
    boxes: by || boat === null ? null : Object.fromEntries(view.seats[boat].systems.map((one) => [one.system, one.boxes])),
  };
}

/** The newest marks: those of this round so far, or of the last one. @param {View} view @param {number | null} boat @param {number | null} attacker @param {Playback | null} playback @returns {{fields: Field[], system: System | null}} */
function newest(view, boat, attacker, playback) {
  if (playback) {
    const shown = playback.cuts.slice(0, playback.at + Number(playback.landed)).filter((cut) => cut.boat === boat);
    return { fields: shown.flatMap((cut) => cut.fields), system: shown.at(-1)?.system ?? null };
  }
  const last = view.last_round;
  if (attacker === null) return { fields: [], system: last?.automaton?.effect === "missed" ? null : last?.automaton?.system ?? null };
  return { fields: last?.turns.find((turn) => turn.seat === attacker)?.fire ?? [], system: null };
}

/** The target field in the middle of a system. @param {{grid: string[]}} sheet @param {System} system @returns {Field} */
export function heartOf(sheet, system) {
  const grid = gridOf(sheet);
  const fields = targetsOf(grid).filter((field) => systemAt(grid, field) === system);
  const middle = [0, 1].map((axis) => fields.reduce((sum, field) => sum + field[axis], 0) / fields.length);
  const away = (/** @type {Field} */ field) => Math.hypot(field[0] - middle[0], field[1] - middle[1]);
  return fields.reduce((best, field) => (away(field) < away(best) ? field : best));
}
