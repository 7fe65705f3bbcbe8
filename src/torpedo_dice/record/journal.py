"""The journal of a game in progress: a game is its log.

A game follows from what it was set up with and from its entries, the moves and take-backs of its
players. It changes through `Journal.apply` alone, whether an entry is new or read back after an
interruption. Where the entries are stored is up to the caller: a save file, a database.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from torpedo_dice.record.recorded_game import RecordedGame
from torpedo_dice.rules import Event, Game, PlayerMove, Seat, Sentence, move_name, parse_player_move


@dataclass(frozen=True, slots=True)
class Moved:
    """A player, or a bot for them, made a move."""

    move: PlayerMove


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A player took back the choice of phases 2 and 3."""

    seat: Seat


Entry: TypeAlias = Moved | TakenBack


class Journal:
    """A game with its dice and its record, changed by entries alone."""

    def __init__(self, recorded: RecordedGame) -> None:
        self.recorded = recorded
        # What happened before the first entry: the start player is drawn, the first dice rolled.
        self.beginning = recorded.begin()
        self.length = 0

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.recorded.game

    def check(self, entry: Entry) -> None:
        """Raise a MoveError if an entry cannot be applied, so that only valid ones are stored."""
        if isinstance(entry, TakenBack):
            self.game.copy().take_back(entry.seat)
        elif (error := self.game.why_not(entry.move)) is not None:
            raise error

    def apply(self, entry: Entry) -> list[Event]:
        """Apply the next entry; after a MoveError the game is as before."""
        if isinstance(entry, Moved):
            events = self.recorded.apply(entry.move)
        else:
            events = self.recorded.take_back(entry.seat)
        self.length += 1
        return events


def entry_to_data(entry: Entry) -> dict[str, Any]:
    """Return an entry as plain data; `parse_entry` reads it."""
    if isinstance(entry, Moved):
        return {"move": move_name(entry.move)}
    return {"take_back": entry.seat}


def parse_entry(data: Mapping[str, Any]) -> Entry:
    """Read an entry's data; ValueError (of which MoveError is one) if it is malformed."""
    match data:
        case {"move": str(text)}:
            return Moved(parse_player_move(text))
        case {"take_back": int(seat)}:
            return TakenBack(seat)
        case _:
            raise ValueError(Sentence("is neither a move nor a take-back"))
