"""The page's messages in every language, and how they are served."""

from __future__ import annotations

import json
import re
from string import Formatter

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.conftest import client, database
from tools.messages import OTHERS
from torpedo_dice.bots import characters
from torpedo_dice.locale import LANGUAGES
from torpedo_dice.locale.page import ENGLISH_PAGE, PageText, page_messages

__all__ = ["client", "database"]


def _names(text: PageText) -> set[str]:
    forms = [text] if isinstance(text, str) else text.values()
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


def test_english_is_as_it_is_written() -> None:
    """The page's own file is its English catalogue, with the sentences about the characters."""
    written = json.loads(ENGLISH_PAGE.read_text(encoding="utf-8"))
    about = {f"character.{one.id}": one.about for one in characters()}
    assert page_messages("en") == written | about


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_in_every_language(language: str) -> None:
    """Same keys, same kinds of text, same placeholders."""
    english, messages = page_messages("en"), page_messages(language)
    assert list(messages) == list(english)
    for key, text in messages.items():
        assert type(text) is type(english[key]), key
        assert _names(text) == _names(english[key]), key
        if isinstance(text, dict):
            assert list(text) == ["one", "other"], key


def test_no_french_line_begins_with_a_mark() -> None:
    """The space before a colon, an exclamation mark or a closing quotation mark is non-breaking."""
    for key, text in page_messages("fr").items():
        for form in [text] if isinstance(text, str) else text.values():
            assert not re.search(r"\S [:;!?»]|« ", form), key


def test_some_of_its_words() -> None:
    """Texts are looked up by key: the same English text may have different translations."""
    german = page_messages("de")
    assert german["preview.misses"] == {"one": "{n} Fehlschuss", "other": "{n} Fehlschüsse"}
    assert (german["start.play"], german["replay.play"]) == ("Spielen", "Abspielen")


@pytest.mark.parametrize("language", OTHERS)
def test_it_is_served(client: TestClient[Litestar], language: str) -> None:
    """Each language has its own URL, is served as JSON, and is revalidated by ETag."""
    address = f"/messages/{language}.json"
    first = client.get(address)
    assert first.headers["content-type"] == "application/json"
    assert first.json() == page_messages(language)
    again = client.get(address, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    unpacked = client.get(address, headers={"accept-encoding": "identity"})
    assert unpacked.json() == first.json()
    assert unpacked.headers["etag"] != first.headers["etag"]


def test_a_language_that_is_not_there(client: TestClient[Litestar]) -> None:
    """An unknown language is not found."""
    assert client.get("/messages/xx.json").status_code == 404
