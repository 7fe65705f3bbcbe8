"""The lesson as data: each step's position as a view, and what an attempt comes to.

Nothing is kept: whoever learns sends all moves of a step each time.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Raw

from torpedo_dice.lesson import LEARNER, STEPS, Attempt, attempt
from torpedo_dice.rules import Sentence, parse_move
from torpedo_dice.server.live.lobby import HouseError
from torpedo_dice.server.messages.events import event_data
from torpedo_dice.server.messages.protocol import LessonTry
from torpedo_dice.server.table.preview import preview_data
from torpedo_dice.server.table.screen import Screen
from torpedo_dice.server.table.seat import SeatState

# Whoever learns, and the other player, under names that are the same in every language.
_NAMES = (("human", "Ned", None), ("bot", "Nemo", "ensign"))
_STEPS = {step.name: step for step in STEPS}


@cache
def lesson_data() -> dict[str, Any]:
    """Return every step in its order, with the view at its start."""
    return {"steps": [{"step": step.name, "view": Raw(_view(attempt(step, ())))} for step in STEPS]}


def try_data(name: str, tried: LessonTry) -> dict[str, Any]:
    """Return what the learner's moves come to; a MoveError if one may not be made."""
    if name not in _STEPS:
        raise HouseError(
            404, "no_such_step", Sentence("the lesson has no step {name!r}", name=name[:40])
        )
    wish, preview = tried.preview, None
    made = attempt(_STEPS[name], map(parse_move, tried.moves))
    if wish is not None:
        preview = preview_data(made.game, LEARNER, wish.modify, wish.fields, wish.activate)
    return {
        "view": Raw(_view(made)),
        "events": [
            event_data(event) for event in made.events[made.last :] if event.private_to is None
        ],
        "reached": made.is_reached,
        "hint": made.hint,
        "preview": preview,
    }


def _view(made: Attempt) -> bytes:
    """Write what the learner sees."""
    game = made.game
    seats = [SeatState(kind, name, bot, None, []) for kind, name, bot in _NAMES]
    screen = Screen(game, seats[: len(game.players)])
    return screen.show(game, LEARNER)
