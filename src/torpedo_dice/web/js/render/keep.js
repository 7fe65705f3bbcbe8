/** Parts of a drawing that stay: described again only when what they show has changed, and then not compared either. */

/**
 * A store of drawings by all that they show.
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
 * The last drawing of a thing that follows from one state alone.
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
