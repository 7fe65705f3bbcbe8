"""The layers: each package imports only from those below it, and the lowest need nothing else."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import torpedo_dice

SOURCE = Path(torpedo_dice.__file__).parent
GOLDEN = Path(__file__).parent / "record" / "data" / "golden.ndjson"
# What each package may import of ours, besides itself.
MAY_IMPORT: dict[str, set[str]] = {
    "rules": set(),
    "sheets": {"rules"},
    "record": {"rules"},
    "fast": {"rules"},
    "bots": {"rules", "fast"},
    "locale": {"rules"},
    "lab": {"__version__", "rules", "sheets", "record", "fast", "bots", "locale", "review"},
    "text": {"rules", "sheets", "record", "bots", "locale"},
    "review": {"rules", "record", "fast", "bots", "locale", "rulebook", "text"},
    "rulebook": {"rules", "sheets", "locale"},
    "lesson": {"rules", "sheets"},
    "envs": {"rules", "sheets", "record", "fast", "bots", "text", "locale"},
    "server": {
        *("__version__", "rules", "sheets", "record", "bots", "text", "locale", "rulebook"),
        *("lesson", "review"),
    },
}
STANDARD_LIBRARY_ONLY = ("rules", "sheets", "record", "locale")
# What has no place in rules without input, output, clock and chance.
NOT_IN_RULES = {
    *("asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets"),
    *("shutil", "socket", "subprocess", "sys", "tempfile", "threading", "time"),
}


def imports(package: str) -> Iterator[tuple[str, str]]:
    """Give each file of a package with each module that it imports, by its full name."""
    for file in sorted((SOURCE / package).rglob("*.py")):
        place = ["torpedo_dice", *file.relative_to(SOURCE).parent.parts]
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((file.name, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = place[: len(place) - node.level + 1] if node.level else []
                module = ".".join([*base, *([node.module] if node.module else [])])
                if module == "torpedo_dice":
                    # `from torpedo_dice import rules` imports a package too.
                    yield from ((file.name, f"{module}.{alias.name}") for alias in node.names)
                else:
                    yield file.name, module


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_go_one_way(package: str) -> None:
    """A package imports of ours only itself and those below it."""
    found = {
        (file, module.split(".")[1])
        for file, module in imports(package)
        if module.split(".")[0] == "torpedo_dice"
    }
    assert found, "no import was found at all"
    assert {name for _, name in found} <= MAY_IMPORT[package] | {package}, sorted(found)


@pytest.mark.parametrize("package", STANDARD_LIBRARY_ONLY)
def test_only_the_standard_library(package: str) -> None:
    """The rules, the sheets, the records and the languages need no other package."""
    others = {module.split(".")[0] for _, module in imports(package)} - {"torpedo_dice"}
    assert others <= sys.stdlib_module_names


def test_the_rules_have_no_input_output_clock_or_chance() -> None:
    """No module of the rules imports what could read, write, wait or roll."""
    assert not {module.split(".")[0] for _, module in imports("rules")} & NOT_IN_RULES


@pytest.mark.parametrize("package", ["rules", "record"])
def test_it_runs_without_any_installed_package(package: str) -> None:
    """Without the folder of installed packages it is imported all the same."""
    code = (
        f"import sys; sys.path.insert(0, {str(SOURCE.parent)!r}); "
        f"import torpedo_dice.{package}; "
        "print(*sorted(name for name in sys.modules if name.startswith('torpedo_dice.')))"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    loaded = {name.split(".")[1] for name in run.stdout.split()}
    assert loaded == {"rules", package}


LIGHT = [
    ["verify", str(GOLDEN)],
    ["show", str(GOLDEN)],
    ["sheet", "list"],
    ["rules", "fins"],
    ["simulate", "--games", "1", "--seats", "ensign,lieutenant"],
    ["text", "--mode", "mission", "--seats", "human,lieutenant"],
]
# Runs commands one after another in one process, and tells the exit code and what is loaded.
RUN_ALL = """
import sys
from torpedo_dice.cli import main
for words in {commands!r}:
    sys.argv = ["torpedo", *words]
    try:
        main()
    except SystemExit as ended:
        heavy = {{"numpy", "numba"}} & set(sys.modules)
        print("ran", words[0], ended.code or 0, *heavy, file=sys.stderr)
"""


def test_light_commands_load_nothing_heavy() -> None:
    """Without a captain or an admiral at the table nothing is loaded that has to be compiled."""
    code = RUN_ALL.format(commands=LIGHT)
    run = subprocess.run(
        [sys.executable, "-c", code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    told = [line for line in run.stderr.splitlines() if line.startswith("ran ")]
    assert told == [f"ran {words[0]} 0" for words in LIGHT]
