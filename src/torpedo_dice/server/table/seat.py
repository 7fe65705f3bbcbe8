"""Who sits at a seat, and what opens it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class SeatState:
    """Who sits at a seat now."""

    kind: str
    name: str
    bot: str | None
    nonce: str | None
    hashes: list[str]
    # The bot that plays for a human who is away.
    stand_in: str | None = None
