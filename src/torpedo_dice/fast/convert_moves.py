"""Conversion between the rules' moves and the two numbers of a move here."""

from __future__ import annotations

from torpedo_dice.fast.codes import (
    MODIFICATION_NUMBERS,
    MODIFICATIONS,
    MOVE_ACTIVATE,
    MOVE_FIRE,
    MOVE_MODIFY,
    MOVE_REROLL,
    MOVE_ROLL,
    MOVE_START,
    MOVE_TAKE,
)
from torpedo_dice.fast.rolls import packed
from torpedo_dice.fast.tables import fast_sheet, formation_number
from torpedo_dice.rules import (
    Activate,
    Fire,
    Game,
    Modify,
    Move,
    Reroll,
    Roll,
    Seat,
    Sheet,
    Start,
    System,
    Take,
)


def from_move(game: Game, move: Move) -> tuple[int, int]:
    """Return a legal move of a game as its kind and argument."""
    match move:
        case Take():
            return MOVE_TAKE, move.pick
        case Modify():
            return MOVE_MODIFY, MODIFICATION_NUMBERS[move.system, move.step, move.other]
        case Fire():
            return MOVE_FIRE, _shot_number(game, move)
        case Activate():
            return MOVE_ACTIVATE, int(move.system)
        case Start():
            return MOVE_START, move.seat
        case Roll():
            return MOVE_ROLL, packed(move.dice)
        case Reroll():
            return MOVE_REROLL, move.face


def _shot_number(game: Game, move: Fire) -> int:
    formation = game.shots(move.seat).formation
    number = formation_number(formation.face, formation.system)
    return fast_sheet(game.sheet).shot_number(number, game.sheet.mask_of(move.fields))


def to_move(sheet: Sheet, seat: Seat, kind: int, argument: int) -> Move:
    """Return a player's move by its kind and argument; a shot as its representative placement."""
    if kind == MOVE_TAKE:
        return Take(seat, argument)
    if kind == MOVE_FIRE:
        return Fire(seat, fast_sheet(sheet).fields_of(argument))
    if kind == MOVE_ACTIVATE:
        return Activate(seat, System(argument))
    system, step, other = MODIFICATIONS[argument]
    if kind != MOVE_MODIFY or system is None:
        raise ValueError(f"{kind}, {argument} is not a player's move")
    return Modify(seat, system, step=step, other=other)
