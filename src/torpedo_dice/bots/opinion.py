"""A bot's opinion of its options: for each of them, every player's win chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from torpedo_dice.rules import Fire, Game, Move, Placements, Seat, TargetMask

# A point of a solo score compared with winning, which matters more.
SCORE_WEIGHT = 0.005


@dataclass(frozen=True, slots=True)
class Opinion:
    """A bot's rating of a move.

    `chances` holds one win chance per player, by seat. They sum to at most 1, because it is
    possible that nobody wins. In solo there is only the player's own chance, and `score` may hold
    the expected score, with 0 for a loss.
    """

    move: Move
    chances: tuple[float, ...]
    score: float | None = None

    def worth(self, seat: Seat) -> float:
        """Return what the seat's player maximises: the win chance and, in solo, also the score."""
        return self.chances[seat] + SCORE_WEIGHT * (self.score or 0.0)


def even_chances(players: int) -> tuple[float, ...]:
    """Return equal chances for all players; one half in solo."""
    return (1 / max(2, players),) * players


def telling_shots(view: Game, seat: Seat) -> Iterator[tuple[TargetMask, Fire]]:
    """Yield each distinct set of free targets that a seat can hit, with a shot that hits it.

    Shots that hit the same targets are equivalent, so one opinion covers them all. A shot that hits
    nothing is included only if no shot hits anything.
    """
    shots: Placements = view.shots(seat)
    free = view.free_targets(seat)
    by_hits = {mask & free: fields for mask, fields in shots.distinct.items()}
    if len(by_hits) > 1:
        by_hits.pop(0, None)
    for hits, fields in by_hits.items():
        yield hits, Fire(seat, fields)
