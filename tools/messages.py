"""Maintain the catalogues: extract every text, update the .po files and compile them.

Run by `make messages`. It collects the marked texts of the Python code, the help of the command,
and the page's English messages, whose keys become gettext contexts.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import typer
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from torpedo_dice.cli import app
from torpedo_dice.cli.language import help_texts
from torpedo_dice.locale import DOMAIN, ENGLISH, FOLDER, LANGUAGES
from torpedo_dice.locale.page import english_texts

SOURCE = FOLDER.parent
# The functions and classes that mark a text, and the positions of their text arguments.
KEYWORDS: Any = {
    "_": None,
    "N_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    **dict.fromkeys(("Sentence", "Text", "Lines", "Words"), None),
    "Plural": (1, 2),
}
OTHERS = tuple(language for language in LANGUAGES if language != ENGLISH)
_US = "The Torpedo Dice digital project"
# A fixed date: a changing one would modify every file on every run.
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)


def po_file(language: str) -> Path:
    """Return the path of the file that translators edit."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo_file(language: str) -> Path:
    """Return the path of the file that the program reads."""
    return po_file(language).with_suffix(".mo")


def read_catalogue(language: str) -> Catalog:
    """Return the existing catalogue of a language, or an empty one."""
    if not po_file(language).exists():
        return _new(language)
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


@cache
def template() -> Catalog:
    """Return a catalogue of all texts, without translations."""
    catalogue = _new(None)
    for place, text, context in (*_in_code(), *_in_help(), *_on_page()):
        catalogue.add(text, locations=[(place, 0)], context=context)
    return catalogue


def _new(language: str | None) -> Catalog:
    return Catalog(
        language,
        domain=DOMAIN,
        project="Torpedo Dice",
        version="1",
        msgid_bugs_address="see docs/languages.md",
        last_translator=_US,
        language_team=_US,
        creation_date=_NO_DATE,
        revision_date=_NO_DATE,
        fuzzy=False,
        header_comment="# Torpedo Dice. How to work with this file: docs/languages.md",
    )


def _in_code() -> Iterator[tuple[str, Any, str | None]]:
    found = extract_from_dir(SOURCE, [("**.py", "python")], keywords=KEYWORDS)
    for file, _, text, _, context in sorted(found, key=lambda entry: entry[0]):
        yield file, text, context


def _in_help() -> Iterator[tuple[str, str, None]]:
    for thing, name in help_texts(typer.main.get_command(app)):
        text = getattr(thing, name)
        if text != "|".join(LANGUAGES):
            yield "cli", text, None


def _on_page() -> Iterator[tuple[str, Any, str]]:
    for key, text in english_texts().items():
        english = text if isinstance(text, str) else (text["one"], text["other"])
        yield "web/messages/en.json", english, key


def update(language: str, texts: Catalog) -> Catalog:
    """Return a language's catalogue for these texts: new ones empty, obsolete ones dropped.

    A changed text counts as new: a fuzzy match could go unnoticed, whereas an empty entry can't.
    """
    before, catalogue = read_catalogue(language), _new(language)
    for message in filter(lambda message: message.id, texts):
        known = before.get(message.id, message.context)
        fits = known is not None and known.pluralizable == message.pluralizable
        added = catalogue.add(
            message.id,
            known.string if known is not None and fits else None,
            locations=message.locations,
            context=message.context,
        )
        # Babel mistakes a percentage for a placeholder.
        added.flags.discard("python-format")
    return catalogue


def write(language: str, catalogue: Catalog) -> None:
    """Write a catalogue as .po and .mo."""
    po_file(language).parent.mkdir(parents=True, exist_ok=True)
    with po_file(language).open("wb") as file:
        write_po(file, catalogue, width=100, include_lineno=False)
    with mo_file(language).open("wb") as file:
        write_mo(file, catalogue)


def untranslated(catalogue: Catalog) -> list[str]:
    """Return the texts without a translation."""
    return [str(message.id) for message in catalogue if message.id and not all(forms(message))]


def forms(message: Message) -> tuple[str, ...]:
    """Return a message's translation, or one per plural form."""
    string = message.string or ""
    return (string,) if isinstance(string, str) else tuple(string)


def main() -> None:
    """Update and compile every catalogue, and list the missing translations."""
    texts = template()
    for language in OTHERS:
        catalogue = update(language, texts)
        write(language, catalogue)
        missing = untranslated(catalogue)
        print(f"{language}: {len(catalogue)} texts, {len(missing)} to translate")
        for text in missing:
            print(f"  {text}")


if __name__ == "__main__":
    main()
