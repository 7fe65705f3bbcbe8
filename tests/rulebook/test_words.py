"""The words of a language: names, filled-in sentences, and alternatives."""

from __future__ import annotations

import pytest

from torpedo_dice.rulebook import load_text
from torpedo_dice.rulebook.words import Words
from torpedo_dice.rules import System


@pytest.mark.parametrize(
    ("language", "name", "either"), [("en", "Fins", "3 or 5"), ("de", "Ruder", "3 oder 5")]
)
def test_a_language_has_its_own_words(language: str, name: str, either: str) -> None:
    """The name of a system, and a choice between two faces."""
    words = load_text(language).words
    assert words.system(System.FINS) == name
    assert words.either(["3", "5"]) == either


def test_a_missing_word_or_value_is_an_error() -> None:
    """A picture never shows a key or an unfilled gap."""
    words = Words("en", {"left": "{count} left"})
    assert words.say("left", count=2) == "2 left"
    with pytest.raises(KeyError):
        words.say("left")
    with pytest.raises(KeyError):
        words.say("right")
