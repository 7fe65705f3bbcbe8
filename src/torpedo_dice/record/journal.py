"""The journal of a game in progress: the game is fully determined by its entries.

The entries are the moves, take-backs and resignations of the players; together with the setup they
determine the game. It changes only through `Journal.apply`, whether an entry is new or restored
after an interruption. Storing the entries is up to the caller: in a save file, in a database.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from torpedo_dice.record.recorded_game import RecordedGame
from torpedo_dice.rules import Event, Game, PlayerMove, Seat, Sentence, move_name, parse_player_move


@dataclass(frozen=True, slots=True)
class Moved:
    """A player made a move, or the bot `stand_in` made it for them."""

    move: PlayerMove
    stand_in: str | None = None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A player took back the choice of phases 2 and 3."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A player resigned; if the game goes on, the bot `stand_in` plays for them from now on."""

    seat: Seat
    stand_in: str | None = None


Entry: TypeAlias = Moved | TakenBack | GaveUp


class Journal:
    """A game with its dice and its record, changed only by entries."""

    def __init__(self, recorded: RecordedGame) -> None:
        self.recorded = recorded
        # Events before the first entry: the start player is drawn, the first dice are rolled.
        self.beginning = recorded.begin()
        self.length = 0

    @property
    def game(self) -> Game:
        """The current game."""
        return self.recorded.game

    def check(self, entry: Entry) -> None:
        """Raise MoveError if an entry can't be applied, so that only valid ones are stored."""
        if isinstance(entry, TakenBack):
            self.game.copy().take_back(entry.seat)
        elif isinstance(entry, GaveUp):
            self.game.copy().resign(entry.seat)
        elif (error := self.game.why_not(entry.move)) is not None:
            raise error

    def apply(self, entry: Entry) -> list[Event]:
        """Apply the next entry; a MoveError leaves the game unchanged."""
        match entry:
            case Moved():
                events = self.recorded.apply(entry.move)
                if entry.stand_in is not None:
                    self.recorded.note_stand_in(entry.move.seat, entry.stand_in)
            case TakenBack():
                events = self.recorded.take_back(entry.seat)
            case GaveUp():
                events = self.recorded.resign(entry.seat)
                if entry.stand_in is not None:
                    self.recorded.note_stand_in(entry.seat, entry.stand_in)
        self.length += 1
        return events


def entry_to_data(entry: Entry) -> dict[str, Any]:
    """Return an entry as plain data, the inverse of `parse_entry`."""
    if isinstance(entry, Moved):
        data = {"move": move_name(entry.move)}
        return data if entry.stand_in is None else {**data, "stand_in": entry.stand_in}
    if isinstance(entry, GaveUp):
        gave_up: dict[str, Any] = {"resign": entry.seat}
        return gave_up if entry.stand_in is None else {**gave_up, "stand_in": entry.stand_in}
    return {"take_back": entry.seat}


def parse_entry(data: Mapping[str, Any]) -> Entry:
    """Parse an entry's data; raise ValueError (or its subclass MoveError) if it is malformed."""
    match data:
        case {"move": str(text), "stand_in": str(bot)}:
            return Moved(parse_player_move(text), bot)
        case {"move": str(text)} if "stand_in" not in data:
            return Moved(parse_player_move(text))
        case {"take_back": int(seat)}:
            return TakenBack(seat)
        case {"resign": int(seat), "stand_in": str(bot)}:
            return GaveUp(seat, bot)
        case {"resign": int(seat)} if "stand_in" not in data:
            return GaveUp(seat)
        case _:
            raise ValueError(Sentence("is neither a move, an undo nor a resignation"))
