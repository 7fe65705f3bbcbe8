"""The parts of a record: players, and what was rolled, chosen and marked according to events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from torpedo_dice.record.format import UNFINISHED
from torpedo_dice.rules import (
    Activated,
    AutomatonFired,
    Destroyed,
    Event,
    Fired,
    Game,
    Modify,
    Rolled,
    RoundEnded,
    SoloResult,
    System,
)


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """The player at a seat."""

    name: str
    kind: Literal["human", "bot"] = "human"
    bot: str | None = None
    # The bot that has moved for the player at least once.
    stand_in: str | None = None

    def to_data(self) -> dict[str, Any]:
        """Return the player's entry in a record."""
        data = {"name": self.name, "kind": self.kind}
        bots = {"bot": self.bot, "stand_in": self.stand_in}
        return data | {key: bot for key, bot in bots.items() if bot is not None}


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
        scores = [player.hits.bit_count() + player.reserve for player in game.players]
        return {"reason": UNFINISHED, "winners": [], "scores": scores, "skulls": [], "solo": None}
    solo = outcome.solo
    return {
        "reason": str(outcome.reason),
        "winners": list(outcome.winners),
        "scores": list(outcome.scores),
        "skulls": list(outcome.skulls),
        "solo": None if solo is None else _solo_data(solo),
        **({"resigned": list(outcome.resigned)} if outcome.resigned else {}),
    }


def _solo_data(solo: SoloResult) -> dict[str, Any]:
    rank = None if solo.rank is None else str(solo.rank)
    return {"won": solo.won, "score": solo.score, "rank": rank}
