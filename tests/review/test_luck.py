"""The luck of a game alone is that of its review."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.review.games import MadeUpJudge, drill, random_record
from tests.rules.random_games import Setup
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, ENSIGN
from torpedo_dice.fast.rolls import roll_weights
from torpedo_dice.lab.play import play_game
from torpedo_dice.record import Replay, ReplayMove
from torpedo_dice.review import review
from torpedo_dice.review.judge import roll_index
from torpedo_dice.review.luck import LuckJudge, total_luck
from torpedo_dice.rules import Game, Mode, Reroll, Roll, Start
from torpedo_dice.sheets import load_sheet

SETUPS = [Setup("training", 2, 12), Setup("mission", 3, 12), Setup("solo", 1, 60)]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_it_is_the_luck_of_the_review(setup: Setup) -> None:
    """Start draw, rolls and propellers, for every seat."""
    for seed in range(3):
        record = random_record(setup, Random(seed), rounds=3)  # noqa: S311
        reviewed, judge = review(record, MadeUpJudge()), MadeUpJudge()
        luck = total_luck(record, judge)
        for seat in range(setup.players):
            expected = reviewed.totals(seat).luck
            found = luck if reviewed.is_solo else (luck[seat],)
            assert found == pytest.approx(expected, abs=1e-12)


def test_the_judge_of_luck_knows_who_plays() -> None:
    """Its values vary with the roll, are repeatable, and depend on the ranks."""
    game = Game.new(drill(), "mission", 2)
    game.apply(Start(1))
    ranks = ENSIGN, ADMIRAL
    outlooks = LuckJudge(ranks).after_rolls(game)
    assert outlooks.shape == (56, 2)
    np.testing.assert_array_equal(outlooks, LuckJudge(ranks).after_rolls(game))
    mean = roll_weights(3) @ outlooks
    assert (outlooks - mean).std() > 0
    # Who plays makes the difference.
    others = LuckJudge(ranks[::-1]).after_rolls(game)
    assert mean[1] > (roll_weights(3) @ others)[1]


def test_a_quick_judge_of_luck_sees_the_same_round() -> None:
    """It doesn't forecast what follows, so it values each roll a little differently."""
    game = Game.new(drill(), "mission", 2)
    game.apply(Start(0))
    ranks = CAPTAIN, CAPTAIN
    quick = LuckJudge(ranks, is_quick=True).after_rolls(game)
    forecast = LuckJudge(ranks).after_rolls(game)
    assert not np.array_equal(quick, forecast)
    assert np.corrcoef(quick[:, 0], forecast[:, 0])[0, 1] > 0.5


def test_a_roll_is_worth_the_mean_of_a_propellers_faces() -> None:
    """What a bot does with each face is known when the dice are rolled, and counts once only."""
    judge, compared = LuckJudge((CAPTAIN, CAPTAIN)), 0
    for number in range(2):
        played = play_game(load_sheet("mission"), Mode.MISSION, ["captain"] * 2, f"luck {number}")
        rounds: list[list[ReplayMove]] = []
        for each in Replay(played.record()).moves():
            if isinstance(each.move, Roll):
                rounds.append([each])
            elif isinstance(each.move, Reroll):
                rounds[-1].append(each)
        for rolled, *rerolled in rounds:
            if len(rerolled) == 1 and isinstance(rolled.move, Roll):
                [turned] = rerolled
                faces = judge.after_faces(turned.before.view(turned.move.seat), turned.move.seat)
                roll = judge.after_rolls(rolled.before)[roll_index(rolled.move.dice)]
                np.testing.assert_allclose(faces.mean(axis=0), roll, atol=1e-6)
                compared += np.ptp(faces[:, 0]) > 0
    assert compared > 1
