"""Variants of a submarine: similar, valid, and reproducible."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from torpedo_dice.lab.variant import (
    LEAST_FIELDS,
    LEAST_RESERVE,
    MOST_FIELDS,
    MOST_RESERVE,
    changed,
    variants,
)
from torpedo_dice.rules import Field, Sheet
from torpedo_dice.sheets import load_sheet


def is_connected(fields: set[Field]) -> bool:
    """Whether every field is reachable from any other, side by side."""
    reached, waiting = set[Field](), {min(fields)}
    while waiting:
        reached |= waiting
        near = {(r + d, c + e) for r, c in waiting for d, e in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        waiting = near & fields - reached
    return reached == fields


@pytest.mark.parametrize("name", ["training", "mission"])
def test_systems_stay_in_one_piece(name: str) -> None:
    """Every system of a variant is a connected block of a reasonable size, on the same hull."""
    ours = load_sheet(name)
    for sheet in islice(variants(ours, 1), 40):
        assert LEAST_RESERVE <= sheet.reserve <= MOST_RESERVE
        assert [k == "." for row in sheet.rows for k in row] == [
            k == "." for row in ours.rows for k in row
        ]
        for mask in sheet.system_targets.values():
            fields = set(sheet.fields_of(mask))
            assert LEAST_FIELDS <= len(fields) <= MOST_FIELDS
            assert is_connected(fields)


def test_the_seed_determines_them(mission: Sheet) -> None:
    """The same seed yields the same variants, and almost all of them differ."""
    one, same, other = (list(islice(variants(mission, seed), 20)) for seed in (1, 1, 2))
    assert one == same != other
    assert len({sheet.rows for sheet in one}) > 15


def test_a_torn_system_is_no_variant(mission: Sheet) -> None:
    """Some changes would tear a system apart; they yield nothing."""
    random = Random(3)  # noqa: S311
    found = [changed(mission, random) for _ in range(60)]
    assert 0 < found.count(None) < 60
