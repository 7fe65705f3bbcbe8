"""OpenSpiel games on provably fair dice, and their records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from torpedo_dice.envs.actions import action_to_move
from torpedo_dice.record import FairDice, PlayerInfo, RecordData, RecordedGame
from torpedo_dice.rules import MoveError, Roll, Start


def fair_outcome(state: Any, dice: FairDice) -> int:
    """Return the outcome of a chance node according to a game's dice."""
    game = state.to_game()
    move = dice.answer(game, game.chances()[0])
    if isinstance(move, Start):
        return move.seat
    face = move.dice[len(state.rolling)] if isinstance(move, Roll) else move.face
    return face - 1


def record_of(state: Any, players: Sequence[PlayerInfo], dice: FairDice) -> RecordData:
    """Return the record of a game whose chance nodes were all resolved by these dice.

    Raises ValueError if they weren't, because the rolls couldn't be recomputed.
    """
    game = state.to_game()
    recorded = RecordedGame(game.sheet, game.mode, players, dice, solo_end=game.solo_end)
    recorded.begin()
    try:
        for step in state.full_history():
            if step.player >= 0:
                recorded.apply(action_to_move(recorded.game, step.player, step.action))
        is_same = recorded.game == game
    except (MoveError, ValueError):
        is_same = False
    if not is_same:
        raise ValueError("this game was not played on these dice")
    return recorded.record()
