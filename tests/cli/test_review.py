"""`torpedo review`: reports, JSON, a page, and one sentence for bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import torpedo
from torpedo_dice.record import RecordData, record_line


@pytest.fixture
def game(tmp_path: Path, training_record: RecordData) -> Path:
    """A file with one record."""
    file = tmp_path / "game.json"
    file.write_text(record_line(training_record), encoding="utf-8")
    return file


def test_a_game_is_reviewed(game: Path) -> None:
    """The report names the players, and a page is written."""
    page = game.with_suffix(".html")
    run = torpedo("review", str(game), "--html", str(page), "--lang", "en")
    assert run.returncode == 0, run.stderr
    assert "dice and choices add up" in run.stdout
    assert "Lieutenant" in run.stdout
    assert "Turning points" in run.stdout
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_several_games_as_json(game: Path, solo_record: RecordData) -> None:
    """One line per game; an invalid record is reported, and the others are reviewed."""
    broken = solo_record | {"first": 7}
    with game.open("a", encoding="utf-8") as file:
        file.write(record_line(broken) + "{}\n" + record_line(solo_record))
    run = torpedo("review", str(game), "--json")
    assert run.returncode == 1
    reviews = [json.loads(line) for line in run.stdout.splitlines()]
    assert [review["mode"] for review in reviews] == ["training", "solo"]
    said = run.stderr.splitlines()
    assert len(said) == 2
    assert said[0].startswith(f"{game}:2: first: there’s no seat 7")
    assert said[1].startswith(f"{game}:3: ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["missing.json"], "torpedo: missing.json: can’t be read"),
        (["GAME", "--judge", "harsh"], "torpedo: invalid value for '--judge'"),
        (["GAME", "--html", "/nowhere/at/all.html"], "/nowhere/at/all.html: can’t be written"),
    ],
)
def test_bad_input_gets_one_sentence(words: list[str], sentence: str, game: Path) -> None:
    """On standard error, with exit code 2."""
    run = torpedo("review", *(str(game) if word == "GAME" else word for word in words))
    assert run.returncode == 2
    assert sentence in run.stderr
    assert "Traceback" not in run.stderr
