"""A record as a film: the public view after every step, for whoever looks at a finished game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Raw

from torpedo_dice.record import Finding, RecordData, Replay, StepKind, verify
from torpedo_dice.rules import Sentence
from torpedo_dice.server.messages.events import event_data
from torpedo_dice.server.messages.protocol import encode
from torpedo_dice.server.table.screen import Screen
from torpedo_dice.server.table.seat import SeatState

# A game is over long before; the limit keeps a strange record from costing much.
MAX_ROUNDS = 400


def film(record: RecordData) -> dict[str, Any]:
    """Return every step of a record; a Finding if it is not true."""
    rounds = record.get("rounds")
    if isinstance(rounds, list) and len(rounds) > MAX_ROUNDS:
        raise Finding("rounds", Sentence("has more than {count} entries", count=MAX_ROUNDS))
    finding = verify(record)
    if finding is not None:
        raise finding
    return {
        "mode": record["mode"],
        "sheet": record["sheet"],
        "players": record["players"],
        "dice": record["dice"],
        "first": record["first"],
        "result": record["result"],
        "steps": list(_Film(record).steps()),
    }


class _Film:
    """Plays a record again and keeps what everybody could see."""

    def __init__(self, record: RecordData) -> None:
        self._record = record
        self._replay = Replay(record)
        seats = [SeatState(p.kind, p.name, p.bot, None, []) for p in self._replay.players]
        self._screen = Screen(self._replay.game, seats)
        dice = record["dice"]
        self._screen.roll_with(dice["commitment"], dice["nonces"], dice["seed"])

    def steps(self) -> Iterator[dict[str, Any]]:
        for step in self._replay.steps():
            if step.kind is StepKind.ROUND_ENDED:
                self._screen.last_round = encode(self._record["rounds"][step.game.round - 1])
            yield {
                "round": step.game.round,
                "step": step.kind,
                "seat": step.seat,
                "events": [event_data(event) for event in step.events],
                "view": Raw(self._screen.show(step.game, None)),
            }
