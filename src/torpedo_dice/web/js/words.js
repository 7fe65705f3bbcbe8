/** Events, previews and outcomes in words; the words themselves are in the catalogue. No DOM. */

import { has, language, listed, t } from "./i18n.js";

/** @typedef {import("./state-types.js").View} View */

/** @param {string} system */
export const systemName = (system) => t(`system.${system}`);

/** Why a system cannot be used. @param {{reason: string, system: string}} why */
export const whyInWords = ({ reason, system }) => t(`why.${reason}`, { system: systemName(system) });

// The server's name for a player without one, by seat number.
const NAMELESS = /^Player ([1-9])$/;

/** The name that a table gets for a player without one; every reader sees it in their own language. @param {number} seat */
export const namelessName = (seat) => `Player ${seat + 1}`;

/**
 * What everybody at a table is called: people as they wish, bots by their rank in the reader's
 * language. Duplicate names get a number, and a bot that failed also shows its stand-in.
 * @param {{name: string, bot: string | null, stand_in?: string | null}[]} seats @returns {string[]}
 */
export function seatNames(seats) {
  /** @type {string[]} */
  const names = [];
  for (const { name, bot, stand_in } of seats) {
    // A bot without a character is called by its rank.
    const own = name || !bot ? name.replace(NAMELESS, (_, n) => t("start.name_of", { n })) : botName(bot);
    const wanted = bot && stand_in ? t("name.plays_for", { bot: botName(stand_in), name: own }) : own;
    let given = wanted;
    for (let n = 2; wanted && names.includes(given); n++) given = `${wanted} ${n}`;
    names.push(given);
  }
  return names;
}

/** A bot by its rank, or by the name under which its package offers it. @param {string} bot */
export const botName = (bot) => has(`bot.${bot}`) ? t(`bot.${bot}`) : bot;

/** @param {View} view @param {number | null | undefined} seat @param {number[]} you */
export function nameOf(view, seat, you) {
  if (seat === null || seat === undefined) return "";
  return isYou(you, seat) ? t("log.you") : view.seats[seat]?.name || `${seat + 1}`;
}

/** Where a game is: its mode and its round. @param {View} view */
export function whereInWords(view) {
  const mode = t(`mode.${view.mode}`);
  return view.round ? t("header.round", { mode, round: view.round }) : t("header.waiting", { mode });
}

/** A modification that can be made, in words: "Tower +1". @param {View} view @param {import("./types.js").Use} use */
export function useName(view, { system, step, other, face }) {
  if (system !== "fins") return plainUse({ system, step }, view, []);
  if (other === null) return t("use.fins_solo", { face });
  return t("use.fins", { name: view.seats[other].name, face });
}

/**
 * An event as a line of the log; null for those that the log omits.
 * @param {import("./state-types.js").AnyEvent} event @param {View} view @param {number[]} you
 * @returns {string | null}
 */
export function eventInWords(event, view, you) {
  const seat = "seat" in event ? event.seat : null;
  const name = nameOf(view, seat, you);
  const mine = isYou(you, seat);
  const use = "modify" in event && event.modify ? plainUse(event.modify, view, you) : "";
  switch (event.event) {
    case "fired":
      if (!event.fields.length) return t(use ? "log.fired_nothing_with" : "log.fired_nothing", { name, use });
      return t(use ? "log.fired_with" : "log.fired", {
        name, use, hits: t("preview.hits", { n: event.hits }), misses: t("preview.misses", { n: event.misses }),
      }) + (event.skull ? ` · ${t(mine ? "log.skull_you" : "log.skull", { name })}` : "");
    case "activated":
      return t(`log.activated${use ? "_with" : ""}${mine ? "_you" : ""}`, { name, use, system: systemName(event.system) });
    case "destroyed":
      // The automaton's own line says what it destroyed.
      if (event.by === null) return null;
      if (event.seat === null) return t("log.destroyed_enemy", { system: systemName(event.system) });
      return t(mine ? "log.destroyed_mine" : "log.destroyed", { name, system: systemName(event.system) });
    case "automaton_fired": {
      const text = t(`log.automaton_${event.effect}`, { die: event.die, system: event.system ? systemName(event.system) : "" });
      return followedArrows(event) ? t("log.arrows", { text, aimed: systemName(event.aimed) }) : text;
    }
    case "seated": case "replaced": case "returned": case "clock_out":
      return t(mine ? `log.${event.event}_you` : `log.${event.event}`, { name: "name" in event ? seatNames([{ name: event.name, bot: null }])[0] : name });
    case "resigned":
      return t(mine ? "log.resigned_you" : "log.resigned", { name }) + (view.seats[event.seat].stand_in ? ` · ${t("log.plays_on")}` : "");
    case "filled":
      return t("log.filled", { name: event.name || botName(event.bot), bot: botName(event.bot) });
    case "declined":
      return t("rematch.refused", { names: name });
    case "bot_failed":
      return t("log.bot_failed", { name: botName(view.seats[event.seat].bot ?? name), bot: botName(event.bot) });
    case "ended":
      return t("log.ended");
    default:
      return null;
  }
}

/** Whether a seat is the only one of this device: then it is "you". @param {number[]} you @param {number | null} seat */
export const isYou = (you, seat) => seat !== null && you.length === 1 && you[0] === seat;

/** Whose submarine: your own, another player's, or in solo the enemy's. @param {View} view @param {number | null} boat @param {number[]} you */
export function boatName(view, boat, you) {
  if (boat === null) return t("window.enemy");
  return isYou(you, boat) ? t("boat.yours") : t("boat.of", { name: view.seats[boat].name || t("strip.open") });
}

/** What a cut of the reveal shows, for the plate on the window. @param {import("./state-types.js").Cut} cut @param {View} view @param {number[]} you */
export function cutTitle({ kind, by, boat, system }, view, you) {
  const name = nameOf(view, by, you);
  if (kind === "switch") return t(isYou(you, by) ? "reveal.you_activate" : "reveal.activates", { name, system: systemName(String(system)) });
  const owner = boatName(view, boat, you);
  if (kind === "sinks") return t("reveal.sinks", { boat: owner });
  if (by === null) return t("reveal.automaton_fires", { boat: owner });
  return t(isYou(you, by) ? "reveal.you_fire" : "reveal.fires", { boat: owner, name });
}

/** What happened in a cut, in sentences: who fired at whom, what it did, what it destroyed. @param {import("./state-types.js").Cut} cut @param {View} view @param {number[]} you */
export function cutInWords({ events }, view, you) {
  return events.flatMap((event) => {
    const text = event.event === "ended" ? null : event.event === "fired" && event.fields.length ? shotInWords(event, view, you) : eventInWords(event, view, you);
    return text ? [`${text}.`] : [];
  }).join(" ");
}

/** A shot with its target. @param {import("./types.js").FiredEvent & {number: number}} event @param {View} view @param {number[]} you */
function shotInWords(event, view, you) {
  const { seat, target, modify } = event;
  if (target === null) return eventInWords(event, view, you);
  const name = nameOf(view, seat, you);
  const key = isYou(you, target) ? "at_you" : isYou(you, seat) ? "you_at" : "at";
  const text = t(`reveal.${key}`, { name, target: nameOf(view, target, you), hits: t("preview.hits", { n: event.hits }), misses: t("preview.misses", { n: event.misses }) });
  const told = modify ? t("reveal.with", { text, use: plainUse(modify, view, you) }) : text;
  return event.skull ? `${told}. ${t(isYou(you, seat) ? "log.skull_you" : "log.skull", { name })}` : told;
}

/** What is left on a clock. @param {{left: number, at: number}} clock @returns {{left: number, time: string}} */
export function clockInWords(clock) {
  const left = Math.max(0, Math.round(clock.left - (Date.now() - clock.at) / 1000));
  return { left, time: left >= 3600 ? hours(Math.floor(left / 3600)) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` };
}

/** "5 h", in the reader's language. @param {number} count */
const hours = (count) => new Intl.NumberFormat(language(), { style: "unit", unit: "hour", unitDisplay: "narrow" }).format(count);

/** Whether the arrows led the automaton's shot to another system. @param {{aimed: string, system: string | null}} shot */
export const followedArrows = ({ aimed, system }) => system !== null && aimed !== system;

/** What the automaton does with the die that is left. @param {import("./types.js").ThreatView} option */
export function leftDieInWords({ shot, after_explosion }) {
  return [
    followedArrows(shot) && t("solo.arrows", { aimed: systemName(shot.aimed) }),
    t(`solo.shot_${shot.effect}`, { die: shot.die, system: shot.system ? systemName(shot.system) : "" }),
    after_explosion.effect === "missed" && t("solo.explosion"),
  ].filter(Boolean).join(" ");
}

/** A modification that was made. @param {import("./types.js").ModifyData} modify @param {View} view @param {number[]} you */
function plainUse(modify, view, you) {
  if (modify.system === "tower") return t("use.tower", { step: (modify.step ?? 0) > 0 ? "+1" : "−1" });
  if (modify.system === "fins" && typeof modify.seat === "number") return t(isYou(you, modify.seat) ? "use.fins_made_you" : "use.fins_made", { name: view.seats[modify.seat].name });
  return systemName(modify.system);
}

/** @typedef {{text: string, tone: "good"|"bad"|"plain"|"alarm"}} Piece a part of a sentence */

/** Hits and misses in one sentence, each with its tone; a language may put either first. @param {import("./types.js").PreviewView} preview @returns {Piece[]} */
function shotPieces({ hits, misses }) {
  /** @type {Record<string, Piece>} */
  const counts = {
    "{hits}": { text: t("preview.hits", { n: hits }), tone: hits ? "good" : "plain" },
    "{misses}": { text: t("preview.misses", { n: misses }), tone: misses ? "bad" : "plain" },
  };
  return t("preview.shot").split(/(\{\w+\})/).filter(Boolean).map((text) => counts[text] ?? { text, tone: "plain" });
}

/**
 * What a choice will do, in pieces with a tone, spaces included: the gravest first.
 * @param {import("./types.js").PreviewView} preview @param {View} view @param {string | null} activate the system to be switched on
 * @returns {Piece[]}
 */
export function previewInWords(preview, view, activate) {
  /** @type {Piece[][]} */
  const told = [];
  const say = (/** @type {string} */ text, /** @type {Piece["tone"]} */ tone = "plain") => told.push([{ text, tone }]);
  if (activate) say(t("turn.switches_on", { system: systemName(activate) }), "good");
  if (preview.skull) say(t("preview.skull"), "alarm");
  if (preview.sinks) say(t("preview.sinks"), "good");
  else if (preview.destroyed.length) say(t("preview.destroys", { systems: listed(preview.destroyed.map(systemName)) }), "good");
  if (!activate) {
    if (preview.fields.length) told.push(shotPieces(preview));
    else say(t("preview.nothing"));
    if (!preview.skull) say(t("preview.reserve", { n: preview.reserve }));
  }
  const automaton = preview.automaton;
  if (automaton && view.mode === "solo") {
    if (followedArrows(automaton)) say(t("solo.arrows", { aimed: systemName(automaton.aimed) }));
    say(t(`preview.automaton_${automaton.effect}`, { system: automaton.system ? systemName(automaton.system) : "" }),
      automaton.effect === "destroyed" ? "bad" : "plain");
  }
  return told.flatMap((sentence, i) => (i ? [{ text: " ", tone: "plain" }, ...sentence] : sentence));
}
