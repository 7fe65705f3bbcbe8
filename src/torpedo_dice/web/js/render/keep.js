/** Caches parts of a drawing: they are rebuilt only when their data has changed, and otherwise not even compared. */

/**
 * A cache of drawings, keyed by everything they show.
 * @param {number} most how many it keeps
 * @returns {(key: string, draw: () => import("../dom.js").VNode) => import("../dom.js").VNode}
 */
export function keeper(most) {
  /** @type {Map<string, import("../dom.js").VNode>} */
  const kept = new Map();
  return (key, draw) => {
    const found = kept.get(key);
    if (found) return found;
    if (kept.size >= most) kept.clear();
    const drawn = draw();
    kept.set(key, drawn);
    return drawn;
  };
}

/**
 * Caches the last drawing of something that depends on a single state.
 * @template T
 * @returns {(state: import("../state-types.js").State, draw: () => T) => T}
 */
export function lastOf() {
  /** @type {{state: import("../state-types.js").State, drawn: T} | null} */
  let last = null;
  return (state, draw) => {
    if (last?.state !== state) last = { state, drawn: draw() };
    return last.drawn;
  };
}
