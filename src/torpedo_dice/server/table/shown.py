"""What a view is written from: a table that is played at, or a step of a replay."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from torpedo_dice.rules import Game, Seat


@dataclass(frozen=True, slots=True)
class SharedPart:
    """What all views of one moment have in common."""

    # Everything before the seats, but whose view it is; each seat; and the end.
    head: bytes
    seats: list[bytes]
    to_move: tuple[Seat, ...]


class Shown(Protocol):
    """What a view is written from: a table, or a step of a replay."""

    @property
    def game(self) -> Game | None:
        """The game, once it has begun."""

    @property
    def mode(self) -> str:
        """What is played."""

    @property
    def number(self) -> int:
        """The number of the last public event."""

    @property
    def seats(self) -> Sequence[Sitter]:
        """Who sits where."""

    @property
    def sheet_data(self) -> dict[str, Any]:
        """The sheet, as in a record."""

    @property
    def commitment(self) -> str:
        """The dice's commitment."""

    @property
    def nonces(self) -> list[str]:
        """The nonces, once the game has begun."""

    @property
    def seed(self) -> str | None:
        """The dice's seed; shown when the game is over, never before."""

    @property
    def clock_out(self) -> Collection[Seat]:
        """The seats whose time was up in this turn."""

    # Kept until something changes: what all views share, each seat's options and its systems.
    shared: SharedPart | None
    options: dict[Seat, tuple[object, bytes]]
    systems: dict[Seat, tuple[object, bytes]]

    @property
    def static_part(self) -> bytes:
        """What `static_part` wrote."""

    @property
    def seat_parts(self) -> Sequence[bytes]:
        """What `seat_part` wrote for each seat."""

    @property
    def last_round(self) -> bytes:
        """The round that ended last, as in a record."""


class Sitter(Protocol):
    """Who sits at a seat."""

    kind: str
    name: str
    bot: str | None
    stand_in: str | None
