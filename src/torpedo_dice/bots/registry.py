"""Look up bots by name: our own ladder, and bots from other packages.

Bot modules are imported lazily, so that a light bot never pays for a heavy one. Other packages
register theirs under the entry-point group `torpedo_dice.bots`; see `docs/bots.md`.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
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
# Those that need neither compilation nor search.
QUICK = frozenset({"ensign", "lieutenant"})
# The prefix of a bot that is a command in any language, such as `cmd:./my_bot --fast`.
COMMAND = "cmd:"
# A record has no room for more.
_LONGEST_COMMAND = 64
# Takes over for a player who is away, or for a bot that failed.
STAND_IN = "captain"


class UnknownBotError(ValueError):
    """Raised for an unknown bot name; the message lists the known ones."""


class BrokenBotError(UnknownBotError):
    """Raised when a third-party bot fails to load; the message names its package and the error."""


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots: our ladder, then those from other packages.

    Nothing is imported, so a broken bot is listed until it is used.
    """
    return (*BOTS, *sorted(name for name in _offers() if name not in BOTS))


def check_name(name: str) -> None:
    """Raise UnknownBotError if there is no such bot, BrokenBotError if several have its name.

    Nothing is imported: whether the bot loads is only known when it is used.
    """
    if not is_ours(name):
        _entry_of(name)


def is_command(name: str) -> bool:
    """Whether a name is a command to run. Only the user may name one, never a client or a file."""
    return name.startswith(COMMAND)


def check_command(name: str) -> None:
    """Raise UnknownBotError if the command of a name can't be one, or isn't found."""
    why: str | None = None
    try:
        words = shlex.split(name.removeprefix(COMMAND))
    except ValueError as error:
        why = str(error)
    else:
        if not words or shutil.which(words[0]) is None:
            why = Sentence("there’s no such program")
        elif len(name) > _LONGEST_COMMAND:
            why = Sentence("it must have at most {most} characters", most=_LONGEST_COMMAND)
    if why is not None:
        raise UnknownBotError(Sentence("{name!r} can’t be run: {why}", name=name, why=why))


def is_ours(name: str) -> bool:
    """Whether a bot is built in rather than third-party."""
    return name in BOTS


def make_bot(name: str, seed: int | str) -> Bot:
    """Create a bot by name, in this process; bots with the same seed make the same choices."""
    if not is_ours(name):
        # One kind of seed for the authors of bots.
        return _checked(name, _load_foreign(name)(str(seed)))
    module, _, attribute = BOTS[name].partition(":")
    factory: Factory = getattr(import_module(module), attribute)
    return factory(seed)


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
