"""Write a record: the players, and what was rolled, chosen and marked according to the events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from torpedo_dice.record.dice import SCHEME
from torpedo_dice.record.format import FORMAT, UNFINISHED, VERSION, RecordData, digest_of
from torpedo_dice.rules import (
    Activated,
    AutomatonFired,
    Destroyed,
    Event,
    Fired,
    Game,
    Modify,
    Outcome,
    Rolled,
    RoundEnded,
    System,
)


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """The player at a seat."""

    name: str
    kind: Literal["human", "bot"] = "human"
    bot: str | None = None

    def to_data(self) -> dict[str, Any]:
        """Return the player's entry in a record."""
        data = {"name": self.name, "kind": self.kind}
        return data if self.bot is None else {**data, "bot": self.bot}


class Recorder:
    """Converts a game's events into the rounds of its record; contains complete rounds only."""

    def __init__(self) -> None:
        self.rounds: list[dict[str, Any]] = []
        self._round: dict[str, Any] = {}

    def note(self, events: Iterable[Event]) -> None:
        """Process further events."""
        for event in events:
            match event:
                case Rolled():
                    self._round = {
                        "start": event.start,
                        "dice": list(event.dice),
                        "turns": [],
                        "destroyed": [],
                        "automaton": None,
                    }
                case Fired() | Activated():
                    self._round["turns"].append(turn_data(event))
                case Destroyed():
                    self._round["destroyed"].append({"seat": event.seat, "system": event.system.id})
                case AutomatonFired():
                    self._round["automaton"] = {
                        "die": event.die,
                        "system": None if event.system is None else event.system.id,
                        "effect": str(event.effect),
                    }
                case RoundEnded():
                    self.rounds.append(self._round)


def turn_data(event: Fired | Activated) -> dict[str, Any]:
    """Return a turn's entry in a record."""
    data: dict[str, Any] = {
        "seat": event.seat,
        "pick": event.pick,
        "die": event.die,
        "modify": None if event.modify is None else modify_data(event.modify, event.face),
        "face": event.face,
    }
    if isinstance(event, Activated):
        return {**data, "activate": event.system.id}
    return {
        **data,
        "fire": [list(spot) for spot in event.fields],
        "hits": event.hits,
        "misses": event.misses,
    }


def modify_data(modify: Modify, face: int | None) -> dict[str, Any]:
    """Return a modification's entry in a record; `face` is the propeller's roll."""
    data: dict[str, Any] = {"system": modify.system.id}
    if modify.step is not None:
        data["step"] = modify.step
    if modify.other is not None:
        data["seat"] = modify.other
    if modify.system is System.PROPELLER:
        data["roll"] = face
    return data


def result_data(game: Game) -> dict[str, Any]:
    """Return the result's entry in a record, also for a game in progress."""
    outcome = game.outcome
    if outcome is None:
        return {
            "reason": UNFINISHED,
            "winners": [],
            "scores": [player.hits.bit_count() + player.reserve for player in game.players],
            "skulls": [],
            "solo": None,
        }
    return {
        "reason": str(outcome.reason),
        "winners": list(outcome.winners),
        "scores": list(outcome.scores),
        "skulls": list(outcome.skulls),
        "solo": _solo_data(outcome),
    }


def _solo_data(outcome: Outcome) -> dict[str, Any] | None:
    solo = outcome.solo
    if solo is None:
        return None
    return {
        "won": solo.won,
        "score": solo.score,
        "rank": None if solo.rank is None else str(solo.rank),
    }


def record_data(
    game: Game,
    players: Sequence[PlayerInfo],
    dice: dict[str, Any],
    first: int,
    rounds: list[dict[str, Any]],
    *,
    first_drawn: bool,
) -> RecordData:
    """Assemble a complete record and add its digest."""
    record: RecordData = {
        "format": FORMAT,
        "version": VERSION,
        "mode": str(game.mode),
        # `first` states whether the start player was drawn, so that it can be verified.
        "options": {"solo_end": str(game.solo_end), "first": "drawn" if first_drawn else "named"},
        "sheet": game.sheet.to_data(),
        "players": [player.to_data() for player in players],
        "dice": dice,
        "first": first,
        "rounds": rounds,
        "result": result_data(game),
    }
    return {**record, "digest": digest_of(record)}


def dice_data(commitment: str, seed: str | None, nonces: Sequence[str]) -> dict[str, Any]:
    """Return the entry for the dice in a record; the seed only when the game is over."""
    return {"scheme": SCHEME, "commitment": commitment, "seed": seed, "nonces": list(nonces)}
