"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from torpedo_dice.locale import LANGUAGES, use
from torpedo_dice.rules import Mode, SoloEnd

ModeOption = Annotated[Mode, typer.Option(help="The mode to play.")]
SheetOption = Annotated[
    str | None,
    typer.Option("--sheet", metavar="NAME|FILE", help="A built-in sheet, or your own TOML file."),
]
SOLO_END_HELP = (
    "When a solo win counts: after the automaton has fired, or right after your own shot."
)
SoloEndOption = Annotated[
    SoloEnd,
    typer.Option(help=SOLO_END_HELP),
]
SeedOption = Annotated[
    int,
    typer.Option(
        metavar="N",
        min=0,
        help="The random seed: the same seed gives the same games, byte for byte.",
    ),
]
RecordsOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE.ndjson", help="Write the records of all games to this file."),
]
JobsOption = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Number of processes (default: one per core)."),
]
OnOption = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="CLUSTER",
        help="Run on a cluster: dask://HOST:PORT, ray or ray://HOST:PORT (default: this machine).",
    ),
]
DataOption = Annotated[
    str | None,
    typer.Option(metavar="FILE|URL", help="Where games are stored (default: in your data folder)."),
]


def _speak(language: str | None) -> None:
    if language is not None:
        use(language)


LangOption = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="|".join(LANGUAGES),
        callback=_speak,
        is_eager=True,
        help="The language (default: your system’s).",
    ),
]
