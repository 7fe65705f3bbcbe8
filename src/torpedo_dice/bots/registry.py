"""Look up bots by name: our own ladder, and bots from other packages.

Bot modules are imported lazily, so that a light bot never pays for a heavy one. Other packages
register theirs under the entry-point group `torpedo_dice.bots`; see `docs/bots.md`.
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

# The ladder, weakest first, with the location of each factory.
BOTS: dict[str, str] = {
    "ensign": "torpedo_dice.bots.ensign:Ensign",
    "lieutenant": "torpedo_dice.bots.lieutenant:Lieutenant",
    "captain": "torpedo_dice.bots.captain:Captain",
    "admiral": "torpedo_dice.bots.admiral:Admiral",
}


class UnknownBotError(ValueError):
    """Raised for an unknown bot name; the message lists the known ones."""


class BrokenBotError(UnknownBotError):
    """Raised when a third-party bot fails to load; the message names its package and the error."""


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots: our ladder, then those from other packages.

    Nothing is imported, so a broken bot is listed until it is used.
    """
    return (*BOTS, *sorted(name for name in _offers() if name not in BOTS))


def check_bot(name: str) -> None:
    """Raise UnknownBotError if there is no such bot, BrokenBotError if it does not load."""
    if name not in BOTS:
        _load_foreign(name)


def make_bot(name: str, seed: int | str) -> Bot:
    """Make a bot by name; bots with the same seed make the same choices."""
    if name not in BOTS:
        return _checked(name, _load_foreign(name)(seed))
    module, _, attribute = BOTS[name].partition(":")
    factory: Factory = getattr(import_module(module), attribute)
    return factory(seed)


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
    except (Exception, SystemExit) as error:  # third-party code
        raise _broken(
            name,
            Sentence("does not load: {kind}: {error}", kind=type(error).__name__, error=error),
        ) from error
    if not callable(factory):
        raise _broken(name, Sentence("does not load: {place} is not a function", place=entry.value))
    return factory


def _checked(name: str, bot: Any) -> Bot:
    """Return what a factory returned after checking that it is a bot."""
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
