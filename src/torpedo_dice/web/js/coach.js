/** The coach: how good the choice is that is about to be made, and which one is best. */

import { call } from "./api.js";
import { movesOf, turnKey } from "./state.js";
import * as store from "./store.js";

/**
 * What the coach has said: about which choice, in which turn.
 * @typedef {{key: string, turn: string, win: number, score: number | null, best: {win: number, score: number | null, moves: string[], fields: import("./types.js").Field[] | null} | null}} Told
 */

/** The key of the choice as it is now. @param {import("./state-types.js").State} state */
export const choiceKey = (state) => movesOf(state)?.join() ?? "";

/** Ask about the choice; asked again, the coach tells the best one, too. @param {import("./table.js").TablePage} page */
export async function askCoach(page) {
  const { state } = page;
  const moves = movesOf(state);
  if (!moves || state.busy) return;
  const asked = { key: choiceKey(state), turn: turnKey(state) };
  const [secret] = store.secretsOf(state.table);
  const advice = await call(`/api/tables/${state.table}/coach`, { secret, moves, best: state.advice?.key === asked.key || !!state.advice?.best });
  if (turnKey(page.state) === asked.turn) page.do({ type: "advice", advice: { ...advice, ...asked } });
}
