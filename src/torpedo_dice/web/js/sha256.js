/** SHA-256 and HMAC (FIPS 180-4, RFC 2104): browsers provide theirs only for https and localhost. */

const BLOCK = 64;

/** The first 32 bits of the fractional part of a root of a prime. @param {number} prime @param {number} power */
const fraction = (prime, power) => ((prime ** power % 1) * 2 ** 32) | 0;

/** @type {number[]} */
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const ROUNDS = PRIMES.map((prime) => fraction(prime, 1 / 3));
const START = PRIMES.slice(0, 8).map((prime) => fraction(prime, 1 / 2));

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** The state after one more block. @param {number[]} state @param {DataView} data @param {number} at */
function compress(state, data, at) {
  const words = new Int32Array(64);
  for (let i = 0; i < 64; i++) {
    if (i < 16) words[i] = data.getInt32(at + 4 * i);
    else {
      const [late, early] = [words[i - 2], words[i - 15]];
      words[i] = words[i - 16] + (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) + words[i - 7] + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
    }
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) | 0);
}

/** @param {Uint8Array} bytes */
export function sha256(bytes) {
  const padded = new Uint8Array(BLOCK * Math.ceil((bytes.length + 9) / BLOCK));
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 4, 8 * bytes.length);
  let state = START;
  for (let at = 0; at < padded.length; at += BLOCK) state = compress(state, data, at);
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => hash.setInt32(4 * i, word));
  return new Uint8Array(hash.buffer);
}

/** HMAC-SHA-256 with a key of at most one block. @param {Uint8Array} key @param {Uint8Array} bytes */
export function hmac(key, bytes) {
  const pad = (/** @type {number} */ mask) => Uint8Array.from({ length: BLOCK }, (_, i) => (key[i] ?? 0) ^ mask);
  return sha256(Uint8Array.of(...pad(0x5c), ...sha256(Uint8Array.of(...pad(0x36), ...bytes))));
}
