/** The bots of a new table, and the characters that they play as. */

/** @typedef {{id: string, bot: string, name: string}} Character */

// Weakest first. The server may offer more bots, which have no characters.
export const RANKS = ["ensign", "lieutenant", "captain", "admiral"];

/**
 * The given number of distinct characters of a rank, or all if the rank has fewer.
 * @param {Character[]} characters @param {string} rank @param {number} count @param {number} first who comes first: it changes from visit to visit
 */
export function castOf(characters, rank, count, first) {
  const known = characters.filter(({ bot }) => bot === rank);
  return Array.from({ length: Math.min(count, known.length) }, (_, i) => known[(first + i) % known.length]);
}
