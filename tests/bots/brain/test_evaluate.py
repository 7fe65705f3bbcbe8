"""Evaluating a position: chances while it is open, the result once the game is over."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bots.games import decisions
from torpedo_dice.bots.brain.evaluate import SCORE, evaluate, new_desk
from torpedo_dice.bots.brain.search import AFTER
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.lab.play import play_game
from torpedo_dice.lesson.played import Marks, Position
from torpedo_dice.rules import Game, Mode, Sheet


def chances(game: Game) -> list[float]:
    """Return the evaluation of a position, as many numbers as there are seats, and one more."""
    desk = new_desk(load_network(game.mode))
    # Like the bots do, as it would be compiled once more for a row that is not on a desk.
    desk["rows"][AFTER] = from_game(game)
    evaluate(fast_sheet(game.sheet).tables, desk["rows"][AFTER], desk)
    return [float(chance) for chance in desk["chances"][: len(game.players) + 1]]


def test_chances_are_chances(mission: Sheet) -> None:
    """In an open position, every player has one, and together they have at most all of it."""
    for view, _ in decisions(mission, Mode.MISSION, 3, 1):
        *seats, _ = chances(view)
        assert min(seats) > 0
        assert sum(seats) <= 1 + 1e-6


def test_who_is_ahead_has_the_better_chances() -> None:
    """The player who has hit more, with a full reserve, is the favourite."""
    ahead = Marks("D2 D4 F2 F4 B7 C8", reserve=8)
    behind = Marks("A6", reserve=4)
    for seat, players in enumerate([(ahead, behind), (behind, ahead)]):
        seats = chances(Position(Mode.TRAINING, 4, (1, 2, 3), players).game())
        assert int(np.argmax(seats[:2])) == seat


@pytest.mark.parametrize(("mode", "players"), [(Mode.MISSION, 2), (Mode.SOLO, 1)])
def test_a_finished_game_has_its_result(mode: Mode, players: int, mission: Sheet) -> None:
    """The winners share a chance of 1; in solo, the score of a win follows, in hundreds."""
    results = set()
    for number in range(6):
        game = play_game(mission, mode, ["lieutenant"] * players, f"{mode} {number}").game
        assert game.outcome is not None
        seats = chances(game)
        winners = game.outcome.winners
        expected = [1 / len(winners) if seat in winners else 0 for seat in game.seats]
        assert seats[:players] == expected
        if game.outcome.solo is not None:
            assert seats[SCORE] == pytest.approx((game.outcome.solo.score or 0) / 100)
        results.add(winners)
    assert len(results) > 1
