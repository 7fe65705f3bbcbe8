/** Every text of the page comes from a catalogue: `t("key", {name: "Ada"})`. */

/** @type {Record<string, string | Record<string, string>>} */
let catalogue = {};
let plurals = new Intl.PluralRules("en");

/** @param {string} language */
export async function loadCatalogue(language) {
  const answer = await fetch(`/messages/${language}.json`);
  catalogue = await answer.json();
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/** Whether the catalogue has a text. @param {string} key */
export function has(key) {
  return key in catalogue;
}

/**
 * The text of a key, its `{names}` filled in. A text that depends on a number is an object of
 * plural forms, chosen by the parameter `n`.
 * @param {string} key
 * @param {Record<string, any>} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  let text = catalogue[key];
  if (text === undefined) return key;
  if (typeof text !== "string") text = text[plurals.select(Number(params.n))] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
}

/** Several things in one phrase: "the tower, the fins and the engine". @param {string[]} parts */
export function listed(parts) {
  return new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(parts);
}
