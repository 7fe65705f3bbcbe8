/** Where everything begins: the catalogue, then the page that the address names. */

import { loadCatalogue } from "./i18n.js";
import { Replay } from "./replay.js";
import { StartPage } from "./start.js";
import { openTable } from "./join.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

async function begin() {
  await loadCatalogue("en");
  const [, kind, id] = location.pathname.split("/");
  if (kind === "t" && id) await openTable(root, id);
  else if (kind === "r" && id) new Replay(root, id);
  else if (kind === "replay") new Replay(root, null);
  else new StartPage(root);
}

begin();
