/**
 * The protocol's messages and the page's state, as types. Nothing here runs.
 *
 * @typedef {[number, number]} Field row and column, from 0
 * @typedef {"periscope"|"artillery"|"tower"|"fins"|"engine"|"portholes"|"propeller"} System
 * @typedef {"ready"|"ready_by_screen"|"off"|"screen_incomplete"|"uses_spent"|"destroyed"|"waiting"} Status the last: before the game begins
 *
 * @typedef {object} Sheet
 * @property {string} name
 * @property {string[]} grid
 * @property {number} reserve
 * @property {System[][]} screens
 * @property {Record<string, number>} limits
 * @property {{boxes: number, explosions: number, arrows: System[]} | null} solo
 *
 * @typedef {{kind: string, code: string, why: string, rule?: string}} Problem what the server refused: a sentence, and the anchor of its rule
 * @typedef {{reason: string, system: System, rule: string}} WhyNot why a system cannot be used, and the anchor of its rule
 * @typedef {{code: string | null, sentence: string | null}} Trouble the code of an error; its sentence if only the server can word it
 * @typedef {{system: System, status: Status, rule: string | null, uses_left: number | null, boxes: number, can_switch_on: boolean}} SystemState
 * @typedef {{system: System, step?: number, seat?: number, roll?: number}} Modify
 *
 * @typedef {object} SeatView
 * @property {number} seat
 * @property {string} name as it is shown
 * @property {string} sent_name as the server tells it
 * @property {"human"|"bot"|"open"} kind
 * @property {string | null} bot
 * @property {string | null} stand_in the bot that plays for somebody who is away
 * @property {boolean} [clock_out]
 * @property {string[]} hits
 * @property {Field[]} misses_at
 * @property {number} reserve
 * @property {boolean} skull
 * @property {System[]} enemy_destroyed
 * @property {SystemState[]} systems
 * @property {number} explosions
 * @property {number | null} pick
 * @property {number | null} die
 * @property {boolean} finished
 * @property {{modify: Modify | null, move: string | null, rolled: number | null, face: number | null, action: any} | null} [choice]
 *
 * @typedef {{move: string, system: System, step: number | null, other: number | null, face: number | null}} Modification
 * @typedef {{fields: Field[], corners: Field[]}} Shape
 * @typedef {{modify: string | null, face: number, system: System | null, count: number, frame: number, shapes: Shape[]}} ShotOption
 * @typedef {{picks: number[], modifications: Modification[], activations: System[], shots: ShotOption[], take_back: boolean, automaton?: AutomatonOption[]}} Options
 * @typedef {{die: number, aimed: System, system: System | null, effect: "hit"|"destroyed"|"missed"}} AutomatonShot
 * @typedef {{pick: number, die: number, shot: AutomatonShot, after_explosion: AutomatonShot}} AutomatonOption what the automaton does with the die that is left
 *
 * @typedef {object} Outcome
 * @property {string} reason
 * @property {number[]} winners
 * @property {number[]} scores
 * @property {number[]} skulls
 * @property {{won: boolean, score: number | null, rank: string | null} | null} solo
 * @property {{code: string} & Record<string, any>} [explain]
 *
 * @typedef {object} View what one seat sees
 * @property {number | null} seat
 * @property {"training"|"mission"|"solo"} mode
 * @property {number} players
 * @property {"waiting"|"start"|"roll"|"take"|"act"|"over"} stage
 * @property {number} round
 * @property {number} start
 * @property {number[]} dice
 * @property {number | null} die_left
 * @property {number[]} to_move
 * @property {string} commitment
 * @property {Outcome | null} over
 * @property {string} [seed]
 * @property {Sheet} sheet
 * @property {SeatView[]} seats
 * @property {Options} options
 * @property {any} [last_round]
 *
 * @typedef {{number: number, event: string} & Record<string, any>} GameEvent
 *
 * @typedef {object} Facts
 * @property {string} table
 * @property {string} mode
 * @property {string} sheet
 * @property {string} stage
 * @property {number} round
 * @property {boolean} over
 * @property {number | null} clock
 * @property {boolean} hotseat
 * @property {number} patience seconds after which somebody who is away can be replaced
 * @property {{seat: number, kind: string, name: string, bot: string | null, stand_in: string | null}[]} seats
 * @property {string | null} rematch
 *
 * @typedef {{face: number, fields: Field[], struck: Field[], hits: number, misses: number, skull: boolean, destroyed: System[], sinks: boolean, reserve: number, automaton: any}} Preview
 *
 * @typedef {object} Aim where the formation lies and which of its forms it has
 * @property {string | null} modify the option's move
 * @property {number} row the frame's top left corner
 * @property {number} column
 * @property {Field[]} pips spots in the frame that fire
 * @property {boolean} placed
 *
 * @typedef {object} Settings
 * @property {"calm"|"quick"|"instant"} speed
 * @property {boolean} sound
 * @property {string} name
 *
 * @typedef {object} Playback a round that is being shown
 * @property {GameEvent[]} steps
 * @property {number} index how many steps have been shown
 * @property {View} view as it was before the round ended
 *
 * @typedef {object} State
 * @property {string} table
 * @property {"connecting"|"open"|"lost"|"gone"} connection
 * @property {Facts | null} facts
 * @property {number[]} you
 * @property {number | null} seat the seat that plays here (or is watched)
 * @property {number | null} looking another seat whose sheet is looked at
 * @property {Record<string, View>} views
 * @property {number} number of the last event seen
 * @property {GameEvent[]} events
 * @property {{seat: number, connected: boolean, away: number, at: number}[]} presence
 * @property {number} spectators
 * @property {Record<number, {left: number, at: number}>} clocks
 * @property {{commitment: string, nonces: string[]}} dice
 * @property {number | null} pick a die that is chosen and not yet taken
 * @property {string | null} modify the move of the chosen modification
 * @property {System | null} activate a system chosen to be switched on
 * @property {boolean} activating
 * @property {Aim | null} aim
 * @property {Preview | null} preview of the choice as it is
 * @property {Preview | null} told the last one, shown until the next has come
 * @property {Problem | null} refusal
 * @property {WhyNot | null} why the thing that was touched does nothing
 * @property {boolean} busy a command is on its way
 * @property {number | null} pointed the number of the log entry that is pointed at
 * @property {Playback | null} playback
 * @property {number | null} handed hotseat: who has taken the device in this round's phases 2 and 3
 * @property {"help"|"settings"|"menu"|null} panel
 * @property {{ok: boolean, rolls: number, able: boolean} | null} fair the dice recomputed; not able where the browser has no cryptography
 * @property {string | null} rematch
 * @property {string | null} link that opens the seats of this device on another one
 * @property {boolean} copied a link is in the clipboard
 * @property {boolean} watching somebody without a seat wants none
 * @property {Trouble | null} trouble with a seat or a link that could not be had
 * @property {Settings} settings
 * @property {{width: number, height: number}} size of the window
 */
export {};
