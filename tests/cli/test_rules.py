"""`rules`: the rulebook in the terminal, in every language."""

from __future__ import annotations

import sys

import pytest

from tests.cli.running import assert_refused, torpedo
from torpedo_dice.cli import main
from torpedo_dice.locale import LANGUAGES
from torpedo_dice.rulebook import load_text
from torpedo_dice.rules import System


def rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *args: str, width: int = 80
) -> str:
    """Return what the command prints."""
    monkeypatch.setattr(sys, "argv", ["torpedo", "rules", *args])
    monkeypatch.setenv("COLUMNS", str(width))
    with pytest.raises(SystemExit) as ended:
        main()
    printed = capsys.readouterr()
    assert (ended.value.code, printed.err) == (0, "")
    return printed.out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 80, 200])
def test_the_whole_rulebook(
    language: str,
    width: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every heading is there, numbers are filled in, and lines fit the terminal."""
    text = rules(monkeypatch, capsys, "--lang", language, width=width)
    shown = " ".join(text.split()).casefold()
    for section in load_text(language).sections:
        assert " ".join(section.title.split()).casefold() in shown
    assert max(map(len, text.splitlines())) <= width
    for markup in ("{", "}", "<", "**", "](", "\x1b"):
        assert markup not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_rule_by_its_anchor_or_its_title(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A system is also found by its name in the reader's language."""
    name = load_text(language).words.system(System.TOWER)
    by_anchor = rules(monkeypatch, capsys, "tower", "--lang", language)
    assert rules(monkeypatch, capsys, name, "--lang", language) == by_anchor
    assert by_anchor.startswith(f"3 {name}\n   ")


def test_a_chapter_has_its_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tables keep their columns; each rule of the chapter is shown, and no other."""
    text = rules(monkeypatch, capsys, "solo")
    assert text.startswith("SOLO\n")
    assert "\nScore and rank\n" in text
    assert "      Captain     30 to 40\n" in text
    assert "Portholes\n" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_names_what_can_be_looked_up(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line for each chapter and rule, with its anchor first."""
    lines = rules(monkeypatch, capsys, "--list", "--lang", language).splitlines()
    sections = load_text(language).sections[1:]
    assert [line.split()[0] for line in lines] == [section.anchor for section in sections]
    assert all(line.endswith(s.title) for line, s in zip(lines, sections, strict=True))


def test_an_unknown_rule_is_refused() -> None:
    """One sentence that says where the names are."""
    assert_refused(torpedo("rules", "no-such-rule"), "no-such-rule", "torpedo rules --list")
    assert_refused(torpedo("rules", "fins", "--lang", "xx"), "xx")
