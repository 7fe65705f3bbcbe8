/** Every text of the page comes from a catalogue: `t("key", {name: "Ada"})`. */

import * as store from "./store.js";

/** The languages by their native names. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", nl: "Nederlands", pt: "Português" };
// The browser's locale: European Portuguese, whose plural rules differ from Brazil's.
const TAGS = /** @type {Record<string, string>} */ ({ pt: "pt-PT" });

/** @typedef {Record<string, string | Record<string, string>>} Catalogue */
/** @type {Map<string, Catalogue>} those that have been loaded */
const catalogues = new Map();
/** @type {Catalogue} */
let catalogue = {};
let plurals = new Intl.PluralRules("en");
let spoken = "en";
/** @type {(() => void)[]} */
const listeners = [];

/** The current language. */
export const language = () => spoken;

/** The first supported language among the preferences. @param {(string | null)[]} wishes */
function known(wishes) {
  return wishes.map((wish) => String(wish).toLowerCase().split("-")[0]).find((wish) => wish in LANGUAGES);
}

/** The initial language: from the address, which is stored; otherwise the last one used; otherwise the browser's. */
export function firstLanguage() {
  const named = known([new URLSearchParams(location.search).get("lang")]);
  if (named) store.rememberLanguage(named);
  return named ?? known([store.language(), ...navigator.languages]) ?? "en";
}

/** Switch to a language and redraw the page; nothing else changes. @param {string} wish */
export async function speak(wish) {
  if (!catalogues.has(wish)) catalogues.set(wish, await (await fetch(`/messages/${wish}.json`)).json());
  catalogue = catalogues.get(wish) ?? {};
  spoken = wish;
  const tag = TAGS[wish] ?? wish;
  plurals = new Intl.PluralRules(tag);
  document.documentElement.lang = tag;
  for (const listener of listeners) listener();
}

/** @param {() => void} listener is called when another language is spoken */
export function onLanguage(listener) {
  listeners.push(listener);
}

/** Switch to a language and remember it. @param {string} wish */
export async function chooseLanguage(wish) {
  store.rememberLanguage(wish);
  // The address would override the choice after a reload.
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  history.replaceState(null, "", address);
  await speak(wish);
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

/** Set the title of the browser tab. @param {string} [what] is shown beside the game's name */
export function entitle(what) {
  const title = what ? `${what} · ${t("title")}` : t("title");
  if (document.title !== title) document.title = title;
}

/** Several things in one phrase: "the tower, the fins and the engine". @param {string[]} parts */
export function listed(parts) {
  return new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(parts);
}

/** A number as the reader writes it, by default with one decimal. @param {number} value @param {Intl.NumberFormatOptions} [how] */
export function number(value, how = {}) {
  return new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1, ...how }).format(value).replace("-", "−");
}

/** A share in percent. @param {number} share @param {number} [digits] */
export function percent(share, digits = 1) {
  return number(share, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits });
}
