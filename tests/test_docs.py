"""The documents are correct: examples run, links resolve, and nothing is undocumented."""

from __future__ import annotations

import doctest
import importlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer

from torpedo_dice import __version__
from torpedo_dice.cli import app
from torpedo_dice.record import RecordData
from torpedo_dice.rules import parse_sheet

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
SOURCES = sorted((ROOT / "src").rglob("*.py"))


def modules_with_examples() -> list[str]:
    """Return the modules whose docstrings contain examples."""
    found = (file for file in SOURCES if ">>> " in file.read_text(encoding="utf-8"))
    names = (".".join(file.relative_to(ROOT / "src").with_suffix("").parts) for file in found)
    return [name.removesuffix(".__init__") for name in names]


@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_of_a_module_run(name: str) -> None:
    """Every example in a docstring prints what it says."""
    failed, run = doctest.testmod(importlib.import_module(name))
    assert run > 0
    assert failed == 0


@pytest.mark.parametrize("page", ["api", "fast"])
def test_the_examples_of_the_library_run(page: str) -> None:
    """Every example of docs/api.md and docs/fast.md prints what the document says."""
    failed, run = doctest.testfile(str(ROOT / "docs" / f"{page}.md"), module_relative=False)
    assert run > 30
    assert failed == 0


def test_the_example_of_the_weights_runs() -> None:
    """The format of docs/training.md is that of the shipped files."""
    failed, run = doctest.testfile(str(ROOT / "docs" / "training.md"), module_relative=False)
    assert run > 3
    assert failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_resolve(document: Path) -> None:
    """A link to a file or a picture of the project exists, and an anchor is a heading."""
    text = document.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)]+)\)", text):
        if link.startswith("https://"):
            continue
        name, _, anchor = link.partition("#")
        target = document.parent / name if name else document
        assert target.exists(), link
        if anchor:
            headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), flags=re.M)
            assert anchor in {re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings}


def test_the_files_named_in_the_architecture_exist() -> None:
    """A renamed or deleted file can't stay on the page that leads newcomers to it."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    existing = [path.as_posix() for path in (*SOURCES, *(ROOT / "src").rglob("*.js"))]
    named = re.findall(r"`([\w/-]+\.(?:py|js))`", text)
    assert len(named) > 40
    for name in named:
        assert any(path.endswith(f"/{name}") for path in existing), name


def test_the_readme_says_what_it_must() -> None:
    """The two commands of the quick start, that this is unofficial, and whose game it is."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for words in ("make play", "make test", "Unofficial", "Chris James", "Stéphane Escapa"):
        assert words in text


def test_the_newest_release_of_the_changelog_is_the_version() -> None:
    """Releases are dated and in order, the newest is the package's version, and all are linked."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, flags=re.M)
    assert headings[0] == "[Unreleased]"
    releases = [re.fullmatch(r"\[([\d.]+)\] - (\d{4}-\d\d-\d\d)", line) for line in headings[1:]]
    assert all(releases), headings
    versions = [release[1] for release in releases if release]
    dates = [release[2] for release in releases if release]
    assert versions[0] == __version__
    assert dates == sorted(dates, reverse=True)
    for name in ("Unreleased", *versions):
        assert f"\n[{name}]: https://github.com/" in text


def test_the_sheet_of_the_docs_is_good() -> None:
    """The example of the documentation is a valid sheet."""
    text = (ROOT / "docs" / "sheets.md").read_text(encoding="utf-8")
    (toml,) = re.findall(r"```toml\n(.*?)```", text, flags=re.S)
    sheet = parse_sheet(tomllib.loads(toml))
    assert sheet.is_mission
    assert sheet.solo is not None


@pytest.mark.parametrize("fixture", ["mission_record", "training_record", "solo_record"])
def test_the_record_of_the_docs_names_every_key(
    fixture: str, request: pytest.FixtureRequest
) -> None:
    """docs/record.md describes every key of a real record."""
    text = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", text, flags=re.S)
    json.loads(example)
    record: RecordData = request.getfixturevalue(fixture)
    for key in _keys(record):
        assert f'"{key}"' in text or f"`{key}`" in text, key


def _keys(value: object) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*map(_keys, value.values()))
    if isinstance(value, list):
        return set().union(*map(_keys, value)) if value else set()
    return set()


def test_every_command_is_documented() -> None:
    """Every command is mentioned in at least one document."""
    text = "\n".join(document.read_text(encoding="utf-8") for document in DOCUMENTS)
    for name in _commands(typer.main.get_command(app)):
        assert f"torpedo {name}" in text, name


def test_every_option_has_help() -> None:
    """Each command and each of its options has a help text."""
    for name, command in _commands(typer.main.get_command(app)).items():
        assert command.help, name
        for parameter in command.params:
            assert getattr(parameter, "help", None), (name, parameter.name)


def _commands(group: Any, before: str = "") -> dict[str, Any]:
    """Return every command by its words, including those of groups."""
    found = {}
    for name, command in group.commands.items():
        inner = _commands(command, f"{before}{name} ") if hasattr(command, "commands") else {}
        found |= inner or {f"{before}{name}": command}
    return found
