"""The positions of the lesson: our own submarines, partly marked, with the dice already rolled."""

from __future__ import annotations

from typing import Final

from torpedo_dice.lesson.played import Marks, Position
from torpedo_dice.lesson.step import LEARNER
from torpedo_dice.rules import Mode, System, Take, field_name
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

OTHER: Final = 1


def _all_but(names: str) -> str:
    """Return the names of all targets of the Training sheet except these."""
    targets = load_sheet(DEFAULT_SHEETS[Mode.TRAINING]).targets
    return " ".join(sorted({field_name(spot) for spot in targets} - set(names.split())))


# The learner holds a 1.
LOOK: Final = Position(
    Mode.TRAINING,
    round=3,
    dice=(1, 5, 3),
    players=(Marks("D2 D3"), Marks("A6 E10")),
    taken=(Take(OTHER, 1), Take(LEARNER, 0)),
)
# The first round: three dice, and the learner takes first.
TAKE: Final = Position(Mode.TRAINING, round=1, dice=(2, 5, 3))
# A 3 that hits three times only if it is turned.
FORMATIONS: Final = Position(
    Mode.TRAINING,
    round=5,
    dice=(3, 2, 6),
    players=(Marks("C6 C7 C8 D2 D4 E4 E6", reserve=6), Marks("B7 C8 D4 E1")),
    taken=(Take(OTHER, 2), Take(LEARNER, 0)),
)
# A 4, with some of the best fields already hit.
HITS: Final = Position(
    Mode.TRAINING,
    round=6,
    dice=(2, 4, 1),
    players=(Marks("B6 D7 E8 E9 D2 F6", reserve=6), Marks("D4 D5 E4 C7", reserve=5)),
    taken=(Take(OTHER, 0), Take(LEARNER, 1)),
)
# One field of the tower is left, and the die is a 6.
SYSTEM: Final = Position(
    Mode.TRAINING,
    round=6,
    dice=(6, 3, 5),
    players=(Marks("B7 B8 C7 D2 E2 D5 D7 E9 E4", reserve=4), Marks("B7 D5 E9 E4 D2", reserve=5)),
    taken=(Take(OTHER, 2), Take(LEARNER, 0)),
)
# The periscope is on, the tower is not, and the die is a 1.
SWITCHES: Final = Position(
    Mode.MISSION,
    round=4,
    dice=(1, 4, 6),
    players=(
        Marks("D5 D7", switched=(System.PERISCOPE,)),
        Marks("E9 E10", switched=(System.ENGINE,)),
    ),
    taken=(Take(OTHER, 2), Take(LEARNER, 0)),
)
# Near the end: a 4 would sink the learner, whose own best die is the 6.
DRAFT: Final = Position(
    Mode.TRAINING,
    round=10,
    dice=(6, 4, 2),
    players=(
        Marks(_all_but("D2 D3 E1 E2 F2 D4 D5 D6 D7 E3 F8"), reserve=3),
        Marks(_all_but("D2 D4 F2 F4"), reserve=0),
    ),
)
# The end of the game: two fields are left, the die is a 3, and the reserve is empty.
FINISH: Final = Position(
    Mode.TRAINING,
    round=10,
    dice=(2, 3, 6),
    players=(Marks(_all_but("B8 D6"), reserve=0), Marks("D2 D4 F2 A6 B6 C6 D9", reserve=2)),
    taken=(Take(OTHER, 0), Take(LEARNER, 1)),
)
# The automaton has hit the periscope once, and a 1 is on the table again.
SOLO: Final = Position(
    Mode.SOLO,
    round=4,
    dice=(4, 1),
    players=(Marks("D5 D7 F7 C6", reserve=4, switched=(System.PERISCOPE,)),),
    automaton=(System.TOWER, System.PERISCOPE, System.ENGINE),
)
