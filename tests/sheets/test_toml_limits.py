"""TOML made to keep the parser busy is rejected before it is parsed."""

from __future__ import annotations

import itertools
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib import resources

import pytest

from torpedo_dice.rules import SheetError
from torpedo_dice.rules.sheet_limits import MAX_LENGTH
from torpedo_dice.sheets import load_sheet, parse_sheet_toml, toml_limits
from torpedo_dice.sheets.toml_limits import check_toml_limits, marks

MISSION = (resources.files("torpedo_dice.sheets") / "mission.toml").read_text(encoding="utf-8")
KEYS = "".join(f"k{n} = 1\n" for n in range(3000))
DEEP = ".".join(["a"] * 900)

REJECTED = {
    "deep table and many keys": (f"[{DEEP}]\n{KEYS}", "nested more than 8"),
    "deep array of tables": (f"[[{DEEP}]]\n{KEYS}", "nested more than 8"),
    "spaced dotted key": (f"{DEEP.replace('.', ' . ')} = 1\n", "nested more than 8"),
    "quoted dotted key": (".".join(['"a.b"'] * 900) + " = 1\n", "nested more than 8"),
    "dotted key in an inline table": (f"a = {{ {DEEP} = 1 }}", "nested more than 8"),
    "nested arrays": ("a = " + "[" * 20_000, "nested more than 8"),
    "nested arrays on many lines": ("a = " + "[ # [\n" * 5000, "nested more than 8"),
    "nested inline tables": ("a = " + "{a=" * 300 + "1" + "}" * 300, "nested more than 8"),
    "many keys": (KEYS, "more than 500 values"),
    "many short dotted keys": (
        "".join(f"a.b.c.d.k{n} = 1\n" for n in range(1500)),
        "more than 500 values",
    ),
    "many tables": ("".join(f"[t{n}]\n" for n in range(3000)), "more than 500 values"),
    "many arrays of tables": ("[[a]]\n" * 5000, "more than 500 values"),
    "a large inline table": ("a = {" + KEYS.replace("\n", ",") + "}", "more than 500 values"),
    "a long array": ("a = [" + "1," * 15_000 + "]", "more than 500 values"),
    "keys after a string with quotes": ("a = '''''x'''''\n" + KEYS, "more than 500 values"),
    "keys after an escaped quote": (f'a = "\\""\n{KEYS}', "more than 500 values"),
    "keys after quotes before the end": (f'a = """x"""""\n{KEYS}', "more than 500 values"),
    "large": ("#" * (MAX_LENGTH + 1), "larger than 32 KiB"),
}
# These are within the limits, though as long as possible; some are not TOML.
LONG = {
    "comments": "#\n" * (MAX_LENGTH // 2),
    "comments in an array": "a = [" + "#\n" * (MAX_LENGTH // 2 - 4) + "]",
    "blank lines": "\n" * MAX_LENGTH,
    "spaces": " " * MAX_LENGTH,
    "string": f'a = "{"x" * (MAX_LENGTH - 6)}"',
    "string of escapes": 'a = "' + r"\n" * (MAX_LENGTH // 2 - 3) + '"',
    "string of lines": 'a = """' + "\\\n" * (MAX_LENGTH // 2 - 5) + '"""',
    "string of quotes": "a = '''" + "'' " * (MAX_LENGTH // 3 - 4) + "'''",
    "unclosed strings": "'\n" * (MAX_LENGTH // 2),
    "string without an end": 'a = """' + '\\"""' * (MAX_LENGTH // 4 - 2),
    "literal without an end": "a = '''" + "''x" * (MAX_LENGTH // 3 - 3),
    "words": "a\n" * (MAX_LENGTH // 2),
    "closing brackets": "]" * MAX_LENGTH,
    "digits": "a = 0x" + "f" * (MAX_LENGTH - 6),
    "headers and keys": "".join(
        f"[{'a.' * 8}a{n}]\n{'b.' * 8}b = {{ {'c.' * 8}c = 1 }}\n" for n in range(120)
    ),
}


@pytest.mark.parametrize(("text", "why"), REJECTED.values(), ids=REJECTED)
def test_what_keeps_the_parser_busy_never_reaches_it(
    text: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sentence names the limit."""
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("it was parsed"))
    with pytest.raises(SheetError, match=why):
        parse_sheet_toml(text)


def test_the_scan_ends_where_a_limit_is_exceeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of the text is not looked at."""
    seen: list[str] = []

    def watched(text: str) -> Iterator[str]:
        for mark in marks(text):
            seen.append(mark)
            yield mark

    monkeypatch.setattr(toml_limits, "marks", watched)
    with pytest.raises(SheetError):
        check_toml_limits("[[a]]\n" * 5000)
    # Two opening and two closing brackets and a line break for every two values.
    assert len(seen) < 1300


@pytest.mark.parametrize("text", [REJECTED["deep table and many keys"][0], *LONG.values()])
def test_no_check_takes_long(text: str) -> None:
    """It makes a few calls per character at most: a count is the same on every machine."""
    assert len(text) <= MAX_LENGTH
    calls = itertools.count()
    sys.setprofile(lambda *_: next(calls))
    try:
        with pytest.raises(SheetError):
            parse_sheet_toml(text)
    finally:
        sys.setprofile(None)
    # Calls and returns are counted.
    assert next(calls) < 8 * MAX_LENGTH


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_the_scan_takes_linear_time(text: str) -> None:
    """Each step consumes at least one character and begins where the last one ended."""
    assert sum(1 for _ in marks(text)) <= len(text)
    check_toml_limits(text)


def test_strings_and_comments_do_not_count() -> None:
    """A sheet may be explained at length, and its grid has many dots."""
    talk = "# a.b.c.d.e.f.g.h.i.j = [[[[[[[[[[ {{{{ ,,,,\n" * 300
    assert parse_sheet_toml(talk + MISSION + talk) == load_sheet("mission")


def test_the_structure_is_what_the_parser_sees() -> None:
    """Quotes of each kind hide what they enclose, and nothing else."""
    text = (
        'a = "[\\"[" # [\n'
        "b = '[\\' # [\n"
        'c = """[\n"[""\\"""[""""" # [\n'
        "d = '''[\n'[''['''''\n"
        "e = [\"\", '', \"\"\"\"\"\", ''''''] # [\n"
        '"f.g".h = 1.5\n'
    )
    assert set(tomllib.loads(text)) == {"a", "b", "c", "d", "e", "f.g"}
    structure = "".join(marks(text))
    assert re.sub(r"\n+", " ", structure) == "= = = = =[,,,] .=. "
