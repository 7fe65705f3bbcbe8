"""A game as a view is written from it, where nobody plays at a table: a replay, a lesson."""

from __future__ import annotations

from typing import Any

from torpedo_dice.rules import Game, Seat
from torpedo_dice.server.table.seat import SeatState
from torpedo_dice.server.table.shown import SharedPart
from torpedo_dice.server.table.views import seat_part, static_part, view_bytes


class Screen:
    """Shows a game that is handed to it, again and again."""

    def __init__(self, game: Game, seats: list[SeatState]) -> None:
        self.game: Game | None = game
        self.mode: str = game.mode
        self.number = 0
        self.seats = seats
        self.sheet_data: dict[str, Any] = game.sheet.to_data()
        self.clock_out: set[Seat] = set()
        self.shared: SharedPart | None = None
        self.options: dict[Seat, tuple[object, bytes]] = {}
        self.systems: dict[Seat, tuple[object, bytes]] = {}
        self.seat_parts: list[bytes] = []
        self.last_round = b"null"
        self.roll_with("", [], None)

    def roll_with(self, commitment: str, nonces: list[str], seed: str | None) -> None:
        """Say what the dice are made of; without it they are simply given."""
        self.commitment = commitment
        self.nonces = nonces
        self.seed = seed
        self.static_part = static_part(self)

    def show(self, game: Game, seat: Seat | None) -> bytes:
        """Write the view of a seat (None: everybody)."""
        self.game = game
        self.shared = None
        self.options.clear()
        self.seat_parts = [seat_part(self, game, each) for each in game.seats]
        return view_bytes(self, seat)
