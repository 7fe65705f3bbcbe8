"""The integer codes of the rules' enumerations, in rows, in kernels and in moves.

Systems have the rulebook's numbers 1 to 7 and a set of systems is the same mask as in the rules.
"""

from __future__ import annotations

import numpy as np

from torpedo_dice.rules import Mode, Reason, SoloEnd, Stage, System
from torpedo_dice.rules.setup import MAX_PLAYERS

# The code of a value is its index in the tuple.
MODES = (Mode.TRAINING, Mode.MISSION, Mode.SOLO)
MODE_TRAINING, MODE_MISSION, MODE_SOLO = range(3)

SOLO_ENDS = (SoloEnd.END_OF_ROUND, SoloEnd.AFTER_FIRE)
SOLO_END_OF_ROUND, SOLO_AFTER_FIRE = range(2)

STAGES = (Stage.START, Stage.ROLL, Stage.TAKE, Stage.ACT, Stage.OVER)
STAGE_START, STAGE_ROLL, STAGE_TAKE, STAGE_ACT, STAGE_OVER = range(5)

REASONS = (None, Reason.SUNK, Reason.SKULL, Reason.ALL_SKULLS, Reason.AUTOMATON)
REASON_NONE, REASON_SUNK, REASON_SKULL, REASON_ALL_SKULLS, REASON_AUTOMATON = range(5)

# What a seat has chosen for phase 3. Covered: chosen, but hidden in the view of this row.
ACTION_NONE, ACTION_FIRE, ACTION_ACTIVATE, ACTION_COVERED = range(4)

# The kinds of moves, and what their argument is:
#   start    the seat that starts         (chance, or the players)
#   roll     the dice, packed             (chance; see `packed`)
#   take     the die's index
#   modify   a modification, as below
#   reroll   the face                     (chance)
#   fire     the number of a shot of the sheet, an index of `SheetTables.shots`
#   activate the system
MOVE_START, MOVE_ROLL, MOVE_TAKE, MOVE_MODIFY, MOVE_REROLL, MOVE_FIRE, MOVE_ACTIVATE = range(7)

SEATS = MAX_PLAYERS
# The length of arrays that are indexed by the number of a system.
SYSTEM_SLOTS = len(System) + 1
FACES = 6
# A packed roll has three bits a die, the first die in the lowest.
BITS_A_DIE = 3

PERISCOPE, ARTILLERY, TOWER, FINS, ENGINE, PORTHOLES, PROPELLER = map(int, System)

# All modifications, in the order in which the rules list them: the system, the tower's step, and
# the seat that fins copy. Rows and moves store the index; 0 means no modification, so a set of
# modifications is a mask that begins with bit 1.
MODIFICATIONS: tuple[tuple[System | None, int | None, int | None], ...] = (
    (None, None, None),
    (System.PERISCOPE, None, None),
    (System.ARTILLERY, None, None),
    (System.TOWER, 1, None),
    (System.TOWER, -1, None),
    *((System.FINS, None, other) for other in range(SEATS)),
    # In solo fins copy the die that was not taken.
    (System.FINS, None, None),
    (System.ENGINE, None, None),
    (System.PORTHOLES, None, None),
    (System.PROPELLER, None, None),
)
MODIFICATION_NUMBERS = {parts: number for number, parts in enumerate(MODIFICATIONS)}
MODIFY_NONE, MODIFY_PERISCOPE, MODIFY_ARTILLERY, MODIFY_TOWER_UP, MODIFY_TOWER_DOWN = range(5)
# Fins that copy seat n are MODIFY_FINS + n.
MODIFY_FINS = 5
MODIFY_FINS_LEFT, MODIFY_ENGINE, MODIFY_PORTHOLES, MODIFY_PROPELLER = range(9, 13)

# The system of each modification.
MODIFY_SYSTEM = np.array([system or 0 for system, _, _ in MODIFICATIONS], dtype=np.int8)

# A formation is a face, plain or with its pips changed by a system: 6 × kind + face − 1.
SHAPINGS = (None, System.ARTILLERY, System.ENGINE, System.PORTHOLES)
FORMATION_COUNT = FACES * len(SHAPINGS)
# Face plus this offset is the formation after a modification.
MODIFY_FORMATION = np.array(
    [
        FACES * SHAPINGS.index(system) - 1 if system in SHAPINGS else -1
        for system, _, _ in MODIFICATIONS
    ],
    dtype=np.int8,
)
