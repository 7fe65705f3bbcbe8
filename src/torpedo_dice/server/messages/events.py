"""Events as the protocol writes them: what happened in the game, as data."""

from __future__ import annotations

from typing import Any

from torpedo_dice.record.recorder import modify_data
from torpedo_dice.rules import (
    Activated,
    AutomatonFired,
    Destroyed,
    Ended,
    Event,
    Field,
    Finished,
    Fired,
    Game,
    Modified,
    Outcome,
    Reason,
    Rerolled,
    Rolled,
    RoundEnded,
    Seat,
    Sheet,
    Started,
    Taken,
    TargetMask,
    TookBack,
)

Data = dict[str, Any]

# Every public event with its fields. The first ones are the game's, the last ones the table's.
PUBLIC_EVENTS: dict[str, tuple[str, ...]] = {
    "started": ("seat",),
    "rolled": ("round", "start", "dice"),
    "taken": ("seat", "pick", "die"),
    "finished": ("seat",),
    "took_back": ("seat",),
    "fired": (
        *("seat", "pick", "die", "modify", "face", "fields"),
        *("struck", "hits", "misses", "skull"),
    ),
    "activated": ("seat", "pick", "die", "modify", "face", "system"),
    "destroyed": ("seat", "system"),
    "automaton_fired": ("die", "system", "effect"),
    "round_ended": ("round",),
    "ended": ("over",),
    "seated": ("seat", "name"),
    "named": ("seat", "name"),
    "replaced": ("seat", "bot"),
    "returned": ("seat",),
    "clock_out": ("seat",),
    "rematch": ("table",),
}
# What only the seat itself may know before the round ends.
PRIVATE_EVENTS: dict[str, tuple[str, ...]] = {
    "modified": ("seat", "modify", "face"),
    "rerolled": ("seat", "face"),
    "took_back": ("seat",),
}


def struck_fields(sheet: Sheet, fields: tuple[Field, ...], hits: TargetMask) -> list[Field]:
    """Return the fields of a shot that are newly hit, when these targets were hit before it."""
    bits = sheet.target_bits
    return [spot for spot in fields if bits.get(spot, 0) & ~hits]


def event_data(event: Event, game: Game, hits_before: list[TargetMask]) -> Data:
    """Return a game's event as data; `hits_before` are the seats' hits before their shots."""
    match event:
        case Fired():
            return {
                **_revealed("fired", event),
                "fields": event.fields,
                "struck": struck_fields(game.sheet, event.fields, hits_before[event.seat]),
                "hits": event.hits,
                "misses": event.misses,
                "skull": event.skull,
            }
        case Activated():
            return {**_revealed("activated", event), "system": event.system.id}
        case Destroyed():
            return {"event": "destroyed", "seat": event.seat, "system": event.system.id}
        case AutomatonFired():
            return automaton_data(event)
        case Modified():
            modify = event.modify
            # The propeller's face comes with its roll.
            face = None if game.players[event.seat].awaits_roll() else _face(game, event)
            return {
                "event": "modified",
                "seat": event.seat,
                "modify": modify_data(modify, face or 0),
                "face": face,
            }
        case Ended():
            return {"event": "ended", "over": over_data(game)}
        case _:
            return _plain(event)


def _face(game: Game, event: Modified) -> int:
    return game.face_with(event.seat, event.modify)


def _plain(
    event: Started | Rolled | Taken | Rerolled | Finished | TookBack | RoundEnded,
) -> Data:
    match event:
        case Started():
            return {"event": "started", "seat": event.seat}
        case Rolled():
            return {
                "event": "rolled",
                "round": event.round,
                "start": event.start,
                "dice": event.dice,
            }
        case Taken():
            return {"event": "taken", "seat": event.seat, "pick": event.pick, "die": event.die}
        case Rerolled():
            return {"event": "rerolled", "seat": event.seat, "face": event.face}
        case Finished():
            return {"event": "finished", "seat": event.seat}
        case TookBack():
            return {"event": "took_back", "seat": event.seat}
        case RoundEnded():
            return {"event": "round_ended", "round": event.round}


def _revealed(name: str, event: Fired | Activated) -> Data:
    return {
        "event": name,
        "seat": event.seat,
        "pick": event.pick,
        "die": event.die,
        "modify": None if event.modify is None else modify_data(event.modify, event.face),
        "face": event.face,
    }


def automaton_data(event: AutomatonFired) -> Data:
    """Return the automaton's shot as data."""
    return {
        "event": "automaton_fired",
        "die": event.die,
        "system": None if event.system is None else event.system.id,
        "effect": str(event.effect),
    }


def is_private(event: Event) -> bool:
    """Whether only the event's own seat may know it before the round ends."""
    if isinstance(event, TookBack):
        return not event.finished
    return isinstance(event, Modified | Rerolled)


# ------------------------------------------------------------------ the end


def over_data(game: Game) -> Data | None:
    """Return how a game ended, with the reason for a sentence; None while it goes on."""
    outcome = game.outcome
    if outcome is None:
        return None
    solo = outcome.solo
    return {
        "reason": str(outcome.reason),
        "winners": outcome.winners,
        "scores": outcome.scores,
        "skulls": outcome.skulls,
        "solo": None if solo is None else {"won": solo.won, "score": solo.score, "rank": solo.rank},
        "reserves": [player.reserve for player in game.players],
        "explain": _explain(game, outcome),
    }


EXPLANATIONS = (
    *("sunk_alone", "sunk_more_reserve", "sunk_tie"),
    *("skull_best_score", "skull_more_reserve", "skull_tie"),
    *("all_skulls", "solo_sunk", "solo_skull", "solo_automaton"),
)


def _explain(game: Game, outcome: Outcome) -> Data:
    """Say which of the rulebook's reasons decided, and who was in the running."""
    if game.is_solo:
        return {"code": f"solo_{outcome.reason}", "seats": [0]}
    alive = [seat for seat in game.seats if seat not in outcome.skulls]
    if outcome.reason is Reason.ALL_SKULLS:
        return {"code": "all_skulls", "seats": list(outcome.skulls)}
    if outcome.reason is Reason.SUNK:
        sinkers = [s for s in alive if game.players[s].hits == game.sheet.all_targets]
        return {"code": _among("sunk", "alone", outcome, sinkers), "seats": sinkers}
    best = max(outcome.scores[seat] for seat in alive)
    leaders: list[Seat] = [seat for seat in alive if outcome.scores[seat] == best]
    return {"code": _among("skull", "best_score", outcome, leaders), "seats": leaders}


def _among(prefix: str, alone: str, outcome: Outcome, seats: list[Seat]) -> str:
    if len(outcome.winners) > 1:
        return f"{prefix}_tie"
    return f"{prefix}_{alone if len(seats) == 1 else 'more_reserve'}"
