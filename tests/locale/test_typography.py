"""Typography of every text that a player reads: quotation marks, apostrophes, spaces, plurals."""

from __future__ import annotations

import re

import pytest

from tests.locale.passages import english, messages, player_passages, prose
from tools.messages import OTHERS, forms
from torpedo_dice.locale import LANGUAGES

NARROW, WIDE = "\u202f", "\u00a0"
# Wrong in every language: straight apostrophes and quotation marks, dots instead of an ellipsis.
# A quotation mark that stands alone or holds a placeholder belongs to a command or to data.
EVERYWHERE = {
    "straight apostrophe": r"\w'\w",
    "straight quotation mark": r"\"\w[^\"]*\w\"",
    "three dots": r"(?<!\])\.\.\.(?!\])",
    "two spaces": r"\S  +[^#\s]",
}
WRONG = {
    "en": {"space before an ellipsis": r"\w …", "guillemets": "[«»„]"},
    "de": {
        "quotation marks other than „…“": r"[«»”]|“\w",
        "no space before an ellipsis": r"[a-zäöüß]…",
    },
    "fr": {
        "no narrow no-break space before ; ! ?": rf"[^\s?!{NARROW}][;!?]|[ {WIDE}][;!?]",
        "no no-break space before a colon": rf"[^\d{WIDE}]:(?!//)(?=\s|$)",
        "no no-break space within « »": rf"«(?!{WIDE})|(?<!{WIDE})»",
        "no no-break space before %": r"[^\u202f\u00a0]%",
        "quotation marks other than « »": "[“”„]",
        "space before an ellipsis": r"\w …",
    },
    "nl": {"space before an ellipsis": r"\w …", "quotation marks of another language": "[«»„]"},
    "pt": {"space before an ellipsis": r"\w …", "quotation marks of another language": "[„]"},
}

# Texts laid out in columns with several spaces.
TABLES = {"text/sentences/table.py"}
# Words without a plural of their own, and counts that come after a colon.
SAME_IN_BOTH = {
    "de": r"Treffer|Spieler|: \{",
    "fr": r"$^",
    "nl": r"\b(raak|mis|keer)\b",
    "pt": r"$^",
}

# Here the number is never 1: it is a limit, or a formation has several torpedoes.
ALWAYS_SEVERAL = {
    "{mode}, {count} players",
    "has more than {count} entries",
    "has more than {count} values",
    "has {count} targets, but {most} is the maximum",
    "is nested more than {count} levels deep",
    "must be {count} lowercase hex digits",
    "must be a list of {count} screens",
    "{count} players need {count} nonces",
    "this game uses {count} dice, not {given}",
    # Only pairs have a fixed length.
    "must have {count} entries",
    "{name}, where does your {face} go? Type its centre, such as C4, or all {count} fields.",
    "{name}, where do your {count} torpedoes go? Type the first field, such as C4, or all of them.",
    "{name}, where does your line of {count} start? Type a field, such as C4, or all of them.",
    "{n} points",
    "{name}: {n} target fields",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_and_spaces(language: str) -> None:
    """Every text follows the typography of its language."""
    wrong = [
        f"{name}, {passage.place}: {passage.text}"
        for passage in player_passages(language)
        for name, pattern in (EVERYWHERE | WRONG[language]).items()
        if passage.place not in TABLES and re.search(pattern, prose(passage.text))
    ]
    assert not wrong


def test_a_counted_thing_has_a_plural() -> None:
    """A text that counts something by `{n}` or `{count}` exists in the singular and the plural."""
    wrong = [
        message.id
        for message in messages("en")
        if isinstance(message.id, str)
        and message.id not in ALWAYS_SEVERAL
        and re.search(r"\{(n|count)\} (?!of\b|%)[a-z]{2,}", message.id)
    ]
    assert not wrong


@pytest.mark.parametrize("language", OTHERS)
def test_singular_and_plural_differ(language: str) -> None:
    """A translation tells one from many, except where the language does not (de: Treffer)."""
    wrong = [
        forms(message)
        for message in messages(language)
        if len(set(english(message))) == 2
        and len(set(forms(message))) == 1
        and not re.search(SAME_IN_BOTH[language], forms(message)[0])
    ]
    assert not wrong
