"""Findings: the first difference, its place, and a sentence that quotes both sides."""

from __future__ import annotations

from typing import Any

import pytest

from torpedo_dice.record.finding import Finding, compare, in_words, read
from torpedo_dice.rules import Sentence

TURN: dict[str, Any] = {"seat": 0, "modify": None, "fire": [[0, 1], [2, 3]]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seat": 1}, "turn.seat: is 1, but should be 0"),
        # Types matter: JSON's true is no 1, and 0.0 is no 0.
        ({"seat": False}, "turn.seat: is false, but should be 0"),
        ({"seat": 0.0}, "turn.seat: is 0.0, but should be 0"),
        ({"modify": {}}, "turn.modify: is an object of 0, but should be null"),
        ({"fire": [[0, 1]]}, "turn.fire: the number of entries should be 2, not 1"),
        ({"fire": [[0, 1], [2, 4]]}, "turn.fire[1][1]: is 4, but should be 3"),
    ],
)
def test_the_first_difference_is_found(change: dict[str, Any], message: str) -> None:
    """With its path, and what is said beside what is so."""
    with pytest.raises(Finding) as found:
        compare(TURN | change, TURN, "turn")
    assert str(found.value) == message
    assert found.value.where == message.partition(":")[0]
    assert isinstance(found.value.what, Sentence)


def test_what_is_missing_and_what_is_additional() -> None:
    """A missing key is found; a key that this version doesn't know is ignored."""
    compare(TURN | {"comment": "!"}, TURN, "turn")
    with pytest.raises(Finding, match=r"turn\.fire: is missing"):
        compare({"seat": 0, "modify": None}, TURN, "turn")


def test_a_required_value_has_its_type() -> None:
    """`read` returns it, or says what it must be and where."""
    assert read(TURN, "seat", int, "turn") == 0
    with pytest.raises(Finding, match=r"turn\.seat: must be a whole number, not true"):
        read({"seat": True}, "seat", int, "turn")
    with pytest.raises(Finding, match=r"^seat: is missing"):
        read({}, "seat", int, "")


def test_long_values_are_cut() -> None:
    """A message stays readable, however long the value."""
    assert in_words("x" * 500) == "'" + "x" * 76 + "…"
    assert in_words(list(range(500))) == "a list of 500"
