"""The deep judge is repeatable, agrees with itself, and knows how sure it is."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.fast.random_sheets import random_sheet
from tests.review.games import drill, random_record, solo_end
from tests.rules.random_games import Setup
from torpedo_dice.bots.brain.playouts import Luck as Dice
from torpedo_dice.bots.brain.playouts import Playouts, Results
from torpedo_dice.fast.state import Rows
from torpedo_dice.record import RecordData
from torpedo_dice.review import Decision, Luck, Review, StoppedError, review
from torpedo_dice.review.deep import DeepJudge
from torpedo_dice.review.judge import as_outlook, mean_after_rolls, roll_index, worth
from torpedo_dice.review.reviewer import review_move
from torpedo_dice.rules import Game, Roll, Start


def short_record() -> RecordData:
    """Return two rounds on a small sheet."""
    return random_record(Setup("mission", 2, 3), Random(4), sheet=drill(), rounds=2, resigns=0)  # noqa: S311


@pytest.fixture(scope="module")
def reviewed() -> Review:
    """The review of that record, with few playouts, on two threads."""
    return review(short_record(), DeepJudge(jobs=2, playouts=6))


def check_sums(reviewed: Review) -> None:
    """Luck, skill and what remains add up to what changed, for every seat."""
    for seat in range(len(reviewed.end)):
        totals = reviewed.totals(seat)
        parts = totals.luck[0] + totals.own[0] + totals.others[0] + totals.error[0]
        assert reviewed.end[seat] - reviewed.start[seat] == pytest.approx(parts, abs=1e-9)


def test_a_review_is_repeatable_and_adds_up(reviewed: Review) -> None:
    """Neither the number of threads nor earlier reviews change anything."""
    record = short_record()
    judge = DeepJudge(jobs=1, playouts=6)
    one, again = review(record, judge), review(record, judge)
    assert one == again == reviewed
    check_sums(one)
    assert one != review(record, DeepJudge(seed=2, playouts=6))


def test_no_position_of_a_round_is_played_on_twice_with_the_same_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What follows from several choices is remembered."""
    played: list[tuple[int, bytes]] = []
    play = Playouts.play

    def watched(self: Playouts, leaves: Rows, luck: Dice) -> Results:
        played.extend((int(luck.seeds[0, 0]), leaf.tobytes()) for leaf in leaves)
        return play(self, leaves, luck)

    monkeypatch.setattr(Playouts, "play", watched)
    review(short_record(), DeepJudge(playouts=6))
    assert len(played) > 10
    assert len(set(played)) == len(played)


def test_figures_have_standard_errors() -> None:
    """Rolls and choices that aren't the best have one, and totals combine them."""
    reviewed = review(short_record(), DeepJudge(playouts=12))
    steps = [step for _, step in reviewed.steps()]
    lucks = [step for step in steps if isinstance(step, Luck) and any(step.change)]
    decisions = [step for step in steps if isinstance(step, Decision)]
    assert any(0 < luck.error < 0.1 for luck in lucks)
    assert any(0 < option.error < 0.1 for d in decisions for option in d.candidates)
    totals = reviewed.totals(0)
    assert totals.luck_error == pytest.approx(sum(luck.error**2 for luck in lucks) ** 0.5)
    assert all(d.loss == 0 or d.loss > d.taken.error for d in decisions)


def test_the_value_after_a_roll_is_that_of_the_best_die() -> None:
    """Rolls and dice are judged by the same playouts."""
    judge = DeepJudge(playouts=12)
    game = Game.new(drill(), "mission", 2)
    game.apply(Start(0))
    outlooks = judge.after_rolls(game)
    assert outlooks.shape == (56, 2)
    assert judge.roll_errors(game).shape == (56,)
    game.apply(Roll((1, 4, 6)))
    options = judge.options(game, 0)
    best = max(options, key=lambda option: worth(option.outlook, 0, is_solo=False))
    assert best.outlook == as_outlook(outlooks[roll_index((1, 4, 6))])
    assert best.error == 0


def test_playouts_come_close_to_the_exact_value() -> None:
    """In a solo end that is not solved, the playouts nearly know its value."""
    game = solo_end(drill(), 2, 2, (2, 2, 1, 1, 2, 2, 2), "34")
    exact, played = DeepJudge(), DeepJudge(solved=(0, 1))
    values = [mean_after_rolls(judge.after_rolls(game), 2) for judge in (exact, played)]
    assert values[0][0] == pytest.approx(values[1][0], abs=0.05)
    assert (exact.roll_errors(game) == 0).all()
    assert np.max(played.roll_errors(game)) > 0


def test_any_valid_sheet_can_be_judged() -> None:
    """Random sheets, in whatever mode they allow, also with four players."""
    for seed in range(3):
        chance = Random(seed)  # noqa: S311
        sheet = random_sheet(chance)
        mode = "training" if not sheet.is_mission else "solo" if sheet.solo else "mission"
        setup = Setup(mode, 1 if mode == "solo" else 2 + seed, sheet.reserve)
        record = random_record(setup, chance, sheet=sheet, rounds=1)
        reviewed = review(record, DeepJudge(playouts=6))
        totals = reviewed.totals(0)
        parts = totals.luck[0] + totals.own[0] + totals.others[0] + totals.error[0]
        assert reviewed.end[0] - reviewed.start[0] == pytest.approx(parts, abs=1e-9)


def test_it_can_be_stopped() -> None:
    """As soon as the progress function says so."""
    with pytest.raises(StoppedError):
        review(short_record(), DeepJudge(playouts=6), lambda done, _all: done < 1)


@pytest.mark.parametrize("players", [2, 3])
def test_every_figure_is_a_possible_chance(players: int) -> None:
    """Also what wasn't played on, and is corrected by what playing on changed elsewhere."""
    setup = Setup("mission", players, 3)
    rounds = 2 if players == 2 else 1
    record = random_record(setup, Random(0), sheet=drill(), rounds=rounds, resigns=0)  # noqa: S311
    reviewed = review(record, DeepJudge(playouts=6))
    check_sums(reviewed)
    outlooks = [reviewed.start, reviewed.end]
    for _, step in reviewed.steps():
        outlooks += [step.before, step.after]
        if isinstance(step, Decision):
            outlooks += [option.outlook for option in step.candidates]
    assert all(0 <= share <= 1 for outlook in outlooks for share in outlook)
    assert all(sum(outlook) <= 1 + 1e-9 for outlook in outlooks)


def test_single_moves_are_judged_like_the_whole_game(reviewed: Review) -> None:
    """In any order, and by a judge that knows nothing else of the game."""
    record = short_record()
    decisions = [decision for _, decision in reviewed.decisions()]
    judge = DeepJudge(playouts=6)
    for decision in reversed(decisions):
        assert decision in review_move(record, judge, decision.played)


def test_a_round_is_remembered_as_a_whole() -> None:
    """To return to one again and again, while others are judged, changes nothing."""
    judge = DeepJudge(playouts=6)
    games = []
    for number in range(10):
        game = Game.new(drill(), "mission", 2)
        game.apply(Start(0))
        game.players[0].reserve -= number % 3
        game.players[1].hits = number
        game.apply(Roll((1, 4, 6)))
        games.append(game)
    first = judge.options(games[0], 0)
    for game in games[1:]:
        judge.options(game, 0)
        assert judge.options(games[0], 0) == first
