"""Expiry of one-time tokens, by the monotonic clock because the system clock may jump."""

from __future__ import annotations

import time

from torpedo_dice.rules import Seat
from torpedo_dice.server.table.devices import TOKEN_SECONDS, Devices, Token


class RoomTokens:
    """The tokens of a table in use."""

    def __init__(self, devices: Devices) -> None:
        self._devices = devices
        self._until: dict[str, float] = {}
        self.note()

    def seat_of(self, token_hash: str) -> Seat | None:
        """Return the seat that a token opens; None if it is not valid."""
        token = self._valid().get(token_hash)
        return None if token is None else token.seat

    def count(self, seat: Seat) -> int:
        """Return how many valid tokens a seat has."""
        return sum(token.seat == seat for token in self._valid().values())

    def _valid(self) -> dict[str, Token]:
        now = self.note()
        return {one: token for one, token in self._devices.tokens.items() if self._until[one] > now}

    def note(self) -> float:
        """Set the expiry of new tokens.

        Only the system clock knows the age of a loaded token. If it is wrong, the token expires too
        early, or after the full time from now.
        """
        now, wall = time.monotonic(), time.time()
        self._until = {
            one: self._until.get(one, now + TOKEN_SECONDS - max(0.0, wall - token.at))
            for one, token in self._devices.tokens.items()
        }
        return now
