"""The compiled round: tables and single decisions agree, and lost players don't play nonsense."""

from __future__ import annotations

import numpy as np
import pytest

from tests.review.games import solo_end
from torpedo_dice.bots.brain.evaluate import COLUMNS, SCORE, SCORE_UNIT, new_desk
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.bots.opinion import SCORE_WEIGHT
from torpedo_dice.fast.codes import MODIFY_NONE, SEATS
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.state import ROW
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.review.quick import QuickJudge
from torpedo_dice.review.quick_round import (
    CHOICE_PARTS,
    MODIFY,
    NO_CHOICE,
    PUBLIC,
    WORK_ROWS,
    fill_acts,
    rate_choices,
)
from torpedo_dice.rules import Activate, Game, Mode, Roll, Sheet, System, Take

# In compiled code, a score is in hundreds.
WEIGHT = SCORE_WEIGHT * SCORE_UNIT
WIDTH = 24
# Seat 0 can sink its target next round. Seat 2 has lost, has no reserve and holds a 2.
LOST = (
    "mission end_of_round sheet:6fbcb787 round:10 start:1 stage:act dice:2,3,5,2,5"
    " / hits:3fff7fff reserve:2 skull:0 on:13 destroyed:- uses:- boxes:- explosions:0"
    " pick:2 modify:- rolled:- action:-"
    " / hits:3fdd7fff reserve:7 skull:0 on:13 destroyed:123467 uses:- boxes:- explosions:0"
    " pick:0 modify:- rolled:- action:-"
    " / hits:3ffdbfff reserve:0 skull:0 on:- destroyed:13467 uses:- boxes:- explosions:0"
    " pick:3 modify:- rolled:- action:-"
    " / hits:2090040 reserve:3 skull:0 on:13457 destroyed:13467 uses:- boxes:- explosions:0"
    " pick:1 modify:- rolled:- action:-"
)


def test_the_table_of_a_round_agrees_with_its_decisions(mission: Sheet) -> None:
    """In solo, each entry is the best of the choices for the die taken and the die left."""
    game = solo_end(mission, 9, 4, (0, 1, 2, 0, 1, 0, 1), "14")
    tables, desk = fast_sheet(mission).tables, new_desk(load_network(Mode.SOLO))
    work, plans = np.zeros(WORK_ROWS, ROW), np.zeros((SEATS, 6, CHOICE_PARTS), np.int64)
    acts = np.zeros((36, COLUMNS))
    fill_acts(tables, np.array([from_game(game)]), desk, WIDTH, work, plans, acts)
    faces = np.zeros(SEATS, np.int64)
    found, values = np.zeros((4096, CHOICE_PARTS), np.int64), np.zeros((4096, COLUMNS))
    for own, left in [(1, 6), (4, 2), (6, 3)]:
        acting = game.copy()
        acting.apply(Roll((own, left)))
        acting.apply(Take(0, 0))
        work[PUBLIC] = from_game(acting)
        found[0] = (MODIFY_NONE, 0, NO_CHOICE, 0)
        count = rate_choices(tables, work, 0, desk, WIDTH, WIDTH, plans, faces, found, values)
        assert len(set(found[:count, MODIFY].tolist())) > 1
        worths = values[:count, 0] + WEIGHT * values[:count, SCORE]
        entry = acts[6 * (own - 1) + left - 1]
        assert entry[0] + WEIGHT * entry[SCORE] == pytest.approx(worths.max(), abs=1e-3)


def test_a_player_who_has_lost_is_not_expected_to_play_nonsense(mission: Sheet) -> None:
    """If the leader waits a round, nobody is assumed to end the game by a needless skull."""
    game = Game.from_text(LOST, mission)
    options = QuickJudge().options(game.view(0), 0)
    waiting = next(each for each in options if each.move == Activate(0, System.ENGINE))
    assert waiting.outlook[0] > 0.5
