/**
 * The page's own types: its state, and what it makes of the server's messages. Nothing here runs.
 *
 * @typedef {import("./types.js").Field} Field
 * @typedef {import("./types.js").PreviewView} PreviewView
 * @typedef {import("./types.js").System} System
 * @typedef {(import("./types.js").GameEvent | import("./types.js").TableEvent) & {number: number}} AnyEvent a public event
 * @typedef {import("./types.js").SeatView & {sent_name: string}} SeatView `name` as it is shown, `sent_name` as the server sent it
 * @typedef {Omit<import("./types.js").View, "seats"> & {seats: SeatView[]}} View
 * @typedef {{reason: string, system: System, rule: string}} WhyNot why a system cannot be used, and the anchor of its rule
 * @typedef {{code: string | null, sentence: string | null}} Trouble the code of an error; its sentence if only the server can word it
 * @typedef {{seat: number, device: number, label: string, since: number, connected: boolean, this: boolean}} HeldDevice a device that holds a seat of yours
 *
 * @typedef {{link: string, reach: "anyone"|"network"|"machine", qr: {size: number, path: string} | null}} Invitation where friends reach a table
 *
 * @typedef {object} Aim where the formation lies and which of its forms it has
 * @property {string | null} modify the option's move
 * @property {number} row the frame's top left corner
 * @property {number} column
 * @property {Field[]} pips spots in the frame that fire
 * @property {boolean} placed by a click, a tap or Enter; only then it can be fired
 * @property {boolean} followed by the camera: not while the mouse only looks around
 *
 * @typedef {{speed: "calm"|"quick"|"instant", sound: number, theme: "system"|"light"|"dark", muted: boolean, name: string}} Settings `sound` is its volume, from 0 (off) to 1
 *
 * @typedef {object} Cut one camera cut of a round's end
 * @property {"salvo"|"switch"|"automaton"|"sinks"} kind
 * @property {number | null} by the seat that acts; null is the automaton
 * @property {number | null} boat the seat whose submarine is shown; in solo, null is the enemy's
 * @property {System | null} system that is switched on, or that the automaton hits
 * @property {Field[]} fields where torpedoes land
 * @property {Field[]} struck those of them that hit
 * @property {System[]} destroyed
 * @property {AnyEvent[]} events that it tells
 * @property {number} ms how long it takes
 *
 * @typedef {object} Playback a round's end being shown
 * @property {Cut[]} cuts
 * @property {number} at the cut that is shown
 * @property {boolean} landed whether its torpedoes have landed
 * @property {number} skips how often somebody was impatient
 * @property {View} before
 * @property {View} after
 * @property {View} view what is known by now
 *
 * @typedef {object} Boat a submarine and the marks on it
 * @property {number | null} boat its seat; in solo, null is the enemy's
 * @property {Field[]} hits
 * @property {Field[]} misses
 * @property {Field[]} fresh the newest marks
 * @property {System | null} touched the system that was switched on or hit by the automaton last
 * @property {System[]} gone destroyed systems
 * @property {Record<string, number> | null} boxes marked in solo, by system
 *
 * @typedef {object} State
 * @property {string} table
 * @property {"connecting"|"open"|"paused"|"lost"|"gone"} connection
 * @property {{taken: Field[], best: Field[]} | null} compared two shots that a review compares, or the best one
 * @property {import("./coach.js").Told | null} advice what the coach has said in this turn
 * @property {import("./types.js").Facts | null} facts
 * @property {number[]} you
 * @property {number[] | null} reader in a review, the seats to be called "you" if they aren't those played here
 * @property {number | null} seat the seat that plays here (or is watched)
 * @property {number | null} looking another seat whose sheet is looked at
 * @property {Record<string, View>} views
 * @property {number} number of the last event seen
 * @property {AnyEvent[]} events
 * @property {{seat: number, connected: boolean, away: number, at: number}[]} presence
 * @property {Record<number, {left: number, at: number}>} clocks
 * @property {string} commitment to the seed of the dice
 * @property {(string | null)[] | null} nonce_commitments by seat, as the last welcome had them
 * @property {"elsewhere"|"altered"|null} share why this device cannot reveal a nonce: it is on another one, or the table shows another commitment
 * @property {number | null} pick a die that is chosen and not yet taken
 * @property {string | null} modify the move of the chosen modification
 * @property {System | null} activate a system chosen to be switched on
 * @property {boolean} activating
 * @property {Aim | null} aim
 * @property {PreviewView | null} preview of the choice as it is
 * @property {PreviewView | null} told the last one, shown until the next has come
 * @property {string | null} sure the choice that marks the skull and was confirmed once
 * @property {import("./types.js").Problem | null} refusal
 * @property {WhyNot | null} why the thing that was touched does nothing
 * @property {boolean} busy a command is on its way
 * @property {number | null} pointed the number of the log entry that is pointed at
 * @property {Playback | null} playback
 * @property {boolean} swapped the window shows the submarine of the sonar
 * @property {number | null} handed hotseat: who has taken the device in this round's phases 2 and 3
 * @property {"help"|"settings"|"reactions"|null} panel
 * @property {import("./fair.js").Fairness | null} fair the dice recomputed
 * @property {import("./history.js").Tally | null} tally what the solo games of this device add up to, once one has ended
 * @property {string | null} rematch
 * @property {number | null} rematch_by the seat that asked for it
 * @property {boolean} declined this device said no to it
 * @property {boolean} resigning giving up has to be confirmed
 * @property {Record<number, {reaction: string, at: number}>} reactions what the seats have just said
 * @property {Invitation | null} invitation where friends reach this table
 * @property {string[] | null} bots that can fill its seats; null until they are known
 * @property {boolean} novice nobody has taken the lesson on this device
 * @property {string | null} link that opens the seats of this device on another one
 * @property {HeldDevice[]} devices that hold the seats of this device, as far as they were asked for
 * @property {boolean} copied a link is in the clipboard
 * @property {boolean} watching somebody without a seat wants none
 * @property {Trouble | null} trouble with a seat or a link that could not be had
 * @property {Settings} settings
 * @property {{width: number, height: number}} size of the window
 */
export {};
