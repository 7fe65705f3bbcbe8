"""Who sits at a seat, and what they are called."""

from __future__ import annotations

import pytest

from torpedo_dice.server.table.seat import SeatState, rank_name


@pytest.mark.parametrize(
    ("name", "bot", "own"),
    [
        ("Ada", None, "Ada"),
        ("Captain", None, "Captain"),
        (rank_name("captain", 1), "captain", ""),
        (rank_name("captain", 3), "captain", ""),
        ("Nemo", "captain", "Nemo"),
        ("Admiral", "captain", "Admiral"),
        (rank_name("a.b", 2), "a.b", ""),
    ],
)
def test_a_bot_that_goes_by_its_rank_has_no_name_of_its_own(
    name: str, bot: str | None, own: str
) -> None:
    """The page names it in the reader's language; people and named bots keep their names."""
    kind = "human" if bot is None else "bot"
    assert SeatState(kind, name, bot).own_name == own
