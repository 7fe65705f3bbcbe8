"""The command line of the benchmarks; the benchmarks themselves take too long for a test."""

from __future__ import annotations

import importlib
import inspect
import sys
from importlib.util import find_spec

import pytest

from benchmarks.__main__ import SECTIONS, main, parse_arguments


def test_the_help_has_a_line_for_each_section(capsys: pytest.CaptureFixture[str]) -> None:
    """With the number of games, and what a section needs; nothing is imported for that."""
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert "--games N" in text
    for name, section in SECTIONS.items():
        assert f"  {name}" in text
        assert len(section.summary) > 20
        assert section.summary in text
        assert section.needs in text


@pytest.mark.parametrize("name", [n for n, s in SECTIONS.items() if s.extra == "dev"])
def test_a_section_takes_the_number_of_games_if_it_says_so(name: str) -> None:
    """Each module has a function `run` that can be called as the command line calls it."""
    section = SECTIONS[name]
    assert find_spec(section.module) is not None
    run = importlib.import_module(section.module).run
    inspect.signature(run).bind(*([10] if section.has_games else []))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["ballance"], "'ballance' is not a section (sections: balance, "),
        (["balance", "--games", "0"], "--games must be 1 or more"),
        (["balance", "--games", "many"], "invalid int value"),
        (["speed", "--games", "5"], "--games has no effect on speed"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, before anything is measured."""
    with pytest.raises(SystemExit) as ended:
        parse_arguments(words)
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


def test_a_missing_package_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only for the section that needs it."""
    monkeypatch.delitem(sys.modules, "benchmarks.fuzz", raising=False)
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(SystemExit, match=r"fuzz needs httpx: run pip install .*'\.\[dev\]'"):
        main(["fuzz"])
