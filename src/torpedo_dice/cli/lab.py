"""`simulate`, `match` and `train`: bots play, and what they do is counted."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, TypeVar

import typer

from torpedo_dice.cli.errors import INTERRUPTED, InputError
from torpedo_dice.cli.options import (
    JobsOption,
    ModeOption,
    OnOption,
    RecordsOption,
    SeedOption,
    SheetOption,
    SoloEndOption,
)
from torpedo_dice.lab.play import Forfeit, ForfeitError
from torpedo_dice.locale import gettext as _
from torpedo_dice.rules import Mode, SoloEnd

if TYPE_CHECKING:
    from torpedo_dice.lab.match import Match, MatchGame
    from torpedo_dice.lab.match_files import MatchFiles
    from torpedo_dice.lab.simulate import Simulation
    from torpedo_dice.record import RecordData

_T = TypeVar("_T")

ChancesOption = Annotated[
    bool,
    typer.Option(
        "--chances",
        help="Train the network that states win chances instead, for players with the networks in "
        "FOLDER, or the built-in ones. An epoch has 500 games then.",
    ),
]


def simulate(
    mode: ModeOption = Mode.MISSION,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,BOT,…",
            help="A bot for each seat: ensign, lieutenant, captain, admiral or any other installed "
            "bot (default: lieutenants).",
        ),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Number of games.")] = 1000,
    seed: SeedOption = 1,
    sheet: SheetOption = None,
    solo_end: SoloEndOption = SoloEnd.END_OF_ROUND,
    jobs: JobsOption = None,
    on: OnOption = None,
    records: RecordsOption = None,
) -> int:
    """Simulate games between bots and show statistics."""
    from torpedo_dice.lab.simulate import Simulation
    from torpedo_dice.sheets import DEFAULT_SHEETS, find_sheet

    if seats is None:
        seats = "lieutenant" if mode is Mode.SOLO else "lieutenant,lieutenant"
    simulation = Simulation(
        sheet=find_sheet(sheet or DEFAULT_SHEETS[mode]),
        mode=mode,
        seats=[name.strip() for name in seats.split(",")],
        games=games,
        seed=seed,
        solo_end=solo_end,
    )
    played = simulation.records(jobs=jobs, on=on)
    if records is None:
        return _run(simulation, played, None)
    try:
        with records.open("w", encoding="utf-8") as out:
            return _run(simulation, played, out)
    except OSError as error:
        raise InputError.not_writable(records, error) from None


def _run(simulation: Simulation, played: Iterator[RecordData], out: IO[str] | None) -> int:
    """Play the games with a progress bar; print the results so far even if something stops them."""
    from rich.console import Console

    from torpedo_dice.lab.report import report
    from torpedo_dice.lab.tally import Tally
    from torpedo_dice.record import record_line

    tally = Tally()
    code = 0
    try:
        for record in _tracked(played, simulation.games):
            tally.add(record)
            if out is not None:
                out.write(record_line(record))
    except KeyboardInterrupt:
        _say_interrupted(tally.games, simulation.games)
        code = INTERRUPTED
    except ForfeitError as error:
        _print_tracebacks([error.forfeit])
        raise
    finally:
        if tally.games:
            Console().print(report(tally, solo=simulation.mode is Mode.SOLO))
    return code


def _print_tracebacks(forfeits: Iterable[Forfeit]) -> None:
    """Print the tracebacks of bots that failed on standard error, for their authors."""
    from rich.console import Console

    from torpedo_dice.lab.tracebacks import tracebacks

    console = Console(stderr=True, highlight=False, soft_wrap=True)
    for text in tracebacks(forfeits):
        console.print(text)


def _say_interrupted(played: int, total: int) -> None:
    sentence = _("Interrupted after {played} of {total} games.")
    print(sentence.format(played=played, total=total), file=sys.stderr)


def _tracked(games: Iterable[_T], total: int) -> Iterable[_T]:
    """Show a progress bar if this is a terminal."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return track(games, _("Playing"), total, console=console, disable=not console.is_terminal)


def match(
    bots: Annotated[list[str], typer.Argument(metavar="BOT", help="The bots to compare.")],
    mode: ModeOption = Mode.MISSION,
    games: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            help="Games per pairing, rounded up so that every bot plays every seat equally often.",
        ),
    ] = 1000,
    seed: SeedOption = 1,
    players: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Players per game, 2 to 4; with 3 or 4, one bot plays several copies of another.",
        ),
    ] = None,
    sheet: SheetOption = None,
    solo_end: SoloEndOption = SoloEnd.END_OF_ROUND,
    jobs: JobsOption = None,
    on: OnOption = None,
    records: RecordsOption = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", help="Write one row per game to a CSV file.")
    ] = None,
    *,
    luck_adjusted: Annotated[
        bool,
        typer.Option(
            "--luck-adjusted",
            help="Also show the results without the luck of the dice, which are more precise; "
            "it takes a few seconds more per game.",
        ),
    ] = False,
) -> int:
    """Pit bots against each other with the same dice from every seat, and rate them."""
    from torpedo_dice.lab.match import Match, play_match
    from torpedo_dice.lab.match_files import MatchFiles
    from torpedo_dice.sheets import DEFAULT_SHEETS, find_sheet

    table = find_sheet(sheet or DEFAULT_SHEETS[mode])
    contest = Match(table, mode, bots, games, seed, players, solo_end)
    files = MatchFiles(records, csv, contest.seats)
    played = play_match(
        contest, jobs=jobs, on=on, has_records=files.has_records, has_luck=luck_adjusted
    )
    return _run_match(contest, played, files)


def _run_match(contest: Match, played: Iterator[MatchGame], files: MatchFiles) -> int:
    """Play a match with a progress bar; if interrupted, print the results so far."""
    from rich.console import Console

    from torpedo_dice.lab.match_report import match_report
    from torpedo_dice.lab.standings import Standings

    standings = Standings(contest)
    code = 0
    try:
        with files:
            for game in _tracked(played, contest.total):
                standings.add(game)
                files.write(game)
    except KeyboardInterrupt:
        _say_interrupted(standings.games, contest.total)
        code = INTERRUPTED
    finally:
        _print_tracebacks(forfeit for _game, forfeit in standings.forfeits)
        if standings.games:
            Console().print(match_report(standings))
    return code


def train(
    out: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where to write weights and checkpoints.")
    ],
    mode: Annotated[
        Mode | None,
        typer.Option(help="Train for this mode only (default: all three, one after another)."),
    ] = None,
    epochs: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=2,
            help="Epochs of 256 games each, rounded up to an even number (default: as the built-in "
            "networks were trained).",
        ),
    ] = None,
    sheet: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Train mainly for this submarine (default: the built-in one of the mode).",
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, help="The random seed: the same seed gives the same weights."
        ),
    ] = 1,
    jobs: JobsOption = None,
    on: OnOption = None,
    *,
    chances: ChancesOption = False,
) -> int:
    """Train the network of captain and admiral by self-play.

    To resume an interrupted run, start it again with the same flags.
    """
    from torpedo_dice.bots.brain.weights import WeightsError
    from torpedo_dice.lab import train_command
    from torpedo_dice.sheets import find_sheet

    submarine = find_sheet(sheet) if sheet is not None else None
    if chances and mode is Mode.SOLO:
        raise InputError(_("--chances: solo games need no network of their own for chances"))
    asked = mode, epochs, seed, submarine
    try:
        if chances:
            courses = train_command.chances_courses_of(*asked)
            finished = train_command.run_chances_training(out, courses, jobs=jobs, on=on)
        else:
            finished = train_command.run_training(
                out, train_command.courses_of(*asked), jobs=jobs, on=on
            )
    except WeightsError as error:
        raise InputError(error.args[0]) from None
    except OSError as error:
        raise InputError.not_writable(out, error) from None
    return 0 if finished else INTERRUPTED
