/** Interaction between players: invite, fill seats, react, ask for a rematch, resign. */

import { call } from "./api.js";
import { t } from "./i18n.js";
import { currentView } from "./state.js";
import * as store from "./store.js";

/** @typedef {import("./table.js").TablePage} TablePage */

// How long a reaction is shown, in milliseconds.
const REACTION_SHOWN = 5000;

/** What the buttons do. @param {TablePage} page @param {DOMStringMap} data @returns {Record<string, () => void>} */
export function socialWishes(page, data) {
  const failing = (/** @type {Promise<any>} */ doing) => { doing.catch((error) => page.fail(error)); };
  return {
    share: () => share(page),
    copy: () => { page.copy(linkOf(page)); },
    fill: () => fill(page, Number(data.seat)),
    react: () => react(page, String(data.reaction)),
    resign: () => askToResign(page),
    resign_no: () => page.do({ type: "resigning", on: false }),
    resign_yes: () => resign(page),
    rematch: () => failing(rematch(page)),
    decline: () => failing(decline(page)),
    follow: () => follow(page, String(page.state.rematch)),
  };
}

/** Request this table's link for friends, and the bots for open seats, once, while a seat is open. @param {TablePage} page */
export function followInvitation(page) {
  const { state } = page;
  const view = currentView(state);
  const open = view?.stage === "waiting" && view.seats.some((seat) => seat.kind === "open");
  if (!open || !state.you.length || state.invitation || page.inviting) return;
  page.inviting = true;
  call(`/api/tables/${state.table}/invitation`)
    .then((invitation) => page.do({ type: "invitation", invitation }), (error) => page.fail(error))
    .finally(() => { page.inviting = false; });
  // Without them, our own can be chosen.
  call("/api/bots").then(({ bots }) => page.do({ type: "bots", bots }), () => {});
}

/** Let a reaction disappear. @param {TablePage} page @param {{seat: number, at: number}} reaction */
export function passReaction(page, { seat, at }) {
  setTimeout(() => page.do({ type: "reaction_over", seat, at }), REACTION_SHOWN);
}

/** @param {TablePage} page */
const linkOf = ({ state }) => state.invitation?.link ?? location.origin + location.pathname;

/** @param {TablePage} page */
function share(page) {
  // Closing the share dialog is not an error.
  navigator.share({ title: t("title"), url: linkOf(page) }).catch(() => {});
}

/** @param {TablePage} page @param {number} seat */
function fill(page, seat) {
  const chosen = /** @type {HTMLSelectElement} */ (document.getElementById("fill-bot"));
  page.command({ command: "fill", seat, bot: chosen.value });
}

/** @param {TablePage} page @param {string} reaction */
function react(page, reaction) {
  page.do({ type: "panel", panel: "reactions" });
  page.command({ command: "react", seat: page.state.seat, reaction });
}

/** A question replaces the button; it must be visible and have the focus. @param {TablePage} page */
function askToResign(page) {
  page.do({ type: "resigning", on: true });
  page.draw();
  document.querySelector(".resign")?.scrollIntoView({ block: "nearest" });
  document.getElementById("resign-no")?.focus({ preventScroll: true });
}

/** @param {TablePage} page */
function resign(page) {
  page.do({ type: "panel", panel: "settings" });
  page.command({ command: "resign", seat: page.state.seat });
}

/** Ask for a rematch, or accept one. @param {TablePage} page */
async function rematch(page) {
  const { table } = page.state;
  const answer = await call(`/api/tables/${table}/rematch`, { secret: store.secretsOf(table)[0] });
  follow(page, answer.table);
}

/** @param {TablePage} page */
async function decline(page) {
  const { table } = page.state;
  for (const secret of store.secretsOf(table)) await call(`/api/tables/${table}/rematch/decline`, { secret });
  page.do({ type: "declined" });
}

/** Go to the rematch: the secrets of this table are valid there. @param {TablePage} page @param {string} table */
function follow(page, table) {
  store.rememberSeats(table, store.knownSeats().filter((seat) => seat.table === page.state.table));
  location.href = `/t/${table}`;
}
