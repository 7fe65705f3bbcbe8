"""Random games for the adapters, compared with the rules."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.envs.actions import action_count, action_to_move, move_to_action
from torpedo_dice.envs.turns import seat_to_decide
from torpedo_dice.record import RecordData, verify
from torpedo_dice.rules import Fire, Game, Seat

# All modes for two to four players, as settings of an environment.
SETTINGS = [{"mode": mode, "players": n} for mode in ("mission", "training") for n in (2, 3, 4)]
# One in this many actions is converted at each decision.
_sampled = 7


def check_every_action() -> None:
    """Convert every action from now on, as `prove.py` does."""
    global _sampled
    _sampled = 1


def legal_by_rules(game: Game, seat: Seat) -> set[int]:
    """Return the actions of all moves that the rules list."""
    return {move_to_action(game, move) for move in game.legal_moves(seat)}


def check_mask(game: Game, seat: Seat, mask: NDArray[np.int8]) -> None:
    """Assert that a mask is exactly what the rules allow, and that actions round-trip.

    In the tests every seventh action is converted, beginning with another one in each round.
    """
    legal = legal_by_rules(game, seat)
    assert mask.shape == (action_count(game.sheet),)
    assert set(np.flatnonzero(mask)) == legal
    for action in sorted(legal)[game.round % _sampled :: _sampled]:
        move = action_to_move(game, seat, action)
        assert game.is_legal(move)
        assert move_to_action(game, move) == action


def good_action(game: Game, seat: Seat, mask: NDArray[np.int8], chance: Random) -> int:
    """Choose a legal action: often a good shot, as games would be short otherwise."""
    legal = [int(action) for action in np.flatnonzero(mask)]
    if chance.random() < 0.5:
        return chance.choice(legal)
    some = chance.sample(legal, min(20, len(legal)))
    free = game.free_targets(seat)

    def hits(action: int) -> int:
        move = action_to_move(game, seat, action)
        return (game.sheet.mask_of(move.fields) & free).bit_count() if isinstance(move, Fire) else 1

    return max(some, key=hits)


def check_record(record: RecordData) -> None:
    """Assert that a record is valid and finished."""
    assert record["result"]["reason"] != "unfinished"
    assert verify(record) is None


def deciding(game: Game) -> Seat:
    """Return the seat that decides now."""
    seat = seat_to_decide(game)
    assert seat is not None
    return seat
