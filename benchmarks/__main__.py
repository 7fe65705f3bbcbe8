"""Print the benchmark figures: `python -m benchmarks [SECTION …] [--games N]`."""

from __future__ import annotations

import argparse
import ast
import importlib
import sys
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path(__file__).parents[1]
# Modules whose absence is our own mistake, and not a missing package.
_OURS = ("benchmarks", "tests", "tools", "torpedo_dice", "examples")


@dataclass(frozen=True)
class Section:
    """A module with a function `run`; it is imported only when it runs."""

    module: str
    # Whether `run` takes the number of games.
    has_games: bool = False
    # Whether it runs when no section is named.
    is_usual: bool = True
    # What it needs besides the extra `dev`.
    needs: str = ""
    extra: str = "dev"

    @property
    def summary(self) -> str:
        """The first line of the module's docstring."""
        path = _ROOT.joinpath(*self.module.split("."))
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        return text.partition("\n")[0]

    def run(self, games: int | None) -> bool:
        """Run it; return whether all goals are met."""
        module = importlib.import_module(self.module)
        return bool(module.run() if games is None or not self.has_games else module.run(games))


_BROWSER = "Chromium"
_PEERS = "an internet connection, to install the projects it compares with"
SECTIONS = {
    "balance": Section("benchmarks.balance", has_games=True),
    "exactness": Section("benchmarks.exactness", has_games=True),
    "speed": Section("benchmarks.speed", needs=_PEERS),
    "fast": Section("benchmarks.fast", needs=_PEERS),
    "strength": Section("benchmarks.strength", has_games=True),
    "evaluation": Section("benchmarks.evaluation", has_games=True),
    **{
        f"evaluation.{part}": Section(
            f"benchmarks.evaluation.{part}", has_games=True, is_usual=False
        )
        for part in ("calibration", "consistency", "agreement")
    },
    "review": Section("benchmarks.review", has_games=True),
    **{
        f"review.{part}": Section(f"benchmarks.review.{part}", has_games=True, is_usual=False)
        for part in ("sums", "speed", "responsive", "ends", "ranks", "luck")
    },
    "robustness": Section("benchmarks.robustness"),
    "server": Section("benchmarks.server", needs=f"Node.js, {_BROWSER} and {_PEERS}"),
    "misfires": Section("benchmarks.misfires", needs=_BROWSER),
    # A part of `server`.
    "reveal": Section("benchmarks.server.reveal", is_usual=False, needs=_BROWSER),
    "siege": Section("benchmarks.siege"),
    "lan": Section("benchmarks.lan", needs="root on Linux"),
    # An hour.
    "fuzz": Section("benchmarks.fuzz", is_usual=False),
    "load": Section("benchmarks.load", is_usual=False, needs=f"PostgreSQL, Node.js and {_PEERS}"),
    # An hour, and as root for the full disk.
    "faults": Section(
        "benchmarks.faults", is_usual=False, needs="PostgreSQL, nginx and libfaketime, on Linux"
    ),
    "envs": Section("benchmarks.envs", has_games=True, needs=_PEERS),
    "cluster": Section(
        "benchmarks.cluster", has_games=True, is_usual=False, extra="cluster", needs="Dask and Ray"
    ),
}


def parse_arguments(words: list[str]) -> argparse.Namespace:
    """Parse the command line; exit with one sentence if it is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure the game and print the figures with their goals. "
        "Exit code 1 means that a goal was missed.",
        epilog=_list_of_sections(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "sections",
        nargs="*",
        metavar="SECTION",
        help="what to measure (default: all sections without a star)",
    )
    parser.add_argument(
        "--games",
        type=int,
        metavar="N",
        help="games to play per kind of game, instead of the section's own number; in sections "
        f"that play games: {', '.join(name for name, s in SECTIONS.items() if s.has_games)}",
    )
    arguments = parser.parse_args(words)
    for name in arguments.sections:
        if name not in SECTIONS:
            parser.error(f"{name!r} is not a section (sections: {', '.join(SECTIONS)})")
        if arguments.games is not None and not SECTIONS[name].has_games:
            parser.error(f"--games has no effect on {name}")
    if arguments.games is not None and arguments.games < 1:
        parser.error("--games must be 1 or more")
    return arguments


def _list_of_sections() -> str:
    lines = ["sections (*: only when named):"]
    for name, section in SECTIONS.items():
        star = "" if section.is_usual else "*"
        lines.append(f"  {name + star:<23} {section.summary}")
        if section.needs:
            lines.append(f"  {'':<23} needs {section.needs}")
    return "\n".join(lines)


def main(words: list[str] | None = None) -> None:
    """Run the named sections, or the usual ones; exit with 1 if a goal is missed."""
    arguments = parse_arguments(sys.argv[1:] if words is None else words)
    names = arguments.sections or [name for name, s in SECTIONS.items() if s.is_usual]
    reached = [_run(name, arguments.games) for name in names]
    sys.exit(0 if all(reached) else 1)


def _run(name: str, games: int | None) -> bool:
    section = SECTIONS[name]
    try:
        return section.run(games)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in _OURS:
            raise
        sys.exit(
            f"benchmarks: {name} needs {error.name}: run pip install --editable "
            f"'.[{section.extra}]' in this folder"
        )


if __name__ == "__main__":
    main()
