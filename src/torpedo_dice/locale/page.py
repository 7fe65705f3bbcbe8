"""The page's messages in each language, taken from the shared catalogues, as JSON.

The page's English texts are in `web/messages/en.json`, those about the bots' characters in
`bots/characters.toml`; their keys serve as gettext contexts. A text that depends on a number
becomes an object with one entry per plural category of the browser.
"""

from __future__ import annotations

import json
import tomllib
from gettext import NullTranslations
from typing import Final, TypeAlias

from torpedo_dice.locale import FOLDER, catalogue

ENGLISH_PAGE: Final = FOLDER.parent / "web" / "messages" / "en.json"
CHARACTERS: Final = FOLDER.parent / "bots" / "characters.toml"
PageText: TypeAlias = str | dict[str, str]
# A sample number for each plural category, valid for every language here.
_FORMS = {"one": 1, "other": 2}


def english_texts() -> dict[str, PageText]:
    """Return all English texts of the page, by key."""
    entries: dict[str, PageText] = json.loads(ENGLISH_PAGE.read_text(encoding="utf-8"))
    known = tomllib.loads(CHARACTERS.read_text(encoding="utf-8"))["character"]
    return entries | {f"character.{one['id']}": one["about"] for one in known}


def page_messages(language: str) -> dict[str, PageText]:
    """Return all texts of the page in a language, by key."""
    return {
        key: _translated(catalogue(language), key, text) for key, text in english_texts().items()
    }


def _translated(texts: NullTranslations, key: str, english: PageText) -> PageText:
    if isinstance(english, str):
        return texts.pgettext(key, english)
    one, other = (english[form] for form in _FORMS)
    return {form: texts.npgettext(key, one, other, count) for form, count in _FORMS.items()}


def page_json(language: str) -> bytes:
    """Return the page's messages as an encoded JSON file."""
    return json.dumps(page_messages(language), ensure_ascii=False).encode()
