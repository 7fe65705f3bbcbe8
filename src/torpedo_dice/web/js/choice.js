/** The choice that a player is about to make: die, system, aim; its preview, and its confirmation. */

import { torpedoesOf } from "./aim.js";
import { play } from "./sound.js";
import { currentView, isMyMove, isRoll, movesOf, shotOption, turnKey } from "./state.js";

// A preview is requested once the formation has rested for this long, in milliseconds.
const PREVIEW_DELAY = 60;
// A mouse wheel sends many events per notch.
const WHEEL_PAUSE = 180;

export class Choice {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.timer = 0;
    this.wheelAt = 0;
    /** whether a choice is on its way to the server */
    this.sending = false;
    /** @type {string | null} the key of the choice whose preview has been requested */
    this.requested = null;
    /** @type {string | null} the key of a choice that was confirmed before its preview arrived */
    this.confirmed = null;
  }

  /** Forget what was requested and confirmed. */
  clear() {
    clearTimeout(this.timer);
    this.requested = null;
    this.confirmed = null;
  }

  /** The torpedoes to fire, or the system to switch on; null while nothing is chosen. */
  current() {
    const { state } = this.page;
    if (state.activating) return state.activate ? { activate: state.activate } : null;
    return state.aim && shotOption(state) ? { fields: torpedoesOf(state.aim) } : null;
  }

  /** A key that identifies this choice; null while nothing is chosen. */
  key() {
    const { state } = this.page;
    const choice = this.current();
    return choice && isMyMove(state) ? JSON.stringify([turnKey(state), state.modify, choice]) : null;
  }

  /** The key of a choice without a preview; null if there is nothing to preview. */
  unseen() {
    const { preview, refusal } = this.page.state;
    return preview || refusal ? null : this.key();
  }

  /** After every change of the state: request the preview of a new choice. */
  refresh() {
    const unseen = this.unseen();
    const { aim, activating } = this.page.state;
    // Only the confirmed choice may be sent: not a later one, nor a shot that was picked up again.
    if (this.confirmed !== this.key() || (!activating && !aim?.placed)) this.confirmed = null;
    if (unseen && unseen !== this.requested) this.requestPreview(unseen);
  }

  /** @param {string} key */
  requestPreview(key) {
    clearTimeout(this.timer);
    this.requested = key;
    const { seat, modify } = this.page.state;
    const choice = this.current();
    this.timer = window.setTimeout(async () => {
      // The choice may be made before the request, or before its answer.
      const answer = this.unseen() === key ? await this.page.connection.command({ command: "preview", seat, modify, ...choice }) : null;
      if (this.requested !== key) return;
      this.requested = null;
      if (answer && this.unseen() === key) this.receivePreview(answer);
    }, PREVIEW_DELAY);
  }

  /** @param {any} answer */
  receivePreview(answer) {
    if (!answer.ok) {
      this.confirmed = null;
      this.page.do({ type: "refusal", error: answer.error });
      return;
    }
    this.page.do({ type: "preview", preview: answer.preview });
    if (this.confirmed) this.confirm();
  }

  // ---------------------------------------------------------------- aiming

  /** @param {string} how @param {any} [by] */
  aim(how, by) {
    const { state } = this.page;
    if (!isMyMove(state) || !state.aim || state.activating) return;
    if (how === "hover") {
      // A placed shot stays where it is.
      if (!state.aim.placed) this.page.do({ type: "aim", how: "over", by });
    } else if (how === "wheel") {
      if (Date.now() - this.wheelAt > WHEEL_PAUSE) this.page.do({ type: "aim", how: "turn" });
      this.wheelAt = Date.now();
    } else this.page.do({ type: "aim", how, by });
  }

  /** A tap on the window places the shot, even inside the frame of a shot already placed. @param {import("./types.js").Field} field */
  tap(field) {
    const { state } = this.page;
    if (!state.aim || !shotOption(state) || !isMyMove(state)) return;
    if (state.activating) this.page.do({ type: "activating", on: false });
    this.aim("place", field);
  }

  /** Enter: place the shot, then fire it. */
  enter() {
    const { aim, activating } = this.page.state;
    if (aim && !aim.placed && !activating && !isRoll(this.page.state)) this.aim("settle");
    else this.confirm();
  }

  /** A system on the dashboard: use it, switch it on, or explain why that isn't possible. @param {string} id */
  touchSystem(id) {
    const { state } = this.page;
    const view = currentView(state);
    if (!view || !isMyMove(state)) return;
    const { modifications, activations } = view.options;
    const uses = modifications.filter((use) => use.system === id);
    const canSwitchOn = activations.some((system) => system === id);
    if (canSwitchOn && (state.activating || !uses.length)) this.page.do({ type: "activate", system: id });
    else if (uses.length) {
      const now = uses.findIndex((use) => use.move === state.modify);
      this.page.do({ type: "modify", move: uses[now + 1]?.move ?? (now < 0 ? uses[0].move : null) });
    } else {
      const system = view.seats[Number(state.seat)].systems.find((one) => one.system === id);
      // An active system can't be used before phase 2, or after another one.
      const reason = system?.status.startsWith("ready") ? (view.stage === "act" ? "used" : "not_now") : system?.status;
      this.page.do({ type: "why", why: { reason, system: id, rule: system?.rule ?? "phase-2" } });
    }
  }

  // ---------------------------------------------------------------- confirming

  async confirm() {
    const { page } = this;
    const { state } = page;
    const view = currentView(state);
    if (state.busy || !view || !isMyMove(state)) return;
    if (view.stage === "take") {
      if (state.pick === null) return;
      play("take", state.settings.sound);
      await page.command({ command: "move", move: `${state.seat} take ${state.pick}` });
      return;
    }
    if (isRoll(state)) await page.command({ command: "move", move: state.modify });
    else if (!state.activating && !state.aim?.placed) return;
    // Nobody fires a shot that isn't in sight: the window turns back to the target first.
    else if (!state.activating && state.swapped) page.do({ type: "swap" });
    // Confirmed before the preview arrived: then the choice is made when it arrives.
    else if (!state.preview) this.confirmed = this.key();
    // A shot that marks the skull needs two confirmations.
    else if (state.preview.skull && state.sure !== this.key()) this.askAgain();
    else await this.make();
  }

  askAgain() {
    this.confirmed = null;
    this.page.do({ type: "sure", key: this.key() });
  }

  /** Send the choice: the modification first, then the shot or the switch. */
  async make() {
    const { page } = this;
    const moves = movesOf(page.state);
    if (!moves) return;
    this.confirmed = null;
    play("ping", page.state.settings.sound);
    this.sending = true;
    try {
      for (const move of moves) if (!(await page.command({ command: "move", move }))) return;
    } finally {
      this.sending = false;
    }
  }
}
