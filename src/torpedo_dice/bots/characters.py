"""The characters under whose names bots play: data in `characters.toml`, three of each rank.

A character changes nothing about a bot's play. Records and logs keep its name, so it is found again
by that name and the rank.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("characters.toml")


@dataclass(frozen=True, slots=True)
class Character:
    """A bot with a name."""

    id: str
    # The bot that plays.
    rank: str
    name: str
    # One English sentence; its translations are in the catalogues.
    about: str


@cache
def characters() -> tuple[Character, ...]:
    """Return all characters, the weakest rank first."""
    return tuple(
        Character(**entry) for entry in tomllib.loads(FILE.read_text("utf-8"))["character"]
    )


def characters_of(rank: str) -> tuple[Character, ...]:
    """Return the characters of a rank; none for a bot of another package."""
    return tuple(one for one in characters() if one.rank == rank)


def character_named(rank: str | None, name: str) -> Character | None:
    """Return the character of a rank that has this name."""
    return next((one for one in characters() if one.rank == rank and one.name == name), None)


def free_character(rank: str, first: int, is_free: Callable[[str], bool]) -> Character | None:
    """Return a character of a rank whose name is free; None if there is none.

    The search begins at the one with the number `first`, so that not always the same one plays.
    """
    known = characters_of(rank)
    turned = (known[(first + step) % len(known)] for step in range(len(known)))
    return next((one for one in turned if is_free(one.name)), None)
