"""The characters that bots play as: data in `characters.toml`, three per rank.

A character doesn't affect how a bot plays. Records and logs store only its name, so it is looked up
by name and rank.
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
    """A named opponent."""

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
    """Return the characters of a rank; empty for a third-party bot."""
    return tuple(one for one in characters() if one.rank == rank)


def character_named(rank: str | None, name: str) -> Character | None:
    """Return the character of a rank with this name."""
    return next((one for one in characters() if one.rank == rank and one.name == name), None)


def free_character(rank: str, first: int, is_free: Callable[[str], bool]) -> Character | None:
    """Return a character of a rank whose name is not taken; None if there is none.

    The search starts at index `first`, so that opponents vary.
    """
    known = characters_of(rank)
    turned = (known[(first + step) % len(known)] for step in range(len(known)))
    return next((one for one in turned if is_free(one.name)), None)
