/** The keyboard at the table: what each key means at this moment. */

import { SYSTEMS } from "./board.js";
import { currentView, isHanding, isMyMove } from "./state.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {TablePage} page @param {string} key @returns {boolean} whether it meant something */
export function pressKey(page, key) {
  const wish = wishOf(page, key);
  wish?.();
  return !!wish;
}

/** @param {TablePage} page @param {string} key @returns {(() => void) | null} */
function wishOf(page, key) {
  const { state } = page;
  if (key === "?") return () => page.do({ type: "panel", panel: "help" });
  if (key === "Escape") return () => escape(page);
  if (state.playback) return key === " " || key === "Enter" ? () => page.news.hurry() : null;
  if (isHanding(state)) return key === "Enter" ? () => page.do({ type: "hand" }) : null;
  if (state.panel || !isMyMove(state)) return null;
  if (key === "Enter") return () => { page.choice.enter(); };
  return currentView(state)?.stage === "take" ? takingWish(page, key) : actingWish(page, key);
}

/** @param {TablePage} page */
function escape(page) {
  const { panel, playback, looking } = page.state;
  if (panel) page.do({ type: "panel", panel });
  else if (playback) page.news.skip();
  else if (looking !== null) page.do({ type: "look", seat: looking });
  else if (page.state.activating) page.do({ type: "activating", on: false });
  else if (page.state.aim?.placed) page.choice.aim("lift");
}

/** @param {TablePage} page @param {string} key */
function takingWish(page, key) {
  const picks = currentView(page.state)?.options.picks ?? [];
  if (picks.includes(Number(key) - 1)) return () => page.do({ type: "pick", pick: Number(key) - 1 });
  const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (!by || !picks.length) return null;
  const now = page.state.pick === null ? (by > 0 ? -1 : 0) : picks.indexOf(page.state.pick);
  return () => page.do({ type: "pick", pick: picks[(now + by + picks.length) % picks.length] });
}

/** @param {TablePage} page @param {string} key */
function actingWish(page, key) {
  const { state } = page;
  if (STEPS[key]) return () => page.choice.aim("step", STEPS[key]);
  if (key === "0") return () => page.do({ type: "modify", move: null });
  if (SYSTEMS[Number(key) - 1]) return () => page.choice.touchSystem(SYSTEMS[Number(key) - 1]);
  switch (key.toLowerCase()) {
    case "r": return () => page.choice.aim("turn");
    case "s": return () => page.choice.aim("next_spot");
    case "a": return currentView(state)?.options.activations.length
      ? () => page.do({ type: "activating", on: !state.activating }) : null;
    default: return null;
  }
}
