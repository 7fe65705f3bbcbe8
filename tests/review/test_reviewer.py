"""Luck, choices and the judge's error add up, whatever the game and whatever the judge."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fast.random_sheets import random_sheet
from tests.review.games import MadeUpJudge, random_record
from tests.rules.random_games import Setup, chances, setups
from torpedo_dice.fast.rolls import roll_weights
from torpedo_dice.record import Finding, RecordData, Replay, digest_of
from torpedo_dice.review import (
    ChoiceKind,
    Decision,
    Luck,
    LuckKind,
    Resignation,
    Review,
    StoppedError,
    review,
)
from torpedo_dice.review.judge import option_key, result_outlook
from torpedo_dice.review.reviewer import review_move
from torpedo_dice.rules import Fire, Modify, Reroll, Roll, Take

EXACT = 1e-9
some = settings(max_examples=10)


def assert_adds_up(reviewed: Review) -> None:
    """Check the sum for every seat, and in solo for win chance and score."""
    for seat in range(len(reviewed.players)):
        columns = slice(None) if reviewed.is_solo else slice(seat, seat + 1)
        totals = reviewed.totals(seat)
        for start, end, *parts in zip(
            *(reviewed.start[columns], reviewed.end[columns]),
            *(totals.luck, totals.own, totals.others, totals.error),
            strict=True,
        ):
            assert end - start == pytest.approx(sum(parts), abs=EXACT * max(1, abs(end)))
        assert totals.loss >= 0
        assert sum(totals.grades.values()) == totals.decisions


@some
@given(setup=setups, chance=chances)
def test_every_game_adds_up(setup: Setup, chance: Random) -> None:
    """Finished, resigned and unfinished games of all modes and numbers of players."""
    record = random_record(setup, chance, rounds=chance.choice([0, 1, 4, 12]))
    reviewed = review(record, MadeUpJudge())
    assert_adds_up(reviewed)
    replay = Replay(record)
    moves = list(replay.moves())
    steps = [step for _, step in reviewed.steps()]
    if replay.game.outcome is not None:
        assert reviewed.end == result_outlook(replay.game.outcome)
    assert reviewed.is_finished == (replay.game.outcome is not None)
    rolls = [step.move for step in steps if isinstance(step, Luck) and step.kind != LuckKind.START]
    assert rolls == [each.move for each in moves if isinstance(each.move, Roll | Reroll)]
    is_drawn = record["options"]["first"] == "drawn"
    assert any(isinstance(s, Luck) and s.kind is LuckKind.START for s in steps) == is_drawn
    resigned = record["result"].get("resigned", [])
    assert [step.seat for step in steps if isinstance(step, Resignation)] == resigned


@some
@given(chance=chances, seed=st.integers(0, 10_000))
def test_games_on_any_sheet_add_up(chance: Random, seed: int) -> None:
    """Unusual grids, screens, limits and solo panels."""
    sheet = random_sheet(Random(seed))  # noqa: S311
    modes = ["mission", "solo"] if sheet.solo else ["mission"]
    mode = chance.choice(modes) if sheet.is_mission else "training"
    setup = Setup(mode, 1 if mode == "solo" else chance.randint(2, 4), sheet.reserve)
    assert_adds_up(review(random_record(setup, chance, sheet=sheet, rounds=3), MadeUpJudge()))


@some
@given(setup=setups, chance=chances)
def test_decisions_are_what_the_players_chose(setup: Setup, chance: Random) -> None:
    """Every choice between different options is a decision, judged by what its seat could see."""
    record = random_record(setup, chance, rounds=2)
    reviewed = review(record, MadeUpJudge())
    decisions = [decision for _, decision in reviewed.decisions()]
    for decision in decisions:
        assert decision.options > 1
        assert decision.loss == pytest.approx(max(0.0, decision.loss))
        assert decision.taken in decision.candidates
        assert decision.best in decision.candidates
        assert decision.view == decision.view.view(decision.seat)
        keys = [option_key(decision.view, option.move) for option in decision.candidates]
        assert len(set(keys)) == len(keys)
    moves = list(Replay(record).moves())
    real_takes = [
        each.move
        for each in moves
        if isinstance(each.move, Take)
        and len({each.before.dice[p] for p in each.before.options(each.move.seat).picks}) > 1
    ]
    assert [d.taken.move for d in decisions if d.kind is ChoiceKind.DIE] == real_takes
    aims = [d.taken.move for d in decisions if d.kind is ChoiceKind.AIM]
    assert all(any(each.move == aim for each in moves) for aim in aims)


@settings(max_examples=6)
@given(setup=setups, chance=chances)
def test_single_moves_are_reviewed_like_the_whole_game(setup: Setup, chance: Random) -> None:
    """Every decision can be found again by the move that made it, and nothing else."""
    record = random_record(setup, chance, rounds=2)
    decisions = [decision for _, decision in review(record, MadeUpJudge()).decisions()]
    found = [
        decision
        for number, _ in enumerate(Replay(record).moves())
        for decision in review_move(record, MadeUpJudge(), number)
    ]
    assert found == decisions
    assert len({(decision.played, decision.part) for decision in decisions}) == len(decisions)
    assert review_move(record, MadeUpJudge(), 9999) == []


def test_a_plain_shot_decides_twice() -> None:
    """Not to use a system or a switch is one decision, where to aim another."""
    record = random_record(Setup("mission", 2, 12), Random(3), rounds=6)  # noqa: S311
    reviewed = review(record, MadeUpJudge())
    plain = 0
    for one, other in pairwise(step for _, step in reviewed.steps()):
        if isinstance(one, Decision) and one.kind in (ChoiceKind.SYSTEM, ChoiceKind.SWITCH):
            if isinstance(one.taken.move, Fire) and isinstance(other, Decision):
                assert other.kind is ChoiceKind.AIM
                assert other.before == one.after
                plain += 1
            # After a propeller roll, shots and switches are one decision.
            if one.view.players[one.seat].modify is None:
                assert sum(isinstance(option.move, Fire) for option in one.candidates) <= 1
        if isinstance(one, Decision) and one.kind is ChoiceKind.AIM:
            assert all(not isinstance(option.move, Modify) for option in one.candidates)
    assert plain > 3


def test_luck_has_no_bias() -> None:
    """Over all outcomes of a roll, luck is 0 on average, even for a judge that knows nothing."""
    judge = MadeUpJudge()
    record = random_record(Setup("training", 2, 12), Random(5), rounds=3)  # noqa: S311
    roll = next(s for _, s in review(record, judge).steps() if isinstance(s.move, Roll))
    first = next(each for each in Replay(record).moves()).before
    lucks = judge.after_rolls(first) - roll.before
    assert roll_weights(3) @ lucks == pytest.approx([0, 0], abs=1e-12)


def test_choices_within_the_standard_error_are_equal() -> None:
    """A judge that isn't sure of any difference finds no loss, and all still adds up."""
    record = random_record(Setup("mission", 2, 12), Random(7), rounds=6)  # noqa: S311
    reviewed = review(record, MadeUpJudge(error=1.0))
    assert all(decision.loss == 0 for _, decision in reviewed.decisions())
    assert any(decision.loss > 0 for _, decision in review(record, MadeUpJudge()).decisions())
    assert_adds_up(reviewed)


def test_an_invalid_record_is_a_finding(mission_record: RecordData) -> None:
    """A changed record is refused with the place of the change."""
    changed = mission_record | {"rounds": mission_record["rounds"][:-1]}
    changed["digest"] = digest_of(changed)
    with pytest.raises(Finding, match="result"):
        review(changed, MadeUpJudge())


def test_a_review_can_be_stopped(mission_record: RecordData) -> None:
    """Progress is reported for a valid record and before every round, and may end the review."""
    seen = []

    def progress(done: int, total: int) -> bool:
        seen.append((done, total))
        return done < 2

    with pytest.raises(StoppedError):
        review(mission_record, MadeUpJudge(), progress)
    assert seen == [(number, len(mission_record["rounds"])) for number in (0, 0, 1, 2)]
