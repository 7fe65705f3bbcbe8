"""Addresses of databases, which may contain a password."""

from __future__ import annotations

import pytest

from torpedo_dice.server.store.address import is_postgres, shown


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("games.sqlite", "games.sqlite"),
        ("postgresql://ada:pa%40ss@db/games", "postgresql://ada:***@db/games"),
        (
            "postgres://ada@db/games?password=x&host=h",
            "postgres://ada@db/games?password=***&host=h",
        ),
        ("postgresql://db1:5432,db2:5432/games", "postgresql://db1:5432,db2:5432/games"),
        ("postgresql:///games?host=/tmp", "postgresql:///games?host=/tmp"),
    ],
)
def test_a_password_is_never_shown(data: str, expected: str) -> None:
    """Everything else is."""
    assert shown(data) == expected
    assert is_postgres(data) == (data != "games.sqlite")
