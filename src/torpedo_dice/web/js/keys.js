/** The keyboard at the table: what each key means at this moment. */

import { SYSTEMS } from "./board.js";
import { currentView, isHanding, isMyMove } from "./state.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {Table} table @param {string} key @returns {boolean} whether it meant something */
export function pressKey(table, key) {
  const wish = wishOf(table, key);
  wish?.();
  return !!wish;
}

/** @param {Table} table @param {string} key @returns {(() => void) | null} */
function wishOf(table, key) {
  const { state } = table;
  if (key === "?") return () => table.do({ type: "panel", panel: "help" });
  if (key === "Escape") return () => escape(table);
  if (state.playback) return key === " " || key === "Enter" ? () => table.skip() : null;
  if (isHanding(state)) return key === "Enter" ? () => table.do({ type: "hand" }) : null;
  if (state.panel || !isMyMove(state)) return null;
  if (key === "Enter") return () => { table.confirm(); };
  return currentView(state)?.stage === "take" ? takingWish(table, key) : actingWish(table, key);
}

/** @param {Table} table */
function escape(table) {
  const { panel, playback, looking } = table.state;
  if (panel) table.do({ type: "panel", panel });
  else if (playback) table.skip();
  else if (looking !== null) table.do({ type: "look", seat: looking });
  else if (table.state.activating) table.do({ type: "activating", on: false });
}

/** @param {Table} table @param {string} key */
function takingWish(table, key) {
  const picks = currentView(table.state)?.options.picks ?? [];
  if (picks.includes(Number(key) - 1)) return () => table.do({ type: "pick", pick: Number(key) - 1 });
  const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (!by || !picks.length) return null;
  const now = table.state.pick === null ? (by > 0 ? -1 : 0) : picks.indexOf(table.state.pick);
  return () => table.do({ type: "pick", pick: picks[(now + by + picks.length) % picks.length] });
}

/** @param {Table} table @param {string} key */
function actingWish(table, key) {
  const { state } = table;
  if (STEPS[key]) return () => table.aim("step", STEPS[key]);
  if (key === "0") return () => table.do({ type: "modify", move: null });
  if (SYSTEMS[Number(key) - 1]) return () => table.touchSystem(SYSTEMS[Number(key) - 1]);
  switch (key.toLowerCase()) {
    case "r": return () => table.aim("turn");
    case "s": return () => table.aim("next_spot");
    case "a": return currentView(state)?.options.activations.length
      ? () => table.do({ type: "activating", on: !state.activating }) : null;
    default: return null;
  }
}
