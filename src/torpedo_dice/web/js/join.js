/** Opening a table by its link: continue from another device, or take an open seat. */

import { call, Refusal } from "./api.js";
import { commitmentOf, newNonce } from "./fair.js";
import { t } from "./i18n.js";
import * as store from "./store.js";
import { namelessName } from "./words.js";

/**
 * The page has its own words for these errors, in any language. The others come as a sentence in the
 * language of the request.
 * @type {Map<string | null, () => string>}
 */
const WORDED = new Map([
  ["no_open_seat", () => t("join.full")],
  ["no_such_token", () => t("join.used_link")],
  ["unreachable", () => t("start.error", { why: t("error.unreachable") })],
]);

/** Take over the seats whose tokens are in the address; returns what went wrong. */
export async function takeOver() {
  const tokens = /#handover=([\w.,-]+)/.exec(location.hash)?.[1].split(",") ?? [];
  // A token is valid once: a refresh must not use it again.
  if (tokens.length) history.replaceState(null, "", location.pathname);
  for (const token of tokens) {
    try {
      const seat = await call("/api/handover", { token, label: deviceLabel() });
      store.rememberSeats(seat.table, [seat]);
    } catch (error) {
      return troubleOf(error);
    }
  }
  return null;
}

/** What this device is called in a list of devices: its browser and its system. */
function deviceLabel() {
  const { userAgent } = navigator;
  const find = (/** @type {string[]} */ names) => names.find((name) => userAgent.includes(name));
  return [find(["Firefox", "Edg", "OPR", "Chrome", "Safari"])?.replace("Edg", "Edge").replace("OPR", "Opera"),
    find(["Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux"])?.replace("Macintosh", "Mac")].filter(Boolean).join(", ");
}

/** All devices that hold the seats of this one. @param {string} table @returns {Promise<import("./state-types.js").HeldDevice[]>} */
export async function devicesOf(table) {
  const seats = store.knownSeats().filter((known) => known.table === table);
  const lists = await Promise.all(seats.map(({ secret }) => call(`/api/tables/${table}/devices`, { secret })));
  return lists.flatMap(({ devices }, i) => devices.map((/** @type {any} */ device) => ({ ...device, seat: seats[i].seat })));
}

/** Take a seat away from another device. @param {string} table @param {number} seat @param {number} device */
export async function revokeDevice(table, seat, device) {
  const secret = store.knownSeats().find((known) => known.table === table && known.seat === seat)?.secret;
  await call(`/api/tables/${table}/devices/revoke`, { secret, device });
}

/** The one-time link that opens this device's seats elsewhere. @param {string} table */
export async function handOverLink(table) {
  const tokens = [];
  for (const secret of store.secretsOf(table)) tokens.push((await call(`/api/tables/${table}/handover`, { secret })).token);
  return `${location.origin}/t/${table}#handover=${tokens.join(",")}`;
}

/** Take an open seat; returns what went wrong. @param {string} table @param {string} name */
export async function takeSeat(table, name) {
  const own = name.trim();
  const nonce = newNonce();
  try {
    const wanted = own || namelessName((await call(`/api/tables/${table}`)).seats.findIndex((/** @type {any} */ seat) => seat.kind === "open"));
    const seat = await call(`/api/tables/${table}/seats`, { name: wanted, seat: null, nonce_commitment: commitmentOf(nonce) });
    store.rememberShare(table, seat.seat, nonce, true);
    store.rememberSettings({ ...store.settings(), name: own });
    store.rememberSeats(table, [seat]);
    return null;
  } catch (error) {
    return troubleOf(error);
  }
}

/** @param {unknown} error @returns {import("./state-types.js").Trouble} */
export function troubleOf(error) {
  if (!(error instanceof Refusal)) return { code: null, sentence: String(error) };
  const { code } = error.error;
  return WORDED.has(code) ? { code, sentence: null } : { code: code ?? null, sentence: error.message };
}

/** @param {import("./state-types.js").Trouble} trouble */
export function troubleInWords({ code, sentence }) {
  return WORDED.get(code)?.() ?? t("start.error", { why: sentence });
}
