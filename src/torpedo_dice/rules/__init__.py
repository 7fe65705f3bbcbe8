"""The complete rules of Torpedo Dice.

Pure Python, standard library only, no I/O, no randomness. Rolls are moves that the caller supplies.

>>> from torpedo_dice.sheets import load_sheet
>>> game = Game.new(load_sheet("mission"), "mission", players=2)
>>> game.apply(Start(0))
[Started(seat=0)]
>>> game.apply(Roll((5, 3, 1)))
[Rolled(round=1, start=0, dice=(5, 3, 1))]
>>> game.seats_to_move()
(0,)
>>> game.apply(Take(0, pick=2))
[Taken(seat=0, pick=2, die=1)]
"""

from torpedo_dice.rules.dashboard import Status, can_switch_on, status, uses_left
from torpedo_dice.rules.errors import (
    IllegalMoveError,
    MalformedMoveError,
    MoveError,
    NotYourMoveError,
    PositionError,
    SheetError,
)
from torpedo_dice.rules.events import (
    Activated,
    AutomatonFired,
    Destroyed,
    Effect,
    Ended,
    Event,
    Finished,
    Fired,
    Modified,
    Rerolled,
    Resigned,
    Rolled,
    RoundEnded,
    Started,
    Taken,
    TookBack,
    visible_events,
)
from torpedo_dice.rules.fields import Field, field_name, parse_field
from torpedo_dice.rules.formations import FACES, FORMATIONS, Face, Formation
from torpedo_dice.rules.game import Chance, Game, Options
from torpedo_dice.rules.moves import (
    Activate,
    ChanceMove,
    Fire,
    Modify,
    Move,
    PlayerMove,
    Reroll,
    Roll,
    Seat,
    Start,
    Take,
    move_name,
    parse_move,
    parse_player_move,
)
from torpedo_dice.rules.outcome import (
    Explanation,
    Outcome,
    Rank,
    Reason,
    SoloResult,
    Standing,
    Verdict,
)
from torpedo_dice.rules.placements import Placements
from torpedo_dice.rules.player import COVERED, Covered, Player
from torpedo_dice.rules.preview import Preview, Threat, preview, threats
from torpedo_dice.rules.resignation import ends_by_resigning
from torpedo_dice.rules.sentence import PlayerAt, Sentence, named
from torpedo_dice.rules.setup import GameSetupError, Mode, SoloEnd
from torpedo_dice.rules.sheet import Sheet, SoloPanel, TargetMask
from torpedo_dice.rules.sheet_check import parse_sheet
from torpedo_dice.rules.stage import Stage
from torpedo_dice.rules.systems import System, SystemMask

__all__ = [
    "COVERED",
    "FACES",
    "FORMATIONS",
    "Activate",
    "Activated",
    "AutomatonFired",
    "Chance",
    "ChanceMove",
    "Covered",
    "Destroyed",
    "Effect",
    "Ended",
    "Event",
    "Explanation",
    "Face",
    "Field",
    "Finished",
    "Fire",
    "Fired",
    "Formation",
    "Game",
    "GameSetupError",
    "IllegalMoveError",
    "MalformedMoveError",
    "Mode",
    "Modified",
    "Modify",
    "Move",
    "MoveError",
    "NotYourMoveError",
    "Options",
    "Outcome",
    "Placements",
    "Player",
    "PlayerAt",
    "PlayerMove",
    "PositionError",
    "Preview",
    "Rank",
    "Reason",
    "Reroll",
    "Rerolled",
    "Resigned",
    "Roll",
    "Rolled",
    "RoundEnded",
    "Seat",
    "Sentence",
    "Sheet",
    "SheetError",
    "SoloEnd",
    "SoloPanel",
    "SoloResult",
    "Stage",
    "Standing",
    "Start",
    "Started",
    "Status",
    "System",
    "SystemMask",
    "Take",
    "Taken",
    "TargetMask",
    "Threat",
    "TookBack",
    "Verdict",
    "can_switch_on",
    "ends_by_resigning",
    "field_name",
    "move_name",
    "named",
    "parse_field",
    "parse_move",
    "parse_player_move",
    "parse_sheet",
    "preview",
    "status",
    "threats",
    "uses_left",
    "visible_events",
]
