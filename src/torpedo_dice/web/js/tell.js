/** What happened, retold in sentences, as `torpedo show` does for the terminal. No DOM. */

import { fieldName } from "./board.js";
import { listed, t } from "./i18n.js";
import { eventInWords, followedArrows, systemName } from "./words.js";

/** @typedef {import("./state-types.js").View} View */
/** @typedef {import("./types.js").GameEvent} GameEvent */

/** The events of a step in one paragraph; empty if there is nothing to report. @param {GameEvent[]} events @param {View} view */
export function retold(events, view) {
  return events.map((event) => sentence(event, view)).filter(Boolean).join(" ");
}

/** @param {GameEvent} event @param {View} view @returns {string} */
function sentence(event, view) {
  const name = "seat" in event && event.seat !== null ? view.seats[event.seat].name : "";
  switch (event.event) {
    case "started": return t("tell.started", { name });
    case "rolled": return t("tell.rolled", { round: event.round, name: view.seats[event.start].name, dice: listed(event.dice.map(String)) });
    case "taken": return t("tell.taken", { name, die: event.die });
    case "fired": return [used(event, view), fired(event, name)].filter(Boolean).join(" ");
    case "activated": return [used(event, view), told({ ...event, modify: null }, view)].filter(Boolean).join(" ");
    case "automaton_fired": return automaton(event);
    // The result has its own card.
    case "ended": return "";
    default: return told(event, view);
  }
}

/** The wording of the log. @param {GameEvent} event @param {View} view */
function told(event, view) {
  const text = eventInWords(/** @type {import("./state-types.js").AnyEvent} */ (event), view, []);
  return text ? `${text}.` : "";
}

/** @param {import("./types.js").FiredEvent | import("./types.js").ActivatedEvent} event @param {View} view */
function used({ modify, seat, die, face }, view) {
  if (!modify) return "";
  const other = typeof modify.seat === "number" ? view.seats[modify.seat].name : "";
  const key = modify.system === "fins" && !other ? "fins_solo" : modify.system;
  return t(`tell.used_${key}`, { name: view.seats[seat].name, die, face, other });
}

/** @param {import("./types.js").FiredEvent} event @param {string} name */
function fired({ face, fields, hits, misses, reserve, skull }, name) {
  const shot = fields.length
    ? t("tell.fired", { name, face, fields: fields.map(fieldName).join(" "), hits: t("preview.hits", { n: hits }), misses: t("preview.misses", { n: misses }) })
    : t("tell.fired_nothing", { name });
  return `${shot} ${skull ? t("tell.skull", { name }) : `${t("reserve.count", { n: reserve })}.`}`;
}

/** @param {import("./types.js").AutomatonFiredEvent} shot */
function automaton(shot) {
  const text = t(`tell.automaton_${shot.effect}`, { die: shot.die, system: shot.system ? systemName(shot.system) : "" });
  return `${followedArrows(shot) ? t("log.arrows", { text, aimed: systemName(shot.aimed) }) : text}.`;
}
