"""The rulebook as plain text: headings, lists, drawings and tables."""

from __future__ import annotations

import pytest

from torpedo_dice.rulebook import UnknownRuleError, find_section, plain_section


def test_lists_keep_their_numbers_and_bullets() -> None:
    """Continuation lines are indented below the item's text."""
    round_lines = plain_section("en", "round", 80).splitlines()
    assert round_lines[:5] == [
        "A ROUND",
        "   The start player rolls all the dice. Then you play four phases:",
        "",
        "   1. Phase 1: choose a die.",
        "   2. Phase 2: modify your die, if you like.",
    ]
    assert "   - 4: the four corners." in plain_section("en", "formations", 80)


def test_a_drawing_is_described_once() -> None:
    """By its description or the note below it, then its caption."""
    text = plain_section("en", "periscope", 80)
    assert text.splitlines()[-4:-1] == [
        "      A 1 becomes a 6.",
        "      A 2 becomes a 5.",
        "      A 3 becomes a 4.",
    ]
    assert plain_section("en", "solo-arrows", 200).count("You leave the 6 again") == 1


def test_a_ruling_stands_as_a_paragraph() -> None:
    """The terminal has no box to put it in, but its first words say what it is."""
    text = plain_section("en", "artillery", 80)
    assert "   Our ruling: the new pip needs a free spot.\n" in text


def test_a_table_that_is_too_wide_becomes_sentences() -> None:
    """Otherwise it keeps its columns."""
    assert "      Captain     30 to 40" in plain_section("en", "solo-score", 80)
    assert "      Captain – 30 to 40" in plain_section("en", "solo-score", 25)


def test_rules_are_found_by_anchor_and_title() -> None:
    """Upper and lower case are the same; the number of a system may be left out."""
    for name in ("periscope", "1 Périscope", "périscope", " PÉRISCOPE "):
        assert find_section("fr", name).anchor == "periscope"
    with pytest.raises(UnknownRuleError):
        find_section("fr", "rules")
