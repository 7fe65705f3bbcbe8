/**
 * The formation that a player moves over the grid: which spots of its frame fire, and where the
 * frame lies. Its possible forms come from the server's options; there are no rules here. No DOM.
 */

/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./state-types.js").Aim} Aim */
/** @typedef {import("./types.js").ShotOption} ShotOption */

/** Every form of an option: spots in its frame. @param {ShotOption} option @returns {Field[][]} */
export function formsOf(option) {
  return option.shapes.flatMap((shape) => shape.corners.map((corner) => placedIn(shape.fields, corner)));
}

/** @param {Field[]} fields @param {Field} corner @returns {Field[]} */
function placedIn(fields, [row, column]) {
  return fields.map(([r, c]) => [r + row, c + column]);
}

/** The form of a shape that lies most in the middle of its frame. @param {ShotOption} option @param {import("./types.js").Shape} shape */
function centred(option, shape) {
  const middle = (option.frame - 1) / 2;
  const off = (/** @type {Field[]} */ pips) => {
    const rows = pips.map((p) => p[0]);
    const columns = pips.map((p) => p[1]);
    const centre = (/** @type {number[]} */ n) => (Math.min(...n) + Math.max(...n)) / 2;
    return pips.length ? Math.abs(centre(rows) - middle) + Math.abs(centre(columns) - middle) : 0;
  };
  const forms = shape.corners.map((corner) => placedIn(shape.fields, corner));
  return forms.reduce((best, form) => (off(form) < off(best) ? form : best));
}

/** @param {Field[]} a @param {Field[]} b */
function isSameForm(a, b) {
  return a.length === b.length && a.every((field) => holds(b, field));
}

/** @param {Field[]} fields @param {Field} field */
export function holds(fields, field) {
  return fields.some(([row, column]) => row === field[0] && column === field[1]);
}

/**
 * Place an option's formation where the last one was, or in the middle of the grid.
 * @param {ShotOption} option
 * @param {Aim | null} before
 * @param {{rows: number, columns: number}} grid
 * @returns {Aim}
 */
export function layOut(option, before, grid) {
  const aim = {
    modify: option.modify,
    row: before ? before.row : Math.floor((grid.rows - option.frame) / 2),
    column: before ? before.column : Math.floor((grid.columns - option.frame) / 2),
    pips: centred(option, option.shapes[0]),
    // Another die or system makes another shot: it has to be placed again.
    placed: false,
    followed: before ? before.followed : false,
  };
  if (before) {
    // Where no spot is chosen, a tapped field is the middle: a lone pip must not stay in a corner.
    const forms = hasSpots(option) ? formsOf(option) : option.shapes.map((shape) => centred(option, shape));
    const near = nearest(forms, before.pips);
    if (near) aim.pips = near;
  }
  return clamped(aim, option, grid);
}

/** The form that differs least from some pips. @param {Field[][]} forms @param {Field[]} pips */
function nearest(forms, pips) {
  const distance = (/** @type {Field[]} */ form) =>
    form.filter((f) => !holds(pips, f)).length + pips.filter((f) => !holds(form, f)).length;
  return forms.reduce(
    (/** @type {Field[] | null} */ best, form) => (!best || distance(form) < distance(best) ? form : best),
    null,
  );
}

/** Keep part of the frame over the grid. @param {Aim} aim @param {ShotOption} option @param {{rows: number, columns: number}} grid */
function clamped(aim, option, grid) {
  const least = 1 - option.frame;
  return {
    ...aim,
    row: Math.max(least, Math.min(grid.rows - 1, aim.row)),
    column: Math.max(least, Math.min(grid.columns - 1, aim.column)),
  };
}

/** @param {Aim} aim @param {ShotOption} option @param {{rows: number, columns: number}} grid @param {number} down @param {number} right */
export function moved(aim, option, grid, down, right) {
  return clamped({ ...aim, row: aim.row + down, column: aim.column + right }, option, grid);
}

/** Put the middle of the frame on a field. @param {Aim} aim @param {ShotOption} option @param {{rows: number, columns: number}} grid @param {Field} field */
export function centredOn(aim, option, grid, field) {
  const half = Math.floor(option.frame / 2);
  return clamped({ ...aim, row: field[0] - half, column: field[1] - half }, option, grid);
}

/** Turn the formation: by a quarter turn where single spots are chosen, else to the next shape. @param {Aim} aim @param {ShotOption} option @returns {Aim} */
export function turned(aim, option) {
  if (!hasSpots(option)) {
    const now = option.shapes.findIndex((shape) =>
      shape.corners.some((corner) => isSameForm(placedIn(shape.fields, corner), aim.pips)));
    return { ...aim, pips: centred(option, option.shapes[(now + 1) % option.shapes.length]) };
  }
  /** @type {Field[]} */
  const quarter = aim.pips.map(([row, column]) => [column, option.frame - 1 - row]);
  const form = formsOf(option).find((other) => isSameForm(other, quarter));
  return form ? { ...aim, pips: form } : aim;
}

/** Whether turning changes anything. @param {ShotOption} option */
export function canTurn(option) {
  return option.shapes.length > 1 || hasSpots(option);
}

/** Whether single spots of the frame can be chosen. @param {ShotOption} option */
export function hasSpots(option) {
  return option.count > 0 && (option.system === "artillery" || option.system === "engine");
}

/**
 * The spot that a system changes: artillery's extra pip, or the one that the engine leaves out; null if there is none.
 * @param {Aim} aim @param {ShotOption} option @param {ShotOption | undefined} plain the same die without the system
 * @returns {Field | null}
 */
export function specialSpot(aim, option, plain) {
  if (!plain || !hasSpots(option)) return null;
  for (const form of formsOf(plain)) {
    const [more, fewer] = option.system === "artillery" ? [aim.pips, form] : [form, aim.pips];
    const rest = more.filter((spot) => !holds(fewer, spot));
    if (rest.length === 1 && more.length === fewer.length + 1) return rest[0];
  }
  return null;
}

/** The next form that keeps all pips but one: another spot for the extra or the missing pip. @param {Aim} aim @param {ShotOption} option */
export function withNextSpot(aim, option) {
  const near = formsOf(option).filter((form) => form.filter((f) => !holds(aim.pips, f)).length <= 1);
  const now = near.findIndex((form) => isSameForm(form, aim.pips));
  return near.length ? { ...aim, pips: near[(now + 1) % near.length] } : aim;
}

/** Where the torpedoes go. @param {Aim} aim @returns {Field[]} */
export function torpedoesOf(aim) {
  return placedIn(aim.pips, [aim.row, aim.column]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}
