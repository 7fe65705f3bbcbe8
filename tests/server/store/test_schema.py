"""The tables of the database: the same on SQLite and PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.server.databases import KINDS, new_data
from torpedo_dice.server.store.opening import open_engine
from torpedo_dice.server.store.schema import CHECKED, number_of, set_number


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_are_stored_by_key(tmp_path: Path, kind: str) -> None:
    """A new one is 0; seconds since 1970 fit even after 2038."""
    engine = open_engine(new_data(kind, tmp_path))
    with engine.begin() as connection:
        assert number_of(connection, CHECKED) == 0
        for value in (5, 2**33):
            set_number(connection, CHECKED, value)
            assert number_of(connection, CHECKED) == value
    engine.dispose()


@pytest.mark.parametrize("kind", KINDS)
def test_the_key_of_the_log_arbitrates(tmp_path: Path, kind: str) -> None:
    """The second process that writes the same number of a table fails."""
    engine = open_engine(new_data(kind, tmp_path))
    insert = sa.text("INSERT INTO log VALUES ('a', 1, 0, :entry)")
    with engine.begin() as connection:
        connection.execute(insert, {"entry": "first"})
    with pytest.raises(sa.exc.IntegrityError), engine.begin() as connection:
        connection.execute(insert, {"entry": "second"})
    engine.dispose()
