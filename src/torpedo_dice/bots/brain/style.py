"""How a bot thinks: how many options it considers, how far ahead, and what it expects of others."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Style(NamedTuple):
    """The settings of the search. Flags are numbers, because compiled code reads them."""

    # Shots considered per formation, when acting and when taking a die. With a draft width of 0,
    # dice are rated by quick plan.
    width: int
    draft_width: int
    # How many of the best candidates are re-evaluated over the next round.
    foreseen: int = 0
    draft_foreseen: int = 0
    # Whether players of the higher ranks are expected to choose by network, not by quick plan.
    is_modelling: int = 0
    # Whether every undominated shot of an unmodified die is considered.
    is_thorough: int = 0


STYLE = np.dtype([(name, "i4") for name in Style._fields])

# For evaluating positions, which needs no search.
QUICK_STYLE = Style(width=2, draft_width=0)
# How captains play, whether as bots or in simulations.
CAPTAIN_STYLE = Style(width=2, draft_width=0, is_thorough=1)
# How admirals play, and over how many rolls of the next dice they look ahead.
ADMIRAL_STYLE = Style(
    width=24, draft_width=12, foreseen=6, draft_foreseen=2, is_modelling=1, is_thorough=1
)
ADMIRAL_ROLLS = 12
