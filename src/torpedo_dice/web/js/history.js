/** The games finished on this device, and their statistics. No DOM. */

import { currentView } from "./state.js";
import { botName, seatNames } from "./words.js";

/**
 * @typedef {object} PastGame
 * @property {string} table
 * @property {string} ended when this device saw the end, as ISO 8601
 * @property {"training" | "mission" | "solo"} mode
 * @property {number} rounds
 * @property {{name: string, bot: string | null}[]} seats
 * @property {number | null} me the seat of this device; null if it had several
 * @property {number[]} winners
 * @property {string} code what decided the game
 * @property {number[]} scores by seat; alone the score of a win, if it was one
 */
/** @typedef {{mode: PastGame["mode"], opponent: string | null, games: number, won: number, best: number | null}} Tally */

/** The finished game that a table shows. @param {import("./state-types.js").State} state @returns {PastGame} */
export function pastGameOf(state) {
  const view = /** @type {import("./state-types.js").View} */ (currentView(state));
  const over = /** @type {import("./types.js").Over} */ (view.over);
  return {
    table: state.table, ended: new Date().toISOString(), mode: view.mode, rounds: view.round,
    seats: view.seats.map(({ sent_name, bot }) => ({ name: sent_name, bot })),
    me: state.you.length === 1 ? state.you[0] : null, winners: over.winners, code: over.explain.code,
    scores: over.solo ? [over.solo.score].filter((score) => score !== null) : over.scores,
  };
}

/** How a game went for this device. @param {PastGame} game @returns {"won" | "shared" | "lost" | "over"} */
export function resultOf({ me, winners }) {
  if (me === null) return "over";
  if (!winners.includes(me)) return "lost";
  return winners.length > 1 ? "shared" : "won";
}

/** The names of the others at a table. @param {PastGame} game */
export function othersOf({ seats, me }) {
  return seatNames(seats).filter((_, seat) => seat !== me);
}

/** Games, wins and the best score by mode and opponent, those played most often first. @param {PastGame[]} games @returns {Tally[]} */
export function tallies(games) {
  /** @type {Map<string, Tally>} */
  const found = new Map();
  for (const game of games) {
    if (game.me === null) continue;
    for (const opponent of opponentsIn(game)) {
      const key = `${game.mode} ${opponent}`;
      const before = found.get(key) ?? { mode: game.mode, opponent, games: 0, won: 0, best: null };
      const score = game.mode === "solo" ? game.scores[0] ?? null : null;
      found.set(key, {
        ...before, games: before.games + 1, won: before.won + (game.winners.includes(game.me) ? 1 : 0),
        best: score === null ? before.best : Math.max(score, before.best ?? 0),
      });
    }
  }
  return [...found.values()].sort((a, b) => b.games - a.games);
}

/** The opponents: people by name, bots by rank, each once; none in solo. @param {PastGame} game @returns {(string | null)[]} */
function opponentsIn({ mode, seats, me }) {
  if (mode === "solo") return [null];
  const names = seatNames(seats.map(({ name, bot }) => ({ name: bot ? "" : name, bot: null })));
  return [...new Set(seats.map(({ bot }, seat) => (bot ? botName(bot) : names[seat])).filter((_, seat) => seat !== me))];
}
