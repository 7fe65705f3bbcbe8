/** Where everything begins: the catalogue, then the page that the address names. */

import { chooseLanguage, firstLanguage, speak } from "./i18n.js";
import { Lesson } from "./lesson.js";
import { Replay } from "./replay.js";
import { RulePanel } from "./rule-panel.js";
import { StartPage } from "./start.js";
import { takeOver } from "./join.js";
import { Table } from "./table.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

// Every page has the choice of a language among its settings.
document.addEventListener("change", (event) => {
  if (event.target instanceof HTMLSelectElement && event.target.id === "language") chooseLanguage(event.target.value);
});

async function begin() {
  await speak(firstLanguage());
  new RulePanel();
  const [, kind, id] = location.pathname.split("/");
  if (kind === "t" && id) await openTable(id);
  else if (kind === "r" && id) new Replay(root, id);
  else if (kind === "replay") new Replay(root, null);
  else if (kind === "lesson") new Lesson(root);
  else new StartPage(root);
}

/** @param {string} id */
async function openTable(id) {
  const trouble = await takeOver();
  const table = new Table(root, id);
  if (trouble) table.do({ type: "trouble", trouble });
}

begin();
