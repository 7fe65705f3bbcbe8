/** The characters that the bots of a new table play as. */

/** @typedef {{id: string, bot: string, name: string}} Character */

/**
 * The given number of distinct characters of a rank, or all if the rank has fewer.
 * @param {Character[]} characters @param {string} rank @param {number} count @param {number} first who comes first: it changes from visit to visit
 */
export function castOf(characters, rank, count, first) {
  const known = characters.filter(({ bot }) => bot === rank);
  return Array.from({ length: Math.min(count, known.length) }, (_, i) => known[(first + i) % known.length]);
}
