"""The search: every candidate is legal, and a win in reach is found."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.bots.games import decisions
from torpedo_dice.bots.brain.ahead import NO_DIE, rate
from torpedo_dice.bots.brain.evaluate import Desk, new_desk
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.fast.codes import MODIFY_NONE, MOVE_MODIFY
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.convert_moves import to_move
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.lesson import LEARNER, STEPS
from torpedo_dice.rules import Game, Mode, Modify, Seat, Sheet, Stage

WIDTH = 4


def candidates(game: Game, seat: Seat) -> tuple[Desk, int, int]:
    """Return a desk with all candidates, their number, and the best."""
    desk = new_desk(load_network(game.mode))
    # To compile another entry point would take seconds; without dice, `rate` only searches.
    tables, rolls = fast_sheet(game.sheet).tables, np.zeros(0, np.int64)
    count, worth = rate(tables, from_game(game), seat, desk, desk, rolls, NO_DIE, WIDTH, 0)
    best = int(np.argmax(desk["worth"][:count]))
    assert worth == desk["worth"][best]
    return desk, count, best


def test_every_candidate_is_legal(mission: Sheet) -> None:
    """Each modification, and each shot or activation after it; every switch is among them."""
    acting = (pair for pair in decisions(mission, Mode.MISSION, 2, 2) if pair[0].stage is Stage.ACT)
    for view, seat in itertools.islice(acting, 0, None, 3):
        desk, count, _ = candidates(view, seat)
        switched = set()
        for number in range(count):
            game = view.copy()
            kind, argument = int(desk["kind"][number]), int(desk["argument"][number])
            modify = int(desk["modify"][number])
            if modify != MODIFY_NONE:
                game.apply(to_move(game.sheet, seat, MOVE_MODIFY, modify))
            if kind != MOVE_MODIFY:
                move = to_move(game.sheet, seat, kind, argument)
                assert game.is_legal(move)
                switched.add(getattr(move, "system", None))
        assert switched - {None} == set(view.options(seat).activations)


def test_a_win_in_reach_is_the_best_candidate() -> None:
    """In the lesson's last position, two torpedoes sink the enemy: with a worth of 1."""
    game = next(step.position.game() for step in STEPS if step.name == "finish")
    desk, _, best = candidates(game, LEARNER)
    assert desk["worth"][best] == pytest.approx(1)
    move = to_move(game.sheet, LEARNER, MOVE_MODIFY, int(desk["modify"][best]))
    assert isinstance(move, Modify)
    game.apply(move)
    kind, argument = int(desk["kind"][best]), int(desk["argument"][best])
    game.apply(to_move(game.sheet, LEARNER, kind, argument))
    # Whatever the other player does now.
    game.apply(next(move for move in game.legal_moves(1) if not isinstance(move, Modify)))
    assert game.outcome is not None
    assert game.outcome.winners == (LEARNER,)


def test_the_best_has_the_highest_worth(mission: Sheet) -> None:
    """No candidate is rated higher, and its outlook is what its worth says."""
    view, seat = next(
        pair for pair in decisions(mission, Mode.MISSION, 2, 1) if pair[0].stage is Stage.ACT
    )
    desk, count, best = candidates(view, seat)
    assert count > 5
    assert desk["worth"][best] == max(desk["worth"][:count])
    assert desk["outlook"][best][seat] == pytest.approx(desk["worth"][best])
