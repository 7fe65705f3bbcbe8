/** What the server sends to a table page: shown in order, the end of a round cut by cut. */

import { phaseMs } from "./reveal.js";
import { passReaction } from "./social.js";
import { play } from "./sound.js";

export class News {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {any[]} messages with events that have not been shown yet */
    this.inbox = [];
    this.timer = 0;
    // When the current phase ends, so that timer delays don't accumulate.
    this.until = 0;
  }

  /** Drop everything that hasn't been shown yet. */
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
    this.until = performance.now();
    this.goOn();
  }

  isStill() {
    return this.page.state.settings.speed === "instant" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Play the sounds of the current phase and schedule the next one; after the last, the next message. */
  goOn() {
    const { playback, settings } = this.page.state;
    if (!playback) return this.next();
    this.sound(playback, settings.sound);
    this.until += phaseMs(playback);
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.page.do({ type: "playback_next" });
      this.goOn();
    }, Math.max(0, this.until - performance.now()));
  }

  /** Skip to the next cut; the second time, to the end of the round. */
  hurry() {
    if (this.page.state.playback?.skips) this.skip();
    else this.jump("playback_cut");
  }

  /** Show the end of the round at once. */
  skip() {
    this.jump("playback_skip");
  }

  /** @param {string} type */
  jump(type) {
    if (!this.page.state.playback) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.page.do({ type });
    this.until = performance.now();
    this.goOn();
  }

  /** @param {import("./state-types.js").Playback} playback @param {number} volume */
  sound({ cuts, at, landed }, volume) {
    const { kind, fields, struck, destroyed, events } = cuts[at];
    if (!landed) {
      if (fields.length || kind === "automaton") play("launch", volume);
    } else if (destroyed.length || kind === "sinks") play("destroyed", volume);
    else if (kind === "switch") play("switch", volume);
    else if (kind === "automaton") play(events.some((event) => event.event === "automaton_fired" && event.effect === "missed") ? "miss" : "hit", volume);
    else if (fields.length) play(struck.length ? "hit" : "miss", volume);
  }
}
