/** The start page: four large choices, the last settings remembered, and my games below. */

import { call, Refusal } from "./api.js";
import { castOf, RANKS } from "./cast.js";
import { paint } from "./dom.js";
import { commitmentOf, newNonce } from "./fair.js";
import { followPanel } from "./focus.js";
import { toggleFullScreen } from "./fullscreen.js";
import { entitle, onLanguage, t } from "./i18n.js";
import { settingOf } from "./input.js";
import { renderStart, WAYS } from "./render/start.js";
import { play } from "./sound.js";
import * as store from "./store.js";
import { namelessName } from "./words.js";

/** @typedef {"solo"|"bots"|"hotseat"|"link"} Way */

// The initial volume when sound is turned on.
const VOLUME = 0.6;

const DEFAULTS = {
  way: /** @type {Way | null} */ (null), mode: "training", opponents: 2, rank: "lieutenant", players: 2, names: ["", "", "", ""],
  open: 1, extra: 0, first: "", clock: "", solo_end: "end_of_round", toml: "", coach: false,
};

/** @typedef {typeof DEFAULTS & {name: string, more: boolean, bots: string[], characters: import("./cast.js").Character[], first_character: number, games: any[] | null, lesson: ReturnType<typeof store.lesson>, offersLesson: boolean, offersSound: boolean, past: import("./history.js").PastGame[], clearing: boolean, error: string, sheetNote: string, sheetBad: boolean, busy: boolean, panel: string | null, settings: import("./state-types.js").Settings}} StartState */

/** The way to play given in the address: `/#solo`. @returns {Way | null} */
function wayOfAddress() {
  const wish = location.hash.slice(1);
  return WAYS.some(([way]) => way === wish) ? /** @type {Way} */ (wish) : null;
}

/** The seats of a new table. @param {StartState} state */
function seatsOf(state) {
  const human = (/** @type {string} */ name, seat = 0) => ({ kind: "human", name: name.trim() || namelessName(seat) });
  const me = human(state.name);
  const cast = castOf(state.characters, state.rank, 3, state.first_character);
  const bots = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => ({ kind: "bot", bot: state.rank, character: cast[i]?.id ?? null }));
  switch (state.way) {
    case "bots": return [me, ...bots(state.opponents)];
    case "hotseat": return Array.from({ length: state.players }, (_, i) => human(state.names[i], i));
    case "link": return [me, ...Array.from({ length: state.open }, () => ({ kind: "open" })), ...bots(Math.min(state.extra, 3 - state.open))];
    default: return [me];
  }
}

export class StartPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {string | null} the panel that was open when last drawn */
    this.panel = null;
    const settings = store.settings();
    const lesson = store.lesson();
    /** @type {StartState} */
    this.state = {
      ...DEFAULTS, ...store.lastChoices(), way: wayOfAddress(), lesson, offersLesson: !lesson.offered && !store.knownSeats().length, offersSound: store.offersSound(),
      name: settings.name, more: !!store.lastChoices().toml, bots: RANKS, characters: [], first_character: Math.floor(Math.random() * 12), games: null, past: store.pastGames(), clearing: false,
      error: "", sheetNote: "", sheetBad: false, busy: false, panel: null, settings,
    };
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("input", (event) => this.input(event));
    root.addEventListener("change", (event) => this.input(event));
    root.addEventListener("submit", (event) => { event.preventDefault(); this.play(); });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.set({ panel: null }); });
    onLanguage(() => this.sayAgain());
    this.draw();
    this.loadGames();
    // Without the characters the server chooses. A bot chosen last time may be gone.
    call("/api/bots").then(({ bots, characters }) => this.set({ bots, characters, rank: bots.includes(this.state.rank) ? this.state.rank : DEFAULTS.rank }), () => {});
    // Offered once, even if the player ignores the offer.
    store.rememberLesson({ offered: true });
  }

  draw() {
    paint(this.root, renderStart(this.state));
    entitle();
    followPanel(this.root, this.panel, this.state.panel);
    this.panel = this.state.panel;
  }

  /** @param {Partial<StartState>} change */
  set(change) {
    Object.assign(this.state, change);
    this.draw();
  }

  /** Switch the language, including messages from the server. */
  sayAgain() {
    this.set({ error: "" });
    if (this.state.sheetNote) this.checkSheet();
  }

  async loadGames() {
    const seats = store.knownSeats();
    if (!seats.length) return this.set({ games: [] });
    const answer = await call("/api/mine", { seats: seats.map(({ table, secret }) => ({ table, secret })) }).catch(() => null);
    if (!answer) return this.set({ games: [] });
    const games = answer.games.filter((/** @type {any} */ game) => game.facts);
    // Except those that the server can't read now.
    store.forget(seats.filter((_, i) => ["no_such_table", "not_yours"].includes(answer.games[i].error)));
    const seen = new Set();
    return this.set({ games: games.filter((/** @type {any} */ game) => !seen.has(game.table) && seen.add(game.table)) });
  }

  /** @param {Event} event */
  click(event) {
    const button = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest("[data-do]")) : null;
    if (!button) return;
    if (button.dataset.do === "way") {
      const way = /** @type {Way} */ (button.dataset.way);
      this.set({ way: this.state.way === way ? null : way, error: "" });
      document.getElementById("play")?.focus({ preventScroll: false });
    }
    if (button.dataset.do === "panel") this.set({ panel: this.state.panel === button.dataset.panel ? null : button.dataset.panel });
    this.press(String(button.dataset.do));
  }

  /** @param {string} what */
  press(what) {
    /** @type {Record<string, () => void>} */
    const doing = {
      no_lesson: () => this.set({ offersLesson: false }),
      sound: () => { this.change({ sound: VOLUME }); play("ping", VOLUME); },
      no_sound: () => this.set({ offersSound: false }),
      more: () => this.set({ more: !this.state.more }),
      fullscreen: () => toggleFullScreen(),
      export: () => saveFile("torpedo-dice-games.json", JSON.stringify(this.state.past, null, 1)),
      clear: () => this.set({ clearing: true }),
      keep: () => this.set({ clearing: false }),
      clear_really: () => { store.forgetGames(); this.set({ past: [], clearing: false }); },
    };
    doing[what]?.();
  }

  /** Change settings for good. @param {Partial<import("./state-types.js").Settings>} change */
  change(change) {
    const settings = { ...this.state.settings, ...change };
    store.rememberSettings(settings);
    this.set({ settings, offersSound: this.state.offersSound && !settings.sound });
  }

  /** @param {Event} event */
  input(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const { field, index, set } = input.dataset;
    if (set) this.change({ [set]: settingOf(input) });
    if (!field) return;
    if (field === "file") this.readFile(input);
    else if (field === "names") this.set({ names: this.state.names.map((name, i) => (i === Number(index) ? input.value : name)) });
    else {
      const value = input.type === "checkbox" ? input.checked : typeof (/** @type {any} */ (this.state)[field]) === "number" ? Number(input.value) : input.value;
      this.set(/** @type {any} */ ({ [field]: value, error: "" }));
    }
    if (field === "toml") this.checkSheet();
  }

  /** @param {HTMLInputElement} input */
  async readFile(input) {
    const file = input.files?.[0];
    if (!file) return;
    this.set({ toml: await file.text() });
    this.checkSheet();
  }

  async checkSheet() {
    const { toml } = this.state;
    if (!toml.trim()) {
      this.set({ sheetNote: "", sheetBad: false });
      return;
    }
    try {
      const { sheet } = await call("/api/sheets/check", { toml });
      const n = sheet.grid.join("").replace(/[^1-7]/g, "").length;
      // Newer input gets its own answer.
      if (toml === this.state.toml) this.set({ sheetNote: t("start.sheet_ok", { name: sheet.name, n }), sheetBad: false });
    } catch (error) {
      if (toml === this.state.toml) this.refuseSheet(error);
    }
  }

  /** @param {unknown} error */
  refuseSheet(error) {
    const why = error instanceof Refusal ? error.message : String(error);
    this.set({ sheetNote: t("start.sheet_bad", { why }), sheetBad: true, more: true, busy: false });
  }

  async play() {
    const { state } = this;
    if (state.busy) return;
    const { way, mode, opponents, rank, players, names, open, extra, first, clock, solo_end, toml, coach } = state;
    store.rememberChoices({ way, mode, opponents, rank, players, names, open, extra, first, clock, solo_end, toml, coach });
    store.rememberSettings({ ...store.settings(), name: state.name.trim() });
    this.set({ busy: true, error: "" });
    const played = way === "solo" ? "solo" : mode;
    const nonces = seatsOf(state).map(({ kind }) => (kind === "human" ? newNonce() : ""));
    const seats = seatsOf(state).map((seat, i) => (nonces[i] ? { ...seat, nonce_commitment: commitmentOf(nonces[i]) } : seat));
    try {
      // The seed is fixed before we commit to our nonces, so nobody can choose the dice.
      const { commitment } = await call("/api/commitments", {});
      const starts = first === "" || way === "solo" || Number(first) >= seats.length ? null : Number(first);
      const made = await call("/api/tables", {
        commitment, mode: played, pace: state.settings.speed, seats, sheet: toml.trim() ? { toml } : null,
        solo_end, first: starts, clock: clock === "" ? null : Number(clock), hotseat: way === "hotseat", coach: coach && (way === "solo" || way === "bots"),
      });
      store.rememberTable(made, { commitment, drawn: starts === null }, nonces);
      location.href = `/t/${made.table}`;
    } catch (error) {
      // Shown next to the sheet only.
      if (error instanceof Refusal && error.error.code === "sheet") {
        // Another submarine that was chosen meanwhile gets its own answer.
        if (toml !== state.toml) return this.set({ busy: false });
        this.refuseSheet(error);
        this.root.querySelector(".sheet-note")?.scrollIntoView({ block: "center" });
      } else this.set({ busy: false, error: error instanceof Refusal ? error.message : String(error) });
    }
  }
}

/** Have the browser save a text as a file. @param {string} name @param {string} text */
function saveFile(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
