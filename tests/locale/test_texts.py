"""Texts as class attributes: translated on access, with plurals and words to type."""

from __future__ import annotations

import pytest

from torpedo_dice.locale import use
from torpedo_dice.locale.texts import Lines, Plural, Text, Texts, Words


@pytest.mark.parametrize(
    ("language", "counts"),
    [
        ("en", ["0 misses", "1 miss", "2 misses"]),
        ("de", ["0 Fehlschüsse", "1 Fehlschuss", "2 Fehlschüsse"]),
        # In French, zero is singular.
        ("fr", ["0 manqué", "1 manqué", "2 manqués"]),
        ("nl", ["0 mis", "1 mis", "2 mis"]),
        ("pt", ["0 falhas", "1 falha", "2 falhas"]),
    ],
)
def test_plurals(language: str, counts: list[str]) -> None:
    """The plural form follows the rules of the language."""
    use(language)
    misses = Plural("{count} miss", "{count} misses")
    assert [misses.of(count) for count in range(3)] == counts


def test_texts_are_said_in_the_language_of_the_moment() -> None:
    """Texts kept as class attributes are translated on access."""

    class Said:
        one = Text("tower")
        each = Texts({1: "tower", 2: "fins"})
        lines = Lines("left screen\nmiddle screen\nright screen")
        words = Words("yes y")

    said = Said()
    assert (said.one, said.each, said.words) == ("tower", {1: "tower", 2: "fins"}, ("yes", "y"))
    use("fr")
    assert (said.one, said.each) == ("kiosque", {1: "kiosque", 2: "dérive"})
    assert said.lines == ("écran gauche", "écran central", "écran droit")
    # The English words are always accepted, too.
    assert said.words == ("oui", "o", "yes", "y")
