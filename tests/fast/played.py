"""Steps of games that the rules have played, for comparing single kernels with the rules."""

from __future__ import annotations

from functools import cache
from random import Random

from tests.rules.random_games import Setup, moves_of, new_game
from torpedo_dice.rules import Event, Game, Move, SoloEnd, Stage

SETUPS = (
    Setup("training", 2, 12),
    Setup("mission", 4, 12),
    Setup("mission", 2, 60),
    *(Setup("solo", 1, 60, end) for end in SoloEnd),
)


@cache
def steps() -> tuple[tuple[Game, Move, list[Event], Game], ...]:
    """Return every step of some games: the game before, the move, its events, the game after."""
    found = []
    for setup in SETUPS:
        game = new_game(setup)
        before = game.copy()
        for move, events in moves_of(game, Random(11)):  # noqa: S311
            after = game.copy()
            found.append((before, move, events, after))
            before = after
    return tuple(found)


def positions(*stages: Stage) -> list[Game]:
    """Return the positions of these games, or only those in some stages."""
    return [game for game, _, _, _ in steps() if not stages or game.stage in stages]


def round_ends() -> list[tuple[Game, Move, list[Event], Game]]:
    """Return the steps that finish a round."""
    return [
        step
        for step in steps()
        if step[0].stage is Stage.ACT and step[3].stage in (Stage.ROLL, Stage.OVER)
    ]
