/** Replay: a finished game step by step, forwards and back, seen from any seat. */

import { call, Refusal } from "./api.js";
import { copyText } from "./clipboard.js";
import { paint } from "./dom.js";
import { entitle, onLanguage, t } from "./i18n.js";
import { renderReplay } from "./render/replay.js";
import { newState, namedViews } from "./state.js";
import * as store from "./store.js";

export class ReplayPage {
  /** @param {HTMLElement} root @param {string | null} table */
  constructor(root, table) {
    this.root = root;
    this.table = table;
    /** @type {any[]} */
    this.steps = [];
    this.scheme = "";
    this.at = 0;
    this.seat = 0;
    this.error = "";
    this.copied = false;
    this.size = { width: 800, height: 420 };
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("change", (event) => this.change(event));
    document.addEventListener("keydown", (event) => { if (!(event.target instanceof HTMLTextAreaElement) && this.key(event.key)) event.preventDefault(); });
    new ResizeObserver(() => this.measure()).observe(root);
    /** Repeats what failed, to get its error in another language. */
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
      this.steps = unfold(answer.steps);
      this.scheme = answer.dice.scheme;
      this.error = "";
      const round = Number(/round=(\d+)/.exec(location.hash)?.[1] ?? 0);
      this.go(round ? Math.max(0, this.steps.findIndex((step) => step.round === round)) : 0);
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {any} error */
  fail(error) {
    this.error = t("replay.bad", { why: error instanceof Refusal ? error.error.what ?? error.message : String(error.message ?? error) });
    this.draw();
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, at));
    const step = this.steps[this.at];
    if (this.table && step) history.replaceState(null, "", `#round=${step.round}`);
    this.copied = false;
    this.draw();
  }

  /** @param {number} by */
  goRound(by) {
    const round = this.steps[this.at].round + by;
    const at = this.steps.findIndex((step) => step.round === round);
    if (at >= 0) this.go(at);
  }

  /** The state of a table at this step, as a spectator of one seat has it. */
  stateNow() {
    const step = this.steps[this.at];
    const events = this.steps.slice(0, this.at + 1).flatMap((s) => s.events).map((event, i) => ({ ...event, number: i + 1 }));
    const fired = [...step.events].reverse().find((event) => event.event === "fired" && event.seat === this.seat);
    return {
      ...newState(this.table ?? "", store.settings()),
      connection: /** @type {const} */ ("open"), seat: this.seat, size: this.size, events, views: namedViews({ "-": step.view }),
      pointed: fired ? events.findLast((event) => event.event === "fired" && event.seat === this.seat)?.number ?? null : null,
    };
  }

  draw() {
    paint(this.root, renderReplay(this));
    entitle(t("replay.title"));
    this.measure();
  }

  measure() {
    const box = this.root.querySelector(".scene")?.getBoundingClientRect();
    if (!box?.width || (Math.abs(box.width - this.size.width) < 1 && Math.abs(box.height - this.size.height) < 1)) return;
    this.size = { width: box.width, height: box.height };
    this.draw();
  }

  /** @param {Event} event */
  click(event) {
    const button = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest("[data-do]")) : null;
    const what = button?.dataset.do;
    if (what === "show") this.read(/** @type {HTMLTextAreaElement} */ (this.root.querySelector("textarea")).value);
    else if (what === "look") this.look(Number(button?.dataset.seat));
    else if (what === "link") this.copyLink();
    else if (what === "point") this.goTo(Number(button?.dataset.number));
    else if (what) this.key(what);
  }

  async copyLink() {
    this.copied = await copyText(location.href);
    this.draw();
  }

  /** Go to the step in which an event of the log happened. @param {number} number */
  goTo(number) {
    let counted = 0;
    const at = this.steps.findIndex((step) => (counted += step.events.length) >= number);
    this.seat = this.steps[at].events[number - counted - 1 + this.steps[at].events.length].seat;
    this.go(at);
  }

  /** Open a record from a file or the clipboard: JSON, or the first line of a file with one record per line. @param {string} text */
  read(text) {
    this.retry = () => this.read(text);
    for (const part of [text, text.trim().split("\n")[0]]) {
      try {
        this.load(JSON.parse(part));
        return;
      } catch {
        // Not JSON as a whole: perhaps its first line is.
      }
    }
    this.fail(new Error(t("replay.not_json")));
  }

  /** @param {Event} event */
  async change(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.type === "range") this.go(Number(input.value));
    if (input.type !== "file" || !input.files?.[0]) return;
    this.read(await input.files[0].text());
  }

  /** @param {number} seat */
  look(seat) {
    this.seat = seat;
    this.draw();
  }

  /** @param {string} key */
  key(key) {
    if (!this.steps.length) return false;
    const players = this.steps[0].view.players;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1), Home: () => this.go(0), End: () => this.go(this.steps.length - 1),
      PageUp: () => this.goRound(-1), PageDown: () => this.goRound(1),
      ArrowUp: () => this.look((this.seat + players - 1) % players), ArrowDown: () => this.look((this.seat + 1) % players),
    };
    keys[key]?.();
    return key in keys;
  }
}

/** Complete the view of each step, which has only what changed since the step before. @param {any[]} steps */
function unfold(steps) {
  /** @type {any} */
  let view = { seats: [] };
  return steps.map((step) => {
    const seats = [...view.seats];
    for (const changed of step.view.seats ?? []) seats[changed.seat] = { ...seats[changed.seat], ...changed };
    view = { ...view, ...step.view, seats };
    return { ...step, view };
  });
}
