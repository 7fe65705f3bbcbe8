/** What this device stores: the secrets of its seats, what it saw of the dice, finished games, the settings, the last choices. */

/** @template T @param {string} key @param {T} fallback @returns {T} */
function read(key, fallback) {
  try {
    const text = localStorage.getItem(`torpedo.${key}`);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {any} value */
function write(key, value) {
  try {
    localStorage.setItem(`torpedo.${key}`, JSON.stringify(value));
  } catch {
    // A device without storage can still play.
  }
}

/** @typedef {{table: string, seat: number, secret: string}} KnownSeat */

// As many as the server looks up in one call.
const SEATS_KEPT = 50;
const GAMES_KEPT = 500;

/** @returns {KnownSeat[]} */
export function knownSeats() {
  return read("seats", /** @type {KnownSeat[]} */ ([]));
}

/** @param {string} table */
export function secretsOf(table) {
  return knownSeats().filter((seat) => seat.table === table).map((seat) => seat.secret);
}

/** @param {string} table @param {{seat: number, secret: string}[]} seats */
export function rememberSeats(table, seats) {
  const others = knownSeats().filter((known) => known.table !== table || !seats.some((s) => s.seat === known.seat));
  write("seats", [...seats.map(({ seat, secret }) => ({ table, seat, secret })), ...others].slice(0, SEATS_KEPT));
}

/** @param {KnownSeat[]} seats */
export function forget(seats) {
  write("seats", knownSeats().filter((known) => !seats.some(({ table, secret }) => known.table === table && known.secret === secret)));
}

/**
 * What this device saw of a table's dice before the first roll, and its own nonces by seat. `drawn`: the dice are to draw who starts; `committed`: the table has taken the commitment.
 * @typedef {{commitment: string | null, drawn: boolean, nonce_commitments: (string | null)[] | null, shares: Record<number, {nonce: string, committed: boolean}>}} SeenDice
 */

/** @param {string} table @returns {SeenDice} */
export function seenDice(table) {
  return { commitment: null, drawn: false, nonce_commitments: null, shares: {}, .../** @type {Record<string, Partial<SeenDice>>} */ (read("dice", {}))[table] };
}

/** @param {string} table @param {Partial<SeenDice>} change */
export function rememberDice(table, change) {
  const { [table]: _, ...others } = /** @type {Record<string, SeenDice>} */ (read("dice", {}));
  write("dice", Object.fromEntries([[table, { ...seenDice(table), ...change }], ...Object.entries(others)].slice(0, SEATS_KEPT)));
}

/** @param {string} table @param {number} seat @param {string} nonce @param {boolean} committed */
export function rememberShare(table, seat, nonce, committed) {
  rememberDice(table, { shares: { ...seenDice(table).shares, [seat]: { nonce, committed } } });
}

/** Remember a table that was made here, and the nonces of its seats. @param {{table: string, seats: {seat: number, secret: string}[]}} made @param {Partial<SeenDice>} dice @param {string[]} nonces by seat */
export function rememberTable({ table, seats }, dice, nonces) {
  rememberSeats(table, seats);
  rememberDice(table, dice);
  for (const { seat } of seats) rememberShare(table, seat, nonces[seat], true);
}

/** The last finished games, the newest first. @returns {import("./history.js").PastGame[]} */
export function pastGames() {
  return read("games", /** @type {import("./history.js").PastGame[]} */ ([]));
}

/** Remember a finished game, once. @param {import("./history.js").PastGame} game */
export function rememberGame(game) {
  const others = pastGames();
  if (!others.some(({ table }) => table === game.table)) write("games", [game, ...others].slice(0, GAMES_KEPT));
}

export function forgetGames() {
  write("games", []);
}

/** @returns {import("./state-types.js").Settings} */
export function settings() {
  const { sound, ...others } = /** @type {Record<string, any>} */ (read("settings", {}));
  // Older versions kept whether there is sound, not how loud it is.
  return { speed: "calm", theme: "system", muted: false, name: "", ...others, sound: Number(sound ?? 0) };
}

/** Whether to offer sound: once, on a device where it is off. Asking marks it as offered. */
export function offersSound() {
  const offers = !settings().sound && !read("sound_offered", false);
  write("sound_offered", true);
  return offers;
}

/** @param {import("./state-types.js").Settings} value */
export function rememberSettings(value) {
  write("settings", value);
}

/** The language that was chosen on this device. @returns {string | null} */
export function language() {
  return read("language", null);
}

/** @param {string} value */
export function rememberLanguage(value) {
  write("language", value);
}

/** Progress in the lesson: the step to resume, those whose goal was reached, and whether it was offered. @returns {{at: string | null, done: string[], offered: boolean}} */
export function lesson() {
  return { at: null, done: [], offered: false, ...read("lesson", {}) };
}

/** @param {Partial<ReturnType<typeof lesson>>} change */
export function rememberLesson(change) {
  write("lesson", { ...lesson(), ...change });
}

/** The last choices on the start page. @returns {Record<string, any>} */
export function lastChoices() {
  return read("choices", {});
}

/** @param {Record<string, any>} choices */
export function rememberChoices(choices) {
  write("choices", choices);
}

/** Hand a record over to the page that opens next in this tab. @param {any} record */
export function handRecord(record) {
  try {
    sessionStorage.setItem("torpedo.record", JSON.stringify(record));
  } catch {
    // Without storage, it has to be opened again there.
  }
}

/** The record that another page handed over. @returns {any} */
export function handedRecord() {
  try {
    return JSON.parse(sessionStorage.getItem("torpedo.record") ?? "null");
  } catch {
    return null;
  }
}
