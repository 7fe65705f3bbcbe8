/** This device's share in the dice of a table: it commits to a nonce for each of its seats, and reveals it when all have. */

import { commitmentOf, newNonce } from "./fair.js";
import { currentView } from "./state.js";
import * as store from "./store.js";

export class Shares {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Set<string>} what has been sent */
    this.sent = new Set();
  }

  /** Commit or reveal as needed, without asking the player. */
  follow() {
    const { state } = this.page;
    const view = currentView(state);
    if (!view || !state.commitment || state.connection !== "open") return;
    this.keep(view.pending?.nonce_commitments ?? state.nonce_commitments);
    const seats = view.pending ? state.you.map((seat) => this.share(seat, /** @type {import("./types.js").Pending} */ (view.pending))) : [];
    const share = seats.find((each) => each === "altered") ?? seats.find((each) => each) ?? null;
    if (share !== state.share) this.page.do({ type: "share", share });
  }

  /** Store what was shown first, to compare it with the record at the end. @param {(string | null)[] | null} nonce_commitments */
  keep(nonce_commitments) {
    const { table, commitment, facts } = this.page.state;
    const seen = store.seenDice(table);
    if (!seen.commitment) store.rememberDice(table, { commitment, drawn: facts?.first === null });
    if (!seen.nonce_commitments && nonce_commitments) store.rememberDice(table, { nonce_commitments });
  }

  /** Commit to a seat's nonce, or reveal it; returns why it can't be revealed here. @param {number} seat @param {import("./types.js").Pending} pending @returns {"elsewhere"|"altered"|null} */
  share(seat, { committed, nonce_commitments, revealed }) {
    const share = store.seenDice(this.page.state.table).shares[seat];
    if (!committed.includes(seat)) this.commit(seat, share?.nonce ?? newNonce());
    if (!nonce_commitments || revealed.includes(seat)) return null;
    const fits = share && commitmentOf(share.nonce) === nonce_commitments[seat];
    if (fits) this.send("reveal", { seat, nonce: share.nonce });
    else if (share?.committed) return "altered";
    return fits ? null : "elsewhere";
  }

  /** @param {number} seat @param {string} nonce */
  async commit(seat, nonce) {
    // Stored first, so that it survives a reload.
    store.rememberShare(this.page.state.table, seat, nonce, false);
    const answer = await this.send("commit", { seat, nonce_commitment: commitmentOf(nonce) });
    if (answer?.ok) store.rememberShare(this.page.state.table, seat, nonce, true);
  }

  /** Send a command once. @param {"commit"|"reveal"} command @param {{seat: number} & Record<string, any>} more */
  async send(command, more) {
    const key = `${command} ${more.seat}`;
    if (this.sent.has(key)) return null;
    this.sent.add(key);
    const answer = await this.page.connection.command({ command, ...more });
    // Another tab, or another device at this seat, was faster.
    const late = ["already_committed", "already_revealed", "begun"];
    if (!answer.ok && !late.includes(answer.error.code)) this.page.do({ type: "refusal", error: answer.error });
    return answer;
  }
}
