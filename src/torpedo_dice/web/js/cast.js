/** The characters under whose names the bots of a new table play. */

/** @typedef {{id: string, bot: string, name: string}} Character */

/**
 * So many characters of a rank, all different; fewer if the rank has fewer.
 * @param {Character[]} characters @param {string} rank @param {number} count @param {number} first who comes first: it changes from visit to visit
 */
export function castOf(characters, rank, count, first) {
  const known = characters.filter(({ bot }) => bot === rank);
  return Array.from({ length: Math.min(count, known.length) }, (_, i) => known[(first + i) % known.length]);
}
