"""The lesson as data: each step's position as a view, and what an attempt leads to.

Nothing is stored: the learner sends all moves of a step each time.
"""

from __future__ import annotations

from functools import cache

from torpedo_dice.lesson import LEARNER, STEPS, Attempt, attempt
from torpedo_dice.rules import MoveError, Sentence, named, parse_move
from torpedo_dice.server.live.refusal import RequestRefused
from torpedo_dice.server.messages.events import event_message
from torpedo_dice.server.messages.rest import LessonPlan, LessonResult, LessonStep, LessonTry
from torpedo_dice.server.messages.views import View
from torpedo_dice.server.table.preview import preview_choice
from torpedo_dice.server.table.seat import SeatState
from torpedo_dice.server.table.views import Scene, ViewWriter

# The learner and the other player, under names that are the same in every language.
_NAMES = (("human", "Ned", None), ("bot", "Nemo", "ensign"))
_STEPS = {step.name: step for step in STEPS}


@cache
def lesson_plan() -> LessonPlan:
    """Return every step in its order, with the view at its start."""
    return LessonPlan([LessonStep(step.name, _view(attempt(step, ()))) for step in STEPS])


def lesson_result(name: str, tried: LessonTry) -> LessonResult:
    """Return what the learner's moves lead to; a MoveError if one is not allowed."""
    if name not in _STEPS:
        why = Sentence("there’s no lesson step {name!r}", name=name[:40])
        raise RequestRefused(404, "no_such_step", why)
    wish, preview = tried.preview, None
    try:
        made = attempt(_STEPS[name], map(parse_move, tried.moves))
        if wish is not None:
            preview = preview_choice(made.game, LEARNER, wish.modify, wish.fields, wish.activate)
    except MoveError as error:
        error.why = named(error.why, [name for _, name, _ in _NAMES])
        raise
    return LessonResult(
        view=_view(made),
        events=[
            event_message(event) for event in made.events[made.last :] if event.private_to is None
        ],
        reached=made.is_reached,
        hint=made.hint,
        preview=preview,
    )


def _view(made: Attempt) -> View:
    """Write the learner's view."""
    game = made.game
    seats = [SeatState(*names) for names in _NAMES[: len(game.players)]]
    scene = Scene(sheet=game.sheet.to_data(), seats=seats, game=game)
    return ViewWriter().write(scene, LEARNER)
