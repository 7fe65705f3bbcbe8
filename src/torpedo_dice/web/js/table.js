/** A table: joins state, server, drawing and input. One redraw a frame. */

import { hasSpots, holds, torpedoesOf } from "./aim.js";
import { call, Connection } from "./api.js";
import { fieldName } from "./board.js";
import { copyText } from "./clipboard.js";
import { paint } from "./dom.js";
import { listen } from "./events.js";
import { followPanel } from "./focus.js";
import { toggleFullScreen } from "./fullscreen.js";
import { checkDice, newNonce } from "./fair.js";
import { entitle, onLanguage, t } from "./i18n.js";
import { handOverLink, takeSeat, troubleOf } from "./join.js";
import { pressKey } from "./keys.js";
import { renderTable } from "./render/table.js";
import { play } from "./sound.js";
import { announce, hush } from "./speak.js";
import { currentView, isInvited, isMyMove, newState, reduce, shotOption, turnKey } from "./state.js";
import * as store from "./store.js";
import { whereInWords } from "./words.js";

// How long a step of a round's end is shown. Bots keep their own pace, on the server.
const PAUSE = { calm: 1100, quick: 450, instant: 0 };
// A submarine takes longer to go down.
const LAST_PAUSE = { calm: 3000, quick: 1500, instant: 0 };
const PREVIEW_WAIT = 60;

/** @typedef {import("./types.js").State} State */
/**
 * What another kind of table does in its own way: how it looks, what its tab is called, whom it talks to.
 * @typedef {{picture: (state: State) => import("./dom.js").Child[], title: (state: State) => string, connect: (table: string, options: ConnectionOptions) => Door}} Kind
 * @typedef {import("./api.js").ConnectionOptions} ConnectionOptions
 * @typedef {{command: (command: Record<string, any>) => Promise<any>, close: () => void}} Door
 */

/** @type {Kind} */
const ORDINARY = { picture: renderTable, title: titleOf, connect: (table, options) => new Connection(table, options) };

/** The tab tells somebody who reads in another one that it is their move. @param {State} state */
function titleOf(state) {
  const view = currentView(state);
  return [isMyMove(state) && t("start.my_move"), view && whereInWords(view)].filter(Boolean).join(" · ");
}

export class Table {
  /** @param {HTMLElement} root @param {string} table @param {Kind} kind */
  constructor(root, table, kind = ORDINARY) {
    this.root = root;
    this.kind = kind;
    this.state = newState(table, store.settings());
    /** @type {any[]} */
    this.inbox = [];
    this.frame = 0;
    this.timer = 0;
    this.previewTimer = 0;
    this.wheelAt = 0;
    /** @type {HTMLElement | null} */
    this.watched = null;
    /** @type {string | null} the panel that was open when last drawn */
    this.panel = null;
    this.invited = false;
    /** @type {string | null} the choice whose preview is on its way */
    this.asked = null;
    /** @type {string | null} a choice that is confirmed and waits for its preview */
    this.eager = null;
    this.watcher = new ResizeObserver(() => this.measure());
    listen(root, {
      press: (what, data) => this.press(what, data),
      aim: (how, by) => this.aim(how, by),
      tap: (field) => this.tap(field),
      set: (name, value) => this.set(name, value),
      point: (number) => { if (number !== this.state.pointed) this.do({ type: "point", number }); },
      submit: () => this.sit(),
      key: (key) => pressKey(this, key),
    });
    onLanguage(() => { hush(); this.do({ type: "language" }); });
    this.connect();
    this.draw();
    // Clocks and absences count on while nothing else happens.
    setInterval(() => { if (Object.keys(this.state.clocks).length || this.state.presence.some((p) => !p.connected)) this.draw(); }, 1000);
  }

  connect() {
    this.connection = this.kind.connect(this.state.table, {
      secrets: store.secretsOf(this.state.table),
      seen: () => this.state.number,
      message: (message) => this.receive(message),
      status: (connection) => this.do({ type: "connection", connection }),
    });
  }

  /** Forget what was shown, for another position; what a person has set stays. */
  restart() {
    clearTimeout(this.timer);
    clearTimeout(this.previewTimer);
    this.timer = 0;
    this.inbox = [];
    this.asked = null;
    this.eager = null;
    const { table, settings, size, panel } = this.state;
    this.state = { ...newState(table, settings), size, panel };
  }

  // ---------------------------------------------------------------- news

  /** @param {any} message */
  receive(message) {
    if (message.type === "clock" || message.type === "presence") message.at = Date.now();
    if (message.type === "welcome") {
      this.inbox = [];
      this.do({ type: "message", message });
    } else if (message.type === "events") {
      this.inbox.push(message);
      this.next();
    } else this.do({ type: "message", message });
  }

  isStill() {
    return this.state.settings.speed === "instant" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Show the next message once the last one has been seen. */
  next() {
    if (this.timer || this.state.playback || !this.inbox.length) return;
    const message = this.inbox.shift();
    this.do({ type: "message", message, still: this.isStill() });
    if (this.state.playback) this.playNext();
    else this.next();
  }

  playNext() {
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.do({ type: "playback_next" });
      const step = this.state.playback?.steps[this.state.playback.index - 1];
      if (step) this.sound(step);
      if (this.state.playback) this.playNext();
      else this.next();
    }, this.pause());
  }

  /** How long the step that is shown stays. */
  pause() {
    const { playback, settings } = this.state;
    const step = playback?.steps[playback.index - 1];
    if (!step) return 250;
    return (step.event === "ended" ? LAST_PAUSE : PAUSE)[settings.speed];
  }

  skip() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.do({ type: "playback_skip" });
    this.next();
  }

  /** @param {any} event */
  sound(event) {
    const wanted = this.state.settings.sound;
    if (event.event === "fired") play(event.hits ? "hit" : "miss", wanted);
    if (event.event === "destroyed") play("destroyed", wanted);
    if (event.event === "activated") play("switch", wanted);
    if (event.event === "automaton_fired") play(event.effect === "missed" ? "miss" : "hit", wanted);
  }

  // ---------------------------------------------------------------- drawing

  /** @param {{type: string} & Record<string, any>} action */
  do(action) {
    const before = this.state;
    this.state = reduce(before, action);
    if (before.settings !== this.state.settings) store.rememberSettings(this.state.settings);
    announce(before, this.state);
    this.afterwards(before);
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  /** @param {import("./types.js").State} before */
  afterwards(before) {
    const { state } = this;
    const view = currentView(state);
    const unseen = this.unseen();
    if (unseen && unseen !== this.asked) this.askPreview(unseen);
    if (view && currentView(before)?.round !== view.round && !state.playback) play("dice", state.settings.sound);
    if (view?.over && state.dice.commitment && !state.fair && !this.checking) {
      this.checking = true;
      // Without the record it is tried again with the next news.
      call(`/api/tables/${state.table}/record`).then(checkDice).then((fair) => this.do({ type: "fair", fair }), () => { this.checking = false; });
    }
  }

  draw() {
    this.frame = 0;
    paint(this.root, this.kind.picture(this.state));
    entitle(this.kind.title(this.state));
    const porthole = document.getElementById("porthole");
    if (porthole && porthole !== this.watched) {
      this.watched = porthole;
      this.watcher.disconnect();
      this.watcher.observe(porthole);
      this.measure();
    }
    this.keepFocus();
  }

  /** A panel takes the focus and gives it back; so does the box that offers a seat. */
  keepFocus() {
    const { panel } = this.state;
    const invited = isInvited(this.state);
    const name = /** @type {HTMLInputElement | null} */ (document.getElementById("join-name"));
    if (invited && !this.invited && name) {
      name.value = name.dataset.first ?? "";
      name.focus();
    }
    this.invited = invited;
    followPanel(this.root, this.panel, panel);
    this.panel = panel;
  }

  measure() {
    const box = this.watched?.querySelector(".scene")?.getBoundingClientRect();
    if (!box || !box.width) return;
    const { size } = this.state;
    if (Math.abs(size.width - box.width) > 1 || Math.abs(size.height - box.height) > 1) {
      this.do({ type: "size", size: { width: box.width, height: box.height } });
    }
  }

  // ---------------------------------------------------------------- aiming

  /** The choice that has no preview yet; null if there is none to ask for. */
  unseen() {
    const { state } = this;
    const choice = this.choice();
    if (!choice || state.preview || state.refusal || !isMyMove(state)) return null;
    return JSON.stringify([turnKey(state), state.modify, choice]);
  }

  /** @param {string} asked */
  askPreview(asked) {
    clearTimeout(this.previewTimer);
    this.asked = asked;
    const { seat, modify } = this.state;
    const body = this.choice();
    this.previewTimer = window.setTimeout(async () => {
      // The choice may have been made meanwhile.
      const answer = this.unseen() === asked ? await this.connection?.command({ command: "preview", seat, modify, ...body }) : null;
      if (this.asked !== asked) return;
      this.asked = null;
      // The answer counts only for the choice it was asked for.
      if (!answer || this.unseen() !== asked) return;
      if (answer.ok) {
        this.do({ type: "preview", preview: answer.preview });
        if (this.eager === JSON.stringify(body)) this.confirm();
      } else this.do({ type: "refusal", error: answer.error });
    }, PREVIEW_WAIT);
  }

  choice() {
    const { state } = this;
    if (state.activating) return state.activate ? { activate: state.activate } : null;
    return state.aim && shotOption(state) ? { fields: torpedoesOf(state.aim) } : null;
  }

  /** @param {string} how @param {any} [by] */
  aim(how, by) {
    if (!isMyMove(this.state) || !this.state.aim || this.state.activating) return;
    if (how === "over_mouse") {
      if (!this.state.aim.placed) this.do({ type: "aim", how: "over", by });
    } else if (how === "wheel") {
      if (Date.now() - this.wheelAt > 180) this.do({ type: "aim", how: "turn" });
      this.wheelAt = Date.now();
    } else this.do({ type: "aim", how, by });
  }

  /** @param {import("./types.js").Field} field */
  tap(field) {
    const { aim } = this.state;
    const option = shotOption(this.state);
    if (!aim || !option || !isMyMove(this.state)) return;
    if (this.state.activating) this.do({ type: "activating", on: false });
    /** @type {import("./types.js").Field} */
    const spot = [field[0] - aim.row, field[1] - aim.column];
    const inside = spot.every((n) => n >= 0 && n < option.frame);
    if (aim.placed && inside && hasSpots(option)) this.aim("spot", spot);
    else if (aim.placed && inside && holds(torpedoesOf(aim), field)) this.aim("lift");
    else this.aim("place", field);
  }

  // ---------------------------------------------------------------- commands

  /** @param {string} what @param {DOMStringMap} data */
  press(what, data) {
    /** @type {Record<string, () => void>} */
    const doing = {
      pick: () => (this.state.pick === Number(data.pick) ? this.confirm() : this.do({ type: "pick", pick: Number(data.pick) })),
      modify: () => this.do({ type: "modify", move: data.move || null }),
      system: () => this.touchSystem(String(data.system)),
      activating: () => this.do({ type: "activating", on: !this.state.activating }),
      activate: () => this.do({ type: "activate", system: data.system }),
      turn: () => this.aim("turn"),
      next_spot: () => this.aim("next_spot"),
      confirm: () => this.confirm(),
      take_back: () => this.takeBack(Number(data.seat ?? this.state.seat)),
      return: () => this.command({ command: "return", seat: this.state.seat }),
      replace: () => this.command({ command: "replace", seat: Number(data.seat) }),
      hand: () => this.do({ type: "hand" }),
      skip: () => this.skip(),
      look: () => this.do({ type: "look", seat: Number(data.seat) }),
      panel: () => this.do({ type: "panel", panel: data.panel }),
      fullscreen: () => toggleFullScreen(),
      copy: () => this.copy(location.origin + location.pathname),
      copy_link: () => this.copy(String(this.state.link)),
      point: () => this.point(Number(data.number)),
      watch: () => this.do({ type: "watch" }),
      handover: () => this.handOver(),
      rematch: () => this.rematch(),
      follow: () => this.follow(String(this.state.rematch)),
    };
    doing[what]?.();
  }

  /** A system on the dashboard: use it, switch it on, or say why not. @param {string} id */
  touchSystem(id) {
    const view = currentView(this.state);
    const options = view?.options;
    if (!view || !isMyMove(this.state)) return;
    const uses = options?.modifications.filter((m) => m.system === id) ?? [];
    if (this.state.activating && options?.activations.includes(/** @type {any} */ (id))) this.do({ type: "activate", system: id });
    else if (uses.length) {
      const now = uses.findIndex((use) => use.move === this.state.modify);
      this.do({ type: "modify", move: uses[now + 1]?.move ?? (now < 0 ? uses[0].move : null) });
    } else if (options?.activations.includes(/** @type {any} */ (id))) this.do({ type: "activate", system: id });
    else {
      const system = view.seats[Number(this.state.seat)].systems.find((s) => s.system === id);
      // What is ready and still of no use waits for phase 2, or comes after another one.
      const reason = system?.status.startsWith("ready") ? (view.stage === "act" ? "used" : "not_now") : system?.status;
      this.do({ type: "why", why: { reason, system: id, rule: system?.rule ?? "phase-2" } });
    }
  }

  async confirm() {
    const { state } = this;
    const view = currentView(state);
    if (state.busy || !view || !isMyMove(state)) return;
    if (view.stage === "take") {
      if (state.pick === null) return;
      play("take", state.settings.sound);
      await this.command({ command: "move", move: `${state.seat} take ${state.pick}` });
      return;
    }
    const choice = this.choice();
    const rolling = view.options?.modifications.some((m) => m.move === state.modify && m.face === null);
    if (rolling && !state.activating) {
      await this.command({ command: "move", move: state.modify });
      return;
    }
    // Confirmed faster than the preview came: it is done as soon as the server has seen the choice.
    this.eager = state.preview ? null : JSON.stringify(choice);
    if (!choice || !state.preview) return;
    const names = (choice.fields ?? []).map(fieldName).join(" ");
    const act = choice.activate ? `${state.seat} activate ${choice.activate}` : `${state.seat} fire ${names}`.trim();
    play("ping", state.settings.sound);
    if (state.modify && !(await this.command({ command: "move", move: state.modify }))) return;
    await this.command({ command: "move", move: act });
  }

  /** @param {Record<string, any>} command @returns {Promise<boolean>} */
  async command(command) {
    this.do({ type: "busy", busy: true });
    const answer = await this.connection?.command(command);
    if (answer.ok) this.do({ type: "busy", busy: false });
    else this.do({ type: "refusal", error: answer.error });
    return answer.ok;
  }

  /** Take a confirmed choice back; whoever did that is on turn again. @param {number} seat */
  async takeBack(seat) {
    if (await this.command({ command: "take_back", seat })) this.do({ type: "seat", seat });
  }

  /** Show a shot of the log, where the window is out of sight too. @param {number} number */
  point(number) {
    this.do({ type: "point", number });
    this.watched?.scrollIntoView({ block: "nearest" });
  }

  /** Take an open seat under the name in the box. */
  async sit() {
    const name = /** @type {HTMLInputElement} */ (document.getElementById("join-name")).value;
    const trouble = await takeSeat(this.state.table, name);
    if (trouble) this.do({ type: "trouble", trouble });
    else {
      this.connection?.close();
      this.connect();
    }
  }

  /** @param {string} text */
  async copy(text) {
    if (await copyText(text)) this.do({ type: "copied" });
  }

  async handOver() {
    try {
      this.do({ type: "link", link: await handOverLink(this.state.table) });
    } catch (error) {
      this.do({ type: "trouble", trouble: troubleOf(error) });
    }
  }

  async rematch() {
    try {
      const answer = await call(`/api/tables/${this.state.table}/rematch`, { secret: store.secretsOf(this.state.table)[0], nonce: newNonce() });
      this.follow(answer.table);
    } catch (error) {
      this.do({ type: "trouble", trouble: troubleOf(error) });
    }
  }

  /** Go to the rematch: the secrets of this table hold there. @param {string} table */
  follow(table) {
    store.rememberSeats(table, store.knownSeats().filter((seat) => seat.table === this.state.table));
    location.href = `/t/${table}`;
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    this.do({ type: "settings", settings: { [name]: value } });
  }
}
