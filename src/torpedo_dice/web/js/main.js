/** The entry point: loads the catalogue, then opens the page that the address names. */

import { chooseLanguage, firstLanguage, speak } from "./i18n.js";
import { LessonPage } from "./lesson.js";
import { ReplayPage } from "./replay.js";
import { RulePanel } from "./rule-panel.js";
import { StartPage } from "./start.js";
import { takeOver } from "./join.js";
import { TablePage } from "./table.js";
import "./theme.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

// The settings of every page offer the languages.
document.addEventListener("change", (event) => {
  if (event.target instanceof HTMLSelectElement && event.target.id === "language") chooseLanguage(event.target.value);
});

async function begin() {
  await speak(firstLanguage());
  new RulePanel();
  const [, kind, id] = location.pathname.split("/");
  if (kind === "t" && id) await openTable(id);
  else if (kind === "r" && id) new ReplayPage(root, id);
  else if (kind === "replay") new ReplayPage(root, null);
  // Loaded only when needed, so that a table opens sooner.
  else if (kind === "review") new (await import("./review.js")).ReviewPage(root, id || null);
  else if (kind === "lesson") new LessonPage(root);
  else new StartPage(root);
}

/** @param {string} id */
async function openTable(id) {
  const trouble = await takeOver();
  const page = new TablePage(root, id);
  if (trouble) page.do({ type: "trouble", trouble });
}

begin();
