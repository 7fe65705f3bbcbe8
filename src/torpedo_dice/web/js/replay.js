/** Replay of a finished game: automatic or step by step, forwards and back, from any seat. */

import { call, Refusal } from "./api.js";
import { copyText } from "./clipboard.js";
import { changedSize, paint } from "./dom.js";
import { entitle, onLanguage, t } from "./i18n.js";
import { renderReplay } from "./render/replay.js";
import { nextPhase, phaseMs, playbackOf } from "./reveal.js";
import { newState, namedViews } from "./state.js";
import * as store from "./store.js";

// How long a step is shown, in milliseconds: those with a shot take longer to read.
const PAUSE = { calm: { taken: 1300, revealed: 3200, other: 1900 }, quick: { taken: 500, revealed: 1200, other: 750 } };

/** @typedef {{round: number, step: string, seat: number | null, events: any[], view: any}} Step */

export class ReplayPage {
  /** @param {HTMLElement} root @param {string | null} table */
  constructor(root, table) {
    this.root = root;
    this.table = table;
    /** @type {Step[]} */
    this.steps = [];
    /** @type {any} */
    this.record = null;
    this.scheme = "";
    this.at = 0;
    /** @type {number | null} the seat that the reader has chosen; else the camera follows the shooter */
    this.chosen = null;
    /** @type {keyof typeof PAUSE} */
    this.speed = store.settings().speed === "calm" ? "calm" : "quick";
    /** While it plays. */
    this.timer = 0;
    /** @type {import("./state-types.js").Playback | null} the shot of this step, on its way */
    this.playback = null;
    this.phase = 0;
    /** Whether window and sonar are swapped. */
    this.swapped = false;
    this.error = "";
    this.copied = false;
    this.size = { width: 800, height: 420 };
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("change", (event) => this.change(event));
    document.addEventListener("keydown", (event) => this.press(event));
    new ResizeObserver(() => this.measure()).observe(root);
    /** Repeats a failed request, to get its error in another language. */
    this.retry = () => {};
    onLanguage(() => { this.draw(); if (this.error) this.retry(); });
    this.draw();
    if (table) this.open(table);
  }

  /** @param {string} table */
  open(table) {
    this.retry = () => this.open(table);
    call(`/api/tables/${table}/record`).then((record) => this.load(record)).catch((error) => this.fail(error));
  }

  /** @param {any} record */
  async load(record) {
    try {
      const answer = await call("/api/replay", record);
      this.record = record;
      this.steps = unfold(answer.steps);
      this.scheme = answer.dice.scheme;
      this.error = "";
      this.followLink();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Go to the step and optional seat, or the round, given in the address. */
  followLink() {
    const wish = new URLSearchParams(location.hash.slice(1));
    const seat = Number(wish.get("seat") ?? NaN);
    this.chosen = seat >= 0 && seat < this.steps[0].view.players ? seat : null;
    const round = this.steps.findIndex((step) => step.round === Number(wish.get("round")));
    this.go(wish.has("step") ? Number(wish.get("step")) - 1 || 0 : Math.max(0, round));
  }

  /** @param {any} error */
  fail(error) {
    this.error = recordTrouble(error);
    this.draw();
  }

  // ---------------------------------------------------------------- playing

  /** @param {number} at */
  go(at) {
    const before = this.at;
    this.at = Math.max(0, Math.min(this.steps.length - 1, at));
    this.copied = false;
    this.note();
    this.show(this.at === before + 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches ? this.cut() : null);
  }

  /** The playback of this step, including what it destroyed at the end of the round; null if there is nothing to show. */
  cut() {
    const [before, after] = [this.at - 1, this.at].map((at) => namedViews({ "-": this.steps[at].view })["-"]);
    const { round, seat, events } = this.steps[this.at];
    // If a seat is selected, the window stays with it.
    if (this.chosen !== null && this.chosen !== seat) return null;
    const fallen = this.steps.filter((step) => step.round === round).flatMap((step) => step.events.filter(({ event, by }) => event === "destroyed" && seat !== null && by === seat));
    return playbackOf([...events, ...fallen], before, after, { you: [], seat: this.seat, speed: this.speed });
  }

  /** Show a shot until it has landed, then the resulting position. @param {import("./state-types.js").Playback | null} playback */
  show(playback) {
    clearTimeout(this.phase);
    this.playback = playback;
    if (playback) this.phase = window.setTimeout(() => this.show(nextPhase(playback)), phaseMs(playback));
    this.draw();
  }

  /** Update the address, so that this step can be shared. */
  note() {
    if (this.table) history.replaceState(null, "", `#step=${this.at + 1}${this.chosen === null ? "" : `&seat=${this.chosen}`}`);
  }

  get isPlaying() {
    return this.timer !== 0;
  }

  /** Play from here, or stop; at the end from the start again. */
  playOrPause() {
    if (this.isPlaying) return this.pause();
    if (this.at === this.steps.length - 1) this.at = 0;
    this.wait();
    return this.go(this.at);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.draw();
  }

  /** Show this step for a while, then the next. */
  wait() {
    clearTimeout(this.timer);
    const { step } = this.steps[this.at];
    this.timer = window.setTimeout(() => {
      if (this.at + 1 < this.steps.length - 1) this.wait();
      else this.timer = 0;
      this.go(this.at + 1);
    }, PAUSE[this.speed][step === "taken" || step === "revealed" ? step : "other"]);
  }

  /** @param {keyof typeof PAUSE} speed */
  setSpeed(speed) {
    this.speed = speed;
    if (this.isPlaying) this.wait();
    this.draw();
  }

  /** The seat whose target is shown: the reader's choice, else that of the last one who fired or took a die. */
  get seat() {
    if (this.chosen !== null) return this.chosen;
    return this.steps.slice(0, this.at + 1).findLast((step) => step.seat !== null)?.seat ?? 0;
  }

  /** The state of a table at this step, as seen by a spectator of one seat. */
  stateNow() {
    const step = this.steps[this.at];
    const { seat } = this;
    const events = this.steps.slice(0, this.at + 1).flatMap((s) => s.events).map((event, i) => ({ ...event, number: i + 1 }));
    const fired = step.events.some((event) => event.event === "fired" && event.seat === seat);
    return {
      ...newState(this.table ?? "", store.settings()),
      connection: /** @type {const} */ ("open"), seat, size: this.size, swapped: this.swapped, playback: this.playback, events, views: namedViews({ "-": step.view }),
      pointed: fired ? events.findLast((event) => event.event === "fired" && event.seat === seat)?.number ?? null : null,
    };
  }

  draw() {
    paint(this.root, renderReplay(this));
    entitle(t("replay.title"));
    this.measure();
  }

  measure() {
    const size = changedSize(this.root.querySelector(".scene"), this.size);
    if (!size) return;
    this.size = size;
    this.draw();
  }

  // ---------------------------------------------------------------- input

  /** @param {Event} event */
  click(event) {
    const button = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest("[data-do]")) : null;
    const { do: what, seat, number, speed } = button?.dataset ?? {};
    if (what === "show") this.read(/** @type {HTMLTextAreaElement} */ (this.root.querySelector("textarea")).value);
    else if (what === "look") this.look(seat ? Number(seat) : null);
    else if (what === "play") this.playOrPause();
    else if (what === "swap") this.swap();
    else if (what === "link") this.copyLink();
    else if (what === "review") this.review();
    else if (what === "point") this.goTo(Number(number));
    else if (what === "speed") this.setSpeed(/** @type {keyof typeof PAUSE} */ (speed));
    else if (what) this.key(what);
  }

  swap() {
    this.swapped = !this.swapped;
    this.draw();
  }

  /** Go to the review of this game; a record that no table has is handed over. */
  review() {
    if (!this.table) store.handRecord(this.record);
    location.href = this.table ? `/review/${this.table}` : "/review";
  }

  async copyLink() {
    this.copied = await copyText(location.href);
    this.draw();
  }

  /** Go to the step of an event in the log, seen from the seat it concerns. @param {number} number */
  goTo(number) {
    let counted = 0;
    const at = this.steps.findIndex((step) => (counted += step.events.length) >= number);
    this.chosen = null;
    this.pause();
    this.go(at);
  }

  /** Open a record from a file or the clipboard. @param {string} text */
  read(text) {
    this.retry = () => this.read(text);
    try {
      this.load(parseRecord(text));
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {Event} event */
  async change(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.type === "range") this.jump(Number(input.value));
    if (input.type !== "file" || !input.files?.[0]) return;
    this.read(await input.files[0].text());
  }

  /** Look from a seat; null follows the shooter. @param {number | null} seat */
  look(seat) {
    this.chosen = seat;
    this.note();
    this.draw();
  }

  /** Navigate manually, which stops the automatic replay. @param {number} at */
  jump(at) {
    this.pause();
    this.go(at);
  }

  /** @param {number} by */
  jumpRound(by) {
    const round = this.steps[this.at].round + by;
    const at = this.steps.findIndex((step) => step.round === round);
    if (at >= 0) this.jump(at);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { target } = event;
    const isTyping = target instanceof HTMLTextAreaElement;
    // A focused button handles the space bar itself, a slider the arrow keys.
    const isTaken = target instanceof Element && (event.key === " " ? target.matches("button, a, input") : target.matches("input[type=range]"));
    if (!isTyping && !isTaken && this.key(event.key)) event.preventDefault();
  }

  /** @param {string} key */
  key(key) {
    if (!this.steps.length) return false;
    const { players } = this.steps[0].view;
    /** @type {Record<string, () => void>} */
    const keys = {
      " ": () => this.playOrPause(),
      ArrowLeft: () => this.jump(this.at - 1), ArrowRight: () => this.jump(this.at + 1), Home: () => this.jump(0), End: () => this.jump(this.steps.length - 1),
      PageUp: () => this.jumpRound(-1), PageDown: () => this.jumpRound(1),
      ArrowUp: () => this.look((this.seat + players - 1) % players), ArrowDown: () => this.look((this.seat + 1) % players),
    };
    keys[key]?.();
    return key in keys;
  }
}

/** A record in JSON, or the first line of a file with one record per line. @param {string} text */
export function parseRecord(text) {
  for (const part of [text, text.trim().split("\n")[0]]) {
    try {
      return JSON.parse(part);
    } catch {
      // Not JSON as a whole: perhaps its first line is.
    }
  }
  throw new Error(t("replay.not_json"));
}

/** Why a record can't be shown, in words. @param {any} error */
export function recordTrouble(error) {
  const { code, where, what } = error instanceof Refusal ? error.error : { code: "record", where: "", what: "" };
  // Rounds count from 1 for people.
  const place = String(where ?? "").replace(/^rounds\[(\d+)\]\.?/, (_, n) => `${t("log.round", { round: Number(n) + 1 })} `).trim();
  if (place) return t("replay.bad_at", { where: place, why: what });
  return code === "record" ? t("replay.bad", { why: String(error.message ?? error) }) : String(error.message);
}

/** Complete the view of each step, which has only what changed since the step before. @template {{view: any}} T @param {T[]} steps @returns {T[]} */
export function unfold(steps) {
  /** @type {any} */
  let view = { seats: [] };
  return steps.map((step) => {
    const seats = [...view.seats];
    for (const changed of step.view.seats ?? []) seats[changed.seat] = { ...seats[changed.seat], ...changed };
    view = { ...view, ...step.view, seats };
    return { ...step, view };
  });
}
