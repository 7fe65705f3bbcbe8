/** The first lesson: its steps in order, on a separate table page. */

import { call, Refusal } from "./api.js";
import { t } from "./i18n.js";
import { renderLesson } from "./render/lesson.js";
import * as store from "./store.js";
import { TablePage } from "./table.js";

// The retry interval if the server can't be reached.
const RETRY = 1000;
// The seat of the learner.
const LEARNER = 0;
// The step that begins with the learner's own submarine in the window.
const OWN_BOAT = "draft";

/** @typedef {{step: string, view: any}} Step */

export class LessonPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Step[]} */
    this.steps = [];
    // The step that is shown; after the last one, the end.
    this.at = 0;
    /** @type {string[]} the moves that were made in this step */
    this.moves = [];
    this.reached = false;
    /** @type {string | null} */
    this.hint = null;
    /** @type {string | null} the id of the element to focus once it is drawn */
    this.focus = null;
    this.table = new TablePage(root, "lesson", {
      picture: (state) => this.picture(state),
      title: () => t("lesson.title"),
      connect: () => ({ command: (command) => this.command(command), close: () => {} }),
    });
    root.addEventListener("click", (event) => this.click(event));
    this.load();
  }

  async load() {
    this.steps = (await this.ask("/api/lesson")).steps;
    const { at } = store.lesson();
    this.begin(Math.max(0, this.steps.findIndex(({ step }) => step === at)));
  }

  /** Whether the lesson is finished. */
  isOver() {
    return this.steps.length > 0 && this.at >= this.steps.length;
  }

  /** @param {import("./state-types.js").State} state */
  picture(state) {
    if (this.focus && !state.playback) requestAnimationFrame(() => this.giveFocus());
    return renderLesson(state, this);
  }

  /** Focus the heading of a new step, or the button that Enter should press. */
  giveFocus() {
    const element = this.focus && document.getElementById(this.focus);
    if (!element || this.table.state.panel) return;
    this.focus = null;
    element.focus();
  }

  /** Show a step from its start; after the last one, the end. @param {number} at */
  begin(at) {
    this.at = at;
    this.moves = [];
    this.reached = false;
    this.hint = null;
    this.focus = "lesson-heading";
    store.rememberLesson({ at: this.steps[at]?.step ?? null, offered: true });
    this.table.restart();
    if (this.isOver()) return this.table.draw();
    this.table.news.receive({ type: "welcome", table: { rematch: null }, you: [LEARNER], views: { [LEARNER]: this.steps[at].view }, events: [], number: 0, commitment: "", nonce_commitments: null });
    // What is at stake there is the learner's own submarine.
    if (this.steps[at].step === OWN_BOAT) this.table.do({ type: "swap" });
  }

  /** @param {Event} event */
  click(event) {
    const button = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest("[data-step]")) : null;
    if (button) this.begin(Number(button.dataset.step));
  }

  /** Answer a command of the table page. The server keeps no game here, so each request contains all moves. @param {Record<string, any>} command */
  async command({ command, move, modify, fields, activate }) {
    const before = this.moves;
    const isMove = command === "move";
    const moves = isMove ? [...before, move] : before;
    const body = isMove ? { moves } : { moves, preview: { modify, fields, activate } };
    try {
      const answer = await this.ask(`/api/lesson/${this.steps[this.at].step}`, body);
      // Another step may have started in the meantime.
      if (isMove && before === this.moves) this.made(moves, answer);
      return { ok: true, preview: answer.preview };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ok: false, error: { ...error.error, why: error.message } };
    }
  }

  /** @param {string[]} moves @param {any} answer */
  made(moves, { events, view, reached, hint }) {
    const { step } = this.steps[this.at];
    this.moves = moves;
    this.hint = hint;
    if (reached && !this.reached) {
      const { done } = store.lesson();
      if (!done.includes(step)) store.rememberLesson({ done: [...done, step] });
      this.focus = "lesson-next";
    }
    this.reached = reached;
    if (!reached && !view.to_move.length) this.focus = "lesson-again";
    const { number } = this.table.state;
    const numbered = events.map((/** @type {any} */ event, /** @type {number} */ i) => ({ ...event, number: number + 1 + i }));
    this.table.news.receive({ type: "events", events: numbered, views: { [LEARNER]: view } });
  }

  /** Call the server; retry while it can't be reached. @param {string} path @param {any} [body] */
  async ask(path, body) {
    for (;;) {
      try {
        const answer = await call(path, body);
        if (this.table.state.connection === "lost") this.table.do({ type: "connection", connection: "open" });
        return answer;
      } catch (error) {
        if (!(error instanceof Refusal) || error.status) throw error;
        this.table.do({ type: "connection", connection: "lost" });
        await new Promise((done) => setTimeout(done, RETRY));
      }
    }
  }
}
