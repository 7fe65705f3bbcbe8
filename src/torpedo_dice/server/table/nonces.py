"""The nonces of a table whose game has not begun: who has committed to one, who has revealed it.

Everyone commits before anyone reveals, so nobody can choose a nonce to suit the others'.
"""

from __future__ import annotations

from collections.abc import Sequence

from torpedo_dice.server.messages.views import Pending
from torpedo_dice.server.table.seat import SeatState


def nonce_commitments(seats: Sequence[SeatState]) -> list[str | None] | None:
    """Return the commitments by seat, None for a bot; None until everyone has committed."""
    if any(state.bot is None and state.nonce_commitment is None for state in seats):
        return None
    return [state.nonce_commitment for state in seats]


def all_revealed(seats: Sequence[SeatState]) -> bool:
    """Whether every person's nonce is known."""
    return all(state.bot is not None or state.nonce is not None for state in seats)


def pending(seats: Sequence[SeatState]) -> Pending:
    """Return what the game is still waiting for."""
    return Pending(
        committed=tuple(n for n, s in enumerate(seats) if s.nonce_commitment is not None),
        nonce_commitments=nonce_commitments(seats),
        revealed=tuple(n for n, s in enumerate(seats) if s.nonce is not None),
        declined=tuple(n for n, s in enumerate(seats) if s.declined),
    )
