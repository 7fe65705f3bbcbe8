"""The command itself: its subcommands, its exit codes, and one sentence for bad input.

Exit codes: 0 success, 1 `verify` or `review` found an invalid record, `bot check` a failure or
`data check` a broken table, or a file could not be written, 2 bad input, 130 interrupted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, NoReturn

import typer

from torpedo_dice import __version__
from torpedo_dice.cli.bots import check_bot
from torpedo_dice.cli.data import backup, check, copy, export, import_, restore
from torpedo_dice.cli.errors import BAD_INPUT, BAD_INPUT_ERRORS, INTERRUPTED, NOT_WRITTEN
from torpedo_dice.cli.lab import match, simulate, train
from torpedo_dice.cli.language import complaint, speaking
from torpedo_dice.cli.play import play, serve, text
from torpedo_dice.cli.records import show, verify
from torpedo_dice.cli.review import review
from torpedo_dice.cli.rules import rules
from torpedo_dice.cli.sheets import check_sheet, list_sheets, show_sheet
from torpedo_dice.locale import gettext as _
from torpedo_dice.locale import told
from torpedo_dice.locale.plainly import write_plainly

EXAMPLES = "\n".join(
    (
        "Examples:",
        "torpedo play --lan  # play in the browser with everyone on your network",
        "torpedo text --mode solo  # play solo in the terminal",
        "torpedo rules fins  # look up a rule",
        "torpedo review game.json  # see what the dice did, and which choices cost most",
        "torpedo verify games.ndjson  # check every move and every roll",
        "torpedo match captain admiral --games 200  # find out which bot is stronger",
    )
)
PLAY, RECORDS, LAB, HOST = "Play", "Game records", "Bots and lab", "Server, sheets and data"

app = typer.Typer(
    help="Torpedo Dice: the submarine dice game. Play it, replay it, simulate it.",
    epilog=EXAMPLES,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
sheet_app = typer.Typer(help="List, check and draw sheets.")
bot_app = typer.Typer(help="Check your own bots.")
data_app = typer.Typer(help="Back up, copy and check the server’s games.")
# In the order of the help: what most people want comes first.
_COMMANDS: dict[str, tuple[Callable[..., object], ...]] = {
    PLAY: (play, text, rules),
    RECORDS: (show, review, verify),
    LAB: (simulate, match, train),
    HOST: (serve,),
}
for _panel, _commands in _COMMANDS.items():
    for _command in _commands:
        app.command(rich_help_panel=_panel)(_command)
bot_app.command("check")(check_bot)
app.add_typer(bot_app, name="bot", rich_help_panel=LAB)
sheet_app.command("list")(list_sheets)
sheet_app.command("check")(check_sheet)
sheet_app.command("show")(show_sheet)
app.add_typer(sheet_app, name="sheet", rich_help_panel=HOST)
data_app.command()(backup)
data_app.command()(restore)
data_app.command()(copy)
data_app.command()(export)
data_app.command("import")(import_)
data_app.command()(check)
app.add_typer(data_app, name="data", rich_help_panel=HOST)


def main() -> NoReturn:
    """Run the command; bad input gets one sentence and exit code 2."""
    write_plainly(sys.stdout, sys.stderr)
    try:
        code = speaking(app)(standalone_mode=False, prog_name="torpedo")
    except typer.TyperException as error:
        _fail(complaint(error))
    except BAD_INPUT_ERRORS as error:
        _fail(told(error))
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(INTERRUPTED)
    except OSError as error:
        # Standard output could not be written: a full disk, say.
        problem = _("can’t write the output: {why}").format(why=told(error))
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
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    _help_alone(context)


@sheet_app.callback(invoke_without_command=True)
def _sheet(context: typer.Context) -> None:
    _help_alone(context)


@data_app.callback(invoke_without_command=True)
def _data(context: typer.Context) -> None:
    _help_alone(context)


def _help_alone(context: typer.Context) -> None:
    """Without a subcommand, show the help: that is not an error."""
    if context.invoked_subcommand is None:
        print(context.get_help())
