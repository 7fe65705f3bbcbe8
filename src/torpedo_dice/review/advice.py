"""Advice during a turn: how good a choice is, and which one is best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torpedo_dice.review.judge import Judge, Option, Outlook, option_key, worth
from torpedo_dice.rules import Fire, Game, Modify, Move, PlayerMove, Seat, System


@dataclass(frozen=True, slots=True)
class Advice:
    """A choice, and the best one as the moves that make it; both with the outlook after them."""

    outlook: Outlook
    best: Outlook
    moves: tuple[Move, ...]


def advise(view: Game, seat: Seat, moves: Sequence[PlayerMove], judge: Judge) -> Advice:
    """Judge a choice: a die, or a shot or switch, possibly after the use of a system.

    MoveError if it isn't allowed. If nothing found is better, the choice itself is the best.
    """
    outlook = _outlook_after(view, seat, moves, judge)
    best, found = _best_choice(view, seat, judge)
    if worth(best, seat, is_solo=view.is_solo) <= worth(outlook, seat, is_solo=view.is_solo):
        return Advice(outlook, outlook, tuple(moves))
    return Advice(outlook, best, found)


def _outlook_after(view: Game, seat: Seat, moves: Sequence[PlayerMove], judge: Judge) -> Outlook:
    *before, last = moves
    here = _after(view, before)
    error = here.why_not(last)
    if error is not None:
        raise error
    key = option_key(here, last)
    options = judge.options(here, seat, last)
    return next(option.outlook for option in options if option_key(here, option.move) == key)


def _after(view: Game, moves: Sequence[Move]) -> Game:
    game = view.copy()
    for move in moves:
        game.apply(move)
    return game


def _best_choice(view: Game, seat: Seat, judge: Judge) -> tuple[Outlook, tuple[Move, ...]]:
    best = _best(view, seat, judge.options(view, seat))
    move = best.move
    if not isinstance(move, Modify) or move.system is System.PROPELLER:
        return best.outlook, (move,)
    shots = judge.options(_after(view, [move]), seat)
    shot = _best(view, seat, [option for option in shots if isinstance(option.move, Fire)])
    return best.outlook, (move, shot.move)


def _best(view: Game, seat: Seat, options: Sequence[Option]) -> Option:
    return max(options, key=lambda option: worth(option.outlook, seat, is_solo=view.is_solo))
