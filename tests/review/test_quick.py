"""The quick judge agrees with itself within a round, and with the rules at the end of a game."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.review.games import drill, random_record
from tests.rules.random_games import Setup
from torpedo_dice.fast.rolls import sorted_rolls
from torpedo_dice.record import RecordData, Replay
from torpedo_dice.review import Decision, Luck, review
from torpedo_dice.review.judge import SCORE, Option, as_outlook, worth
from torpedo_dice.review.quick import QuickJudge
from torpedo_dice.rules import (
    Activate,
    Fire,
    Game,
    Modify,
    Reroll,
    Roll,
    Seat,
    Sheet,
    Stage,
    Start,
    System,
    Take,
)
from torpedo_dice.rules.outcome import solo_score

SETUPS = [Setup("training", 2, 12), Setup("mission", 2, 12), Setup("mission", 3, 12)]
SETUPS += [Setup("solo", 1, 60), Setup("training", 4, 12)]


def positions(setup: Setup, *, rounds: int = 6) -> list[Game]:
    """Return the positions between the rounds of a game."""
    record = random_record(setup, Random(11), rounds=rounds)  # noqa: S311
    return [each.before for each in Replay(record).moves() if isinstance(each.move, Roll)]


def best(view: Game, seat: Seat, options: list[Option]) -> Option:
    """Return the option that is worth most."""
    return max(options, key=lambda option: worth(option.outlook, seat, is_solo=view.is_solo))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_value_after_a_roll_is_that_of_the_best_die(setup: Setup) -> None:
    """From the roll to the last die taken, the best choice changes no value."""
    judge = QuickJudge()
    game = positions(setup)[-1]
    outlooks = judge.after_rolls(game)
    for index, roll in list(enumerate(sorted_rolls(game.dice_count)))[:: 7 + 30 * game.is_solo]:
        now = game.copy()
        now.apply(Roll(roll))
        expected = as_outlook(outlooks[index])
        while now.stage is Stage.TAKE:
            (seat,) = now.seats_to_move()
            option = best(now, seat, list(judge.options(now, seat)))
            assert option.outlook == expected
            now.apply(option.move)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_outlooks_are_chances(setup: Setup) -> None:
    """Shares of the win are not negative and sum to at most 1, up to rounding."""
    judge = QuickJudge()
    for game in positions(setup)[:2]:
        outlooks = judge.after_rolls(game)
        chances = outlooks[:, :1] if game.is_solo else outlooks
        assert chances.min() >= 0
        assert chances.sum(axis=1).max() <= 1 + 1e-5
        if game.is_solo:
            most = solo_score(len(game.sheet.systems), game.sheet.reserve)
            assert 0 <= outlooks[:, SCORE].min() <= outlooks[:, SCORE].max() < most


def in_act(game: Game, dice: tuple[int, ...]) -> Game:
    """Roll, and let every seat in order take the first die left."""
    game.apply(Roll(dice))
    for pick, seat in enumerate(game.draft_order):
        game.apply(Take(seat, pick))
    return game


def one_field_left(sheet: Sheet, seat: Seat, *, players: int = 2) -> Game:
    """Return a game in which a seat has a single target left."""
    game = Game.new(sheet, "mission" if players > 1 else "solo", players)
    if players > 1:
        game.apply(Start(0))
    last = sheet.all_targets & -sheet.all_targets
    game.players[seat].hits = sheet.all_targets & ~last
    return game


def test_a_winning_shot_is_worth_a_win() -> None:
    """A shot that sinks the enemy for certain has a chance of 1, and the best die leads to it."""
    judge = QuickJudge()
    game = one_field_left(drill(), 0)
    rolled = game.copy()
    rolled.apply(Roll((1, 6, 6)))
    options = {
        rolled.dice[o.move.pick]: o for o in judge.options(rolled, 0) if isinstance(o.move, Take)
    }
    assert options[1].outlook == (1.0, 0.0)
    acting = in_act(game, (1, 6, 6))
    options_now = judge.options(acting.view(0), 0)
    winning = best(acting, 0, list(options_now))
    assert isinstance(winning.move, Fire)
    assert winning.outlook == (1.0, 0.0)
    assert all(o.outlook[0] < 1 for o in options_now if isinstance(o.move, Activate))


def test_the_score_of_a_solo_win_is_exact() -> None:
    """What the rules award at the end is what the judge expects."""
    judge = QuickJudge()
    acting = in_act(one_field_left(drill(), 0, players=1), (1, 6))
    winning = best(acting, 0, list(judge.options(acting.view(0), 0)))
    after = acting.copy()
    after.apply(winning.move)
    assert after.outcome is not None
    assert after.outcome.solo is not None
    assert winning.outlook == pytest.approx((1.0, after.outcome.solo.score), rel=1e-6)


def test_a_choice_is_judged_by_what_its_seat_could_know(mission: Sheet) -> None:
    """What the other player has chosen secretly changes nothing."""
    judge = QuickJudge()
    acting = in_act(positions(Setup("mission", 2, 12))[2].copy(), (2, 5, 3))
    first, second = acting.draft_order
    before = judge.options(acting.view(second), second)
    acting.apply(Fire(first, acting.shots(first)[0]))
    assert judge.options(acting.view(second), second) == before


def test_the_propeller_is_worth_the_mean_of_its_faces(mission: Sheet) -> None:
    """Using it, rolling it and firing afterwards agree."""
    judge = QuickJudge()
    game = Game.new(mission, "mission", 2)
    game.apply(Start(0))
    for player in game.players:
        player.switched = System.PROPELLER.bit | System.TOWER.bit
    acting = in_act(game, (2, 5, 3))
    use = Modify(0, System.PROPELLER)
    used = next(o for o in judge.options(acting.view(0), 0) if o.move == use)
    acting.apply(use)
    faces = judge.after_faces(acting.view(0), 0)
    assert used.outlook == pytest.approx(as_outlook(np.mean(faces, axis=0)), abs=1e-12)
    acting.apply(Reroll(0, 4))
    after = best(acting, 0, list(judge.options(acting.view(0), 0)))
    assert after.outlook == as_outlook(faces[3])


def test_the_shot_taken_is_judged_however_bad(mission: Sheet) -> None:
    """A shot that the search would never consider is among the options."""
    judge = QuickJudge()
    acting = in_act(positions(Setup("mission", 2, 12))[0].copy(), (6, 5, 3))
    seat = acting.draft_order[0]
    wasted = next(fields for fields in acting.shots(seat) if not mission.mask_of(fields))
    options = judge.options(acting.view(seat), seat, Fire(seat, wasted))
    hits = [mission.mask_of(o.move.fields) for o in options if isinstance(o.move, Fire)]
    assert 0 in hits
    assert len(set(hits)) == len(hits)


@pytest.mark.parametrize("fixture", ["mission_record", "training_record", "solo_record"])
def test_a_review_is_repeatable_and_adds_up(fixture: str, request: pytest.FixtureRequest) -> None:
    """The same record gets the same review, and the luck of its rolls comes from the judge."""
    record: RecordData = request.getfixturevalue(fixture)
    one, other = review(record, QuickJudge()), review(record, QuickJudge())
    assert one == other
    assert any(isinstance(step, Luck) and any(step.change) for _, step in one.steps())
    assert any(isinstance(step, Decision) and step.loss > 0 for _, step in one.steps())
    for seat in range(len(one.players)):
        totals = one.totals(seat)
        column = 0 if one.is_solo else seat
        parts = totals.luck[0] + totals.own[0] + totals.others[0] + totals.error[0]
        assert one.end[column] - one.start[column] == pytest.approx(parts, abs=1e-9)
