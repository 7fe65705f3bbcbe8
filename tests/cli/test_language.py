"""The command in every language: its help, its parser, its reports and its errors."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import typer

from tests.locale.test_play import english_in
from tools.messages import OTHERS
from torpedo_dice.cli import app, main
from torpedo_dice.cli.language import COMPLAINTS, complaint, help_texts, speaking
from torpedo_dice.locale import use

languages = pytest.mark.parametrize("language", OTHERS)
GOLDEN = Path(__file__).parents[1] / "record" / "data" / "golden.ndjson"


def _torpedo(language: str, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LANGUAGE": language, "COLUMNS": "200", "NO_COLOR": "1"}
    return subprocess.run(
        [sys.executable, "-m", "torpedo_dice.cli", *words],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def _plain(text: str) -> str:
    """Return a text without box-drawing characters and line breaks."""
    return " ".join(re.sub(r"[─-╿]", " ", text).split())


@cache
def _in_english() -> set[str]:
    texts = {getattr(thing, name) for thing, name in help_texts(typer.main.get_command(app))}
    return {_plain(text) for text in texts if len(text.split()) > 2}


@languages
@pytest.mark.parametrize("words", [[], ["text"]], ids=["torpedo", "torpedo text"])
def test_help(
    language: str,
    words: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The help of the command and its subcommands contains no sentence of the English help."""
    monkeypatch.setenv("LANGUAGE", language)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(sys, "argv", ["torpedo", *words, "--help"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    shown = _plain(capsys.readouterr().out)
    assert shown
    assert [text for text in _in_english() if text in shown] == []
    for word in ("Usage", "Commands", "Show this message"):
        assert word not in shown


@languages
@pytest.mark.parametrize(
    "words",
    [
        ["text", "--mode", "x"],
        ["serve", "--port", "x"],
        ["serve", "--port", "-3"],
        ["serve", "--port", "99999"],
        ["serve", "--keep", "x"],
        ["nothing"],
        ["verify"],
        ["verify", "--x"],
        ["show", "--games"],
        ["text", "surplus"],
        ["show", "x", "--round"],
    ],
    ids=" ".join,
)
def test_what_the_parser_complains_of(
    language: str, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every message of the option parser that a user can trigger is translated."""
    monkeypatch.setenv("LANGUAGE", "en")
    with pytest.raises(typer.TyperException) as error:
        speaking(app)(words, standalone_mode=False, prog_name="torpedo")
    english = complaint(error.value)
    use(language)
    told = complaint(error.value)
    assert told != english
    for pattern in COMPLAINTS:
        assert max(re.split(r"\{\w+\}", pattern), key=len) not in told


REPORTS = {
    "verify": (["verify", str(GOLDEN)], 0),
    "no such round": (["show", str(GOLDEN), "--round", "999"], 2),
    "no such game": (["show", str(GOLDEN), "--game", "999"], 2),
    "no such file": (["verify", "missing.json"], 2),
    "not a record": (["verify", __file__], 2),
    "sheet list": (["sheet", "list"], 0),
    "no such rule": (["rules", "no-such-rule"], 2),
    "sheet check": (["sheet", "check", "mission"], 0),
    "not a sheet": (["sheet", "check", __file__], 2),
    "no such sheet": (["sheet", "show", "no such sheet"], 2),
    "simulate solo": (["simulate", "--games", "3", "--mode", "solo"], 0),
    "simulate mission": (["simulate", "--games", "2"], 0),
    "no such bot": (["simulate", "--games", "3", "--seats", "nobody,ensign"], 2),
    "match": (["match", "ensign", "lieutenant", "--games", "2", "--jobs", "1"], 0),
    "too few": (["match", "ensign"], 2),
    "no such language": (["show", str(GOLDEN), "--lang", "xx"], 2),
}


@languages
@pytest.mark.parametrize("name", REPORTS)
def test_reports_and_errors(
    language: str, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command's output is translated, whether it succeeds or fails."""
    words, code = REPORTS[name]
    monkeypatch.setenv("LANGUAGE", language)
    monkeypatch.setattr(sys, "argv", ["torpedo", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == code
    assert english_in("".join(capsys.readouterr()), language) == []


def test_the_language_can_be_named() -> None:
    """`--lang` takes precedence over the environment."""
    run = _torpedo("fr", "show", str(GOLDEN), "--lang", "nl")
    assert run.stdout.startswith("Torpedo Dice, Training: ")
    assert "reservetorpedo" in run.stdout
