/** The page of a table: connects state, server, drawing and input. At most one redraw a frame. */

import { call, Connection } from "./api.js";
import { Choice } from "./choice.js";
import { copyText } from "./clipboard.js";
import { askCoach } from "./coach.js";
import { changedSize, paint } from "./dom.js";
import { listen } from "./input.js";
import { followPanel } from "./focus.js";
import { toggleFullScreen } from "./fullscreen.js";
import { checkDice } from "./fair.js";
import { pastGameOf, tallies } from "./history.js";
import { entitle, onLanguage, t } from "./i18n.js";
import { devicesOf, handOverLink, revokeDevice, takeSeat, troubleOf } from "./join.js";
import { pressKey } from "./keys.js";
import { News } from "./news.js";
import { renderTable } from "./render/table.js";
import { Shares } from "./shares.js";
import { followInvitation, socialWishes } from "./social.js";
import { play } from "./sound.js";
import { announce, hush } from "./speak.js";
import { currentView, isInvited, isMyMove, newState, reduce, shownView } from "./state.js";
import * as store from "./store.js";
import { whereInWords } from "./words.js";

// Clocks and absences are redrawn this often, in milliseconds.
const CLOCK_PERIOD = 1000;

// A choice on its way to the server stays as it was confirmed, and so does its picture.
const CHOOSING = new Set(["modify", "activating", "activate", "aim"]);

/** @typedef {import("./state-types.js").State} State */
/**
 * What another kind of table does differently: its picture, the title of its tab, its server.
 * @typedef {{picture: (state: State, of: import("./render/table.js").PartState) => import("./dom.js").Child[], title: (state: State) => string, connect: (table: string, options: ConnectionOptions) => CommandChannel}} TableKind
 * @typedef {import("./api.js").ConnectionOptions} ConnectionOptions
 * @typedef {{command: (command: Record<string, any>) => Promise<any>, close: () => void}} CommandChannel
 */

/** @type {TableKind} */
const ORDINARY = { picture: renderTable, title: titleOf, connect: (table, options) => new Connection(table, options) };

/** The title of the tab: in another tab it shows that it is your move. @param {State} state */
function titleOf(state) {
  const view = currentView(state);
  return [isMyMove(state) && t("start.my_move"), view && whereInWords(view)].filter(Boolean).join(" · ");
}

/** Whether the player here has chosen and waits for the others. @param {State} state */
function hasChosen(state) {
  return state.seat !== null && !!currentView(state)?.seats[state.seat].finished;
}

export class TablePage {
  /** @param {HTMLElement} root @param {string} table @param {TableKind} kind */
  constructor(root, table, kind = ORDINARY) {
    this.root = root;
    this.kind = kind;
    const { at, done } = store.lesson();
    this.state = { ...newState(table, store.settings()), novice: !at && !done.length };
    /** whether the invitation has been asked for */
    this.inviting = false;
    this.news = new News(this);
    this.choice = new Choice(this);
    this.shares = new Shares(this);
    this.frame = 0;
    /** @type {State | null} what was drawn last */
    this.drawn = null;
    /** @type {Record<string, State>} what each part of the picture shows */
    this.parts = {};
    /** @type {string[]} parts that have to be drawn */
    this.late = [];
    /** @type {HTMLElement | null} the window, whose size is observed */
    this.porthole = null;
    /** @type {string | null} the panel that was open when last drawn */
    this.panel = null;
    this.invited = false;
    this.observer = new ResizeObserver(() => this.measure());
    listen(root, {
      press: (what, data) => this.press(what, data),
      catchUp: () => this.catchUp(),
      aim: (how, by) => { if (!this.state.swapped) this.choice.aim(how, by); },
      tap: (field) => this.tap(field),
      set: (name, value) => this.do({ type: "settings", settings: { [name]: value } }),
      point: (number) => { if (number !== this.state.pointed) this.do({ type: "point", number }); },
      submit: () => this.sit(),
      key: (key) => pressKey(this, key),
    });
    onLanguage(() => { hush(); this.do({ type: "language" }); });
    this.connection = this.connect();
    this.draw();
    setInterval(() => { if (Object.keys(this.state.clocks).length || this.state.presence.some((p) => !p.connected)) this.draw(); }, CLOCK_PERIOD);
  }

  connect() {
    return this.kind.connect(this.state.table, {
      secrets: store.secretsOf(this.state.table),
      seen: () => this.state.number,
      message: (message) => this.news.receive(message),
      status: (connection) => this.do({ type: "connection", connection }),
    });
  }

  /** Start again from another position; settings and an open panel stay. */
  restart() {
    this.news.clear();
    this.choice.clear();
    const { table, settings, size, panel } = this.state;
    this.state = { ...newState(table, settings), size, panel };
  }

  // ---------------------------------------------------------------- drawing

  /** @param {{type: string} & Record<string, any>} action */
  do(action) {
    if (this.choice.sending && CHOOSING.has(action.type)) return;
    const before = this.state;
    this.state = reduce(before, action);
    if (before.settings !== this.state.settings) store.rememberSettings(this.state.settings);
    announce(before, this.state);
    this.choice.refresh();
    this.followGame(before);
    this.shares.follow();
    followInvitation(this);
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  /** Play the sound of a new round; store a finished game, and check its dice. @param {State} before */
  followGame(before) {
    const { state } = this;
    const view = currentView(state);
    if (view && shownView(before)?.round !== shownView(state)?.round) play("dice", state.settings.sound);
    // A game that continues another is no regular one: it isn't counted, and has no record.
    if (!view?.over || !state.commitment || state.facts?.played_on) return;
    if (state.you.length && !this.remembered) this.remember(view);
    if (!state.fair && !this.checking) {
      this.checking = true;
      // If the record is unavailable, retry with the next message.
      call(`/api/tables/${state.table}/record`)
        .then((record) => this.do({ type: "fair", fair: checkDice(record, store.seenDice(state.table), state.events) }), () => { this.checking = false; });
    }
  }

  /** Keep how a game ended among the finished ones of this device. @param {import("./state-types.js").View} view */
  remember(view) {
    this.remembered = true;
    store.rememberGame(pastGameOf(this.state));
    if (view.mode === "solo") this.do({ type: "tally", tally: tallies(store.pastGames()).find(({ mode }) => mode === "solo") ?? null });
  }

  draw() {
    this.frame = 0;
    const { state } = this;
    paint(this.root, this.kind.picture(state, this.inTurn(state)));
    entitle(this.kind.title(this.state));
    const porthole = document.getElementById("porthole");
    if (porthole && porthole !== this.porthole) {
      this.porthole = porthole;
      this.observer.disconnect();
      this.observer.observe(porthole);
      this.measure();
    }
    this.keepFocus();
  }

  /** Draw now what waits for the next frame. */
  catchUp() {
    if (!this.frame) return;
    cancelAnimationFrame(this.frame);
    this.draw();
  }

  /** A new cut of a reveal is drawn in several frames, so that it doesn't stutter on a slow device: first the window, then one part per frame. So is a confirmed choice, as the reveal may follow immediately. @param {State} state @returns {import("./render/table.js").PartState} */
  inTurn(state) {
    const { drawn } = this;
    const inSteps = !!drawn && drawn.seat === state.seat && (drawn.playback !== state.playback || (hasChosen(state) && !hasChosen(drawn)));
    this.drawn = state;
    // After the last cut there are no effects left to draw, but the window turns back one frame later.
    const first = state.playback ? "effects" : drawn?.playback ? "window" : "";
    const never = state.playback ? "window" : "effects";
    this.late = this.late.filter((part) => part !== never);
    // Even if cuts follow each other quickly, each frame also draws one pending part.
    const next = this.late.shift();
    if (next) this.parts[next] = state;
    if (inSteps) this.late = [...new Set([...(first ? [first] : []), ...this.late, "turn", "dashboard", "strips", "log"])];
    if (!this.late.includes("window")) this.parts.window = state;
    if (!this.late.length) this.parts = { window: state, effects: state, turn: state, dashboard: state, strips: state, log: state };
    else if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
    const { parts } = this;
    return (part) => parts[part];
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
    const size = changedSize(this.porthole?.querySelector(".scene"), this.state.size);
    if (size) this.do({ type: "size", size });
  }

  // ---------------------------------------------------------------- commands

  /** @param {string} what @param {DOMStringMap} data */
  press(what, data) {
    /** @type {Record<string, () => void>} */
    const doing = {
      pick: () => (this.state.pick === Number(data.pick) ? this.choice.confirm() : this.do({ type: "pick", pick: Number(data.pick) })),
      modify: () => this.do({ type: "modify", move: data.move || null }),
      system: () => this.choice.touchSystem(String(data.system)),
      activating: () => this.do({ type: "activating", on: !this.state.activating }),
      activate: () => this.do({ type: "activate", system: data.system }),
      turn: () => this.choice.aim("turn"),
      next_spot: () => this.choice.aim("next_spot"),
      confirm: () => this.choice.confirm(),
      take_back: () => this.takeBack(Number(data.seat ?? this.state.seat)),
      return: () => this.command({ command: "return", seat: this.state.seat }),
      replace: () => this.command({ command: "replace", seat: Number(data.seat) }),
      hand: () => this.do({ type: "hand" }),
      skip: () => this.news.skip(),
      swap: () => this.do({ type: "swap" }),
      look: () => this.do({ type: "look", seat: Number(data.seat) }),
      panel: () => this.do({ type: "panel", panel: data.panel }),
      fullscreen: () => toggleFullScreen(),
      copy_link: () => this.copy(String(this.state.link)),
      point: () => this.point(Number(data.number)),
      watch: () => this.do({ type: "watch" }),
      handover: () => this.handOver().catch((error) => this.fail(error)),
      revoke: () => this.revoke(Number(data.seat), Number(data.device)).catch((error) => this.fail(error)),
      coach: () => askCoach(this).catch((error) => this.fail(error)),
      ...socialWishes(this, data),
    };
    doing[what]?.();
  }

  /** A tap on the window: on with the reveal, back from your own submarine, or the aim. @param {import("./types.js").Field} field */
  tap(field) {
    if (this.state.playback) this.news.hurry();
    else if (this.state.swapped) this.do({ type: "swap" });
    else this.choice.tap(field);
  }

  /** @param {Record<string, any>} command @returns {Promise<boolean>} */
  async command(command) {
    this.do({ type: "busy", busy: true });
    const answer = await this.connection.command(command);
    if (answer.ok) this.do({ type: "busy", busy: false });
    else this.do({ type: "refusal", error: answer.error });
    return answer.ok;
  }

  /** Undo a confirmed choice, so that the seat chooses again. @param {number} seat */
  async takeBack(seat) {
    if (await this.command({ command: "take_back", seat })) this.do({ type: "seat", seat });
  }

  /** Show a shot of the log, and scroll to the window if it is out of sight. @param {number} number */
  point(number) {
    this.do({ type: "point", number });
    this.porthole?.scrollIntoView({ block: "nearest" });
  }

  /** Take an open seat under the name in the box. */
  async sit() {
    const name = /** @type {HTMLInputElement} */ (document.getElementById("join-name")).value;
    const trouble = await takeSeat(this.state.table, name);
    if (trouble) this.do({ type: "trouble", trouble });
    else {
      this.connection.close();
      this.connection = this.connect();
    }
  }

  /** @param {string} text */
  async copy(text) {
    if (await copyText(text)) this.do({ type: "copied" });
  }

  /** Show what went wrong with a call. @param {unknown} error */
  fail(error) {
    this.do({ type: "trouble", trouble: troubleOf(error) });
  }

  async handOver() {
    this.do({ type: "devices", devices: await devicesOf(this.state.table) });
    this.do({ type: "link", link: await handOverLink(this.state.table) });
  }

  /** @param {number} seat @param {number} device */
  async revoke(seat, device) {
    await revokeDevice(this.state.table, seat, device);
    this.do({ type: "devices", devices: await devicesOf(this.state.table) });
  }
}
