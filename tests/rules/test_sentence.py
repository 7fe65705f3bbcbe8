"""A sentence: an ordinary text that remembers its pattern and values."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from torpedo_dice.rules import Sentence

INNER = Sentence("the {name} is off", name="tower")
OUTER = Sentence("seat {seat}: {why}", seat=1, why=INNER)


def test_it_is_a_text() -> None:
    """It compares, hashes and serialises as the English text."""
    assert OUTER == "seat 1: the tower is off"
    assert hash(OUTER) == hash("seat 1: the tower is off")
    assert json.dumps(OUTER) == '"seat 1: the tower is off"'


@pytest.mark.parametrize(
    "same",
    [copy.copy(OUTER), copy.deepcopy(OUTER), pickle.loads(pickle.dumps(OUTER))],  # noqa: S301
)
def test_copies_remember(same: Sentence) -> None:
    """The pattern, the values, and those of a sentence inside it."""
    assert same == OUTER
    assert same.pattern == "seat {seat}: {why}"
    assert same.values["seat"] == 1
    inner = same.values["why"]
    assert isinstance(inner, Sentence)
    assert (inner.pattern, inner.values) == ("the {name} is off", {"name": "tower"})


def test_every_gap_must_be_filled() -> None:
    """A missing value is an error where the sentence is written, not where it is shown."""
    with pytest.raises(KeyError):
        Sentence("the {name} is off")
