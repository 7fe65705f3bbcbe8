"""The state: a game is a row of numbers, a batch of games is an array of rows.

A row holds everything that `rules.Game` holds except the sheet. Kernels change it in place;
`rows[i]` is a view of a row, in Python too, and `rows[i] = rows[j]` copies one.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.fast.codes import (
    MODE_SOLO,
    MODES,
    SEATS,
    SOLO_ENDS,
    STAGE_ROLL,
    STAGE_START,
    SYSTEM_SLOTS,
)
from torpedo_dice.rules import Mode, Sheet, SoloEnd
from torpedo_dice.rules.setup import check_setup

# The values for "no die taken" and "no score".
NO_PICK = -1
NO_SCORE = -1

# One game. Fields with four numbers are per seat; seats that are not in play keep initial values.
# All but the targets are signed: Numba converts to float when it combines signed and unsigned.
ROW = np.dtype(
    [
        # Targets of the enemy that the seat has hit.
        ("hits", "u8", SEATS),
        # The pending shot: the targets that its torpedoes land on.
        ("shot_mask", "u8", SEATS),
        ("round", "i4"),
        # The score of a solo win.
        ("solo_score", "i2"),
        # Own systems, as masks.
        ("switched", "i2", SEATS),
        ("destroyed", "i2", SEATS),
        ("reserve", "i1", SEATS),
        ("skull", "i1", SEATS),
        # By system: how often it was used, counted only for systems with limited uses.
        ("uses", "i1", (SEATS, SYSTEM_SLOTS)),
        # This round: the die taken (an index), the modification, the propeller's roll (0: none),
        # and the choice of phase 3.
        ("pick", "i1", SEATS),
        ("modify", "i1", SEATS),
        ("rolled", "i1", SEATS),
        ("action", "i1", SEATS),
        ("shot_count", "i1", SEATS),
        ("activated", "i1", SEATS),
        # Solo: the automaton's marks by system, and the explosion boxes.
        ("boxes", "i1", SYSTEM_SLOTS),
        ("explosions", "i1"),
        ("mode", "i1"),
        ("players", "i1"),
        ("solo_end", "i1"),
        ("stage", "i1"),
        ("start", "i1"),
        # The faces; 0 before a roll, and beyond the dice in play.
        ("dice", "i1", SEATS + 1),
        # How the game ended; the winners as a mask of seats.
        ("reason", "i1"),
        ("winners", "i1"),
    ]
)

# In kernels a row is a Numba record with its fields as attributes, which type checkers do not know.
Row: TypeAlias = Any
Rows: TypeAlias = NDArray[np.void]


def new_games(
    count: int,
    sheet: Sheet,
    mode: Mode | str,
    players: int,
    *,
    solo_end: SoloEnd | str = SoloEnd.END_OF_ROUND,
) -> Rows:
    """Return rows of new games; GameSetupError if the arguments are inconsistent."""
    mode, solo_end = check_setup(sheet, mode, players, solo_end)
    rows = np.zeros(count, ROW)
    rows["mode"] = MODES.index(mode)
    rows["solo_end"] = SOLO_ENDS.index(solo_end)
    rows["players"] = players
    rows["reserve"][:, :players] = sheet.reserve
    rows["pick"] = NO_PICK
    rows["solo_score"] = NO_SCORE
    # In solo the start player is not drawn.
    rows["stage"] = STAGE_ROLL if MODES.index(mode) == MODE_SOLO else STAGE_START
    return rows
