"""The best of many choices is found by playouts, with more of them where it is close."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.playouts import Luck, luck_of
from torpedo_dice.review.contest import ENOUGH, Contest
from torpedo_dice.review.quick_round import CHOICE_PARTS


class Table:
    """Choices with true values, which playouts sample with some noise."""

    def __init__(self, rated: list[float], true: list[float], noise: float) -> None:
        shares = np.array(rated)
        self.contest = Contest(
            np.zeros((len(rated), CHOICE_PARTS), np.int64),
            np.column_stack([shares, 1 - shares]),
            0,
            is_solo=False,
        )
        self.true = true
        self.noise = noise
        self.calls: list[list[int]] = []
        self.random = np.random.default_rng(1)
        self.contest.decide(self.play, (luck_of(2, 1, 0, block) for block in range(8)))

    def play(self, chosen: list[int], luck: Luck) -> NDArray[np.float64]:
        """Return noisy samples."""
        self.calls.append(chosen)
        shape = len(chosen), len(luck.dice)
        shares = np.array(self.true)[chosen, None] + self.random.normal(0, self.noise, shape)
        return np.stack([shares, 1 - shares], axis=2)


def test_a_clear_case_needs_one_block() -> None:
    """Nothing is played twice if the best is far ahead."""
    table = Table([0.5, 0.6, 0.3], [0.4, 0.7, 0.3], noise=0.1)
    assert table.calls == [[0, 1]]
    outlooks = table.contest.outlooks()
    assert np.argmax(outlooks[:, 0]) == 1
    np.testing.assert_allclose(outlooks[:2, 0], [0.4, 0.7], atol=0.03)
    # What was not played on is corrected like the others: by 0 on average.
    np.testing.assert_allclose(outlooks[2], [0.3, 0.7], atol=0.02)
    assert table.contest.errors()[1] == 0


def test_close_choices_are_played_on_until_the_error_is_small() -> None:
    """The two best get more dice, the third doesn't."""
    table = Table([0.50, 0.51, 0.45], [0.505, 0.500, 0.3], noise=0.15)
    assert sorted(table.calls[0]) == [0, 1, 2]
    assert len(table.calls) > 2
    assert all(sorted(call) == [0, 1] for call in table.calls[1:])
    errors = table.contest.errors()
    is_well_known = max(errors[:2]) <= 1.05 * ENOUGH
    assert is_well_known or len(table.calls) == Contest.MOST_BLOCKS


def test_a_choice_that_would_overtake_is_played_on() -> None:
    """Playing on costs the first ones so much that the fourth of the rating is considered."""
    rated, true = [0.2, 0.6, 0.59, 0.58, 0.57, 0.1], [0.1, 0.3, 0.3, 0.3, 0.56, 0.1]
    table = Table(rated, true, noise=0.05)
    assert 4 in {number for call in table.calls for number in call}
    assert np.argmax(table.contest.outlooks()[:, 0]) == 4


def test_a_corrected_chance_is_still_a_chance() -> None:
    """Playing on costs the others more than the hopeless choice ever had."""
    table = Table([0.6, 0.6, 0.05], [0.3, 0.3, 0.05], noise=0.05)
    assert all(2 not in call for call in table.calls)
    np.testing.assert_array_equal(table.contest.outlooks()[2], [0.0, 1.0])


def test_what_was_not_played_on_never_wins() -> None:
    """A guess is at most as good as the best that was played on."""
    rated = [0.5] + [0.5 + number / 1000 for number in range(60)]
    table = Table(rated, [0.4] * 61, noise=0.02)
    played = {number for call in table.calls for number in call}
    assert len(played) < 61
    assert int(np.argmax(table.contest.outlooks()[:, 0])) in played
