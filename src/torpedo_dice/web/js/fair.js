/** The dice, computed again with the browser's own cryptography: docs/dice.md, scheme hmac-sha256/1. */

const encoder = new TextEncoder();

/** @param {string} hex */
function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {ArrayBuffer} buffer */
function hexOf(buffer) {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** This device's share in the dice. */
export function newNonce() {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)).buffer);
}

/**
 * Some numbers of a roll, each below n.
 * @param {CryptoKey} key @param {string[]} nonces @param {string} label @param {number} n @param {number} count
 */
async function numbers(key, nonces, label, n, count) {
  const drawn = [];
  for (let block = 0; drawn.length < count; block++) {
    const text = `hmac-sha256/1|${nonces.join(",")}|${label}|${block}`;
    for (const byte of new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)))) {
      if (byte < 256 - (256 % n) && drawn.length < count) drawn.push(byte % n);
    }
  }
  return drawn;
}

/**
 * Compute every roll of a finished game's record and compare.
 * @param {any} record
 * @returns {Promise<{ok: boolean, rolls: number, able: boolean}>} how many rolls were checked
 */
export async function checkDice(record) {
  // Pages that come neither by https nor from this machine get no cryptography from the browser.
  if (!crypto.subtle) return { ok: false, rolls: 0, able: false };
  const { seed, nonces, commitment } = record.dice;
  const secret = bytesOf(seed);
  if (hexOf(await crypto.subtle.digest("SHA-256", secret)) !== commitment) return { ok: false, rolls: 0, able: true };
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let rolls = 0;
  if (record.options.first === "drawn") {
    const [first] = await numbers(key, nonces, "first", record.players.length, 1);
    if (first !== record.first) return { ok: false, rolls, able: true };
    rolls++;
  }
  for (const [index, round] of record.rounds.entries()) {
    const dice = await numbers(key, nonces, `round/${index + 1}/dice`, 6, round.dice.length);
    if (dice.some((number, i) => number + 1 !== round.dice[i])) return { ok: false, rolls, able: true };
    rolls += dice.length;
    for (const turn of round.turns) {
      if (turn.modify?.system !== "propeller") continue;
      const [face] = await numbers(key, nonces, `round/${index + 1}/propeller/${turn.seat}`, 6, 1);
      if (face + 1 !== turn.modify.roll) return { ok: false, rolls, able: true };
      rolls++;
    }
  }
  return { ok: true, rolls, able: true };
}
