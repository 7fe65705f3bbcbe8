"""The message catalogue holds every text that the page asks for."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import torpedo_dice
from torpedo_dice.locale import LANGUAGES
from torpedo_dice.locale.page import page_messages

DESTROYED = {
    "en": "destroyed",
    "de": "zerstört",
    "fr": "détruits",
    "nl": "vernietigd",
    "pt": "destruídos",
}
WEB = Path(torpedo_dice.__file__).parent / "web"


def _sources() -> str:
    return "".join(file.read_text(encoding="utf-8") for file in sorted(WEB.glob("js/**/*.js")))


def _catalogue() -> dict[str, object]:
    data: dict[str, object] = json.loads((WEB / "messages" / "en.json").read_text("utf-8"))
    return data


def test_every_text_is_there() -> None:
    """Each key that the code names is in the catalogue."""
    asked = set(re.findall(r'\bt\("([a-z]+\.[a-z_0-9.]+)"', _sources()))
    assert asked - set(_catalogue()) == set()


def test_no_text_is_left_over() -> None:
    """Each text of the catalogue is used, by its key or by the beginning of one."""
    sources = _sources()
    named = set(re.findall(r'"([a-z]+(?:\.[a-z_0-9]+)?)"', sources))
    begun = tuple(re.findall(r"`([a-z]+\.[a-z_]*)\$\{", sources))
    assert [k for k in _catalogue() if k not in named and not k.startswith(begun)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["lesson.switches_text", "why.screen_incomplete"])
def test_a_destroyed_system_counts_for_its_screen(key: str, language: str) -> None:
    """A system without a switch is active as long as both others are on or destroyed."""
    assert DESTROYED[language] in str(page_messages(language)[key])
