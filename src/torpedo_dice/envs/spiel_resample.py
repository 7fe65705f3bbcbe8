"""Other positions that a player of OpenSpiel's game cannot tell from the actual one.

Only choices of phases 2 and 3 are hidden, and only until all have chosen. So everything up to the
current round's phase 2 stays, the player's own choices are repeated, and the others' are drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torpedo_dice.envs.spiel_state import CHANCE
from torpedo_dice.fast.codes import ACTION_NONE, STAGE_ACT
from torpedo_dice.rules import Seat


def resampled(state: Any, player: Seat, sampler: Callable[[], float]) -> Any:
    """Return a state with the same information state of a player.

    The other seats' hidden choices are drawn uniformly among their legal actions, with numbers
    from 0 to 1 of a sampler. If another seat has used a system but not chosen yet, its turn begins
    again.
    """
    row = state.position.rows[0]
    if row["stage"] != STAGE_ACT:
        return state.clone()
    drawn, hidden = _until_hidden(state)
    own = _own_actions(hidden, player)
    seat = drawn.current_player()
    while True:
        if drawn.current_player() != CHANCE:
            seat = drawn.current_player()
        if seat == player and own:
            drawn.apply_action(own.pop(0))
        elif seat != player and row["action"][seat] != ACTION_NONE:
            legal = drawn.legal_actions()
            drawn.apply_action(legal[int(sampler() * len(legal))])
        else:
            return drawn


def _until_hidden(state: Any) -> tuple[Any, list[tuple[int, int]]]:
    """Return the state at the beginning of this round's phase 2, and the (player, action) since."""
    begun = state.get_game().new_initial_state()
    steps = [(step.player, step.action) for step in state.full_history()]
    current = state.position.rows[0]["round"]
    for number, (_, action) in enumerate(steps):
        row = begun.position.rows[0]
        if row["round"] == current and row["stage"] == STAGE_ACT:
            return begun, steps[number:]
        begun.apply_action(action)
    return begun, []


def _own_actions(steps: list[tuple[int, int]], player: Seat) -> list[int]:
    """Return a player's actions together with the outcomes of its propeller."""
    own, seat = [], None
    for mover, action in steps:
        if mover != CHANCE:
            seat = mover
        if seat == player:
            own.append(action)
    return own
