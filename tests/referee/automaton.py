"""The automaton of the solo game: its target, and the effect of its shot."""

from collections.abc import Iterator
from typing import Any

from .sheet import SYSTEMS
from .table import Fall, Table

EXPLOSION_BOXES = 7

Shot = tuple[str | None, str]


def fire_automaton(
    table: Table, die: int, falls: list[Fall], told: dict[str, Any] | None
) -> Iterator[str]:
    """Mark the automaton's shot, add what it destroys to the falls, and check the record."""
    system, effect = shot(table, die, explosions=explosions(table, len(falls)))
    if effect in {"hit", "destroyed"} and system is not None:
        table.players[0].boxes[system] += 1
    if effect == "destroyed" and system is not None:
        table.players[0].lost.add(system)
        falls.append((0, system))
    if told is None:
        yield ".automaton: is missing."
        return
    for key, value in {"die": die, "system": system, "effect": effect}.items():
        if told[key] != value:
            yield f".automaton.{key}: is {told[key]!r}, must be {value!r}."


def explosions(table: Table, fallen: int) -> int:
    """Return the number of explosion boxes marked in this round, limited to those left."""
    boxes: int = table.record["sheet"]["solo"].get("explosions", EXPLOSION_BOXES)
    marked_before = len(table.sheet.fallen(table.players[0].hits)) - fallen
    return max(0, min(fallen, boxes - marked_before))


def shot(table: Table, die: int, *, explosions: int) -> Shot:
    """Return the system that the automaton marks, or aims at in vain, and the effect."""
    if is_silent(table):
        return None, "none"
    player, panel = table.players[0], table.record["sheet"]["solo"]
    aimed = SYSTEMS[die - 1]
    if aimed in player.lost and explosions:
        return aimed, "missed"
    target = next_standing(aimed, panel["arrows"], player.lost)
    is_last_box = player.boxes[target] + 1 == panel["boxes"]
    return target, "destroyed" if is_last_box else "hit"


def is_silent(table: Table) -> bool:
    """Whether the game ended with the player's shot, before the automaton could fire."""
    player = table.players[0]
    ends_after_fire = table.record["options"]["solo_end"] == "after_fire"
    return table.has_skull(player) or (ends_after_fire and table.has_sunk(player))


def next_standing(aimed: str, arrows: list[str], lost: set[str]) -> str:
    """Return the first intact system along the arrows, starting at the one aimed at."""
    place = arrows.index(aimed)
    return next(system for system in arrows[place:] + arrows[:place] if system not in lost)
