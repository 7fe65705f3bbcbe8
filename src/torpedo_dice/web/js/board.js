/** Geometry of a sheet's grid: fields and their names, the hull around them, the camera. No DOM. */

/** @typedef {import("./types.js").Field} Field */
/** @typedef {{grid: string[]}} Sheet what is needed of one here */

/** The systems in the order of their numbers. @type {import("./types.js").System[]} */
export const SYSTEMS = ["periscope", "artillery", "tower", "fins", "engine", "portholes", "propeller"];

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MAX_ROWS = 16;
const ROWS_ABOVE = 5;

/** The name of a field: `A1` is the top left one. @param {Field} field */
export function fieldName([row, column]) {
  return `${LETTERS.at(row)}${column + 1}`;
}

/** @param {string} name @returns {Field} */
export function parseField(name) {
  const row = LETTERS.indexOf(name[0]);
  return [row >= MAX_ROWS + ROWS_ABOVE ? row - LETTERS.length : row, Number(name.slice(1)) - 1];
}

/**
 * The grid as rows of kinds: "1" to "7", "o" (plain) or "." (water).
 * @param {Sheet} sheet
 */
export function gridOf(sheet) {
  return sheet.grid.map((row) => row.split(" "));
}

/** The system of a target field; null on plain fields, on water and beyond the grid. @param {string[][]} grid @param {Field} field */
export function systemAt(grid, [row, column]) {
  return SYSTEMS[Number(grid[row]?.[column]) - 1] ?? null;
}

/** All target fields of a grid. @param {string[][]} grid @returns {Field[]} */
export function targetsOf(grid) {
  return grid.flatMap((row, r) => row.map((_, c) => /** @type {Field} */ ([r, c]))).filter((field) => systemAt(grid, field));
}

// ---------------------------------------------------------------- the hull

const FINE = 6;
const MARGIN = 2;
/** @type {Map<string, {hull: string, plating: string}>} */
const hulls = new Map();

/**
 * The outline of the submarine around the sheet's own fields, as paths in units of one field.
 * Every field is a soft blob, longer than it is high; the hull is where they add up to enough.
 * @param {Sheet} sheet
 */
export function hullOf(sheet) {
  const key = sheet.grid.join("/");
  let hull = hulls.get(key);
  if (!hull) {
    const sampled = sampleHull(gridOf(sheet));
    hull = { hull: contour(sampled, 0.42), plating: contour(sampled, 0.78) };
    hulls.set(key, hull);
  }
  return hull;
}

/** @param {string[][]} grid */
function sampleHull(grid) {
  const height = (grid.length + 2 * MARGIN) * FINE + 1;
  const width = (grid[0].length + 2 * MARGIN) * FINE + 1;
  const values = new Float32Array(width * height);
  grid.forEach((row, r) => row.forEach((kind, c) => {
    if (kind === ".") return;
    addBlob(values, width, height, r + 0.5 + MARGIN, c + 0.5 + MARGIN);
  }));
  return { values, width, height };
}

/** @param {Float32Array} values @param {number} width @param {number} height @param {number} row @param {number} column */
function addBlob(values, width, height, row, column) {
  for (let y = Math.max(0, Math.floor((row - 2) * FINE)); y < Math.min(height, (row + 2) * FINE); y++) {
    for (let x = Math.max(0, Math.floor((column - 2) * FINE)); x < Math.min(width, (column + 2) * FINE); x++) {
      const dy = (y / FINE - row) / 0.62;
      const dx = (x / FINE - column) / 0.7;
      values[y * width + x] += Math.exp(-(dx * dx + dy * dy));
    }
  }
}

/**
 * Closed smooth curves where the samples pass a level (marching squares, joined by their edges).
 * @param {{values: Float32Array, width: number, height: number}} sampled
 * @param {number} level
 */
function contour({ values, width, height }, level) {
  const at = (/** @type {number} */ x, /** @type {number} */ y) => values[y * width + x];
  /** @type {Map<string, string>} */
  const next = new Map();
  /** @type {Map<string, [number, number]>} */
  const points = new Map();
  const edge = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ dx, /** @type {number} */ dy) => {
    const id = `${x},${y},${dx}`;
    const a = at(x, y);
    const part = (level - a) / (at(x + dx, y + dy) - a);
    points.set(id, [(x + dx * part) / FINE - MARGIN, (y + dy * part) / FINE - MARGIN]);
    return id;
  };
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const corners = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)].map((v) => v >= level);
      const sides = [() => edge(x, y, 1, 0), () => edge(x + 1, y, 0, 1), () => edge(x, y + 1, 1, 0), () => edge(x, y, 0, 1)];
      // Walk with the inside on the right: enter where outside turns to inside, leave at the other change.
      const enters = [0, 1, 2, 3].filter((i) => !corners[i] && corners[(i + 1) % 4]);
      const leaves = [0, 1, 2, 3].filter((i) => corners[i] && !corners[(i + 1) % 4]);
      enters.forEach((side, i) => next.set(sides[leaves[i]](), sides[side]()));
    }
  }
  return joined(next, points);
}

/** @param {Map<string, string>} next @param {Map<string, [number, number]>} points */
function joined(next, points) {
  let path = "";
  while (next.size) {
    const first = /** @type {string} */ (next.keys().next().value);
    /** @type {[number, number][]} */
    const loop = [];
    for (let id = first; next.has(id);) {
      loop.push(/** @type {[number, number]} */ (points.get(id)));
      const following = /** @type {string} */ (next.get(id));
      next.delete(id);
      id = following;
    }
    if (loop.length > 8) path += smoothed(loop);
  }
  return path;
}

/** A closed curve through the middles between points. @param {[number, number][]} loop */
function smoothed(loop) {
  const points = loop.filter((_, i) => i % 2 === 0);
  const middle = (/** @type {[number, number]} */ a, /** @type {[number, number]} */ b) =>
    `${((a[0] + b[0]) / 2).toFixed(2)} ${((a[1] + b[1]) / 2).toFixed(2)}`;
  let path = `M${middle(points[points.length - 1], points[0])}`;
  points.forEach((point, i) => {
    path += `Q${point[0].toFixed(2)} ${point[1].toFixed(2)} ${middle(point, points[(i + 1) % points.length])}`;
  });
  return `${path}Z`;
}

// ---------------------------------------------------------------- the camera

// The smallest field size, in pixels, that a finger can hit.
const LEAST_FIELD = 24;

/**
 * What part of the sea the window shows, in units of one field: everything if it fits with fields
 * that a finger can hit, and always the torpedoes, also those beyond the grid's edge.
 * @param {Sheet} sheet
 * @param {{width: number, height: number}} size
 * @param {Field[]} torpedoes
 */
export function cameraOf(sheet, size, torpedoes) {
  const rows = sheet.grid.length;
  const columns = gridOf(sheet)[0].length;
  const room = size.width < 600 ? 0.08 : 0.75;
  const field = Math.max(LEAST_FIELD, Math.min(size.width / (columns + 2 * room), size.height / (rows + 2 * room)));
  const width = size.width / field;
  const height = size.height / field;
  return {
    x: along((columns - width) / 2, width, torpedoes.map(([, column]) => column)),
    y: along((rows - height) / 2, height, torpedoes.map(([row]) => row)),
    width,
    height,
    field,
  };
}

/** The start of a view, moved if need be so that some fields are in it. @param {number} start @param {number} length @param {number[]} keep */
function along(start, length, keep) {
  if (!keep.length) return start;
  const from = Math.min(...keep);
  const to = Math.max(...keep) + 1;
  if (from < start) return from;
  return to > start + length ? to - length : start;
}

/** A hand's small irregularity, the same for the same field every time. @param {Field} field @param {number} salt */
export function wobble([row, column], salt) {
  const x = Math.sin(row * 127.1 + column * 311.7 + salt * 74.7) * 43758.5453;
  return x - Math.floor(x) - 0.5;
}

/** A cross made with a pen in a field, in units of one field. @param {Field} field */
export function crossPath(field) {
  const w = (/** @type {number} */ salt) => wobble(field, salt) * 0.12;
  const [row, column] = field;
  const at = (/** @type {number} */ dx, /** @type {number} */ dy, /** @type {number} */ salt) =>
    `${(column + 0.5 + dx + w(salt)).toFixed(2)} ${(row + 0.5 + dy + w(salt + 1)).toFixed(2)}`;
  return `M${at(-0.3, -0.3, 1)}Q${at(0.05, -0.02, 3)} ${at(0.3, 0.31, 5)}M${at(0.31, -0.3, 7)}Q${at(0.02, 0.05, 9)} ${at(-0.31, 0.3, 11)}`;
}
