/** The end of a game, worded for the reader, and its most notable shots. No DOM. */

import { gridOf, targetsOf } from "./board.js";
import { listed, t } from "./i18n.js";
import { isYou, nameOf } from "./words.js";

/** @typedef {import("./state-types.js").View} View */
/** @typedef {import("./state-types.js").AnyEvent} AnyEvent */
/** @typedef {import("./types.js").Over} Over */

// A lost solo game counts as close from here on.
const CLOSE = 0.8;
const BY_POINTS = new Set(["skull_best_score", "skull_more_reserve", "skull_tie"]);

/** @param {View} view */
const overOf = (view) => /** @type {Over} */ (view.over);

/** Whether points decided a game, rather than only a sunk submarine or a skull. @param {Over} over */
export const isDecidedByPoints = (over) => BY_POINTS.has(over.explain.code);

/** The end in one sentence that names the reader. @param {View} view @param {number[]} you @returns {string} */
export function endTitle(view, you) {
  const over = overOf(view);
  const me = you.length === 1 ? you[0] : null;
  const named = (/** @type {number[]} */ seats) => listed(seats.map((seat) => view.seats[seat].name));
  const iWon = me !== null && over.winners.includes(me);
  if (over.explain.code.endsWith("resigned")) return resignedTitle(over, me, named);
  if (over.solo) return soloTitle(view, me);
  if (!over.winners.length) return t("end.nobody");
  if (over.winners.length > 1) return iWon ? t("end.shared_you", { names: named(over.winners.filter((seat) => seat !== me)) }) : t("end.shared", { names: named(over.winners) });
  if (over.reason === "sunk") return sunkTitle(view, over.winners[0], me);
  if (iWon) return t("end.skull_won", { names: named(over.skulls), n: over.skulls.length });
  return me !== null && over.skulls.includes(me) ? t("end.skull_lost") : t("end.wins", { names: named(over.winners) });
}

/** @param {View} view @param {number} winner @param {number | null} me */
function sunkTitle(view, winner, me) {
  const target = Number(view.seats[winner].target);
  const [name, other] = [winner, target].map((seat) => view.seats[seat].name);
  if (me === winner) return t("end.sank", { name: other, n: view.seats[winner].reserve });
  return me === target ? t("end.sank_you", { name }) : t("end.sank_other", { name, other });
}

/** @param {Over} over @param {number | null} me @param {(seats: number[]) => string} named */
function resignedTitle(over, me, named) {
  const resigned = over.explain.seats;
  if (me !== null && resigned.includes(me)) return t("end.resigned_lost");
  if (me !== null && over.winners.includes(me)) return t("end.resigned_won", { name: named(resigned) });
  return over.winners.length ? t("end.resigned", { name: named(resigned), winner: named(over.winners) }) : t("end.resigned_alone", { name: named(resigned) });
}

/** @param {View} view @param {number | null} me */
function soloTitle(view, me) {
  const { name, hits, reserve, enemy_destroyed, systems } = view.seats[0];
  if (overOf(view).solo?.won) return me === null ? t("end.solo_won", { name }) : t("end.sank_enemy", { n: reserve });
  const targets = targetsOf(gridOf(view.sheet)).length;
  const counts = { hits: hits.length, targets, systems: enemy_destroyed.length, all: systems.length };
  return t(hits.length >= CLOSE * targets ? "end.solo_close" : "end.solo_lost", counts);
}

/**
 * What decided a game: for each code, the sentences and the players whom they are about. Where the
 * title is complete, there are none.
 * @type {Record<string, (over: Over) => [string, number[]][]>}
 */
const REASONS = {
  sunk_more_reserve: ({ explain, winners }) => [["sunk_each", explain.seats], ["more_reserve", winners]],
  sunk_tie: ({ explain, winners }) => [["sunk_each", explain.seats], ["tied_reserve", winners]],
  skull_alone: ({ skulls }) => [["missed_out", skulls]],
  skull_best_score: ({ skulls, winners }) => [["skull", skulls], ["most_points", winners]],
  skull_more_reserve: ({ explain, skulls, winners }) => [["skull", skulls], ["tied_points", explain.seats], ["more_reserve", winners]],
  skull_tie: ({ skulls, winners }) => [["skull", skulls], ["tied_all", winners]],
  all_skulls: () => [["all_skulls", []]],
  solo_skull: ({ skulls }) => [["missed_out", skulls]],
  solo_automaton: () => [["last_system", [0]]],
};

/** The reason for the result, unless the title contains it. @param {View} view @param {number[]} you @returns {string} */
export function endReason(view, you) {
  const over = overOf(view);
  const { code, sank_in_vain } = over.explain;
  const about = (/** @type {string} */ key, /** @type {number[]} */ seats) => {
    const names = listed(seats.map((seat) => nameOf(view, seat, you)));
    return t(`explain.${key}${seats.length === 1 && isYou(you, seats[0]) ? "_you" : ""}`, { names, n: seats.length });
  };
  return [
    ...(REASONS[code]?.(over) ?? []).map(([key, seats]) => about(key, seats)),
    ...sank_in_vain.map((seat) => about("sank_in_vain", [seat])),
  ].join(" ");
}

/** @typedef {Extract<AnyEvent, {event: "fired"}> & {round: number}} Shot */

/**
 * The salvo with the most hits and the one with the most misses; ties go to the cleaner one, then to the earlier one.
 * @param {AnyEvent[]} events @returns {{best: Shot | null, costliest: Shot | null}}
 */
export function shotsOfNote(events) {
  let round = 0;
  /** @type {Shot | null} */
  let best = null;
  /** @type {Shot | null} */
  let costliest = null;
  for (const event of events) {
    if (event.event === "rolled") round = event.round;
    if (event.event !== "fired") continue;
    const shot = { ...event, round };
    if (shot.hits > (best?.hits ?? 0) || (shot.hits && shot.hits === best?.hits && shot.misses < best.misses)) best = shot;
    if (shot.misses > (costliest?.misses ?? 0)) costliest = shot;
  }
  return { best, costliest };
}
