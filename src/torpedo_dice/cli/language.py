"""The command's help and its parser's errors in the user's language.

Our own help texts are next to their commands, as Typer requires; this module finds and replaces
them. Some of Typer's own texts can only be translated by recognising them.
"""

from __future__ import annotations

import gettext as standard
import os
from collections.abc import Iterator
from typing import Any

import typer

from torpedo_dice.locale import DOMAIN, FOLDER, N_, gettext, in_use, told
from torpedo_dice.locale.foreign import recognised

# Typer looks these up itself, in the catalogues bound below.
LOOKED_UP = (
    *(N_("Arguments"), N_("Options"), N_("Commands"), N_("[default: {}]"), N_("[required]")),
    *(N_("default: {default}"), N_("required")),
)
USAGE = N_("Usage: ")
# The messages of the option parser, the more specific ones first, with ours.
COMPLAINTS = {
    "Invalid value for {option}: {why}": N_("invalid value for {option}: {why}"),
    "Missing argument {name}.": N_("missing argument {name}"),
    "No such option: {name} (Possible options: {known})": N_(
        "no such option: {name} (did you mean {known}?)"
    ),
    "No such option: {name}": N_("no such option: {name}"),
    "No such command {name}. Did you mean {known}?": N_(
        "no such command: {name} (did you mean {known}?)"
    ),
    "No such command {name}.": N_("no such command: {name}"),
    "Option {name} requires an argument.": N_("option {name} needs a value"),
    "Got unexpected extra argument(s) ({words})": N_("unexpected argument: {words}"),
    "Input should be a valid integer, unable to parse string as an integer": N_(
        "it must be a whole number"
    ),
    "Input should be a valid number, unable to parse string as a number": N_("it must be a number"),
    "Input should be greater than or equal to {least}": N_("it must be {least} or more"),
    "Input should be less than or equal to {most}": N_("it must be {most} or less"),
    "{value} is not one of {known}.": N_("{value} isn’t one of {known}"),
}
# Where Typer keeps our texts.
_HELP_ATTRIBUTES = (
    *("help", "short_help", "epilog", "rich_help_panel"),
    *("metavar", "options_metavar", "subcommand_metavar"),
)


def speaking(app: typer.Typer) -> Any:
    """Return the command with its help in the user's language."""
    os.environ["LANGUAGE"] = in_use()
    standard.bindtextdomain(DOMAIN, str(FOLDER))
    standard.textdomain(DOMAIN)
    command = typer.main.get_command(app)
    for thing, name in help_texts(command):
        setattr(thing, name, gettext(getattr(thing, name)))
        kind = getattr(thing, "param_type_name", None)
        if kind == "argument" or getattr(thing, "is_flag", False):
            thing.display_type_rich = _no_type
    return command


def _no_type(ctx: typer.Context) -> None:  # Typer passes it by its name
    """Show no Python type, such as <bool> or <list[Path]>, beside a flag or an argument."""


def help_texts(command: Any, parent: Any = None) -> Iterator[tuple[Any, str]]:
    """Yield every help text of a command and its subcommands: the object and its attribute."""
    context = _speaking_context(command)(command, parent=parent, **command.context_settings)
    things = [command, *command.get_params(context)]
    for thing in things:
        for name in _HELP_ATTRIBUTES:
            if getattr(thing, name, None):
                yield thing, name
    for inner in getattr(command, "commands", {}).values():
        yield from help_texts(inner, context)


def _speaking_context(command: Any) -> Any:
    """Let a command print its usage under our translated heading."""

    class Formatter(command.context_class.formatter_class):  # type: ignore[misc]
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, args, prefix or gettext(USAGE))

    class Context(command.context_class):  # type: ignore[misc]
        formatter_class = Formatter

    command.context_class = Context
    return Context


def complaint(error: typer.TyperException) -> str:
    """Return a parser error in the user's language."""
    # Typer puts this prefix before our own sentences.
    message = error.format_message().replace("Value error, ", "")
    return told(recognised(message, COMPLAINTS.items()))
