"""Look up bots by name: our own ladder, bots from other packages, and a host's programs.

Bot modules are imported lazily, so that a light bot never pays for a heavy one. Other packages
register theirs under the entry-point group `torpedo_dice.bots`; see `docs/bots.md`. The host of a
server can offer programs under names of its choice (`offer_command`).
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from torpedo_dice.bots.bot import Bot
from torpedo_dice.bots.failure import in_words
from torpedo_dice.rules import Sentence

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Factory: TypeAlias = Callable[[int | str], Bot]

GROUP = "torpedo_dice.bots"

# The ladder, weakest first, with the location of each factory.
BOTS: dict[str, str] = {
    "ensign": "torpedo_dice.bots.ensign:Ensign",
    "lieutenant": "torpedo_dice.bots.lieutenant:Lieutenant",
    "captain": "torpedo_dice.bots.captain:Captain",
    "admiral": "torpedo_dice.bots.admiral:Admiral",
}
# Earlier versions, kept for comparison.
VERSIONS: dict[str, str] = {
    "admiral@1": "torpedo_dice.bots.admiral:FirstAdmiral",
    "captain@1": "torpedo_dice.bots.captain:FirstCaptain",
}
# Those that need neither compilation nor search.
QUICK = frozenset({"ensign", "lieutenant"})
# The prefix of a bot that is a command in any language, such as `cmd:./my_bot --fast`.
COMMAND = "cmd:"
# Bots that can be given networks of the user's own: `admiral:FOLDER`.
TRAINABLE = ("captain", "admiral")
# A record has no room for more.
_LONGEST_NAME = 64
# The names that a host can give to commands.
_OFFERED_NAME = re.compile(r"[a-z][a-z0-9-]{0,19}")
# The commands that the host offers to clients, by name: set when a server starts, never by clients.
_offered: dict[str, str] = {}
# Takes over for a player who is away, or for a bot that failed.
STAND_IN = "captain"


class UnknownBotError(ValueError):
    """Raised for an unknown bot name; the message lists the known ones."""


class BrokenBotError(UnknownBotError):
    """Raised when a third-party bot fails to load; the message names its package and the error."""


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots: our ladder, then those from other packages and of the host.

    Nothing is imported, so a broken bot is listed until it is used.
    """
    return (*BOTS, *sorted({*_offers(), *_offered}.difference(BOTS)))


def check_name(name: str) -> None:
    """Raise UnknownBotError if there is no such bot, BrokenBotError if several have its name.

    Nothing is imported: whether the bot loads is only known when it is used.
    """
    if not is_ours(name) and name not in _offered:
        _entry_of(name)


def offer_command(name: str, command: str) -> None:
    """Offer a command such as `cmd:./my_bot` under a name, which clients of this process can use.

    UnknownBotError if the name is malformed or taken, or if the command can't be run.
    """
    if not _OFFERED_NAME.fullmatch(name):
        raise UnknownBotError(
            Sentence(
                "{name!r} can’t be a bot’s name: use up to 20 lower-case letters, digits and "
                "hyphens, starting with a letter",
                name=name,
            )
        )
    if name in bot_names():
        raise UnknownBotError(Sentence("there’s already a bot {name!r}", name=name))
    check_command(command, is_recorded=False)
    _offered[name] = command


def command_of(name: str) -> str | None:
    """Return the command that the host offers under a name; None if there is none."""
    return _offered.get(name)


def withdraw_command(name: str) -> None:
    """Stop offering a command."""
    del _offered[name]


def is_command(name: str) -> bool:
    """Whether a name is a command to run. Only the user may name one, never a client or a file."""
    return name.startswith(COMMAND)


def check_command(name: str, *, is_recorded: bool = True) -> None:
    """Raise UnknownBotError if the command of a name can't be one, or isn't found.

    If it `is_recorded`, records contain it as the bot's name, so it can't be long.
    """
    why: str | None = None
    try:
        words = shlex.split(name.removeprefix(COMMAND))
    except ValueError as error:
        why = str(error)
    else:
        if not words or shutil.which(words[0]) is None:
            why = Sentence("there’s no such program")
        elif is_recorded and len(name) > _LONGEST_NAME:
            why = Sentence("it must have at most {most} characters", most=_LONGEST_NAME)
    if why is not None:
        raise UnknownBotError(Sentence("{name!r} can’t be run: {why}", name=name, why=why))


def is_trained(name: str) -> bool:
    """Whether a name is one of our bots with a folder of networks. Only the user may name one."""
    return name.partition(":")[0] in TRAINABLE and ":" in name


def make_trained(name: str, seed: int | str) -> Bot:
    """Create one of our bots with the networks of a folder; UnknownBotError if there are none."""
    from torpedo_dice.bots.brain.weights import WeightsError

    if len(name) > _LONGEST_NAME:
        raise _unusable(
            name, Sentence("it must have at most {most} characters", most=_LONGEST_NAME)
        )
    bot, _, folder = name.partition(":")
    factory: Callable[[int | str, Path], Bot] = _attribute(BOTS[bot])
    try:
        return factory(seed, Path(folder))
    except WeightsError as error:
        raise _unusable(name, error.args[0]) from None


def _unusable(name: str, why: str) -> UnknownBotError:
    return UnknownBotError(Sentence("{name!r} can’t be used: {why}", name=name, why=why))


def is_ours(name: str) -> bool:
    """Whether a bot is built in rather than third-party."""
    return name in BOTS or name in VERSIONS


def make_bot(name: str, seed: int | str) -> Bot:
    """Create a bot by name, in this process; bots with the same seed make the same choices."""
    if not is_ours(name):
        # One kind of seed for the authors of bots.
        return _checked(name, _load_foreign(name)(str(seed)))
    factory: Factory = _attribute((BOTS | VERSIONS)[name])
    return factory(seed)


def _attribute(location: str) -> Any:
    module, _, attribute = location.partition(":")
    return getattr(import_module(module), attribute)


def import_factory(name: str) -> Callable[[str], Any]:
    """Import the factory of a third-party bot; raises whatever its code raises."""
    entry = _entry_of(name)
    factory: Callable[[str], Any] = entry.load()
    if not callable(factory):
        raise TypeError(f"{entry.value} is not a function")
    return factory


def does_not_load(name: str, error: str) -> BrokenBotError:
    """Return the error for a bot whose import fails with this error."""
    return _broken(name, Sentence("can’t be loaded: {error}", error=error))


def _offers() -> dict[str, tuple[EntryPoint, ...]]:
    """Return the entry points of other packages by name. Our own names can't be overridden."""
    return _offers_on(tuple(sys.path))


@cache
def _offers_on(_path: tuple[str, ...]) -> dict[str, tuple[EntryPoint, ...]]:
    """Search once per path: a search reads the metadata of every installed package."""
    from importlib.metadata import entry_points

    offers: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in entry_points(group=GROUP):
        offers[entry.name] = (*offers.get(entry.name, ()), entry)
    return offers


def _entry_of(name: str) -> EntryPoint:
    """Return the entry point of a third-party bot."""
    entries = _offers().get(name, ())
    if not entries:
        raise UnknownBotError(
            Sentence(
                "there’s no bot {name!r} (known: {known})", name=name, known=", ".join(bot_names())
            )
        )
    if len(entries) > 1:
        packages = " and ".join(sorted(map(_package_of, entries)))
        raise BrokenBotError(
            Sentence(
                "bot {name!r} is provided by {packages}: uninstall all but one",
                name=name,
                packages=packages,
            )
        )
    return entries[0]


def _load_foreign(name: str) -> Callable[[str], Any]:
    _entry_of(name)
    try:
        return import_factory(name)
    except (Exception, SystemExit) as error:  # third-party code
        raise does_not_load(name, in_words(error)) from error


def _checked(name: str, bot: Any) -> Bot:
    """Return what a factory returned after checking that it is a bot."""
    if not callable(getattr(bot, "choose", None)):
        kind = type(bot).__name__
        raise _broken(
            name, Sentence("doesn’t create a bot: type {kind} has no method “choose”", kind=kind)
        )
    made: Bot = bot
    return made


def _broken(name: str, why: str) -> BrokenBotError:
    packages = ", ".join(map(_package_of, _offers()[name]))
    return BrokenBotError(
        Sentence(
            "bot {name!r} from package {packages} {why}", name=name, packages=packages, why=why
        )
    )


def _package_of(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else "without a name"
