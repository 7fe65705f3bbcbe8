"""Every picture, in every language."""

from __future__ import annotations

import pytest

from tests.rulebook.pictures.drawings import drawn, having, panels
from torpedo_dice.locale import LANGUAGES
from torpedo_dice.rulebook.pictures import PICTURES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_can_be_drawn_and_told(name: str, language: str) -> None:
    """It is well-formed, has no inline style, and every drawing has a text alternative."""
    picture = drawn(name, language)
    assert not [part for part in picture.iter() if part.get("style")]
    assert panels(picture) or having(picture, "case")
    for panel in panels(picture):
        assert panel.get("role") == "img"
        assert (panel.get("aria-label") or "").strip()
        assert "{" not in (panel.get("aria-label") or "")
