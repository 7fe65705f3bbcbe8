"""Random sheets: unusual grids, screens, limits, boxes, explosions and arrows."""

from __future__ import annotations

from random import Random
from typing import Any

from torpedo_dice.rules import Sheet, System, parse_sheet

_SWITCHES = ["periscope", "tower", "fins", "engine", "propeller"]
_MOST_TARGETS = 64


def random_sheet(chance: Random, *, is_mission: bool | None = None) -> Sheet:
    """Return a sheet that differs from ours."""
    if is_mission is None:
        is_mission = chance.random() < 0.6
    names = [system.id for system in System][: 7 if is_mission else 6]
    data: dict[str, Any] = {
        "name": f"chance {chance.randrange(1000)}",
        "grid": _grid(chance, len(names)),
        "reserve": chance.choice([1, 3, 6, 9, 12, 12, 12, 20, 60]),
        "screens": _screens(chance, names, is_mission=is_mission),
        "limits": _limits(chance, names),
    }
    if is_mission and chance.random() < 0.9:
        data["solo"] = _solo(chance, names)
    return parse_sheet(data)


def _grid(chance: Random, systems: int) -> list[str]:
    """Lay the systems one after another on a path that winds through the grid."""
    height = chance.choice([1, 2, 3, 4, 5, 6, 8, 9])
    width = max(chance.choice([3, 5, 7, 8, 11]), -(-systems // height))
    kinds = _path(chance, systems, height * width)
    rows = [kinds[r * width : (r + 1) * width] for r in range(height)]
    # Every other row runs backwards, so that neighbours on the path are neighbours on the grid.
    return [" ".join(row[::-1] if r % 2 else row) for r, row in enumerate(rows)]


def _path(chance: Random, systems: int, length: int) -> list[str]:
    """Fill the path: each system some fields long, with hull or water between them."""
    longest = chance.choice([1, 3, 5, 9, 20])
    widest_gap = chance.choice([0, 1, 3])
    kinds: list[str] = []
    targets = 0
    for left, number in enumerate(chance.sample("1234567"[:systems], systems)):
        others = systems - 1 - left
        room = min(length - len(kinds), _MOST_TARGETS - targets) - others
        size = chance.randint(1, min(longest, room))
        targets += size
        kinds += [number] * size
        room = length - len(kinds) - others
        kinds += chance.choices("o.", k=chance.randint(0, min(widest_gap, room)))
    return kinds + chance.choices("o.", k=length - len(kinds))


def _screens(chance: Random, names: list[str], *, is_mission: bool) -> list[list[str]]:
    screens: list[list[str]] = [[], [], []]
    if is_mission:
        switches = chance.sample(_SWITCHES, len(_SWITCHES))
        screens[0] = ["artillery", *switches[:2]]
        screens[1] = ["portholes", *switches[2:4]]
        screens[2] = switches[4:]
    else:
        # In Training screens have no effect, and may even be empty.
        for name in names:
            chance.choice(screens).append(name)
    chance.shuffle(screens)
    for screen in screens:
        chance.shuffle(screen)
    return screens


def _limits(chance: Random, names: list[str]) -> dict[str, int]:
    if chance.random() < 0.3:
        return {}
    limited = chance.sample(names, chance.randint(1, len(names)))
    return {name: chance.choice([1, 2, 3, 99]) for name in limited}


def _solo(chance: Random, names: list[str]) -> dict[str, Any]:
    return {
        "boxes": chance.choice([1, 2, 2, 3, 9]),
        "explosions": chance.choice([0, 1, 3, 7]),
        "arrows": chance.sample(names, len(names)),
    }
