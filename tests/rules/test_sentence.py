"""A sentence: an ordinary text that remembers its pattern and values."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from torpedo_dice.rules import PlayerAt, Sentence, named

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


def test_players_have_a_number_until_they_are_named() -> None:
    """Players count from 1; `named` fills in names, also in a sentence inside another."""
    inner = Sentence("it’s {player}’s turn", player=PlayerAt(1))
    outer = Sentence("{where}: {why}", where="rounds[0]", why=inner)
    assert outer == "rounds[0]: it’s player 2’s turn"
    assert named(outer, ["Ada", "Noor"]) == "rounds[0]: it’s Noor’s turn"
    assert named(outer, ["Ada", None]) == outer
    assert named(outer, ["Ada"]) == outer
    assert named("no sentence", ["Ada"]) == "no sentence"


def test_a_named_sentence_can_still_be_translated() -> None:
    """It keeps its pattern; the player's name is a plain text, whatever it contains."""
    sentence = named(Sentence("{player} is here", player=PlayerAt(0)), ["{player}"])
    assert isinstance(sentence, Sentence)
    assert (sentence.pattern, sentence.values) == ("{player} is here", {"player": "{player}"})
    assert sentence == "{player} is here"


def test_copies_of_a_player_remember_the_seat() -> None:
    """A finding may cross from one process to another before it is named."""
    same = pickle.loads(pickle.dumps(PlayerAt(2)))  # noqa: S301
    assert isinstance(same, PlayerAt)
    assert (same, same.seat) == ("player 3", 2)
