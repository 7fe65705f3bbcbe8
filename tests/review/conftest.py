"""Reviews that several tests look at."""

from __future__ import annotations

from random import Random

import pytest

from tests.review.games import MadeUpJudge, random_record
from tests.rules.random_games import Setup
from torpedo_dice.review import Review, review


@pytest.fixture(scope="session")
def versus() -> Review:
    """A finished game of two players in Mission."""
    return review(random_record(Setup("mission", 2, 12), Random(2), rounds=40), MadeUpJudge())  # noqa: S311


@pytest.fixture(scope="session")
def four() -> Review:
    """A game of four players in Training."""
    return review(random_record(Setup("training", 4, 12), Random(2), rounds=40), MadeUpJudge())  # noqa: S311


@pytest.fixture(scope="session")
def alone() -> Review:
    """An unfinished solo game."""
    chance = Random(8)  # noqa: S311
    return review(random_record(Setup("solo", 1, 60), chance, rounds=5, resigns=0), MadeUpJudge())
