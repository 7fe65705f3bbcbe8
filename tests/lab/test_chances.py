"""Networks that state chances learn from results, the same ones wherever the games are played."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from torpedo_dice.bots.brain.features import FEATURES
from torpedo_dice.bots.brain.ranks import RANKS
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.lab import chances
from torpedo_dice.lab.chances import ChancesCourse, Positions, learn, targets_of
from torpedo_dice.rules import Mode
from torpedo_dice.rules.sheet import MAX_TARGETS

COURSE = ChancesCourse(Mode.TRAINING, tasks=3, units=8, inner_units=4, passes=4)


@pytest.fixture(scope="module")
def positions() -> list[Positions]:
    """Games of two and of three players."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chances, "_GAMES_A_TASK", 20)
        return COURSE.play(load_network(Mode.TRAINING), jobs=1, on=None)


def test_positions_have_the_results_of_their_games(positions: list[Positions]) -> None:
    """All positions of a game have the same result, and each game has a last one."""
    assert [group.players for group in positions] == [2, 3]
    assert sum(group.is_last.sum() for group in positions) == 60
    for group in positions:
        game = np.cumsum(group.is_last) - group.is_last
        for number in range(game.max() + 1):
            assert len(np.unique(group.shares[game == number], axis=0)) == 1
        assert np.all(group.shares.sum(axis=1) <= 1)


def test_it_learns(positions: list[Positions]) -> None:
    """The error falls, and the same course gives the same network."""
    one, again = COURSE.student(), COURSE.student()
    errors = list(learn(COURSE, one, positions))
    assert len(errors) == COURSE.passes
    assert errors[-1] < errors[0]
    list(learn(COURSE, again, positions))
    assert all(np.array_equal(a, b) for a, b in zip(one, again, strict=True))


def test_targets_mix_results_with_later_estimates(positions: list[Positions]) -> None:
    """The last position of a game has its result; others see what follows, by the trust in it."""
    group, network = positions[0], COURSE.student()
    assert np.array_equal(targets_of(network, group, 1.0), group.shares)
    targets = targets_of(network, group, 0.5)
    assert np.array_equal(targets[group.is_last], group.shares[group.is_last])
    # An untrained network gives all three, nobody included, the same chance.
    before = np.flatnonzero(group.is_last)[0] - 1
    assert targets[before] == pytest.approx(0.5 / 3 + 0.5 * group.shares[before])


def test_every_rank_meets_every_other() -> None:
    """In half of the games one player sits among others of one rank, at any seat."""
    lineups = COURSE.lineups(4, 1)[:, :4]
    assert lineups.dtype == np.int8
    alike = np.sort(lineups[1::2], axis=1)
    assert np.all((alike[:, 0] == alike[:, 2]) | (alike[:, 1] == alike[:, 3]))
    assert len(np.unique(alike, axis=0)) == RANKS**2


def test_a_course_for_a_submarine_sees_its_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only that submarine is played; at first no target is hit, and in the end many are."""
    monkeypatch.setattr(chances, "_GAMES_A_TASK", 10)
    course = replace(ChancesCourse.for_sheet(Mode.TRAINING), tasks=1)
    assert course.sheets == [course.main_sheet]
    [group] = course.play(load_network(Mode.TRAINING), jobs=1, on=None)
    is_hit = group.seen[..., FEATURES:]
    assert is_hit.shape[-1] == MAX_TARGETS
    assert not is_hit[0].any()
    targets = course.main_sheet.all_targets.bit_count()
    assert 10 < is_hit[group.is_last].sum(axis=-1).max() <= targets
    assert not is_hit[..., targets:].any()
