/** Coming to a table by its link: hand-over from another device, or taking an open seat. */

import { call, Refusal } from "./api.js";
import { newNonce } from "./fair.js";
import { t } from "./i18n.js";
import * as store from "./store.js";

/** Take the seats over that the address hands over from another device; returns what went wrong. */
export async function takeOver() {
  const tokens = /#handover=([\w.,-]+)/.exec(location.hash)?.[1].split(",") ?? [];
  // A token is good for once: a refresh must not try it again.
  if (tokens.length) history.replaceState(null, "", location.pathname);
  for (const token of tokens) {
    try {
      const seat = await call("/api/handover", { token });
      store.rememberSeats(seat.table, [seat]);
    } catch (error) {
      return troubleOf(error);
    }
  }
  return null;
}

/** The link that opens this device's seats elsewhere, once. @param {string} table */
export async function handOverLink(table) {
  const tokens = [];
  for (const secret of store.secretsOf(table)) tokens.push((await call(`/api/tables/${table}/handover`, { secret })).token);
  return `${location.origin}/t/${table}#handover=${tokens.join(",")}`;
}

/** Take an open seat; returns what went wrong. @param {string} table @param {string} name */
export async function takeSeat(table, name) {
  const wanted = name.trim() || t("start.default_name");
  try {
    const seat = await call(`/api/tables/${table}/seats`, { name: wanted, seat: null, nonce: newNonce() });
    store.rememberSettings({ ...store.settings(), name: wanted });
    store.rememberSeats(table, [seat]);
    return null;
  } catch (error) {
    return troubleOf(error);
  }
}

/** @param {unknown} error @returns {import("./types.js").Trouble} */
export function troubleOf(error) {
  const code = error instanceof Refusal ? error.error.code : null;
  if (code === "no_open_seat") return { key: "join.full" };
  if (code === "no_such_token") return { key: "join.used_link" };
  return { key: "start.error", why: error instanceof Error ? error.message : String(error) };
}
