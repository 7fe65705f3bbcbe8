/** The search of the rulebook: shows the rules that contain all words, and highlights them. */

import "./theme.js";

const box = /** @type {HTMLElement} */ (document.querySelector(".search"));
const input = /** @type {HTMLInputElement} */ (document.getElementById("search"));
const found = /** @type {HTMLElement} */ (document.getElementById("found"));
const contents = /** @type {HTMLDetailsElement} */ (document.querySelector(".contents-box"));
const chapters = [...document.querySelectorAll(".chapter")];
const rules = [...document.querySelectorAll(".lead, .rule")].map((element) => ({ element, text: plain(element.textContent ?? "") }));

/** Without capitals and accents, letter for letter. @param {string} text */
function plain(text) {
  return [...text].map((letter) => letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().slice(0, letter.length).padEnd(letter.length)).join("");
}

function search() {
  const words = plain(input.value).split(/\s+/).filter(Boolean);
  const hits = rules.filter(({ text }) => words.every((word) => text.includes(word)));
  for (const rule of rules) rule.element.toggleAttribute("hidden", !hits.includes(rule));
  for (const chapter of chapters) {
    chapter.toggleAttribute("hidden", !hits.some(({ element }) => chapter.contains(element)));
  }
  document.body.classList.toggle("searching", words.length > 0);
  const { none = "", found: some = "" } = found.dataset;
  found.textContent = words.length === 0 ? "" : hits.length === 0 ? none : some.replace("{n}", String(hits.length));
  mark(hits, words);
}

/** Highlight the words if the browser can do so without changing the text. @param {typeof rules} hits @param {string[]} words */
function mark(hits, words) {
  if (!("highlights" in CSS)) return;
  const ranges = words.length ? hits.flatMap(({ element }) => [...rangesIn(element, words)]) : [];
  CSS.highlights.set("found", new Highlight(...ranges));
}

/** @param {Element} element @param {string[]} words */
function* rangesIn(element, words) {
  const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    // Words in a drawing can't be highlighted like those in the text.
    if (node.parentElement?.closest("svg")) continue;
    const text = plain(node.textContent ?? "");
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        yield range;
      }
    }
  }
}

function clear() {
  input.value = "";
  search();
}

input.addEventListener("input", search);
input.addEventListener("keydown", (event) => {
  if (event.key === "Escape") clear();
  if (event.key === "Enter") document.querySelector(".chapter:not([hidden]) :is(.lead, .rule):not([hidden])")?.scrollIntoView();
});
// A rule hidden by the search reappears when a link leads to it.
addEventListener("hashchange", () => {
  if (!input.value) return;
  clear();
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
});

// Without this script there is no search, and on a phone the list would hide the book.
box.hidden = false;
if (matchMedia("(max-width: 860px)").matches) contents.open = false;
