"""Names: printable, visible, and told apart."""

from __future__ import annotations

import pytest

from torpedo_dice.server.messages.names import MalformedNameError, checked_name


@pytest.mark.parametrize("name", ["", "   ", "a" * 25, "a\nb", "\u202eevil", "tab\t!", "a\u200db"])
def test_invalid_names_are_refused(name: str) -> None:
    """1 to 24 printable characters; marks that change the direction of text are not."""
    with pytest.raises(MalformedNameError, match="printable"):
        checked_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",
        "\u2800",
        "\u2800 \u2800",
        "\uffa0",
        "\u115f\u1160",
        "\ufe0f",
        "\u0301",
        "\u034f",
        "\U000e0100",
    ],
)
def test_blank_names_are_refused(name: str) -> None:
    """Characters that count as printable, but cannot be seen."""
    with pytest.raises(MalformedNameError, match="visible character"):
        checked_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Alice",
        "alice",
        "ALICE",
        "AIice",
        "A1ice",
        "\u0410lice",
        "Ali\u3164ce",
        "\uff21lice",
        "Al ice",
        "Ali\u0441\u0435",
    ],
)
def test_names_that_look_the_same(name: str) -> None:
    """Upper and lower case, wide letters, those of other alphabets, and blanks in between."""
    with pytest.raises(MalformedNameError, match="looks like it"):
        checked_name(name, ["Noor", "Alice"])


@pytest.mark.parametrize("name", ["Alicia", "Zoë", "Алиса", "愛麗絲", "एलिस", "Alice 2", "❤️"])
def test_other_names_are_fine(name: str) -> None:
    """In any script, also with accents."""
    assert checked_name(name, ["Alice", "Zoe"]) == name


def test_names_are_kept_as_they_are() -> None:
    """Without the spaces around them."""
    assert checked_name("  Zoë 🚢 <i> ") == "Zoë 🚢 <i>"
