"""The value before a roll is that of the best die after each roll."""

from __future__ import annotations

import numpy as np
import pytest

from torpedo_dice.bots import make_bot, opinions_of
from torpedo_dice.bots.admiral import Admiral
from torpedo_dice.bots.brain.evaluate import new_desk
from torpedo_dice.bots.brain.rolls import chances_after_rolls
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.fast.codes import SEATS
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.dice import unpack_die
from torpedo_dice.fast.rolls import packed_rolls
from torpedo_dice.fast.state import ROW
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import Game, Mode, Roll, Sheet, Start


def test_the_chances_after_a_roll_are_those_of_the_best_die(mission: Sheet) -> None:
    """The same as in the admiral's opinions of the dice."""
    game = Game.new(mission, Mode.MISSION, 2)
    game.apply(Start(0))
    admiral = Admiral(1)
    desk, ahead = (new_desk(load_network(Mode.MISSION), Admiral.STYLE) for _ in range(2))
    rolled = packed_rolls(3)[[3, 40]]
    row = from_game(game)
    scratch = np.zeros(1, ROW)
    scratch[0] = row
    chances = np.zeros((2, SEATS + 1), np.float32)
    for number, packed in enumerate(rolled.tolist()):
        after = game.copy()
        after.apply(Roll(tuple(unpack_die(packed, index) for index in range(3))))
        one = chances[number : number + 1]
        chances_after_rolls(
            *(fast_sheet(mission).tables, row, scratch[0], rolled[number : number + 1]),
            *(desk, ahead, admiral.next_rolls(after), one),
        )
        opinions = opinions_of(make_bot("admiral", 1), after.view(0), 0)
        best = max(opinion.chances[0] for opinion in opinions)
        assert chances[number, 0] == pytest.approx(best, abs=0.02)
    assert from_game(game).tobytes() == row.tobytes()
