"""Bots by name: our own ladder, and the bots of other packages.

A bot's module is imported when the bot is first asked for and not before, so that a light bot
never waits for a heavy one. Other packages offer theirs through the entry-point group
`torpedo_dice.bots`; `docs/bots.md` tells how.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from torpedo_dice.bots.bot import Bot
from torpedo_dice.rules import Sentence

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Factory: TypeAlias = Callable[[int | str], Bot]

GROUP = "torpedo_dice.bots"

# The ladder, the weakest first, and where each one's factory is.
BOTS: dict[str, str] = {
    "ensign": "torpedo_dice.bots.ensign:Ensign",
    "lieutenant": "torpedo_dice.bots.lieutenant:Lieutenant",
    "captain": "torpedo_dice.bots.captain:Captain",
    "admiral": "torpedo_dice.bots.admiral:Admiral",
}


class UnknownBotError(ValueError):
    """A bot's name that nobody has; the message lists those that are known."""


class BrokenBotError(UnknownBotError):
    """A bot of another package that cannot be had; the message names the package and the error."""


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots: our ladder, then those of other packages.

    Nothing is loaded for it, so a broken bot is among them until somebody asks for it.
    """
    return (*BOTS, *sorted(name for name in _offers() if name not in BOTS))


def check_bot(name: str) -> None:
    """Raise UnknownBotError if there is no such bot, BrokenBotError if it does not load."""
    if name not in BOTS:
        _load_foreign(name)


def make_bot(name: str, seed: int | str) -> Bot:
    """Make a bot by its name; the same seed makes it choose alike."""
    if name not in BOTS:
        return _checked(name, _load_foreign(name)(seed))
    module, _, attribute = BOTS[name].partition(":")
    factory: Factory = getattr(import_module(module), attribute)
    return factory(seed)


def _offers() -> dict[str, tuple[EntryPoint, ...]]:
    """Return what other packages offer under each name. Names of ours stay ours."""
    return _offers_on(tuple(sys.path))


@cache
def _offers_on(_path: tuple[str, ...]) -> dict[str, tuple[EntryPoint, ...]]:
    """Search once for each path: searching reads the metadata of all that is installed."""
    from importlib.metadata import entry_points

    offers: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in entry_points(group=GROUP):
        offers[entry.name] = (*offers.get(entry.name, ()), entry)
    return offers


def _load_foreign(name: str) -> Callable[[int | str], Any]:
    """Return the factory of another package's bot."""
    entries = _offers().get(name, ())
    if not entries:
        raise UnknownBotError(
            Sentence(
                "there is no bot {name!r} (known: {known})", name=name, known=", ".join(bot_names())
            )
        )
    if len(entries) > 1:
        packages = " and ".join(sorted(map(_package_of, entries)))
        raise BrokenBotError(
            Sentence(
                "bot {name!r} is offered by {packages}: uninstall all but one",
                name=name,
                packages=packages,
            )
        )
    (entry,) = entries
    try:
        factory: Callable[[int | str], Any] = entry.load()
    except (Exception, SystemExit) as error:  # it is anybody's code
        raise _broken(
            name,
            Sentence("does not load: {kind}: {error}", kind=type(error).__name__, error=error),
        ) from error
    if not callable(factory):
        raise _broken(name, Sentence("does not load: {place} is not a function", place=entry.value))
    return factory


def _checked(name: str, bot: Any) -> Bot:
    """Return what a factory made, if it is a bot."""
    if not callable(getattr(bot, "choose", None)):
        kind = type(bot).__name__
        raise _broken(
            name, Sentence("makes a thing of type {kind}, without a method 'choose'", kind=kind)
        )
    made: Bot = bot
    return made


def _broken(name: str, why: str) -> BrokenBotError:
    packages = ", ".join(map(_package_of, _offers()[name]))
    return BrokenBotError(
        Sentence("bot {name!r} of package {packages} {why}", name=name, packages=packages, why=why)
    )


def _package_of(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else "without a name"
