"""The language of an answer."""

from __future__ import annotations

import pytest

from torpedo_dice.server.http.language import choose_language


@pytest.mark.parametrize(
    ("asked", "accepted", "chosen"),
    [
        (None, None, "en"),
        ("de", "fr", "de"),
        ("DE-at", None, "de"),
        ("xx", "fr", "fr"),
        (None, "pt-PT,pt;q=0.9,en;q=0.8", "pt"),
        (None, "en;q=0.4, nl;q=0.9", "nl"),
        (None, "sv, da;q=0.8, fr;q=0.1", "fr"),
        (None, "de;q=0, *", "en"),
        (None, "de;q=much, fr;q=0.1", "fr"),
        (None, ",;;=,", "en"),
    ],
)
def test_the_language_is_chosen(asked: str | None, accepted: str | None, chosen: str) -> None:
    """The address goes first, then what the browser prefers; unknown languages are skipped."""
    assert choose_language(asked, accepted, ["en", "de", "fr", "nl", "pt"]) == chosen
