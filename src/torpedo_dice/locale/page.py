"""The page's catalogue in each language: the same catalogue as everything else, as JSON.

The page's English stands in `web/messages/en.json`, by keys; a key is the text's context in the
catalogues. A text that depends on a number is an object of the forms that the browser asks for.
"""

from __future__ import annotations

import json
from gettext import NullTranslations
from typing import Final, TypeAlias

from torpedo_dice.locale import FOLDER, catalogue

ENGLISH_PAGE: Final = FOLDER.parent / "web" / "messages" / "en.json"
PageText: TypeAlias = str | dict[str, str]
# A number that asks for each form, in every language here.
_FORMS = {"one": 1, "other": 2}


def page_messages(language: str) -> dict[str, PageText]:
    """Return every text of the page in a language, by its key."""
    entries: dict[str, PageText] = json.loads(ENGLISH_PAGE.read_text(encoding="utf-8"))
    return {key: _translated(catalogue(language), key, text) for key, text in entries.items()}


def _translated(texts: NullTranslations, key: str, english: PageText) -> PageText:
    if isinstance(english, str):
        return texts.pgettext(key, english)
    one, other = (english[form] for form in _FORMS)
    return {form: texts.npgettext(key, one, other, count) for form, count in _FORMS.items()}


def page_json(language: str) -> bytes:
    """Return the page's catalogue as a file that is sent to it."""
    return json.dumps(page_messages(language), ensure_ascii=False).encode()
