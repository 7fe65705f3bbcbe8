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
    Finished,
    Fired,
    Modified,
    Outcome,
    Rerolled,
    Rolled,
    RoundEnded,
    Started,
    Taken,
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


def event_data(event: Event) -> Data:
    """Return a game's event as data."""
    match event:
        case Fired():
            return {
                **_revealed("fired", event),
                "fields": event.fields,
                "struck": event.struck,
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
            return {
                "event": "modified",
                "seat": event.seat,
                # The propeller's face comes with its roll.
                "modify": modify_data(event.modify, event.face or 0),
                "face": event.face,
            }
        case Ended():
            return {"event": "ended", "over": over_data(event.outcome)}
        case _:
            return _plain(event)


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


# ------------------------------------------------------------------ the end


def over_data(outcome: Outcome) -> Data:
    """Return how a game ended, with the explanation for a sentence."""
    solo = outcome.solo
    return {
        "reason": str(outcome.reason),
        "winners": outcome.winners,
        "scores": outcome.scores,
        "skulls": outcome.skulls,
        "solo": None if solo is None else {"won": solo.won, "score": solo.score, "rank": solo.rank},
        "reserves": [standing.reserve for standing in outcome.standings],
        "explain": {
            "code": outcome.explanation.code,
            "seats": outcome.explanation.contenders,
        },
    }
