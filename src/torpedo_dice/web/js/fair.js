/** Recompute the dice and compare them with what this device saw: docs/dice.md. */

import { hmac, sha256 } from "./sha256.js";

export const SCHEME_1 = "hmac-sha256/1";
const SCHEME_2 = "hmac-sha256/2";
const encoder = new TextEncoder();

/**
 * @typedef {"rolls"|"seed"|"nonces"|"own_nonce"} Unfairness the rolls do not follow from the record's dice, or differ from those shown; the rest differs from what this device saw
 * @typedef {{problem: Unfairness | null, rolls: number, scheme: string, compared: boolean, check: string}} Fairness how many rolls were right, whether they were also compared with a nonce of this device, and the command that does so
 */

/** @param {string} hex */
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** This device's share in the dice. */
export const newNonce = () => hexOf(crypto.getRandomValues(new Uint8Array(16)));

/** What is shown of a nonce before it is revealed. @param {string} nonce */
export const commitmentOf = (nonce) => hexOf(sha256(encoder.encode(nonce)));

/** Some numbers of a roll, each below n. @param {any} dice @param {string} label @param {number} n @param {number} count */
function numbers({ scheme, seed, nonces }, label, n, count) {
  const key = bytesOf(seed);
  const drawn = [];
  for (let block = 0; drawn.length < count; block++) {
    for (const byte of hmac(key, encoder.encode(`${scheme}|${nonces.join(",")}|${label}|${block}`))) {
      if (byte < 256 - (256 % n) && drawn.length < count) drawn.push(byte % n);
    }
  }
  return drawn;
}

/** Every roll of a record, as recorded and as derived from the seed. @param {any} record @returns {Generator<[number, number]>} */
function* rollsOf({ dice, players, options, first, rounds }) {
  if (options.first === "drawn") yield [first, numbers(dice, "first", players.length, 1)[0]];
  for (const [index, round] of rounds.entries()) {
    const rolled = numbers(dice, `round/${index + 1}/dice`, 6, round.dice.length);
    for (const [i, face] of round.dice.entries()) yield [face, rolled[i] + 1];
    for (const { seat, modify } of round.turns) {
      if (modify?.system === "propeller") yield [modify.roll, numbers(dice, `round/${index + 1}/propeller/${seat}`, 6, 1)[0] + 1];
    }
  }
}

/** Whether every nonce matches its commitment; bots have none. @param {any} record */
function areCommitted({ dice, players }) {
  if (dice.scheme === SCHEME_1) return true;
  return dice.scheme === SCHEME_2 && players.every((/** @type {any} */ player, /** @type {number} */ seat) => {
    const [nonce, commitment] = [dice.nonces[seat], dice.nonce_commitments[seat]];
    return player.kind === "bot" ? nonce === "" && commitment === null : commitmentOf(nonce) === commitment;
  });
}

/** Whether the rolls that were shown are those of the record. @param {any} record @param {import("./state-types.js").AnyEvent[]} events */
function wereShown({ first, rounds }, events) {
  return events.every((event) => {
    if (event.event === "started") return event.seat === first;
    if (event.event === "rolled" && rounds[event.round - 1]) return event.dice.join() === rounds[event.round - 1].dice.join();
    return true;
  });
}

/** The first problem with the dice of a record. @param {any} record @param {import("./store.js").SeenDice} seen @param {import("./state-types.js").AnyEvent[]} events @returns {Unfairness | null} */
function unfairness(record, { commitment, drawn, nonce_commitments, shares }, events) {
  const { dice, options, players } = record;
  if (commitment && commitment !== dice.commitment) return "seed";
  // A record of scheme 1 has none: the host has downgraded the scheme.
  if (nonce_commitments && nonce_commitments.join() !== dice.nonce_commitments?.join()) return "nonces";
  if (dice.scheme !== SCHEME_1 && Object.entries(shares).some(([seat, { nonce }]) => nonce !== dice.nonces[seat])) return "own_nonce";
  if (hexOf(sha256(bytesOf(dice.seed))) !== dice.commitment || !areCommitted(record)) return "rolls";
  if (drawn && players.length > 1 && options.first !== "drawn") return "rolls";
  return wereShown(record, events) ? null : "rolls";
}

/**
 * Compute every roll of a finished game's record, and compare it with what this device saw.
 * @param {any} record @param {import("./store.js").SeenDice} seen @param {import("./state-types.js").AnyEvent[]} events
 * @returns {Fairness}
 */
export function checkDice(record, seen, events) {
  const { scheme } = record.dice;
  const [share] = Object.values(seen.shares);
  const check = `torpedo verify FILE --commitment ${seen.commitment} --nonce ${share?.nonce}`;
  const known = { scheme, compared: scheme === SCHEME_2 && !!share, check };
  const problem = unfairness(record, seen, events);
  if (problem) return { ...known, problem, rolls: 0 };
  let rolls = 0;
  for (const [says, rolled] of rollsOf(record)) {
    if (says !== rolled) return { ...known, problem: "rolls", rolls };
    rolls++;
  }
  return { ...known, problem: null, rolls };
}
