"""What a bot thinks of its options: for each of them a win chance for every player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from torpedo_dice.rules import Fire, Game, Move, Placements, Seat, TargetMask


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a bot thinks that a move is worth.

    `chances` has one win chance for each player, by seat. Together they are at most 1: it can be
    that nobody wins. In solo there is one chance, the player's.
    """

    move: Move
    chances: tuple[float, ...]


def even_chances(players: int) -> tuple[float, ...]:
    """Return the chances of players of whom nothing is known; alone it is one half."""
    return (1 / max(2, players),) * players


def telling_shots(view: Game, seat: Seat) -> Iterator[tuple[TargetMask, Fire]]:
    """Yield what a seat's shots can hit, each set of free targets once, with a shot that hits it.

    Shots that hit the same do the same, so one opinion serves for all of them. A shot that hits
    nothing is told only where no shot hits anything.
    """
    shots: Placements = view.shots(seat)
    free = view.free_targets(seat)
    by_hits = {mask & free: fields for mask, fields in shots.distinct.items()}
    if len(by_hits) > 1:
        by_hits.pop(0, None)
    for hits, fields in by_hits.items():
        yield hits, Fire(seat, fields)
