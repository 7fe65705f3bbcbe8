/** A table that waits for its players: the invitation, bots for open seats, who is missing. */

import { RANKS } from "../cast.js";
import { h } from "../dom.js";
import { has, listed, t } from "../i18n.js";
import { botName } from "../words.js";

/** @typedef {import("../state-types.js").State} State */
/** @typedef {import("../state-types.js").View} View */
/** @typedef {import("../state-types.js").SeatView} SeatView */

/** @param {State} state @param {View} view */
export function renderWaitingTable(state, view) {
  const open = view.seats.filter((seat) => seat.kind === "open");
  if (!open.length) return [renderPending(state, view), renderFill(state, view, view.seats.filter((seat) => isGivenUp(state, view, seat)))];
  if (!state.you.length) return [h("p", { class: "waiting", key: "open" }, t("turn.wait_players", { n: open.length }))];
  return [
    h("p", { class: "waiting", key: "open" }, t("turn.wait_open", { n: open.length })),
    renderInvitation(state),
    renderFill(state, view, open),
  ];
}

/** The link for friends, as text and as a QR code. @param {State} state */
function renderInvitation({ invitation, copied }) {
  if (!invitation) return h("p", { class: "hint", key: "invitation" }, "…");
  const { link, reach, qr } = invitation;
  const shares = "share" in navigator && reach !== "machine";
  return h("div", { class: "invitation", key: "invitation" },
    h("input", { class: "link", readonly: true, value: link, "aria-label": t("invite.link") }),
    qr && h("svg", { class: "qr", viewBox: `-3 -3 ${qr.size + 6} ${qr.size + 6}`, role: "img", "aria-label": t("invite.qr") },
      h("rect", { x: -3, y: -3, width: qr.size + 6, height: qr.size + 6, rx: 2 }), h("path", { d: qr.path })),
    h("div", { class: "invite-by" },
      shares && h("button", { key: "share", class: "big", type: "button", "data-do": "share" }, t("invite.share")),
      h("button", { key: "copy", class: shares ? "plain-button" : "big", type: "button", "data-do": "copy" }, t(copied ? "turn.copied" : "turn.copy")),
      reach !== "anyone" && h("p", { class: reach === "machine" ? "why" : "hint", role: "note" }, t(`invite.${reach}`, { command: "torpedo play --lan" }))));
}

/** Bots to replace people who aren't here. @param {State} state @param {View} view @param {SeatView[]} seats */
function renderFill(state, view, seats) {
  if (!seats.length || !state.you.length) return null;
  return h("div", { class: "fill", key: "fill" },
    h("label", { class: "text" }, t("fill.rank"), h("select", { id: "fill-bot" },
      (state.bots ?? RANKS).map((bot) => h("option", { key: bot, value: bot, selected: bot === "lieutenant" }, inWords(bot))))),
    seats.map(({ seat, name }) => h("button", { key: seat, type: "button", class: "plain-button", "data-do": "fill", "data-seat": seat },
      name ? t("fill.instead", { name }) : t(seats.length > 1 ? "fill.seat" : "fill.open", { n: seat + 1 }))));
}

/** A bot and, if it is one of ours, how strong it is. @param {string} bot */
function inWords(bot) {
  return has(`difficulty.${bot}`) ? `${botName(bot)} (${t(`difficulty.${bot}`)})` : botName(bot);
}

/** Whether a player has declined, or has been away for longer than the table's patience. @param {State} state @param {View} view @param {SeatView} seat */
function isGivenUp(state, view, { seat, kind }) {
  const presence = state.presence.find((one) => one.seat === seat);
  if (kind !== "human" || !presence || presence.connected || view.pending?.nonce_commitments || !state.facts) return false;
  return !!view.pending?.declined.includes(seat) || presence.away + (Date.now() - presence.at) / 1000 >= state.facts.patience;
}

/** All seats are taken, but somebody's share in the dice is missing. @param {State} state @param {View} view */
function renderPending(state, view) {
  const { committed, nonce_commitments, revealed, declined } = view.pending ?? { committed: [], nonce_commitments: null, revealed: [], declined: [] };
  const done = nonce_commitments ? revealed : committed;
  const missing = view.seats.filter(({ seat, kind }) => kind === "human" && !done.includes(seat) && !state.you.includes(seat));
  const [no, late] = [true, false].map((not) => listed(missing.filter(({ seat }) => declined.includes(seat) === not).map(({ name }) => name)));
  return h("div", { key: "pending", role: "status" },
    state.share && h("p", { class: state.share === "altered" ? "alarm" : "why" }, t(`turn.share_${state.share}`)),
    no && h("p", { class: "why" }, t("rematch.refused", { names: no })),
    late && h("p", { class: "waiting" }, t(nonce_commitments ? "turn.wait_reveal" : "turn.wait_commit", { names: late })),
    !missing.length && !state.share && h("p", { class: "waiting" }, t("turn.begins")));
}
