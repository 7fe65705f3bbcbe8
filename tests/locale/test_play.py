"""Whole text games in every language: no English in the output, and all words can be typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.text.players import answering, make_setup, play_as, typing
from tools.messages import OTHERS, template
from torpedo_dice.bots import characters_of
from torpedo_dice.locale import LANGUAGES, catalogue, use
from torpedo_dice.record import RecordData, verify
from torpedo_dice.rules import Mode, System
from torpedo_dice.sheets import load_sheet
from torpedo_dice.text.command import play_text
from torpedo_dice.text.help import help_lines
from torpedo_dice.text.kept_game import KeptGame
from torpedo_dice.text.look import sheet_drawn, table
from torpedo_dice.text.retell import retell
from torpedo_dice.text.sentences import Sentences, say
from torpedo_dice.text.session import greeting

languages = pytest.mark.parametrize("language", OTHERS)
# With fewer words, a sentence may well look the same in another language.
FEWEST_WORDS = 3
COMMANDS = ("YES", "NO", "BACK", "ACTIVATE", "FIRE", "HELP", "LOOK", "WORDS", "LOG", "QUIT")


@cache
def _english_sentences() -> list[tuple[str, str, str]]:
    """Return every unmistakably English sentence with its longest part and a regular expression."""
    found = []
    for message in template():
        for text in (message.id,) if isinstance(message.id, str) else message.id:
            parts = re.split(r"\{[^}]*\}", text)
            own_words = re.findall(r"[A-Za-z]{2,}", re.sub(r"--\w+", "", " ".join(parts)))
            if len(own_words) >= FEWEST_WORDS:
                expression = r"[^\n]+?".join(map(re.escape, parts))
                found.append((text, max(parts, key=len), expression))
    return found


def english_in(screen: str, language: str) -> list[str]:
    """Return the English sentences that appear on a screen in another language."""
    translated = catalogue(language).gettext
    return [
        text
        for text, part, expression in _english_sentences()
        if part in screen and translated(text) != text and re.search(expression, screen)
    ]


def test_english_is_recognised() -> None:
    """A self-check of this test: an English game is full of English sentences."""
    kept = KeptGame(make_setup(Mode.SOLO))
    found = english_in(play_as(kept, "lieutenant"), "de")
    assert len(found) > 15
    assert "{name} fires the {face} at {fields}: {hits}, {misses}." in found


@languages
@pytest.mark.parametrize(
    ("mode", "seats"),
    [
        (Mode.SOLO, ["human"]),
        (Mode.MISSION, ["human", "lieutenant"]),
        (Mode.TRAINING, ["human", "human", "ensign"]),
    ],
)
def test_a_whole_game(language: str, mode: Mode, seats: list[str]) -> None:
    """It can be played to the end by typing the language's words, and no output is English."""
    use(language)
    kept = KeptGame(make_setup(mode, seats, dice=f"{mode} in {language}"))
    screen = "\n".join(greeting(kept)) + play_as(kept, "ensign")
    assert kept.game.is_over
    assert verify(kept.record) is None
    assert kept.log[-1] in screen
    assert english_in(screen, language) == []


@languages
@pytest.mark.parametrize("draws", [True, False])
@pytest.mark.parametrize("mode", Mode)
def test_the_table_and_the_help(language: str, mode: Mode, *, draws: bool) -> None:
    """The table, drawn or spoken, and the help are in the language."""
    use(language)
    kept = KeptGame(make_setup(mode, ["human"] if mode is Mode.SOLO else ["human", "ensign"]))
    names = kept.setup.names
    lines = [*table(kept.game, 0, names, draws=draws), *help_lines(kept.game)]
    assert english_in("\n".join(lines), language) == []


@languages
def test_a_record_and_a_sheet(language: str, solo_record: RecordData) -> None:
    """A replayed game and a sheet are shown in the language."""
    use(language)
    lines = [*retell(solo_record), *sheet_drawn(load_sheet("mission"))]
    assert english_in("\n".join(lines), language) == []
    assert say.SYSTEMS[System.TOWER] in "\n".join(lines)


@languages
def test_mistakes_are_answered(language: str) -> None:
    """Invalid input is answered in the language, and the language's words are accepted."""
    use(language)
    console, screen = typing(
        ["9", "1", "x", say.BACK[0], say.HELP[0], say.LOOK[0], say.WORDS[0], say.LOG[0], "2", "3",
         "4", "5", "6", "Z99 Z98", "C4 9", say.ACTIVATE[0], f"{say.ACTIVATE[0]} ??",
         f"{say.ACTIVATE[0]} {say.SYSTEMS[System.ARTILLERY]}", say.QUIT[0], "?!", say.YES[0]]
    )  # fmt: skip
    assert play_text(mode=Mode.SOLO, names=["Ada"], console=console) == 0
    assert say.LEFT in screen.getvalue()
    assert english_in(screen.getvalue(), language) == []


@languages
@pytest.mark.parametrize(
    "wishes",
    [
        {"mode": "x"},
        {"seats": ["nobody"]},
        {"sheet": "no such sheet"},
        {"seats": ["human"] * 5},
        {"names": ["Ada", "Ada", "Lin"]},
        {"first": 7},
        {"mode": "training", "sheet": "mission"},
    ],
)
def test_bad_wishes_are_refused(language: str, wishes: dict[str, object]) -> None:
    """One sentence in the language, and the exit code for invalid input."""
    use(language)
    console, screen = typing([])
    assert play_text(console=console, **wishes) == 2  # type: ignore[arg-type]
    assert screen.getvalue().startswith("torpedo: ")
    assert english_in(screen.getvalue(), language) == []


@languages
def test_the_questions_before_a_game(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The prompts for mode, opponents and names are translated, and so are their answers."""
    use(language)
    bots = say.TYPED_BOTS
    answers = ["??", say.MODES[Mode.MISSION], "??", f"{say.HUMAN[0]} {bots['ensign']}", "Ada", "Bo"]
    console, screen = answering(lambda _: answers.pop(0) if answers else None)
    monkeypatch.setattr(type(console), "is_terminal", True)
    assert play_text(console=console) == 0
    assert say.TITLE.format(mode=say.MODES[Mode.MISSION], names="").split(":")[0] in (
        screen.getvalue()
    )
    attacks = [say.ATTACKS.format(name="Bo", target=one.name) for one in characters_of("ensign")]
    assert any(attack in screen.getvalue() for attack in attacks)
    assert english_in(screen.getvalue(), language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_means_two_things(language: str) -> None:
    """Words accepted by the same prompt are distinct, also from the names of systems."""
    use(language)
    words = [word for name in COMMANDS for word in dict.fromkeys(getattr(say, name))]
    words += [name.casefold() for name in say.SYSTEMS.values()]
    assert len(set(words)) == len(words), sorted(words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("YES_OR_BACK", ["YES", "BACK"]),
        ("CONFIRM_FIRE", ["YES", "BACK"]),
        ("CONFIRM_ACTIVATE", ["YES", "BACK"]),
        ("CONFIRM_ROLL", ["YES", "BACK"]),
        ("CONFIRM_DIE", ["BACK"]),
        ("CHOICE_IN", ["BACK"]),
        ("REALLY_QUIT", ["YES", "NO"]),
        ("ASK_NO_TORPEDO", ["FIRE"]),
        ("OR_ACTIVATE", ["ACTIVATE"]),
        ("ASK_OPPONENTS", ["HUMAN"]),
        ("TYPE_HELP", ["HELP", "LOOK", "WORDS", "LOG", "BACK", "QUIT"]),
        ("HELP_COMMANDS", ["LOOK", "WORDS", "LOG", "BACK", "QUIT"]),
        ("HELP_SWITCHES", ["ACTIVATE"]),
        ("HELP_TYPING", ["YES", "BACK"]),
    ],
)
def test_a_question_names_the_words_that_are_understood(
    language: str, sentence: str, words: list[str]
) -> None:
    """A prompt that names words to type names those of its own language."""
    use(language)
    text = getattr(say, sentence)
    said = re.findall(r"\w+", text if isinstance(text, str) else " ".join(text))
    assert {getattr(say, word)[0] for word in words} <= set(said)


def test_every_sentence_can_be_translated() -> None:
    """Every sentence of the text game is in the catalogues, except the prompt symbol."""
    sentences = list(_all_sentences())
    assert len(sentences) > 100
    assert [name for name, text in sentences if isinstance(text, str)] == ["PROMPT"]


def _all_sentences() -> Iterator[tuple[str, object]]:
    for group in Sentences.__mro__:
        yield from ((name, text) for name, text in vars(group).items() if name.isupper())


def test_no_name_stands_for_two_sentences() -> None:
    """The groups of sentences have no name in common."""
    names = [name for name, _ in _all_sentences()]
    assert len(set(names)) == len(names)
