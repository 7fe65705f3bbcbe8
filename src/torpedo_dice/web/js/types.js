/**
 * What the server sends, as types. Written by `make protocol` from the server's message
 * types: do not edit. Nothing here runs.
 *
 * @typedef {[number, number]} Field row and column, from 0
 * @typedef {"periscope" | "artillery" | "tower" | "fins" | "engine" | "portholes" | "propeller"} System
 * @typedef {{boxes: number, explosions: number, arrows: System[]}} SoloPanelData The solo panel of a sheet.
 * @typedef {{name: string, grid: string[], reserve: number, screens: (System[])[], limits: Record<string, number>, solo: SoloPanelData | null}} SheetData A sheet; the grid has one string per row, with fields separated by spaces.
 * @typedef {{system: System, step?: number | null, seat?: number | null, roll?: number | null}} ModifyData The use of a system: `step` is the tower's, `seat` the fins', `roll` the propeller's.
 * @typedef {{seat: number, pick: number, die: number, modify: ModifyData | null, face: number, fire?: Field[] | null, hits?: number | null, misses?: number | null, activate?: System | null}} TurnData A player's turn: either `fire` with `hits` and `misses`, or `activate`.
 * @typedef {{seat: number | null, system: System}} DestroyedData A system destroyed in a round; in solo, `seat` is null for the enemy submarine.
 * @typedef {{die: number, system: System | null, effect: "hit" | "destroyed" | "missed" | "none"}} AutomatonData The automaton's shot of a round.
 * @typedef {{start: number, dice: number[], turns: TurnData[], destroyed: DestroyedData[], automaton: AutomatonData | null}} RoundData A round.
 * @typedef {{name: string, kind: "bot" | "human", bot?: string | null, stand_in?: string | null}} PlayerData A player.
 * @typedef {{scheme: string, commitment: string, seed: string | null, nonces: string[], nonce_commitments?: (string | null)[]}} DiceData What the dice are derived from; `seed` is null while the game is in progress. In scheme 2, a bot's nonce is empty and its nonce commitment null.
 * @typedef {{won: boolean, score: number | null, rank: "lieutenant" | "captain" | "admiral" | null}} SoloData A solo result; `score` and `rank` are null after a loss.
 * @typedef {{reason: string, winners: number[], scores: number[], skulls: number[], solo: SoloData | null, resigned?: number[]}} ResultData The result, even of a game in progress.
 * @typedef {{format: string, version: number, mode: "training" | "mission" | "solo", options: Record<string, any>, sheet: SheetData, players: PlayerData[], dice: DiceData, first: number, rounds: RoundData[], result: ResultData, digest: string}} RecordMessage A game record, version 1.
 * @typedef {{event: "started", seat: number, number?: number}} StartedEvent The first start player is known.
 * @typedef {{event: "rolled", round: number, start: number, dice: number[], number?: number}} RolledEvent A round began: the start player rolled.
 * @typedef {{event: "taken", seat: number, pick: number, die: number, number?: number}} TakenEvent A player took a die.
 * @typedef {{event: "finished", seat: number, number?: number}} FinishedEvent A player confirmed a choice, which stays hidden.
 * @typedef {{event: "took_back", seat: number, number?: number}} TookBackEvent A player undid a choice; private if it had not been confirmed.
 * @typedef {{event: "modified", seat: number, modify: ModifyData, face: number | null, number?: number}} ModifiedEvent Private: you used a system.
 * @typedef {{event: "rerolled", seat: number, face: number, number?: number}} RerolledEvent Private: your propeller's roll.
 * @typedef {{event: "fired", seat: number, target: number | null, pick: number, die: number, modify: ModifyData | null, face: number, fields: Field[], struck: Field[], missed: Field[], hits: number, misses: number, reserve: number, skull: boolean, number?: number}} FiredEvent Revealed: a player fired.
 * @typedef {{event: "activated", seat: number, pick: number, die: number, modify: ModifyData | null, face: number, system: System, number?: number}} ActivatedEvent Revealed: a player switched a system on.
 * @typedef {{event: "destroyed", seat: number | null, system: System, by: number | null, number?: number}} DestroyedEvent A system was destroyed.
 * @typedef {{die: number, aimed: System, system: System | null, effect: "hit" | "destroyed" | "missed" | "none"}} AutomatonShot What the automaton does with a die.
 * @typedef {{event: "automaton_fired", die: number, aimed: System, system: System | null, effect: "hit" | "destroyed" | "missed" | "none", number?: number}} AutomatonFiredEvent Solo: the automaton's shot.
 * @typedef {{event: "round_ended", round: number, number?: number}} RoundEndedEvent A round is resolved.
 * @typedef {{event: "resigned", seat: number, number?: number}} ResignedEvent A player resigned; the game is over, or a bot plays on.
 * @typedef {{code: "sunk_alone" | "sunk_more_reserve" | "sunk_tie" | "skull_alone" | "skull_best_score" | "skull_more_reserve" | "skull_tie" | "all_skulls" | "solo_sunk" | "solo_skull" | "solo_automaton" | "resigned" | "solo_resigned", seats: number[], sank_in_vain: number[]}} Explain What decided a game.
 * @typedef {{reason: "sunk" | "skull" | "all_skulls" | "automaton" | "resigned", winners: number[], scores: number[], skulls: number[], reserves: number[], solo: SoloData | null, explain: Explain}} Over How a game ended.
 * @typedef {{event: "ended", over: Over, number?: number}} EndedEvent The game is over.
 * @typedef {{event: "seated", seat: number, name: string, number?: number}} SeatedEvent A player took an open seat.
 * @typedef {{event: "nonce_committed", seat: number, number?: number}} NonceCommittedEvent A player committed to a nonce.
 * @typedef {{event: "nonces_committed", nonce_commitments: (string | null)[], number?: number}} NoncesCommittedEvent Everyone has committed to a nonce; the devices now reveal them.
 * @typedef {{event: "nonce_revealed", seat: number, number?: number}} NonceRevealedEvent A device revealed its nonce; the game begins once all have.
 * @typedef {{event: "named", seat: number, name: string, number?: number}} NamedEvent A player changed their name.
 * @typedef {{event: "replaced", seat: number, bot: string, number?: number}} ReplacedEvent A bot took over for a player who is away.
 * @typedef {{event: "returned", seat: number, number?: number}} ReturnedEvent The player took the seat back from the bot.
 * @typedef {{event: "bot_failed", seat: number, bot: string, number?: number}} BotFailedEvent A bot failed to move; `bot` plays for it from now on.
 * @typedef {{event: "clock_out", seat: number, number?: number}} ClockOutEvent A player's time is up; a bot plays this turn.
 * @typedef {{event: "rematch", table: string, by: number | null, number?: number}} RematchEvent A player requested a rematch; `table` is the new table for the same players.
 * @typedef {{event: "filled", seat: number, bot: string, name: string, number?: number}} FilledEvent Before the game began, a bot took an open seat, or the seat of an absent player.
 * @typedef {{event: "declined", seat: number, number?: number}} DeclinedEvent A player declined the rematch.
 * @typedef {{system: System, status: "ready" | "ready_by_screen" | "off" | "screen_incomplete" | "uses_spent" | "destroyed", rule: string | null, uses_left: number | null, boxes: number, can_switch_on: boolean}} SystemView One of a player's own systems.
 * @typedef {{fire?: Field[] | null, activate?: System | null}} Action Your action in phase 3.
 * @typedef {{modify: ModifyData | null, move: string | null, rolled: number | null, face: number | null, action: Action | null}} Choice Your own choice of phases 2 and 3, as far as you have made it.
 * @typedef {{seat: number, kind: "human" | "bot" | "open", name: string, bot: string | null, stand_in: string | null, character: string | null, resigned: boolean}} SeatFacts Who sits at a seat.
 * @typedef {{seat: number, kind: "human" | "bot" | "open", name: string, bot: string | null, stand_in: string | null, character: string | null, resigned: boolean, target: number | null, attacker: number | null, hits: string[], misses_at: Field[], reserve: number, skull: boolean, enemy_destroyed: System[], systems: SystemView[], explosions: number, pick: number | null, die: number | null, finished: boolean, clock_out: boolean, choice: Choice | null}} SeatView A player's sheet; everything but `choice` is public.
 * @typedef {{move: string, system: System, step: number | null, other: number | null, face: number | null}} Use A modification that you can make.
 * @typedef {{fields: Field[], corners: Field[]}} Shape An orientation of a formation, and its possible positions within the frame.
 * @typedef {{modify: string | null, face: number, system: System | null, count: number, frame: number, shapes: Shape[]}} ShotOption A formation that you can fire, with or without a modification.
 * @typedef {{pick: number, shot: AutomatonShot, after_explosion: AutomatonShot}} ThreatView Solo: what the automaton would do with a die if you left it.
 * @typedef {{picks: number[], automaton: ThreatView[], modifications: Use[], activations: System[], shots: ShotOption[], take_back: boolean}} Options What you can do now; empty where there is no choice.
 * @typedef {{committed: number[], nonce_commitments: (string | null)[] | null, revealed: number[], declined: number[]}} Pending What the game is waiting for before it can begin, besides open seats: the nonces.
 * @typedef {{seat: number | null, number: number, mode: "training" | "mission" | "solo", players: number, stage: "waiting" | "start" | "roll" | "take" | "act" | "over", round: number, start: number | null, dice: number[], die_left: number | null, to_move: number[], over: Over | null, seed: string | null, sheet: SheetData, commitment: string, nonces: string[] | null, pending: Pending | null, seats: SeatView[], options: Options, last_round: RoundData | null}} View What one seat sees; `stage` is `waiting` until the game begins.
 * @typedef {{face: number, fields: Field[], struck: Field[], hits: number, misses: number, skull: boolean, destroyed: System[], sinks: boolean, reserve: number, automaton: AutomatonShot | null}} PreviewView What a choice would do.
 * @typedef {{table: string, made: number, mode: "training" | "mission" | "solo", sheet: string, solo_end: string, first: number | null, clock: number | null, pace: string, patience: number, hotseat: boolean, commitment: string, seats: SeatFacts[], stage: "waiting" | "start" | "roll" | "take" | "act" | "over", round: number, over: boolean, resigning_ends: boolean, rematch: string | null, rematch_by: number | null, played_on: number | null, coach: boolean}} Facts What anyone with the link may know about a table.
 * @typedef {{kind: "illegal" | "malformed" | "not_yours" | "refused", code: string, why: string, move?: string | null, rule?: string | null}} Problem An error: `code` for programs, `why` for people.
 * @typedef {{type: "answer", id: string, ok: boolean, number?: number, preview?: PreviewView, error?: Problem}} Answer The answer to a command; each command gets exactly one.
 * @typedef {{type: "welcome", you: number[], table: Facts, number: number, events: (GameEvent | TableEvent)[], views: Record<string, View>, commitment: string, nonces: string[] | null, nonce_commitments: (string | null)[] | null}} Welcome The answer to hello: everything that this device may know.
 * @typedef {{type: "events", events: (GameEvent | TableEvent)[], private: GameEvent[], views: Record<string, View>}} Events New events; `private` are those that only this device's own seats may see.
 * @typedef {{seat: number, connected: boolean, away: number}} SeatPresence Whether a seat is connected; `away` is the number of seconds since it was.
 * @typedef {{type: "presence", seats: SeatPresence[], spectators: number}} Presence Who is connected.
 * @typedef {{seat: number, left: number}} ClockLeft The number of seconds that a seat has left.
 * @typedef {{type: "clock", clocks: ClockLeft[]}} Clock The running clocks.
 * @typedef {{type: "reaction", seat: number, reaction: "nice_shot" | "ouch" | "well_played" | "good_luck" | "ready" | "thanks"}} Reaction A player sent a reaction.
 * @typedef {{type: "paused", paused: boolean}} Paused The table is paused, because nothing can be stored now; or it goes on.
 * @typedef {{type: "pong", n: number}} Pong The answer to ping.
 * @typedef {{type: "error", error: Problem}} ErrorMessage An error in a message that isn't a command.
 * @typedef {{start: number, luck: number, own: number, others: number, error: number, end: number}} ReviewSum A sum, rounded so that it adds up: start + luck + own + others + error = end.
 * @typedef {{name: string, sums: ReviewSum[], loss: number, loss_each: number | null, decisions: number, grades: Record<string, number>, rank: string}} ReviewedPlayer A player's totals; losses are shares of the win.
 * @typedef {{round: number, after: number[], luck: number[], play: number[], error: number[]}} ReviewedRound A round: the outlook after it, and what dice and choices changed.
 * @typedef {{move: string, label: string, outlook: number[], error: number, loss: number, grade: string, fields: Field[] | null}} ReviewedOption One of a decision's options: its name, the outlook after it, and what it loses.
 * @typedef {{round: number, seat: number, kind: "aim" | "die" | "switch" | "system", grade: string, loss: number, count: number, options: ReviewedOption[], taken: number, best: number, played: number, part: number, view: Record<string, any>}} ReviewedDecision A choice; `options` are the best ones and the one taken, best first.
 * @typedef {{sentence: string, round: number, decision: number | null}} ReviewedTurningPoint One of the steps that changed most; `decision` is its index if it was a choice.
 * @typedef {{title: string, mode: "training" | "mission" | "solo", start: number[], players: ReviewedPlayer[], rounds: ReviewedRound[], decisions: ReviewedDecision[], turning_points: ReviewedTurningPoint[], notes: string[], words: Record<string, string>}} ReviewMessage A review.
 * @typedef {{review: string, state: "done" | "running" | "waiting", judge: string, judges: string[], done: number, rounds: number, result: ReviewMessage | null}} ReviewState A review that was requested; `result` is null until it is done.
 * @typedef {{}} ReviewCancelled The review was cancelled, or had already ended.
 * @typedef {{record: any, played: number, part: number, move: string, judge: string, you: number | null}} ReviewTry Another move at a decision of a recorded game; `played` and `part` name the decision.
 * @typedef {{record: any, played: number, bot: string, name: string, nonce_commitment: string | null, commitment: string | null, pace: "calm" | "instant" | "quick"}} PlayOn A table that continues a recorded game at one of its moves, against bots.
 * @typedef {StartedEvent | RolledEvent | TakenEvent | FinishedEvent | TookBackEvent | ModifiedEvent | RerolledEvent | FiredEvent | ActivatedEvent | DestroyedEvent | AutomatonFiredEvent | RoundEndedEvent | ResignedEvent | EndedEvent} GameEvent
 * @typedef {SeatedEvent | NonceCommittedEvent | NoncesCommittedEvent | NonceRevealedEvent | NamedEvent | ReplacedEvent | ReturnedEvent | BotFailedEvent | ClockOutEvent | RematchEvent | FilledEvent | DeclinedEvent} TableEvent
 * @typedef {Welcome | Events | Answer | Presence | Clock | Reaction | Paused | Pong | ErrorMessage} ServerMessage
 */
export {};
