/** Coming to a table by its link: hand-over from another device, taking an open seat, or watching. */

import { call } from "./api.js";
import { h, paint } from "./dom.js";
import { newNonce } from "./fair.js";
import { t } from "./i18n.js";
import * as store from "./store.js";
import { Table } from "./table.js";

/** @param {HTMLElement} root @param {string} table */
export async function openTable(root, table) {
  const token = /#handover=(\w+)/.exec(location.hash)?.[1];
  if (token) {
    history.replaceState(null, "", location.pathname);
    await call("/api/handover", { token })
      .then((seat) => store.rememberSeats(seat.table, [seat]))
      .catch(() => undefined);
  }
  new Table(root, table);
}

/** Offer an open seat to somebody who has none. @param {Table} table @param {import("./types.js").Facts} facts */
export function joinTable(table, facts) {
  const host = facts.seats.find((seat) => seat.kind === "human");
  if (!facts.seats.some((seat) => seat.kind === "open")) return;
  const box = document.createElement("div");
  document.body.append(box);
  const leave = () => box.remove();
  const take = async () => {
    const name = /** @type {HTMLInputElement} */ (box.querySelector("input")).value.trim() || t("start.default_name");
    try {
      const seat = await call(`/api/tables/${facts.table}/seats`, { name, seat: null, nonce: newNonce() });
      store.rememberSettings({ ...store.settings(), name });
      store.rememberSeats(facts.table, [seat]);
      table.connection?.close();
      table.connect();
      leave();
    } catch {
      paint(box, [joinBox(host?.name ?? "", t("join.full"))]);
    }
  };
  box.addEventListener("submit", (event) => { event.preventDefault(); take(); });
  box.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-watch]")) leave();
  });
  paint(box, [joinBox(host?.name ?? "", "")]);
  box.querySelector("input")?.focus();
}

/** @param {string} host @param {string} trouble */
function joinBox(host, trouble) {
  return h("form", { class: "panel join", role: "dialog", "aria-label": t("join.take") },
    h("h1", null, t("join.title", { name: host })),
    trouble && h("p", { class: "alarm", role: "alert" }, trouble),
    h("label", { class: "text" }, t("start.your_name"), h("input", { maxlength: 24, autocomplete: "nickname", value: store.settings().name })),
    h("button", { class: "big", type: "submit" }, t("join.take")),
    h("button", { class: "plain-button", type: "button", "data-watch": true }, t("join.watch")));
}
