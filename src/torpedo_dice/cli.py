"""The command `torpedo`: it reads flags and prints; the work is done elsewhere.

Exit codes: 0 all is well, 1 `verify` found something or a file could not be written, 2 bad input,
130 interrupted.
Every command imports what it needs by itself, so that `--help` and `verify` start at once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, NoReturn, TypeVar

import typer

from torpedo_dice import __version__
from torpedo_dice.bots import UnknownBotError
from torpedo_dice.cli_language import complaint, speaking
from torpedo_dice.lab.play import ForfeitError
from torpedo_dice.locale import LANGUAGES, UnknownLanguageError, ngettext, told, use
from torpedo_dice.locale import gettext as _
from torpedo_dice.record import Finding, RecordData, RecordError, read_records
from torpedo_dice.rules import GameSetupError, Mode, Sentence, Sheet, SheetError, SoloEnd

if TYPE_CHECKING:
    from torpedo_dice.lab.match import Match
    from torpedo_dice.lab.match_files import MatchFiles
    from torpedo_dice.lab.simulate import Simulation

_T = TypeVar("_T")

FINDINGS = 1
NOT_WRITTEN = 1
BAD_INPUT = 2
INTERRUPTED = 130

app = typer.Typer(
    help="Torpedo Dice: the dice game of submarines. Play it, simulate it, check its records.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
sheet_app = typer.Typer(help="Look at sheets, and check your own.")
app.add_typer(sheet_app, name="sheet")

SheetOption = Annotated[
    str | None,
    typer.Option("--sheet", metavar="NAME|FILE", help="One of our sheets, or your own TOML file."),
]
SoloEndOption = Annotated[
    SoloEnd,
    typer.Option(help="When a solo win counts: after the automaton's shot, or before it."),
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
        help="The language (default: that of your system).",
    ),
]


class InputError(ValueError):
    """Bad input that only the command line can have, such as a file that cannot be written."""


def main() -> NoReturn:
    """Run the command; bad input gets one sentence and exit code 2."""
    try:
        code = speaking(app)(standalone_mode=False, prog_name="torpedo")
    except typer.TyperException as error:
        _fail(complaint(error))
    except (
        Finding,
        ForfeitError,
        GameSetupError,
        InputError,
        RecordError,
        SheetError,
        UnknownBotError,
        UnknownLanguageError,
    ) as error:
        _fail(told(error))
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(INTERRUPTED)
    except OSError as error:
        # What was printed did not arrive: a full disk, say.
        problem = _("cannot write: {why}").format(why=error.strerror)
        print(f"torpedo: {problem}", file=sys.stderr)
        sys.exit(NOT_WRITTEN)
    sys.exit(code or 0)


def _fail(message: str) -> NoReturn:
    sentence = " ".join(message.split())
    print(f"torpedo: {sentence}", file=sys.stderr)
    sys.exit(BAD_INPUT)


def _show_version(value: bool) -> None:  # noqa: FBT001  # the form that Typer calls
    if value:
        print(f"torpedo-dice {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _torpedo(
    context: typer.Context,
    *,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="The version."),
    ] = False,
) -> None:
    _help_alone(context)


@sheet_app.callback(invoke_without_command=True)
def _sheet(context: typer.Context) -> None:
    _help_alone(context)


def _help_alone(context: typer.Context) -> None:
    """Show the help where no command was given: to ask for nothing is not an error."""
    if context.invoked_subcommand is None:
        print(context.get_help())


# --------------------------------------------------------------------- simulate


@app.command()
def simulate(
    mode: Annotated[Mode, typer.Option(help="What is played.")] = Mode.MISSION,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,BOT,…",
            help="A bot for each seat: ensign, lieutenant, captain, admiral or another one that is "
            "installed (default: lieutenants).",
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seed: Annotated[
        int, typer.Option(min=0, help="The same seed gives the same games, byte for byte.")
    ] = 1,
    sheet: SheetOption = None,
    solo_end: SoloEndOption = SoloEnd.END_OF_ROUND,
    records: Annotated[
        Path | None,
        typer.Option(metavar="FILE.ndjson", help="Write the games' records to this file."),
    ] = None,
) -> int:
    """Let bots play each other, and count what happens."""
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
    if records is None:
        return _run(simulation, None)
    try:
        with records.open("w", encoding="utf-8") as out:
            return _run(simulation, out)
    except OSError as error:
        raise InputError(
            Sentence("{file}: cannot be written: {why}", file=records, why=error.strerror)
        ) from None


def _run(simulation: Simulation, out: IO[str] | None) -> int:
    """Play the games with a progress bar; whatever stops them, what is known so far is printed."""
    from rich.console import Console

    from torpedo_dice.lab.report import report
    from torpedo_dice.lab.tally import Tally
    from torpedo_dice.record import record_line

    tally = Tally()
    code = 0
    try:
        for record in _tracked(simulation.records(), simulation.games):
            tally.add(record)
            if out is not None:
                out.write(record_line(record))
    except KeyboardInterrupt:
        _say_interrupted(tally.games, simulation.games)
        code = INTERRUPTED
    finally:
        if tally.games:
            Console().print(report(tally, solo=simulation.mode is Mode.SOLO))
    return code


def _say_interrupted(played: int, total: int) -> None:
    sentence = _("Interrupted after {played} of {total} games.")
    print(sentence.format(played=played, total=total), file=sys.stderr)


def _tracked(games: Iterable[_T], total: int) -> Iterable[_T]:
    """Show a progress bar, on a terminal."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return track(games, _("Playing"), total, console=console, disable=not console.is_terminal)


# --------------------------------------------------------------------- match


@app.command()
def match(
    bots: Annotated[list[str], typer.Argument(metavar="BOT BOT…", help="The bots that meet.")],
    mode: Annotated[Mode, typer.Option(help="What is played.")] = Mode.MISSION,
    games: Annotated[
        int,
        typer.Option(min=1, help="How many games a pairing, made up to whole rotations of seats."),
    ] = 1000,
    seed: Annotated[
        int, typer.Option(min=0, help="The same seed gives the same games, byte for byte.")
    ] = 1,
    players: Annotated[
        int | None,
        typer.Option(help="2, 3 or 4 at a table: with more than 2, one bot among several others."),
    ] = None,
    sheet: SheetOption = None,
    solo_end: SoloEndOption = SoloEnd.END_OF_ROUND,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="How many processes (default: one for each core).")
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(metavar="FILE.ndjson", help="Write the games' records to this file."),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", help="Write one row a game to this file.")
    ] = None,
) -> int:
    """Let bots meet each other in pairs, on the same dice from every seat, and rate them."""
    from torpedo_dice.lab.match import Match
    from torpedo_dice.lab.match_files import MatchFiles
    from torpedo_dice.sheets import DEFAULT_SHEETS, find_sheet

    table = find_sheet(sheet or DEFAULT_SHEETS[mode])
    contest = Match(table, mode, bots, games, seed, players, solo_end)
    return _run_match(contest, jobs, MatchFiles(records, csv, contest.seats))


def _run_match(contest: Match, jobs: int | None, files: MatchFiles) -> int:
    """Play a match with a progress bar; an interrupt prints what is known so far."""
    from rich.console import Console

    from torpedo_dice.lab.match import play_match
    from torpedo_dice.lab.match_report import match_report
    from torpedo_dice.lab.standings import Standings

    standings = Standings(contest)
    code = 0
    played = play_match(contest, jobs=jobs, has_records=files.has_records)
    try:
        with files:
            for game in _tracked(played, contest.total):
                standings.add(game)
                files.write(game)
    except KeyboardInterrupt:
        _say_interrupted(standings.games, contest.total)
        code = INTERRUPTED
    finally:
        if standings.games:
            Console().print(match_report(standings))
    return code


# --------------------------------------------------------------------- train


@app.command()
def train(
    out: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where the weights and checkpoints go.")
    ],
    mode: Annotated[
        Mode | None, typer.Option(help="Train for this mode alone (default: all three in turn).")
    ] = None,
    epochs: Annotated[
        int,
        typer.Option(min=2, help="Epochs of 256 games each, rounded up to an even number."),
    ] = 800,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same weights.")] = 1,
) -> int:
    """Train the network of captain and admiral by self-play.

    It can be interrupted: started again with the same flags, it goes on from its checkpoint.
    """
    from torpedo_dice.bots.brain.weights import WeightsError
    from torpedo_dice.lab.train_command import run_training

    try:
        finished = run_training(out, [mode] if mode else list(Mode), epochs, seed)
    except WeightsError as error:
        raise InputError(error.args[0]) from None
    except OSError as error:
        raise InputError(
            Sentence("{file}: cannot be written: {why}", file=out, why=error.strerror)
        ) from None
    return 0 if finished else INTERRUPTED


# --------------------------------------------------------------------- records


@app.command()
def verify(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Game records, or NDJSON files of them.")
    ],
) -> int:
    """Check game records: every move by the rules, every roll by the seed.

    Prints one line for each record that is not true, naming the place; exit code 1 if any.
    """
    from torpedo_dice.record import UNFINISHED
    from torpedo_dice.record import verify as first_fault

    count = faults = running = 0
    for file in files:
        for line, record in read_records(file):
            count += 1
            finding = record if isinstance(record, RecordError) else first_fault(record)
            if finding is not None:
                faults += 1
                print(f"{file}:{line}: {told(finding)}")
            elif isinstance(record, dict):
                running += record["result"]["reason"] == UNFINISHED
    print(_verdict(count, faults))
    if running:
        sentence = ngettext(
            "{count} unfinished: their dice can be checked when the games are over.",
            "{count} unfinished: their dice can be checked when the games are over.",
            running,
        )
        print(sentence.format(count=running))
    return FINDINGS if faults else 0


def _verdict(count: int, faults: int) -> str:
    if faults:
        sentence = ngettext(
            "{count} record checked: {faults} not true.",
            "{count} records checked: {faults} not true.",
            count,
        )
    else:
        sentence = ngettext(
            "{count} record checked: all true.", "{count} records checked: all true.", count
        )
    return sentence.format(count=count, faults=faults)


@app.command()
def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game record, or NDJSON.")],
    round_number: Annotated[
        int | None, typer.Option("--round", metavar="K", min=1, help="Only this round.")
    ] = None,
    game: Annotated[
        int, typer.Option(metavar="N", min=1, help="Which record of the file, from 1.")
    ] = 1,
    _lang: LangOption = None,
) -> None:
    """Retell a game in words, with the submarines drawn."""
    from torpedo_dice.text.command import show_record

    record = _nth_record(file, game)
    for text in show_record(record, round_number):
        print(text)


def _nth_record(file: Path, number: int) -> RecordData:
    count = 0
    for count, (_line, record) in enumerate(read_records(file), start=1):
        if count == number:
            if isinstance(record, RecordError):
                raise record
            return record
    raise InputError(
        Sentence(
            "{file}: has {count} records, so there is no number {number}",
            file=file,
            count=count,
            number=number,
        )
    )


# --------------------------------------------------------------------- sheets


@sheet_app.command("list")
def list_sheets() -> None:
    """List our own sheets."""
    from torpedo_dice.sheets import load_sheet, sheet_names

    for name in sheet_names():
        sheet = load_sheet(name)
        sentence = (
            _("{sheet}: for Mission and solo, {systems} systems, {targets} targets")
            if sheet.is_mission
            else _("{sheet}: for Training, {systems} systems, {targets} targets")
        )
        print(_with_sizes(sentence, name, sheet))


@sheet_app.command("check")
def check_sheet(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A sheet as TOML.")],
) -> None:
    """Check a sheet that you typed in; says what is wrong and where."""
    from torpedo_dice.sheets import find_sheet

    sheet = find_sheet(file)
    sentence = _("{sheet}: a good sheet, with {systems} systems and {targets} targets.")
    print(_with_sizes(sentence, file, sheet))


def _with_sizes(sentence: str, name: str, sheet: Sheet) -> str:
    systems, targets = len(sheet.systems), len(sheet.targets)
    return sentence.format(sheet=name, systems=systems, targets=targets)


@sheet_app.command("show")
def show_sheet(
    sheet: Annotated[str, typer.Argument(metavar="NAME|FILE", help="Our sheet, or your file.")],
) -> None:
    """Draw a sheet."""
    from torpedo_dice.sheets import find_sheet
    from torpedo_dice.text.command import show_sheet as draw

    for text in draw(find_sheet(sheet)):
        print(text)


# --------------------------------------------------------------------- play

DataOption = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|URL", help="Where games are kept (default: in your own data folder)."
    ),
]


@app.command()
def play(
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The port (default: 8000, or a free one)."),
    ] = None,
    data: DataOption = None,
    *,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser, or only say where.")
    ] = True,
) -> int:
    """Play in the browser, on this machine."""
    from torpedo_dice.server.run import ServeError
    from torpedo_dice.server.run import play as play_here

    try:
        return play_here(port=port, data=data, browser=browser)
    except ServeError as error:
        raise InputError(error.args[0]) from None


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 is a free one.")] = 8000,
    data: DataOption = None,
    patience: Annotated[
        float, typer.Option(min=1, help="Seconds until somebody who is away can be replaced.")
    ] = 120.0,
    keep: Annotated[
        float, typer.Option(min=0, help="Days until an unfinished table is cleared.")
    ] = 60.0,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Another address of the page, as https://example.org."),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A proxy in front: its word on who calls is taken."),
    ] = None,
) -> int:
    """Serve the game to others."""
    from torpedo_dice.server.run import ServeError
    from torpedo_dice.server.run import serve as serve_others

    try:
        return serve_others(
            host=host,
            port=port,
            data=data,
            patience=patience,
            keep=keep,
            origins=tuple(origin or ()),
            proxies=proxy,
        )
    except ServeError as error:
        raise InputError(error.args[0]) from None


@app.command()
def text(
    mode: Annotated[Mode | None, typer.Option(help="What is played.")] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,…",
            help="Who sits at each seat: human, ensign, lieutenant, captain, admiral or another "
            "bot that is installed.",
        ),
    ] = None,
    names: Annotated[
        str | None, typer.Option(metavar="NAME,NAME,…", help="The humans' names, in order.")
    ] = None,
    sheet: SheetOption = None,
    solo_end: Annotated[
        SoloEnd | None,
        typer.Option(help="When a solo win counts: after the automaton's shot, or before it."),
    ] = None,
    first: Annotated[
        int | None,
        typer.Option(metavar="SEAT", min=0, help="Who begins, from 0; else the dice draw."),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the game in this file, and go on from it."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the game's record at the end.")
    ] = None,
    _lang: LangOption = None,
    *,
    words: Annotated[
        bool, typer.Option("--words", help="Leave the drawings out: words alone.")
    ] = False,
) -> int:
    """Play in plain lines: for any terminal, pipe or screen reader.

    What is not given is asked. Type help at any question.
    """
    from torpedo_dice.text.command import play_text

    return play_text(
        mode=mode,
        seats=_split(seats),
        names=_split(names),
        sheet=sheet,
        solo_end=solo_end,
        first=first,
        save=save,
        record=record,
        words=words,
    )


def _split(text: str | None) -> list[str] | None:
    return None if text is None else [word.strip() for word in text.split(",")]


if __name__ == "__main__":
    main()
