"""The layout of the code: tests mirror the package, and files and functions stay short."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "torpedo_dice"
TESTS = ROOT / "tests"

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60

# Modules that another test file covers, with the reason why they have none of their own. Keys may
# be folders. Modules without functions, such as lists of constants, need no test.
TESTED_ELSEWHERE = {
    "bots/admiral.py": ("bots/test_thinker.py", "the settings of a thinker"),
    "bots/captain.py": ("bots/test_thinker.py", "the settings of a thinker"),
    "bots/bot.py": ("bots/test_asking.py", "a protocol without code"),
    "bots/line_process.py": ("bots/test_process.py", "what both kinds of processes share"),
    "cli/errors.py": ("cli/test_command.py", "raised by every command, reported by one"),
    "cli/options.py": ("cli/test_lab.py", "flags that several commands share"),
    "envs/spiel_history.py": ("envs/test_openspiel.py", "OpenSpiel only calls it via its state"),
    "envs/spiel_observer.py": ("envs/test_openspiel.py", "OpenSpiel only calls it via its game"),
    "envs/spiel_record.py": ("envs/test_openspiel.py", "OpenSpiel only calls it via its state"),
    "envs/spiel_state.py": ("envs/test_openspiel.py", "OpenSpiel only calls it via its state"),
    "rulebook/text.py": ("rulebook/test_texts.py", "reads the texts"),
    "server/live/clocks.py": ("server/live/test_room.py", "the clocks of a room"),
    "server/live/encoding.py": ("server/live/test_room.py", "the messages of a room"),
    "server/live/follower.py": ("server/live/test_shared_table.py", "reads what rooms apply"),
    "server/live/refusal.py": ("server/live/test_lobby.py", "an exception"),
    "server/live/requests.py": ("server/live/test_lobby.py", "the requests that a lobby fulfils"),
    "server/live/room_tools.py": ("server/live/test_room.py", "protocols without code"),
    "server/messages/values.py": ("server/messages/test_codec.py", "bounds of what is decoded"),
    "server/store/listener.py": ("server/live/test_peers.py", "what processes hear"),
    "server/store/migrations/": ("server/store/test_migrate.py", "Alembic runs them"),
    "server/store/reading.py": ("server/store/test_storage.py", "a storage can read and write"),
    "server/store/writes.py": ("server/store/test_storage.py", "what a storage can write"),
    "text/aim_questions.py": ("text/test_aim.py", "the questions of one dialogue"),
    "text/turn.py": ("text/test_ask.py", "a turn is a sequence of questions"),
}


def files(*suffixes: str) -> list[str]:
    """Return the source files with some suffixes, relative to the package."""
    found = (file for file in SOURCE.rglob("*") if file.suffix in suffixes)
    return sorted(file.relative_to(SOURCE).as_posix() for file in found)


def read(file: str) -> str:
    """Return the text of a source file."""
    return (SOURCE / file).read_text(encoding="utf-8")


def has_functions(file: str) -> bool:
    """Whether a module contains any function."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return any(isinstance(node, kinds) for node in ast.walk(ast.parse(read(file))))


def has_own_test(file: str) -> bool:
    """Whether `a/b.py` has a test file `a/test_b.py`, possibly split: `a/test_b_c.py`."""
    folder, name = (TESTS / file).parent, Path(file).stem
    return (folder / f"test_{name}.py").exists() or any(folder.glob(f"test_{name}_*.py"))


@cache
def modules() -> list[str]:
    """Return the modules that need a test."""
    return [
        file for file in files(".py") if Path(file).name != "__init__.py" and has_functions(file)
    ]


def test_every_module_has_a_test() -> None:
    """Tests mirror the package; what another file covers is listed with a reason."""
    excepted = tuple(TESTED_ELSEWHERE)
    assert [f for f in modules() if not has_own_test(f) and not f.startswith(excepted)] == []


@pytest.mark.parametrize("file", TESTED_ELSEWHERE)
def test_every_exception_is_still_needed(file: str) -> None:
    """An exception names modules and a test that exist, and disappears with them."""
    test, reason = TESTED_ELSEWHERE[file]
    assert reason
    assert (TESTS / test).exists(), test
    covered = [module for module in modules() if module.startswith(file)]
    assert any(not has_own_test(module) for module in covered), file


def test_files_are_short() -> None:
    """No file has more than 400 lines."""
    lengths = {file: len(read(file).splitlines()) for file in files(".py", ".js")}
    assert {file: lines for file, lines in lengths.items() if lines > MAX_FILE_LINES} == {}


def test_functions_are_short() -> None:
    """No function has more than 60 lines."""
    lengths = {
        (file, name): lines
        for file in files(".py", ".js")
        for name, lines in (python_functions if file.endswith(".py") else script_functions)(file)
    }
    assert len(lengths) > len(files(".py", ".js"))
    assert {where: lines for where, lines in lengths.items() if lines > MAX_FUNCTION_LINES} == {}


def python_functions(file: str) -> Iterator[tuple[str, int]]:
    """Give each function of a module with its number of lines."""
    for node in ast.walk(ast.parse(read(file))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


# A line that opens a function, method or arrow function; its end has the same indentation.
_OPENS = re.compile(
    r"( *)(?!(?:if|for|while|switch|catch|with)\b)(?:.*\bfunction\b.*\{|.*=> \{|[\w#]+\(.*\) \{)$"
)


def script_functions(file: str) -> Iterator[tuple[str, int]]:
    """Give each function of a script, by its first line, with its number of lines."""
    lines = read(file).splitlines()
    for start, line in enumerate(lines):
        if opens := _OPENS.match(line):
            end = next(
                number
                for number in range(start + 1, len(lines))
                if re.match(rf"{opens[1]}\S", lines[number])
            )
            yield line.strip(), end - start + 1
