"""The targets of every action, as arrays for heuristics and factored policies.

>>> from torpedo_dice.sheets import load_sheet
>>> table = action_targets(load_sheet("mission"))
>>> table.targets.shape, table.torpedoes.shape
((24, 257, 27), (24, 257))
>>> int(table.torpedoes[4, 21]), int(table.targets[4, 21].sum())
(5, 5)
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.envs.actions import FIRST_FIRE, action_count
from torpedo_dice.fast.codes import FORMATION_COUNT
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import Sheet

# In the place of torpedoes.
NO_SHOT = -1


class ActionTargets(NamedTuple):
    """What every action would hit with each formation; both arrays are read-only.

    Formations are numbered as in the observation: faces 1 to 6, then the same with artillery,
    engine, portholes. Targets are numbered as in `sheet.targets` and in the observation.
    """

    # By formation, action and target: whether a torpedo lands on it.
    targets: NDArray[np.bool_]
    # By formation and action: the torpedoes fired; NO_SHOT if it isn't a shot of this formation.
    # The engine can leave a shot without torpedoes.
    torpedoes: NDArray[np.int8]


@lru_cache(maxsize=16)
def action_targets(sheet: Sheet) -> ActionTargets:
    """Return the targets and the torpedoes of all actions on a sheet, which are cached."""
    tables = fast_sheet(sheet).tables
    targets = np.zeros((FORMATION_COUNT, action_count(sheet), len(sheet.targets)), np.bool_)
    torpedoes = np.full(targets.shape[:2], NO_SHOT, np.int8)
    bits = np.arange(len(sheet.targets), dtype=np.uint64)
    for formation in range(FORMATION_COUNT):
        first, end = tables.info["first_shot"][formation : formation + 2]
        shots = slice(FIRST_FIRE, FIRST_FIRE + end - first)
        targets[formation, shots] = tables.shots[first:end, np.newaxis] >> bits & np.uint64(1)
        torpedoes[formation, shots] = tables.info["torpedoes"][formation]
    targets.flags.writeable = torpedoes.flags.writeable = False
    return ActionTargets(targets, torpedoes)
