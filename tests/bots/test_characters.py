"""The bots' characters: distinct names of every rank, with a sentence in every language."""

from __future__ import annotations

from torpedo_dice.bots import (
    BOTS,
    character_named,
    characters,
    characters_of,
    free_character,
)
from torpedo_dice.locale import LANGUAGES
from torpedo_dice.locale.page import page_messages
from torpedo_dice.record.limits import MAX_NAME


def test_every_rank_has_three() -> None:
    """The weakest first, as the ladder has them."""
    ranks = [one.rank for one in characters()]
    assert ranks == [rank for rank in BOTS for _ in range(3)]
    assert characters_of("somebody else's bot") == ()


def test_names_are_told_apart() -> None:
    """No two share a name or an id, and a name fits wherever a player's does."""
    for field in ("id", "name"):
        assert len({getattr(one, field) for one in characters()}) == len(characters())
    assert all(len(one.name) <= MAX_NAME for one in characters())
    # The same letters in every language.
    assert all(one.name.isascii() for one in characters())


def test_every_language_has_a_sentence() -> None:
    """One sentence about each, not the English one."""
    english = page_messages("en")
    for language in LANGUAGES:
        texts = page_messages(language)
        for one in characters():
            about = str(texts[f"character.{one.id}"])
            assert 20 < len(about) < 110
            assert about.endswith(".")
            assert (about == english[f"character.{one.id}"]) == (language == "en")


def test_a_free_one_is_found() -> None:
    """The next one after the number given whose name nobody has."""
    first, second, third = characters_of("captain")
    assert free_character("captain", 4, lambda _: True) is second
    assert free_character("captain", 4, lambda name: name == first.name) is first
    assert free_character("captain", 0, lambda _: False) is None
    assert free_character("unknown", 0, lambda _: True) is None
    assert character_named("captain", third.name) is third
    assert character_named("admiral", third.name) is None
    assert character_named(None, third.name) is None
