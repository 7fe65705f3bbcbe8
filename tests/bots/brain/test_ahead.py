"""Looking ahead over the next dice: consistent, harmless, and exact at the end of a game."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.bots.games import at_act
from torpedo_dice.bots.brain.ahead import NO_DIE, Rolls, next_rolls, outlook_after, rate
from torpedo_dice.bots.brain.evaluate import Desk, new_desk
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.convert_moves import from_move
from torpedo_dice.fast.dice import unpack_die
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.lesson import LEARNER, STEPS
from torpedo_dice.rules import Fire, Game, Mode, Modify, Sheet, System, parse_move

NO_ROLLS: Rolls = np.zeros(0, np.int64)
# Three dice each, of three bits: 1 1 1, and 6 6 6.
LOW_AND_HIGH: Rolls = np.array([0o111, 0o666], np.int64)


def rated(game: Game, rolls: Rolls, pick: int = NO_DIE) -> tuple[Desk, float]:
    """Rate the options of seat 0; return the desk and the best worth."""
    desk, ahead = (new_desk(load_network(game.mode)) for _ in range(2))
    tables, row = fast_sheet(game.sheet).tables, from_game(game)
    before = row.tobytes()
    _, worth = rate(tables, row, 0, desk, ahead, rolls, pick, 3, 4)
    assert row.tobytes() == before
    return desk, worth


def test_the_next_dice_make_a_difference(mission: Sheet) -> None:
    """Without any, the position after the round counts; with some, the one after the next."""
    game = at_act(mission, Mode.MISSION, (6, 3, 1))
    now, later = (rated(game, rolls)[1] for rolls in (NO_ROLLS, LOW_AND_HIGH))
    assert now != later
    assert now == pytest.approx(later, abs=0.2)


def test_a_die_is_worth_what_it_leaves() -> None:
    """If the 4 is left, the other player sinks us with it; if it is taken, the game isn’t over."""
    game = next(step.position.game() for step in STEPS if step.name == "draft")
    six, four, two = (rated(game, NO_ROLLS, pick)[1] for pick in range(3))
    assert six == two == 0
    assert 0 < four < 1


def test_the_end_of_a_game_needs_no_dice() -> None:
    """A shot that sinks the enemy is a certain win, whatever would be rolled next."""
    game = next(step.position.game() for step in STEPS if step.name == "finish")
    game.apply(Modify(LEARNER, System.TOWER, step=-1))
    desk, worth = rated(game, LOW_AND_HIGH)
    assert worth == pytest.approx(1)
    assert list(desk["chances"][:2]) == pytest.approx([1, 0])


def test_any_other_shot_is_rated_on_the_same_assumptions() -> None:
    """One that sinks the enemy is a certain win here too, but for what looking ahead adds."""
    game = next(step.position.game() for step in STEPS if step.name == "finish")
    game.apply(Modify(LEARNER, System.TOWER, step=-1))
    fire = parse_move("0 fire B8 D6")
    assert isinstance(fire, Fire)
    desk, _ = rated(game, NO_ROLLS)
    tables, row = fast_sheet(game.sheet).tables, from_game(game)
    assert outlook_after(tables, row, LEARNER, desk, *from_move(game, fire)) == 1
    assert list(desk["chances"][:2]) == [1, 0]


def test_the_next_rolls_show_every_face_equally_often() -> None:
    """On each die, with twelve rolls, every face twice; in another order in every round."""
    orders = set()
    for rolls in next_rolls(3, 12)[:3]:
        for die in range(3):
            faces = [unpack_die(int(roll), die) for roll in rolls]
            assert Counter(faces) == Counter(dict.fromkeys(range(1, 7), 2))
            orders.add(tuple(faces))
    assert len(orders) == 9
