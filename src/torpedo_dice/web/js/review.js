/** The review of a finished game: requested from the server, then seen choice by choice. Loaded when it is first needed. */

import { call, Refusal } from "./api.js";
import { copyText } from "./clipboard.js";
import { changedSize, paint } from "./dom.js";
import { commitmentOf, newNonce } from "./fair.js";
import { entitle, language, onLanguage, t } from "./i18n.js";
import { listen } from "./input.js";
import { renderReview } from "./render/review.js";
import { parseRecord, recordTrouble, unfold } from "./replay.js";
import { movesOf, namedViews, newState, reduce, shotOption } from "./state.js";
import * as store from "./store.js";
import { namelessName } from "./words.js";

/** @typedef {import("./types.js").ReviewedDecision} Decision */
/** @typedef {import("./types.js").ReviewedOption} Option */
/** @typedef {import("./types.js").ReviewState} ReviewState */

// What a choice has to lose to be asked about, as a share of the win.
const COSTLY = 0.02;
const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] });

loadStyle("/css/review.css");

/** @param {string} href */
function loadStyle(href) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}

export class ReviewPage {
  /** @param {HTMLElement} root @param {string | null} table */
  constructor(root, table) {
    this.root = root;
    this.table = table;
    const own = store.knownSeats().filter((seat) => seat.table === table);
    /** The reader's seat, if this device has exactly one at the table: then it is "you". */
    this.you = own.length === 1 ? own[0].seat : null;
    /** @type {any} */
    this.record = table ? null : store.handedRecord();
    /** @type {ReviewState | null} the review that is shown */
    this.shown = null;
    /** @type {ReviewState | null} the review that is being made */
    this.making = null;
    /** @type {Decision[]} with complete views */
    this.decisions = [];
    this.at = 0;
    /** The player whose choices are looked at. */
    this.seat = 0;
    /** Whether only costly choices are stepped through. */
    this.costly = false;
    /** Whether the reader has to find the best choice. */
    this.asking = false;
    /** @type {Option | null} what the reader has tried */
    this.tried = null;
    /** The bots to play on against. */
    this.rank = String(store.lastChoices().rank ?? "captain");
    this.error = "";
    this.copied = false;
    this.size = { width: 800, height: 420 };
    this.state = newState(table ?? "", store.settings());
    listen(root, {
      press: (what, data) => this.press(what, data),
      aim: (how, by) => { if (how !== "wheel" && !(how === "hover" && this.state.aim?.placed)) this.aim(how === "hover" ? "over" : how, by); },
      tap: (field) => this.aim("place", field),
      key: (key) => this.key(key),
      // Every change is drawn at once.
      catchUp: () => {},
      set: () => {}, point: () => {}, submit: () => {},
    });
    root.addEventListener("change", (event) => this.change(/** @type {HTMLInputElement} */ (event.target)));
    addEventListener("hashchange", () => this.followLink());
    new ResizeObserver(() => this.measure()).observe(root);
    onLanguage(() => this.load());
    this.draw();
    this.load();
  }

  // ---------------------------------------------------------------- the review

  /** Get the record, then its review. @param {string} judge */
  async load(judge = this.shown?.judge ?? "quick") {
    this.error = "";
    try {
      if (this.table) this.record ??= await call(`/api/tables/${this.table}/record`);
      if (this.record) await this.review(judge);
    } catch (error) {
      this.making = null;
      this.error = error instanceof Refusal && error.error.code === "stopped" ? "" : recordTrouble(error);
    }
    this.draw();
  }

  /** @param {string} judge */
  async review(judge) {
    const wanted = language();
    const request = () => call(`/api/reviews?judge=${judge}${this.you === null ? "" : `&you=${this.you}`}`, this.record);
    let answer = await request();
    while (answer.state !== "done") {
      this.making = answer;
      this.draw();
      answer = await call(`/api/reviews/${answer.review}`).catch((error) => {
        // Another process of the server answers, or it was restarted.
        if (error instanceof Refusal && error.error.code === "no_such_review") return request();
        throw error;
      });
    }
    // Meanwhile another language may have been chosen.
    if (wanted === language()) this.receive(answer);
  }

  /** @param {ReviewState} answer */
  receive(answer) {
    const isFirst = !this.shown;
    this.making = null;
    this.shown = answer;
    this.decisions = unfold(answer.result?.decisions ?? []);
    if (isFirst) {
      this.seat = this.you ?? Math.max(0, this.record.players.findIndex((/** @type {any} */ player) => player.kind === "human"));
      this.at = Math.max(0, this.decisions.findIndex(({ seat }) => seat === this.seat));
      this.followLink();
    }
    this.go(this.at);
  }

  stop() {
    if (this.making) call(`/api/reviews/${this.making.review}/cancel`, {}).catch(() => {});
    this.making = null;
    this.draw();
  }

  // ---------------------------------------------------------------- the choice that is shown

  /** Go to the choice that the address names. */
  followLink() {
    const number = Number(new URLSearchParams(location.hash.slice(1)).get("choice"));
    if (!this.decisions[number - 1] || number - 1 === this.at) return;
    this.seat = this.decisions[number - 1].seat;
    this.go(number - 1);
  }

  get decision() {
    return this.decisions[this.at];
  }

  /** The choices that are stepped through. */
  listed() {
    const costly = this.costly || this.asking;
    return this.decisions.map((_, n) => n).filter((n) => this.decisions[n].seat === this.seat && (!costly || this.decisions[n].loss > COSTLY));
  }

  /** @param {number} at */
  go(at) {
    if (!this.decisions[at]) return this.draw();
    this.at = at;
    this.tried = null;
    this.copied = false;
    history.replaceState(null, "", `#choice=${at + 1}`);
    return this.show();
  }

  /** The step to the next choice of the list, or the one before. @param {number} by */
  step(by) {
    const listed = this.listed();
    const next = by > 0 ? listed.find((n) => n > this.at) : listed.findLast((n) => n < this.at);
    if (next !== undefined) this.go(next);
    return next !== undefined;
  }

  /** Make the state of a table from the choice, which draws it. */
  show() {
    const { seat, view, options, taken, best } = this.decision;
    const fields = (/** @type {number} */ n) => options[n].fields ?? [];
    const names = this.shown?.result?.players.map(({ name }) => name) ?? [];
    const named = namedViews({ [seat]: /** @type {any} */ (view) })[seat];
    const isOpen = this.asking && !this.tried;
    const isAimed = !!options[taken].fields || !!options[best].fields;
    this.state = {
      ...newState(this.table ?? "", store.settings()), connection: /** @type {const} */ ("open"), seat, size: this.size, views: { [seat]: { ...named, seats: named.seats.map((player) => ({ ...player, name: names[player.seat] })) } },
      you: isOpen && isAimed ? [seat] : [], reader: this.you === null ? null : [this.you],
      compared: isOpen || !isAimed ? null : { taken: this.tried?.fields ?? fields(taken), best: fields(best) },
    };
    // The formation to aim, as if the turn had just begun.
    if (isOpen && isAimed) this.state = reduce(this.state, { type: "modify", move: shotOption(this.state) ? null : view.options.shots[0]?.modify });
    this.draw();
  }

  /** Whose costly choices are asked about: from this one on, else from the first. */
  ask() {
    this.asking = true;
    const listed = this.listed();
    if (listed.length) this.go(listed.find((n) => n >= this.at) ?? listed[0]);
    else this.draw();
  }

  /** Ask the server how good another choice is. @param {string} move */
  async attempt(move) {
    const { at } = this;
    try {
      const { played, part } = this.decision;
      const tried = await call("/api/reviews/tries", { record: this.record, judge: this.shown?.judge, you: this.you, played, part, move });
      if (at !== this.at) return;
      this.tried = tried;
      this.error = "";
      this.show();
      document.getElementById("verdict")?.focus();
    } catch (error) {
      this.error = String(/** @type {any} */ (error).message);
      this.draw();
    }
  }

  /** Check the shot that was placed. */
  check() {
    const [shot] = movesOf(this.state) ?? [];
    if (shot) this.attempt(shot);
  }

  /** Continue the game from here, at a new table against bots. */
  async playOn() {
    const nonce = newNonce();
    const { seat } = this.decision;
    try {
      const { commitment } = await call("/api/commitments", {});
      const made = await call("/api/reviews/tables", {
        record: this.record, played: this.decision.played, bot: this.rank, commitment, nonce_commitment: commitmentOf(nonce), pace: store.settings().speed, name: store.settings().name || namelessName(0),
      });
      store.rememberTable(made, { commitment, drawn: false }, Array.from({ length: seat + 1 }, () => nonce));
      location.href = `/t/${made.table}`;
    } catch (error) {
      this.error = String(/** @type {any} */ (error).message);
      this.draw();
    }
  }

  /** @param {string} how @param {any} [by] */
  aim(how, by) {
    if (!this.state.aim) return;
    this.state = reduce(this.state, { type: "aim", how, by });
    this.draw();
  }

  // ---------------------------------------------------------------- drawing and input

  draw() {
    paint(this.root, renderReview(this));
    entitle(t("review.title"));
    this.measure();
  }

  measure() {
    const size = changedSize(this.root.querySelector(".scene"), this.size);
    if (!size) return;
    this.size = size;
    this.state = { ...this.state, size };
    this.draw();
  }

  /** @param {string} what @param {DOMStringMap} data */
  press(what, data) {
    /** @type {Record<string, () => void>} */
    const doing = {
      show: () => this.open(/** @type {HTMLTextAreaElement} */ (this.root.querySelector("textarea")).value),
      stop: () => this.stop(),
      deep: () => this.load("deep"),
      seat: () => this.look(Number(data.seat)),
      choice: () => this.visit(Number(data.choice)),
      round: () => this.visit(this.worstOf(Number(data.round))),
      prev: () => this.step(-1),
      next: () => this.step(1),
      costly: () => { this.costly = !this.costly; this.draw(); },
      ask: () => this.ask(),
      end_asking: () => { this.asking = false; this.go(this.at); },
      again: () => this.go(this.at),
      try: () => this.attempt(String(data.move)),
      answer: () => this.attempt(this.decision.options[this.decision.best].move),
      turn: () => this.aim("turn"),
      next_spot: () => this.aim("next_spot"),
      confirm: () => this.check(),
      link: () => this.copyLink(),
      play_on: () => this.playOn(),
    };
    doing[what]?.();
  }

  /** @param {number} seat */
  look(seat) {
    this.seat = seat;
    const [first] = this.listed();
    if (first === undefined) this.draw();
    else this.go(first);
  }

  /** Show a choice, and scroll to it. @param {number} at */
  visit(at) {
    if (!this.decisions[at]) return;
    this.asking = false;
    this.seat = this.decisions[at].seat;
    this.go(at);
    document.querySelector(".review .table")?.scrollIntoView({ block: "start" });
  }

  /** The choice of a round that cost its player most; first those of the player looked at. @param {number} round */
  worstOf(round) {
    const here = this.decisions.map((_, n) => n).filter((n) => this.decisions[n].round === round);
    const own = here.filter((n) => this.decisions[n].seat === this.seat);
    return [...(own.length ? own : here)].sort((a, b) => this.decisions[b].loss - this.decisions[a].loss)[0];
  }

  async copyLink() {
    this.copied = await copyText(location.href);
    this.draw();
  }

  /** @param {HTMLInputElement} input */
  async change(input) {
    if (input.id === "rank") this.rank = input.value;
    if (input.type === "file" && input.files?.[0]) this.open(await input.files[0].text());
  }

  /** @param {string} text */
  open(text) {
    try {
      this.record = parseRecord(text);
      this.load();
    } catch (error) {
      this.error = recordTrouble(error);
      this.draw();
    }
  }

  /** @param {string} key @returns {boolean} whether it meant something */
  key(key) {
    if (!this.decision) return false;
    if (this.state.aim) {
      if (STEPS[key]) this.aim("step", STEPS[key]);
      else if (key === "r") this.aim("turn");
      else if (key === "s") this.aim("next_spot");
      else if (key === "Enter") this.state.aim.placed ? this.check() : this.aim("settle");
      else return false;
      return true;
    }
    return key === "ArrowLeft" ? this.step(-1) : key === "ArrowRight" && this.step(1);
  }
}
