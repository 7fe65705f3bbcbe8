/** What the server sends to a table page: shown in order, the end of a round step by step. */

import { passReaction } from "./social.js";
import { play } from "./sound.js";
import { shownSteps } from "./state.js";

// How long each step of a round's end is shown, in milliseconds. The server sets the pace of the bots.
const STEP_PAUSE = { calm: 1100, quick: 450, instant: 0 };
// A sinking submarine takes longer.
const END_PAUSE = { calm: 3000, quick: 1500, instant: 0 };
const FIRST_PAUSE = 250;

export class News {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {any[]} messages with events that have not been shown yet */
    this.inbox = [];
    this.timer = 0;
  }

  /** Forget what has not been shown. */
  clear() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.inbox = [];
  }

  /** @param {any} message */
  receive(message) {
    if (["clock", "presence", "reaction"].includes(message.type)) message.at = Date.now();
    if (message.type === "reaction") passReaction(this.page, message);
    if (message.type === "events") {
      this.inbox.push(message);
      this.next();
      return;
    }
    // A welcome contains everything that has happened.
    if (message.type === "welcome") this.clear();
    this.page.do({ type: "message", message });
  }

  /** Show the next message once the last one has been shown. */
  next() {
    if (this.timer || this.page.state.playback || !this.inbox.length) return;
    const message = this.inbox.shift();
    this.page.do({ type: "message", message, still: this.isStill() });
    if (this.page.state.playback) this.playNext();
    else this.next();
  }

  isStill() {
    return this.page.state.settings.speed === "instant" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  playNext() {
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.page.do({ type: "playback_next" });
      const step = shownSteps(this.page.state).at(-1);
      if (step) this.sound(step);
      if (this.page.state.playback) this.playNext();
      else this.next();
    }, this.pause());
  }

  /** How long the shown step stays. */
  pause() {
    const step = shownSteps(this.page.state).at(-1);
    if (!step) return FIRST_PAUSE;
    return (step.event === "ended" ? END_PAUSE : STEP_PAUSE)[this.page.state.settings.speed];
  }

  /** Show the end of the round at once. */
  skip() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.page.do({ type: "playback_skip" });
    this.next();
  }

  /** @param {any} event */
  sound(event) {
    const { sound } = this.page.state.settings;
    if (event.event === "fired") play(event.hits ? "hit" : "miss", sound);
    if (event.event === "destroyed") play("destroyed", sound);
    if (event.event === "activated") play("switch", sound);
    if (event.event === "automaton_fired") play(event.effect === "missed" ? "miss" : "hit", sound);
  }
}
